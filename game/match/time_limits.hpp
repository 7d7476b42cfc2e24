// Match: the referee. This header: the two-stage time limits of a seat and the clock as a pure function of
// given times. No wall clock anywhere in this folder: time comes in as a number.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace qitai::match {

// Microseconds since the match started. Monotonic for the match: pauses included.
using Instant = std::int64_t;
inline constexpr Instant kSecond = 1'000'000;
inline constexpr Instant kMinute = 60 * kSecond;
inline constexpr Instant kNever = INT64_MAX;

// What one seat may use. All 0: untimed.
struct TimeLimits {
  int first_limit = 0;   // minutes, 0–180: for the first stage
  int first_moves = 0;   // 0–999 own moves before it runs out; 0: the first limit is for the whole game
  int second_limit = 0;  // minutes, 0–180: for each later stage
  int second_moves = 0;  // 0–999 moves of each later stage; 0: the rest of the game
  int step_limit = 0;    // seconds, 0–999: each single move; 0: none
  int increment = 0;     // seconds, 0–180: added after each own move
  int setup_limit = 3;   // minutes, 0–30: private set-up, where the game has one; 0: none
  bool carry = true;     // unspent time goes into the next stage

  [[nodiscard]] bool untimed() const { return first_limit == 0 && second_limit == 0 && step_limit == 0; }
  friend bool operator==(const TimeLimits&, const TimeLimits&) = default;
};

// Nothing, or the field, its value and what was expected ("increment is 5: expected 0 while both limits are
// 0"). One refusal for the menu, config.toml, the command line and a link alike. Error code: the field's
// name. Limits of a stage that is never reached (second limit where first_moves is 0, first_moves where
// first_limit is 0) are allowed and have no effect.
[[nodiscard]] Status check(const TimeLimits& limits);

// One number of TimeLimits: what a menu, a file or a command line needs to know of it. `carry` is no number.
struct LimitField {
  std::string_view name;  // "first_limit"
  int TimeLimits::*value;
  int max;                // range 0…max
  std::string_view unit;  // "minutes", "moves" or "seconds"
};
[[nodiscard]] std::span<const LimitField> limit_fields();
// By its name; null: there is none.
[[nodiscard]] const LimitField* limit_field(std::string_view name);

// Sets a field, or carry (true or false), by its name and a text, as the command line gives it. False: no
// such field. Error: the field, with its range.
[[nodiscard]] Result<bool> set_limit(TimeLimits& limits, std::string_view id, std::string_view text);

// Canonical bytes, part of the encoding of terms; reading refuses nothing but truncation: check() after it.
void write(Writer& writer, const TimeLimits& limits);
[[nodiscard]] TimeLimits read_time_limits(qitai::Reader& reader);

// The clock of one seat between two of its moves. A value; see clock.cpp for the rules it follows.
struct SeatClock {
  Instant main = 0;     // left in the current stage before the current move; kNever: no main limit
  int stage = 1;        // 1 first, 2 and up: second limit, again and again
  int stage_moves = 0;  // own moves made in this stage
  Instant used = 0;     // spent in the whole match, private set-up not counted
  friend bool operator==(const SeatClock&, const SeatClock&) = default;
};

[[nodiscard]] SeatClock clock_at_start(const TimeLimits& limits);
// How long the seat may think about its present move before a flag falls; kNever if nothing limits it. `step`
// is set to whether the step limit alone is what falls (at the same instant: the main limit, reason `time`).
[[nodiscard]] Instant time_to_flag(const TimeLimits& limits, const SeatClock& clock, bool* step = nullptr);
// The clock after a move that took `spent` (0 ≤ spent < time_to_flag): increment and due stage are added at
// once. `stage_added` is set to whether the time of a new stage was added.
[[nodiscard]] SeatClock after_move(const TimeLimits& limits, const SeatClock& clock, Instant spent,
                                   bool* stage_added = nullptr);
// The clock of a seat that stops thinking without a move of its own: the time is used, nothing is added.
[[nodiscard]] SeatClock after_thinking(const SeatClock& clock, Instant spent);
// Own moves still to make in the present stage; nothing where it lasts to the end of the game.
[[nodiscard]] std::optional<int> moves_to_go(const TimeLimits& limits, const SeatClock& clock);

}  // namespace qitai::match
