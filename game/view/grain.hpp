// Grown wood and laid paper, made by rule: the same picture on every machine, from a seed.
#pragma once

#include "view/paint.hpp"

namespace qitai::view {

// Fills `rect` with wood whose fibres run along y (or x): years of uneven width that wander a little, fine
// fibres, a few pores. Colours between `light` and `dark`; `u` scales the pattern.
struct Wood {
  Colour light, dark;
  bool along_x = false;
  std::uint32_t seed = 1;
  float u = 1;
  float strength = 1;  // of years and fibres
};
void lay_wood(Canvas& canvas, const SDL_Rect& rect, const Wood& wood);

// Fills `rect` with paper: `light` with soft clouds and single fibres towards `dark`.
void lay_paper(Canvas& canvas, const SDL_Rect& rect, Colour light, Colour dark, float u, std::uint32_t seed);

// Smooth noise −1…1 of a plane, one bump a unit.
[[nodiscard]] float noise(float x, float y, std::uint32_t seed);

}  // namespace qitai::view
