// Somebody who reads the list of events knows what stands.
#include "match/reader.hpp"

#include <catch2/catch.hpp>

#include "race_game.hpp"
#include "table.hpp"

using namespace qitai::test;
using qitai::match::Reader;

namespace {

std::unique_ptr<Reader> reader_of(Table& table, int viewer = qitai::host::kPublic) {
  auto reader = Reader::make(race_game(), table->terms(), viewer);
  REQUIRE(reader.ok());
  return std::move(reader.value());
}

}  // namespace

TEST_CASE("plies with their texts, pieces, marks and captures, a takeback shrinks them") {
  Table table(race_game(), qitai::match::default_terms(*race_game()));
  const auto reader = reader_of(table, 0);
  CHECK(reader->acting() == 1);
  CHECK(reader->pieces(0).size() == 1);
  table.run(3);
  table.run(2);  // one behind: check
  table.run(2);  // to 5
  table.run(3);  // to 5: the first runner goes back to 0
  reader->feed(table->events(0));
  REQUIRE(reader->plies().size() == 4);
  CHECK(reader->next_event() == table->events().size());
  CHECK(reader->plies()[1].seat == 1);
  CHECK(reader->plies()[1].coordinates == "p0p2");
  CHECK(reader->plies()[1].texts == std::vector<std::string>{"+2"});
  CHECK(reader->plies()[3].changes.size() == 3);
  CHECK(reader->pieces(1).at(1).point == 3);
  CHECK(reader->pieces(99).at(0).point == 0);
  CHECK(reader->pieces(99).at(1).point == 5);
  CHECK(reader->marks(2).size() == 1);
  CHECK(reader->marks(3).empty());
  CHECK(reader->captured(0, 3) == std::vector<int>{0});
  CHECK(reader->captured(0, 4) == std::vector<int>{1});
  CHECK(reader->captured(1, 4) == std::vector<int>{0});

  table.accept(IntentKind::kAskTakeback, 1);
  reader->feed(table->events(0, reader->next_event()));
  CHECK(reader->takeback_asked() == 1);
  table.accept(IntentKind::kAcceptTakeback, 0);
  reader->feed(table->events(0));  // those that were fed before are skipped
  CHECK_FALSE(reader->takeback_asked().has_value());
  CHECK(reader->plies().size() == 3);
  CHECK(reader->captured(0, 99) == std::vector<int>{0});
  CHECK(reader->acting() == 2);
  CHECK(reader->state().hash(0) == table->state().hash(0));
  table.run(1);
  reader->feed(table->events(0, reader->next_event()));
  CHECK(reader->plies().back().coordinates == "p2p3");
}

TEST_CASE("offers, pauses, claims and the end as they stand") {
  Terms terms = qitai::match::default_terms(*race_game());
  terms.options[kRaceClaim] = 1;
  Table table(race_game(), terms);
  const auto reader = reader_of(table);
  const auto catch_up = [&] { reader->feed(table->events(qitai::host::kPublic, reader->next_event())); };
  table.accept(IntentKind::kOfferDraw, 0);
  catch_up();
  CHECK(reader->draw_offer() == 0);
  CHECK(reader->claims().empty());
  table.run(1);
  catch_up();
  CHECK(reader->draw_offer() == 0);
  CHECK(reader->claims().at(0).id == "rest");
  table.run(2);
  catch_up();
  CHECK_FALSE(reader->draw_offer().has_value());
  table.accept(IntentKind::kAskPause, 1);
  catch_up();
  CHECK(reader->pause_asked() == 1);
  table.accept(IntentKind::kAcceptPause, 0);
  catch_up();
  CHECK_FALSE(reader->pause_asked().has_value());
  CHECK(reader->paused());
  table.accept(IntentKind::kStopClock, 0);
  table.accept(IntentKind::kResume, 0);
  catch_up();
  CHECK(reader->paused());  // the house's stop remains
  table.accept(IntentKind::kStartClock, 0);
  catch_up();
  CHECK_FALSE(reader->paused());
  CHECK(reader->ended() == nullptr);
  table.accept(IntentKind::kResign, 0);
  catch_up();
  REQUIRE(reader->ended() != nullptr);
  CHECK(reader->ended()->text == "resignation");
  CHECK(reader->acting() == 0);
}

TEST_CASE("a reader begins at any position, and anywhere in a match that goes on") {
  Terms terms = qitai::match::default_terms(*race_game());
  terms.position = "7 6 1";
  Table table(race_game(), terms);
  table.run(3);
  table.run(3);
  const auto late = reader_of(table);
  CHECK(late->pieces(0).at(0).point == 6);
  late->feed(table->events(qitai::host::kPublic));
  CHECK(late->plies().at(0).coordinates == "p6p9");
  terms.position = "nowhere";
  CHECK(Reader::make(race_game(), terms, 0).error().code == "position");
  CHECK(Reader::make(race_game(), table->terms(), 2).error().code == "viewer");
  CHECK(Reader::make(race_game(), table->terms(), -2).error().code == "viewer");
}

TEST_CASE("a reader says why it cannot go on") {
  Table table(race_game(), qitai::match::default_terms(*race_game()));
  table.run(1);
  table.run(2);
  const auto reader = reader_of(table);
  auto events = table->events(qitai::host::kPublic);
  SECTION("a gap") {
    events.erase(events.begin() + 1);
    reader->feed(events);
    REQUIRE(reader->fault() != nullptr);
    CHECK(reader->fault()->code == "gap");
    CHECK(reader->plies().empty());
  }
  SECTION("a move that the game refuses") {
    events.at(2).move.to = 70;
    reader->feed(events);
    REQUIRE(reader->fault() != nullptr);
    CHECK(reader->fault()->code == "plugin-error");
    CHECK(reader->plies().size() == 1);
  }
}
