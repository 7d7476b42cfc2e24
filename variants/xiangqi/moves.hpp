// Xiangqi: how the men move, check and legality, counting. Rules: 着法, 将军, 将帅不得对面 (the generals may
// not face each other on an open file: the general counts as a chariot towards the other general).
//
// Taking the general is always legal: it can only be possible after a move that was none (match option
// `illegal`), and it ends the game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "xiangqi/position.hpp"

namespace qitai::xiangqi {

// Moves in the order in which they were added. No position within kKindLimit has more than 112 a man can
// make: 2 chariots and 2 cannons 17 each, 2 horses 8, 5 soldiers 3, 2 advisors and 2 elephants 4, the general
// 4 and the other general.
class MoveList {
 public:
  void add(Move move) { moves_[size_++] = move; }
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
  [[nodiscard]] Move operator[](std::size_t i) const { return moves_[i]; }
  [[nodiscard]] bool contains(Move move) const;

 private:
  std::size_t size_ = 0;
  std::array<Move, 128> moves_;
};

// Every move the side to move can make by the way its men move, whether or not its general is then taken;
// sorted by from, then to. Empty if it has no general.
void playable_moves(const Position& position, MoveList& out);

// The legal moves, sorted by from, then to. Empty: mated, stalemated (both lose) or without a general.
void legal_moves(const Position& position, MoveList& out);

// As many as legal_moves() would list, without listing them.
[[nodiscard]] int count_legal_moves(const Position& position);

// Whether the man of the side to move on `from` can go to `to` by the way he moves. Both must be points.
[[nodiscard]] bool is_playable(const Position& position, Move move);

// Whether the side to move still has its general unattacked after a move that a man can make, or takes the
// other general by it.
[[nodiscard]] bool is_legal(const Position& position, Move playable);

// The men that attack a general, in the order of the points; the other general counts on an open file.
struct Attackers {
  std::array<Square, kSlots> squares{};
  std::size_t count = 0;
};
[[nodiscard]] Attackers attackers_of_general(const Position& position, Side side);
// Whether there are any.
[[nodiscard]] bool in_check(const Position& position, Side side);

// The leaves of the tree of legal moves of the given depth; 1 at depth 0. Leaves the position as it was.
[[nodiscard]] std::uint64_t perft(Position& position, int depth);

// The same by first move, in the order of legal_moves(): what one compares to find where two programs differ.
// `depth` is at least 1.
struct Division {
  Move move;
  std::uint64_t nodes = 0;
};
[[nodiscard]] std::vector<Division> divide(Position& position, int depth);

}  // namespace qitai::xiangqi
