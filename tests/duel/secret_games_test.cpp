// Whole duels of a game with hidden pieces or chance: each machine knows its own pieces alone, and both come
// to the same end.
#include <catch2/catch.hpp>

#include "hall.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Event;

namespace {

duel::Offer junqi(const std::string& mode) {
  const auto game = game_of("junqi");
  duel::Offer offer = duel::default_offer(*game);
  const int option = game->info().option("mode");
  offer.options[static_cast<std::size_t>(option)] = game->option_value(option, mode).value();
  offer.takeback = false;
  return offer;
}

bool settled(Hall& hall) {
  return hall.over() && hall.machine(0).match()->verdict() && hall.machine(1).match()->verdict();
}

void check_end(Hall& hall) {
  REQUIRE(hall.over());
  hall.check_alike();
  CHECK(hall.machine(0).match()->number() == hall.machine(1).match()->number());
  CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
  CHECK(hall.machine(0).reason() == hall.machine(1).reason());
  for (const int side : {0, 1}) {
    const auto& verdict = hall.machine(side).match()->verdict();
    REQUIRE(verdict);
    INFO("side " << side << ": " << verdict->how.id << " " << verdict->how.detail);
    CHECK(verdict->kind == duel::Verdict::Kind::kHonest);
    CHECK(hall.machine(side).match()->result() == hall.referee(side).events().back().result);
    CHECK(hall.referee(side).knower() ==
          (hall.referee(side).variant().info().hidden ? hall.machine(side).match()->own() : -1));
  }
}

}  // namespace

TEST_CASE("two machines play junqi to the end: hidden, open and turned over") {
  for (const std::string mode : {"dark", "open", "flip"}) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      INFO(mode << " " << seed);
      Manner manner;
      manner.resigns_at = 400;
      Hall hall(seed, bluetooth(), manner);
      hall.begin(junqi(mode));
      hall.run_for(3600 * kSecond, [&] { return settled(hall); });
      INFO(hall.machine(0).reason() << " " << hall.machine(1).reason());
      check_end(hall);
      CHECK(hall.referee(0).ply() > 20);
      CHECK(hall.machine(0).told(Event::Kind::kLost) == 0);
      CHECK(hall.machine(0).told(Event::Kind::kVerdict) == 1);
      CHECK(hall.machine(1).told(Event::Kind::kVerdict) == 1);
    }
  }
}

TEST_CASE("two machines play junqi over a link that is cut now and then") {
  int losses = 0;
  for (const std::string mode : {"dark", "open", "flip"}) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      INFO(mode << " " << seed);
      Faults faults = bluetooth();
      faults.cut = 0.004;
      Manner manner;
      manner.resigns_at = 60;
      Hall hall(seed, bluetooth(), manner);
      hall.begin(junqi(mode));
      hall.link.set(faults);
      hall.run_for(3600 * kSecond, [&] { return settled(hall); });
      INFO(hall.machine(0).reason() << " " << hall.machine(1).reason());
      check_end(hall);
      losses += hall.machine(0).told(Event::Kind::kLost);
    }
  }
  CHECK(losses > 5);
}

TEST_CASE("killed at any moment, a match with hidden pieces goes on where it was, to its end") {
  int killed = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const std::string mode = seed % 3 == 0 ? "flip" : seed % 3 == 1 ? "dark" : "open";
    INFO(mode << " " << seed);
    Manner manner;
    manner.resigns_at = 50;
    Hall hall(seed, bluetooth(), manner);
    hall.begin(junqi(mode));
    seat::RandomPlayer chance(seed);
    for (int kills = 0; kills < 8 && !hall.over(); ++kills) {
      hall.run_for(static_cast<Now>(chance.below(6'000'000)), [&] { return hall.over(); });
      if (hall.over()) break;
      const std::uint64_t who = chance.below(3);  // 2: both
      for (const int side : {0, 1}) {
        if (who == 2 || who == static_cast<std::uint64_t>(side)) hall.kill(side);
      }
      hall.run_for(static_cast<Now>(chance.below(4'000'000)));
      for (const int side : {0, 1}) {
        if (!hall.machine(side).duel) hall.restart(side);
      }
      ++killed;
    }
    hall.run_for(3600 * kSecond, [&] { return settled(hall); });
    INFO(hall.machine(0).reason() << " " << hall.machine(1).reason());
    check_end(hall);
  }
  CHECK(killed > 20);
}

namespace {

// Both play until the match has ended on both sides, and not longer.
std::unique_ptr<Hall> ended(std::uint64_t seed) {
  Manner manner;
  manner.resigns_at = 10;
  auto hall = std::make_unique<Hall>(seed, bluetooth(), manner);
  hall->begin(junqi("dark"));
  hall->run_for(3600 * kSecond, [&] { return hall->over(); });
  REQUIRE(hall->over());
  REQUIRE_FALSE(hall->machine(0).match()->verdict());
  return hall;
}

}  // namespace

TEST_CASE("killed after the end and before both have opened, a machine comes back and opens") {
  for (const int side : {0, 1}) {
    const auto hall = ended(static_cast<std::uint64_t>(side) + 1);
    hall->run_for(10'000);  // until the end is durable
    REQUIRE_FALSE(settled(*hall));
    hall->kill(side);
    hall->run_for(10 * kSecond);
    if (side == 1) {
      REQUIRE_FALSE(hall->machine(0).match()->verdict());
      CHECK(hall->machine(0).match()->settling());
    }
    hall->restart(side);
    const auto done = [&] {
      return settled(*hall) && hall->machine(0).match()->hidden()->done() &&
             hall->machine(1).match()->hidden()->done();
    };
    hall->run_for(60 * kSecond, done);
    CHECK(done());
    check_end(*hall);
  }
}

TEST_CASE("nothing new begins before what was hidden in the last match is open") {
  const auto hall = ended(4);
  REQUIRE(hall->machine(0).match()->settling());
  CHECK((*hall)[0].challenge(junqi("dark"), hall->now).error().code == "not-now");
  hall->run_for(60 * kSecond, [&] { return settled(*hall); });
  REQUIRE(settled(*hall));
  CHECK((*hall)[0].challenge(junqi("dark"), hall->now).ok());
}

TEST_CASE("who does not come back to open within the grace has left, whoever had won") {
  const auto hall = ended(3);
  hall->kill(1);
  hall->run_for(80 * kSecond);
  CHECK_FALSE(hall->machine(0).match()->verdict());
  hall->run_for(40 * kSecond);
  const auto& verdict = hall->machine(0).match()->verdict();
  REQUIRE(verdict);
  CHECK(verdict->kind == duel::Verdict::Kind::kLeft);
  CHECK(verdict->seat == 1 - hall->machine(0).match()->own());
  std::vector<int> lost(2, QITAI_RESULT_WIN);
  lost[static_cast<std::size_t>(verdict->seat)] = QITAI_RESULT_LOSS;
  CHECK(hall->machine(0).match()->result() == lost);
  CHECK(hall->machine(0).told(Event::Kind::kVerdict) == 1);
}

TEST_CASE("at the end of the set-up limit each machine binds itself to a layout, and the match begins") {
  Hall hall(1, bluetooth());
  duel::Offer terms = junqi("dark");
  for (match::TimeLimits& limits : terms.limits)
    limits.setup_limit = 1;
  hall.begin(terms);
  for (Machine& each : hall.machines)
    each.plays = false;
  REQUIRE(hall.referee(0).phase() == match::Phase::kSetUp);
  hall.run_for(55 * kSecond);
  CHECK(hall.referee(0).phase() == match::Phase::kSetUp);
  hall.run_for(10 * kSecond);
  for (const int side : {0, 1}) {
    CHECK(hall.referee(side).phase() == match::Phase::kPlaying);
    CHECK(hall.referee(side).events()[1].text == "limit");
  }
  hall.check_alike();
}

TEST_CASE("whoever is killed while a set-up is given has given it in the next life, or owes it still") {
  const int who = GENERATE(0, 1);
  const std::string layout = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";
  int bound = 0;
  for (Now after = 0; after <= 40'000; after += 1'000) {
    Hall hall(1, bluetooth());
    hall.begin(junqi("dark"));
    for (Machine& each : hall.machines)
      each.plays = false;
    const host::Seat seat = hall.machine(who).match()->own();
    match::Intent set_up;
    set_up.kind = match::IntentKind::kSetUp;
    set_up.seat = seat;
    const host::State& state = hall.referee(who).state();
    set_up.bytes = std::get<std::string>(
        state.setup_layout(seat, std::get<std::vector<host::Piece>>(state.setup_pieces(seat, layout))));
    REQUIRE_FALSE(hall[who].want(set_up, hall.now).has_value());
    hall.run_for(after);
    hall.kill(who);
    hall.run_for(kSecond);
    hall.restart(who);
    hall.run_for(20 * kSecond);
    INFO(who << " killed after " << after << " us");
    REQUIRE(hall.machine(who).match()->together());
    const bool committed = hall.machine(who).match()->hidden()->committed(seat);
    for (const int side : {0, 1})
      CHECK(hall.referee(side).owes_setup(seat) != committed);
    if (committed) ++bound;
  }
  // Some of the kills were early, some late.
  CHECK(bound > 0);
  CHECK(bound < 41);
}
