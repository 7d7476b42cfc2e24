// One piece as a picture: a turned disc with its character cut into it, or a flat plate where a game has
// posts; and the seal of a side.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "view/board_geometry.hpp"
#include "view/paint.hpp"
#include "view/piece_ornament.hpp"
#include "view/theme.hpp"

namespace qitai::view {

// How a piece lies: at rest, lifted from the board (larger, deeper shadow), or just set down (one frame).
enum class Pose : std::uint8_t { kRest, kLifted, kPressed };

// What is drawn. `glyph` empty: a blank face, or the back of a piece that is face down.
struct PieceLook {
  BoardTheme::Side side;
  std::string glyph;
  const std::string* figure = nullptr;  // an SVG: drawn alone, without disc or character,
  bool on_disc = false;                 // or cut into the disc with the character small below it
  bool back = false;
  Emblem emblem = Emblem::kNone;  // of the back
  bool pennant = false;           // was hidden and is public now
  bool rank_room = false;         // plates with bars: all characters of one size
  int rank_steps = 0;             // bar at the left edge of a plate; 0: none
  bool turned = false;            // what is written or drawn on it is upside down; light falls as always
  bool turned_wood = true;        // body and grain; else flat fills with a rim
  float shadow = 1;               // strength; 0 on a black field
  BoardGeometry::Body body;       // half sizes at rest, pixels
  bool plate = false;             // a flat plate, else a disc
  float pitch = 92;               // pixels
};

// The piece without its character in the middle of a square picture of odd size, shadow included. All pieces
// of a side share it.
[[nodiscard]] Canvas bake_body(const PieceLook& look, Pose pose);
// The whole piece: `body` is bake_body of the same look and pose.
[[nodiscard]] SurfacePtr bake_piece(Type& type, const PieceLook& look, Pose pose, Canvas body);
// A piece that is a picture without a disc, its shadow included, in a square of odd size. Null if it cannot
// be drawn.
[[nodiscard]] SurfacePtr bake_figure(const PieceLook& look, Pose pose);

// The piece alone filling a picture `diameter` wide (a plate: in the middle of a square), without shadow.
[[nodiscard]] SurfacePtr bake_mini(Type& type, const PieceLook& look, int diameter);

// A square seal: one character (or two letters) in `paper` on `fill`, with a hairline inside.
[[nodiscard]] SurfacePtr bake_seal(Type& type, std::string_view text, Colour fill, Colour paper, int size);

}  // namespace qitai::view
