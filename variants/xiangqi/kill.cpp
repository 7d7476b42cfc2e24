#include "xiangqi/kill.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "xiangqi/moves.hpp"

namespace qitai::xiangqi {

// A chariot, cannon, soldier or general attacks along its lines, and what changes there may open or screen; a
// horse jumps, and its leg stands aslant of the general.
bool may_check(Square general, const Position& board, Move move) {
  const auto near = [&](Square at, int far) {
    const int files = std::abs(file_of(at) - file_of(general));
    const int ranks = std::abs(rank_of(at) - rank_of(general));
    return files == 0 || ranks == 0 || (std::min(files, ranks) == 1 && std::max(files, ranks) == far);
  };
  const bool horse = kind_of(board.cell(move.from)) == Kind::kHorse;
  return near(move.from, 1) || near(move.to, horse ? 2 : 0);
}

namespace {

// What is tried at a glance: so many checks in search of a mate, so many positions to see that there is none.
constexpr int kGlanceChecks = 20;
constexpr int kGlancePositions = 80;
// Before the whole search.
constexpr int kProofPositions = 400;

// Calls visit() with each legal check of the side to move made, until it says false.
template <class Visit>
void each_check(Position& board, Visit&& visit) {
  const Side us = board.side_to_move();
  const Square general = board.general(other(us));
  MoveList list;
  playable_moves(board, list);
  bool going_on = true;
  for (const Move move : list) {
    if (!may_check(general, board, move)) continue;
    const Undo undo = board.make(move);
    if (in_check(board, other(us)) && !in_check(board, us)) going_on = visit();
    board.unmake(move, undo);
    if (!going_on) return;
  }
}

// Whether the side to move mates by checks alone, shortest mates first.
class Search {
 public:
  Search(const Position& attacker_to_move, int checks) : board_(attacker_to_move), left_(checks) {}

  // Nothing: the checks to be tried have run out.
  std::optional<bool> run() {
    for (int checks = 1;; ++checks) {
      deeper_ = false;
      if (mates(checks)) return true;
      if (left_ <= 0) return std::nullopt;
      // Every line of checks has ended before the depth: there is no mate.
      if (!deeper_) return false;
    }
  }

 private:
  // Whether the side to move mates by at most so many checks, one at least.
  bool mates(int checks) {
    const std::uint64_t key = board_.key();
    if (const auto known = refuted_.find(key); known != refuted_.end() && known->second >= checks)
      return false;
    bool found = false;
    each_check(board_, [&] {
      found = --left_ >= 0 && answers_fail(checks);
      return !found && left_ > 0;
    });
    if (!found && left_ > 0) refuted_[key] = checks;
    return found;
  }

  // Which answers are legal is asked last: most need not be known.
  bool answers_fail(int checks) {
    MoveList answers;
    playable_moves(board_, answers);
    for (const Move answer : answers) {
      if (!is_legal(board_, answer)) continue;
      if (checks == 1) {
        deeper_ = true;
        return false;
      }
      const Undo undo = board_.make(answer);
      const bool found = mates(checks - 1);
      board_.unmake(answer, undo);
      if (!found) return false;
    }
    return true;
  }

  Position board_;
  int left_;
  bool deeper_ = false;
  std::unordered_map<std::uint64_t, int> refuted_;  // key: by how many checks there is no mate
};

// Whether every check has an answer, for ever: a set of positions in each of which every check has an answer
// into the set. It is found much sooner than all lines of checks are searched through, as one answer is
// enough, and says of any number of checks that they do not mate.
class Refuge {
 public:
  Refuge(const Position& attacker_to_move, int positions) : board_(attacker_to_move), left_(positions) {}

  // False: there is none, or it was not found among so many positions.
  bool found() { return holds(); }

 private:
  bool holds() {
    const std::uint64_t key = board_.key();
    if (held_.contains(key)) return true;
    if (--left_ < 0) return false;
    const std::size_t before = order_.size();
    held_.insert(key);
    order_.push_back(key);
    bool all = true;
    each_check(board_, [&] { return all = has_answer(); });
    if (all) return true;
    // What was taken in since may rest upon this position.
    for (; order_.size() > before; order_.pop_back())
      held_.erase(order_.back());
    return false;
  }

  // Those that take something first: they leave fewer checks.
  bool has_answer() {
    MoveList answers;
    playable_moves(board_, answers);
    for (const bool taking : {true, false}) {
      for (const Move answer : answers) {
        if (left_ < 0) return false;
        if ((board_.cell(answer.to) != kEmpty) != taking || !is_legal(board_, answer)) continue;
        const Undo undo = board_.make(answer);
        const bool held = holds();
        board_.unmake(answer, undo);
        if (held) return true;
      }
    }
    return false;
  }

  Position board_;
  int left_;
  std::unordered_set<std::uint64_t> held_;
  std::vector<std::uint64_t> order_;
};

// The position with the other side to move; nothing if that side could take the general.
std::optional<Position> moving_again(const Position& position) {
  if (in_check(position, position.side_to_move())) return std::nullopt;
  Position again = position;
  again.set_side_to_move(other(position.side_to_move()));
  if (again.general(Side::kRed) == kNowhere || again.general(Side::kBlack) == kNowhere) return std::nullopt;
  return again;
}

}  // namespace

bool has_check(const Position& position) {
  const std::optional<Position> again = moving_again(position);
  if (!again) return false;
  Position board = *again;
  bool check = false;
  each_check(board, [&] { return !(check = true); });
  return check;
}

std::optional<bool> threatens_mate_at_a_glance(const Position& position) {
  const std::optional<Position> again = moving_again(position);
  if (!again) return false;
  if (const std::optional<bool> mate = Search(*again, kGlanceChecks).run()) return mate;
  if (Refuge(*again, kGlancePositions).found()) return false;
  return std::nullopt;
}

bool threatens_mate(const Position& position) {
  const std::optional<Position> again = moving_again(position);
  if (!again || Refuge(*again, kProofPositions).found()) return false;
  return Search(*again, kKillNodes).run().value_or(false);
}

}  // namespace qitai::xiangqi
