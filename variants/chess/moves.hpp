// Chess: how the men move, check and legality, counting. FIDE Laws, article 3.
//
// Taking the king is always legal: it can only be possible after a move that was none (match option
// `illegal`), and it ends the game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/position.hpp"

namespace qitai::chess {

// Moves in the order in which they were added. No legal position has more than 218; within sixteen men a side
// with nine queens no list reaches the array's end.
class MoveList {
 public:
  static constexpr std::size_t kMost = 384;
  // Whoever writes several at once may write this far.
  static constexpr std::size_t kRoom = kMost + 8;
  void add(Move move) { moves_[size_++] = move; }
  void clear() { size_ = 0; }
  // Writes from the beginning; `write` gets the first place and answers the one behind the last it filled.
  template <class Write>
  void fill(Write&& write) {
    size_ = static_cast<std::size_t>(write(moves_.data()) - moves_.data());
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
  [[nodiscard]] Move operator[](std::size_t i) const { return moves_[i]; }
  [[nodiscard]] bool contains(Move move) const;

 private:
  std::size_t size_ = 0;
  std::array<Move, kRoom> moves_;
};

// Every move the side to move can make by the way its men move, whether or not its king is then taken; sorted
// by from, to and choice. Castling is among them where rights and empty squares allow it, however the king
// stands to check. Empty if it has no king.
void playable_moves(const Position& position, MoveList& out);

// The legal moves, sorted likewise. Empty: mated, stalemated or without a king.
void legal_moves(const Position& position, MoveList& out);
// The same after a legal move that took no king, or in a position that was read: the other king is then known
// to be there and unattacked. To a place with room for MoveList::kRoom; the place behind the last is
// answered.
[[nodiscard]] Move* legal_moves_in_order(const Position& position, Move* out);

// As many as legal_moves() would list, without listing them.
[[nodiscard]] int count_legal_moves(const Position& position);

// Whether the side to move has a piece that can make this move. Any value.
[[nodiscard]] bool is_playable(const Position& position, Move move);

// Whether a playable move is legal: the king unattacked afterwards, castling's bars observed, or the other
// king taken by it. `check`: whether the side to move is in check, if the caller knows that it is not.
[[nodiscard]] bool is_legal(const Position& position, Move playable, bool check = true);

// The squares a man of any kind, side and place attacks with these squares occupied.
[[nodiscard]] Bits attacks(Side side, Kind kind, Square from, Bits occupied);
// The men of `by` that attack a square with these squares occupied; men not among them do not count.
[[nodiscard]] Bits attackers(const Board& board, Side by, Square at, Bits occupied);
// The men that attack a side's king; none if it has none.
[[nodiscard]] Bits checkers(const Position& position, Side side);
[[nodiscard]] bool in_check(const Position& position, Side side);
// Whether the side to move is in check, if it was not before the move that the other side has just made.
[[nodiscard]] bool checked_by(const Position& after, Move move, const Undo& undo);

// The leaves of the tree of legal moves of the given depth; 1 at depth 0.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

// The same by first move, in the order of legal_moves(): what one compares to find where two programs differ.
// `depth` is at least 1.
struct Division {
  Move move;
  std::uint64_t nodes = 0;
};
[[nodiscard]] std::vector<Division> divide(const Position& position, int depth);

}  // namespace qitai::chess
