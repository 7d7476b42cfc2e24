// Clocks over a link: what each side thought is what it is charged, within the allowance.
#include <catch2/catch.hpp>

#include "hall.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Event;
using match::Instant;

namespace {

Faults late(Now delay) {
  Faults faults;
  faults.delay_min = faults.delay_max = delay;
  return faults;
}

duel::Offer timed(int first_minutes, int step_seconds = 0) {
  duel::Offer offer = duel::default_offer(*game_of("xiangqi"));
  for (match::TimeLimits& limits : offer.limits) {
    limits.first_limit = first_minutes;
    limits.step_limit = step_seconds;
  }
  offer.sides = duel::Sides::kListenerFirst;
  return offer;
}

// Two players who think exactly as long as they are told, from the moment when they see that it is their
// turn.
struct Table : Hall {
  Table(const duel::Offer& terms, Faults faults) : Hall(4, faults) {
    begin(terms);
    for (Machine& each : machines)
      each.plays = false;
  }

  // The side on turn sees it and thinks so long.
  void think_and_move(Now thinking) {
    const int side = mover();
    run_for(600 * kSecond, [&] { return sees_turn(side); });
    REQUIRE(sees_turn(side));
    run_for(thinking);
    used[static_cast<std::size_t>(side)] += thinking;
    const host::Seat seat = machine(side).match()->own();
    const host::Move choice = player.choose(referee(side).legal(seat));
    move(side, referee(side).state().move_text(seat, choice, -1));
    turn = 1 - turn;
    run_for(kSecond / 2, [&] { return sees_turn(mover()); });
  }
  [[nodiscard]] int mover() const { return turn; }
  [[nodiscard]] bool sees_turn(int side) const {
    const duel::Match& match = *machines[static_cast<std::size_t>(side)].match();
    return match.wishes().empty() && match.referee().acting() == 1U << static_cast<unsigned>(match.own());
  }
  [[nodiscard]] Instant charged(int side) const {
    return machines[0].match()->referee().clock(machines[static_cast<std::size_t>(side)].match()->own()).used;
  }

  seat::RandomPlayer player{8};
  int turn = 0;  // the listener begins
  std::array<Now, 2> used{};
};

}  // namespace

TEST_CASE("with 50 ms of delay the clocks of both are true to 100 ms") {
  Table table(timed(180), late(50'000));
  seat::RandomPlayer chance(3);
  for (int i = 0; i < 60; ++i) {
    if (table.over()) break;
    table.think_and_move(static_cast<Now>(chance.below(4'000'000)));
    for (const int side : {0, 1}) {
      INFO("move " << i << " side " << side);
      // The move under way is charged when it is made; the first waited for the other side to be there.
      CHECK(std::abs(table.charged(side) - table.used[static_cast<std::size_t>(side)]) < kSecond / 10);
    }
  }
  CHECK(table.referee(0).ply() > 40);
  table.run_for(kSecond);
  CHECK(table.machine(0).match()->waived() > 0);
  CHECK(table.machine(0).match()->waived() == table.machine(1).match()->waived());
}

TEST_CASE("the allowance: at most 2 s for one move, 10 s in a match, never refused, the commit carries it") {
  Table table(timed(180), late(50'000));
  // From here on each way takes 2 s: more than is allowed for.
  table.link.set(late(1'900'000));
  for (int i = 0; i < 24 && !table.over(); ++i) {
    table.run_for(5 * kSecond);
    table.think_and_move(kSecond);
    table.run_for(5 * kSecond);
    CHECK(table.machine(0).match()->waived() <= duel::kAllowanceInAll);
  }
  CHECK(table.machine(0).match()->waived() == duel::kAllowanceInAll);
  CHECK(table.machine(0).match()->broken().empty());
  CHECK(table.machine(1).match()->broken().empty());
  table.check_alike();
}

TEST_CASE("a move that was made in time and committed before the flag is claimed wins") {
  // 5 s a move; the dialler thinks 4.95 s, and its move arrives 150 ms after its flag would have fallen.
  Table table(timed(0, 5), late(100'000));
  table.run_for(2 * kSecond);
  table.think_and_move(kSecond);
  table.think_and_move(4'950'000);
  CHECK(table.referee(0).ply() == 2);
  table.run_for(3 * kSecond);
  CHECK_FALSE(table.over());
  // Too late by its own clock it is not even proposed.
  table.think_and_move(kSecond);
  table.run_for(600 * kSecond, [&] { return table.sees_turn(1); });
  table.run_for(5'050'000);
  match::Intent move;
  move.kind = match::IntentKind::kMove;
  move.seat = 1;
  move.move = table.referee(1).legal(1).front();
  CHECK(table[1].want(move, table.now)->id == "ended");
  table.run_for(kSecond, [&] { return table.over(); });
  REQUIRE(table.over());
  for (const int side : {0, 1})
    CHECK(table.machine(side).reason() == "step-time");
  // At its exact instant, however late it was claimed.
  const auto& events = table.referee(0).events();
  const auto& plies = events[events.size() - 2];
  CHECK(events.back().at - plies.at == 5 * kSecond);
  CHECK(table.referee(0).public_hash() == table.referee(1).public_hash());
}

TEST_CASE("the orderer's own flag falls as well") {
  Table table(timed(0, 5), late(50'000));
  table.think_and_move(kSecond);
  table.think_and_move(kSecond);
  table.run_for(8 * kSecond, [&] { return table.over(); });
  REQUIRE(table.over());
  CHECK(table.machine(0).reason() == "step-time");
  CHECK(table.machine(1).reason() == "step-time");
  CHECK(table.referee(1).events().back().seat == 0);
}

TEST_CASE("the screen's clock of who has moved stands, although the commit is on its way") {
  Table table(timed(10), late(500'000));
  table.think_and_move(kSecond);
  table.run_for(600 * kSecond, [&] { return table.sees_turn(1); });
  table.run_for(3 * kSecond);
  table.move(1);
  const auto& match = *table.machine(1).match();
  const Instant made = match.left(1, table.now).main;
  CHECK(std::abs(10 * match::kMinute - 3 * kSecond - made) < kSecond / 10);
  table.run_for(700'000);
  REQUIRE(match.wishes().size() == 1);
  CHECK(match.left(1, table.now).main == made);
  table.run_for(700'000);
  CHECK(match.wishes().empty());
  CHECK(std::abs(match.left(1, table.now).main - made) < kSecond / 10);
}

TEST_CASE("an agreed pause stands the clocks of both") {
  Table table(timed(10), late(50'000));
  table.think_and_move(kSecond);
  table.run_for(kSecond);
  const auto wants = [&](int side, match::IntentKind kind) {
    match::Intent intent;
    intent.kind = kind;
    intent.seat = table.machine(side).match()->own();
    const auto why = table[side].want(intent, table.now);
    INFO((why ? why->id : ""));
    REQUIRE_FALSE(why.has_value());
    table.run_for(kSecond / 5);
  };
  wants(0, match::IntentKind::kAskPause);
  wants(1, match::IntentKind::kAcceptPause);
  const Instant left = table.machine(1).match()->left(1, table.now).main;
  table.run_for(100 * kSecond);
  for (const int side : {0, 1})
    CHECK(table.machine(side).match()->left(1, table.now).main == left);
  wants(0, match::IntentKind::kResume);
  table.run_for(kSecond);
  CHECK(table.machine(1).match()->left(1, table.now).main < left);
  CHECK(table.machine(0).match()->broken().empty());
  CHECK(table.machine(1).match()->broken().empty());
  table.check_alike();
}
