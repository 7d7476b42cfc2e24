#include "view/board_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace qitai::view {

namespace {

// The most frequent short distance of two points that share the other coordinate.
float usual_step(const host::Geometry& geometry, bool along_x) {
  int best = std::numeric_limits<int>::max();
  for (const auto& a : geometry.points) {
    for (const auto& b : geometry.points) {
      const int across = along_x ? std::abs(a.y - b.y) : std::abs(a.x - b.x);
      const int along = along_x ? b.x - a.x : b.y - a.y;
      if (across == 0 && along > 0) {
        best = std::min(best, along);
      }
    }
  }
  return best == std::numeric_limits<int>::max() ? 1.0F : static_cast<float>(best) / 1000;
}

int even(float pixels) {
  return 2 * static_cast<int>(std::lround(pixels / 2));
}

}  // namespace

BoardGeometry::BoardGeometry(const host::Geometry& geometry) : geometry_(geometry) {
  const std::uint32_t kind = geometry.points.empty() ? QITAI_POINT_CROSSING : geometry.points.front().kind;
  row_step_ = usual_step(geometry, true);
  file_step_ = usual_step(geometry, false);
  if (kind == QITAI_POINT_CELL) {
    style_ = Style::kCells;
    margin_x_ = margin_y_ = 40.0F / 116;
  } else if (kind == QITAI_POINT_POST || kind == QITAI_POINT_CAMP || kind == QITAI_POINT_HEADQUARTERS) {
    style_ = Style::kPosts;
    margin_x_ = 0.5F * row_step_ + 0.1F;
    margin_y_ = 0.9F * file_step_;
  } else {
    margin_x_ = 0.92F;
    margin_y_ = 0.98F;
  }
}

SDL_Point BoardGeometry::plate_size(float pitch, int turn) const {
  const int w = even((static_cast<float>(geometry_.width) / 1000 + 2 * margin_x_) * pitch);
  const int h = even((static_cast<float>(geometry_.height) / 1000 + 2 * margin_y_) * pitch);
  return turn % 180 == 0 ? SDL_Point{w, h} : SDL_Point{h, w};
}

void BoardGeometry::place(const SDL_Rect& plate, int turn) {
  plate_ = plate;
  turn_ = turn;
  const SDL_Point unit = plate_size(1000, turn);
  pitch_ =
      std::max(1, 1 + std::min(plate.w * 1000 / std::max(unit.x, 1), plate.h * 1000 / std::max(unit.y, 1)));
  while (pitch_ > 1) {
    const SDL_Point size = plate_size(static_cast<float>(pitch_), turn);
    if (size.x <= plate.w && size.y <= plate.h) {
      break;
    }
    --pitch_;
  }
  const SDL_Rect inner = bounds();
  origin_ = {plate.x + (plate.w - inner.w) / 2, plate.y + (plate.h - inner.h) / 2};
}

float BoardGeometry::u() const {
  const float nominal = style_ == Style::kCells ? 116.0F : style_ == Style::kPosts ? 78.0F : 92.0F;
  return static_cast<float>(pitch_) / nominal;
}

SDL_Rect BoardGeometry::bounds() const {
  const int w = geometry_.width * pitch_ / 1000, h = geometry_.height * pitch_ / 1000;
  return turn_ % 180 == 0 ? SDL_Rect{origin_.x, origin_.y, w, h} : SDL_Rect{origin_.x, origin_.y, h, w};
}

SDL_FPoint BoardGeometry::on_screen(float x, float y) const {
  const float w = static_cast<float>(geometry_.width) / 1000, h = static_cast<float>(geometry_.height) / 1000;
  switch (turn_) {
    case 90:
      return {h - y, x};
    case 180:
      return {w - x, h - y};
    case 270:
      return {y, w - x};
    default:
      return {x, y};
  }
}

SDL_FPoint BoardGeometry::at(int x, int y) const {
  const SDL_FPoint p = on_screen(static_cast<float>(x) / 1000, static_cast<float>(y) / 1000);
  const auto pitch = static_cast<float>(pitch_);
  return {static_cast<float>(origin_.x) + std::round(p.x * pitch) + 0.5F,
          static_cast<float>(origin_.y) + std::round(p.y * pitch) + 0.5F};
}

SDL_FPoint BoardGeometry::centre(host::Point point) const {
  if (point >= geometry_.points.size()) {
    return {static_cast<float>(plate_.x) + static_cast<float>(plate_.w) / 2,
            static_cast<float>(plate_.y) + static_cast<float>(plate_.h) / 2};
  }
  const auto& info = geometry_.points[point];
  return at(info.x, info.y);
}

SDL_Point BoardGeometry::outward(unsigned side) const {
  SDL_Point v = side == 0   ? SDL_Point{0, 1}
                : side == 1 ? SDL_Point{1, 0}
                : side == 2 ? SDL_Point{0, -1}
                            : SDL_Point{-1, 0};
  for (int turn = 0; turn < turn_; turn += 90) {
    v = {-v.y, v.x};
  }
  return v;
}

std::optional<host::Point> BoardGeometry::point_at(float x, float y) const {
  const bool upright = turn_ % 180 == 0;
  const auto pitch = static_cast<float>(pitch_);
  const float reach_x = 0.5F * pitch * (upright ? row_step_ : file_step_),
              reach_y = 0.5F * pitch * (upright ? file_step_ : row_step_);
  std::optional<host::Point> best;
  float best_distance = std::numeric_limits<float>::max();
  for (std::size_t i = 0; i < geometry_.points.size(); ++i) {
    const auto point = static_cast<host::Point>(i);
    const SDL_FPoint c = centre(point);
    const float dx = std::abs(x - c.x), dy = std::abs(y - c.y);
    if (dx <= reach_x && dy <= reach_y && dx * dx + dy * dy < best_distance) {
      best = point;
      best_distance = dx * dx + dy * dy;
    }
  }
  return best;
}

host::Point BoardGeometry::step(host::Point from, int dx, int dy) const {
  if (from >= geometry_.points.size() || (dx == 0 && dy == 0)) {
    return from;
  }
  const SDL_FPoint start = centre(from);
  const float length = std::hypot(static_cast<float>(dx), static_cast<float>(dy));
  const float ux = static_cast<float>(dx) / length, uy = static_cast<float>(dy) / length;
  host::Point best = from;
  float best_cost = std::numeric_limits<float>::max();
  const auto consider = [&](host::Point point, float cone) {
    const SDL_FPoint c = centre(point);
    const float vx = c.x - start.x, vy = c.y - start.y;
    const float along = vx * ux + vy * uy, across = std::abs(vx * uy - vy * ux);
    // Nearest first, what lies straight ahead before what lies aside.
    const float cost = along + 2 * across;
    if (along > 0.5F && across <= along * cone && cost < best_cost) {
      best = point;
      best_cost = cost;
    }
  };
  if (!geometry_.neighbours.empty()) {
    for (const auto& [a, b] : geometry_.neighbours) {
      if (a == from || b == from) {
        consider(a == from ? b : a, 1.1F);
      }
    }
    return best;
  }
  for (std::size_t i = 0; i < geometry_.points.size(); ++i) {
    consider(static_cast<host::Point>(i), 0.9F);
  }
  return best;
}

float BoardGeometry::steps(host::Point a, host::Point b) const {
  const SDL_FPoint p = centre(a), q = centre(b);
  return std::max(std::abs(p.x - q.x), std::abs(p.y - q.y)) / static_cast<float>(pitch_);
}

BoardGeometry::Body BoardGeometry::body() const {
  const auto pitch = static_cast<float>(pitch_);
  if (style_ == Style::kPosts) {
    return {0.351F * std::min(row_step_, 4.0F) * pitch, 0.397F * std::min(file_step_, 4.0F) * pitch,
            0.07F * pitch};
  }
  // In a field the marks around a piece need room beside it.
  const float part = style_ == Style::kCells ? 0.40F : 0.45F;
  const float radius = part * pitch * std::min(1.0F, std::min(row_step_, file_step_));
  return {radius, radius, radius};
}

}  // namespace qitai::view
