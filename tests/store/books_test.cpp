// What matches count: booked in the instant of their end, once, or of what happens in them.
#include <SQLiteCpp/SQLiteCpp.h>

#include <catch2/catch.hpp>

#include "../scratch.hpp"
#include "store/journal.hpp"

using namespace qitai;
using namespace qitai::store;
using qitai::testing::Scratch;

namespace {

std::unique_ptr<Journal> open_in(const Scratch& scratch) {
  auto journal = Journal::open(scratch / "journal.db", {});
  REQUIRE(journal.ok());
  return std::move(*journal);
}

}  // namespace

TEST_CASE("books: each match adds one to the counts of its players, by game, device and name") {
  const Scratch scratch;
  {
    const auto journal = open_in(scratch);
    for (const int kind : {0, 0, 1}) {
      const MatchId match = journal->begin("chess", "", "h");
      journal->finish(match, "r", {{"Ann", "", kind}, {"Bo", "AA:BB", 1 - kind}, {"", "", 0}});
    }
    const MatchId other = journal->begin("xiangqi", "", "h");
    journal->finish(other, "r", {{"Ann", "AA:BB", 5}});
  }
  const auto journal = open_in(scratch);
  const auto chess = journal->books("chess", 10);
  REQUIRE(chess.ok());
  REQUIRE(chess->size() == 2);
  CHECK((*chess)[0].player == "Ann");
  CHECK((*chess)[0].device.empty());
  CHECK((*chess)[0].counts == std::array<std::int64_t, kBookings>{2, 1});
  CHECK((*chess)[0].last > 1'700'000'000);
  CHECK((*chess)[1].player == "Bo");
  CHECK((*chess)[1].device == "AA:BB");
  CHECK((*chess)[1].counts == std::array<std::int64_t, kBookings>{1, 2});
  const auto xiangqi = journal->books("xiangqi", 10);
  REQUIRE(xiangqi->size() == 1);
  CHECK((*xiangqi)[0].counts[5] == 1);
  CHECK(journal->books("chess", 1)->size() == 1);
  CHECK(journal->books("junqi", 10)->empty());
}

TEST_CASE("books: a match that is finished twice counts once") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  const MatchId match = journal->begin("chess", "", "h");
  journal->finish(match, "first", {{"Ann", "", 0}});
  journal->finish(match, "second", {{"Ann", "", 1}});
  journal->forget(match);
  CHECK((*journal->books("chess", 10))[0].counts == std::array<std::int64_t, kBookings>{1});
  const auto finished = journal->finished(10);
  REQUIRE(finished->size() == 1);
  CHECK((*finished)[0].result == "first");
}

TEST_CASE("books: a match that is broken off counts each time, stays resumable, and its end counts as well") {
  const Scratch scratch;
  MatchId match = 0;
  {
    const auto journal = open_in(scratch);
    match = journal->begin("chess", "", "h", nullptr, "local:ab");
    journal->append(match, 0, "entry");
    journal->book(match, {{"Ann", "", 5}, {"Bo", "local:ab", 5}, {"", "", 5}, {"Ann", "", kBookings}});
  }
  {
    const auto journal = open_in(scratch);
    const auto kept = journal->resumable_far("local:");
    REQUIRE(kept.ok());
    REQUIRE(kept->has_value());
    CHECK((*kept)->id == match);
    CHECK((*kept)->entries == std::vector<std::string>{"entry"});
    journal->book(match, {{"Ann", "", 5}});
    journal->finish(match, "r", {{"Ann", "", 0}});
  }
  const auto journal = open_in(scratch);
  CHECK_FALSE(journal->resumable_far("local:")->has_value());
  const auto books = journal->books("chess", 10);
  REQUIRE(books->size() == 2);
  for (const Books& each : *books)
    CHECK(each.counts == (each.player == "Ann" ? std::array<std::int64_t, kBookings>{1, 0, 0, 0, 0, 2}
                                               : std::array<std::int64_t, kBookings>{0, 0, 0, 0, 0, 1}));
}

TEST_CASE("books: what is none of the kinds is not booked") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  const MatchId match = journal->begin("chess", "", "h");
  journal->finish(match, "r", {{"Ann", "", -1}, {"Ann", "", kBookings}});
  CHECK(journal->books("chess", 10)->empty());
}

TEST_CASE("matches with other machines are gone on with where that machine is met") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  const MatchId own = journal->begin("chess", "", "own");
  const MatchId far = journal->begin("chess", "", "far", nullptr, "radio:AA");
  CHECK((*journal->resumable())->id == own);
  CHECK((*journal->resumable_far("radio:AA"))->id == far);
  CHECK((*journal->resumable_far("radio:"))->peer == "radio:AA");
  CHECK_FALSE(journal->resumable_far("radio:CC")->has_value());
  CHECK_FALSE(journal->resumable_far("cable:")->has_value());
}

TEST_CASE("a journal of the first version is taken over with its matches") {
  const Scratch scratch;
  {
    // The tables as the first version made them.
    SQLite::Database db((scratch / "journal.db").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    db.exec(
        "CREATE TABLE match (id INTEGER PRIMARY KEY, variant TEXT NOT NULL, label TEXT NOT NULL, header BLOB "
        "NOT "
        "NULL, began INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, checkpoint BLOB, result BLOB, ended "
        "INTEGER)");
    db.exec("CREATE INDEX match_by_state ON match (state, id)");
    db.exec(
        "CREATE TABLE entry (match INTEGER NOT NULL REFERENCES match (id), seq INTEGER NOT NULL, bytes BLOB "
        "NOT "
        "NULL, PRIMARY KEY (match, seq)) WITHOUT ROWID");
    db.exec("INSERT INTO match (id, variant, label, header, began) VALUES (7, 'chess', 'l', 'header', 5)");
    db.exec("INSERT INTO entry VALUES (7, 0, 'first')");
    db.exec("PRAGMA application_id = 1363760193");
    db.exec("PRAGMA user_version = 1");
  }
  const auto journal = open_in(scratch);
  const auto found = journal->resumable();
  REQUIRE(found.ok());
  REQUIRE(found->has_value());
  CHECK((*found)->id == 7);
  CHECK((*found)->entries == std::vector<std::string>{"first"});
  journal->append(7, 1, "second");
  journal->finish(7, "r", {{"Ann", "", 2}});
  CHECK((*journal->books("chess", 10))[0].counts[2] == 1);
  CHECK(journal->poll().empty());
}
