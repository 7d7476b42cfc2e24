#include "seat/search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace qitai::seat {
namespace {

using host::Look;
using host::Move;
using host::Step;

constexpr int kInfinite = 32'000;
constexpr int kMostPly = 100;
constexpr std::size_t kHistory = 4096;
constexpr int kMostHistory = 1 << 14;
constexpr std::uint64_t kLookEvery = 256;  // nodes between two looks at the clock and at `stop`
// What a warned move costs: a player does not risk the verdict for less.
constexpr int kWarned = 60;

std::int64_t now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

int score_of(int result, int ply) {
  if (result == QITAI_RESULT_WIN) return kMate - ply;
  return result == QITAI_RESULT_LOSS ? -kMate + ply : 0;
}

// Mates are kept by their distance from the position, not from the root.
int to_table(int score, int ply) {
  if (!is_mate(score)) return score;
  return score > 0 ? score + ply : score - ply;
}
int from_table(int score, int ply) {
  if (!is_mate(score)) return score;
  return score > 0 ? score - ply : score + ply;
}

constexpr Move kNoMove{};

}  // namespace

Search::Search(std::size_t positions)
    : table_(std::bit_floor(std::max<std::size_t>(positions, 1))),
      history_(2 * kHistory),
      plies_(kMostPly + 2) {}

std::size_t Search::history_slot(const Move& move) const {
  return (std::size_t{move.from} * 131 + std::size_t{move.to} * 7 + move.choice) & (kHistory - 1);
}

bool Search::out_of_time() {
  if (stopped_) return true;
  if (nodes_ >= options_.nodes) return stopped_ = true;
  if (nodes_ >= next_look_) {
    next_look_ = nodes_ + kLookEvery;
    if (stop_->load(std::memory_order_relaxed)) return stopped_ = true;
    if (until_us_ != 0 && now_us() >= until_us_) return stopped_ = true;
  }
  return false;
}

void Search::play(const Move& move) {
  ++nodes_;
  walker_->play(move);
}

bool Search::overlooked(const Step& step, int ply, const Look& look) const {
  return ply == 1 && options_.attention != nullptr && !look.check &&
         options_.attention->overlooks(step, look.seat, tried_to_);
}

// The table's move, then what wins material, killers, what was good elsewhere, and bad exchanges last.
void Search::order(Ply& ply, const Move& first) {
  const std::size_t count = ply.steps.size();
  ply.order.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Step& step = ply.steps[i];
    int& value = ply.order[i];
    if (step.move == first && first != kNoMove) {
      value = 1 << 24;
    } else if (step.noisy) {
      value = step.hint >= 0 ? (1 << 20) + step.hint : -(1 << 20) + step.hint;
    } else if (step.move == ply.killers[0]) {
      value = (1 << 19) + 1;
    } else if (step.move == ply.killers[1]) {
      value = 1 << 19;
    } else {
      value = history_[history_slot(step.move)];
    }
  }
}

namespace {

// Moves the best of what is left to place `i`; equal ones keep the order of their moves.
void bring_best(std::vector<Step>& steps, std::vector<int>& order, std::size_t i) {
  std::size_t best = i;
  for (std::size_t j = i + 1; j < steps.size(); ++j) {
    if (order[j] > order[best]) best = j;
  }
  if (best == i) return;
  std::swap(steps[i], steps[best]);
  std::swap(order[i], order[best]);
}

}  // namespace

void Search::reward(Ply& ply, const Move& move, int depth) {
  if (ply.killers[0] != move) {
    ply.killers[1] = ply.killers[0];
    ply.killers[0] = move;
  }
  int& value = history_[history_slot(move)];
  value += depth * depth;
  if (value <= kMostHistory) return;
  for (int& old : history_)
    old /= 2;
}

int Search::stuck(const Look& look, int ply) const {
  return ply > 1 || options_.ends ? score_of(look.stuck, ply) : walker_->evaluate();
}

int Search::quiesce(int alpha, int beta, int ply, int depth) {
  const Look look = walker_->look();
  if (look.over) return score_of(look.result, ply);
  if (ply >= kMostPly || depth <= -options_.exchange) return walker_->evaluate();
  int best = -kInfinite;
  int stand = -kInfinite;
  if (!look.check) {
    stand = best = walker_->evaluate();
    if (best >= beta) return best;
    alpha = std::max(alpha, best);
  }
  Ply& here = plies_[static_cast<std::size_t>(ply)];
  walker_->steps(look.check ? host::Walker::Which::kAll : host::Walker::Which::kNoisy, here.steps);
  if (look.check && here.steps.empty()) return stuck(look, ply);
  order(here, kNoMove);
  for (std::size_t i = 0; i < here.steps.size(); ++i) {
    bring_best(here.steps, here.order, i);
    const Step step = here.steps[i];
    if (!look.check) {
      if (step.hint < 0) break;  // what loses the exchange, and all that follow
      if (overlooked(step, ply, look)) continue;
      if (stand + step.hint + 150 <= alpha) {
        best = std::max(best, stand + step.hint + 150);
        continue;
      }
    }
    play(step.move);
    const int score = -quiesce(-beta, -alpha, ply + 1, depth - 1);
    walker_->undo();
    if (out_of_time()) return best == -kInfinite ? score : best;
    if (score > best) best = score;
    if (best >= beta) break;
    alpha = std::max(alpha, best);
  }
  return best;
}

// Whether the position is so good that even passing the turn keeps it above beta.
bool Search::try_pass(const Look& look, int depth, int beta, int ply, int* score) {
  const int eval = plies_[static_cast<std::size_t>(ply)].eval;
  if (depth < 3 || look.check || look.bare || eval < beta || is_mate(beta) || !walker_->can_pass())
    return false;
  walker_->pass();
  const int reduced = depth - 3 - depth / 5;
  *score = -search(reduced, -beta, -beta + 1, ply + 1, false);
  walker_->undo();
  if (stopped_ || *score < beta) return false;
  if (is_mate(*score)) *score = beta;
  return true;
}

int Search::search(int depth, int alpha, int beta, int ply, bool may_pass) {
  const Look look = walker_->look();
  if (look.over) return score_of(look.result, ply);
  if (look.check && ply < kMostPly / 2) ++depth;
  if (depth <= 0 || ply >= kMostPly) return quiesce(alpha, beta, ply, 0);
  // No way from here is better than a mate at once or worse than being mated now.
  alpha = std::max(alpha, -kMate + ply);
  beta = std::min(beta, kMate - ply - 1);
  if (alpha >= beta) return alpha;

  const bool narrow = beta - alpha == 1;
  const std::uint64_t key = look.key;
  Entry& kept = entry(key);
  Move first = kNoMove;
  // What a half-blind look saw is not what the position holds.
  const bool tabled = ply > 1 || options_.attention == nullptr;
  if (tabled && kept.key == key && kept.age == age_ && kept.bound != Bound::kNone) {
    first = kept.move;
    const int score = from_table(kept.score, ply);
    const bool fits = kept.bound == Bound::kExact || (kept.bound == Bound::kLower && score >= beta) ||
                      (kept.bound == Bound::kUpper && score <= alpha);
    if (narrow && kept.depth >= depth && fits) return score;
  }

  Ply& here = plies_[static_cast<std::size_t>(ply)];
  here.eval = look.check ? -kInfinite : walker_->evaluate();
  if (narrow && !look.check && !is_mate(beta)) {
    if (depth <= 3 && here.eval - 110 * depth >= beta) return here.eval;
    int passed = 0;
    if (may_pass && try_pass(look, depth, beta, ply, &passed)) return passed;
    if (stopped_) return 0;
  }

  walker_->steps(host::Walker::Which::kAll, here.steps);
  if (here.steps.empty()) return stuck(look, ply);
  order(here, first);
  plies_[static_cast<std::size_t>(ply) + 1].killers = {};
  const int before = alpha;
  int best = -kInfinite;
  Move best_move = kNoMove;
  int searched = 0;
  for (std::size_t i = 0; i < here.steps.size(); ++i) {
    bring_best(here.steps, here.order, i);
    const Step step = here.steps[i];
    if (overlooked(step, ply, look)) continue;
    // Close to the horizon a quiet move does not bring back what is far behind.
    const bool hopeless = narrow && depth <= 3 && !look.check && searched > 0 && !step.noisy &&
                          !is_mate(alpha) && here.eval + 90 + 110 * depth <= alpha;
    if (hopeless && here.order[i] < 1 << 19) continue;
    play(step.move);
    int score = 0;
    if (searched == 0) {
      score = -search(depth - 1, -beta, -alpha, ply + 1, true);
    } else {
      int less = 0;
      if (depth >= 3 && searched >= 4 && !step.noisy && !look.check) less = searched >= 12 ? 2 : 1;
      if (step.noisy && step.hint < 0 && depth >= 3 && searched >= 4) less = 1;
      score = -search(depth - 1 - less, -alpha - 1, -alpha, ply + 1, true);
      if (less > 0 && score > alpha && !stopped_)
        score = -search(depth - 1, -alpha - 1, -alpha, ply + 1, true);
      if (score > alpha && score < beta && !stopped_)
        score = -search(depth - 1, -beta, -alpha, ply + 1, true);
    }
    walker_->undo();
    if (out_of_time()) return best == -kInfinite ? score : best;
    ++searched;
    if (score > best) {
      best = score;
      best_move = step.move;
    }
    if (best >= beta) {
      if (!step.noisy) reward(here, step.move, depth);
      break;
    }
    alpha = std::max(alpha, best);
  }
  // It saw none of them: as if it looked at the board alone.
  if (searched == 0) return here.eval;

  if (tabled) {
    const Bound bound = best >= beta ? Bound::kLower : best > before ? Bound::kExact : Bound::kUpper;
    if (kept.age != age_ || kept.key != key || depth >= kept.depth || bound == Bound::kExact) {
      kept = {
          key,   best_move, static_cast<std::int16_t>(to_table(best, ply)), static_cast<std::int8_t>(depth),
          bound, age_};
    }
  }
  return best;
}

int Search::root_score(const Root& root, int depth, int alpha, int beta) {
  if (root.decided) return root.known;
  tried_to_ = root.move.to;
  play(root.move);
  const int score = -search(depth - 1, -beta, -alpha, 1, true);
  walker_->undo();
  return score - root.penalty;
}

// One depth; false: it was stopped before its end.
bool Search::iterate(int depth) {
  int best = -kInfinite;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    Root& root = roots_[i];
    const int alpha = best == -kInfinite ? -kInfinite : std::max(best - options_.margin, -kInfinite);
    int score = 0;
    if (i == 0) {
      score = root_score(root, depth, -kInfinite, kInfinite);
    } else {
      score = root_score(root, depth, alpha, alpha + 1);
      if (score > alpha && !stopped_) score = root_score(root, depth, alpha, kInfinite);
    }
    if (stopped_) return false;
    root.now.score = score;
    root.now.exact = score > alpha;
    best = std::max(best, score);
  }
  return true;
}

// What the rules themselves say of each first move: an end, or a warning.
void Search::begin(const host::State& state, const SearchOptions& options) {
  options_ = options;
  nodes_ = next_look_ = 0;
  stopped_ = false;
  until_us_ = options.time_us > 0 ? now_us() + options.time_us : 0;
  ++age_;
  std::fill(history_.begin(), history_.end(), 0);
  for (Ply& ply : plies_)
    ply.killers = {};
  roots_.clear();
  const std::uint32_t acting = state.acting();
  if (acting == 0) return;
  const host::Seat seat = std::countr_zero(acting);
  for (const Move& move : state.legal(seat).value_or(std::vector<Move>{})) {
    Root root;
    root.move = move;
    host::State after = state.clone();
    if (std::holds_alternative<host::Refusal>(after.apply(seat, move))) continue;
    const host::Outcome outcome = after.outcome();
    if (outcome.state == host::Outcome::State::kOver && options_.ends) {
      root.decided = true;
      root.known = score_of(outcome.result[static_cast<std::size_t>(seat)], 1);
    } else if (!outcome.notice.empty() && (outcome.notice_seats >> static_cast<unsigned>(seat) & 1U) != 0) {
      root.penalty = kWarned;
    }
    root.before = {move, root.known, root.decided, false};
    roots_.push_back(root);
  }
}

// First moves that the player does not think of. At least one is left.
void Search::overlook_first(const std::vector<Step>& steps) {
  const Look here = walker_->look();
  for (Root& root : roots_) {
    walker_->play(root.move);
    root.check = walker_->look().check;
    walker_->undo();
  }
  const auto unseen = [&](const Root& root) {
    if (here.check || root.check) return false;
    const auto step = std::ranges::find(steps, root.move, &Step::move);
    return step != steps.end() &&
           options_.attention->overlooks(*step, here.seat, options_.attention->after());
  };
  if (!std::ranges::all_of(roots_, unseen)) std::erase_if(roots_, unseen);
}

SearchResult Search::run(const host::State& state, host::Walker& walker, const SearchOptions& options,
                         const std::atomic<bool>& stop) {
  walker_ = &walker;
  stop_ = &stop;
  begin(state, options);
  SearchResult result;
  // The first order of the root: what the hints promise.
  std::vector<Step> steps;
  walker.steps(host::Walker::Which::kAll, steps);
  std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.hint > b.hint; });
  if (options.attention != nullptr) overlook_first(steps);
  for (Root& root : roots_) {
    const auto step = std::ranges::find(steps, root.move, &Step::move);
    root.before.forcing = root.check || (step != steps.end() && step->noisy);
  }
  const auto rank = [&](const Root& root) {
    return std::find_if(steps.begin(), steps.end(), [&](const Step& s) { return s.move == root.move; }) -
           steps.begin();
  };
  std::stable_sort(roots_.begin(), roots_.end(),
                   [&](const Root& a, const Root& b) { return rank(a) < rank(b); });

  const bool alone = roots_.size() == 1;
  for (int depth = 1; depth <= (alone ? 1 : options.depth) && !roots_.empty(); ++depth) {
    for (Root& root : roots_)
      root.now = {root.move, -kInfinite, false, root.before.forcing};
    const bool whole = iterate(depth);
    // Those without a score of their own are all behind, in the order that they had.
    const auto better = [](const Root& a, const Root& b) {
      if (a.now.exact != b.now.exact) return a.now.exact;
      return a.now.exact && a.now.score > b.now.score;
    };
    if (!whole) {
      // What was found to be better than the old best move, which came first, is better.
      const bool first_done = roots_.front().now.score != -kInfinite;
      if (depth > 1 && first_done && options.margin == 0) {
        std::stable_sort(roots_.begin(), roots_.end(), better);
        roots_.front().before = roots_.front().now;
      } else if (depth == 1) {
        std::stable_sort(roots_.begin(), roots_.end(), better);
        for (Root& root : roots_) {
          if (root.now.score != -kInfinite) root.before = root.now;
        }
      }
      break;
    }
    std::stable_sort(roots_.begin(), roots_.end(), better);
    for (Root& root : roots_)
      root.before = root.now;
    result.depth = depth;
    if (out_of_time()) break;
    const int best = roots_.front().now.score;
    if (is_mate(best) && kMate - std::abs(best) <= depth) break;  // nothing deeper is nearer
  }
  result.nodes = nodes_;
  for (const Root& root : roots_)
    result.moves.push_back(root.before);
  return result;
}

}  // namespace qitai::seat
