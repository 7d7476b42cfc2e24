// The table in virtual time, with a real journal.
#include "seat/table.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "../scratch.hpp"
#include "games.hpp"
#include "seat/recording.hpp"

using namespace qitai;
using namespace qitai::testing;
using seat::Now;
using seat::Table;

namespace {

constexpr Now kSecond = match::kSecond;
// Some instant of a machine that has been running for a while.
constexpr Now kStart = 987'654'321'012;

match::Terms timed(int minutes, int increment = 0) {
  match::Terms terms = match::default_terms(*xiangqi());
  for (match::SeatTerms& seat : terms.seats) {
    seat.limits.first_limit = minutes;
    seat.limits.increment = increment;
  }
  return terms;
}

std::unique_ptr<Table> begin(const match::Terms& terms, store::Journal* journal, Now now = kStart) {
  auto table = Table::begin(xiangqi(), terms, journal, now);
  REQUIRE(table);
  return std::move(*table);
}

std::unique_ptr<store::Journal> open(const Scratch& folder) {
  auto journal = store::Journal::open(folder / "journal.db", {});
  REQUIRE(journal);
  return std::move(*journal);
}

void play(Table& table, const std::string& text, Now now) {
  const auto answer = table.submit(move(table, text), now);
  INFO(text);
  REQUIRE(std::holds_alternative<match::Accepted>(answer));
}

std::unique_ptr<Table> resume(store::Journal& journal, Now now) {
  std::string reason;
  const auto which = Table::resumable(plugins(), journal, &reason);
  INFO(reason);
  REQUIRE(which);
  auto table = Table::resume(plugins(), journal, *which, now);
  REQUIRE(table);
  return std::move(*table);
}

}  // namespace

TEST_CASE("Without a journal everything is durable at once, and the reader shows every ply") {
  const auto table = begin(match::default_terms(*xiangqi()), nullptr);
  CHECK(table->all_durable());
  play(*table, "h2e2", kStart + kSecond);
  play(*table, "h9g7", kStart + 2 * kSecond);
  CHECK(table->all_durable());
  CHECK(table->journal_trouble().empty());
  const match::Reader& reader = table->reader(host::kPublic);
  REQUIRE(reader.plies().size() == 2);
  CHECK(reader.plies()[0].coordinates == "h2e2");
  CHECK(reader.plies()[1].coordinates == "h9g7");
  // An untimed table has nothing to wake for.
  CHECK(table->next_wake(kStart + 3 * kSecond) == INT64_MAX);
  CHECK_FALSE(table->poll(kStart + 3 * kSecond));
}

TEST_CASE("A refused move changes nothing and says why") {
  const auto table = begin(match::default_terms(*xiangqi()), nullptr);
  match::Intent intent = move(*table, "b0c2");
  intent.move.to = table->variant().geometry()->point("d1");
  CHECK(table->would_refuse(intent, kStart)->id == "horse-leg");
  const auto answer = table->submit(intent, kStart + kSecond);
  REQUIRE(std::holds_alternative<host::Refusal>(answer));
  CHECK(std::get<host::Refusal>(answer).id == "horse-leg");
  CHECK(table->referee().ply() == 0);
}

TEST_CASE("The clock of the seat to move runs from the match's start, the increment comes at once") {
  const auto table = begin(timed(10, 5), nullptr);
  CHECK(table->left(0, kStart).main == 600 * kSecond);
  CHECK(table->left(0, kStart).running);
  CHECK_FALSE(table->left(1, kStart).running);
  play(*table, "h2e2", kStart + 30 * kSecond);
  CHECK(table->left(0, kStart + 40 * kSecond).main == 575 * kSecond);
  CHECK(table->left(1, kStart + 40 * kSecond).main == 590 * kSecond);
}

TEST_CASE("Time never runs back, even if whoever reads the clock does") {
  const auto table = begin(timed(10), nullptr);
  play(*table, "h2e2", kStart + 30 * kSecond);
  play(*table, "h9g7", kStart + 20 * kSecond);
  CHECK(table->left(1, kStart + 20 * kSecond).main == 600 * kSecond);
}

TEST_CASE("The loop sleeps until a shown second changes, and under ten seconds until a tenth does") {
  const auto table = begin(timed(1), nullptr);
  // At the start 1:00 is shown; 0:59 is shown as soon as only 59 s are left.
  CHECK(table->next_wake(kStart) == kStart + kSecond);
  CHECK_FALSE(table->poll(kStart + kSecond - 1));
  CHECK(table->poll(kStart + kSecond));
  CHECK_FALSE(table->poll(kStart + kSecond + 1));
  CHECK(table->next_wake(kStart + kSecond + 1) == kStart + 2 * kSecond);
  const Now late = kStart + 55 * kSecond;
  CHECK(table->poll(late));
  CHECK(table->next_wake(late) == late + kSecond / 10);
}

TEST_CASE("A flag falls at its exact instant, however late the loop wakes") {
  const auto table = begin(timed(1), nullptr);
  play(*table, "h2e2", kStart + kSecond);
  play(*table, "h9g7", kStart + 2 * kSecond);
  CHECK(table->next_wake(kStart + 61 * kSecond - kSecond / 20) == kStart + 61 * kSecond);
  CHECK(table->poll(kStart + 75 * kSecond));
  const match::Event* ended = table->reader(host::kPublic).ended();
  REQUIRE(ended != nullptr);
  CHECK(ended->text == "time");
  CHECK(ended->at == 61 * kSecond);
  CHECK(ended->result == std::vector<int>{QITAI_RESULT_LOSS, QITAI_RESULT_WIN});
  CHECK(table->next_wake(kStart + 80 * kSecond) == INT64_MAX);
}

TEST_CASE("A held clock stands still until it is released") {
  const auto table = begin(timed(10), nullptr);
  play(*table, "h2e2", kStart + 10 * kSecond);
  table->hold(kStart + 20 * kSecond);
  table->hold(kStart + 25 * kSecond);
  CHECK(table->left(1, kStart + 500 * kSecond).main == 590 * kSecond);
  CHECK(table->next_wake(kStart + 500 * kSecond) == INT64_MAX);
  table->release(kStart + 1000 * kSecond);
  CHECK(table->left(1, kStart + 1001 * kSecond).main == 589 * kSecond);
}

TEST_CASE("Events are durable when the journal says so") {
  const Scratch folder;
  const auto journal = open(folder);
  const auto table = begin(match::default_terms(*xiangqi()), journal.get());
  play(*table, "h2e2", kStart + kSecond);
  journal->flush();
  CHECK(table->poll(kStart + kSecond));
  CHECK(table->all_durable());
  CHECK(table->durable_events() == table->referee().events().size());
}

TEST_CASE("A match goes on at the same ply after the program was closed, its clock stood still meanwhile") {
  const Scratch folder;
  {
    const auto journal = open(folder);
    const auto table = begin(timed(10), journal.get());
    play(*table, "h2e2", kStart + 10 * kSecond);
    play(*table, "h9g7", kStart + 25 * kSecond);
    table->hold(kStart + 30 * kSecond);
  }
  const auto journal = open(folder);
  std::string reason;
  const auto which = Table::resumable(plugins(), *journal, &reason);
  REQUIRE(which);
  CHECK(which->ply == 2);
  CHECK(which->variant == "xiangqi");
  CHECK(which->turn_key == xiangqi()->info().seats[0].turn_key);
  // Another boot: the machine's clock begins anew.
  constexpr Now later = 5 * kSecond;
  auto table = Table::resume(plugins(), *journal, *which, later);
  REQUIRE(table);
  CHECK((*table)->referee().ply() == 2);
  CHECK((*table)->left(0, later).main == 585 * kSecond);
  CHECK((*table)->left(1, later).main == 585 * kSecond);
  CHECK((*table)->left(0, later + kSecond).main == 584 * kSecond);
  CHECK((*table)->reader(host::kPublic).plies().back().coordinates == "h9g7");
  play(**table, "h0g2", later + 2 * kSecond);
}

TEST_CASE("After a crash the clock goes on from its last checkpoint, at most a second back") {
  const Scratch folder;
  const Now last = kStart + 25 * kSecond + 4 * kSecond + kSecond / 2;
  {
    const auto journal = open(folder);
    const auto table = begin(timed(10), journal.get());
    play(*table, "h2e2", kStart + 10 * kSecond);
    play(*table, "h9g7", kStart + 25 * kSecond);
    for (Now now = kStart + 25 * kSecond; now <= last; now = table->next_wake(now))
      (void)table->poll(now);
  }
  const auto journal = open(folder);
  const auto table = resume(*journal, 0);
  const match::Instant expected = (590 - 4) * kSecond - kSecond / 2;
  CHECK(table->left(0, 0).main >= expected);
  CHECK(table->left(0, 0).main <= expected + kSecond);
}

TEST_CASE("A match that has ended, was forgotten or had no move is not offered again") {
  const Scratch folder;
  const auto journal = open(folder);
  SECTION("ended") {
    const auto table = begin(match::default_terms(*xiangqi()), journal.get());
    play(*table, "h2e2", kStart);
    match::Intent resign;
    resign.kind = match::IntentKind::kResign;
    resign.seat = 1;
    CHECK(std::holds_alternative<match::Accepted>(table->submit(resign, kStart)));
    journal->flush();
    const auto finished = journal->finished(10);
    REQUIRE(finished);
    CHECK(finished->size() == 1);
  }
  SECTION("forgotten") {
    const auto table = begin(match::default_terms(*xiangqi()), journal.get());
    play(*table, "h2e2", kStart);
    table->forget();
    CHECK(table->all_durable());
    play(*table, "h9g7", kStart);
  }
  SECTION("no move") {
    (void)begin(match::default_terms(*xiangqi()), journal.get());
  }
  std::string reason = "not asked";
  CHECK_FALSE(Table::resumable(plugins(), *journal, &reason));
  CHECK(reason.empty());
}

TEST_CASE("A match whose end is in the journal but whose result is not gets its result") {
  const Scratch folder;
  const auto journal = open(folder);
  {
    // The same entries as a match that ended, without the last write.
    const auto table = begin(match::default_terms(*xiangqi()), nullptr);
    play(*table, "h2e2", kStart);
    match::Intent resign;
    resign.kind = match::IntentKind::kResign;
    resign.seat = 1;
    CHECK(std::holds_alternative<match::Accepted>(table->submit(resign, kStart)));
    const auto match = journal->begin("xiangqi", "", match::encode(table->referee().terms()));
    std::uint32_t number = 0;
    for (const match::Intent& intent : table->referee().intents())
      journal->append(match, number++, match::encode(intent));
  }
  std::string reason;
  CHECK_FALSE(Table::resumable(plugins(), *journal, &reason));
  CHECK(reason.empty());
  const auto finished = journal->finished(10);
  REQUIRE(finished);
  REQUIRE(finished->size() == 1);
  CHECK_FALSE(finished->front().result.empty());
}

TEST_CASE("A match under older rules is refused with a sentence, and nothing of it is lost") {
  const Scratch folder;
  store::MatchId id = 0;
  std::vector<std::string> entries;
  match::Terms terms = match::default_terms(*xiangqi());
  terms.rules_revision -= 1;
  {
    const auto journal = open(folder);
    const auto table = begin(match::default_terms(*xiangqi()), nullptr);
    for (const char* const text : {"h2e2", "h9g7", "h0g2"})
      play(*table, text, kStart);
    id = journal->begin("xiangqi", "", match::encode(terms));
    for (const match::Intent& intent : table->referee().intents()) {
      entries.push_back(match::encode(intent));
      journal->append(id, static_cast<std::uint32_t>(entries.size() - 1), entries.back());
    }
  }
  const auto journal = open(folder);
  for (int look = 0; look < 2; ++look) {
    std::string reason;
    CHECK_FALSE(Table::resumable(plugins(), *journal, &reason));
    CHECK_THAT(reason, Catch::Matchers::Contains("cannot go on") &&
                           Catch::Matchers::Contains("the rules of xiangqi are of revision " +
                                                     std::to_string(terms.rules_revision)));
    const seat::Resumable asked{id, "xiangqi", 3, "", false, terms};
    const auto refused = Table::resume(plugins(), *journal, asked, kStart);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "rules_revision");
  }
  // A match played in between changes nothing about that.
  {
    const auto table = begin(match::default_terms(*xiangqi()), journal.get());
    play(*table, "h2e2", kStart);
    table->forget();
    CHECK(table->all_durable());
  }
  const auto kept = journal->resumable();
  REQUIRE(kept);
  REQUIRE(kept->has_value());
  CHECK((*kept)->id == id);
  CHECK((*kept)->header == match::encode(terms));
  CHECK((*kept)->entries == entries);
}

TEST_CASE("A match goes on in the middle of a cycle: the warning stands, the third time ends it") {
  const Scratch folder;
  // Red's chariot checks for ever.
  match::Terms terms = match::default_terms(*xiangqi());
  terms.position = "4k4/9/9/9/9/9/9/9/4A4/R2K5 w - - 0 1";
  const std::vector<std::string> moves{"a0a9", "e9e8", "a9a8", "e8e9", "a8a9",
                                       "e9e8", "a9a8", "e8e9", "a8a9"};
  const std::size_t stop = GENERATE(range<std::size_t>(1, 9));
  {
    const auto journal = open(folder);
    const auto table = begin(terms, journal.get());
    for (std::size_t ply = 0; ply < stop; ++ply)
      play(*table, moves[ply], kStart);
  }
  const auto journal = open(folder);
  const auto table = resume(*journal, kStart);
  const auto notice = [&] { return table->reader(host::kPublic).state().outcome().notice; };
  for (std::size_t ply = stop; ply < moves.size(); ++ply) {
    CHECK((notice() == "repeat-perpetual-check") == (ply >= 5));
    play(*table, moves[ply], kStart + kSecond);
  }
  REQUIRE(table->referee().phase() == match::Phase::kEnded);
  CHECK(table->referee().events().back().text == "perpetual-check");
  CHECK(table->referee().events().back().result ==
        std::vector<std::int32_t>{QITAI_RESULT_LOSS, QITAI_RESULT_WIN});
}

TEST_CASE("A takeback across a warning takes the warning back, and the cycle is counted anew") {
  match::Terms terms = match::default_terms(*xiangqi());
  terms.position = "4k4/9/9/9/9/9/9/9/4A4/R2K5 w - - 0 1";
  const Scratch folder;
  const auto journal = open(folder);
  auto table = begin(terms, journal.get());
  const auto notice = [&] { return table->reader(host::kPublic).state().outcome().notice; };
  const auto take_back = [&](host::Seat asker) {
    match::Intent intent;
    intent.kind = match::IntentKind::kAskTakeback;
    intent.seat = asker;
    REQUIRE(std::holds_alternative<match::Accepted>(table->submit(intent, kStart)));
    intent.kind = match::IntentKind::kAcceptTakeback;
    intent.seat = 1 - asker;
    REQUIRE(std::holds_alternative<match::Accepted>(table->submit(intent, kStart)));
  };
  for (const char* const text : {"a0a9", "e9e8", "a9a8", "e8e9", "a8a9"})
    play(*table, text, kStart);
  CHECK(notice() == "repeat-perpetual-check");
  take_back(0);
  CHECK(notice().empty());
  // Another check instead: the positions are new.
  for (const char* const text : {"a8a7", "e9e8", "a7a8", "e8e9"})
    play(*table, text, kStart);
  // The position before the one taken back stands for the second time; one of Red's moves was quiet.
  CHECK(notice() == "repeat-draw");
  take_back(1);
  take_back(1);
  CHECK(notice().empty());
  // And as before.
  table.reset();
  table = resume(*journal, kStart);
  CHECK(notice().empty());
  CHECK(table->referee().ply() == 5);
}

TEST_CASE("A damaged entry: the match goes on from before it, and goes on being kept") {
  const Scratch folder;
  {
    const auto journal = open(folder);
    const auto table = begin(match::default_terms(*xiangqi()), nullptr);
    play(*table, "h2e2", kStart);
    play(*table, "h9g7", kStart);
    const auto match = journal->begin("xiangqi", "", match::encode(table->referee().terms()));
    std::uint32_t number = 0;
    for (const match::Intent& intent : table->referee().intents())
      journal->append(match, number++, match::encode(intent));
    journal->append(match, number++, "\x7f not an intent");
    journal->append(match, number++, match::encode(table->referee().intents().front()));
  }
  {
    const auto journal = open(folder);
    const auto table = resume(*journal, kStart);
    CHECK(table->referee().ply() == 2);
    play(*table, "h0g2", kStart + kSecond);
  }
  const auto journal = open(folder);
  CHECK(resume(*journal, kStart)->referee().ply() == 3);
}

TEST_CASE("An unfinished match of a game that is not there stays, and the reason says what is missing") {
  const Scratch folder;
  const auto journal = open(folder);
  match::Terms terms = match::default_terms(*xiangqi());
  terms.variant = "go";
  (void)journal->begin("go", "", match::encode(terms));
  std::string reason;
  CHECK_FALSE(Table::resumable(plugins(), *journal, &reason));
  CHECK(reason.find("\"go\"") != std::string::npos);
  CHECK(journal->resumable()->has_value());
}

TEST_CASE("A folder taken away while the match is on: it is said, and the match goes on unrecorded") {
  const Scratch folder;
  std::filesystem::create_directories(folder / "data");
  auto journal = store::Journal::open(folder / "data" / "journal.db", {});
  REQUIRE(journal);
  const auto table = begin(match::default_terms(*xiangqi()), journal->get());
  play(*table, "h2e2", kStart);
  (*journal)->flush();
  CHECK(table->poll(kStart));
  CHECK(table->journal_trouble().empty());
  SECTION("removed") {
    std::filesystem::remove_all(folder / "data");
  }
  SECTION("replaced by another file of that name") {
    std::filesystem::remove(folder / "data" / "journal.db");
    std::ofstream(folder / "data" / "journal.db") << "something else";
  }
  play(*table, "h9g7", kStart + kSecond);
  (*journal)->flush();
  CHECK(table->poll(kStart + kSecond));
  CHECK(table->journal_trouble() == "journal-gone");
  CHECK(table->all_durable());
  play(*table, "h0g2", kStart + 2 * kSecond);
  CHECK(table->referee().ply() == 3);
}

TEST_CASE("A match whose record is lost is counted at its end all the same, and gives back what it cost") {
  const Scratch folder;
  const auto journal = open(folder);
  journal->service_credit();
  auto begun = Table::begin(xiangqi(), match::default_terms(*xiangqi()), journal.get(), kStart, 1);
  REQUIRE(begun);
  const auto table = std::move(*begun);
  REQUIRE(journal->purse().credits == 0);
  journal->flush();
  // A number that the next move has, too.
  journal->append(1, 0, "of somebody else");
  if (GENERATE(true, false)) {
    play(*table, "h2e2", kStart);
    play(*table, "h9g7", kStart);
    journal->flush();
    REQUIRE(journal->lost(1));
    CHECK(table->poll(kStart));
    CHECK(table->journal_trouble() == "journal");
    match::Intent resign;
    resign.kind = match::IntentKind::kResign;
    resign.seat = 0;
    CHECK(std::holds_alternative<match::Accepted>(table->submit(resign, kStart + kSecond)));
    CHECK(journal->ledger()->of(store::Tally::kEnded, "xiangqi").life == 1);
    CHECK(journal->purse().credits == 0);
  } else {
    journal->append(1, 0, "of somebody else again");
    journal->flush();
    REQUIRE(journal->lost(1));
    CHECK(table->poll(kStart));
    table->forget();
    CHECK(journal->purse().credits == 1);
    CHECK_FALSE(journal->resumable()->has_value());
  }
}

TEST_CASE("a checkpoint of an earlier version is read, and one that is damaged says nothing") {
  const std::string eight_bytes{"\x80\x96\x98\0\0\0\0\0", 8};  // ten seconds, the lowest byte first
  const auto first = seat::decode_checkpoint("\x01" + eight_bytes);
  CHECK(first.at == 10 * kSecond);
  CHECK(first.layouts.empty());
  CHECK(first.near_edge == 0);
  const seat::Checkpoint now{10 * kSecond, {{1, "a"}}, 1};
  const std::string written = encode(now);
  const auto read = seat::decode_checkpoint(written);
  CHECK(read.at == now.at);
  CHECK(read.layouts == now.layouts);
  CHECK(read.near_edge == 1);
  // Without the byte of the third version it is the second's.
  std::string second = written;
  second[0] = '\x02';
  second.erase(9, 1);
  const auto before = seat::decode_checkpoint(second);
  CHECK(before.at == now.at);
  CHECK(before.layouts == now.layouts);
  CHECK(before.near_edge == 0);
  for (std::size_t length = 0; length < written.size(); ++length)
    CHECK(seat::decode_checkpoint(written.substr(0, length)).at == 0);
  std::string nowhere = written;
  nowhere[9] = '\x40';
  CHECK(seat::decode_checkpoint(nowhere).at == 0);
}
