// One of two real windows that meet over the transport "local": a process of its own with its own display and
// folder, used by its keys alone. From the title to the lobby, challenges or accepts, plays the moves of its
// own seat out of a list, and says on standard output how the match ended: "ended RESULT REASON HASH".
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "base/paths.hpp"
#include "menu/setup_screen.hpp"
#include "player.hpp"

using namespace qitai;
using namespace qitai::testing;

namespace {

std::string told(const char* name) {
  return environment(name).value_or(std::string());
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

class Duelist {
 public:
  Duelist() : player_(folder(), folder() / "config.toml") {}

  void play() {
    to_lobby();
    if (told("QITAI_TEST_ROLE") == "challenges") {
      challenge();
    } else {
      REQUIRE(player_.until([&] { return item("lobby.accept") != nullptr; }, std::chrono::seconds(60)));
      picture("asked");
      // A press that was meant for something else, just as the card came, accepts nothing.
      const auto seen = std::chrono::steady_clock::now();
      REQUIRE(player_.until(
          [&] { return std::chrono::steady_clock::now() - seen > std::chrono::milliseconds(800); }));
      REQUIRE(player_.press("lobby.accept"));
    }
    REQUIRE(player_.until([&] { return player_.screen() == "table" || player_.screen() == "setup"; },
                          std::chrono::seconds(30)));
    if (player_.screen() == "setup") set_up();
    REQUIRE(player_.until([&] { return player_.screen() == "table"; }, std::chrono::seconds(60)));
    picture("begun");
    moves();
    tell_end();
  }

 private:
  static std::filesystem::path folder() { return told("QITAI_TEST_DATA"); }

  [[nodiscard]] const menu::FocusItem* item(std::string_view id) {
    return player_.app().ui().focus().item(id);
  }

  void picture(const std::string& name) {
    player_.settle();
    const std::string where = told("QITAI_TEST_SHOTS");
    if (where.empty()) return;
    const std::string file =
        fmt::format("{}_{}_{}.png", told("QITAI_TEST_GAME"), told("QITAI_TEST_ROLE"), name);
    CHECK(player_.app().screenshot(std::filesystem::path(where) / file).ok());
  }

  void to_lobby() {
    REQUIRE(player_.screen() == "title");
    // The first game of the title is the one that is played; see config.toml.
    REQUIRE(player_.press("title.far"));
    REQUIRE(player_.until([&] { return player_.screen() == "lobby"; }));
    // Where a machine has other ways to far players, config.toml has chosen this one.
    const menu::House& house = player_.app().house();
    REQUIRE(house.company != nullptr);
    REQUIRE(house.company->transport().id == "local");
  }

  void challenge() {
    const auto peer = [&]() -> std::string {
      for (const menu::FocusItem& each : player_.app().ui().focus().items()) {
        if (each.id.starts_with("lobby.peer.")) return each.id;
      }
      return {};
    };
    REQUIRE(player_.until([&] { return !peer().empty(); }, std::chrono::seconds(60)));
    picture("lobby");
    REQUIRE(player_.press(peer()));
    REQUIRE(player_.until(
        [&] { return item("lobby.challenge") != nullptr && item("lobby.challenge")->enabled; }));
    REQUIRE(player_.press("lobby.challenge"));
  }

  // The layout that was kept before.
  void set_up() {
    picture("setup");
    player_.keys({"Escape"});
    REQUIRE(player_.press("setup.mine"));
    REQUIRE(player_.press("slot.0"));
    REQUIRE(player_.press("setup.ready"));
  }

  void moves() {
    const std::vector<std::string> list = words_of(told("QITAI_TEST_MOVES"));
    menu::Session& session = player_.table().session();
    const host::Seat own = *session.own();
    for (std::size_t ply = 0; ply < list.size(); ++ply) {
      INFO("ply " << ply << " " << list[ply]);
      if (static_cast<host::Seat>(ply % 2) != own) {
        REQUIRE(player_.until([&] { return player_.screen() == "result" || player_.plies() > ply; },
                              std::chrono::seconds(60)));
      } else {
        REQUIRE(player_.until([&] { return player_.screen() == "result" || session.ready(); },
                              std::chrono::seconds(30)));
        if (player_.screen() == "result") return;
        player_.settle();
        if (list[ply] == "resign") {
          player_.keys({"Escape"});
          REQUIRE(player_.walk_to("act.resign"));
          player_.hold("Return", 1400);
        } else {
          REQUIRE(player_.play_by_keys(list[ply]));
        }
      }
      if (ply == 1 && player_.screen() == "table") picture("playing");
      if (player_.screen() == "result") return;
    }
  }

  void tell_end() {
    REQUIRE(player_.until([&] { return player_.screen() == "result"; }, std::chrono::seconds(30)));
    const auto screen = [&]() -> menu::ResultScreen& {
      return dynamic_cast<menu::ResultScreen&>(player_.app().screen());
    };
    REQUIRE(player_.until([&] { return !screen().session().settling(); }, std::chrono::seconds(30)));
    picture("result");
    const match::Event& end = *screen().session().end();
    const std::string result =
        end.result.empty() ? "none" : fmt::format("{},{}", end.result[0], end.result[1]);
    std::string hash;
    for (const std::uint8_t byte : screen().session().table().referee().public_hash())
      hash += fmt::format("{:02x}", byte);
    std::cout << "ended " << result << " " << end.text << " " << hash << std::endl;
    // Stays until the other side has seen its own end, too.
    (void)player_.until([] { return false; }, std::chrono::seconds(3));
    REQUIRE(player_.press("result.back"));
    CHECK(player_.until([&] { return player_.screen() == "lobby" || player_.screen() == "title"; }));
  }

  Player player_;
};

}  // namespace

TEST_CASE("One of two windows of a duel", "[.duelist]") {
  Duelist duelist;
  duelist.play();
}
