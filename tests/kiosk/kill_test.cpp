// kill -9 of a cabinet's processes, and plugins that die or hang in the middle of a match.
#include "kill.hpp"

#include <filesystem>

#include "store/journal.hpp"

using namespace qitai::testing;
using namespace std::chrono_literals;

TEST_CASE("kill -9 of game, supervisor or both at 20 random instants: the match goes on where it was") {
  kill_a_cabinet(20);
}

TEST_CASE("A plugin whose code dies or hangs at its first move twice is named and set aside") {
  const std::string how = GENERATE("crash", "abort", "exit", "recurse", "hang");
  const Scratch folder;
  const Environment with{{"QITAI_TEST_DATA", folder.path().string()},
                         {"QITAI_TEST_PLUGIN", QITAI_BUILD_DIR "/tests/plugins_kiosk/fragile.so"},
                         {"QITAI_FRAGILE", how},
                         {"LANG", "en_US.UTF-8"},
                         {"DISPLAY", ""},
                         {"WAYLAND_DISPLAY", ""},
                         {"NOTIFY_SOCKET", ""}};
  Process cabinet(kMatch, with);
  const bool told = cabinet.wait_for("notice The game has crashed in the plugin fragile", 60s);
  INFO(how << "\n" << cabinet.out << cabinet.err);
  REQUIRE(told);
  CHECK(count(cabinet.err, "in the plugin \"fragile\"") == 2);
  CHECK(count(cabinet.err, "the game runs as process") == 3);
  // The rest goes on.
  CHECK(cabinet.wait_for("ply 2\n", 60s));
  // And so it stays when the cabinet is started anew.
  cabinet.send(SIGTERM);
  CHECK(cabinet.finish(20s) == 0);
  {
    // Each death is counted once, as what it was.
    const auto journal = qitai::store::Journal::open(folder / "journal.db", {});
    REQUIRE(journal.ok());
    const auto ledger = (*journal)->ledger();
    REQUIRE(ledger.ok());
    CHECK(ledger->of(qitai::store::Tally::kFaults, "fragile").life == 2);
    CHECK(ledger->of(qitai::store::Tally::kFaults).life == 2);
  }
  Process next(kMatch, with);
  CHECK(next.wait_for("notice The game has crashed in the plugin fragile", 60s));
}

TEST_CASE("The program itself: --kiosk starts the game again, and SIGTERM ends both in order") {
  const Scratch folder;
  const Environment with{{"QITAI_STATE", folder.path().string()},
                         {"XDG_CONFIG_HOME", folder.path().string()},
                         {"SDL_VIDEODRIVER", "dummy"},
                         {"SDL_RENDER_DRIVER", "software"},
                         {"NOTIFY_SOCKET", ""}};
  Process cabinet({QITAI_BUILD_DIR "/bin/qitai", "--kiosk", "--windowed"}, with);
  REQUIRE(cabinet.wait_for("screen: attract", 60s));
  ::kill(game_of(cabinet), SIGSEGV);
  REQUIRE(cabinet.wait_for("the game died by signal 11\n", 20s));
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (count(cabinet.err, "screen: attract") < 2 && std::chrono::steady_clock::now() < end)
    (void)cabinet.wait_for("no such words", 20ms);
  CHECK(count(cabinet.err, "screen: attract") == 2);
  cabinet.send(SIGTERM);
  CHECK(cabinet.finish(20s) == 0);
  CHECK(std::filesystem::exists(folder / "qitai.log"));
}
