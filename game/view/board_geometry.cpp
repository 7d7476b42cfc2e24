#include "view/board_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace qitai::view {

namespace {

int even(float pixels) {
  return 2 * static_cast<int>(std::lround(pixels / 2));
}

// The part of a straight line inside `box`; a slanting one is kept as a whole or not at all.
std::optional<host::Geometry::Line> clipped(host::Geometry::Line line, const SDL_Rect& box) {
  const int right = box.x + box.w, bottom = box.y + box.h;
  const auto inside = [&](int x, int y) { return x >= box.x && x <= right && y >= box.y && y <= bottom; };
  if (line.x1 != line.x2 && line.y1 != line.y2) {
    return inside(line.x1, line.y1) && inside(line.x2, line.y2) ? std::optional(line) : std::nullopt;
  }
  const host::Geometry::Line cut{std::clamp(line.x1, box.x, right), std::clamp(line.y1, box.y, bottom),
                                 std::clamp(line.x2, box.x, right), std::clamp(line.y2, box.y, bottom),
                                 line.kind};
  const bool beside = line.x1 == line.x2 ? cut.x1 != line.x1 : cut.y1 != line.y1;
  return beside || (cut.x1 == cut.x2 && cut.y1 == cut.y2) ? std::nullopt : std::optional(cut);
}

}  // namespace

BoardGeometry::BoardGeometry(const host::Geometry& geometry, const std::optional<BoardWindow>& window)
    : geometry_(geometry), window_(window), shown_(geometry.points.size(), !window) {
  const std::uint32_t kind = geometry.points.empty() ? QITAI_POINT_CROSSING : geometry.points.front().kind;
  if (window_) {
    for (const host::Point point : window_->points) {
      if (point < shown_.size()) {
        shown_[point] = true;
      }
    }
    cut();
  }
  row_step_ = usual_step(true);
  file_step_ = usual_step(false);
  if (kind == QITAI_POINT_CELL) {
    style_ = Style::kCells;
    margin_x_ = margin_y_ = 40.0F / 116;
  } else if (kind == QITAI_POINT_POST || kind == QITAI_POINT_CAMP || kind == QITAI_POINT_HEADQUARTERS) {
    style_ = Style::kPosts;
    // Beside the plates there is room for the numbers of rows; above and below just for the frame.
    margin_x_ = 0.351F * row_step_ + 0.744F;
    margin_y_ = 0.628F;
  } else {
    margin_x_ = 0.92F;
    margin_y_ = 0.98F;
  }
  if (window_) {
    margin_x_ = window_->margin_x / window_->row_pitch;
    margin_y_ = window_->margin_y / window_->row_pitch;
  }
}

// The most frequent short distance of two points that share the other coordinate, in pitches.
float BoardGeometry::usual_step(bool along_x) const {
  int best = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < geometry_.points.size(); ++i) {
    for (std::size_t k = 0; k < geometry_.points.size(); ++k) {
      if (!shown_[i] || !shown_[k]) {
        continue;
      }
      const auto& a = geometry_.points[i];
      const auto& b = geometry_.points[k];
      const int across = along_x ? std::abs(a.y - b.y) : std::abs(a.x - b.x);
      const int along = along_x ? b.x - a.x : b.y - a.y;
      if (across == 0 && along > 0) {
        best = std::min(best, along);
      }
    }
  }
  return best == std::numeric_limits<int>::max() ? 1.0F : static_cast<float>(best) / 1000;
}

// Cuts the tables to the window and stretches them to its pitches.
void BoardGeometry::cut() {
  SDL_Rect box{};
  bool any = false;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    if (shown_[i]) {
      const SDL_Rect one{geometry_.points[i].x, geometry_.points[i].y, 1, 1};
      any ? SDL_UnionRect(&box, &one, &box) : static_cast<void>(box = one);
      any = true;
    }
  }
  box.w = std::max(box.w - 1, 0);
  box.h = std::max(box.h - 1, 0);
  const float across = window_->column_pitch / window_->row_pitch / usual_step(true),
              down = 1 / usual_step(false);
  const auto move = [&](int& x, int& y) {
    x = static_cast<int>(std::lround(static_cast<float>(x - box.x) * across));
    y = static_cast<int>(std::lround(static_cast<float>(y - box.y) * down));
  };
  std::vector<host::Geometry::Line> lines;
  for (const auto& line : geometry_.lines) {
    if (auto cut = clipped(line, box)) {
      move(cut->x1, cut->y1);
      move(cut->x2, cut->y2);
      lines.push_back(*cut);
    }
  }
  geometry_.lines = std::move(lines);
  const auto outside = [&](int x, int y) {
    return x < box.x || x > box.x + box.w || y < box.y || y > box.y + box.h;
  };
  std::erase_if(geometry_.regions, [&](const auto& region) {
    return outside(region.x, region.y) || outside(region.x + region.width, region.y + region.height);
  });
  for (auto& region : geometry_.regions) {
    int right = region.x + region.width, bottom = region.y + region.height;
    move(region.x, region.y);
    move(right, bottom);
    region.width = right - region.x;
    region.height = bottom - region.y;
  }
  std::erase_if(geometry_.decorations, [&](const auto& one) { return outside(one.x, one.y); });
  for (auto& decoration : geometry_.decorations) {
    move(decoration.x, decoration.y);
  }
  geometry_.labels.clear();
  std::erase_if(geometry_.neighbours,
                [&](const auto& edge) { return !shown_[edge.first] || !shown_[edge.second]; });
  for (auto& point : geometry_.points) {
    move(point.x, point.y);
  }
  int width = box.x + box.w, height = box.y + box.h;
  move(width, height);
  geometry_.width = std::max(width, 1);
  geometry_.height = std::max(height, 1);
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
  const float nominal = window_                   ? window_->row_pitch
                        : style_ == Style::kCells ? 116.0F
                        : style_ == Style::kPosts ? 78.0F
                                                  : 92.0F;
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
  if (!shown(point)) {
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
    if (!shown(point)) {
      continue;
    }
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
  if (!shown(from) || (dx == 0 && dy == 0)) {
    return from;
  }
  const SDL_FPoint start = centre(from);
  // Measured in steps, not in pixels: where files stand further apart than rows, a slant is still a slant.
  const bool upright = turn_ % 180 == 0;
  const float unit_x = static_cast<float>(pitch_) * (upright ? row_step_ : file_step_),
              unit_y = static_cast<float>(pitch_) * (upright ? file_step_ : row_step_);
  const float length = std::hypot(static_cast<float>(dx), static_cast<float>(dy));
  const float ux = static_cast<float>(dx) / length, uy = static_cast<float>(dy) / length;
  host::Point best = from;
  float best_cost = std::numeric_limits<float>::max();
  const auto consider = [&](host::Point point, float cone) {
    const SDL_FPoint c = centre(point);
    const float vx = (c.x - start.x) / unit_x, vy = (c.y - start.y) / unit_y;
    const float along = vx * ux + vy * uy, across = std::abs(vx * uy - vy * ux);
    // Nearest first, what lies straight ahead before what lies aside.
    const float cost = along + 2 * across;
    if (point != from && along > 0.01F && across <= along * cone && cost < best_cost) {
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
    if (shown_[i]) {
      consider(static_cast<host::Point>(i), 0.9F);
    }
  }
  return best;
}

float BoardGeometry::steps(host::Point a, host::Point b) const {
  const SDL_FPoint p = centre(a), q = centre(b);
  return std::max(std::abs(p.x - q.x), std::abs(p.y - q.y)) / static_cast<float>(pitch_);
}

BoardGeometry::Body BoardGeometry::body() const {
  const auto pitch = static_cast<float>(pitch_);
  if (window_) {
    const float unit = 0.5F * pitch / window_->row_pitch;
    const float hx = window_->piece_width * unit, hy = window_->piece_height * unit;
    return {hx, hy, style_ == Style::kPosts ? 0.23F * hy : std::min(hx, hy)};
  }
  if (style_ == Style::kPosts) {
    return {0.351F * std::min(row_step_, 4.0F) * pitch, 0.397F * std::min(file_step_, 4.0F) * pitch,
            0.09F * pitch};
  }
  // In a field the marks around a piece need room beside it.
  const float part = style_ == Style::kCells ? 0.40F : 0.45F;
  const float radius = part * pitch * std::min(1.0F, std::min(row_step_, file_step_));
  return {radius, radius, radius};
}

}  // namespace qitai::view
