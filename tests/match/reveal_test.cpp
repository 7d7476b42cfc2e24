// A referee that knows one seat, and what comes out when both layouts are shown. The game is cups: a fight is
// won by the higher rank; c0 to c2 are seat 0's, c3 to c5 seat 1's.
#include <catch2/catch.hpp>

#include <array>

#include "cups_game.hpp"
#include "match/reveal.hpp"
#include "table.hpp"

using namespace qitai::test;
using qitai::host::Move;
using qitai::match::Accepted;
using qitai::match::Revealed;

namespace {

constexpr qitai::host::Fact kWon{QITAI_FACT_FIGHT, 4, 1, QITAI_FIGHT_WON};
constexpr qitai::host::Fact kBeatenTwo{QITAI_FACT_REVEAL, 4, 1, 1};
constexpr qitai::host::Fact kShownOne{QITAI_FACT_SHOW, 3, 1, 0};

std::unique_ptr<Referee> seat_zero(Terms terms = qitai::match::default_terms(*cups_game())) {
  auto referee = Referee::start(cups_game(), terms, 0);
  REQUIRE(referee);
  return std::move(*referee);
}

std::string submit(Referee& referee, const Intent& intent) {
  const auto answer = referee.submit(intent);
  const auto* why = std::get_if<qitai::host::Refusal>(&answer);
  return why == nullptr ? std::string() : why->id;
}

Intent layout(int seat, const std::string& ranks) {
  Intent made = intent(IntentKind::kSetUp, seat);
  made.bytes = ranks;
  made.elsewhere = ranks.empty();
  return made;
}

// Both ready, seat 0 begins, its 3 on c0 beats what stands on c4, and c3 has to be shown.
std::unique_ptr<Referee> fought() {
  auto referee = seat_zero();
  REQUIRE(submit(*referee, layout(0, "312")).empty());
  REQUIRE(submit(*referee, layout(1, "")).empty());
  REQUIRE(submit(*referee, intent(IntentKind::kChance, 0)).empty());
  Intent move = intent(IntentKind::kMove, 0);
  move.move = {0, 4, 0, 0};
  CHECK(submit(*referee, move) == "facts-needed");
  move.facts = {kWon, kShownOne};
  CHECK(submit(*referee, move) == "facts-needed");  // and what has fallen, which it privately learns
  move.facts = {kWon, kBeatenTwo, kShownOne};
  REQUIRE(submit(*referee, move).empty());
  return referee;
}

Revealed shown(const Referee& referee, const std::array<std::string, 2>& layouts) {
  auto made = qitai::match::reveal(cups_game(), referee, layouts);
  REQUIRE(made);
  return std::move(*made);
}

}  // namespace

TEST_CASE("a seat that there is not is nobody's to know") {
  const auto terms = qitai::match::default_terms(*cups_game());
  CHECK(Referee::start(cups_game(), terms, 2).error().code == "knower");
  CHECK(Referee::start(cups_game(), terms, -2).error().code == "knower");
  CHECK(seat_zero()->knower() == 0);
}

TEST_CASE("who knows one seat is told of the other's set-up that it is made, and not how") {
  auto referee = seat_zero();
  CHECK(submit(*referee, layout(1, "123")) == "facts-needed");
  CHECK(submit(*referee, layout(0, "")) == "facts-needed");
  CHECK(referee->would_refuse(layout(0, "113"))->id == "bad-layout");
  CHECK_FALSE(referee->would_refuse(layout(0, "312")));
  CHECK_FALSE(referee->would_refuse(layout(1, "")));
  CHECK(referee->events().size() == 1);
  // Who knows everything takes no set-up that is made elsewhere.
  auto full = Referee::start(cups_game(), qitai::match::default_terms(*cups_game()));
  CHECK(submit(**full, layout(1, "")) == "facts-needed");
}

TEST_CASE(
    "at the end of a set-up limit the layouts chosen are told, and nobody guesses whether there are any") {
  Terms terms = qitai::match::default_terms(*cups_game());
  for (auto& seat : terms.seats)
    seat.limits.setup_limit = 1;
  auto referee = seat_zero(terms);
  REQUIRE(referee->next_flag() == kMinute);
  CHECK(submit(*referee, intent(IntentKind::kResign, 1, 2 * kMinute)) == "facts-needed");
  CHECK(referee->intents().empty());
  Intent time = intent(IntentKind::kTime, 0, 2 * kMinute);
  SECTION("both") {
    time.chosen = {{0, "312"}, {1, ""}};
    REQUIRE(submit(*referee, time).empty());
    CHECK(referee->phase() == Phase::kPlaying);
    CHECK(referee->intents().back().at == kMinute);
    // With both shown, the limit gives what was chosen, not what the variant would draw.
    CHECK_FALSE(shown(*referee, {"312", "231"}).difference);
    CHECK(shown(*referee, {"321", "231"}).difference->what == "layout");
  }
  SECTION("that of one: the other has lost") {
    time.chosen = {{0, "312"}};
    REQUIRE(submit(*referee, time).empty());
    CHECK(brief(referee->events().back()) == "ended 1 time [1,-1]");
  }
  SECTION("one that the rules forbid: nothing has happened") {
    time.chosen = {{0, "111"}, {1, ""}};
    CHECK(submit(*referee, time) == "bad-layout");
    CHECK(referee->intents().empty());
  }
}

TEST_CASE("with both layouts shown, what was settled is found true") {
  const auto referee = fought();
  const Revealed made = shown(*referee, {"312", "123"});
  CHECK_FALSE(made.difference);
  CHECK(made.full->public_hash() == referee->public_hash());
  CHECK(made.full->knower() == -1);
}

TEST_CASE("with both layouts shown, what was not true is found") {
  const auto referee = fought();
  // c3 was shown as a 1, and is a 2.
  CHECK(shown(*referee, {"312", "213"}).difference->what == "events");
  CHECK(shown(*referee, {"312", "213"}).difference->intent == 3);
  CHECK(shown(*referee, {"213", "123"}).difference->what == "layout");  // the own one
  CHECK(shown(*referee, {"312", "112"}).difference->what == "refused");
  CHECK(shown(*referee, {"312", "112"}).difference->intent == 1);
}

TEST_CASE("facts that cannot be are refused by the rules and change nothing") {
  auto referee = fought();
  const std::string before = fingerprint(*referee);
  Intent move = intent(IntentKind::kMove, 1);
  move.move = {5, 0, 0, 0};
  move.facts.assign(17, kWon);
  CHECK(submit(*referee, move) == "too-long");
  move.facts = {kWon};  // of another point
  CHECK(submit(*referee, move) == "facts-needed");
  CHECK(fingerprint(*referee) == before);
}

TEST_CASE("an end is declared only where it cannot be known") {
  auto referee = fought();
  Intent over = intent(IntentKind::kDeclare, 1);
  over.bytes = "no-moves";
  CHECK(submit(*referee, over) == "no-declaration");
  CHECK_FALSE(referee->due_declaration());
  auto full = Referee::start(cups_game(), qitai::match::default_terms(*cups_game()));
  CHECK(submit(**full, over) == "no-declaration");
}
