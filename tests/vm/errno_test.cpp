// Each errno that the kernel's L2CAP can be brought to answer, and the sentence that a player reads then
// (docs/bluetooth.md).
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "channels.hpp"
#include "end.hpp"

using namespace qitai::testing;
using namespace qitai::bluetooth;
using namespace std::chrono_literals;

namespace {

// What dialling comes to: an errno, or 0.
int dial(const std::string& from, const std::string& to, std::uint16_t psm) {
  Opened dialled = open_channel(from, to, psm, true);
  if (dialled.error != 0) return dialled.error;
  Channel channel(std::move(dialled.socket), Channel::State::kConnecting);
  REQUIRE(until([&] { return channel.connect() != Channel::State::kConnecting; }, 60s));
  return channel.error();
}

// What a player reads of a call that failed so.
std::string called(int error) {
  return says(refusal_failure({.error = error}));
}

// The errno of a channel's end, and what a player reads then.
std::pair<int, std::string> end_of(Channel& channel) {
  REQUIRE(until([&] {
    while (channel.receive()) {
    }
    return channel.state() == Channel::State::kEnded;
  }));
  return {channel.error(), says(end_failure(channel.error(), channel.orderly()))};
}

}  // namespace

TEST_CASE("errno: of a call") {
  Room& in = room();
  in[1].discoverable(true);  // else it takes calls of partners alone
  constexpr std::uint16_t kNobody = 0x1E01;
  SECTION("nobody listens") {
    const Desktop near(in[0].bus, Answer::kYes), far(in[1].bus, Answer::kYes);
    CHECK(dial(in[0].address, in[1].address, kNobody) == ECONNREFUSED);
    CHECK(says(refusal_failure({.error = ECONNREFUSED, .enciphered = true})) ==
          "The other machine takes no challenges now");
    CHECK(says(query_failure(ECONNREFUSED)) ==
          "The other machine does not have this game, or it does not run there");
  }
  SECTION("out of reach") {
    in.air.cut(1);
    CHECK(dial(in[0].address, in[1].address, kNobody) == EHOSTDOWN);
    CHECK(called(EHOSTDOWN) == "The other machine does not answer");
    CHECK(says(query_failure(EHOSTDOWN)) == "The other machine does not answer");
  }
  SECTION("the player there says no") {
    const Desktop near(in[0].bus, Answer::kYes), far(in[1].bus, Answer::kNo);
    CHECK(dial(in[0].address, in[1].address, kNobody) == EACCES);
    CHECK(called(EACCES) == "The machines were not paired: somebody said no, or the numbers differed");
  }
  SECTION("it is switched off while its player is asked") {
    const Desktop near(in[0].bus, Answer::kYes), far(in[1].bus, Answer::kIgnore);
    Opened dialled = open_channel(in[0].address, in[1].address, kNobody, true);
    REQUIRE(dialled.error == 0);
    Channel channel(std::move(dialled.socket), Channel::State::kConnecting);
    REQUIRE(until([&] { return far.asked > 0; }));
    in[1].power(false);
    REQUIRE(until([&] { return channel.connect() != Channel::State::kConnecting; }, 60s));
    CHECK(channel.error() == ECONNRESET);
    CHECK(called(ECONNRESET) == "The machines were not paired: nobody answered in time");
    in[1].kill_service();  // it never recovers from this
  }
  SECTION("no adapter of this address") {
    CHECK(dial("00:AA:01:07:00:42", in[1].address, kNobody) == EHOSTUNREACH);
    CHECK(called(EHOSTUNREACH) == "Bluetooth of this computer was switched off or its adapter pulled out");
  }
  SECTION("the own adapter is off") {
    in[0].power(false);
    CHECK(dial(in[0].address, in[1].address, kNobody) == EHOSTUNREACH);
  }
  SECTION("no channel can have this number") {
    CHECK(dial(in[0].address, in[1].address, 0x1E02) == EINVAL);
    CHECK(called(EINVAL) == "The other machine sent something that is not understood");
  }
}

TEST_CASE("errno: of a channel on which calls are to be taken") {
  Room& in = room();
  std::uint16_t psm = 0x1003;
  const Opened first = open_listener(in[0].address, psm);
  REQUIRE(first.error == 0);
  CHECK(open_listener(in[0].address, psm).error == EADDRINUSE);
  CHECK(says(listen_failure(EADDRINUSE)) ==
        "Another program uses the Bluetooth channel that was set for the game");
  // The lower numbers are the system's.
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setgid(kStrangersNumber) != 0 || ::setuid(kStrangersNumber) != 0) ::_exit(0);
    std::uint16_t low = 0x0E01;
    ::_exit(open_listener(in[0].address, low).error);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == EACCES);
  CHECK(says(listen_failure(EACCES)) == "The system does not let the game use Bluetooth");
}

TEST_CASE("errno: of the end of a channel") {
  Room& in = room();
  Ends open(in);
  using End = std::pair<int, std::string>;
  SECTION("out of reach") {
    in.air.cut(0);
    CHECK(end_of(*open.far) == End{ETIMEDOUT, "The other machine is out of reach"});
  }
  SECTION("the own adapter is pulled out") {
    in.air.unplug(1);
    CHECK(end_of(*open.far) ==
          End{ECONNABORTED, "Bluetooth of this computer was switched off or its adapter pulled out"});
  }
  SECTION("the other machine's Bluetooth is switched off") {
    in[1].power(false);
    CHECK(end_of(*open.near) == End{ECONNRESET, "The other machine is out of reach"});
  }
  SECTION("the other machine hangs up") {
    open.near.reset();
    CHECK(end_of(*open.far).second == "The other machine has ended the link");
  }
  SECTION("what is too long is not taken, and the channel stays") {
    const std::string message(open.near->mtu() + 1, 'x');
    CHECK(::send(open.near->fd(), message.data(), message.size(), MSG_NOSIGNAL) < 0);
    CHECK(errno == EMSGSIZE);
    CHECK(says(end_failure(EMSGSIZE, false)) == "The other machine sent something that is not understood");
    CHECK(open.near->send("x") == Channel::Sent::kTaken);
  }
}
