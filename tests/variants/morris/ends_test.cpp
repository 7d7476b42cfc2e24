// How men are taken and how a game of nine men's morris ends. Positions: W, B or '.', row by row from a7 to
// g1; see variants/examples/morris/plugin.c.
#include <catch2/catch.hpp>

#include "table.hpp"

using namespace qitai;
using namespace qitai::testing;

namespace {

void play_all(host::State& state, std::initializer_list<const char*> moves) {
  for (const char* move : moves) {
    INFO(move << " in " << state.position());
    REQUIRE(play(state, move).empty());
  }
}

}  // namespace

TEST_CASE("who closes a mill takes a man, and the same seat acts until it has") {
  host::State state = morris_state();
  play_all(state, {"@a7", "@a1", "@d7", "@d1", "@g7"});
  CHECK(state.acting() == 1);
  CHECK(state.outcome().notice == "take");
  CHECK(legal_texts(state) == std::vector<std::string>{"a1", "d1"});
  CHECK(play(state, "@b6") == "take-first");
  CHECK(play(state, "a7") == "not-theirs");
  play_all(state, {"d1"});
  CHECK(state.acting() == 2);
  CHECK(state.outcome().notice.empty());
}

TEST_CASE("a man in a mill is safe while another of its side is not, and only then") {
  // White closes a7-d7-g7; Black has the mill a1-d1-g1 and a man on b6.
  host::State state = morris_state("WW.B.....W...........BBB w 1 1");
  play_all(state, {"@g7"});
  CHECK(legal_texts(state) == std::vector<std::string>{"b6"});
  CHECK(play(state, "d1") == "in-a-mill");
  host::State all_in = morris_state("WW.......W...........BBB w 1 1");
  play_all(all_in, {"@g7"});
  CHECK(legal_texts(all_in) == std::vector<std::string>{"a1", "d1", "g1"});
}

TEST_CASE("two mills closed at once take one man") {
  // a7 closes a7-d7-g7 and a7-a4-a1.
  host::State state = morris_state(".WW.B.B..W....B..B...W.. w 1 1");
  play_all(state, {"@a7", "g4"});
  CHECK(state.acting() == 2);
}

TEST_CASE("fewer than three men have lost") {
  host::State state = morris_state("WW......WB....B........B w 0 0");
  play_all(state, {"e5g7", "a4"});
  const host::Outcome end = state.outcome();
  CHECK(end.state == host::Outcome::State::kOver);
  CHECK(end.reason == "few-men");
  CHECK(end.winner() == 0);
  CHECK(state.acting() == 0);
}

TEST_CASE("who cannot move has lost, and with three men it can fly, unless that is switched off") {
  // Black's men on a7, d7, a4 and a1 have one empty neighbour, b4.
  host::State state = morris_state("BBW.W....B.W.........BW. w 0 0");
  play_all(state, {"c4b4"});
  CHECK(state.outcome().state == host::Outcome::State::kOver);
  CHECK(state.outcome().reason == "blocked");
  CHECK(state.outcome().winner() == 0);
  // Without the man on d7 there is that point to step to, and for three men every empty one.
  const std::string three = "B.W.W....BW..........BW. b 0 0";
  CHECK(legal_texts(morris_state(three, {1, 1, 100})).size() == 3 * 17);
  CHECK(legal_texts(morris_state(three, {0, 1, 100})) == std::vector<std::string>{"a7d7"});
}

TEST_CASE("the same position for the third time is a draw, by the option") {
  const std::string start = "WW......WB....B....W...B w 0 0";
  for (const bool repetition : {true, false}) {
    host::State state = morris_state(start, {1, repetition ? 1 : 0, 100});
    for (int round = 0; round < 2; ++round) {
      CHECK(state.acting() != 0);
      play_all(state, {"e5e4", "a4a1", "e4e5", "a1a4"});
    }
    CHECK((state.acting() == 0) == repetition);
    if (repetition) {
      CHECK(state.outcome().reason == "repetition");
      CHECK(state.outcome().winner() == -1);
    }
  }
}

TEST_CASE("as many moves without a capture as the option says are a draw, and a capture begins anew") {
  host::State state = morris_state("WW......WB....B....W...B w 0 0", {1, 0, 20});
  for (int round = 0; round < 5; ++round) {
    CHECK(state.acting() != 0);
    play_all(state, {"e5e4", "a4a1", "e4e5", "a1a4"});
  }
  CHECK(state.acting() == 0);
  CHECK(state.outcome().reason == "no-capture");
}

TEST_CASE("positions that cannot be are refused") {
  for (const char* wrong : {"W", "........................", "........................ w 9 8",
                            "........................ x 9 9", "WWWWWWWWWW.............. w 0 0",
                            "........................ w 9 9 x", "Q....................... w 9 9",
                            "........................ w 9 9 y", "........................ w : 9"}) {
    host::Start start;
    start.position = wrong;
    auto made = morris()->create(start);
    INFO(wrong);
    const auto* refusal = std::get_if<host::Refusal>(&made);
    REQUIRE(refusal != nullptr);
    CHECK(refusal->id == "malformed");
  }
}
