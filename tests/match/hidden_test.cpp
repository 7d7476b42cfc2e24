// Hidden games: who is told what. The game is cups; its first point of seat 0 is c0, of seat 1 c3.
#include <catch2/catch.hpp>

#include "cups_game.hpp"
#include "match/reader.hpp"
#include "table.hpp"

using namespace qitai::test;
using qitai::host::kNoKind;
using qitai::host::kPublic;
using qitai::host::Move;
using qitai::match::for_viewer;
using qitai::match::Reader;

namespace {

Intent layout(int seat, const std::string& ranks) {
  Intent made = intent(IntentKind::kSetUp, seat);
  made.bytes = ranks;
  return made;
}

Intent play(int seat, Move move) {
  Intent made = intent(IntentKind::kMove, seat);
  made.move = move;
  return made;
}

// Both set up, seat 0 begins.
Table begun(const std::string& first, const std::string& second) {
  Table table(cups_game(), qitai::match::default_terms(*cups_game()));
  table.accept(layout(0, first));
  table.accept(layout(1, second));
  table.accept(intent(IntentKind::kChance, 0));
  return table;
}

std::string seen(Table& table, int viewer) {
  return dump(table->events(viewer));
}

std::unique_ptr<Reader> reading(Table& table, int viewer) {
  auto reader = Reader::make(cups_game(), table->terms(), viewer);
  REQUIRE(reader.ok());
  (*reader)->feed(table->events(viewer));
  if ((*reader)->fault() != nullptr) FAIL((*reader)->fault()->message);
  return std::move(reader.value());
}

}  // namespace

TEST_CASE("a private set-up: its seat reads it, all others that it is ready") {
  Table table = begun("312", "123");
  const auto own = table->events(0).at(1);
  CHECK(own.setup == "312");
  CHECK(own.changes.size() == 6);
  for (const int viewer : {1, kPublic}) {
    const auto other = table->events(viewer).at(1);
    CHECK(other.setup.empty());
    CHECK(other.setup_audience == 0);
    CHECK(other.changes.size() == 3);
    for (const auto& change : other.changes)
      CHECK(change.kind == kNoKind);
  }
  const auto reader = reading(table, 0);
  CHECK(reader->pieces(0).at(0).kind == 2);
  CHECK(reader->pieces(0).at(3).kind == kNoKind);
  CHECK(reading(table, kPublic)->pieces(0).at(0).kind == kNoKind);
}

TEST_CASE("what is hidden from a viewer changes nothing that the viewer reads") {
  Table one = begun("312", "123");
  Table two = begun("312", "321");  // the other seat's ranks stand the other way round
  CHECK(seen(one, 0) == seen(two, 0));
  CHECK(seen(one, kPublic) == seen(two, kPublic));
  CHECK(seen(one, 1) != seen(two, 1));
  CHECK(one->public_hash() == two->public_hash());
  CHECK(one->legal(0) == two->legal(0));
  // 1 against 2 or against… c4 is 2 in both: the fight shows the same, and what must be shown then differs.
  for (Table* table : {&one, &two})
    table->accept(play(0, {1, 4, 0, 0}));
  CHECK(seen(one, 0) == seen(two, 0));
}

TEST_CASE("a fight: facts go to those who must be told, the private one to the winner alone") {
  Table table = begun("312", "123");
  table.accept(play(0, {0, 4, 0, 0}));  // 3 beats 2; seat 1 must show its first: c3, a 1
  const Event& fight = table->events().back();
  REQUIRE(fight.kind == EventKind::kPly);
  CHECK(fight.facts.size() == 3);
  CHECK(for_viewer(fight, 0).facts.size() == 3);
  CHECK(for_viewer(fight, 1).facts.size() == 2);  // fight and show are public; what was beaten is not
  CHECK(for_viewer(fight, kPublic).facts.size() == 2);
  // fought, beaten (private), shown, captured
  CHECK(for_viewer(fight, 0).changes.size() == 4);
  CHECK(for_viewer(fight, 1).changes.size() == 3);
  const auto shown = reading(table, kPublic);
  CHECK(shown->pieces(1).size() == 5);
  CHECK(shown->pieces(1).at(3).point == 3);
  CHECK(shown->pieces(1).at(3).kind == 0);
  CHECK(shown->pieces(1).at(0).kind == kNoKind);
  // Whoever loses a piece does not tell the public which.
  CHECK(shown->captured(1, 1) == std::vector<int>{0, 0, 0});
  table.refuse(IntentKind::kAskTakeback, 0, "irreversible");
  table.check_replay();
}

TEST_CASE("events of a viewer do not tell who else knows") {
  Table table = begun("312", "123");
  table.accept(play(0, {0, 4, 0, 0}));
  for (const Event& event : table->events()) {
    for (const int viewer : {0, 1, kPublic}) {
      const Event part = for_viewer(event, viewer);
      for (const auto& change : part.changes)
        CHECK((change.audience == 1u << kPublic || change.audience == 1u << viewer));
      for (const auto& fact : part.facts)
        CHECK((fact.audience == 1u << kPublic || fact.audience == 1u << viewer));
      CHECK(encode_public(part) == encode_public(event));
    }
  }
}

TEST_CASE("a layout that the game chose at the limit is read by its seat alone") {
  Terms terms = qitai::match::default_terms(*cups_game());
  terms.seed[0] = 3;  // the layout is number (3 + 0) % 6 of "123": "231"
  Table table(cups_game(), terms);
  table.now = 3 * kMinute;
  table.accept(IntentKind::kTime, 0);
  CHECK(table.news() == std::vector<std::string>{"started", "set-up 0 limit", "set-up 1 limit"});
  CHECK(table->phase() == Phase::kPlaying);
  const auto own = reading(table, 0);
  CHECK(own->pieces(0).at(0).kind == 1);
  CHECK(own->pieces(0).at(1).kind == 2);
  CHECK(own->pieces(0).at(2).kind == 0);
  CHECK(own->pieces(0).at(3).kind == kNoKind);
  CHECK(reading(table, 1)->pieces(0).at(0).kind == kNoKind);
  CHECK(table->events(1).at(1).setup_view.empty());
  table.check_replay();
}

TEST_CASE("a takeback in a hidden game: waiting can be taken back, and every viewer follows") {
  Table table = begun("312", "123");
  table.accept(play(0, kWait));
  table.accept(play(1, kWait));
  table.accept(play(0, kWait));
  table.accept(IntentKind::kAskTakeback, 1);
  table.accept(IntentKind::kAcceptTakeback, 0);
  CHECK(table->ply() == 1);
  CHECK(table->acting() == 2);
  for (const int viewer : {0, 1, kPublic}) {
    const auto reader = reading(table, viewer);
    CHECK(reader->plies().size() == 1);
    CHECK(reader->state().hash(viewer) == table->state().hash(viewer));
  }
  // Chance is never asked to draw again.
  table.accept(IntentKind::kAskTakeback, 0);
  table.accept(IntentKind::kAcceptTakeback, 1);
  table.refuse(IntentKind::kAskTakeback, 0, "nothing-to-take-back");
  table.check_replay();
}
