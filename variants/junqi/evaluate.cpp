#include "junqi/evaluate.hpp"

#include <algorithm>
#include <cstdlib>

namespace qitai::junqi {
namespace {

constexpr int kMostLooks = 19'000;
constexpr int kLocked = 4;   // a piece in a headquarters has a fourth of its worth
constexpr int kOnTop = 160;  // the only strongest piece on the board
constexpr int kInCamp = 12;
constexpr int kMineByFlag = 25;
constexpr int kFar = 10;     // steps beyond which nearness does not matter
constexpr int kNear = 2;     // a step nearer to the enemy's flag, of each piece that moves
constexpr int kNearest = 9;  // and of the nearest one

using Steps = std::array<std::array<std::uint8_t, kPoints>, kPoints>;

// How many single steps lie between two points, along roads and railways alike.
Steps make_steps() {
  Steps steps{};
  for (Point from = 0; from < kPoints; ++from) {
    PointSet seen = bit(from);
    PointSet edge = seen;
    for (std::uint8_t step = 1; edge != 0; ++step) {
      PointSet next = 0;
      while (edge != 0) {
        const Point at = take_first(edge);
        next |= kGraph.roads[at] | kGraph.rails[at];
      }
      edge = next & ~seen;
      seen |= edge;
      for (PointSet rest = edge; rest != 0;)
        steps[from][take_first(rest)] = step;
    }
  }
  return steps;
}

const Steps kSteps = make_steps();

struct Force {
  int worth = 0;
  int best = static_cast<int>(kKinds);  // lowest kind that moves
  int best_count = 0;
};

Force force_of(const Board& board, const Options& options, Side side) {
  Force force;
  const bool locks = options.mode != Mode::kFlip;
  const Point goal = board.flag[index(other(side))];
  const Point home = board.flag[index(side)];
  int nearest = kFar;
  for (PointSet rest = board.of[index(side)]; rest != 0;) {
    const Point at = take_first(rest);
    const Kind kind = board.kind[at];
    const int worth = kWorth[index(kind)];
    if (locks && is_headquarters(at)) {
      force.worth += worth / kLocked;
      continue;
    }
    force.worth += worth;
    if (kind == Kind::kMine) {
      if (home != kNowhere && kSteps[at][home] == 1) force.worth += kMineByFlag;
      continue;
    }
    if (kind == Kind::kFlag) continue;
    if (is_camp(at)) force.worth += kInCamp;
    const int rank = static_cast<int>(index(kind));
    if (rank < force.best) {
      force.best = rank;
      force.best_count = 0;
    }
    if (rank == force.best) ++force.best_count;
    if (goal == kNowhere || !locks) continue;
    const int steps = std::min<int>(kSteps[at][goal], kFar);
    force.worth += (kFar - steps) * kNear;
    if (kind != Kind::kMarshal || options.flag_taker != FlagTaker::kNotMarshal)
      nearest = std::min(nearest, steps);
  }
  force.worth += (kFar - nearest) * kNearest;
  return force;
}

}  // namespace

int evaluate(const Board& board, const Options& options, Side side) {
  const Force mine = force_of(board, options, side);
  const Force theirs = force_of(board, options, other(side));
  int score = mine.worth - theirs.worth;
  if (mine.best < theirs.best) score += kOnTop;
  if (theirs.best < mine.best) score -= kOnTop;
  // Without a fight for long the game is drawn: what is ahead is worth less every step.
  if (board.fought && options.no_fight_limit > 0) {
    const int limit = options.no_fight_limit;
    score = score * (2 * limit - std::min(board.quiet, limit)) / (2 * limit);
  }
  return std::clamp(score, -kMostLooks, kMostLooks);
}

}  // namespace qitai::junqi
