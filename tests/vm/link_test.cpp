// Channels over the kernel's own L2CAP, between two machines that know each other: what the transport builds
// on.
#include <sys/socket.h>
#include <catch2/catch.hpp>

#include "network/bluetooth/link.hpp"
#include "room.hpp"

using namespace qitai::testing;
using namespace qitai::bluetooth;
using namespace std::chrono_literals;

namespace {

template <typename Condition>
bool until(Condition&& condition, std::chrono::milliseconds time = 20s) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

// A channel between two machines whose desktops say yes.
struct Ends {
  explicit Ends(Room& in) : near_desktop(in[0].bus, Answer::kYes), far_desktop(in[1].bus, Answer::kYes) {
    in[1].discoverable(true);  // else only partners may call
    std::uint16_t psm = 0;
    Opened listener = open_listener(in[1].address, psm);
    REQUIRE(listener.error == 0);
    CHECK(psm >= 0x1001);
    Opened dialled = open_channel(in[0].address, in[1].address, psm, true);
    REQUIRE(dialled.error == 0);
    near.emplace(std::move(dialled.socket), Channel::State::kConnecting);
    REQUIRE(until([&] { return near->connect() != Channel::State::kConnecting; }));
    INFO("errno " << near->error());
    REQUIRE(near->state() == Channel::State::kOpen);
    std::optional<Call> call;
    int error = 0;
    REQUIRE(until([&] { return (call = take_call(listener.socket, error)).has_value(); }));
    CHECK(call->peer == in[0].address);
    far.emplace(std::move(call->socket), Channel::State::kOpen);
  }
  Desktop near_desktop, far_desktop;
  std::optional<Channel> near, far;
};

}  // namespace

TEST_CASE("channel: pairs once, carries 600 bytes, and what was sent before an orderly end arrives") {
  Room& in = room();
  {
    Ends ends(in);
    CHECK(ends.near_desktop.asked == 1);
    CHECK(ends.far_desktop.asked == 1);
    CHECK(ends.near->mtu() >= 600);
    CHECK(ends.far->mtu() >= 600);
    for (int i = 0; i < 5; ++i)
      CHECK(ends.near->send(std::string(600, static_cast<char>('a' + i))) == Channel::Sent::kTaken);
    ends.near.reset();
    std::vector<std::string> heard;
    REQUIRE(until([&] {
      while (const auto message = ends.far->receive())
        heard.emplace_back(*message);
      return ends.far->state() == Channel::State::kEnded;
    }));
    REQUIRE(heard.size() == 5);
    CHECK(heard[4] == std::string(600, 'e'));
    CHECK(ends.far->orderly());
    CHECK(end_failure(*ends.far) == "far-closed");
  }
  CHECK(in[0].knows(in[1]));
  CHECK(in[1].knows(in[0]));
  Ends again(in);
  CHECK(again.near_desktop.asked + again.far_desktop.asked == 0);
}

TEST_CASE("channel: out of reach is a loss on both sides") {
  Room& in = room();
  Ends ends(in);
  in.air.cut(0);
  REQUIRE(until([&] {
    (void)ends.near->receive();
    (void)ends.far->receive();
    return ends.near->state() == Channel::State::kEnded && ends.far->state() == Channel::State::kEnded;
  }));
  CHECK(end_failure(*ends.near) == "lost");
  CHECK(end_failure(*ends.far) == "lost");
  CHECK(ends.far->error() == ETIMEDOUT);
}
