#include "view/piece_ornament.hpp"

namespace qitai::view {

namespace {

// Signed distance to a five-pointed star with one point upwards.
float star(float x, float y, float radius) {
  constexpr float kC1 = 0.809016994F, kS1 = 0.587785252F;  // 36 degrees
  x = std::abs(x);
  const auto fold = [&](float nx, float ny) {
    const float over = 2 * std::max(nx * x + ny * y, 0.0F);
    x -= over * nx;
    y -= over * ny;
  };
  y = -y;
  fold(kC1, -kS1);
  fold(-kC1, -kS1);
  x = std::abs(x);
  y -= radius;
  constexpr float kInner = 0.42F;  // how deep the notches go
  const float bx = kInner * kS1, by = kInner * kC1 - 1;
  const float h = std::clamp((x * bx + y * by) / (bx * bx + by * by), 0.0F, radius);
  const float side = y * bx - x * by;
  return length(x - bx * h, y - by * h) * (side < 0 ? -1.0F : 1.0F);
}

float lozenge(float x, float y, float radius) {
  return (std::abs(x) * 0.78F + std::abs(y) - radius) * 0.788F;
}

// Distance to the nearest line of a set `step` apart, from its middle line.
float ruled(float way, float step) {
  return std::abs(way - step * std::round(way / step));
}

}  // namespace

void lay_back(Canvas& canvas, const FaceBox& face, Emblem emblem, Colour ground, Colour ink) {
  const float half = std::max(0.5F, 0.75F * face.u), step = std::max(5.0F, 12 * face.u);
  const float inset = 5.5F * face.u, radius = 0.62F * std::min(face.hx, face.hy);
  canvas.shade({face.cx - face.hx, face.cy - face.hy, 2 * face.hx, 2 * face.hy}, [&](float x, float y) {
    const float dx = x - face.cx, dy = y - face.cy;
    float line = 1e6F;
    switch (emblem) {
      case Emblem::kStar:
        line = std::min(ruled((dx + dy) * 0.7071F, step), ruled((dx - dy) * 0.7071F, step));
        break;
      case Emblem::kLozenge: {
        // Scales: rows of half circles, each row moved by half a scale.
        const float row = std::floor(dy / (0.5F * step));
        for (int i = 0; i < 2; ++i) {
          const float r = row + 1 - static_cast<float>(i),
                      shift = std::fmod(std::abs(r), 2.0F) < 0.5F ? 0 : step / 2;
          const float px = dx - shift - step * std::round((dx - shift) / step), py = dy - r * 0.5F * step;
          const float ring = std::abs(length(px, py) - 0.5F * step);
          line = std::min(line, py <= 0.1F ? ring : 1e6F);
        }
        break;
      }
      case Emblem::kNone:
        line = ruled(dy, 0.75F * step);
        break;
    }
    const float inside = coverage(face.distance(x, y, inset + 2.6F * face.u));
    const float border = coverage(std::abs(face.distance(x, y, inset)) - half);
    return faded(ink, std::max(0.50F * coverage(line - half) * inside, 0.95F * border));
  });
  if (emblem == Emblem::kNone) {
    return;
  }
  const SDL_FRect box = around(face.cx, face.cy, radius + 4 * face.u);
  const auto outline = [&](float x, float y) {
    const float dx = x - face.cx, dy = y - face.cy;
    return emblem == Emblem::kStar ? length(dx, dy) - radius : lozenge(dx, dy, 1.18F * radius);
  };
  canvas.paint(box, ground, [&](float x, float y) { return outline(x, y) - 2.2F * face.u; });
  canvas.paint(box, ink, [&](float x, float y) { return std::abs(outline(x, y)) - 1.3F * half; });
  canvas.paint(box, ink, [&](float x, float y) {
    const float dx = x - face.cx, dy = y - face.cy;
    return emblem == Emblem::kStar ? star(dx, dy, 0.76F * radius) : lozenge(dx, dy, 0.60F * radius);
  });
}

float lay_rank_bar(Canvas& canvas, const FaceBox& face, int steps, Colour ink) {
  constexpr int kSteps = 6;
  const float left = face.cx - face.hx + 10 * face.u, width = 9 * face.u;
  const float height = 2 * face.hy - 20 * face.u, pitch = height / kSteps,
              gap = std::max(1.0F, 2.2F * face.u);
  for (int i = 0; i < kSteps; ++i) {
    const float y = face.cy + height / 2 - (static_cast<float>(i) + 0.5F) * pitch;
    const SDL_FRect box{left - 2, y - pitch, width + 4, 2 * pitch};
    const auto cell = [&](float px, float py) {
      return rounded_box(px, py, left + width / 2, y, width / 2, (pitch - gap) / 2, 1.2F * face.u);
    };
    i < steps ? canvas.paint(box, ink, cell) : canvas.paint(box, faded(ink, 0.20F), cell);
  }
  return 10 * face.u + width;
}

void lay_pennant(Canvas& canvas, const FaceBox& face, Colour cloth, Colour edge) {
  const float u = face.u, x0 = face.cx + face.hx - 9 * u, foot = face.cy - face.hy + 15 * u,
              top = face.cy - face.hy - 14 * u, wide = 24 * u, high = 16 * u, rim = std::max(1.0F, 1.8F * u);
  const auto shape = [&](float x, float y) {
    const float pole = stroke(x, y, {x0, foot}, {x0, top}, std::max(0.8F, 1.5F * u));
    // A pennant that hangs from the pole towards the middle of the piece, its two edges meeting in a point.
    const float along = (x0 - x) / wide, across = std::abs(y - (top + high / 2));
    const float flag = std::max({along * wide - wide, -along * wide, across - (1 - along) * high / 2});
    return std::min(pole, flag);
  };
  const SDL_FRect box{x0 - wide - 4 * u, top - 4 * u, wide + 8 * u, foot - top + 8 * u};
  canvas.paint(box, edge, [&](float x, float y) { return shape(x, y) - rim; });
  canvas.paint(box, cloth, shape);
}

}  // namespace qitai::view
