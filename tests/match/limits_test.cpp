// The clock where its numbers are largest or meet at one instant; worked out by hand. Times in seconds unless
// said otherwise.
#include <catch2/catch.hpp>

#include "race_game.hpp"
#include "table.hpp"

using namespace qitai::test;
using qitai::match::after_move;
using qitai::match::clock_at_start;
using qitai::match::SeatClock;
using qitai::match::time_to_flag;
using Lines = std::vector<std::string>;

namespace {

Terms both(const TimeLimits& each) {
  Terms terms = qitai::match::default_terms(*race_game());
  terms.seats[0].limits = terms.seats[1].limits = each;
  return terms;
}

// The seat on turn moves after so long, or its flag falls first.
bool moves_after(Table& table, Instant thinking) {
  table.now += thinking;
  Intent made = table.running(1);
  made.at = table.now;
  return std::holds_alternative<qitai::match::Accepted>(table->submit(made));
}

}  // namespace

TEST_CASE(
    "the move that ends a stage: in its last microsecond it brings the next stage, at the flag it is late") {
  Table table(race_game(), both(limits(1, 2, 2, 0)));
  for (int i = 0; i < 2; ++i)
    REQUIRE(moves_after(table, 10 * kSecond));
  SECTION("one microsecond before") {
    REQUIRE(moves_after(table, 50 * kSecond - 1));
    CHECK(table->clock(0).main == 120 * kSecond + 1);
    CHECK(table->clock(0).stage == 2);
    CHECK(table.news().back() == "stage 0");
  }
  SECTION("at its instant") {
    CHECK_FALSE(moves_after(table, 50 * kSecond));
    CHECK(table.news().back() == "ended 0 time [-1,1]");
    CHECK(table->clock(0).stage == 1);
    CHECK(table->clock(0).main == 0);
  }
  table.check_replay();
}

TEST_CASE("the step limit inside a stage, until less than a step is left of it") {
  Table table(race_game(), both(limits(1, 5, 1, 0, 25)));
  for (int i = 0; i < 2; ++i)
    REQUIRE(moves_after(table, 24 * kSecond));
  SECTION("a step too long, with time left in the stage: step-time") {
    CHECK(table->next_flag() == table.now + 25 * kSecond);
    CHECK_FALSE(moves_after(table, 30 * kSecond));
    CHECK(table.news().back() == "ended 0 step-time [-1,1]");
  }
  SECTION("the stage ends first: time") {
    for (int i = 0; i < 2; ++i)
      REQUIRE(moves_after(table, 24 * kSecond));
    // 60 - 48: 12 are left, which is less than a step.
    CHECK(table->left(0, table.now).main == 12 * kSecond);
    CHECK(table->left(0, table.now).step == 25 * kSecond);
    CHECK(table->next_flag() == table.now + 12 * kSecond);
    CHECK_FALSE(moves_after(table, 13 * kSecond));
    CHECK(table.news().back() == "ended 0 time [-1,1]");
  }
  table.check_replay();
}

TEST_CASE("the second limit ten times over, carried and not") {
  for (const bool carry : {true, false}) {
    TimeLimits each = limits(1, 1, 1, 1);
    each.carry = carry;
    SeatClock clock = clock_at_start(each);
    for (int move = 1; move <= 11; ++move) {
      bool added = false;
      clock = after_move(each, clock, 10 * kSecond, &added);
      INFO("move " << move << (carry ? " carried" : ""));
      CHECK(added);
      CHECK(clock.stage == move + 1);
      CHECK(clock.stage_moves == 0);
      // 60 at first, and with each move 60 come and 10 go.
      CHECK(clock.main == (carry ? 60 + 50 * move : 60) * kSecond);
      CHECK(clock.used == 10 * move * kSecond);
    }
    CHECK(clock.stage == 12);  // ten second limits have been used up to the last
  }
}

TEST_CASE("stages of 999 moves and 180 minutes, and of 0 moves") {
  const TimeLimits largest = limits(180, 999, 180, 999);
  SeatClock clock = clock_at_start(largest);
  CHECK(time_to_flag(largest, clock) == 10'800 * kSecond);
  for (int move = 1; move <= 998; ++move)
    clock = after_move(largest, clock, kSecond);
  CHECK(clock.main == (10'800 - 998) * kSecond);
  CHECK(clock.stage == 1);
  CHECK(qitai::match::moves_to_go(largest, clock) == 1);
  clock = after_move(largest, clock, kSecond);
  CHECK(clock.main == (2 * 10'800 - 999) * kSecond);
  CHECK(clock.stage == 2);
  CHECK(qitai::match::moves_to_go(largest, clock) == 999);
  for (int move = 1; move <= 999; ++move)
    clock = after_move(largest, clock, 0);
  CHECK(clock.main == (3 * 10'800 - 999) * kSecond);
  CHECK(clock.stage == 3);

  const TimeLimits whole = limits(180, 0, 180, 999);
  clock = clock_at_start(whole);
  for (int move = 1; move <= 2000; ++move)
    clock = after_move(whole, clock, kSecond);
  CHECK(clock.main == (10'800 - 2000) * kSecond);
  CHECK(clock.stage == 1);

  const TimeLimits rest = limits(1, 1, 180, 0);
  clock = clock_at_start(rest);
  for (int move = 1; move <= 2000; ++move)
    clock = after_move(rest, clock, kSecond);
  CHECK(clock.main == (60 + 10'800 - 2000) * kSecond);
  CHECK(clock.stage == 2);
}

TEST_CASE("180 minutes end at their exact instant") {
  Table table(race_game(), both(limits(180, 0, 0, 0)));
  for (int i = 0; i < 2; ++i)
    REQUIRE(moves_after(table, kSecond));
  CHECK(table->next_flag() == table.now + 10'799 * kSecond);
  CHECK_FALSE(moves_after(table, 10'799 * kSecond));
  CHECK(table.news().back() == "ended 0 time [-1,1]");
  table.check_replay();
}

TEST_CASE("time odds: one seat in two stages, the other with a step alone, each by its own clock") {
  Terms terms = both(limits(2, 2, 1, 1));
  terms.seats[1].limits = limits(0, 0, 0, 0, 5);
  Table table(race_game(), terms);
  REQUIRE(moves_after(table, 70 * kSecond));
  CHECK(table->next_flag() == table.now + 5 * kSecond);
  REQUIRE(moves_after(table, 4 * kSecond));
  REQUIRE(moves_after(table, 49 * kSecond));
  // 120 - 119 + 60.
  CHECK(table->left(0, table.now).main == 61 * kSecond);
  CHECK(table->left(1, table.now).main == kNever);
  CHECK_FALSE(moves_after(table, 5 * kSecond));
  CHECK(table.news().back() == "ended 1 step-time [1,-1]");
  table.check_replay();
}

TEST_CASE("a limit given as text is a whole number in its range, or says which that is") {
  using qitai::match::set_limit;
  TimeLimits made;
  CHECK(*set_limit(made, "first_limit", "180"));
  CHECK(made.first_limit == 180);
  CHECK(*set_limit(made, "carry", "false"));
  CHECK_FALSE(made.carry);
  CHECK_FALSE(*set_limit(made, "lives", "3"));
  for (const std::string wrong : {"181", "-1", "", "1.5", "ten", "99999999999999999999", "5 "}) {
    const auto refused = set_limit(made, "first_limit", wrong);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message == "first_limit is \"" + wrong + "\": expected 0 to 180 minutes");
  }
  CHECK_FALSE(set_limit(made, "carry", "yes").ok());
  CHECK(made.first_limit == 180);
}
