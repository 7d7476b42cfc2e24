// An analogue stick as four directions: one at a time, with hysteresis, so that neither a worn stick's
// trembling nor a thumb's slant makes a second step.
#pragma once

#include <cstdint>

namespace qitai::platform {

class Stick {
 public:
  enum class Direction : std::uint8_t { kNone, kUp, kDown, kLeft, kRight };

  // An axis moved: −32768…32767, right and down positive. Returns whether direction() changed.
  bool set_x(int value);
  bool set_y(int value);
  [[nodiscard]] Direction direction() const { return direction_; }
  // Where it is pushed to, as one of eight directions: −1, 0 or 1 across (right positive) and along (down).
  struct Push {
    int across = 0, along = 0;
  };
  [[nodiscard]] Push push() const;
  // Forgets the direction until the stick was back in the middle: after the window lost the focus.
  void recentre();

 private:
  bool update();

  int x_ = 0, y_ = 0;
  Direction direction_ = Direction::kNone;
  bool waits_for_middle_ = false;
};

// A single axis as a button, with the same thresholds.
class AxisButton {
 public:
  // Unless it is known to rest at 0 it must have been near 0 once: levers of unknown joysticks rest at an
  // end.
  explicit AxisButton(bool rests_at_zero = false) : waits_for_middle_(!rests_at_zero) {}
  // −1, 0 or 1 after `value`.
  int set(int value);
  void recentre();

 private:
  int state_ = 0;
  bool waits_for_middle_;
};

}  // namespace qitai::platform
