// The supervisor with a game that is none: how each kind of death is seen and what follows.
#include <sys/socket.h>
#include <sys/un.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <thread>

#include "../scratch.hpp"
#include "kiosk/quarantine.hpp"
#include "menu/app.hpp"
#include "supervised.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;

namespace {

Environment doing(const Scratch& folder, const std::string& does) {
  return {{"QITAI_TEST_DATA", folder.path().string()}, {"QITAI_TEST_DOES", does}, {"NOTIFY_SOCKET", ""}};
}

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace

TEST_CASE("A game that comes to its end ends the supervisor with its status") {
  const Scratch folder;
  Process cabinet(kSimple, doing(folder, "leave"));
  CHECK(cabinet.finish(20s) == 7);
  CHECK(count(cabinet.out, "start") == 1);
}

TEST_CASE("SIGTERM, SIGINT and SIGHUP end the game in order, then the supervisor") {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    const Scratch folder;
    Process cabinet(kSimple, doing(folder, ""));
    REQUIRE(cabinet.wait_for("start\n", 20s));
    cabinet.send(signal);
    CHECK(cabinet.finish(20s) == 0);
  }
}

TEST_CASE("A game that died is started again within two seconds, and told to go on") {
  const Scratch folder;
  Process cabinet(kSimple, doing(folder, ""));
  REQUIRE(cabinet.wait_for("start\n", 20s));
  const pid_t first = game_of(cabinet);
  const auto begin = std::chrono::steady_clock::now();
  ::kill(first, SIGKILL);
  REQUIRE(cabinet.wait_for("start go-on\n", 20s));
  // Two seconds are the bar; a machine that does other things at the same time has some more.
  CHECK(std::chrono::steady_clock::now() - begin < 5s);
  CHECK(content(folder / "qitai.log").find("the game died by signal 9\n") != std::string::npos);
}

TEST_CASE("A game that died while nobody was there begins where a cabinet begins") {
  const Scratch folder;
  Process cabinet(kSimple, doing(folder, "alone"));
  REQUIRE(cabinet.wait_for("start\n", 20s));
  ::kill(game_of(cabinet), SIGKILL);
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (count(cabinet.out, "start") < 2 && std::chrono::steady_clock::now() < end)
    (void)cabinet.wait_for("no such words", 20ms);
  CHECK(count(cabinet.out, "start\n") == 2);
  CHECK(count(cabinet.out, "go-on") == 0);
}

TEST_CASE("A game that died before it was up leads nobody to a match of before") {
  const Scratch folder;
  Process cabinet(kSimple, doing(folder, "early"));
  REQUIRE(cabinet.wait_for("start", 20s));
  CHECK(count(cabinet.out, "go-on") == 0);
  CHECK(content(folder / "qitai.log").find("the game died with status 1") != std::string::npos);
}

TEST_CASE("Deaths that a start has counted are told to no other, although it died before it was up") {
  const Scratch folder;
  Process cabinet(kSimple, doing(folder, "counts"));
  REQUIRE(cabinet.wait_for("start\n", 60s));
  CHECK(count(cabinet.out, "told 0\n") == 1);
  CHECK(count(cabinet.out, "told 1\n") == 2);
}

TEST_CASE(
    "A game that asks for it is started again at once, without what was let back, until its operator "
    "leaves") {
  const Scratch folder;
  REQUIRE(kiosk::write_quarantine(folder / "plugins-set-aside", {"one", "two"}).ok());
  Process cabinet(kSimple, doing(folder, "again"));
  CHECK(cabinet.finish(30s) == menu::kLeft);
  CHECK(count(cabinet.out, "start\n") == 3);
  CHECK(count(cabinet.out, "aside one\n") == 2);
  CHECK(count(cabinet.out, "aside two\n") == 1);
  CHECK(content(folder / "qitai.log").find("died") == std::string::npos);
}

TEST_CASE("Three deaths within a minute: built-in settings, and nobody is led back to the match") {
  const std::string does = GENERATE("segv", "exit");
  const Scratch folder;
  Process cabinet(kSimple, doing(folder, does));
  REQUIRE(cabinet.wait_for("start safe\n", 30s));
  CHECK(count(cabinet.out, "start go-on\n") == 2);
  CHECK(content(folder / "qitai.log").find("built-in settings") != std::string::npos);
}

TEST_CASE("A game that does not answer is killed, even one that is deaf to it, and started again") {
  const std::string does = GENERATE("hang", "deaf");
  const Scratch folder;
  Process cabinet(kSimple, doing(folder, does));
  REQUIRE(cabinet.wait_for("start go-on\n", 30s));
  CHECK(cabinet.err.find("has not answered for 1 s") != std::string::npos);
  CHECK(cabinet.err.find(does == "deaf" ? "by signal 9, as it hung" : "by signal 6, as it hung") !=
        std::string::npos);
}

TEST_CASE("The game dies with its supervisor, and the next one waits until it has") {
  const Scratch folder;
  Process cabinet(kSimple, doing(folder, ""));
  REQUIRE(cabinet.wait_for("start\n", 20s));
  const pid_t game = game_of(cabinet);
  // A game that cannot die yet.
  ::kill(game, SIGSTOP);
  cabinet.send(SIGKILL);
  CHECK(cabinet.finish(20s) == -SIGKILL);
  Process next(kSimple, doing(folder, ""));
  REQUIRE(next.wait_for("start\n", 20s));
  // Gone, or dead and not yet collected by whoever adopted it.
  const std::string state = content("/proc/" + std::to_string(game) + "/stat");
  CHECK((state.empty() || state.find(") Z ") != std::string::npos));
}

TEST_CASE("Two cabinets never share a state folder") {
  const Scratch folder;
  Process cabinet(kSimple, doing(folder, ""));
  REQUIRE(cabinet.wait_for("start\n", 20s));
  Process second(kSimple, doing(folder, ""));
  CHECK(second.finish(30s) == 2);
  CHECK(second.out.find("start") == std::string::npos);
  CHECK(second.err.find("another Qitai is using") != std::string::npos);
}

TEST_CASE("systemd is told that the game runs, that the supervisor lives, and that it ends") {
  const Scratch folder;
  const int listener = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = (folder / "notify").string();
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  const timeval limit{10, 0};
  ::setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  std::string heard;
  const auto hear = [&](const std::string& wanted) {
    while (heard.find(wanted) == std::string::npos) {
      std::array<char, 512> bytes{};
      const ssize_t size = ::recv(listener, bytes.data(), bytes.size(), 0);
      if (size <= 0) return false;
      heard += std::string(bytes.data(), static_cast<std::size_t>(size)) + "\n";
    }
    return true;
  };
  Environment with = doing(folder, "");
  with.back() = {"NOTIFY_SOCKET", path};
  with.emplace_back("WATCHDOG_USEC", "30000000");
  // Of the service's first process, which this one need not be.
  with.emplace_back("WATCHDOG_PID", "1");
  Process cabinet(kSimple, with);
  CHECK(hear("READY=1"));
  CHECK(hear("WATCHDOG=1"));
  REQUIRE(cabinet.wait_for("start\n", 20s));
  cabinet.send(SIGTERM);
  CHECK(hear("STOPPING=1"));
  CHECK(cabinet.finish(20s) == 0);
  ::close(listener);
}
