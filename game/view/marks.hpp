// The marks of the board as pictures, baked once per size and theme. Each differs from every other by shape,
// not by colour alone: ring, dot, ticks, dashes, brackets, double ring, cross, lock, chevron, hatching.
#pragma once

#include <SDL.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "view/board_geometry.hpp"
#include "view/paint.hpp"
#include "view/theme.hpp"

namespace qitai::view {

enum class MarkKind : std::uint8_t {
  kLifted,       // ring around the piece in hand
  kTarget,       // dot: an empty point where it may go
  kCapture,      // four ticks outside a piece that it may take
  kLastFrom,     // dashed ring
  kLastTo,       // brackets at two corners
  kCheck,        // double ring
  kSeal,         // the small seal beside a piece in check
  kCursor,       // four corner brackets
  kCross,        // what blocks a refused move
  kGuard,        // no flight here: small saltire in a ring
  kStuck,        // a piece that cannot move: lock
  kPremove,      // hatched disc: where a move in advance will go
  kPremoveFrom,  // open ring: what will go there
  kPlace,        // lit: the piece in hand may stand here
  kBarred,       // hatched: it may not
  kPulse0,       // the check ring widening, in kPulseSteps pictures
};
inline constexpr int kPulseSteps = 6;
inline constexpr std::size_t kMarkKinds = static_cast<std::size_t>(MarkKind::kPulse0) + kPulseSteps;

class Marks {
 public:
  // `seal`: one character for check (将). Every mark is centred in a picture of odd size, but the seal, whose
  // picture is only its square.
  void bake(SDL_Renderer* renderer, Type& type, const BoardGeometry& geometry, const BoardTheme& theme,
            std::string_view seal);
  // Middle of the mark at (x, y).
  void draw(SDL_Renderer* renderer, MarkKind kind, SDL_FPoint at) const;
  void draw_pulse(SDL_Renderer* renderer, int step, SDL_FPoint at) const;
  // Where the seal's middle stands relative to the piece's.
  [[nodiscard]] SDL_FPoint seal_offset() const { return seal_offset_; }

  // A line of attack between two pieces' edges, left out where other pieces stand, dashed or whole; placed at
  // *where, inside the plate.
  [[nodiscard]] static TexturePtr attack_line(SDL_Renderer* renderer, const BoardGeometry& geometry,
                                              const BoardTheme& theme, SDL_FPoint from, SDL_FPoint to,
                                              const std::vector<SDL_FPoint>& others, bool dashed,
                                              SDL_Rect* where);
  // Five chevrons from one point to another (a hint); placed at *where.
  [[nodiscard]] static TexturePtr chevrons(SDL_Renderer* renderer, const BoardGeometry& geometry,
                                           const BoardTheme& theme, SDL_FPoint from, SDL_FPoint to,
                                           SDL_Rect* where);

 private:
  struct Picture {
    TexturePtr texture;
    int width = 0, height = 0;
  };
  void put(SDL_Renderer* renderer, std::size_t index, const Canvas& canvas);

  std::array<Picture, kMarkKinds> pictures_;
  SDL_FPoint seal_offset_{};
};

}  // namespace qitai::view
