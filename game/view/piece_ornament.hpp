// What is laid on a piece besides its character: the pattern of a back, a bar that tells a rank, the pennant
// of a piece that was made public.
#pragma once

#include <cstdint>

#include "view/paint.hpp"

namespace qitai::view {

// The face of a piece on a canvas, pixels: middle, half sizes, radius of its corners; u: one u of the design.
struct FaceBox {
  float cx = 0, cy = 0, hx = 0, hy = 0, corner = 0, u = 1;

  // Signed distance to the edge of the face drawn in by `inset`.
  [[nodiscard]] float distance(float x, float y, float inset = 0) const {
    return rounded_box(x, y, cx, cy, hx - inset, hy - inset, std::max(corner - inset, 0.5F));
  }
};

// Each side's back has a pattern and an emblem of its own, so that no hue is needed to tell them apart.
enum class Emblem : std::uint8_t {
  kStar,     // lattice and a star: the lighter side
  kLozenge,  // scales and a lozenge: the darker one
  kNone,     // lines alone: nobody knows whose it is
};

// The pattern of a back in `ink` on `ground` (which is there already). It depends on nothing but these.
void lay_back(Canvas& canvas, const FaceBox& face, Emblem emblem, Colour ground, Colour ink);

// Six steps along the left edge, `steps` (1…6) of them filled from below. Returns the room it takes from the
// face's left edge.
float lay_rank_bar(Canvas& canvas, const FaceBox& face, int steps, Colour ink);

// A pole with a small pennant at the upper right corner, standing out above the edge.
void lay_pennant(Canvas& canvas, const FaceBox& face, Colour cloth, Colour edge);

}  // namespace qitai::view
