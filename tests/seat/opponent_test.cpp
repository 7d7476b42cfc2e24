// A bot at a table: it moves when it is its turn, answers what is asked, and is still there after the power
// went.
#include "seat/opponent.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "../scratch.hpp"
#include "games.hpp"
#include "seat/random.hpp"

using namespace qitai;
using namespace qitai::testing;
using seat::Now;
using seat::Opponent;
using seat::Table;

namespace {

constexpr Now kStart = 5'000'000'000;

match::Terms terms(int level) {
  match::Terms out = match::default_terms(*xiangqi());
  out.seats[1].holder = seat::bot_holder(level);
  out.seed[0] = 5;
  return out;
}

std::unique_ptr<Table> begin(const match::Terms& terms, store::Journal* journal = nullptr) {
  auto table = Table::begin(xiangqi(), terms, journal, kStart);
  REQUIRE(table);
  return std::move(*table);
}

void play(Table& table, const std::string& text) {
  REQUIRE(std::holds_alternative<match::Accepted>(table.submit(move(table, text), kStart)));
}

// Until that many plies stand.
void wait(Opponent& opponent, Table& table, std::uint32_t plies) {
  while (table.referee().ply() < plies && table.referee().phase() != match::Phase::kEnded) {
    opponent.poll(table, kStart, true);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

match::Intent intent(match::IntentKind kind, host::Seat seat) {
  match::Intent out;
  out.kind = kind;
  out.seat = seat;
  return out;
}

}  // namespace

TEST_CASE("a bot that takes a seat of another match leaves the one that it had") {
  match::Terms hands = terms(1);
  hands.seats[1].holder.clear();
  const auto first = begin(hands);
  Opponent opponent({});
  opponent.take_seat(0, 1);
  wait(opponent, *first, 1);
  REQUIRE(first->referee().ply() == 1);
  const auto second = begin(hands);
  opponent.take_seat(1, 1);
  opponent.poll(*second, kStart, true);
  CHECK_FALSE(opponent.thinking());
  CHECK_FALSE(opponent.waiting());
  play(*second, "h2e2");
  wait(opponent, *second, 2);
  CHECK(second->referee().ply() == 2);
}

TEST_CASE("a bot moves for its own seat only, and not before the screen is ready") {
  const auto table = begin(terms(1));
  Opponent opponent({});
  opponent.poll(*table, kStart, true);
  CHECK_FALSE(opponent.thinking());
  CHECK(table->referee().ply() == 0);
  play(*table, "h2e2");
  for (int i = 0; i < 100'000 && !opponent.waiting(); ++i) {
    opponent.poll(*table, kStart, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  REQUIRE(opponent.waiting());
  CHECK(table->referee().ply() == 1);
  CHECK(opponent.poll(*table, kStart, true));
  CHECK(table->referee().ply() == 2);
  CHECK(table->referee().events().back().seat == 1);
}

TEST_CASE("a bot agrees to a takeback, also while it thinks, and answers an offer") {
  const auto table = begin(terms(2));
  Opponent opponent({});
  play(*table, "h2e2");
  opponent.poll(*table, kStart, true);
  REQUIRE(std::holds_alternative<match::Accepted>(
      table->submit(intent(match::IntentKind::kAskTakeback, 0), kStart)));
  CHECK(opponent.poll(*table, kStart, true));
  CHECK(table->referee().ply() == 0);
  opponent.poll(*table, kStart, true);
  CHECK_FALSE(opponent.thinking());
  play(*table, "h2e2");
  wait(opponent, *table, 2);
  // The game has just begun: it plays on.
  REQUIRE(std::holds_alternative<match::Accepted>(
      table->submit(intent(match::IntentKind::kOfferDraw, 0), kStart)));
  CHECK(opponent.poll(*table, kStart, true));
  CHECK(table->referee().phase() == match::Phase::kPlaying);
  CHECK_FALSE(table->reader(host::kPublic).draw_offer());
  // Back to before the hand's own last move: two plies.
  REQUIRE(std::holds_alternative<match::Accepted>(
      table->submit(intent(match::IntentKind::kAskTakeback, 0), kStart)));
  opponent.poll(*table, kStart, true);
  CHECK(table->referee().ply() == 0);
}

TEST_CASE("a bot without hope agrees to a draw") {
  match::Terms lost = terms(2);
  lost.position = "3k5/9/9/9/9/9/9/4C4/R8/1R2K4 w - - 0 1";
  const auto table = begin(lost);
  Opponent opponent({});
  play(*table, "a1a2");
  wait(opponent, *table, 2);
  REQUIRE(std::holds_alternative<match::Accepted>(
      table->submit(intent(match::IntentKind::kOfferDraw, 0), kStart)));
  opponent.poll(*table, kStart, true);
  CHECK(table->referee().phase() == match::Phase::kEnded);
  CHECK(table->referee().events().back().text == "agreement");
}

TEST_CASE("a hint is a legal move of the seat to move, and goes when anything is played") {
  const auto table = begin(terms(1));
  Opponent opponent({});
  CHECK_FALSE(opponent.hint(*table));
  opponent.ask_hint(*table);
  while (!opponent.hint(*table)) {
    opponent.poll(*table, kStart, true);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const std::vector<host::Move> legal = table->referee().legal(0);
  CHECK(std::find(legal.begin(), legal.end(), *opponent.hint(*table)) != legal.end());
  play(*table, "h2e2");
  CHECK_FALSE(opponent.hint(*table));
}

TEST_CASE("two bots play a game to its end, the same game for the same seed") {
  std::vector<std::string> ends;
  for (int run = 0; run < 2; ++run) {
    match::Terms both = terms(2);
    both.seats[0].holder = seat::bot_holder(1);
    const auto table = begin(both);
    Opponent opponent({});
    wait(opponent, *table, 60);
    std::string record;
    for (const match::PlyRecord& ply : table->reader(host::kPublic).plies())
      record += ply.coordinates + " ";
    ends.push_back(record);
  }
  CHECK(ends[0].size() > 10);
  CHECK(ends[0] == ends[1]);
}

TEST_CASE("who holds a seat is kept over a power cut") {
  const Scratch folder;
  auto journal = store::Journal::open(folder / "journal.db", {});
  REQUIRE(journal);
  {
    const auto table = begin(terms(3), journal->get());
    play(*table, "h2e2");
  }
  (*journal)->flush();
  std::string reason;
  const auto which = Table::resumable(plugins(), **journal, &reason);
  REQUIRE(which);
  CHECK(seat::level_of(which->terms, 1) == 3);
  auto table = Table::resume(plugins(), **journal, *which, kStart);
  REQUIRE(table);
  Opponent opponent({});
  wait(opponent, **table, 2);
  CHECK((*table)->referee().ply() == 2);
}
