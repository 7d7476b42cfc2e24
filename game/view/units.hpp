// View: the board on the screen. This header: the unit u of every size, rounded to whole pixels once per
// resize.
#pragma once

#include <algorithm>
#include <cmath>

namespace qitai::view {

// u = screen height / 1080 in landscape, screen width / 1080 in portrait. Compact where the smaller side is
// under 720 px.
class Units {
 public:
  Units() = default;
  Units(int width, int height) : width_(width), height_(height) {
    u_ = static_cast<float>(height <= width ? height : width) / 1080.0F;
  }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] float u() const { return u_; }
  [[nodiscard]] bool portrait() const { return height_ > width_; }
  [[nodiscard]] bool compact() const { return std::min(width_, height_) < 720; }
  // u to whole pixels; anything above 0 is at least 1 px.
  [[nodiscard]] int px(float u) const {
    const int p = static_cast<int>(std::lround(u * u_));
    return u > 0 ? std::max(p, 1) : p;
  }
  // A font's size: max(18, size·u).
  [[nodiscard]] int font(float u) const { return std::max(18, static_cast<int>(std::lround(u * u_))); }
  // A menu target's smaller side: max(64u, 44 px), and what was asked for if that is more.
  [[nodiscard]] int target(float u = 64) const {
    return std::max({44, static_cast<int>(std::lround(64 * u_)), static_cast<int>(std::lround(u * u_))});
  }

 private:
  int width_ = 1920, height_ = 1080;
  float u_ = 1.0F;
};

}  // namespace qitai::view
