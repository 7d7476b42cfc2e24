// Painting for baking: a canvas of float colours, shapes by their signed distance (exact anti-aliasing at any
// size), glyph masks that can be thickened, shifted by fractions of a pixel and turned. Nothing here runs per
// frame.
#pragma once

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "view/type.hpp"

namespace qitai::view {

struct SdlFree {
  void operator()(SDL_Surface* surface) const { SDL_FreeSurface(surface); }
  void operator()(SDL_Texture* texture) const { SDL_DestroyTexture(texture); }
};
using SurfacePtr = std::unique_ptr<SDL_Surface, SdlFree>;
using TexturePtr = std::unique_ptr<SDL_Texture, SdlFree>;

// A colour, each part 0…1, alpha not multiplied in.
struct Colour {
  float r = 0, g = 0, b = 0, a = 1;
};

[[nodiscard]] inline Colour colour(SDL_Color c, float alpha = 1) {
  return {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255,
          alpha * static_cast<float>(c.a) / 255};
}
// `t` of the way from a to b.
[[nodiscard]] inline Colour mix(Colour a, Colour b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, a.a + (b.a - a.a) * t};
}
// Brighter (above 1) or darker (below 1) in all parts alike.
[[nodiscard]] inline Colour scaled(Colour c, float f) {
  return {c.r * f, c.g * f, c.b * f, c.a};
}
[[nodiscard]] inline Colour faded(Colour c, float alpha) {
  return {c.r, c.g, c.b, c.a * alpha};
}
// Perceived brightness 0…1.
[[nodiscard]] inline float brightness(Colour c) {
  return 0.299F * c.r + 0.587F * c.g + 0.114F * c.b;
}

// How much of a pixel lies inside a shape whose edge is `distance` pixels away (negative: inside).
[[nodiscard]] inline float coverage(float distance) {
  return std::clamp(0.5F - distance, 0.0F, 1.0F);
}
[[nodiscard]] inline float smooth(float t) {
  t = std::clamp(t, 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

// std::hypot guards against overflow, which pixels do not need; this is several times faster.
[[nodiscard]] inline float length(float x, float y) {
  return std::sqrt(x * x + y * y);
}

// Signed distances in pixels, negative inside.
[[nodiscard]] inline float circle(float x, float y, float cx, float cy, float radius) {
  return length(x - cx, y - cy) - radius;
}
// A box of half sizes hx × hy with rounded corners; corner == hx == hy is a circle.
[[nodiscard]] inline float rounded_box(float x, float y, float cx, float cy, float hx, float hy,
                                       float corner) {
  const float dx = std::abs(x - cx) - (hx - corner), dy = std::abs(y - cy) - (hy - corner);
  return length(std::max(dx, 0.0F), std::max(dy, 0.0F)) + std::min(std::max(dx, dy), 0.0F) - corner;
}
// A stroke from a to b with round ends.
[[nodiscard]] inline float stroke(float x, float y, SDL_FPoint a, SDL_FPoint b, float half) {
  const float dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  const float t = length2 > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / length2, 0.0F, 1.0F) : 0.0F;
  return length(x - a.x - t * dx, y - a.y - t * dy) - half;
}

// White glyphs: how much of each pixel is inked, 0…1.
struct Mask {
  int width = 0, height = 0;
  std::vector<float> ink;

  [[nodiscard]] float at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) {
      return 0;
    }
    return ink[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
  // Between pixels; (0.5, 0.5) is the middle of the first one.
  [[nodiscard]] float sample(float x, float y) const;
};

// Text as a mask cropped to its ink. Characters of several stand in cells of one em plus `spacing` pixels,
// each centred by its ink; Latin letters stand on one line, close together. What stands on boards is short:
// after 16 characters it ends.
[[nodiscard]] Mask text_mask(Type& type, Face face, int size, std::string_view utf8, float spacing = 0);
// The same strokes `radius` pixels heavier on every side.
[[nodiscard]] Mask heavier(const Mask& mask, float radius);
// How opaque each pixel of an ARGB8888 surface is.
[[nodiscard]] Mask ink_of(const SDL_Surface& surface);
// The same shape with its edges spread over some `radius` pixels on either side.
[[nodiscard]] Mask softened(const Mask& mask, float radius);
// Turned clockwise by 0, 90, 180 or 270 degrees.
[[nodiscard]] Mask turned(const Mask& mask, int degrees);

// The same for a surface of 32-bit pixels, by half a turn and in its place.
void turn_over(SDL_Surface& surface);

class Canvas {
 public:
  Canvas(int width, int height);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

  // Paints over one pixel.
  void over(int x, int y, Colour c, float amount = 1) {
    const float a = c.a * amount;
    Pixel& p = pixel(x, y);
    const float rest = 1 - a;
    p = {p.r * rest + c.r * a, p.g * rest + c.g * a, p.b * rest + c.b * a, p.a * rest + a};
  }
  // Whole pixels, clipped.
  void fill(const SDL_Rect& rect, Colour c);
  // Everywhere inside a shape: `distance(x, y)` in pixels at a pixel's middle. `box` bounds it.
  template <typename Distance>
  void paint(SDL_FRect box, Colour c, const Distance& distance) {
    each(box, [&](int x, int y, float fx, float fy) {
      const float amount = coverage(distance(fx, fy));
      if (amount > 0) {
        over(x, y, c, amount);
      }
    });
  }
  // A colour of its own for each pixel (alpha 0: untouched).
  template <typename Ink>
  void shade(SDL_FRect box, const Ink& ink) {
    each(box, [&](int x, int y, float fx, float fy) {
      const Colour c = ink(fx, fy);
      if (c.a > 0) {
        over(x, y, c);
      }
    });
  }
  // A mask with its middle as near to (cx, cy) as whole pixels allow (sharp), then moved by `shift` in both
  // directions (fractions included).
  void stamp(const Mask& mask, float cx, float cy, Colour c, float shift = 0);

  // An ARGB8888 surface over what is there, its corner at (left, top); clipped.
  void lay(const SDL_Surface& surface, int left, int top);

  // ARGB8888, alpha not multiplied in. Null only when memory is out.
  [[nodiscard]] SurfacePtr surface() const;

 private:
  struct Pixel {
    float r = 0, g = 0, b = 0, a = 0;  // alpha multiplied in
  };
  [[nodiscard]] Pixel& pixel(int x, int y) {
    return pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                   static_cast<std::size_t>(x)];
  }
  template <typename Each>
  void each(SDL_FRect box, const Each& call) {
    const int x0 = std::max(0, static_cast<int>(std::floor(box.x - 1))),
              y0 = std::max(0, static_cast<int>(std::floor(box.y - 1)));
    const int x1 = std::min(width_, static_cast<int>(std::ceil(box.x + box.w + 1))),
              y1 = std::min(height_, static_cast<int>(std::ceil(box.y + box.h + 1)));
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) {
        call(x, y, static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F);
      }
    }
  }

  int width_, height_;
  std::vector<Pixel> pixels_;
};

// An opaque ARGB8888 surface made smaller: each pixel the mean of those it stands for.
[[nodiscard]] SurfacePtr smaller(const SDL_Surface& surface, int width, int height);

// The square of half side `reach` around a point.
[[nodiscard]] inline SDL_FRect around(float cx, float cy, float reach) {
  return {cx - reach, cy - reach, 2 * reach, 2 * reach};
}

// A blended texture of a surface; null for a null surface or when the renderer refuses.
[[nodiscard]] TexturePtr upload(SDL_Renderer* renderer, const SurfacePtr& surface);

}  // namespace qitai::view
