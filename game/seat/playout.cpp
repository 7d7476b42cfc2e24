#include "seat/playout.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <optional>

#include "seat/random.hpp"

namespace qitai::seat {
namespace {

using host::Move;
using host::State;

constexpr int kLongestGame = 300;  // plies of one trial; one that is not over by then counts as drawn
constexpr double kCuriosity = 1.0;
constexpr std::size_t kMostNodes = 200'000;  // of the tree
constexpr std::uint32_t kChanceBit = std::uint32_t{1} << QITAI_CHANCE_SEAT;

struct Node {
  Move move;
  host::Seat seat = 0;  // who made it
  std::uint64_t games = 0;
  double sum = 0;  // for that seat
  std::vector<std::size_t> children;
};

class Trials {
 public:
  Trials(const State& root, const PlayoutOptions& options, const std::atomic<bool>& stop)
      : root_(root), options_(options), stop_(stop), random_(options.seed), nodes_(1) {}

  std::vector<TriedMove> run() {
    const std::optional<host::Seat> seat = mover(root_);
    if (!seat) return {};
    const std::vector<Move> legal = root_.legal(*seat).value_or(std::vector<Move>{});
    while (legal.size() > 1 && played_ < options_.nodes && !stop_.load(std::memory_order_relaxed))
      one_game();
    std::vector<TriedMove> out;
    for (const Move& move : legal) {
      TriedMove tried{move, 0, -1};
      for (const std::size_t child : nodes_[0].children) {
        const Node& node = nodes_[child];
        if (node.move != move || node.games == 0) continue;
        tried.games = node.games;
        tried.mean = node.sum / static_cast<double>(node.games);
      }
      out.push_back(tried);
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const TriedMove& a, const TriedMove& b) { return a.games > b.games; });
    return out;
  }

 private:
  // Who acts; seats that act at the same time one after another. Nothing: it is over, or a set-up is owed.
  static std::optional<host::Seat> mover(const State& state) {
    const std::uint32_t acting = state.acting();
    if (acting == 0 || (acting & (kChanceBit | QITAI_ACTING_SETUP)) != 0) return std::nullopt;
    return std::countr_zero(acting);
  }

  bool draw(State& state) {
    while (state.acting() == kChanceBit) {
      const auto index = static_cast<std::uint32_t>(random_.below(state.chance_count()));
      if (std::holds_alternative<host::Refusal>(state.chance(index))) return false;
    }
    return true;
  }

  bool play(State& state, host::Seat seat, const Move& move) {
    ++played_;
    if (std::holds_alternative<host::Refusal>(state.apply(seat, move))) return false;
    return draw(state);
  }

  // Of the legal moves here the one that promises most; untried ones first.
  std::size_t descend(std::size_t at, host::Seat seat, const std::vector<Move>& legal) {
    std::vector<std::size_t> fitting;
    std::vector<Move> untried;
    for (const Move& move : legal) {
      const std::vector<std::size_t>& children = nodes_[at].children;
      const auto found = std::find_if(children.begin(), children.end(),
                                      [&](std::size_t child) { return nodes_[child].move == move; });
      if (found == children.end()) {
        untried.push_back(move);
      } else {
        fitting.push_back(*found);
      }
    }
    if (!untried.empty() && nodes_.size() < kMostNodes) {
      Node child;
      child.move = untried[random_.below(untried.size())];
      child.seat = seat;
      nodes_.push_back(child);
      nodes_[at].children.push_back(nodes_.size() - 1);
      return nodes_.size() - 1;
    }
    if (fitting.empty()) return 0;
    std::size_t best = fitting.front();
    double most = -1e9;
    const double all = std::log(static_cast<double>(nodes_[at].games) + 1);
    for (const std::size_t child : fitting) {
      const Node& node = nodes_[child];
      const auto games = static_cast<double>(std::max<std::uint64_t>(node.games, 1));
      const double value = node.sum / games + kCuriosity * std::sqrt(all / games);
      if (value > most) {
        most = value;
        best = child;
      }
    }
    return best;
  }

  void one_game() {
    State state = root_.clone();
    std::vector<std::size_t> path{0};
    bool in_tree = true;
    for (int ply = 0; ply < kLongestGame; ++ply) {
      const std::optional<host::Seat> seat = mover(state);
      if (!seat) break;
      const std::vector<Move> legal = state.legal(*seat).value_or(std::vector<Move>{});
      if (legal.empty()) break;
      Move move = legal[random_.below(legal.size())];
      if (in_tree) {
        const std::size_t before = nodes_.size();
        const std::size_t child = descend(path.back(), *seat, legal);
        if (child != 0) {
          move = nodes_[child].move;
          path.push_back(child);
        }
        in_tree = child != 0 && nodes_.size() == before;
      }
      if (!play(state, *seat, move)) break;
    }
    const host::Outcome outcome = state.outcome();
    const bool over = outcome.state == host::Outcome::State::kOver;
    for (const std::size_t at : path) {
      Node& node = nodes_[at];
      ++node.games;
      if (over) node.sum += outcome.result[static_cast<std::size_t>(node.seat)];
    }
    // Even a game of no moves costs something, or it would go on for ever.
    ++played_;
  }

  const State& root_;
  PlayoutOptions options_;
  const std::atomic<bool>& stop_;
  RandomPlayer random_;
  std::vector<Node> nodes_;
  std::uint64_t played_ = 0;
};

}  // namespace

std::vector<TriedMove> try_games(const host::State& state, const PlayoutOptions& options,
                                 const std::atomic<bool>& stop) {
  return Trials(state, options, stop).run();
}

}  // namespace qitai::seat
