#include "xiangqi/kill.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <unordered_map>

#include "xiangqi/moves.hpp"

namespace qitai::xiangqi {
namespace {

// Whether a move to or from a point can have to do with an attack on a general: nearly all have not, and need
// not be tried. A chariot, cannon, soldier or general attacks along its lines, and what changes there may
// open or screen; a horse jumps, and its leg stands aslant of the general.
bool may_check(Square general, const Position& board, Move move) {
  const auto near = [&](Square at, int far) {
    const int files = std::abs(file_of(at) - file_of(general));
    const int ranks = std::abs(rank_of(at) - rank_of(general));
    return files == 0 || ranks == 0 || (std::min(files, ranks) == 1 && std::max(files, ranks) == far);
  };
  const bool horse = kind_of(board.cell(move.from)) == Kind::kHorse;
  return near(move.from, 1) || near(move.to, horse ? 2 : 0);
}

class Search {
 public:
  explicit Search(const Position& attacker_to_move) : board_(attacker_to_move) {}

  bool run() {
    for (int checks = 1;; ++checks) {
      deeper_ = false;
      if (mates(checks)) return true;
      // Every line of checks has ended before the depth: there is no mate.
      if (!deeper_ || left_ <= 0) return false;
    }
  }

 private:
  // Whether the side to move mates by at most so many checks.
  bool mates(int checks) {
    if (checks == 0) {
      deeper_ = true;
      return false;
    }
    const std::uint64_t key = board_.key();
    if (const auto known = refuted_.find(key); known != refuted_.end() && known->second >= checks)
      return false;
    const Side us = board_.side_to_move();
    const Square general = board_.general(other(us));
    MoveList list;
    legal_moves(board_, list);
    for (const Move move : list) {
      if (!may_check(general, board_, move)) continue;
      const Undo undo = board_.make(move);
      const bool found = in_check(board_, other(us)) && --left_ >= 0 && answers_fail(checks);
      board_.unmake(move, undo);
      if (found) return true;
      if (left_ <= 0) return false;
    }
    refuted_[key] = checks;
    return false;
  }

  bool answers_fail(int checks) {
    MoveList answers;
    legal_moves(board_, answers);
    for (const Move answer : answers) {
      const Undo undo = board_.make(answer);
      const bool found = mates(checks - 1);
      board_.unmake(answer, undo);
      if (!found) return false;
    }
    return true;
  }

  Position board_;
  int left_ = kKillNodes;
  bool deeper_ = false;
  std::unordered_map<std::uint64_t, int> refuted_;  // key: by how many checks there is no mate
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
  const Square general = board.general(position.side_to_move());
  MoveList list;
  legal_moves(board, list);
  for (const Move move : list) {
    if (!may_check(general, board, move)) continue;
    const Undo undo = board.make(move);
    const bool check = in_check(board, board.side_to_move());
    board.unmake(move, undo);
    if (check) return true;
  }
  return false;
}

bool threatens_mate(const Position& position) {
  const std::optional<Position> again = moving_again(position);
  return again && Search(*again).run();
}

}  // namespace qitai::xiangqi
