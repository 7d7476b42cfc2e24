// Killed processes come back from their journals: same ply, the clocks within a second.
#include <catch2/catch.hpp>

#include "hall.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Event;
using match::Instant;
using match::Intent;
using match::IntentKind;

namespace {

#ifdef QITAI_LONG
constexpr std::uint64_t kDuels = 400;
#else
constexpr std::uint64_t kDuels = 60;
#endif

duel::Offer timed() {
  duel::Offer offer = duel::default_offer(*game_of("chess"));
  for (match::TimeLimits& limits : offer.limits)
    limits.first_limit = 30;
  return offer;
}

// The dialling side has White, and nobody plays by himself.
void begin_by_hand(Hall& hall) {
  duel::Offer offer = timed();
  offer.sides = duel::Sides::kDiallerFirst;
  hall.begin(offer);
  for (const int side : {0, 1})
    hall.machine(side).plays = false;
}

Faults delayed() {
  Faults faults;
  faults.delay_min = 20'000;
  faults.delay_max = 40'000;
  return faults;
}

Instant main_left(Hall& hall, int side, host::Seat seat) {
  return hall.machine(side).match()->left(seat, hall.now).main;
}

bool both_together(Hall& hall) {
  return hall.machine(0).match()->together() && hall.machine(1).match()->together();
}

}  // namespace

TEST_CASE("killed at any moment, on either side or on both, a match goes on where it was") {
  int resumed = 0;
  for (std::uint64_t seed = 1; seed <= kDuels; ++seed) {
    INFO("seed " << seed);
    Manner manner;
    manner.talks = 0.05;
    manner.resigns_at = 60;
    Hall hall(seed, delayed(), manner);
    hall.begin(timed());
    seat::RandomPlayer chance(seed);
    for (int kills = 0; kills < 4 && !hall.over(); ++kills) {
      hall.run_for(static_cast<Now>(chance.below(12'000'000)), [&] { return hall.over(); });
      if (hall.over()) break;
      const std::uint64_t who = chance.below(3);  // 2: both
      std::array<std::uint32_t, 2> numbers{hall.machine(0).match()->number(),
                                           hall.machine(1).match()->number()};
      std::array<Instant, 2> times{main_left(hall, 0, 0), main_left(hall, 0, 1)};
      for (const int side : {0, 1}) {
        if (who == 2 || who == static_cast<std::uint64_t>(side)) hall.kill(side);
      }
      hall.run_for(static_cast<Now>(chance.below(20'000'000)));
      for (const int side : {0, 1}) {
        if (hall.machine(side).duel) continue;
        // A match whose end is durable already has nothing to go on with.
        hall.restart(side);
        // What was not durable was not said: at most the last commit is missing.
        CHECK(hall.machine(side).match()->number() + 1 >= numbers[static_cast<std::size_t>(side)]);
      }
      for (const int side : {0, 1})
        hall.machine(side).plays = false;
      hall.run_for(60 * kSecond, [&] { return hall.over() || both_together(hall); });
      REQUIRE(both_together(hall));
      ++resumed;
      // Proposals that were on their way arrive.
      hall.run_for(kSecond / 4);
      if (hall.over()) break;
      const bool same = hall.machine(0).match()->number() == numbers[0];
      for (const host::Seat seat : {0, 1}) {
        const Instant is = main_left(hall, 0, seat);
        INFO("seat " << seat << " was " << times[static_cast<std::size_t>(seat)] << " is " << is);
        if (same) CHECK(std::abs(is - times[static_cast<std::size_t>(seat)]) < kSecond + kSecond / 2);
        CHECK(std::abs(is - main_left(hall, 1, seat)) < kSecond / 5);
      }
      CHECK(hall.machine(0).match()->number() == hall.machine(1).match()->number());
      hall.check_alike();
      for (const int side : {0, 1})
        hall.machine(side).plays = true;
    }
    hall.run_for(600 * kSecond, [&] { return hall.over(); });
    REQUIRE(hall.over());
    CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
    CHECK(hall.machine(0).reason() == hall.machine(1).reason());
    CHECK(hall.machine(0).reason() != "disconnected");
  }
  CHECK(resumed > static_cast<int>(kDuels));
}

TEST_CASE("a match that was lost for good goes on at the next meeting") {
  Hall hall(7, delayed());
  hall.begin(timed());
  hall.run_for(20 * kSecond);
  const std::uint32_t ply = hall.referee(0).ply();
  REQUIRE(ply > 4);
  hall.link.reachable = false;
  hall.link.cut(hall.now);
  hall.run_for(100 * kSecond, [&] { return hall.over(); });
  REQUIRE(hall.over());
  CHECK(hall.machine(0).reason() == "disconnected");
  CHECK(hall.machine(1).reason() == "disconnected");
  hall.now += 3600 * kSecond;
  for (const int side : {0, 1})
    hall.restart(side);
  hall.run_for(30 * kSecond, [&] { return both_together(hall); });
  REQUIRE(both_together(hall));
  CHECK(hall.referee(0).ply() >= ply);
  hall.run_for(300 * kSecond, [&] { return hall.over(); });
  REQUIRE(hall.over());
  CHECK(hall.machine(0).reason() == hall.machine(1).reason());
  CHECK(hall.machine(0).reason() != "disconnected");
  CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
}

TEST_CASE("a wish that was durable before the kill is said again and becomes one commit") {
  Hall hall(9, delayed());
  begin_by_hand(hall);
  hall.run_for(kSecond);
  REQUIRE(hall.machine(1).match()->own() == 0);
  REQUIRE(hall.machine(1).match()->number() == 0);
  hall.move(1, "e2e4");
  hall.run_for(6'000);  // kept, and on its way
  hall.kill(1);
  hall.run_for(2 * kSecond);
  hall.restart(1);
  hall.run_for(20 * kSecond, [&] { return both_together(hall); });
  hall.run_for(kSecond);
  CHECK(hall.machine(0).match()->number() == 1);
  CHECK(hall.machine(1).match()->number() == 1);
  CHECK(hall.machine(1).match()->wishes().empty());
  hall.check_alike();
}

TEST_CASE(
    "a duel's journal read back: truncated, flipped or of something else it is refused with a sentence") {
  Hall hall(3, delayed());
  hall.begin(timed());
  hall.run_for(15 * kSecond);
  Machine& machine = hall.machine(1);
  const std::vector<std::string> journal = machine.journal;
  REQUIRE(journal.size() > 10);
  const auto resumes = [&](const std::vector<std::string>& entries) {
    return duel::Duel::resume(machine.config(), entries, machine.checkpoint, hall.now);
  };
  REQUIRE(resumes(journal).ok());
  seat::RandomPlayer chance(1);
  for (std::size_t i = 0; i < journal.size(); ++i) {
    std::vector<std::string> entries = journal;
    std::string& entry = entries[i];
    const std::string sentence = "Entry " + std::to_string(i) + " of the duel's journal: ";
    entry.resize(static_cast<std::size_t>(chance.below(entry.size())));
    auto refused = resumes(entries);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message.substr(0, sentence.size()) == sentence);
    entry = journal[i];
    for (int flips = 0; flips < 20; ++flips) {
      entry = journal[i];
      entry[chance.below(entry.size())] ^= static_cast<char>(1 << chance.below(8));
      CHECK_FALSE(resumes(entries).ok());
    }
    entries = journal;
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
    const auto kind = duel::decode_entry(journal[i])->kind;
    const bool commits_follow = std::any_of(
        journal.begin() + static_cast<std::ptrdiff_t>(i) + 1, journal.end(),
        [](const std::string& each) { return duel::decode_entry(each)->kind == duel::EntryKind::kCommit; });
    if (kind != duel::EntryKind::kProposal && commits_follow) CHECK_FALSE(resumes(entries).ok());
  }
  // Of the other side.
  CHECK(duel::Duel::resume(hall.machine(0).config(), journal, "", hall.now).error().code == "role");
  CHECK_FALSE(resumes({}).ok());
  // A clock that is damaged is not believed: it stands as at the last commit.
  auto without = duel::Duel::resume(machine.config(), journal, "nonsense", hall.now);
  REQUIRE(without.ok());
  const duel::Match& match = *(*without)->match();
  CHECK(match.at(hall.now) == match.referee().intents().back().at);
}

TEST_CASE("both killed without a checkpoint: a wish keeps its own time, and nobody is taken for a liar") {
  Hall hall(11, delayed());
  begin_by_hand(hall);
  hall.run_for(40 * kSecond);
  hall.move(1, "e2e4");
  hall.run_for(6'000);  // kept, and on its way
  for (const int side : {0, 1}) {
    hall.kill(side);
    hall.machine(side).checkpoint.clear();
  }
  hall.run_for(2 * kSecond);
  for (const int side : {0, 1})
    hall.restart(side);
  hall.run_for(30 * kSecond, [&] { return both_together(hall); });
  hall.run_for(kSecond);
  REQUIRE(hall.machine(0).match()->number() == 1);
  CHECK(std::abs(hall.referee(0).clock(0).used - 40 * kSecond) < kSecond);
  CHECK(hall.machine(0).match()->broken().empty());
  CHECK(hall.machine(1).match()->broken().empty());
  hall.check_alike();
}

TEST_CASE("the orderer is killed when it has kept the end and nobody has heard it: it comes back and tells") {
  Hall hall(13, delayed());
  begin_by_hand(hall);
  hall.run_for(kSecond);
  hall.move(1, "e2e4");
  hall.run_for(kSecond);
  Intent resign;
  resign.kind = IntentKind::kResign;
  resign.seat = hall.machine(0).match()->own();
  REQUIRE_FALSE(hall[0].want(resign, hall.now).has_value());
  hall.link.cut(hall.now);
  hall.link.reachable = false;
  hall.run_for(10'000);  // kept
  REQUIRE(hall.machine(0).reason() == "resignation");
  CHECK_FALSE(hall.machine(0).match()->told());
  CHECK_FALSE(hall.machine(1).match()->told());
  hall.kill(0);
  hall.run_for(5 * kSecond);
  CHECK(hall.machine(1).reason().empty());
  hall.restart(0);
  hall.run_for(30 * kSecond, [&] { return hall.machine(0).match()->told(); });
  CHECK(hall.machine(0).match()->told());
  CHECK(hall.machine(1).match()->told());
  CHECK(hall.machine(1).reason() == "resignation");
  CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
}

TEST_CASE("the end is known on both sides one round trip after it, or waited for as long as a lost link") {
  Hall hall(15, delayed());
  begin_by_hand(hall);
  hall.run_for(kSecond);
  const auto resigns = [&](int side) {
    Intent resign;
    resign.kind = IntentKind::kResign;
    resign.seat = hall.machine(side).match()->own();
    REQUIRE_FALSE(hall[side].want(resign, hall.now).has_value());
    if (side == 0) CHECK_FALSE(hall.machine(0).match()->told());
  };
  const auto both_know = [&] {
    hall.run_for(kSecond);
    for (const int each : {0, 1})
      CHECK(hall.machine(each).match()->told());
  };
  SECTION("together, the orderer ends it") {
    resigns(0);
    both_know();
  }
  SECTION("together, the other side ends it") {
    resigns(1);
    both_know();
  }
  SECTION("the other side does not come back") {
    resigns(0);
    hall.kill(1);
    hall.run_for(80 * kSecond);
    CHECK_FALSE(hall.machine(0).match()->told());
    hall.run_for(20 * kSecond);
    CHECK(hall.machine(0).match()->told());
  }
}

TEST_CASE("a machine that was killed before it had kept the beginning: the other drops the match") {
  // 0: the listener forgets, 1: the dialler.
  const int side = GENERATE(0, 1);
  INFO(side);
  Hall hall(17, delayed());
  duel::Offer offer = timed();
  hall.offer = offer;
  hall.link.dial(hall.now);
  hall.run_for(30 * kSecond, [&] { return hall.machine(1 - side).match() != nullptr; });
  REQUIRE(hall.machine(1 - side).match() != nullptr);
  hall.kill(side);
  hall.machine(side).journal.clear();
  hall.link.reachable = true;
  // It begins as one that has never met anybody.
  auto fresh = duel::Duel::begin(hall.machine(side).config());
  REQUIRE(fresh.ok());
  hall.machine(side).duel = std::move(*fresh);
  hall.run_for(kSecond);
  if (side == 1) hall.link.dial(hall.now);
  hall.run_for(20 * kSecond, [&] { return hall.over(); });
  const Machine& other = hall.machine(1 - side);
  CHECK(other.reason() == "aborted");
  CHECK(other.duel->channel().reason() == "forgotten");
}

TEST_CASE("a match in which something was done is not dropped because somebody does not know it") {
  Hall hall(19, delayed());
  begin_by_hand(hall);
  hall.run_for(kSecond);
  hall.move(1, "e2e4");
  hall.run_for(kSecond);
  hall.kill(1);
  auto stranger = duel::Duel::begin(hall.machine(1).config());
  REQUIRE(stranger.ok());
  const std::vector<std::string> journal = hall.machine(1).journal;
  hall.machine(1).duel = std::move(*stranger);
  hall.link.dial(hall.now);
  hall.run_for(5 * kSecond);
  CHECK(hall.machine(1).duel->channel().reason() == "known");
  CHECK(hall.machine(0).reason().empty());
  hall.kill(1);
  hall.machine(1).journal = journal;
  hall.restart(1);
  hall.run_for(30 * kSecond, [&] { return both_together(hall); });
  CHECK(both_together(hall));
}
