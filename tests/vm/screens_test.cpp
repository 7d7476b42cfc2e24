// The real screens: a window on a display of its own, used by key events alone, finds a machine over the air
// and is paired with it.
#include <catch2/catch.hpp>
#include <fstream>
#include <iostream>

#include "../e2e/player.hpp"
#include "base/paths.hpp"
#include "room.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;

// The window, in a process of its own.
TEST_CASE("screens: one window", "[.window]") {
  const std::filesystem::path data = environment("QITAI_TEST_DATA").value_or(std::string());
  Player player(data, data / "config.toml");
  const auto item = [&](std::string_view id) { return player.app().ui().focus().item(id); };
  const auto usable = [&](std::string_view id) { return item(id) != nullptr && item(id)->enabled; };
  const auto peer = [&]() -> std::string {
    for (const menu::FocusItem& each : player.app().ui().focus().items()) {
      if (each.id.starts_with("lobby.peer.")) return each.id;
    }
    return {};
  };
  REQUIRE(player.press("title.far"));
  REQUIRE(player.until([&] { return player.screen() == "lobby"; }));
  REQUIRE(player.app().house().company->transport().id == "bluetooth");
  REQUIRE(player.until([&] { return !peer().empty(); }, 60s));
  // Who is found is asked for the game before he can be challenged.
  REQUIRE(player.until([&] { return player.press(peer()) && usable("lobby.challenge"); }, 60s));
  REQUIRE(player.press("lobby.challenge"));
  REQUIRE(player.until([&] { return usable("pairing.yes"); }, 60s));
  std::cout << "asked" << std::endl;
  REQUIRE(player.press("pairing.yes"));
  REQUIRE(player.until([&] { return player.screen() == "table"; }, 60s));
  const menu::Session& session = player.table().session();
  REQUIRE(player.until([&] { return session.ready(); }, 60s));
  const bool begins = *session.own() == 0;
  const std::string move = begins ? "h2e2" : "h7e7";
  (void)player.play_by_keys(move);  // the other side may have answered before it is looked at
  REQUIRE(player.until([&] { return player.plies() >= (begins ? 2U : 3U); }, 60s));
  CHECK(session.reader().plies()[begins ? 0 : 1].coordinates == move);
  std::cout << "played" << std::endl;
}

TEST_CASE(
    "screens: from the title over the lobby and the comparison of numbers to the first moves, by keys") {
  Room& in = room();
  const Desktop far(in[1].bus, Answer::kYes);
  Process host({QITAI_BUILD_DIR "/bin/qitai", "duel", "--link", "bluetooth", "--data",
                (in[1].folder / "home").string(), "--listen", "--bot", "0", "--name", "Ann"},
               in[1].environment());
  REQUIRE(host.wait_for("listening", 40s));
  Environment around = in[0].environment();
  const std::filesystem::path data = in[0].folder / "home";
  std::ofstream(data / "config.toml")
      << "[player]\ntransport = \"bluetooth\"\nname = \"Bo\"\n[display]\nreduced_motion = true\n"
      << "[plugins]\norder = [\"xiangqi\"]\n[plugin.bluetooth]\nagent = true\n";
  around.emplace_back("QITAI_TEST_DATA", data);
  around.emplace_back("SDL_AUDIODRIVER", "dummy");
  Process window({QITAI_BUILD_DIR "/tests/test_vm", "[.window]"}, around);
  const int ended = window.finish(240s);
  host.wait_for("\"ply\":2", 5s);
  INFO(window.out << window.err << host.out << host.err);
  CHECK(ended == 0);
  CHECK(window.out.find("asked") != std::string::npos);
  CHECK(far.asked >= 1);
  CHECK(host.out.find("\"name\":\"Bo\"") != std::string::npos);
  CHECK(host.out.find("\"event\":\"move\"") != std::string::npos);
  CHECK(in[0].knows(in[1]));
}
