// The folder in which endpoints meet: hostile until it has been looked at.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "forked.hpp"
#include "machine.hpp"
#include "network/local_place.hpp"

namespace {

namespace fs = std::filesystem;
using namespace qitai::host;
using namespace qitai::testing;

// Leaves a socket to which nobody listens, as a killed process does.
void leave_socket(const fs::path& path) {
  const int fd = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  REQUIRE(path.string().size() < sizeof where.sun_path);
  std::copy_n(path.c_str(), path.string().size(), where.sun_path);
  REQUIRE(::bind(fd, reinterpret_cast<const sockaddr*>(&where), sizeof where) == 0);
  ::close(fd);
}

// What a machine says that wants to listen here: "" for done.
std::string listening(Machine& machine) {
  machine.endpoint.listen(true);
  REQUIRE(run({&machine}, [&] { return machine.has<event::State>(); }));
  const event::State state = machine.all<event::State>().back();
  CHECK(state.on == state.failure.empty());
  return state.failure;
}

fs::path meeting() {
  return settings()["local-folder"];
}

}  // namespace

TEST_CASE("the folder is made for its user alone, and left empty") {
  const Around around;
  {
    Machine machine(1);
    CHECK(listening(machine).empty());
    struct stat there {};
    REQUIRE(::stat(meeting().c_str(), &there) == 0);
    CHECK((there.st_mode & 07777) == 0700);
    REQUIRE(::stat((meeting() / (Machine::address(1) + ".peer")).c_str(), &there) == 0);
    CHECK(S_ISSOCK(there.st_mode));
    CHECK((there.st_mode & 077) == 0);
  }
  CHECK(fs::is_empty(meeting()));
}

TEST_CASE("a folder that is open to others, a link, a file or nowhere is not used") {
  const Around around;
  const fs::path folder = meeting();
  const char* failure = "unusable";
  SECTION("open to others") {
    fs::create_directory(folder);
    fs::permissions(folder, fs::perms(0770));
  }
  SECTION("a link to a good one") {
    fs::create_directory(around.folder / "good");
    fs::permissions(around.folder / "good", fs::perms(0700));
    fs::create_symlink(around.folder / "good", folder);
  }
  SECTION("a file") {
    std::ofstream(folder) << "x";
  }
  SECTION("nowhere") {
    settings()["local-folder"] = folder / "missing" / "deep";
  }
  SECTION("another user's") {
    fs::create_directory(folder);
    fs::permissions(folder, fs::perms(0700));
    if (::chown(folder.c_str(), 65534, 65534) != 0) return;  // only root can give it away
  }
  Machine machine(1);
  CHECK(listening(machine) == failure);
  const FailureInfo* const why = local()->info().failure(failure);
  REQUIRE(why != nullptr);
  CHECK(why->local);
  // What is dialled from there tells the same, and who looks around too.
  const auto link = machine.endpoint.dial(Machine::address(2)).second;
  machine.endpoint.scan(true);
  REQUIRE(run({&machine},
              [&] { return machine.closed(link).has_value() && machine.all<event::State>().size() == 2; }));
  CHECK(machine.closed(link) == failure);
  CHECK(machine.all<event::State>().back().failure == failure);
  // Trying again does not keep the loop busy.
  const unsigned before = machine.pumps;
  run(
      {&machine}, [] { return false; }, 1500);
  CHECK(machine.pumps - before <= 4);
  // Put right, it is used without being asked again.
  if (meeting() != folder) return;
  fs::remove_all(folder);
  CHECK(run(
      {&machine}, [&] { return machine.all<event::State>().back().on; }, 3000));
}

TEST_CASE("sockets that killed processes left are cleared away, whatever else lies there is not touched") {
  const Around around;
  const fs::path folder = meeting();
  fs::create_directory(folder);
  fs::permissions(folder, fs::perms(0700));
  leave_socket(folder / (Machine::address(1) + ".peer"));
  leave_socket(folder / (Machine::address(2) + ".peer"));
  leave_socket(folder / "somebody-elses");
  std::ofstream(folder / (Machine::address(3) + ".peer")) << "a file";
  fs::create_directory(folder / (Machine::address(4) + ".peer"));
  Machine machine(1);
  CHECK(listening(machine).empty());  // takes the address of the first
  machine.endpoint.scan(true);
  REQUIRE(run({&machine}, [&] { return !fs::exists(folder / (Machine::address(2) + ".peer")); }));
  run(
      {&machine}, [] { return false; }, 1200);
  CHECK_FALSE(machine.has<event::Found>());
  CHECK(fs::exists(folder / (Machine::address(1) + ".peer")));
  CHECK(fs::exists(folder / "somebody-elses"));
  CHECK(fs::exists(folder / (Machine::address(3) + ".peer")));
  CHECK(fs::exists(folder / (Machine::address(4) + ".peer")));
  // Dialling one clears it away too.
  leave_socket(folder / (Machine::address(5) + ".peer"));
  machine.endpoint.scan(false);
  const auto link = machine.endpoint.dial(Machine::address(5)).second;
  REQUIRE(run({&machine}, [&] { return machine.closed(link).has_value(); }));
  CHECK(machine.closed(link) == "absent");
  CHECK_FALSE(fs::exists(folder / (Machine::address(5) + ".peer")));
}

TEST_CASE("an endpoint whose socket was removed, with its folder too, is soon to be found again") {
  const Around around;
  Machine machine(1), other(2);
  CHECK(listening(machine).empty());
  const fs::path socket = meeting() / (Machine::address(1) + ".peer");
  REQUIRE(fs::exists(socket));
  SECTION("the socket") {
    fs::remove(socket);
  }
  SECTION("the folder") {
    fs::remove_all(meeting());
  }
  REQUIRE(run({&machine}, [&] { return fs::exists(socket); }));
  REQUIRE(other.endpoint.dial(Machine::address(1)).first == Endpoint::Dialled::kDialling);
  REQUIRE(run({&machine, &other}, [&] { return other.has<event::Opened>(); }));
}

TEST_CASE("a long path is no obstacle") {
  const Around around;
  const fs::path deep = around.folder / std::string(200, 'x');
  fs::create_directory(deep);
  settings()["local-folder"] = deep / "meet";
  const Pair pair;
  CHECK(pair.here != 0);
}

TEST_CASE("the usual folder is in the user's runtime folder, and else in /tmp under his number") {
  CHECK(in_child([] {
          ::setenv("XDG_RUNTIME_DIR", "/", 1);
          if (qitai::network::usual_folder() != "//qitai") return 1;
          const std::string tmp = "/tmp/qitai-" + std::to_string(::geteuid());
          for (const char* useless : {"", "relative", "/dev/null", "/nowhere/at/all"}) {
            ::setenv("XDG_RUNTIME_DIR", useless, 1);
            if (qitai::network::usual_folder() != tmp) return 2;
          }
          ::unsetenv("XDG_RUNTIME_DIR");
          return qitai::network::usual_folder() == tmp ? 0 : 3;
        }) == 0);
}
