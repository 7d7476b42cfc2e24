#include "seat/sampling.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "host/walker.hpp"
#include "seat/playout.hpp"
#include "seat/random.hpp"

namespace qitai::seat {
namespace {

using host::Move;
using host::State;

// How a level plays: in how many drawn states it looks, and how far in each.
struct Manner {
  int samples = 1;
  std::uint64_t nodes = 0;  // in each
  int depth = 0;
  double absent = 0;       // share of moves played without looking
  double temperature = 0;  // how readily what costs more is played: at this cost e times less likely
};

constexpr std::array<Manner, kHighestLevel> kManners{{
    {1, 200, 1, 0.50, 120},
    {2, 600, 2, 0.15, 50},
    {4, 2'000, 3, 0, 15},
    {8, 4'000, 4, 0, 4},
    {16, 8'000, 8, 0, 0},
}};

// How far behind the best move of one drawn state a move is told apart from those that are further behind,
// hundredths: what it costs there counts up to this. Losing the game there costs more.
constexpr int kMostCost = 400;
constexpr int kLostCost = 3 * kMostCost;
constexpr double kGameScale = 1000;  // a won trial game in hundredths

struct Candidate {
  Move move;
  double cost = 0;   // summed over the samples: how far behind the best of each
  double score = 0;  // summed likewise
};

std::array<std::uint8_t, 32> seed_of(std::uint64_t seed, int sample) {
  Writer writer;
  writer.text("sample");
  writer.u64(seed);
  writer.u32(static_cast<std::uint32_t>(sample));
  return hash_of(writer.bytes());
}

std::int64_t now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

// Whether the seat is sure of every piece, so that every drawn state is the same.
bool knows_all(const State& state, host::Seat seat) {
  return std::ranges::all_of(state.view(seat), [&](const host::Piece& piece) {
    return piece.point == host::kNoPoint || std::has_single_bit(state.candidates(seat, piece.point));
  });
}

// What the moves of one drawn state are worth, the best first.
std::vector<ScoredMove> look_at(Search& search, const State& state, const SearchOptions& options,
                                std::uint64_t seed, const std::atomic<bool>& stop) {
  const bool two = state.variant().info().seats.size() == 2;
  if (std::optional<host::Walker> walker = two ? host::Walker::open(state) : std::nullopt)
    return search.run(state, *walker, options, stop).moves;
  std::vector<ScoredMove> out;
  for (const TriedMove& tried : try_games(state, {options.nodes, seed}, stop))
    out.push_back({tried.move, static_cast<int>(tried.mean * kGameScale), true});
  std::ranges::stable_sort(out, [](const ScoredMove& a, const ScoredMove& b) { return a.score > b.score; });
  return out;
}

int cost_of(const ScoredMove& move, int best) {
  if (move.score <= -kMate + 1000 && !is_mate(best)) return kLostCost;
  // Without a score of its own it is further behind than was looked.
  return move.exact ? std::clamp(best - move.score, 0, kMostCost) : kMostCost;
}

// One of the moves, the cheaper the likelier; sorted by what they cost.
const Candidate& pick(const std::vector<Candidate>& moves, double temperature, int samples,
                      RandomPlayer& random) {
  if (temperature <= 0) return moves.front();
  std::vector<double> weights;
  double sum = 0;
  for (const Candidate& move : moves) {
    weights.push_back(std::exp((moves.front().cost - move.cost) / (temperature * samples)));
    sum += weights.back();
  }
  double drawn = static_cast<double>(random.below(1U << 30)) / (1U << 30) * sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (drawn < weights[i]) return moves[i];
    drawn -= weights[i];
  }
  return moves.front();
}

}  // namespace

Thought think_by_sampling(Search& search, const Task& task, const std::atomic<bool>& stop) {
  const int level = std::clamp(task.level, kLowestLevel, kHighestLevel);
  const Manner& manner = kManners[static_cast<std::size_t>(level - kLowestLevel)];
  RandomPlayer random(task.seed);
  Thought thought;
  std::vector<Candidate> moves;
  for (const Move& move : task.state.legal(task.seat).value_or(std::vector<Move>{}))
    moves.push_back({move});
  if (moves.empty()) return thought;
  thought.move = moves[random.below(moves.size())].move;
  if (moves.size() == 1 || static_cast<double>(random.below(1000)) < manner.absent * 1000) return thought;

  const std::uint64_t all =
      task.nodes != 0 ? task.nodes : manner.nodes * static_cast<std::uint64_t>(manner.samples);
  const int samples = knows_all(task.state, task.seat) ? 1 : manner.samples;
  const std::int64_t end = task.time_us > 0 ? now_us() + task.time_us : 0;
  SearchOptions options;
  options.nodes = std::max<std::uint64_t>(all / static_cast<std::uint64_t>(samples), 1);
  options.depth = manner.depth;
  options.margin = kMostCost;
  int seen = 0;
  for (int sample = 0; sample < samples && !stop.load(std::memory_order_relaxed); ++sample) {
    if (end != 0) {
      const std::int64_t left = end - now_us();
      if (left <= 0) break;
      options.time_us = std::max<std::int64_t>(left / (samples - sample), 1);
    }
    const std::optional<State> drawn = task.state.resample(seed_of(task.seed, sample));
    if (!drawn) break;
    const std::uint32_t acting = drawn->acting();
    if (acting != std::uint32_t{1} << static_cast<unsigned>(task.seat)) continue;  // that one is over
    const std::vector<ScoredMove> found = look_at(search, *drawn, options, random.below(UINT64_MAX), stop);
    if (found.empty()) continue;
    ++seen;
    thought.nodes += options.nodes;
    const int best = found.front().score;
    for (const ScoredMove& one : found) {
      const auto at = std::ranges::lower_bound(moves, one.move, {}, &Candidate::move);
      if (at == moves.end() || at->move != one.move) continue;
      const int cost = cost_of(one, best);
      at->cost += cost;
      at->score += std::max(one.score, best - cost);
    }
  }
  if (seen == 0) return thought;
  std::ranges::stable_sort(moves, {}, &Candidate::cost);
  const Candidate& chosen = pick(moves, manner.temperature, seen, random);
  thought.move = chosen.move;
  thought.score = static_cast<int>(chosen.score / seen);
  thought.depth = manner.depth;
  return thought;
}

}  // namespace qitai::seat
