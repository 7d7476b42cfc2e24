// What a level may overlook and what it never does, and games between neighbours under the clock.
#include <catch2/catch.hpp>
#include <chrono>
#include <set>
#include <thread>

#include "games.hpp"
#include "seat/attention.hpp"
#include "seat/bot.hpp"
#include "seat/opponent.hpp"

using namespace qitai;
using namespace qitai::testing;

namespace {

const std::atomic<bool> kGoOn{false};

host::State at(const std::string& id, const std::string& position) {
  return testing::at(plugins().variant(id), position);
}

// The task after that move has been played, as a table sets it.
seat::Task after(const host::State& before, const std::string& text, int level, std::uint64_t seed) {
  seat::Task task{before.clone()};
  const host::Move move = std::get<host::Move>(before.read_move(mover(before), text));
  const auto made = task.state.apply(mover(before), move);
  REQUIRE(std::holds_alternative<std::vector<host::Change>>(made));
  task.seat = mover(task.state);
  task.level = level;
  task.seed = seed;
  task.ply = 20;
  task.moved_to = move.to;
  for (const host::Change& change : std::get<std::vector<host::Change>>(made)) {
    if (change.what == QITAI_CHANGE_CAPTURED) task.taken_on = move.to;
  }
  return task;
}

std::string answer(seat::Mind& mind, const seat::Task& task) {
  const seat::Thought thought = mind.think(task, kGoOn);
  REQUIRE(thought.move);
  return task.state.move_text(task.seat, *thought.move, -1);
}

}  // namespace

// By Stockfish 15 and Fairy-Stockfish 14 (depth 12) the listed answers are at least 2.5 pawns better than all
// others.
TEST_CASE("every level takes back what was just taken where that is plainly best") {
  struct Exchange {
    const char* game;
    const char* position;
    const char* taking;
    std::set<std::string> back;
  };
  const Exchange exchange = GENERATE(
      Exchange{"chess",
               "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
               "b5c6",
               {"d7c6", "b7c6"}},
      // By a knight; along four squares; beside the taker.
      Exchange{"chess", "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 3", "f6e4", {"c3e4"}},
      Exchange{"chess", "3r2k1/5ppp/8/8/3B4/8/5PPP/3R2K1 b - - 0 1", "d8d4", {"d1d4"}},
      Exchange{"chess", "2r3k1/5ppp/8/8/8/8/2R2PPP/2R3K1 b - - 0 1", "c8c2", {"c1c2"}},
      Exchange{"xiangqi", "", "b2b9", {"a9b9"}}, Exchange{"xiangqi", "", "h2h9", {"i9h9"}},
      Exchange{"xiangqi", "4kab2/4a4/4b4/9/4p4/r1P6/9/4B4/4A4/2BAK1R2 b - - 0 1", "a4c4", {"e2c4"}});
  INFO(exchange.game << " " << exchange.position << " " << exchange.taking);
  const host::State before = at(exchange.game, exchange.position);
  seat::Mind mind;
  for (int level = seat::kLowestLevel; level <= seat::kHighestLevel; ++level) {
    const std::uint64_t seeds = level == seat::kHighestLevel ? 2 : 100;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      INFO("level " << level << ", seed " << seed);
      CHECK(exchange.back.contains(answer(mind, after(before, exchange.taking, level, seed))));
    }
  }
}

// Squares attacked by pawns (soldiers), by hand.
TEST_CASE("no level moves its strongest piece to where the weakest one takes it") {
  struct Danger {
    const char* game;
    const char* position;
    const char* last;
    std::set<std::string> never;
  };
  const Danger danger =
      GENERATE(Danger{"chess",
                      "rnbqkbnr/p1p2ppp/1p1p4/8/3Q4/8/PPP1PPPP/RNB1KBNR b KQkq - 0 4",
                      "b8c6",
                      {"d4c5", "d4e5", "d4f6", "d4b6", "d4d6"}},
               Danger{"xiangqi",
                      "rnbakabnr/9/1c5c1/p1p1p1p1p/1R7/9/P1P1P1P1P/1C5C1/9/1NBAKABNR b - - 0 1",
                      "h9g7",
                      {"b5a5", "b5c5", "b5e5", "b5g5", "b5i5"}});
  INFO(danger.game);
  const host::State before = at(danger.game, danger.position);
  seat::Mind mind;
  for (int level = seat::kLowestLevel; level < seat::kHighestLevel; ++level) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
      INFO("level " << level << ", seed " << seed);
      CHECK_FALSE(danger.never.contains(answer(mind, after(before, danger.last, level, seed))));
    }
  }
}

namespace {

// In how many of 2,000 thoughts the step is overlooked while the eyes are on `focus`.
int overlooked(const host::State& state, const char* from, const char* to, bool capture, const char* focus,
               double blind = 0.4, const char* last = "") {
  const host::Geometry& board = state.geometry();
  host::Step step;
  step.move.from = board.point(from);
  step.move.to = board.point(to);
  step.noisy = step.capture = capture;
  REQUIRE(step.move.from != host::kNoPoint);
  REQUIRE(step.move.to != host::kNoPoint);
  int count = 0;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const seat::Attention attention(state, blind, board.point(last), seed);
    const bool missed = attention.overlooks(step, 0, board.point(focus));
    REQUIRE(missed == attention.overlooks(step, 0, board.point(focus)));
    count += missed ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE(
    "what slips the eye: far and long moves, ways back and of knights, takings less, those in view never") {
  const host::State chess = at("chess", "");
  const int plain = overlooked(chess, "d4", "d5", false, "d6");
  CHECK(plain > 0);
  CHECK(overlooked(chess, "d4", "d5", false, "h1") > plain);  // away from where something happened
  CHECK(overlooked(chess, "d1", "d7", false, "d6") > plain);  // along the board
  CHECK(overlooked(chess, "d5", "d4", false, "d6") > plain);  // back
  CHECK(overlooked(chess, "d4", "e6", false, "d6") > plain);  // as a knight
  CHECK(overlooked(chess, "d4", "d5", true, "d6") < plain);
  CHECK(overlooked(chess, "d4", "d5", false, "d6", 0.4, "d4") < plain);  // by what has just been moved
  CHECK(overlooked(chess, "d4", "d5", true, "d5", 1) == 0);
  CHECK(overlooked(chess, "a8", "a1", false, "h5", 0) == 0);
}

// A whole game of every pair of neighbours in both games, each move taking all the time that the bot was
// given.
TEST_CASE("neighbours play whole games by the rules and the clock") {
  const std::string id = GENERATE("chess", "xiangqi");
  const int level = GENERATE(1, 2, 3, 4);
  INFO(id << ", levels " << level << " and " << level + 1);
  const auto variant = plugins().variant(id);
  REQUIRE(variant != nullptr);
  match::Terms terms = match::default_terms(*variant);
  for (std::size_t side = 0; side < 2; ++side) {
    terms.seats[side].holder = seat::bot_holder(level + static_cast<int>(side));
    terms.seats[side].limits = {};
    terms.seats[side].limits.first_limit = 3;
    terms.seats[side].limits.increment = 2;
  }
  terms.seed[0] = static_cast<std::uint8_t>(level);
  seat::Now now = 5'000'000'000;
  auto begun = seat::Table::begin(variant, terms, nullptr, now);
  REQUIRE(begun);
  seat::Table& table = **begun;
  seat::Opponent opponent({});
  while (table.referee().phase() != match::Phase::kEnded) {
    REQUIRE(table.referee().ply() < 1'000);
    const host::Seat seat = mover(table.referee().state());
    opponent.poll(table, now, false);
    if (!opponent.waiting()) {
      // The bot thinks below everything else: it is not waited for by spinning.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    now +=
        seat::budget_of(table.left(seat, now), terms.seats[static_cast<std::size_t>(seat)].limits.increment);
    const std::uint32_t before = table.referee().ply();
    opponent.poll(table, now, true);
    // It has moved itself, or ended the game by a claim.
    if (table.referee().phase() != match::Phase::kEnded) REQUIRE(table.referee().ply() == before + 1);
  }
  const std::string end = table.referee().events().back().text;
  INFO(end);
  CHECK(end != "time");
  CHECK(end != "resignation");
}
