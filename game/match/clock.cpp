// The rules of the clock:
//  - A first stage of first_limit minutes for first_moves own moves; then stages of second_limit minutes for
//    second_moves own moves, for ever. 0 moves: the stage lasts to the end of the game.
//  - First limit 0 with a second limit set: the first stage is skipped. Second limit 0 while the first stage
//  has
//    moves: nothing more is added, what is left must last.
//  - Unspent time is carried into the next stage, or not (`carry`). The increment is for the move that was
//  made and
//    never counts as unspent: it is there in both cases.
//  - Increment and due stage are added the moment the turn passes, before the other side thinks.
//  - Step and main limit ending at the same instant: the main limit (reason `time`).
#include "match/time_limits.hpp"

namespace qitai::match {
namespace {

// Moves that end the present stage; 0: it lasts to the end of the game.
int moves_of_stage(const TimeLimits& limits, const SeatClock& clock) {
  if (clock.main == kNever) return 0;
  if (clock.stage == 1) return limits.first_moves;
  return limits.second_limit == 0 ? 0 : limits.second_moves;
}

}  // namespace

SeatClock clock_at_start(const TimeLimits& limits) {
  SeatClock clock;
  if (limits.first_limit > 0) {
    clock.main = limits.first_limit * kMinute;
  } else if (limits.second_limit > 0) {
    clock.main = limits.second_limit * kMinute;
    clock.stage = 2;
  } else {
    clock.main = kNever;
  }
  return clock;
}

Instant time_to_flag(const TimeLimits& limits, const SeatClock& clock, bool* step) {
  const Instant step_limit = limits.step_limit > 0 ? limits.step_limit * kSecond : kNever;
  const bool step_falls = step_limit < clock.main;
  if (step != nullptr) *step = step_falls;
  return step_falls ? step_limit : clock.main;
}

SeatClock after_thinking(const SeatClock& clock, Instant spent) {
  SeatClock after = clock;
  if (after.main != kNever) after.main -= spent;
  after.used += spent;
  return after;
}

SeatClock after_move(const TimeLimits& limits, const SeatClock& clock, Instant spent, bool* stage_added) {
  if (stage_added != nullptr) *stage_added = false;
  SeatClock after = after_thinking(clock, spent);
  ++after.stage_moves;
  if (after.main == kNever) return after;
  if (after.stage_moves == moves_of_stage(limits, clock)) {
    if (!limits.carry) after.main = 0;
    after.main += limits.second_limit * kMinute;
    ++after.stage;
    after.stage_moves = 0;
    if (stage_added != nullptr) *stage_added = limits.second_limit > 0;
  }
  after.main += limits.increment * kSecond;
  return after;
}

std::optional<int> moves_to_go(const TimeLimits& limits, const SeatClock& clock) {
  const int moves = moves_of_stage(limits, clock);
  if (moves == 0) return std::nullopt;
  return moves - clock.stage_moves;
}

}  // namespace qitai::match
