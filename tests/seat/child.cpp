// A process of its own for the tests that kill it: plays random moves at a table with a journal and reports
// on standard output, one line each: "ply N" when N plies are durable, "left S" with the microseconds that
// the seat to move has left, "trouble CODE" when the journal failed, "unrecorded N" for plies after that.
#include <time.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/time.hpp"
#include "games.hpp"
#include "seat/random.hpp"

using namespace qitai;
using namespace qitai::testing;
using seat::Table;

namespace {

seat::Now now() {
  return boottime_us();
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): one thread reads the environment
  return value == nullptr ? "" : value;
}

void say(const char* word, std::int64_t number) {
  std::printf("%s %lld\n", word, static_cast<long long>(number));
  std::fflush(stdout);
}

std::unique_ptr<Table> sit_down(store::Journal& journal) {
  std::string reason;
  if (const auto which = Table::resumable(plugins(), journal, &reason)) {
    auto table = Table::resume(plugins(), journal, *which, now());
    REQUIRE(table);
    return std::move(*table);
  }
  REQUIRE(reason.empty());
  match::Terms terms = match::default_terms(*xiangqi());
  for (match::SeatTerms& seat : terms.seats)
    seat.limits.first_limit = 60;
  auto table = Table::begin(xiangqi(), terms, &journal, now());
  REQUIRE(table);
  return std::move(*table);
}

host::Seat mover(const Table& table) {
  return (table.referee().acting() & 1U) != 0 ? 0 : 1;
}

// How many plies stand after the first `events` events.
std::uint32_t plies(const Table& table, std::uint32_t events) {
  return events == 0 ? 0 : table.referee().events()[events - 1].ply;
}

}  // namespace

TEST_CASE("A player to be killed", "[.child]") {
  auto journal = store::Journal::open(variable("QITAI_TEST_JOURNAL"), {});
  REQUIRE(journal);
  const auto seed = static_cast<std::uint64_t>(std::atoll(variable("QITAI_TEST_SEED").c_str()));
  const int most = std::atoi(variable("QITAI_TEST_PLIES").c_str());
  seat::RandomPlayer player(seed);
  const std::unique_ptr<Table> table = sit_down(**journal);
  say("began", table->referee().ply());
  say("left", table->left(mover(*table), now()).main);

  bool recorded = true;
  // A match whose record is lost and which has come to its end is offered to nobody: it does not get there.
  int unrecorded = 0;
  for (int ply = 0; ply < most && unrecorded < 20 && table->referee().phase() != match::Phase::kEnded;
       ++ply) {
    match::Intent intent;
    intent.kind = match::IntentKind::kMove;
    intent.seat = mover(*table);
    intent.move = player.choose(table->referee().legal(intent.seat));
    REQUIRE(std::holds_alternative<match::Accepted>(table->submit(intent, now())));
    do {
      (void)table->poll(now());
      if (recorded && !table->journal_trouble().empty()) {
        recorded = false;
        std::printf("trouble %s\n", table->journal_trouble().c_str());
      }
      const timespec nap{0, 100'000};
      nanosleep(&nap, nullptr);
    } while (!table->all_durable());
    if (!recorded) ++unrecorded;
    say(recorded ? "ply" : "unrecorded", plies(*table, table->durable_events()));
  }
  // Then it thinks, and says each time how long it may.
  while (table->referee().phase() != match::Phase::kEnded && variable("QITAI_TEST_THINKS") == "1") {
    (void)table->poll(now());
    say("left", table->left(mover(*table), now()).main);
    const timespec nap{0, 20'000'000};
    nanosleep(&nap, nullptr);
  }
}
