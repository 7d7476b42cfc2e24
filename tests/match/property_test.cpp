// Random intents at random times through random matches of the two small games.
#include <catch2/catch.hpp>

#include "cups_game.hpp"
#include "race_game.hpp"
#include "random_match.hpp"

using namespace qitai::test;
using qitai::match::Terms;

TEST_CASE("random intents at random times: an open game") {
  RandomPlay play;
  play.game = race_game();
  play.choose_options = [](Terms& terms, Chance& chance) {
    terms.options[kRaceLength] = 10 + chance(60);
    terms.options[kRaceBurn] = chance.one_in(2) ? 0 : 7;
    terms.options[kRaceClaim] = chance.one_in(2) ? 0 : 9;
    terms.options[kRaceKindFlag] = chance(2);
    if (chance.one_in(6)) {
      terms.options[kRaceBreak] = 1 + chance(20);
      terms.options[kRaceBreakIn] = chance(3);
    }
  };
  Count count;
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    play_random_match(play, seed, count);
  CHECK(count.accepted > 3000);
  CHECK(count.refused > 2500);
  CHECK(count.flags > 20);
  CHECK(count.takebacks > 50);
  CHECK(count.ended > 50);
  CHECK(count.corrected > 50);
  CHECK(count.touched > 100);
  for (const char* reason :
       {"goal", "time", "step-time", "time-without-material", "agreement", "resignation", "left", "aborted",
        "disagreement", "repetition", "plugin-error", "illegal-move"}) {
    INFO(reason);
    CHECK(count.reasons[reason] > 0);
  }
}

TEST_CASE("random intents at random times: a hidden game") {
  RandomPlay play;
  play.game = cups_game();
  play.choose_options = [](Terms& terms, Chance& chance) { terms.options[0] = chance(2); };
  play.layouts = {"", "123", "231", "312", "111", "12"};
  play.layout_of = [](const qitai::match::Referee& full, qitai::host::Seat seat) {
    std::string layout;
    for (const auto& piece : full.state(seat).view(seat)) {
      if (piece.point / 3 == seat) layout += static_cast<char>('1' + piece.kind);
    }
    return layout;
  };
  Count count;
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    play_random_match(play, 1000 + seed, count);
  CHECK(count.accepted > 1500);
  CHECK(count.refused > 500);
  CHECK(count.ended > 100);
  CHECK(count.plies > 500);
  CHECK(count.takebacks > 5);
  CHECK(count.seen.facts > 500);
  CHECK(count.seen.elsewhere > 100);
  CHECK(count.seen.chosen > 4);
  CHECK(count.seen.refused.size() == 1);
}
