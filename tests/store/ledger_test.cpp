// The ledger: coins, credits and counts, in the same instant as the matches that they belong to.
#include <SQLiteCpp/SQLiteCpp.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <mutex>
#include <random>
#include <thread>

#include "../scratch.hpp"
#include "killed.hpp"
#include "store/journal.hpp"

using namespace qitai;
using namespace qitai::store;
using qitai::testing::Scratch;
using qitai::testing::told_before_kill;

namespace {

constexpr std::int64_t kDay = 86'400;
// 2026-03-02, 10:00 in Shanghai, where no clock is ever put forward.
constexpr std::int64_t kMonday = 1'772'416'800;

// Local time is that of Shanghai while it lives.
struct Zone {
  Zone() {
    ::setenv("TZ", "Asia/Shanghai", 1);
    ::tzset();
  }
  ~Zone() {
    ::unsetenv("TZ");
    ::tzset();
  }
};

std::unique_ptr<Journal> open_in(const Scratch& scratch, std::function<std::int64_t()> clock = {}) {
  auto journal = Journal::open(scratch / "journal.db", {}, std::move(clock));
  REQUIRE(journal.ok());
  return std::move(*journal);
}

Ledger ledger_of(Journal& journal) {
  auto ledger = journal.ledger();
  REQUIRE(ledger.ok());
  return std::move(*ledger);
}

}  // namespace

TEST_CASE("ledger: coins make credits, a match spends them, and all of it outlives the program") {
  const Scratch scratch;
  {
    const auto journal = open_in(scratch);
    for (int i = 0; i < 7; ++i)
      journal->insert_coin(3);
    journal->service_credit();
    CHECK(journal->purse() == Purse{3, 1});
    journal->begin("chess", "", "h", nullptr, {}, {2, 0, {{Tally::kGames, "chess"}}});
    CHECK(journal->purse() == Purse{1, 1});
  }
  const auto journal = open_in(scratch);
  CHECK(journal->purse() == Purse{1, 1});
  const Ledger ledger = ledger_of(*journal);
  CHECK(ledger.credits == 1);
  CHECK(ledger.coins == 1);
  CHECK(ledger.reset == 0);
  CHECK(ledger.of(Tally::kCoins) == Counter{7, 7, 7});
  CHECK(ledger.of(Tally::kCredits) == Counter{2, 2, 2});
  CHECK(ledger.of(Tally::kServiceCredits) == Counter{1, 1, 1});
  CHECK(ledger.of(Tally::kPlayed) == Counter{2, 2, 2});
  CHECK(ledger.of(Tally::kGames, "chess") == Counter{1, 1, 1});
  CHECK(ledger.of(Tally::kGames, "junqi") == Counter{});
  CHECK(ledger.of(Tally::kReturned) == Counter{});
}

TEST_CASE("ledger: an operator who asks for fewer coins lets those that are in the purse count") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  journal->insert_coin(4);
  journal->insert_coin(4);
  journal->insert_coin(1);
  CHECK(journal->purse() == Purse{3, 0});
  CHECK(ledger_of(*journal).of(Tally::kCredits).life == 3);
}

TEST_CASE("ledger: a match never costs more than the purse has") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  journal->service_credit();
  const MatchId match = journal->begin("chess", "", "h", nullptr, {}, {2, 0, {}});
  CHECK(journal->purse() == Purse{0, 0});
  CHECK(journal->paid(match) == 1);
  CHECK(ledger_of(*journal).of(Tally::kPlayed).life == 1);
}

TEST_CASE("ledger: what a match cost comes back once, whatever came between, and never after its end") {
  const Scratch scratch;
  MatchId match = 0, other = 0;
  {
    const auto journal = open_in(scratch);
    for (int i = 0; i < 5; ++i)
      journal->service_credit();
    match = journal->begin("chess", "", "h", nullptr, {}, {2, 0, {}});
    other = journal->begin("chess", "", "h", nullptr, {}, {2, 0, {}});
    journal->finish(other, "r");
    journal->give_back(other);
    CHECK(journal->purse().credits == 1);
  }
  {
    const auto journal = open_in(scratch);
    CHECK(journal->paid(match) == 2);
    CHECK(journal->paid(other) == 0);
    journal->give_back(match);
    journal->give_back(match);
    journal->forget(match);
    CHECK(journal->purse().credits == 3);
  }
  const auto journal = open_in(scratch);
  journal->give_back(match);
  CHECK(journal->paid(match) == 0);
  const Ledger ledger = ledger_of(*journal);
  CHECK(ledger.credits == 3);
  CHECK(ledger.of(Tally::kReturned) == Counter{2, 2, 2});
  CHECK(ledger.of(Tally::kPlayed).life == 4);
}

TEST_CASE("ledger: a match that goes on as another one has been paid for") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  journal->service_credit();
  const MatchId broken = journal->begin("chess", "", "h", nullptr, {}, {1, 0, {{Tally::kGames, "chess"}}});
  const MatchId whole = journal->begin("chess", "", "h", nullptr, {}, {0, broken, {}});
  journal->give_back(broken);
  journal->forget(broken);
  CHECK(journal->purse().credits == 0);
  CHECK(journal->paid(whole) == 1);
  journal->give_back(whole);
  const Ledger ledger = ledger_of(*journal);
  CHECK(ledger.credits == 1);
  CHECK(ledger.of(Tally::kPlayed).life == 1);
  CHECK(ledger.of(Tally::kReturned).life == 1);
  CHECK(ledger.of(Tally::kGames).life == 1);
}

TEST_CASE("ledger: a match that is finished twice is counted once") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  const MatchId match = journal->begin("chess", "", "h");
  for (int i = 0; i < 2; ++i)
    journal->finish(match, "r", {}, {{Tally::kEnded, "chess"}, {Tally::kSeconds, "chess", 90}});
  journal->count({{Tally::kSeconds, "chess", 0}, {Tally::kSeconds, "chess", -7}});
  const Ledger ledger = ledger_of(*journal);
  CHECK(ledger.of(Tally::kEnded).life == 1);
  CHECK(ledger.of(Tally::kSeconds, "chess").life == 90);
}

TEST_CASE(
    "ledger: days and hours are local, and a clock that jumps there and back loses and doubles nothing") {
  const Zone zone;
  const Scratch scratch;
  std::int64_t now = kMonday;
  const auto journal = open_in(scratch, [&now] { return now; });
  const auto play = [&](int games) {
    for (int i = 0; i < games; ++i)
      journal->count({{Tally::kGames, "chess"}});
    return ledger_of(*journal).of(Tally::kGames);
  };
  CHECK(play(3) == Counter{3, 3, 3});
  now = kMonday + 14 * 3600 - 1;  // 23:59:59
  CHECK(play(1) == Counter{4, 4, 4});
  now += 1;
  CHECK(play(2) == Counter{6, 6, 2});
  now = kMonday;  // set back
  CHECK(play(1) == Counter{7, 7, 5});
  now = kMonday + 3650 * kDay;  // and far forth
  CHECK(play(1) == Counter{8, 8, 1});
  now = kMonday + kDay;
  CHECK(play(0) == Counter{8, 8, 2});
  now = 0;  // a machine whose clock has no battery
  CHECK(play(1) == Counter{9, 9, 1});
  const Ledger ledger = ledger_of(*journal);
  CHECK(ledger.games_by_hour[10] == 5);
  CHECK(ledger.games_by_hour[23] == 1);
  CHECK(ledger.games_by_hour[0] == 2);
  CHECK(ledger.games_by_hour[8] == 1);
}

TEST_CASE("ledger: a reset counts anew, and what was counted for life and for today stays") {
  const Scratch scratch;
  std::int64_t now = kMonday;
  {
    const auto journal = open_in(scratch, [&now] { return now; });
    journal->insert_coin(1);
    journal->count({{Tally::kGames, "chess", 4}});
    now += 5;
    journal->reset_counters();
    journal->count({{Tally::kGames, "chess"}, {Tally::kGames, "junqi"}});
  }
  const auto journal = open_in(scratch, [&now] { return now; });
  const Ledger ledger = ledger_of(*journal);
  CHECK(ledger.reset == kMonday + 5);
  CHECK(ledger.credits == 1);
  CHECK(ledger.of(Tally::kCoins) == Counter{1, 0, 1});
  CHECK(ledger.of(Tally::kGames, "chess") == Counter{5, 1, 5});
  CHECK(ledger.of(Tally::kGames) == Counter{6, 2, 6});
  std::int64_t by_hour = 0;
  for (const std::int64_t games : ledger.games_by_hour)
    by_hour += games;
  CHECK(by_hour == 2);
}

TEST_CASE("ledger: what a failed write counts is counted later, once") {
  const Scratch scratch;
  const auto journal = open_in(scratch);
  journal->service_credit();
  journal->service_credit();
  const MatchId match = journal->begin("chess", "", "h", nullptr, {}, {1, 0, {{Tally::kGames, "chess"}}});
  journal->append(match, 1, "entry");
  journal->flush();
  // A number that is used twice: the whole batch is refused, what else is in it as well.
  Ticket coin = 0;
  for (int tries = 0; tries < 200 && !journal->lost(match); ++tries) {
    journal->append(match, 1, "again");
    coin = journal->insert_coin(1);
    journal->count({{Tally::kFaults, "chess"}});
    journal->flush();
    const Ledger ledger = ledger_of(*journal);
    CHECK(ledger.of(Tally::kCoins).life + (journal->durable(coin) ? 0 : 1) == tries + 1);
  }
  REQUIRE(journal->lost(match));
  // Its end is counted although its record is lost.
  journal->finish(match, "r", {}, {{Tally::kEnded, "chess"}});
  const Ticket last = journal->insert_coin(1);
  journal->flush();
  CHECK(journal->durable(last));
  CHECK(journal->durable(coin));
  const Ledger ledger = ledger_of(*journal);
  CHECK(ledger.credits == journal->purse().credits);
  CHECK(ledger.of(Tally::kCoins).life + 1 == ledger.credits);
  CHECK(ledger.of(Tally::kFaults).life + 1 == ledger.of(Tally::kCoins).life);
  CHECK(ledger.of(Tally::kEnded).life == 1);
  CHECK(ledger.of(Tally::kGames).life == 1);
}

TEST_CASE(
    "ledger: what a match gives back while the disk refuses its record comes back once, restarts or not") {
  const Scratch scratch;
  const bool ends = GENERATE(false, true);
  MatchId match = 0;
  {
    const auto journal = open_in(scratch);
    journal->service_credit();
    journal->service_credit();
    match = journal->begin("chess", "", "h", nullptr, {}, {1, 0, {}});
    journal->append(match, 1, "entry");
    journal->flush();
    // A number that is used twice: whether what follows is in the same batch or not, the match is lost.
    journal->append(match, 1, "again");
    journal->give_back(match);
    if (ends) journal->forget(match);
    CHECK(journal->purse().credits == 2);
  }
  const auto journal = open_in(scratch);
  CHECK(journal->paid(match) == 0);
  journal->give_back(match);
  CHECK(journal->purse().credits == 2);
  const Ledger ledger = ledger_of(*journal);
  CHECK(ledger.credits == 2);
  CHECK(ledger.of(Tally::kReturned).life == 1);
}

TEST_CASE(
    "ledger: what stands for another match comes back once, also where the disk refuses that it stands for "
    "it") {
  const Scratch scratch;
  const int others = GENERATE(1, 2);  // that go on with it, one after the other
  MatchId match = 0;
  {
    std::mutex gate;  // at which the journal's thread waits after what it has written
    auto opened = Journal::open(scratch / "journal.db", [&gate] { const std::lock_guard pass(gate); });
    REQUIRE(opened.ok());
    const std::unique_ptr<Journal> journal = std::move(*opened);
    for (int i = 0; i < 3; ++i)
      journal->service_credit();
    MatchId last = match = journal->begin("chess", "", "h", nullptr, {}, {2, 0, {}});
    for (int i = 0; i < others; ++i) {
      journal->flush();
      {
        const std::lock_guard shut(gate);
        const Ticket before = journal->count({{Tally::kFaults, "chess"}});
        while (!journal->durable(before))
          std::this_thread::yield();
        // Written together, and a number is used twice: the disk takes neither entries nor beginning.
        last = journal->begin("chess", "", "h", nullptr, {}, {0, last, {}});
        journal->append(last, 1, "entry");
        journal->append(last, 1, "again");
      }
      journal->flush();
      REQUIRE(journal->lost(last));
    }
    CHECK(journal->paid(match) == 0);
    journal->give_back(last);
    CHECK(journal->purse().credits == 3);
  }
  const auto journal = open_in(scratch);
  CHECK(journal->paid(match) == 0);
  journal->give_back(match);
  CHECK(journal->purse().credits == 3);
  CHECK(ledger_of(*journal).of(Tally::kReturned).life == 2);
}

TEST_CASE(
    "ledger: a damaged journal leaves coins, credits, counts and books, and its open match gives back what "
    "it cost") {
  const Scratch scratch;
  {
    const auto journal = open_in(scratch);
    for (int i = 0; i < 5; ++i)
      journal->insert_coin(1);
    const MatchId over = journal->begin("chess", "", "h", nullptr, {}, {1, 0, {{Tally::kGames, "chess"}}});
    journal->finish(over, "r", {{"KIM", "", 0}}, {{Tally::kEnded, "chess"}});
    const MatchId open = journal->begin("chess", "", "h", nullptr, {}, {2, 0, {{Tally::kGames, "chess"}}});
    for (std::uint32_t seq = 0; seq < 400; ++seq)
      journal->append(open, seq, std::string(200, 'e'));
  }
  {
    // Entries are most of the file: one of their pages is spoilt.
    std::fstream file(scratch / "journal.db", std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(0, std::ios::end);
    const auto size = static_cast<std::int64_t>(file.tellg());
    REQUIRE(size > 80'000);
    file.seekp(size - 4096);
    file << std::string(4096, '\x5a');
  }
  std::int64_t given_back = 0;
  {
    const auto journal = open_in(scratch);
    const auto troubles = journal->poll();
    REQUIRE(troubles.size() == 1);
    CHECK(troubles.front().error.code == "corrupt");
    given_back = troubles.front().given_back;
    CHECK(given_back == 2);
    CHECK(journal->purse() == Purse{4, 0});
    CHECK((*journal->books("chess", 10))[0].player == "KIM");
  }
  const auto journal = open_in(scratch);
  CHECK(journal->poll().empty());
  const Ledger ledger = ledger_of(*journal);
  CHECK(ledger.credits == 4);
  CHECK(ledger.of(Tally::kCoins).life == 5);
  CHECK(ledger.of(Tally::kPlayed).life == 3);
  CHECK(ledger.of(Tally::kReturned).life == 2);
  CHECK(ledger.of(Tally::kGames, "chess").life == 2);
  CHECK(ledger.of(Tally::kEnded).life == 1);
  CHECK(std::filesystem::exists(scratch / "journal.db.broken-1"));
  CHECK_FALSE(std::filesystem::exists(scratch / "journal.db.broken-1.read"));
}

namespace {

// Coins, matches, ends and returns until it is killed; tells each thing through the pipe once it is durable.
struct Told {
  std::int64_t coins = 0, begun = 0, ended = 0, returned = 0;
};

[[noreturn]] void keep_books(const std::filesystem::path& file, int report) {
  auto journal = Journal::open(file, {});
  if (!journal) ::_exit(1);
  Told told;
  for (int round = 0;; ++round) {
    Ticket last = (*journal)->insert_coin(1);
    ++told.coins;
    const MatchId match =
        (*journal)->begin("chess", "", "h", nullptr, {}, {1, 0, {{Tally::kGames, "chess"}}});
    ++told.begun;
    if (round % 3 == 0) {
      last = (*journal)->give_back(match);
      ++told.returned;
    }
    if (round % 3 == 1) {
      last = (*journal)->finish(match, "r", {{"KIM", "", 0}}, {{Tally::kEnded, "chess"}});
      ++told.ended;
    }
    while (!(*journal)->durable(last))
      ::usleep(20);
    if (round % 3 == 2) continue;  // told with the next
    if (::write(report, &told, sizeof told) != sizeof told) ::_exit(3);
  }
}

}  // namespace

TEST_CASE("ledger: after kill -9 at 60 random instants the books balance and hold all that was durable") {
  const Scratch scratch;
  const auto file = scratch / "journal.db";
  std::minstd_rand random(20261130);
  Told sum;
  // A slow machine takes more of them until enough has happened.
  for (int round = 0; round < 60 || (sum.coins <= 20 && round < 600); ++round) {
    const Ledger before = ledger_of(*open_in(scratch));
    const Told told =
        told_before_kill<Told>(random, [&](int report) { keep_books(file, report); }).value_or(Told());
    const auto journal = open_in(scratch);
    const Ledger after = ledger_of(*journal);
    const auto grew = [&](Tally what) { return after.of(what).life - before.of(what).life; };
    CHECK(grew(Tally::kCoins) >= told.coins);
    CHECK(grew(Tally::kGames) >= told.begun);
    CHECK(grew(Tally::kEnded) >= told.ended);
    CHECK(grew(Tally::kReturned) >= told.returned);
    // What one transaction wrote is there as a whole: spent with each begin, booked with each end.
    CHECK(grew(Tally::kPlayed) == grew(Tally::kGames));
    CHECK(after.credits ==
          after.of(Tally::kCredits).life - after.of(Tally::kPlayed).life + after.of(Tally::kReturned).life);
    const auto books = journal->books("chess", 1);
    const std::int64_t wins = books->empty() ? 0 : books->front().counts[0];
    CHECK(wins == after.of(Tally::kEnded).life);
    sum.coins += told.coins;
  }
  CHECK(sum.coins > 20);
}
