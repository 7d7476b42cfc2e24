// Checks of the extensions: the search's copy, node counts; and of threads.
#include <algorithm>
#include <bit>
#include <exception>
#include <set>
#include <thread>

#include "host/conformance/round.hpp"
#include "host/walker.hpp"

namespace qitai::host::conformance {
namespace {

constexpr std::uint64_t kMostNodes = 20'000;

using Seen = std::multiset<std::uint64_t>;  // public hashes of the game and of the line

std::vector<Move> moves_of(const std::vector<Step>& steps) {
  std::vector<Move> moves;
  moves.reserve(steps.size());
  for (const Step& step : steps)
    moves.push_back(step.move);
  std::ranges::sort(moves);
  return moves;
}

std::string text_of(const Look& look) {
  return fmt::format("{:x} {} {} {} {} {} {}", look.key, look.seat, look.over, look.result, look.stuck,
                     look.check, look.bare);
}

void check_walker(Walker& walker, const State& state, const Seen& seen) {
  const Seat seat = std::countr_zero(state.acting());
  const Look look = walker.look();
  hold(look.seat == seat, "look() has {} to move, acting() {}", look.seat, seat);
  // A search takes for ended what has stood there before, or could be claimed.
  const bool drawish = seen.count(state.hash(kPublic)) > 1 || !state.outcome().claims.empty();
  hold(!look.over || drawish, "look() says that it is over, outcome() that it goes on");
  if (look.over) return;
  std::vector<Step> steps, noisy;
  walker.steps(Walker::Which::kAll, steps);
  const auto legal = state.legal(seat);
  hold(legal && moves_of(steps) == *legal, "steps() lists {} moves, legal() {}, or others", steps.size(),
       legal ? legal->size() : 0);
  for (const Step& step : steps)
    hold(step.noisy || step.hint == 0, "the quiet {} has a hint", move_name(state, seat, step.move));
  walker.steps(Walker::Which::kNoisy, noisy);
  std::vector<Step> expected = steps;
  if (!look.check) std::erase_if(expected, [](const Step& step) { return !step.noisy; });
  hold(moves_of(noisy) == moves_of(expected), "steps() lists {} noisy moves by themselves and {} among all",
       noisy.size(), expected.size());
  hold(walker.evaluate() == walker.evaluate(), "evaluate() answers two numbers for one position");
  if (walker.can_pass() && !look.check && !look.bare) {
    walker.pass();
    hold(walker.look().seat != seat, "after pass() the same seat is to move");
    walker.undo();
    hold(text_of(walker.look()) == text_of(look), "look() is another after pass() and undo()");
  }
}

// Down a random line and back; `state` is where the walker stands.
void walk(Walker& walker, const State& state, Dice& dice, Seen& seen, int depth) {
  if (depth == 0 || !std::has_single_bit(state.acting())) return;
  const Seat seat = std::countr_zero(state.acting());
  if (seat == QITAI_CHANCE_SEAT) return;
  check_walker(walker, state, seen);
  const auto legal = state.legal(seat);
  if (!legal || legal->empty()) return;
  const Move move = (*legal)[dice.below(legal->size())];
  const std::string before = text_of(walker.look());
  const int score = walker.evaluate();
  State next = state.clone();
  Turn turn;
  turn.seat = seat;
  turn.move = move;
  conformance::take(next, turn);
  walker.play(move);
  if (const auto fresh = Walker::open(next)) {
    hold(fresh->look().key == walker.look().key, "after {} the walker has another key than one opened there",
         told(state, turn));
    hold(fresh->evaluate() == walker.evaluate(),
         "after {} the walker has another evaluation than one opened there", told(state, turn));
  }
  const auto place = seen.insert(next.hash(kPublic));
  walk(walker, next, dice, seen, depth - 1);
  seen.erase(place);
  walker.undo();
  hold(text_of(walker.look()) == before && walker.evaluate() == score,
       "after {} and undo() the walker looks different", told(state, turn));
  std::vector<Step> steps;
  walker.steps(Walker::Which::kAll, steps);
  hold(moves_of(steps) == *legal, "after {} and undo() the walker has other moves", told(state, turn));
}

// Through legal and apply, and behind an end, where those have nothing, as many as the game itself counts:
// counters and repetitions do not stop its lines.
std::uint64_t nodes_beyond_ends(const State& state, unsigned depth) {
  if (depth == 0) return 1;
  const std::uint32_t acting = state.acting();
  if (acting == 0) return state.native_perft(depth).value_or(0);
  if (!std::has_single_bit(acting) || acting >= 1U << state.variant().info().seats.size()) return 0;
  Turn turn;
  turn.seat = std::countr_zero(acting);
  std::uint64_t nodes = 0;
  for (const Move& move : state.legal(turn.seat).value_or(std::vector<Move>{})) {
    State next = state.clone();
    turn.move = move;
    conformance::take(next, turn);
    nodes += nodes_beyond_ends(next, depth - 1);
  }
  return nodes;
}

// What one thread does: a game of its own, asked about everywhere.
std::string one_thread(Trial& trial, unsigned number, const State& shared_start) {
  Trial mine = trial;
  mine.note = [](std::string_view) {};
  std::string text;
  Round round(mine, number);
  State other = shared_start.clone();
  do {
    for (const Line& line : everything(round.state))
      text += line.what + line.bytes;
    for (const Line& line : everything(other))
      text += line.what + line.bytes;
  } while (round.ply() < 40 && round.step());
  return text;
}

}  // namespace

std::string check_search(Trial& trial) {
  unsigned walkers = 0;
  std::string text = each_round(trial, a_few(trial), [&](Round& round) {
    Seen seen;
    do {
      seen.insert(round.state.hash(kPublic));
      if (!round.sampled()) continue;
      std::optional<Walker> walker = Walker::open(round.state);
      if (!walker) continue;
      const std::string before = round.state.save(QITAI_SAVE_SNAPSHOT);
      walk(*walker, round.state, round.dice, seen, 6);
      hold(round.state.save(QITAI_SAVE_SNAPSHOT) == before,
           "the walker has changed the state that it was opened of");
      ++walkers;
    } while (round.step());
  });
  if (walkers == 0) throw Absent{"the game has no walker (qitai.search/1)"};
  return fmt::format("{}, {} walkers", text, walkers);
}

std::string check_perft(Trial& trial) {
  unsigned counted = 0;
  std::string text = each_round(trial, a_few(trial), [&](Round& round) {
    do {
      const std::uint32_t acting = round.state.acting();
      if (!std::has_single_bit(acting) || acting >= 1U << trial.seats() || !round.sampled(40)) continue;
      for (unsigned depth = 0; depth <= 4; ++depth) {
        const auto own = round.state.native_perft(depth);
        if (!own) return;
        std::uint64_t nodes = round.state.abi_perft(depth);
        if (*own != nodes) nodes = nodes_beyond_ends(round.state, depth);
        hold(*own == nodes, "depth {}: the game counts {} nodes, legal and apply make {}", depth, *own,
             nodes);
        ++counted;
        // The next ply may have fifty times as many.
        if (nodes * 50 > kMostNodes) break;
      }
    } while (round.step());
  });
  if (counted == 0) throw Absent{"the game has no counter of its own (qitai.perft/1)"};
  return fmt::format("{}, {} counts", text, counted);
}

std::string check_threads(Trial& trial) {
  constexpr unsigned kThreads = 2;
  unsigned done = 0;
  for (unsigned pair = 0; pair < std::max(1U, a_few(trial) / 4) && (pair == 0 || !trial.late()); ++pair) {
    Round start(trial, pair);
    for (int i = 0; i < 8 && start.step(); ++i) {
    }
    std::array<std::string, kThreads> alone, together;
    std::array<std::exception_ptr, kThreads> thrown;
    for (unsigned i = 0; i < kThreads; ++i)
      alone[i] = one_thread(trial, pair * kThreads + i, start.state);
    trial.note(fmt::format("two threads, games {} and {}", pair * kThreads, pair * kThreads + 1));
    std::array<State, kThreads> own{start.state.clone(), start.state.clone()};
    {
      std::array<std::jthread, kThreads> threads;
      for (unsigned i = 0; i < kThreads; ++i) {
        threads[i] = std::jthread([&, i] {
          try {
            together[i] = one_thread(trial, pair * kThreads + i, own[i]);
          } catch (...) {
            thrown[i] = std::current_exception();
          }
        });
      }
    }
    for (unsigned i = 0; i < kThreads; ++i) {
      if (thrown[i]) std::rethrow_exception(thrown[i]);
      hold(alone[i] == together[i],
           "game {} has other answers while another state is asked on another thread", pair * kThreads + i);
    }
    ++done;
  }
  return fmt::format("{} pairs of games", done);
}

}  // namespace qitai::host::conformance
