#include "view/fight_art.hpp"

#include <array>
#include <cstring>

#include "view/grain.hpp"
#include "view/motion.hpp"
#include "view/theme.hpp"

namespace qitai::view {

namespace {

constexpr float kDegree = 3.14159265F / 180;

// Whether a text is written in letters rather than in characters.
bool in_letters(std::string_view text) {
  return !text.empty() && static_cast<unsigned char>(text.front()) < 0x80;
}

}  // namespace

Canvas bake_stroke(const BoardGeometry::Body& body, Colour ink, int frame) {
  // Where the brush is, how far it has come, how dry what it left is already.
  constexpr std::array<float, kStrokeFrames> kHead{0.30F, 0.72F, 1.0F, 1.0F, 1.0F, 1.0F};
  constexpr std::array<float, kStrokeFrames> kDry{0, 0, 0, 0, 0.46F, 0.76F};
  const auto index = static_cast<std::size_t>(frame);
  const float reach = 1.62F * body.hx, thick = 2.3F * body.hy, turn = -11 * kDegree;
  const int width = 2 * static_cast<int>(std::ceil(reach * 1.10F)) + 1,
            height = 2 * static_cast<int>(std::ceil(thick * 1.12F + 0.2F * reach)) + 1;
  Canvas canvas(width, height);
  const float mx = static_cast<float>(width) / 2, my = static_cast<float>(height) / 2;
  const float cosine = std::cos(turn), sine = std::sin(turn);
  canvas.shade({0, 0, static_cast<float>(width), static_cast<float>(height)}, [&](float px, float py) {
    const float x = (px - mx) * cosine + (py - my) * sine, y = (py - my) * cosine - (px - mx) * sine;
    const float t = (x + reach) / (2 * reach);             // 0 where it began … 1 where it ends
    const float bow = 0.10F * thick * std::sin(3.1F * t);  // the hand's swing
    const float v = (y + bow) / thick;                     // −1 … 1 across
    if (std::abs(v) > 1.1F) {
      return Colour{0, 0, 0, 0};
    }
    // Set down full, a little lighter in the middle of the way, lifted with a sweep.
    const float swell = 0.88F + 0.12F * smooth(1 - t / 0.22F) - 0.16F * smooth((t - 0.72F) / 0.28F);
    const float edge = swell + 0.05F * noise(t * 9, 3, 51) + 0.025F * noise(t * 31, v > 0 ? 8 : 2, 52);
    // Bristles begin and end each in its own place.
    const float bristle = noise(v * 11, 1, 53), fine = noise(v * 34, 6, 54);
    const float begin = 0.045F + 0.05F * bristle + 0.03F * fine + 0.09F * v * v,
                end = kHead[index] - (0.05F + 0.07F * bristle + 0.05F * fine + 0.10F * v * v) *
                                         (kHead[index] < 1 ? 1.6F : 1.0F);
    const float across = coverage((std::abs(v) - edge) * thick),
                along = smooth((t - begin) / 0.02F) * smooth((end - t) / 0.03F);
    float wet = across * along;
    // Flying white: it dries from the end of the stroke and from its edges, along the bristles.
    const float grain = 0.5F + 0.30F * noise(v * 26, t * 2.6F, 55) + 0.24F * noise(v * 60, t * 7, 56);
    const float dry = kDry[index] * (0.72F + 0.55F * t + 0.25F * v * v);
    wet *= kDry[index] > 0 ? smooth((grain - dry) / 0.16F) * (1 - 0.45F * kDry[index])
                           : 1 - 0.30F * smooth((0.30F - grain) / 0.2F) * smooth((t - 0.80F) / 0.15F);
    Colour c = mix(ink, {0.45F, 0.42F, 0.40F, 1}, 0.10F * (1 - grain));
    c.a = wet;
    return c;
  });
  return canvas;
}

SurfacePtr bake_word_seal(Type& type, std::string_view word, Colour fill, Colour paper, int height,
                          int least) {
  const bool letters = in_letters(word);
  const auto high = static_cast<float>(height);
  const int em = std::max(8, static_cast<int>(std::lround(high * (letters ? 0.46F : 0.66F))));
  const Mask mask = heavier(text_mask(type, letters ? Face::kSansBold : Face::kKai, em, word),
                            letters ? 0.2F : std::max(0.3F, 0.011F * high));
  const int width = std::max(least, mask.width + height / 2);
  Canvas canvas(width, height);
  const auto wide = static_cast<float>(width);
  const float rim = std::max(1.5F, 0.035F * high), corner = 0.06F * high,
              line = std::max(1.0F, 0.024F * high);
  const SDL_FRect all{0, 0, wide, high};
  const auto box = [&](float inset) {
    return [=](float x, float y) {
      return rounded_box(x, y, wide / 2, high / 2, wide / 2 - inset, high / 2 - inset,
                         std::max(corner - inset, 0.5F));
    };
  };
  canvas.paint(all, paper, box(0.5F));
  canvas.paint(all, fill, box(rim));
  const auto inner = box(rim + 0.06F * high);
  canvas.paint(all, paper, [&](float x, float y) { return std::abs(inner(x, y)) - line / 2; });
  canvas.stamp(mask, wide / 2, high / 2, paper);
  return canvas.surface();
}

SurfacePtr bake_note(Type& type, std::string_view words, bool sure, float u) {
  const Palette& colours = palette();
  const bool letters = in_letters(words);
  const int em = std::max(letters ? 10 : 13, static_cast<int>(std::lround((letters ? 21 : 27) * u)));
  const Mask mask =
      heavier(text_mask(type, letters ? Face::kSansBold : Face::kKai, em, words), std::max(0.15F, 0.35F * u));
  if (mask.width == 0) {
    return nullptr;
  }
  const int pad = std::max(2, static_cast<int>(std::lround(5 * u)));
  const int height = em + pad, width = std::max(height, mask.width + 2 * pad);
  Canvas canvas(width, height);
  const auto wide = static_cast<float>(width), high = static_cast<float>(height);
  const float rim = std::max(1.0F, 1.4F * u), corner = sure ? 1.5F * u : 3.5F * u;
  const Colour ground = colour(sure ? colours.lacquer1 : colours.paper),
               ink = colour(sure ? colours.gold_hi : colours.jade_d),
               edge = colour(sure ? colours.gold : colours.jade_d);
  const SDL_FRect all{0, 0, wide, high};
  const auto box = [&](float inset) {
    return [=](float x, float y) {
      return rounded_box(x, y, wide / 2, high / 2, wide / 2 - inset, high / 2 - inset,
                         std::max(corner - inset, 0.5F));
    };
  };
  canvas.paint(all, edge, box(0));
  canvas.paint(all, ground, box(rim));
  canvas.stamp(mask, wide / 2, high / 2, ink);
  return canvas.surface();
}

SurfacePtr fallen(const SDL_Surface& picture, int degrees) {
  const int width = picture.w, height = picture.h;
  SurfacePtr out(SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888));
  if (out == nullptr) {
    return nullptr;
  }
  const float turn = static_cast<float>(degrees) * kDegree, cosine = std::cos(turn), sine = std::sin(turn);
  const float mx = static_cast<float>(width) / 2, my = static_cast<float>(height) / 2;
  using Pixel = std::array<float, 4>;  // alpha multiplied in
  const auto at = [&](int x, int y) -> Pixel {
    if (x < 0 || y < 0 || x >= width || y >= height) {
      return {0, 0, 0, 0};
    }
    std::uint32_t argb = 0;
    std::memcpy(&argb,
                static_cast<const std::uint8_t*>(picture.pixels) +
                    static_cast<std::ptrdiff_t>(y) * picture.pitch + static_cast<std::ptrdiff_t>(x) * 4,
                4);
    const float a = static_cast<float>(argb >> 24U) / 255;
    const auto part = [&](unsigned shift) { return static_cast<float>(argb >> shift & 0xFFU) * a; };
    return {part(16), part(8), part(0), a};
  };
  constexpr float kShade = 0.80F;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float dx = static_cast<float>(x) + 0.5F - mx, dy = static_cast<float>(y) + 0.5F - my;
      const float fx = dx * cosine + dy * sine + mx - 0.5F, fy = dy * cosine - dx * sine + my - 0.5F;
      const int ix = static_cast<int>(std::floor(fx)), iy = static_cast<int>(std::floor(fy));
      const float tx = fx - std::floor(fx), ty = fy - std::floor(fy);
      const Pixel p = at(ix, iy), q = at(ix + 1, iy), r = at(ix, iy + 1), s = at(ix + 1, iy + 1);
      Pixel mean{};
      for (std::size_t i = 0; i < 4; ++i) {
        mean[i] = (p[i] * (1 - tx) + q[i] * tx) * (1 - ty) + (r[i] * (1 - tx) + s[i] * tx) * ty;
      }
      std::uint32_t argb = static_cast<std::uint32_t>(std::lround(mean[3] * 255)) << 24U;
      if (mean[3] > 0) {
        const auto part = [&](std::size_t i) {
          return static_cast<std::uint32_t>(std::lround(std::min(255.0F, kShade * mean[i] / mean[3])));
        };
        argb |= part(0) << 16U | part(1) << 8U | part(2);
      }
      std::memcpy(static_cast<std::uint8_t*>(out->pixels) + static_cast<std::ptrdiff_t>(y) * out->pitch +
                      static_cast<std::ptrdiff_t>(x) * 4,
                  &argb, 4);
    }
  }
  return out;
}

}  // namespace qitai::view
