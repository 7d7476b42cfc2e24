#include "seat/attention.hpp"

#include <algorithm>
#include <cstdlib>

namespace qitai::seat {
namespace {

// In thousandths of the pitch: what the eye takes in at once, and what is across the board.
constexpr int kNear = 2'500;
constexpr int kFar = 4'500;

std::uint64_t scramble(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

int apart(const host::Geometry::PointInfo& a, const host::Geometry::PointInfo& b) {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
}

// How far a way leads towards the seat's own side.
int backwards(int dx, int dy, int facing) {
  switch (facing) {
    case 90:
      return -dx;
    case 180:
      return -dy;
    case 270:
      return dx;
    default:
      return dy;
  }
}

}  // namespace

Attention::Attention(const host::State& state, double blind, host::Point after, std::uint64_t seed)
    : board_(state.geometry()),
      seats_(state.variant().info().seats),
      blind_(blind),
      after_(after),
      seed_(seed) {}

bool Attention::overlooks(const host::Step& step, host::Seat seat, host::Point focus) const {
  if (blind_ <= 0 || (step.capture && step.move.to == focus)) return false;
  const auto& points = board_.points;
  double share = step.noisy ? 0.6 : 1.0;
  if (step.move.to < points.size() && step.move.from < points.size()) {
    const auto& from = points[step.move.from];
    const auto& to = points[step.move.to];
    const int dx = to.x - from.x, dy = to.y - from.y;
    if (apart(from, to) > kFar) share *= 1.3;
    if (backwards(dx, dy, seats_[static_cast<std::size_t>(seat)].facing) > 0) share *= 1.3;
    if (dx != 0 && dy != 0 && std::abs(dx) != std::abs(dy)) share *= 1.3;
    if (focus < points.size()) {
      const int away = std::min(apart(points[focus], to), apart(points[focus], from));
      share *= away <= kNear ? 0.6 : away <= kFar ? 1.0 : 1.3;
    }
    // What has just been moved draws the eye.
    if (step.move.from == after_) share *= 0.5;
  }
  const std::uint64_t move = std::uint64_t{step.move.from} | std::uint64_t{step.move.to} << 16;
  const std::uint64_t draw = scramble(seed_ ^ scramble(move + 1));
  return static_cast<double>(draw >> 11) * 0x1.0p-53 < std::min(blind_ * share, 0.95);
}

}  // namespace qitai::seat
