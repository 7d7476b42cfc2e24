#include "view/grain.hpp"

namespace qitai::view {

namespace {

// Integer hash of Wellons' lowbias32: every bit of the input reaches every bit of the result.
std::uint32_t scramble(std::uint32_t x) {
  x ^= x >> 16U;
  x *= 0x7feb352dU;
  x ^= x >> 15U;
  x *= 0x846ca68bU;
  return x ^ x >> 16U;
}

float unit(std::uint32_t x) {
  return static_cast<float>(scramble(x) >> 8U) / 16777216.0F;
}  // 0…1

float lattice(int x, int y, std::uint32_t seed) {
  return 2 * unit(static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U ^
                  seed * 0xC2B2AE3DU) -
         1;
}

// The profile of one trunk: for each place across the fibres how dark the year is there, 0…1.
std::vector<float> years(int length, float u, std::uint32_t seed) {
  std::vector<float> profile(static_cast<std::size_t>(length));
  float at = 0;
  for (std::uint32_t year = 0; at < static_cast<float>(length); ++year) {
    const float width = u * (9 + 26 * unit(seed * 977 + year * 3));
    const float depth = 0.35F + 0.65F * unit(seed * 977 + year * 3 + 1);
    const int first = static_cast<int>(at), last = std::min(length, static_cast<int>(at + width) + 1);
    for (int i = first; i < last; ++i) {
      const float t = std::clamp((static_cast<float>(i) - at) / width, 0.0F, 1.0F);
      // Spring wood is light and wide, late wood dark and narrow with a sharp end.
      const float late = t * t * t * smooth((1 - t) * 7);
      profile[static_cast<std::size_t>(i)] = depth * (0.25F * t + 1.3F * late);
    }
    at += width;
  }
  return profile;
}

}  // namespace

float noise(float x, float y, std::uint32_t seed) {
  const float bx = std::floor(x), by = std::floor(y);
  const int ix = static_cast<int>(bx), iy = static_cast<int>(by);
  const float tx = smooth(x - bx), ty = smooth(y - by);
  const float top = lattice(ix, iy, seed) * (1 - tx) + lattice(ix + 1, iy, seed) * tx;
  const float bottom = lattice(ix, iy + 1, seed) * (1 - tx) + lattice(ix + 1, iy + 1, seed) * tx;
  return top * (1 - ty) + bottom * ty;
}

void lay_wood(Canvas& canvas, const SDL_Rect& rect, const Wood& wood) {
  // a runs across the fibres, b along them.
  const int across = wood.along_x ? rect.h : rect.w, along = wood.along_x ? rect.w : rect.h;
  if (across <= 0 || along <= 0) {
    return;
  }
  const float u = std::max(wood.u, 0.2F);
  const int reserve = static_cast<int>(60 * u) + 2;
  const std::vector<float> profile = years(across + 2 * reserve, u, wood.seed);

  // What changes slowly is computed on a coarse lattice and interpolated.
  constexpr int kCell = 8;
  const int cells_a = across / kCell + 2, cells_b = along / kCell + 2;
  std::vector<float> drift(static_cast<std::size_t>(cells_a) * static_cast<std::size_t>(cells_b)),
      cloud(drift.size());
  for (int j = 0; j < cells_b; ++j) {
    for (int i = 0; i < cells_a; ++i) {
      const float a = static_cast<float>(i * kCell) / u, b = static_cast<float>(j * kCell) / u;
      const std::size_t k = static_cast<std::size_t>(j * cells_a + i);
      drift[k] =
          u * (30 * noise(a / 210, b / 640, wood.seed + 11) + 7 * noise(a / 60, b / 190, wood.seed + 12));
      cloud[k] =
          0.7F * noise(a / 150, b / 420, wood.seed + 13) + 0.3F * noise(a / 34, b / 260, wood.seed + 14);
    }
  }
  // Fibres: columns of noise that fade from one to the next along their length.
  const float fibre_length = 90 * u;
  const int fibre_rows = static_cast<int>(static_cast<float>(along) / fibre_length) + 2;
  std::vector<float> fibres(static_cast<std::size_t>(fibre_rows) * static_cast<std::size_t>(across));
  for (int j = 0; j < fibre_rows; ++j) {
    for (int i = 0; i < across; ++i) {
      const float a = static_cast<float>(i) / u;
      fibres[static_cast<std::size_t>(j * across + i)] =
          0.6F * noise(a / 1.7F, static_cast<float>(j), wood.seed + 21) +
          0.4F * noise(a / 5, static_cast<float>(j), wood.seed + 22);
    }
  }

  std::vector<float> row_drift(static_cast<std::size_t>(across)), row_cloud(row_drift.size());
  for (int b = 0; b < along; ++b) {
    const int cell_b = b / kCell;
    const float tb = static_cast<float>(b % kCell) / kCell;
    const float fb = static_cast<float>(b) / fibre_length;
    const int fibre = static_cast<int>(fb);
    const float tf = smooth(fb - static_cast<float>(fibre));
    for (int a = 0; a < across; ++a) {
      const std::size_t k = static_cast<std::size_t>(cell_b * cells_a + a / kCell);
      const float ta = static_cast<float>(a % kCell) / kCell;
      const auto wide = static_cast<std::size_t>(cells_a);
      const auto between = [&](const std::vector<float>& v) {
        const float top = v[k] + (v[k + 1] - v[k]) * ta;
        const float bottom = v[k + wide] + (v[k + wide + 1] - v[k + wide]) * ta;
        return top + (bottom - top) * tb;
      };
      const float place = static_cast<float>(a + reserve) + between(drift);
      const int cell = std::clamp(static_cast<int>(place), 0, static_cast<int>(profile.size()) - 2);
      const float tp = std::clamp(place - static_cast<float>(cell), 0.0F, 1.0F);
      const float year = profile[static_cast<std::size_t>(cell)] * (1 - tp) +
                         profile[static_cast<std::size_t>(cell) + 1] * tp;
      const float f0 = fibres[static_cast<std::size_t>(fibre * across + a)],
                  f1 = fibres[static_cast<std::size_t>((fibre + 1) * across + a)];
      const float hair = f0 + (f1 - f0) * tf;
      const float tone =
          0.36F + 0.34F * between(cloud) + wood.strength * (0.42F * (year - 0.3F) + 0.16F * hair);
      const Colour c = scaled(mix(wood.light, wood.dark, std::clamp(tone, -0.15F, 1.25F)),
                              1 + 0.012F * hair * wood.strength);
      const int x = rect.x + (wood.along_x ? b : a), y = rect.y + (wood.along_x ? a : b);
      if (x >= 0 && y >= 0 && x < canvas.width() && y < canvas.height()) {
        canvas.over(x, y, c);
      }
    }
  }

  // Pores: short dark dashes along the fibres.
  const auto pores = static_cast<std::uint32_t>(static_cast<float>(across) * static_cast<float>(along) /
                                                (900 * u * u) * wood.strength);
  for (std::uint32_t i = 0; i < pores; ++i) {
    const int a = static_cast<int>(unit(wood.seed * 131 + i * 4) * static_cast<float>(across));
    const int b = static_cast<int>(unit(wood.seed * 131 + i * 4 + 1) * static_cast<float>(along));
    const int length = 2 + static_cast<int>(u * (3 + 12 * unit(wood.seed * 131 + i * 4 + 2)));
    const float depth = 0.03F + 0.09F * unit(wood.seed * 131 + i * 4 + 3);
    const SDL_Rect dash = wood.along_x ? SDL_Rect{rect.x + b, rect.y + a, std::min(length, along - b), 1}
                                       : SDL_Rect{rect.x + a, rect.y + b, 1, std::min(length, along - b)};
    canvas.fill(dash, faded(scaled(wood.dark, 0.45F), depth));
  }
}

void lay_paper(Canvas& canvas, const SDL_Rect& rect, Colour light, Colour dark, float u, std::uint32_t seed) {
  const float scale = 1 / std::max(u, 0.2F);
  for (int y = rect.y; y < rect.y + rect.h; ++y) {
    const float fy = static_cast<float>(y) * scale;
    float cloud = 0, next = 0;
    for (int x = rect.x; x < rect.x + rect.w; ++x) {
      const float fx = static_cast<float>(x) * scale;
      if ((x - rect.x) % 4 == 0) {
        cloud = x == rect.x ? noise(fx / 90, fy / 90, seed) : next;
        next = noise((fx + 4 * scale) / 90, fy / 90, seed);
      }
      const float t = static_cast<float>((x - rect.x) % 4) / 4;
      const float tone = 0.28F + 0.22F * (cloud + (next - cloud) * t) + 0.10F * lattice(x, y, seed + 1);
      canvas.over(x, y, mix(light, dark, tone));
    }
  }
  const auto fibres = static_cast<std::uint32_t>(static_cast<float>(rect.w) * static_cast<float>(rect.h) *
                                                 scale * scale / 2600);
  for (std::uint32_t i = 0; i < fibres; ++i) {
    const float x = static_cast<float>(rect.x) + unit(seed * 57 + i * 5) * static_cast<float>(rect.w),
                y = static_cast<float>(rect.y) + unit(seed * 57 + i * 5 + 1) * static_cast<float>(rect.h);
    const float angle = 6.2832F * unit(seed * 57 + i * 5 + 2),
                reach = u * (4 + 10 * unit(seed * 57 + i * 5 + 3));
    const SDL_FPoint a{x, y}, b{x + reach * std::cos(angle), y + reach * std::sin(angle)};
    const Colour c = faded(scaled(dark, 0.8F), 0.10F + 0.2F * unit(seed * 57 + i * 5 + 4));
    canvas.paint(
        {std::min(a.x, b.x) - 1, std::min(a.y, b.y) - 1, std::abs(a.x - b.x) + 2, std::abs(a.y - b.y) + 2}, c,
        [&](float px, float py) { return stroke(px, py, a, b, 0.35F * u); });
  }
}

}  // namespace qitai::view
