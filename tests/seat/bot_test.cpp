// Bots: what they find, what they never do, and that the same task has the same answer.
#include "seat/bot.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <thread>

#include "games.hpp"
#include "host/walker.hpp"
#include "seat/playout.hpp"
#include "seat/random.hpp"
#include "seat/search.hpp"

using namespace qitai;
using namespace qitai::testing;
using seat::Mind;
using seat::Task;
using seat::Thought;

namespace {

std::shared_ptr<const host::Variant> game(const std::string& id) {
  if (id != "tictactoe") return plugins().variant(id);
  static const host::Plugins example = [] {
    host::LoaderOptions options;
    options.folders = {QITAI_TEST_PLUGINS};
    options.vetter = QITAI_BUILD_DIR "/libexec/qitai/qitai-vet";
    options.vet_timeout = std::chrono::seconds(20);
    return host::Plugins::load(options);
  }();
  return example.variant(id);
}

host::State at(const std::string& id, const std::string& position = {}) {
  return testing::at(game(id), position);
}

Task task(const host::State& state, int level, std::uint64_t seed = 1) {
  Task out{state.clone()};
  out.seat = mover(state);
  out.level = level;
  out.seed = seed;
  out.ply = 20;
  return out;
}

const std::atomic<bool> kGoOn{false};

std::string text(const host::State& state, const std::optional<host::Move>& move) {
  return move ? state.move_text(mover(state), *move, -1) : "";
}

}  // namespace

// Number of moves to mate and its first move by Fairy-Stockfish 14 (xiangqi) and Stockfish 15 (chess),
// depth 14.
TEST_CASE("the search finds mates in one, two and three moves") {
  struct Problem {
    const char* game;
    const char* position;
    int moves;
    const char* first;  // empty: several
  };
  const Problem problem =
      GENERATE(Problem{"xiangqi", "3k5/4P4/9/9/9/9/9/4C4/9/4K4 w - - 0 1", 1, ""},
               // By hand: the general steps aside, and no man of Black can move (困毙).
               Problem{"xiangqi", "4k4/4a4/9/9/9/9/9/9/4R4/3RK4 w - - 0 1", 1, "e0f0"},
               Problem{"xiangqi", "r2k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1", 1, "b0d0"},
               Problem{"xiangqi", "4kab2/4a4/4b4/4N4/9/9/9/9/4C4/3RK4 w - - 0 1", 2, "e6c7"},
               Problem{"xiangqi", "4k4/9/9/9/9/2N6/9/9/2R6/3K5 w - - 0 1", 2, "c1e1"},
               Problem{"xiangqi", "3k5/4a4/9/9/9/2N6/9/4C4/9/4KR3 w - - 0 1", 3, ""},
               Problem{"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "a1a8"},
               Problem{"chess", "6rk/6pp/8/6N1/8/8/8/3Q2K1 w - - 0 1", 1, "g5f7"},
               Problem{"chess", "k7/8/2K5/8/8/8/8/1R6 w - - 0 1", 2, ""},
               Problem{"chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"});
  INFO(problem.game << " " << problem.position);
  const host::State state = at(problem.game, problem.position);
  Mind mind;
  const Thought thought = mind.think(task(state, seat::kHighestLevel), kGoOn);
  CHECK(thought.score == seat::kMate - (2 * problem.moves - 1));
  if (*problem.first != '\0') CHECK(text(state, thought.move) == problem.first);
}

TEST_CASE("from the second level on a mate in one is never missed") {
  Mind mind;
  for (const auto& [id, position] : {std::pair{"xiangqi", "r2k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1"},
                                     {"chess", "6rk/6pp/8/6N1/8/8/8/3Q2K1 w - - 0 1"}}) {
    host::State state = at(id, position);
    for (int level = 2; level <= seat::kHighestLevel; ++level) {
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const Thought thought = mind.think(task(state, level, seed), kGoOn);
        REQUIRE(thought.move);
        host::State after = state.clone();
        REQUIRE(std::holds_alternative<std::vector<host::Change>>(after.apply(mover(state), *thought.move)));
        CHECK(after.outcome().reason == "checkmate");
      }
    }
  }
}

TEST_CASE("bots play legal moves only") {
  const std::string id = GENERATE("xiangqi", "chess");
  Mind mind;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    host::State state = at(id);
    for (int ply = 0; ply < 40 && state.acting() != 0; ++ply) {
      // Every level, on nodes that end in the middle of anything.
      Task next = task(state, 1 + static_cast<int>(seed % 5), seed);
      next.nodes = 20 + seed * 3;
      next.ply = static_cast<std::uint32_t>(ply);
      const Thought thought = mind.think(next, kGoOn);
      REQUIRE(thought.move);
      const std::vector<host::Move> legal = *state.legal(next.seat);
      REQUIRE(std::find(legal.begin(), legal.end(), *thought.move) != legal.end());
      REQUIRE(std::holds_alternative<std::vector<host::Change>>(state.apply(next.seat, *thought.move)));
    }
  }
}

TEST_CASE("the same state, level and seed: the same move, whatever was thought about before") {
  const std::string id = GENERATE("xiangqi", "chess", "tictactoe");
  Mind used;
  seat::RandomPlayer player(7);
  host::State state = at(id);
  for (int ply = 0; ply < 6 && state.acting() != 0; ++ply) {
    for (int level = 1; level <= 4; ++level) {
      Mind fresh;
      const Thought a = used.think(task(state, level, 99), kGoOn);
      const Thought b = fresh.think(task(state, level, 99), kGoOn);
      CHECK(a.move == b.move);
      CHECK(a.score == b.score);
      CHECK(a.nodes == b.nodes);
    }
    (void)state.apply(mover(state), player.choose(*state.legal(mover(state))));
  }
}

TEST_CASE("by trial games tic-tac-toe is never lost, whatever the other side does") {
  std::map<std::uint64_t, host::Move> known;
  Mind mind;
  const auto never_lost = [&](auto&& self, const host::State& state, host::Seat bot) -> void {
    const host::Outcome outcome = state.outcome();
    if (outcome.state == host::Outcome::State::kOver) {
      REQUIRE(outcome.winner() != 1 - bot);
      return;
    }
    const host::Seat seat = mover(state);
    std::vector<host::Move> moves = *state.legal(seat);
    if (seat == bot) {
      const std::uint64_t key = state.hash(host::kPublic);
      if (!known.contains(key)) {
        Task next = task(state, seat::kHighestLevel);
        next.nodes = 20'000;
        known[key] = mind.think(next, kGoOn).move.value();
      }
      moves = {known[key]};
    }
    for (const host::Move& move : moves) {
      host::State after = state.clone();
      REQUIRE(std::holds_alternative<std::vector<host::Change>>(after.apply(seat, move)));
      self(self, after, bot);
    }
  };
  for (const host::Seat bot : {0, 1}) {
    known.clear();
    never_lost(never_lost, at("tictactoe"), bot);
  }
}

TEST_CASE("a thinking bot is stopped: by a new task, by cancel, by its end") {
  const host::State state = at("xiangqi");
  std::atomic<int> woken{0};
  Task endless = task(state, seat::kHighestLevel);
  endless.nodes = UINT64_MAX;
  {
    seat::Bot bot([&] { ++woken; });
    Task first{endless.state.clone()};
    first.nodes = UINT64_MAX;
    bot.think(std::move(first), 1);
    Task second = task(state, 1);
    bot.think(std::move(second), 2);
    std::optional<seat::Bot::Answer> answer;
    while (!(answer = bot.take()))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(answer->ticket == 2);
    CHECK_FALSE(bot.take());
    bot.think(std::move(endless), 3);
    bot.cancel();
    Task last = task(state, 2);
    bot.think(std::move(last), 4);
    while (!(answer = bot.take()))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(answer->ticket == 4);
    Task left{state.clone()};
    left.nodes = UINT64_MAX;
    bot.think(std::move(left), 5);
  }
  CHECK(woken == 2);
}

TEST_CASE("a bot keeps to its clock") {
  match::Referee::TimeLeft left;
  CHECK(seat::budget_of(left, 0) == 0);
  left.main = 10 * match::kMinute;
  CHECK(seat::budget_of(left, 0) < left.main / 20);
  left.step = 2 * match::kSecond;
  CHECK(seat::budget_of(left, 0) < 2 * match::kSecond);
  left.main = 300'000;  // 0.3 s
  CHECK(seat::budget_of(left, 60) < left.main);
  CHECK(seat::budget_of(left, 60) > 0);
  // A search with a budget and no other end comes back.
  const host::State state = at("chess");
  Task hurried = task(state, seat::kHighestLevel);
  hurried.nodes = UINT64_MAX;
  hurried.time_us = 20'000;
  Mind mind;
  CHECK(mind.think(hurried, kGoOn).move);
}

TEST_CASE("who holds a seat is read as it is written, and nothing else is a bot") {
  for (int level = seat::kLowestLevel; level <= seat::kHighestLevel; ++level)
    CHECK(seat::bot_level(seat::bot_holder(level)) == level);
  for (const char* const other : {"", "bot", "bot:", "bot:0", "bot:6", "bot:33", "robot:3", "bot:x"})
    CHECK_FALSE(seat::bot_level(other));
}

namespace {

std::uint64_t leaves(host::Walker& walker, unsigned depth) {
  if (depth == 0) return 1;
  std::vector<host::Step> steps;
  walker.steps(host::Walker::Which::kAll, steps);
  std::uint64_t sum = 0;
  for (const host::Step& step : steps) {
    const host::Look before = walker.look();
    walker.play(step.move);
    sum += leaves(walker, depth - 1);
    walker.undo();
    const host::Look after = walker.look();
    REQUIRE(before.key == after.key);
    REQUIRE(before.seat == after.seat);
  }
  return sum;
}

}  // namespace

TEST_CASE("a walker knows the moves that the rules know, and takes them back") {
  const auto [id, position] = GENERATE(table<const char*, const char*>(
      {{"xiangqi", ""},
       {"xiangqi", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"},
       {"chess", ""},
       {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
       {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"}}));
  INFO(id << " " << position);
  const host::State state = at(id, position);
  std::optional<host::Walker> walker = host::Walker::open(state);
  REQUIRE(walker);
  CHECK(leaves(*walker, 3) == state.native_perft(3));
  CHECK(walker->depth() == 0);
}

TEST_CASE("a walker sees repetitions, with the past of its state") {
  const std::string id = GENERATE("xiangqi", "chess");
  host::State state = at(id);
  const std::vector<std::string> there_and_back =
      id == "chess" ? std::vector<std::string>{"g1f3", "g8f6", "f3g1", "f6g8"}
                    : std::vector<std::string>{"h0g2", "h9g7", "g2h0", "g7h9"};
  std::optional<host::Walker> walker = host::Walker::open(state);
  for (std::size_t i = 0; i < there_and_back.size(); ++i) {
    CHECK_FALSE(walker->look().over);
    const host::Seat seat = mover(state);
    const host::Move move = std::get<host::Move>(state.read_move(seat, there_and_back[i]));
    walker->play(move);
    REQUIRE(std::holds_alternative<std::vector<host::Change>>(state.apply(seat, move)));
  }
  CHECK(walker->look().over);
  CHECK(walker->look().result == QITAI_RESULT_DRAW);
  // One that is opened now remembers what it never played.
  CHECK(host::Walker::open(state)->look().over);
}

TEST_CASE("a game without walkers, a partial state and an ended game have none") {
  CHECK_FALSE(host::Walker::open(at("tictactoe")));
  host::State state = at("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  REQUIRE(std::holds_alternative<std::vector<host::Change>>(
      state.apply(0, std::get<host::Move>(state.read_move(0, "a1a8")))));
  CHECK_FALSE(host::Walker::open(state));
}

TEST_CASE("a position is worth the same for both sides when all colours are changed") {
  // The same men mirrored, the other side to move.
  const auto [id, one, two] = GENERATE(table<const char*, const char*, const char*>(
      {{"chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 2 3"},
       {"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        "rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 1 1"}}));
  CHECK(host::Walker::open(at(id, one))->evaluate() == host::Walker::open(at(id, two))->evaluate());
}
