#include "platform/stick.hpp"

#include <cstdlib>

namespace qitai::platform {
namespace {

constexpr int kOn = 18000;   // 55 % of the way
constexpr int kOff = 13000;  // 40 %

}  // namespace

bool Stick::set_x(int value) {
  x_ = value;
  return update();
}

bool Stick::set_y(int value) {
  y_ = value;
  return update();
}

// At full throw a direction and its neighbour part halfway between them: sin 22.5° is 38 %.
Stick::Push Stick::push() const {
  if (waits_for_middle_) return {};
  const auto side = [](int value) { return value >= kOff ? 1 : value <= -kOff ? -1 : 0; };
  return {side(x_), side(y_)};
}

void Stick::recentre() {
  direction_ = Direction::kNone;
  waits_for_middle_ = std::abs(x_) >= kOff || std::abs(y_) >= kOff;
}

bool Stick::update() {
  const int x = std::abs(x_);
  const int y = std::abs(y_);
  if (waits_for_middle_) {
    if (x >= kOff || y >= kOff) return false;
    waits_for_middle_ = false;
  }
  const Direction across = x_ < 0 ? Direction::kLeft : Direction::kRight;
  const Direction along = y_ < 0 ? Direction::kUp : Direction::kDown;
  Direction next = direction_;
  const bool horizontal = direction_ == Direction::kLeft || direction_ == Direction::kRight;
  if (direction_ == Direction::kNone) {
    if (x > kOn || y > kOn) next = x > y ? across : along;
  } else {
    const int own = horizontal ? x : y;
    const int other = horizontal ? y : x;
    const Direction straight = horizontal ? across : along;
    if (other > kOn && other > own + own / 4) {
      next = horizontal ? along : across;
    } else if (own < kOff || (straight != direction_ && own <= kOn)) {
      next = Direction::kNone;
    } else {
      next = straight;  // thrown over from one end to the other between two readings
    }
  }
  const bool changed = next != direction_;
  direction_ = next;
  return changed;
}

int AxisButton::set(int value) {
  const int far = std::abs(value);
  if (waits_for_middle_) {
    if (far >= kOff) return 0;
    waits_for_middle_ = false;
  }
  const int side = value < 0 ? -1 : 1;
  if (state_ != 0 && (far < kOff || side != state_)) state_ = 0;
  if (state_ == 0 && far > kOn) state_ = side;
  return state_;
}

void AxisButton::recentre() {
  waits_for_middle_ = state_ != 0;
  state_ = 0;
}

}  // namespace qitai::platform
