// The ground of a board of posts: railways, posts, camps, headquarters, mountains, the front. Pieces of the
// board's picture, each drawn once per bake.
#pragma once

#include "view/board_geometry.hpp"
#include "view/paint.hpp"
#include "view/theme.hpp"

namespace qitai::view {

// What all of them share: where they are drawn, one u of the design in pixels, the theme.
struct Ground {
  Canvas& canvas;
  float u;
  const BoardTheme& theme;

  [[nodiscard]] Colour line() const { return colour(theme.line); }
  // The field with `part` of the line's colour in it.
  [[nodiscard]] Colour tint(float part) const { return mix(colour(theme.field), line(), part); }
};

// A band of 10u with sleepers, from a to b (canvas pixels). The sleepers of one line go on from piece to
// piece, however it was cut.
void lay_rail(const Ground& ground, SDL_FPoint a, SDL_FPoint b);
// The place of a point of this kind (QITAI_POINT_…), its piece being `body`; others are left alone.
void lay_post(const Ground& ground, std::uint32_t kind, SDL_FPoint at, const BoardGeometry::Body& body);
// Two peaks in ink wash in a field `size` high, standing upright on whoever looks.
void lay_mountain(const Ground& ground, SDL_FPoint at, float size);
// The strip between the two sides.
void lay_front(const Ground& ground, const SDL_Rect& strip);

}  // namespace qitai::view
