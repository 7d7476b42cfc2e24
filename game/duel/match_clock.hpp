// The time of a match on one machine: runs while both are together, stands while the link is lost.
#pragma once

#include "duel/out.hpp"
#include "match/time_limits.hpp"

namespace qitai::duel {

class MatchClock {
 public:
  [[nodiscard]] bool runs() const { return runs_; }
  [[nodiscard]] match::Instant at(Now now) const {
    return runs_ && now > base_now_ ? base_ + (now - base_now_) : base_;
  }
  // When it will be that instant; kNever while it stands.
  [[nodiscard]] Now when(match::Instant at) const {
    if (!runs_ || at == match::kNever) return kNever;
    return base_now_ + (at - base_);
  }
  void run(match::Instant at, Now now) {
    base_ = at;
    base_now_ = now;
    runs_ = true;
  }
  void stand(match::Instant at) {
    base_ = at;
    runs_ = false;
  }

 private:
  match::Instant base_ = 0;
  Now base_now_ = 0;
  bool runs_ = false;
};

}  // namespace qitai::duel
