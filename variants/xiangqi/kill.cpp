#include "xiangqi/kill.hpp"

#include <cstdint>
#include <unordered_map>

#include "xiangqi/moves.hpp"

namespace qitai::xiangqi {
namespace {

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
    MoveList list;
    legal_moves(board_, list);
    for (const Move move : list) {
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

}  // namespace

bool threatens_mate(const Position& position) {
  if (in_check(position, position.side_to_move())) return false;
  Position again = position;
  again.set_side_to_move(other(position.side_to_move()));
  if (again.general(Side::kRed) == kNowhere || again.general(Side::kBlack) == kNowhere) return false;
  return Search(again).run();
}

}  // namespace qitai::xiangqi
