// Whole games in a real window, by real key, mouse and pad events.
#include <catch2/catch.hpp>

#include "../scratch.hpp"
#include "player.hpp"

using namespace qitai;
using namespace qitai::testing;

namespace {

// The last move was played: Red has won by checkmate, the result is shown and kept.
void check_mated(Player& player) {
  REQUIRE(player.until([&] { return player.screen() == "result"; }));
  auto& result = dynamic_cast<menu::ResultScreen&>(player.app().screen());
  const match::Reader& reader = result.session().reader();
  REQUIRE(reader.ended() != nullptr);
  CHECK(reader.ended()->text == "checkmate");
  CHECK(reader.ended()->result == std::vector<int>{QITAI_RESULT_WIN, QITAI_RESULT_LOSS});
  REQUIRE(reader.plies().size() == mating_game().size());
  for (std::size_t i = 0; i < mating_game().size(); ++i)
    CHECK(reader.plies()[i].coordinates == mating_game()[i]);
  player.app().house().journal->flush();
  const auto finished = player.app().house().journal->finished(10);
  REQUIRE(finished);
  CHECK(finished->size() == 1);
}

// A pad that is plugged into the running program.
class Pad {
 public:
  explicit Pad(Player& player)
      : player_(player),
        id_(SDL_JoystickGetDeviceInstanceID(
            SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 21, 0))) {
    REQUIRE(player_.until([&] { return player_.app().window().pads() == 1; }));
  }
  void press(int button) const {
    for (const Uint8 down : {Uint8{1}, Uint8{0}}) {
      REQUIRE(SDL_JoystickSetVirtualButton(SDL_JoystickFromInstanceID(id_), button, down) == 0);
      player_.settle();
    }
  }
  void walk(const std::vector<std::string>& way) const {
    for (const std::string& direction : way) {
      press(direction == "Up"     ? SDL_CONTROLLER_BUTTON_DPAD_UP
            : direction == "Down" ? SDL_CONTROLLER_BUTTON_DPAD_DOWN
            : direction == "Left" ? SDL_CONTROLLER_BUTTON_DPAD_LEFT
                                  : SDL_CONTROLLER_BUTTON_DPAD_RIGHT);
    }
  }
  bool play(const std::string& move) const {
    const std::size_t before = player_.plies();
    walk(player_.way(move.substr(0, 2)));
    press(SDL_CONTROLLER_BUTTON_A);
    walk(player_.way(move.substr(2, 2)));
    press(SDL_CONTROLLER_BUTTON_A);
    return player_.until([&] { return player_.plies() == before + 1; });
  }
  void unplug() const {
    for (int i = 0; i < SDL_NumJoysticks(); ++i) {
      if (SDL_JoystickGetDeviceInstanceID(i) == id_) SDL_JoystickDetachVirtual(i);
    }
    REQUIRE(player_.until([&] { return player_.app().window().pads() == 0; }));
  }

 private:
  Player& player_;
  SDL_JoystickID id_;
};

}  // namespace

TEST_CASE("A whole game to checkmate by the keys of a keyboard") {
  const Scratch folder;
  Player player(folder.path());
  player.to_table();
  for (const std::string& move : mating_game()) {
    INFO(move);
    REQUIRE(player.play_by_keys(move));
  }
  check_mated(player);
}

TEST_CASE("A whole game to checkmate by the mouse: clicks and drags in turn") {
  const Scratch folder;
  Player player(folder.path());
  player.to_table();
  bool drag = false;
  for (const std::string& move : mating_game()) {
    INFO(move << (drag ? " dragged" : " clicked"));
    REQUIRE((drag ? player.play_by_drag(move) : player.play_by_clicks(move)));
    drag = !drag;
  }
  check_mated(player);
}

TEST_CASE("A pad is plugged in during the game, plays, and is pulled out with a piece in hand") {
  const Scratch folder;
  Player player(folder.path());
  player.to_table();
  REQUIRE(player.play_by_keys("h2e2"));
  const Pad pad(player);
  REQUIRE(pad.play("h9g7"));
  REQUIRE(pad.play("h0g2"));
  pad.walk(player.way("i9"));
  pad.press(SDL_CONTROLLER_BUTTON_A);
  CHECK(player.table().hand().lifted());
  pad.unplug();
  // The keyboard goes on where the pad stopped: the piece is put down on h9.
  player.keys({"Left", "Return"});
  REQUIRE(player.until([&] { return player.plies() == 4; }));
  CHECK(player.table().session().reader().plies().back().coordinates == "i9h9");
}

TEST_CASE("An illegal try is refused on the board and the game goes on") {
  const Scratch folder;
  Player player(folder.path());
  player.to_table();
  // The horse's leg is barred by the elephant.
  std::vector<std::string> names = player.way("b0");
  names.emplace_back("Return");
  player.keys(names);
  names = player.way("d1");
  names.emplace_back("Return");
  player.keys(names);
  CHECK(player.plies() == 0);
  CHECK(player.table().hand().refusal().id == "horse-leg");
  CHECK(player.play_by_keys("b0c2"));
}
