// Flags: at their exact instant, with the right reason, and what else time alone brings about.
#include <catch2/catch.hpp>

#include "cups_game.hpp"
#include "race_game.hpp"
#include "table.hpp"

using namespace qitai::test;
using qitai::match::Accepted;
using Lines = std::vector<std::string>;

namespace {

Terms race_terms(TimeLimits first, TimeLimits second) {
  Terms terms = qitai::match::default_terms(*race_game());
  terms.seats[0].limits = first;
  terms.seats[1].limits = second;
  return terms;
}

Terms race_terms(int minutes, int step = 0) {
  TimeLimits limits;
  limits.first_limit = minutes;
  limits.step_limit = step;
  return race_terms(limits, limits);
}

// Submits without expecting anything, since a flag may fall.
std::string submitted(Table& table, Intent made) {
  made.at = table.now;
  const auto answer = table->submit(made);
  const auto* why = std::get_if<qitai::host::Refusal>(&answer);
  return why == nullptr ? "" : why->id;
}

}  // namespace

TEST_CASE("a move completed before the flag's exact instant counts") {
  Table table(race_game(), race_terms(1));
  table.run(1, kMinute - 1);
  CHECK(table->clock(0).main == 1);
  table.run(2, kSecond);
  table.now += 1;  // the first seat has one microsecond, and it is over
  CHECK(table->next_flag() == table.now);
  CHECK(submitted(table, table.running(1)) == "ended");
  CHECK(table->ply() == 2);
  CHECK(table->events().back().at == table.now);
  CHECK(table.news().back() == "ended 0 time [-1,1]");
  table.check_replay();
}

TEST_CASE("the flag carries the exact instant at which it fell, however late somebody looks") {
  Table table(race_game(), race_terms(1));
  table.run(1, kSecond);
  table.run(2, kSecond);
  table.now = 500 * kSecond;
  Intent time = intent(IntentKind::kTime, 1, table.now);
  CHECK_FALSE(table->would_refuse(time).has_value());
  const auto answer = table->submit(time);
  REQUIRE(std::holds_alternative<Accepted>(answer));
  CHECK(std::get<Accepted>(answer).number == 2);
  CHECK(table->events().back().at == 61 * kSecond);  // it began at 2, had 59
  CHECK(table->intents().back().at == 61 * kSecond);
  CHECK(table->events().back().clocks.at(0).main == 0);
  CHECK(table->left(0, table.now).main == 0);
  CHECK(table->left(1, table.now).main == 59 * kSecond);
  table.check_replay();
}

TEST_CASE("a kTime before any flag is refused, and any later intent lets the flag fall") {
  Table table(race_game(), race_terms(1));
  table.run(1);
  table.run(2);
  table.now = kMinute - 1;
  table.refuse(IntentKind::kTime, 0, "no-flag");
  table.now = kMinute;
  Intent resign = intent(IntentKind::kResign, 1);
  resign.at = table.now;
  CHECK(table->would_refuse(resign)->id == "ended");
  CHECK(submitted(table, resign) == "ended");
  CHECK(table.news().back() == "ended 0 time [-1,1]");
  CHECK(table->intents().back().kind == IntentKind::kTime);
}

TEST_CASE("step limit: reason step-time, at the same instant as the main limit: time") {
  SECTION("step") {
    Table table(race_game(), race_terms(1, 20));
    table.run(1, 19 * kSecond);
    table.run(2);
    table.now += 20 * kSecond;
    table.accept(IntentKind::kTime, 0);
    CHECK(table.news().back() == "ended 0 step-time [-1,1]");
  }
  SECTION("same instant") {
    Table table(race_game(), race_terms(1, 20));
    table.run(1, 19 * kSecond);
    table.run(2);
    table.run(1, 19 * kSecond);
    table.run(2);
    table.run(1, 2 * kSecond);  // 60−19−19−2 = 20
    table.run(2);
    CHECK(table->left(0, table.now).main == 20 * kSecond);
    CHECK(table->left(0, table.now).step == 20 * kSecond);
    table.now += 20 * kSecond;
    table.accept(IntentKind::kTime, 0);
    CHECK(table.news().back() == "ended 0 time [-1,1]");
  }
  SECTION("only the step counts") {
    Table table(race_game(), race_terms(0, 5));
    for (int i = 0; i < 8; ++i)
      table.run(3, 5 * kSecond - 1);
    table.now += 5 * kSecond;
    table.accept(IntentKind::kTime, 0);
    CHECK(table.news().back() == "ended 0 step-time [-1,1]");
  }
}

TEST_CASE("flag before both have moved: aborted") {
  Table table(race_game(), race_terms(1));
  SECTION("the first clock starts at the match's start") {
    table.now = kMinute;
    table.accept(IntentKind::kTime, 0);
    CHECK(table.news() == Lines{"started", "ended 0 aborted []"});
  }
  SECTION("the second seat's") {
    table.run(1);
    table.now = kMinute;
    table.accept(IntentKind::kTime, 0);
    CHECK(table.news().back() == "ended 1 aborted []");
  }
  SECTION("moves that were taken back were not made") {
    table.run(1);
    table.run(2);
    table.accept(IntentKind::kAskTakeback, 1);
    table.accept(IntentKind::kAcceptTakeback, 0);
    table.now = kMinute;
    table.accept(IntentKind::kTime, 0);
    CHECK(table.news().back() == "ended 1 aborted []");
  }
}

TEST_CASE("what the variant says of a fallen flag holds") {
  Terms terms = race_terms(1);
  terms.options[kRaceKindFlag] = 1;
  Table table(race_game(), terms);
  table.run(1);
  table.run(2);
  table.now = kMinute;
  table.accept(IntentKind::kTime, 0);
  CHECK(table.news().back() == "ended 0 time-without-material [0,0]");
  table.check_replay();
}

TEST_CASE("each seat may be given its own limits") {
  TimeLimits long_limit;
  long_limit.first_limit = 10;
  Table table(race_game(), race_terms(long_limit, TimeLimits{}));
  table.run(1, kMinute);
  CHECK(table->next_flag() == kNever);
  table.run(2, 1000 * kMinute);
  CHECK(table->next_flag() == 1010 * kMinute);
  CHECK(table->left(1, table.now).main == kNever);
}

TEST_CASE("the moment the turn passes, increment and due stage are there") {
  TimeLimits limits;
  limits.first_limit = 1;
  limits.first_moves = 2;
  limits.second_limit = 2;
  limits.second_moves = 1;
  limits.increment = 3;
  Table table(race_game(), race_terms(limits, limits));
  table.run(1, 10 * kSecond);
  CHECK(table->left(0, table.now + kMinute).main == 53 * kSecond);
  table.run(2);
  table.run(1, 10 * kSecond);  // 53−10+3+120 = 166
  CHECK(table->events().at(3).clocks.at(0).main == 166 * kSecond);
  CHECK(table.news() == Lines{"started", "ply 0", "ply 1", "ply 0", "stage 0"});
}

TEST_CASE("the set-up limit: never taken from the first limit") {
  Terms terms = qitai::match::default_terms(*cups_game());
  for (auto& seat : terms.seats)
    seat.limits.first_limit = 1;
  terms.seats[1].limits.setup_limit = 4;
  Table table(cups_game(), terms);
  CHECK(table->phase() == Phase::kSetUp);
  CHECK(table->next_flag() == 3 * kMinute);
  CHECK(table->left(0, kMinute).setup == 2 * kMinute);
  CHECK(table->left(0, kMinute).main == kMinute);
  Intent layout = intent(IntentKind::kSetUp, 0);
  layout.bytes = "112";
  table.refuse(layout, "bad-layout");
  layout.bytes = "312";

  SECTION("both in time") {
    table.now = 2 * kMinute;
    table.accept(layout);
    table.refuse(layout, "not-your-turn");
    CHECK(table->next_flag() == 4 * kMinute);
    layout.seat = 1;
    table.now = 4 * kMinute - 1;
    table.accept(layout);
    CHECK(table->phase() == Phase::kPlaying);
    CHECK(table->next_flag() == kNever);  // chance draws
    Intent draw = intent(IntentKind::kChance, 0);
    draw.index = 1;
    table.accept(draw);
    CHECK(table->next_flag() == table.now + kMinute);
    CHECK(table->clock(0).used == 0);
  }
  SECTION("at its very end the layout as it stands counts") {
    table.now = 3 * kMinute;
    table.accept(layout);
    CHECK(table.news() == Lines{"started", "set-up 0"});
  }
  SECTION("after it the game chooses one") {
    table.now = 3 * kMinute;
    table.accept(IntentKind::kTime, 0);
    CHECK(table.news() == Lines{"started", "set-up 0 limit"});
    CHECK(table->phase() == Phase::kSetUp);
    CHECK(submitted(table, layout) == "not-your-turn");
    table.now = 10 * kMinute;
    Intent draw = intent(IntentKind::kChance, 0);
    draw.at = table.now;
    CHECK(submitted(table, draw).empty());  // the other seat's limit ended before, at 4 minutes
    CHECK(table.news() == Lines{"set-up 1 limit", "chance"});
    CHECK(table->events().at(2).at == 4 * kMinute);
    CHECK(table->clock(0).main == kMinute);
  }
  SECTION("a late layout comes too late") {
    table.now = 3 * kMinute + 1;
    CHECK(submitted(table, layout) == "not-your-turn");
    CHECK(table.news() == Lines{"started", "set-up 0 limit"});
  }
  SECTION("it stands still in a pause") {
    table.now = kMinute;
    table.accept(IntentKind::kAskPause, 1);
    table.accept(IntentKind::kAcceptPause, 0);
    table.now = 50 * kMinute;
    table.refuse(layout, "paused");
    table.accept(IntentKind::kResume, 0);
    CHECK(table->next_flag() == 52 * kMinute);
  }
  SECTION("no moves and no offers before") {
    Intent move = intent(IntentKind::kMove, 0);
    move.move = kWait;
    table.refuse(move, "set-up-due");
    table.refuse(IntentKind::kOfferDraw, 0, "not-started");
    table.accept(IntentKind::kLeave, 0);
    CHECK(table.news().back() == "ended 0 aborted []");
  }
  table.check_replay();
}

TEST_CASE("a game that has no layout to give: who sets nothing up loses by time") {
  Terms terms = qitai::match::default_terms(*cups_game());
  terms.options[0] = 0;
  Table table(cups_game(), terms);
  table.now = 3 * kMinute;
  table.accept(IntentKind::kTime, 0);
  CHECK(table.news() == Lines{"started", "ended 0 time [-1,1]"});
  table.check_replay();
}
