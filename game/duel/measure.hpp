// Small measures of a channel: how fast packets may come or go, and how long a round trip takes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "duel/out.hpp"

namespace qitai::duel {

// So many a second after a burst of so many.
class Pace {
 public:
  Pace(int rate, int burst) : cost_(kSecond / rate), most_(cost_ * burst), left_(most_) {}

  // Takes one, if there is one.
  [[nodiscard]] bool take(Now now) {
    refill(now);
    if (left_ < cost_) return false;
    left_ -= cost_;
    return true;
  }
  // When the next one can be taken, not before `now`.
  [[nodiscard]] Now next(Now now) const {
    Pace then = *this;
    then.refill(now);
    return now + std::max<Now>(0, cost_ - then.left_);
  }

 private:
  void refill(Now now) {
    if (now > last_) left_ += std::min(most_ - left_, now - last_);
    last_ = std::max(last_, now);
  }

  Now cost_;
  Now most_;
  Now left_;
  Now last_ = 0;
};

// Pings that were sent and the times that their answers took.
class RoundTrips {
 public:
  static constexpr std::size_t kKept = 32;

  // The id of a ping that is sent now.
  std::uint32_t ask(Now now) {
    const std::uint32_t id = ++last_;
    asked_[id % kKept] = {id, now};
    return id;
  }
  // An answer; skipped if that ping is unknown, too old or answered.
  void answer(std::uint32_t id, Now now) {
    Asked& asked = asked_[id % kKept];
    if (asked.id != id || id == 0) return;
    asked.id = 0;
    if (times_.size() < kKept)
      times_.push_back(now - asked.at);
    else
      times_[next_++ % kKept] = now - asked.at;
  }
  // A new connection answers no ping of the one before.
  void forget_asked() { asked_ = {}; }

  // The 90th percentile by nearest rank, in microseconds; 0: nothing was measured.
  [[nodiscard]] Now ninth_decile() const {
    if (times_.empty()) return 0;
    std::vector<Now> sorted = times_;
    const std::size_t rank = (9 * sorted.size() + 9) / 10;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(rank - 1), sorted.end());
    return sorted[rank - 1];
  }

 private:
  struct Asked {
    std::uint32_t id = 0;  // 0: none
    Now at = 0;
  };
  std::array<Asked, kKept> asked_{};
  std::vector<Now> times_;
  std::size_t next_ = 0;
  std::uint32_t last_ = 0;
};

}  // namespace qitai::duel
