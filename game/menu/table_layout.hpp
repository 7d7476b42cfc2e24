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
  SDL_Rect far_card{}, near_card{};
  SDL_Rect strip{};          // whose turn, offers, warnings
  SDL_Rect record{};         // empty on square screens
  bool record_line = false;  // the record is one line of the last plies, not a sheet
  std::vector<SDL_Rect> actions;
};

// Nothing overlaps, nothing lies outside, no action is smaller than max(64u, 44 px) in either direction (of
// any screen of at least 480 pixels a side).
[[nodiscard]] TableLayout table_layout(const TableShape& shape);

}  // namespace qitai::menu
