// Pictures of what is written and brushed over pieces: strokes of ink that hide a fight, its outcome as a
// seal, notes on slips, pieces that have fallen over. Baked when first wanted.
#pragma once

#include <string_view>

#include "view/board_geometry.hpp"
#include "view/paint.hpp"

namespace qitai::view {

// One broad stroke of a brush over a piece and what fights it, picture `frame` of kStrokeFrames: it runs in,
// covers everything in the fourth picture and breaks up into dry bristles. Odd sides.
[[nodiscard]] Canvas bake_stroke(const BoardGeometry::Body& body, Colour ink, int frame);

// A word on `fill` with a hairline inside and an edge of `paper` around, `height` high and as wide as it
// needs, but no less than `least`.
[[nodiscard]] SurfacePtr bake_word_seal(Type& type, std::string_view word, Colour fill, Colour paper,
                                        int height, int least);

// A slip with one or two characters (or a few letters): what somebody thinks, in jade on paper; what is
// sure, in gold on lacquer. u: one u of the board in pixels.
[[nodiscard]] SurfacePtr bake_note(Type& type, std::string_view words, bool sure, float u);

// A piece's picture lying askew by so many degrees, in the shade. Of the same size.
[[nodiscard]] SurfacePtr fallen(const SDL_Surface& picture, int degrees);

}  // namespace qitai::view
