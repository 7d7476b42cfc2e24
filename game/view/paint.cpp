#include "view/paint.hpp"

#include <array>
#include <cstring>
#include <string>

#include "base/utf8.hpp"

namespace qitai::view {

namespace {

constexpr std::size_t kMostGlyphs = 16;

std::size_t index(int x, int y, int width) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
}

Mask mask_of(SurfacePtr ink) {
  if (ink != nullptr && ink->format->format != SDL_PIXELFORMAT_ARGB8888) {
    ink.reset(SDL_ConvertSurfaceFormat(ink.get(), SDL_PIXELFORMAT_ARGB8888, 0));
  }
  return ink == nullptr ? Mask{} : ink_of(*ink);
}

std::uint32_t argb_at(const SDL_Surface& surface, int x, int y) {
  std::uint32_t argb = 0;
  const auto* row =
      static_cast<const std::uint8_t*>(surface.pixels) + static_cast<std::ptrdiff_t>(y) * surface.pitch;
  std::memcpy(&argb, row + static_cast<std::ptrdiff_t>(x) * 4, 4);
  return argb;
}

// Copies `from` into `to`, the heavier ink winning where they overlap.
void lay(Mask& to, const Mask& from, int left, int top) {
  for (int y = 0; y < from.height; ++y) {
    for (int x = 0; x < from.width; ++x) {
      if (left + x >= 0 && left + x < to.width && top + y >= 0 && top + y < to.height) {
        float& ink = to.ink[index(left + x, top + y, to.width)];
        ink = std::max(ink, from.at(x, y));
      }
    }
  }
}

}  // namespace

float Mask::sample(float x, float y) const {
  const float fx = x - 0.5F, fy = y - 0.5F;
  const float bx = std::floor(fx), by = std::floor(fy);
  const int ix = static_cast<int>(bx), iy = static_cast<int>(by);
  if (ix < -1 || iy < -1 || ix >= width || iy >= height) {
    return 0;
  }
  const float tx = fx - bx, ty = fy - by;
  const float top = at(ix, iy) * (1 - tx) + at(ix + 1, iy) * tx;
  const float bottom = at(ix, iy + 1) * (1 - tx) + at(ix + 1, iy + 1) * tx;
  return top * (1 - ty) + bottom * ty;
}

Mask text_mask(Type& type, Face face, int size, std::string_view text, float spacing) {
  struct Glyph {
    Mask mask;
    bool latin;
    int below = 0;  // pixels under the line that letters stand on
  };
  std::vector<Glyph> glyphs;
  bool latin = true;
  while (!text.empty() && glyphs.size() < kMostGlyphs) {
    const std::string_view rest = text;
    if (!utf8::next(text)) {
      text.remove_prefix(1);
      continue;
    }
    const std::string_view character = rest.substr(0, rest.size() - text.size());
    Mask mask = mask_of(SurfacePtr(type.ink(face, size, character)));
    if (character == " " && !glyphs.empty() && !text.empty()) {
      mask.width = std::max(1, size / 5);  // between words: nothing but room
    }
    if (mask.width > 0) {
      glyphs.push_back({std::move(mask), character.size() == 1, 0});
      // A letter with a tail is as high above the line as one of its size without.
      const char letter = character.front();
      if (std::string_view("gpqyj").find(letter) != std::string_view::npos) {
        const Mask flat = mask_of(SurfacePtr(type.ink(face, size, letter == 'j' ? "i" : "x")));
        glyphs.back().below = std::max(0, glyphs.back().mask.height - flat.height);
      }
      latin = latin && character.size() == 1;
    }
  }
  if (glyphs.empty()) {
    return {};
  }
  if (glyphs.size() == 1) {
    return std::move(glyphs.front().mask);
  }
  const float em = static_cast<float>(size);
  Mask line;
  int tallest = 0, deepest = 0;
  float width = 0;
  for (const Glyph& glyph : glyphs) {
    tallest = std::max(tallest, glyph.mask.height - glyph.below);
    deepest = std::max(deepest, glyph.below);
    width += latin ? static_cast<float>(glyph.mask.width) + em * 0.08F : em + spacing;
  }
  line.width = static_cast<int>(std::ceil(width));
  // As much room above as tails take below: the middle stays that of the letters without.
  line.height = tallest + 2 * deepest;
  line.ink.resize(static_cast<std::size_t>(line.width) * static_cast<std::size_t>(line.height));
  float x = 0;
  for (const Glyph& glyph : glyphs) {
    const float cell = latin ? static_cast<float>(glyph.mask.width) + em * 0.08F : em + spacing;
    const float left = x + (cell - static_cast<float>(glyph.mask.width)) / 2;
    // Letters stand on their feet; characters hang in the middle of their cells.
    const int top = deepest + (glyph.latin ? tallest + glyph.below - glyph.mask.height
                                           : (tallest - glyph.mask.height) / 2);
    lay(line, glyph.mask, static_cast<int>(std::lround(left)), top);
    x += cell;
  }
  return line;
}

Mask heavier(const Mask& mask, float radius) {
  if (mask.width == 0 || radius <= 0) {
    return mask;
  }
  const int grow = static_cast<int>(std::ceil(radius));
  Mask out;
  out.width = mask.width + 2 * grow;
  out.height = mask.height + 2 * grow;
  out.ink.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  const float diagonal = radius * 0.7071F;
  const std::array<SDL_FPoint, 8> around{{{radius, 0},
                                          {-radius, 0},
                                          {0, radius},
                                          {0, -radius},
                                          {diagonal, diagonal},
                                          {-diagonal, diagonal},
                                          {diagonal, -diagonal},
                                          {-diagonal, -diagonal}}};
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      float ink = mask.at(x - grow, y - grow);
      const float fx = static_cast<float>(x - grow) + 0.5F, fy = static_cast<float>(y - grow) + 0.5F;
      for (const SDL_FPoint& offset : around) {
        if (ink >= 1) {
          break;
        }
        ink = std::max(ink, mask.sample(fx + offset.x, fy + offset.y));
      }
      out.ink[index(x, y, out.width)] = ink;
    }
  }
  return out;
}

Mask ink_of(const SDL_Surface& surface) {
  Mask mask;
  mask.width = surface.w;
  mask.height = surface.h;
  mask.ink.resize(static_cast<std::size_t>(surface.w) * static_cast<std::size_t>(surface.h));
  for (int y = 0; y < surface.h; ++y) {
    for (int x = 0; x < surface.w; ++x) {
      mask.ink[index(x, y, mask.width)] = static_cast<float>(argb_at(surface, x, y) >> 24U) / 255;
    }
  }
  return mask;
}

Mask softened(const Mask& mask, float radius) {
  // Three means over a box are as good as a bell.
  const int reach = std::max(1, static_cast<int>(std::lround(radius / 1.7F)));
  const int grow = 3 * reach;
  Mask out;
  out.width = mask.width + 2 * grow;
  out.height = mask.height + 2 * grow;
  out.ink.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  lay(out, mask, grow, grow);
  const auto pass = [&](int dx, int dy) {
    const Mask from = out;
    const float part = 1 / static_cast<float>(2 * reach + 1);
    for (int y = 0; y < out.height; ++y) {
      for (int x = 0; x < out.width; ++x) {
        float sum = 0;
        for (int i = -reach; i <= reach; ++i) {
          sum += from.at(x + i * dx, y + i * dy);
        }
        out.ink[index(x, y, out.width)] = sum * part;
      }
    }
  };
  for (int i = 0; i < 3; ++i) {
    pass(1, 0);
    pass(0, 1);
  }
  return out;
}

void turn_over(SDL_Surface& surface) {
  const auto row = [&surface](int y) {
    return reinterpret_cast<std::uint32_t*>(static_cast<std::uint8_t*>(surface.pixels) +
                                            static_cast<std::ptrdiff_t>(y) * surface.pitch);
  };
  for (int y = 0; y < surface.h / 2; ++y) {
    std::uint32_t* const upper = row(y);
    std::uint32_t* const lower = row(surface.h - 1 - y);
    std::reverse(upper, upper + surface.w);
    std::reverse(lower, lower + surface.w);
    std::swap_ranges(upper, upper + surface.w, lower);
  }
  if (surface.h % 2 != 0) {
    std::reverse(row(surface.h / 2), row(surface.h / 2) + surface.w);
  }
}

Mask turned(const Mask& mask, int degrees) {
  if (degrees == 0) {
    return mask;
  }
  Mask out;
  out.width = degrees == 180 ? mask.width : mask.height;
  out.height = degrees == 180 ? mask.height : mask.width;
  out.ink.resize(mask.ink.size());
  for (int y = 0; y < mask.height; ++y) {
    for (int x = 0; x < mask.width; ++x) {
      const int tx = degrees == 90 ? mask.height - 1 - y : degrees == 180 ? mask.width - 1 - x : y;
      const int ty = degrees == 90 ? x : degrees == 180 ? mask.height - 1 - y : mask.width - 1 - x;
      out.ink[index(tx, ty, out.width)] = mask.at(x, y);
    }
  }
  return out;
}

Canvas::Canvas(int width, int height)
    : width_(std::max(width, 1)),
      height_(std::max(height, 1)),
      pixels_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}

void Canvas::fill(const SDL_Rect& rect, Colour c) {
  const int x1 = std::min(width_, rect.x + rect.w), y1 = std::min(height_, rect.y + rect.h);
  for (int y = std::max(0, rect.y); y < y1; ++y) {
    for (int x = std::max(0, rect.x); x < x1; ++x) {
      over(x, y, c);
    }
  }
}

void Canvas::stamp(const Mask& mask, float cx, float cy, Colour c, float shift) {
  const float left = std::round(cx - static_cast<float>(mask.width) / 2) + shift,
              top = std::round(cy - static_cast<float>(mask.height) / 2) + shift;
  each({left, top, static_cast<float>(mask.width), static_cast<float>(mask.height)},
       [&](int x, int y, float fx, float fy) {
         const float ink = mask.sample(fx - left, fy - top);
         if (ink > 0) {
           over(x, y, c, ink);
         }
       });
}

void Canvas::lay(const SDL_Surface& surface, int left, int top) {
  for (int y = std::max(0, -top); y < std::min(surface.h, height_ - top); ++y) {
    for (int x = std::max(0, -left); x < std::min(surface.w, width_ - left); ++x) {
      const std::uint32_t argb = argb_at(surface, x, y);
      const auto part = [argb](unsigned shift) { return static_cast<float>(argb >> shift & 0xFFU) / 255; };
      over(left + x, top + y, {part(16), part(8), part(0), part(24)});
    }
  }
}

SurfacePtr Canvas::surface() const {
  SurfacePtr out(SDL_CreateRGBSurfaceWithFormat(0, width_, height_, 32, SDL_PIXELFORMAT_ARGB8888));
  if (out == nullptr) {
    return out;
  }
  const auto byte = [](float part) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(part, 0.0F, 1.0F) * 255));
  };
  for (int y = 0; y < height_; ++y) {
    auto* row = static_cast<std::uint8_t*>(out->pixels) + y * out->pitch;
    for (int x = 0; x < width_; ++x) {
      const Pixel& p = pixels_[index(x, y, width_)];
      std::uint32_t argb = 0;
      if (p.a > 0) {
        const float whole = p.a >= 1 ? 1.0F : 1 / p.a;
        argb = byte(p.a) << 24U | byte(p.r * whole) << 16U | byte(p.g * whole) << 8U | byte(p.b * whole);
      }
      std::memcpy(row + x * 4, &argb, 4);
    }
  }
  return out;
}

SurfacePtr smaller(const SDL_Surface& surface, int width, int height) {
  Canvas canvas(width, height);
  for (int y = 0; y < canvas.height(); ++y) {
    const int y0 = y * surface.h / canvas.height(),
              y1 = std::max(y0 + 1, (y + 1) * surface.h / canvas.height());
    for (int x = 0; x < canvas.width(); ++x) {
      const int x0 = x * surface.w / canvas.width(),
                x1 = std::max(x0 + 1, (x + 1) * surface.w / canvas.width());
      std::array<std::uint32_t, 3> sum{};
      for (int sy = y0; sy < std::min(y1, surface.h); ++sy) {
        for (int sx = x0; sx < std::min(x1, surface.w); ++sx) {
          const std::uint32_t argb = argb_at(surface, sx, sy);
          sum[0] += argb >> 16U & 0xFFU;
          sum[1] += argb >> 8U & 0xFFU;
          sum[2] += argb & 0xFFU;
        }
      }
      const auto count = static_cast<float>((y1 - y0) * (x1 - x0)) * 255;
      canvas.over(x, y,
                  {static_cast<float>(sum[0]) / count, static_cast<float>(sum[1]) / count,
                   static_cast<float>(sum[2]) / count, 1});
    }
  }
  return canvas.surface();
}

TexturePtr upload(SDL_Renderer* renderer, const SurfacePtr& surface) {
  if (surface == nullptr) {
    return nullptr;
  }
  TexturePtr texture(SDL_CreateTextureFromSurface(renderer, surface.get()));
  if (texture != nullptr) {
    SDL_SetTextureBlendMode(texture.get(), SDL_BLENDMODE_BLEND);
  }
  return texture;
}

}  // namespace qitai::view
