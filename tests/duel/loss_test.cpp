// Losing the link: the clocks stand at the last message heard, grace is 90 s at once and 180 s in a match,
// and past it the match ends alike on both sides.
#include <catch2/catch.hpp>

#include "hall.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Event;
using match::Instant;

namespace {

duel::Offer timed(int minutes = 30) {
  duel::Offer offer = duel::default_offer(*game_of("xiangqi"));
  for (match::TimeLimits& limits : offer.limits)
    limits.first_limit = minutes;
  offer.sides = duel::Sides::kListenerFirst;
  return offer;
}

// A match in which nobody plays by himself, with four plies made, the listener to move.
struct Quiet : Hall {
  explicit Quiet(const duel::Offer& terms = timed(), Faults faults = {}) : Hall(1, faults) {
    begin(terms);
    for (Machine& each : machines)
      each.plays = false;
    for (const char* text : {"h2e2", "h9g7", "h0g2", "i9h9"}) {
      run_for(2 * kSecond);
      move(referee(0).acting() == 1 ? 0 : 1, text);
    }
    run_for(kSecond);
    REQUIRE(referee(0).ply() == 4);
  }

  void part() {
    link.reachable = false;
    link.mute();
  }
  void meet() { link.reachable = true; }
  [[nodiscard]] bool together() const {
    return machines[0].match()->together() && machines[1].match()->together();
  }
  [[nodiscard]] Instant left(int side, host::Seat seat) const {
    return machines[static_cast<std::size_t>(side)].match()->left(seat, now).main;
  }
};

}  // namespace

TEST_CASE("a link that falls silent: lost after 5 s, and the clock stands as when something was last heard") {
  Quiet hall;
  const Instant before = hall.left(0, 0);
  hall.part();
  hall.run_for(4 * kSecond);
  CHECK(hall.together());
  hall.run_for(3 * kSecond);
  CHECK_FALSE(hall.machine(0).match()->together());
  CHECK_FALSE(hall.machine(1).match()->together());
  CHECK(hall.machine(0).told(Event::Kind::kLost) == 1);
  for (const int side : {0, 1}) {
    // Pings come once a second.
    CHECK(std::abs(before - hall.left(side, 0)) <= kSecond + kSecond / 10);
    CHECK_FALSE(hall.machine(side).match()->left(0, hall.now).running);
    CHECK(hall.machine(side).match()->grace_left(hall.now) > 80 * kSecond);
  }
  const Instant stands = hall.left(0, 0);
  hall.run_for(40 * kSecond);
  CHECK(hall.left(0, 0) == stands);
  hall.meet();
  hall.run_for(30 * kSecond, [&] { return hall.together(); });
  REQUIRE(hall.together());
  CHECK(std::abs(hall.left(0, 0) - stands) < kSecond / 5);
  CHECK(std::abs(hall.left(1, 0) - stands) < kSecond / 5);
  CHECK(hall.machine(0).told(Event::Kind::kBack) == 1);
  CHECK(hall.machine(1).told(Event::Kind::kBack) == 1);
  CHECK(hall.machine(0).match()->left(0, hall.now).running);
  // Nothing of it is in the match.
  CHECK(hall.machine(0).match()->number() == 4);
}

TEST_CASE("what a player wants while the link is lost comes when it is back, of either side") {
  Quiet hall;
  const bool orderer = GENERATE(true, false);
  if (!orderer) {
    hall.move(0);
    hall.run_for(kSecond);
  }
  const int side = orderer ? 0 : 1;
  hall.part();
  hall.run_for(10 * kSecond);
  const std::uint32_t number = hall.machine(0).match()->number();
  hall.move(side);
  CHECK(hall.machine(side).match()->wishes().size() == 1);
  // One at a time.
  match::Intent again;
  again.kind = match::IntentKind::kMove;
  again.seat = hall.machine(side).match()->own();
  CHECK(hall[side].want(again, hall.now)->id == "already-proposed");
  hall.run_for(10 * kSecond);
  CHECK(hall.machine(0).match()->number() == number);
  hall.meet();
  hall.run_for(30 * kSecond);
  CHECK(hall.machine(0).match()->number() == number + 1);
  CHECK(hall.machine(1).match()->number() == number + 1);
  CHECK(hall.machine(side).match()->wishes().empty());
  hall.check_alike();
}

TEST_CASE("grace: 90 s at once, then disconnected on both sides, with the same public hash") {
  Quiet hall;
  hall.part();
  const Now from = hall.now;
  hall.run_for(88 * kSecond);
  CHECK(hall.machine(0).playing());
  CHECK(hall.machine(1).playing());
  hall.run_for(10 * kSecond, [&] { return hall.over(); });
  CHECK(hall.now - from < 92 * kSecond);
  REQUIRE(hall.over());
  for (const int side : {0, 1}) {
    CHECK(hall.machine(side).reason() == "disconnected");
    CHECK(hall.referee(side).events().back().result.empty());
    CHECK(hall.machine(side).told(Event::Kind::kEnded) == 1);
    CHECK(hall[side].channel().state() == duel::Channel::State::kClosed);
  }
  CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
}

TEST_CASE("grace: 180 s in a match in all") {
  Quiet hall;
  for (int i = 0; i < 2; ++i) {
    hall.part();
    hall.run_for(70 * kSecond);
    hall.meet();
    hall.run_for(15 * kSecond, [&] { return hall.together(); });
    REQUIRE(hall.together());
    hall.run_for(5 * kSecond);
  }
  hall.part();
  hall.run_for(15 * kSecond);
  CHECK(hall.machine(0).playing());
  hall.run_for(30 * kSecond, [&] { return hall.over(); });
  REQUIRE(hall.over());
  CHECK(hall.machine(0).reason() == "disconnected");
  CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
}

TEST_CASE("past the grace a side that owes a step of its machine has left, on both sides alike") {
  Quiet hall;
  for (const int side : {0, 1})
    hall[side].match()->set_owing(1);
  hall.part();
  hall.run_for(100 * kSecond, [&] { return hall.over(); });
  REQUIRE(hall.over());
  for (const int side : {0, 1}) {
    CHECK(hall.machine(side).reason() == "left");
    CHECK(hall.referee(side).events().back().result == std::vector<int>{QITAI_RESULT_WIN, QITAI_RESULT_LOSS});
  }
  CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
}

TEST_CASE("whoever does not want to wait for the other gives up, whoever leaves tells it") {
  Quiet hall;
  SECTION("given up while the link is lost") {
    hall.part();
    hall.run_for(10 * kSecond);
    hall[0].give_up(hall.now);
    CHECK(hall.machine(0).reason() == "disconnected");
    hall.meet();
    hall.run_for(90 * kSecond, [&] { return hall.over(); });
  }
  SECTION("left: the other knows at once") {
    hall[1].leave(hall.now);
    hall.run_for(kSecond, [&] { return hall.over(); });
    CHECK(hall[0].channel().reason() == "left");
    CHECK(hall.machine(0).told(Event::Kind::kClosed) == 1);
  }
  SECTION("the player leaves the match, then the machine") {
    match::Intent leave;
    leave.kind = match::IntentKind::kLeave;
    leave.seat = 1;
    CHECK_FALSE(hall[1].want(leave, hall.now).has_value());
    hall.run_for(kSecond);
    REQUIRE(hall.over());
    CHECK(hall.machine(0).reason() == "left");
    CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
    return;
  }
  REQUIRE(hall.over());
  CHECK(hall.machine(0).reason() == "disconnected");
  CHECK(hall.machine(1).reason() == "disconnected");
  CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
}

// The machine that sleeps hears and does nothing; CLOCK_BOOTTIME runs on.
TEST_CASE("a suspended machine is a lost link: no flag falls of the time that it slept") {
  Quiet hall(timed(1));
  const int sleeper = GENERATE(0, 1);
  const Instant before = hall.left(0, 0);
  REQUIRE(before > 50 * kSecond);
  std::unique_ptr<duel::Duel> asleep = std::move(hall.machine(sleeper).duel);
  hall.run_for(70 * kSecond);
  hall.machine(sleeper).duel = std::move(asleep);
  hall.run_for(30 * kSecond, [&] { return hall.together(); });
  REQUIRE(hall.together());
  hall.run_for(kSecond);
  CHECK_FALSE(hall.over());
  CHECK(before - hall.left(0, 0) < 4 * kSecond);
  CHECK(std::abs(hall.left(0, 0) - hall.left(1, 0)) < kSecond / 5);
}

// Nobody can know of a flag that falls while nothing is heard: the link may be lost, and then the clocks
// stood.
TEST_CASE("no flag falls in the silence before a link is known to be lost") {
  duel::Offer offer = timed();
  for (match::TimeLimits& limits : offer.limits)
    limits.step_limit = 4;
  Quiet hall(offer);
  const bool of_the_orderer = GENERATE(true, false);
  if (!of_the_orderer) {
    hall.move(0);
    hall.run_for(kSecond / 2);
  }
  hall.part();
  hall.run_for(40 * kSecond);
  CHECK_FALSE(hall.over());
  hall.meet();
  hall.run_for(30 * kSecond, [&] { return hall.together(); });
  REQUIRE(hall.together());
  CHECK_FALSE(hall.over());
  const int side = of_the_orderer ? 0 : 1;
  CHECK(hall.machine(0).match()->left(hall.machine(side).match()->own(), hall.now).step > 2 * kSecond);
  hall.move(side);
  hall.run_for(kSecond);
  CHECK_FALSE(hall.over());
  // And then it falls after all.
  hall.run_for(6 * kSecond);
  REQUIRE(hall.over());
  CHECK(hall.machine(0).reason() == "step-time");
  CHECK(hall.machine(1).reason() == "step-time");
}
