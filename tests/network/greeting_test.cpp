// What is said before a link is open, by peers that keep to it and by those that do not.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>

#include "forked.hpp"
#include "machine.hpp"
#include "network/local_greeting.hpp"

namespace {

using namespace qitai::host;
using namespace qitai::network;
using namespace qitai::testing;

// A stranger's socket, connected to a machine's.
int stranger(std::uint8_t number) {
  const std::string path = settings()["local-folder"] + "/" + Machine::address(number) + ".peer";
  const int fd = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  std::copy_n(path.c_str(), std::min(path.size(), sizeof where.sun_path - 1), where.sun_path);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0) {
    ::close(fd);
    return -1;
  }
  return fd;
}

void say(int fd, std::string_view packet) {
  REQUIRE(::send(fd, packet.data(), packet.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(packet.size()));
}

// What the machine answers; empty: it has closed.
std::string answer(Machine& machine, int fd, int milliseconds = 4000) {
  std::string packet(70'000, '\0');
  ssize_t got = -1;
  run(
      {&machine}, [&] { return (got = ::recv(fd, packet.data(), packet.size(), 0)) >= 0; }, milliseconds);
  REQUIRE(got >= 0);
  packet.resize(static_cast<std::size_t>(got));
  return packet;
}

Greeting asked(Greeting::Kind kind) {
  return {kind, 600, Machine::address(7), "stranger"};
}

}  // namespace

TEST_CASE("a greeting is read as it was written") {
  for (const char* address : {"0123456789abcdef", "0123456789abcdef-2", "0123456789abcdef-99"}) {
    for (const auto kind :
         {Greeting::Kind::kWho, Greeting::Kind::kDial, Greeting::Kind::kHere, Greeting::Kind::kHidden,
          Greeting::Kind::kOpen, Greeting::Kind::kRefused, Greeting::Kind::kBusy}) {
      const auto read = read_greeting(write_greeting({kind, 65'535, address, std::string(64, 'n')}));
      REQUIRE(read);
      CHECK(read->kind == kind);
      CHECK(read->mtu == 65'535);
      CHECK(read->address == address);
      CHECK(read->name == std::string(64, 'n'));
    }
  }
}

TEST_CASE("no greeting that is cut, longer, of another version or of impossible numbers is read") {
  const std::string good = write_greeting(asked(Greeting::Kind::kDial));
  REQUIRE(read_greeting(good));
  for (std::size_t size = 0; size < good.size(); ++size)
    CHECK_FALSE(read_greeting(good.substr(0, size)));
  CHECK_FALSE(read_greeting(good + "x"));
  CHECK_FALSE(read_greeting(std::string(300, 'Q')));
  const auto with = [&](std::size_t at, char byte) {
    std::string changed = good;
    changed[at] = byte;
    return changed;
  };
  CHECK_FALSE(read_greeting(with(3, '2')));      // version
  CHECK_FALSE(read_greeting(with(4, 'X')));      // kind
  CHECK_FALSE(read_greeting(with(5, '\x57')));   // mtu 599
  CHECK_FALSE(read_greeting(with(7, '\x01')));   // mtu above 65535
  CHECK_FALSE(read_greeting(with(9, '\xFF')));   // length of the address
  CHECK_FALSE(read_greeting(with(10, '/')));     // address
  CHECK_FALSE(read_greeting(with(26, '\x40')));  // length of the name
}

TEST_CASE("a caller is answered by what the machine wishes at that time") {
  const Around around;
  Machine machine(1);
  machine.endpoint.visible("me", std::nullopt);
  REQUIRE(run({&machine}, [&] { return machine.has<event::State>(); }));
  const auto kind_after = [&](Greeting::Kind question) {
    const int fd = stranger(1);
    REQUIRE(fd >= 0);
    say(fd, write_greeting(asked(question)));
    const auto read = read_greeting(answer(machine, fd));
    REQUIRE(read);
    ::close(fd);
    return read->kind;
  };
  CHECK(kind_after(Greeting::Kind::kWho) == Greeting::Kind::kHere);
  CHECK(kind_after(Greeting::Kind::kDial) == Greeting::Kind::kRefused);
  machine.endpoint.listen(true);
  machine.endpoint.visible("me", 0);
  CHECK(kind_after(Greeting::Kind::kWho) == Greeting::Kind::kHidden);
  CHECK(kind_after(Greeting::Kind::kDial) == Greeting::Kind::kOpen);
}

TEST_CASE("strangers who send nonsense, nothing, or too much are cut off, and others get through") {
  const Around around;
  Machine machine(1);
  machine.endpoint.listen(true);
  REQUIRE(run({&machine}, [&] { return machine.has<event::State>(); }));
  SECTION("nonsense") {
    for (const std::string& nonsense : {std::string("hello"), std::string(60'000, 'x'),
                                        write_greeting(asked(Greeting::Kind::kOpen)), std::string("QTL1")}) {
      const int fd = stranger(1);
      say(fd, nonsense);
      CHECK(answer(machine, fd).empty());
      ::close(fd);
    }
    CHECK_FALSE(machine.has<event::Incoming>());
  }
  SECTION("nothing: more silent ones than there are places") {
    std::vector<int> silent;
    for (int i = 0; i < 30; ++i)
      silent.push_back(stranger(1));
    machine.pump();
    const std::int64_t begin = now();
    Machine other(2);
    std::optional<std::string> failure;
    // Busy as long as the silent ones hold all places, which is for a few seconds.
    while (!other.has<event::Opened>() && now() - begin < 10'000'000) {
      const auto link = other.endpoint.dial(Machine::address(1)).second;
      run({&machine, &other}, [&] { return other.has<event::Opened>() || other.closed(link); });
      failure = other.closed(link);
      CHECK((!failure || failure == "busy" || failure == "absent"));
      run(
          {&machine, &other}, [] { return false; }, 100);
    }
    CHECK(other.has<event::Opened>());
    CHECK(now() - begin < 8'000'000);
    for (const int fd : silent)
      if (fd >= 0) ::close(fd);
  }
  SECTION("a message longer than was agreed") {
    const int fd = stranger(1);
    say(fd, write_greeting(asked(Greeting::Kind::kDial)));
    REQUIRE(read_greeting(answer(machine, fd)));
    say(fd, std::string(600, 'x'));
    say(fd, std::string(601, 'x'));
    CHECK(answer(machine, fd).empty());
    const auto link = machine.all<event::Incoming>().front().link.id;
    CHECK(machine.heard(link).size() == 1);
    CHECK(machine.closed(link) == "protocol");
    ::close(fd);
  }
  SECTION("an empty message is the end") {
    const int fd = stranger(1);
    say(fd, write_greeting(asked(Greeting::Kind::kDial)));
    REQUIRE(read_greeting(answer(machine, fd)));
    REQUIRE(::send(fd, "", 0, MSG_NOSIGNAL) == 0);
    REQUIRE(run({&machine}, [&] { return machine.has<event::Closed>(); }));
    CHECK(machine.all<event::Closed>().front().failure == "far-closed");
    CHECK_FALSE(machine.has<event::Received>());
    ::close(fd);
  }
  SECTION("a name that is no text") {
    const int fd = stranger(1);
    Greeting greeting = asked(Greeting::Kind::kDial);
    greeting.name = "a\xFF\n\x1B[2Jb";
    say(fd, write_greeting(greeting));
    REQUIRE(run({&machine}, [&] { return machine.has<event::Incoming>(); }));
    CHECK(machine.all<event::Incoming>().front().link.peer.name == "a\uFFFD[2Jb");
    ::close(fd);
  }
}

TEST_CASE("without a descriptor left callers wait, and the loop is not kept busy") {
  const Around around;
  local();
  CHECK(in_child([] {
          Machine machine(1), other(2);
          machine.endpoint.listen(true);
          if (!run({&machine}, [&] { return machine.has<event::State>(); })) return 1;
          const rlimit few{100, 100};
          if (::setrlimit(RLIMIT_NOFILE, &few) != 0) return 5;
          const int waiting = stranger(1);
          std::vector<int> taken;
          for (int fd = ::dup(waiting); fd >= 0; fd = ::dup(waiting))
            taken.push_back(fd);
          const unsigned before = machine.pumps;
          run(
              {&machine}, [] { return false; }, 2500);
          if (machine.pumps - before > 12) return 2;
          for (const int fd : taken)
            ::close(fd);
          const auto link = other.endpoint.dial(Machine::address(1)).second;
          if (!run({&machine, &other}, [&] { return other.has<event::Opened>(); })) return 3;
          return other.closed(link) ? 4 : 0;
        }) == 0);
}

TEST_CASE("another user's process is refused, unless the settings let it in") {
  if (::geteuid() != 0) return;  // only root can become somebody else
  const Around around;
  const bool let_in = GENERATE(false, true);
  settings()["local-other-users"] = let_in ? "true" : "false";
  Machine machine(1);
  machine.endpoint.listen(true);
  REQUIRE(run({&machine}, [&] { return machine.has<event::State>(); }));
  // The folder keeps others out already; what is refused here has found a way around it.
  std::filesystem::permissions(around.folder.path(), std::filesystem::perms(0755));
  std::filesystem::permissions(settings()["local-folder"], std::filesystem::perms(0755));
  std::filesystem::permissions(settings()["local-folder"] + "/" + Machine::address(1) + ".peer",
                               std::filesystem::perms(0666));
  const std::string packet = write_greeting(asked(Greeting::Kind::kDial));
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setresuid(65534, 65534, 65534) != 0) ::_exit(9);
    const int fd = stranger(1);
    if (fd < 0) ::_exit(8);
    if (::send(fd, packet.data(), packet.size(), MSG_NOSIGNAL) < 0) ::_exit(1);
    std::string heard(300, '\0');
    for (int i = 0; i < 400; ++i) {
      const ssize_t got = ::recv(fd, heard.data(), heard.size(), 0);
      if (got > 4) ::_exit(heard[4] == 'O' ? 0 : 1);
      if (got == 0) ::_exit(1);
      ::usleep(10'000);
    }
    ::_exit(7);
  }
  int status = 0;
  REQUIRE(run({&machine}, [&] { return ::waitpid(child, &status, WNOHANG) == child; }));
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == (let_in ? 0 : 1));
  CHECK(machine.has<event::Incoming>() == let_in);
}
