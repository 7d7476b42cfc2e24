// The sentences on time limits, each with cases worked out by hand. Times in seconds unless said otherwise.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "match/time_limits.hpp"
#include "table.hpp"

using namespace qitai::match;
using qitai::test::limits;

namespace {

struct Move {
  Instant spent;  // s
  Instant left;   // s, after the move; -1: no main limit
  int stage;
  int stage_moves;
  bool added;
};

struct Case {
  std::string rule;
  TimeLimits limits;
  Instant start;  // s; -1: no main limit
  int start_stage;
  std::vector<Move> moves;
};

Instant seconds(Instant time) {
  return time == kNever ? -1 : time / kSecond;
}

}  // namespace

TEST_CASE("the two-stage clock, move by move") {
  const std::vector<Case> cases = {
      {"All limits 0 and step 0: untimed",
       limits(0, 0, 0, 0),
       -1,
       1,
       {{100000, -1, 1, 1, false}, {7, -1, 1, 2, false}}},
      {"moves in the first limit 0: the stage is the whole game",
       limits(10, 0, 30, 5),
       600,
       1,
       {{60, 540, 1, 1, false}, {60, 480, 1, 2, false}, {470, 10, 1, 3, false}}},
      {"Unspent time is carried into the next stage",
       limits(10, 2, 5, 3),
       600,
       1,
       // 600−100 = 500; 500−200 = 300, stage made: 300+300 = 600.
       {{100, 500, 1, 1, false}, {200, 600, 2, 0, true}, {30, 570, 2, 1, false}}},
      {"carry off: unspent time is lost",
       limits(10, 2, 5, 3, 0, 0, false),
       600,
       1,
       {{100, 500, 1, 1, false}, {200, 300, 2, 0, true}, {30, 270, 2, 1, false}}},
      {"When a second stage's moves are made another second stage begins, for ever",
       limits(1, 1, 2, 2),
       60,
       1,
       // 60−10+120 = 170; −20 = 150; −30+120 = 240; −40 = 200; −50+120 = 270; −0; −0+120 = 390.
       {{10, 170, 2, 0, true},
        {20, 150, 2, 1, false},
        {30, 240, 3, 0, true},
        {40, 200, 3, 1, false},
        {50, 270, 4, 0, true},
        {0, 270, 4, 1, false},
        {0, 390, 5, 0, true}}},
      {"the same without carry: every stage begins with the second limit",
       limits(1, 1, 2, 2, 0, 0, false),
       60,
       1,
       {{10, 120, 2, 0, true},
        {20, 100, 2, 1, false},
        {30, 120, 3, 0, true},
        {119, 1, 3, 1, false},
        {0, 120, 4, 0, true}}},
      {"moves in the second limit 0: the rest of the game",
       limits(1, 1, 2, 0),
       60,
       1,
       {{50, 130, 2, 0, true}, {100, 30, 2, 1, false}, {20, 10, 2, 2, false}, {9, 1, 2, 3, false}}},
      {"First limit 0 with a second limit set: the first stage is skipped",
       limits(0, 40, 3, 2),
       180,
       2,
       {{60, 120, 2, 1, false}, {60, 240, 3, 0, true}}},
      {"Second limit 0 while the first stage has moves: nothing more is added, what is left must last",
       limits(2, 2, 0, 1),
       120,
       1,
       {{30, 90, 1, 1, false}, {30, 60, 2, 0, false}, {30, 30, 2, 1, false}, {29, 1, 2, 2, false}}},
      {"increment: added after each own move",
       limits(1, 0, 0, 0, 0, 5),
       60,
       1,
       {{10, 55, 1, 1, false}, {0, 60, 1, 2, false}, {59, 6, 1, 3, false}}},
      {"Increment and due stage are added the moment the turn passes",
       limits(1, 2, 1, 0, 0, 5),
       60,
       1,
       // 60−59+5 = 6; 6−5+5+60 = 66.
       {{59, 6, 1, 1, false}, {5, 66, 2, 0, true}}},
      {"carry off: the increment of the move is no unspent time",
       limits(1, 1, 1, 1, 0, 5, false),
       60,
       1,
       {{10, 65, 2, 0, true}, {64, 65, 3, 0, true}}},
      {"Both limits 0 and step > 0: only the step counts",
       limits(0, 0, 0, 0, 30),
       -1,
       1,
       {{29, -1, 1, 1, false}, {29, -1, 1, 2, false}}},
      {"the first stage may be 999 moves of 180 minutes",
       limits(180, 999, 180, 999),
       10800,
       1,
       {{1, 10799, 1, 1, false}}},
  };
  for (const Case& each : cases) {
    INFO(each.rule);
    REQUIRE(check(each.limits).ok());
    SeatClock clock = clock_at_start(each.limits);
    CHECK(seconds(clock.main) == each.start);
    CHECK(clock.stage == each.start_stage);
    Instant used = 0;
    for (std::size_t i = 0; i < each.moves.size(); ++i) {
      INFO("move " << i + 1);
      const Move& move = each.moves[i];
      bool added = !move.added;
      REQUIRE(move.spent * kSecond < time_to_flag(each.limits, clock));
      clock = after_move(each.limits, clock, move.spent * kSecond, &added);
      used += move.spent;
      CHECK(seconds(clock.main) == move.left);
      CHECK(clock.stage == move.stage);
      CHECK(clock.stage_moves == move.stage_moves);
      CHECK(added == move.added);
      CHECK(seconds(clock.used) == used);
    }
  }
}

TEST_CASE("which limit falls first, and the reason at the same instant") {
  struct Flag {
    std::string rule;
    TimeLimits limits;
    Instant main;  // s left
    Instant falls;
    bool step;
  };
  const std::vector<Flag> flags = {
      {"step shorter than what is left", limits(1, 0, 0, 0, 20), 60, 20, true},
      {"main shorter than the step", limits(1, 0, 0, 0, 20), 19, 19, false},
      {"Step and main limit ending at the same instant: reason `time`", limits(1, 0, 0, 0, 20), 20, 20,
       false},
      {"no step limit", limits(1, 0, 0, 0), 45, 45, false},
  };
  for (const Flag& each : flags) {
    INFO(each.rule);
    SeatClock clock = clock_at_start(each.limits);
    clock.main = each.main * kSecond;
    bool step = !each.step;
    CHECK(time_to_flag(each.limits, clock, &step) == each.falls * kSecond);
    CHECK(step == each.step);
  }
  const TimeLimits untimed = limits(0, 0, 0, 0);
  CHECK(time_to_flag(untimed, clock_at_start(untimed)) == kNever);
  CHECK(untimed.untimed());
  const TimeLimits only_step = limits(0, 0, 0, 0, 30);
  bool step = false;
  CHECK(time_to_flag(only_step, clock_at_start(only_step), &step) == 30 * kSecond);
  CHECK(step);
}

TEST_CASE("moves to go in the present stage") {
  const TimeLimits two_stages = limits(1, 3, 1, 2);
  SeatClock clock = clock_at_start(two_stages);
  CHECK(moves_to_go(two_stages, clock) == 3);
  clock = after_move(two_stages, clock, 0);
  CHECK(moves_to_go(two_stages, clock) == 2);
  clock = after_move(two_stages, after_move(two_stages, clock, 0), 0);
  CHECK(moves_to_go(two_stages, clock) == 2);
  CHECK_FALSE(moves_to_go(limits(1, 0, 1, 2), clock_at_start(limits(1, 0, 1, 2))).has_value());
  CHECK_FALSE(moves_to_go(limits(0, 0, 0, 0, 5), clock_at_start(limits(0, 0, 0, 0, 5))).has_value());
}

TEST_CASE("values outside a range are refused with the field, the value and the range") {
  struct Wrong {
    std::string field;
    int value;
    std::string range;
  };
  const std::vector<Wrong> wrong = {
      {"first_limit", -1, "0 to 180 minutes"},  {"first_limit", 181, "0 to 180 minutes"},
      {"first_moves", -1, "0 to 999 moves"},    {"first_moves", 1000, "0 to 999 moves"},
      {"second_limit", -1, "0 to 180 minutes"}, {"second_limit", 181, "0 to 180 minutes"},
      {"second_moves", -1, "0 to 999 moves"},   {"second_moves", 1000, "0 to 999 moves"},
      {"step_limit", -1, "0 to 999 seconds"},   {"step_limit", 1000, "0 to 999 seconds"},
      {"increment", -1, "0 to 180 seconds"},    {"increment", 181, "0 to 180 seconds"},
      {"setup_limit", -1, "0 to 30 minutes"},   {"setup_limit", 31, "0 to 30 minutes"},
  };
  for (const Wrong& each : wrong) {
    INFO(each.field << " " << each.value);
    TimeLimits made = limits(10, 0, 10, 0);
    for (const LimitField& field : limit_fields()) {
      if (field.name == each.field) made.*field.value = each.value;
    }
    const auto status = check(made);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == each.field);
    CHECK(status.error().message ==
          each.field + " is " + std::to_string(each.value) + ": expected " + each.range);
  }
  TimeLimits ends = limits(180, 999, 180, 999, 999, 180);
  ends.setup_limit = 30;
  CHECK(check(ends).ok());
}

TEST_CASE("limits that contradict each other are refused") {
  // Both limits 0 and increment > 0: refused.
  const auto increment = check(limits(0, 0, 0, 0, 30, 5));
  REQUIRE_FALSE(increment.ok());
  CHECK(increment.error().code == "increment");
  CHECK(check(limits(0, 0, 1, 0, 0, 5)).ok());
  // Not carried with second limit 0 is refused.
  const auto carry = check(limits(10, 40, 0, 0, 0, 0, false));
  REQUIRE_FALSE(carry.ok());
  CHECK(carry.error().code == "carry");
  CHECK(check(limits(10, 40, 1, 0, 0, 0, false)).ok());
  CHECK(check(TimeLimits{}).ok());
  CHECK(TimeLimits{}.setup_limit == 3);
}
