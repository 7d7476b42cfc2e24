// Menu: where everything stands at a table, as a pure function of the screen's size, so that every shape of
// screen can be tested as numbers.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <vector>

namespace qitai::menu {

struct TableShape {
  int width = 1920, height = 1080;  // of the screen, pixels
  // Size of the whole plate (frame and coordinates included) when the pitch is 1.
  float plate_width = 9.848F, plate_height = 10.957F;
  int actions = 6;       // 1 to 6
  bool timed = true;     // clocks need tall cards
  int least_rail = 144;  // pixels: of the rails of a small screen
  // The screen lies flat between two: the plate stands in its middle, and all other places are those of the
  // near player. The far one's are the same, turned by half a turn of the screen.
  bool flat = false;
};

struct TableLayout {
  enum class Kind : std::uint8_t {
    kLandscape,  // rails beside the plate
    kCompact,    // the same, small: cards of two lines, three plies, actions in one column
    kPortrait,   // cards above and below
  };
  Kind kind = Kind::kLandscape;
  float pitch = 92;  // pixels
  SDL_Rect plate{};
  bool above = false;  // cards stand above and below the plate, not beside it
  bool flat = false;   // far_card is empty
  SDL_Rect far_card{}, near_card{};
  SDL_Rect strip{};          // whose turn, offers, warnings
  SDL_Rect record{};         // empty on square screens
  bool record_line = false;  // the record is one line of the last plies, not a sheet
  bool record_bare = false;  // a sheet of four rounds, without a heading
  std::vector<SDL_Rect> actions;
  SDL_Rect room{};  // where dialogs lie; flat: the plate's half before the near player, where that is enough
};

// The place that lies opposite, by half a turn of the screen.
[[nodiscard]] SDL_Rect opposite(const TableShape& shape, const SDL_Rect& rect);

// Nothing overlaps, nothing lies outside, no action is smaller than max(64u, 44 px) in either direction (of
// any screen of at least 480 pixels a side).
[[nodiscard]] TableLayout table_layout(const TableShape& shape);

}  // namespace qitai::menu
