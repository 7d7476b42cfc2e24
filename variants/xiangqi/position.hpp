// Xiangqi: the position. A board of 9x10 crossings, who stands where and who is to move; moves are made and
// taken back in place. Built for speed: everything that move generation asks for is one load away.
#pragma once

#include <qitai/texts.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace qitai::xiangqi {

enum class Side : std::uint8_t { kRed = 0, kBlack = 1 };

[[nodiscard]] constexpr Side other(Side side) {
  return side == Side::kRed ? Side::kBlack : Side::kRed;
}
[[nodiscard]] constexpr std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}

// 将帅 士仕 象相 马 车 炮 卒兵, in the order of the slots below.
enum class Kind : std::uint8_t { kGeneral, kAdvisor, kElephant, kHorse, kChariot, kCannon, kSoldier };
inline constexpr std::size_t kKinds = 7;
// How many of a kind one side can have.
inline constexpr std::array<int, kKinds> kKindLimit{1, 2, 2, 2, 2, 2, 5};

// A crossing in the padded mailbox: (rank + 3) * 16 + file; rank 0 is Red's edge, file 0 is on Red's left.
// Three rows below and above and seven columns beside the board are border, so that no jump of a piece leaves
// the array or comes back on the other side. kNowhere stands for a captured piece.
using Square = std::uint8_t;
inline constexpr Square kNowhere = 0;
inline constexpr int kFiles = 9;
inline constexpr int kRanks = 10;
inline constexpr int kPoints = 90;

[[nodiscard]] constexpr Square square(int file, int rank) {
  return static_cast<Square>((rank + 3) * 16 + file);
}
[[nodiscard]] constexpr int file_of(Square at) {
  return at & 15;
}
[[nodiscard]] constexpr int rank_of(Square at) {
  return (at >> 4) - 3;
}
[[nodiscard]] constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks;
}

// A crossing as everybody outside counts it: rank * 9 + file, 0 (a0) to 89 (i9). The order is that of the
// squares.
[[nodiscard]] constexpr int point_of(Square at) {
  return rank_of(at) * kFiles + file_of(at);
}
[[nodiscard]] constexpr Square square_of_point(int point) {
  return square(point % kFiles, point / kFiles);
}

// What a cell of the mailbox holds: 0, kBorder, or a man: the side's bit and his slot. Each man of the 32 has
// a slot of his own, so that a cell also says where he is listed. The border carries both sides' bits: it is
// never empty and always "own".
using Cell = std::uint8_t;
inline constexpr Cell kEmpty = 0;
inline constexpr Cell kRedBit = 0x10;
inline constexpr Cell kBlackBit = 0x20;
inline constexpr Cell kBorder = kRedBit | kBlackBit;
inline constexpr std::size_t kSlots = 16;
// The first slot of each kind, and the end.
inline constexpr std::array<std::size_t, kKinds + 1> kFirstSlot{0, 1, 3, 5, 7, 9, 11, 16};
inline constexpr std::array<Kind, kSlots> kSlotKind{
    Kind::kGeneral, Kind::kAdvisor, Kind::kAdvisor, Kind::kElephant, Kind::kElephant, Kind::kHorse,
    Kind::kHorse,   Kind::kChariot, Kind::kChariot, Kind::kCannon,   Kind::kCannon,   Kind::kSoldier,
    Kind::kSoldier, Kind::kSoldier, Kind::kSoldier, Kind::kSoldier};

[[nodiscard]] constexpr Cell side_bit(Side side) {
  return side == Side::kRed ? kRedBit : kBlackBit;
}
[[nodiscard]] constexpr Cell cell_of(Side side, std::size_t slot) {
  return static_cast<Cell>(side_bit(side) | slot);
}
[[nodiscard]] constexpr std::size_t slot_of(Cell man) {
  return man & 15U;
}
[[nodiscard]] constexpr Kind kind_of(Cell man) {
  return kSlotKind[slot_of(man)];
}
[[nodiscard]] constexpr Side side_of(Cell man) {
  return (man & kRedBit) != 0 ? Side::kRed : Side::kBlack;
}

// Red's and Black's half, palaces, and where advisors and elephants can stand at all.
[[nodiscard]] constexpr bool in_palace(Side side, Square at) {
  const int rank = side == Side::kRed ? rank_of(at) : kRanks - 1 - rank_of(at);
  return file_of(at) >= 3 && file_of(at) <= 5 && rank >= 0 && rank <= 2;
}
[[nodiscard]] constexpr bool across_river(Side side, Square at) {
  return (rank_of(at) > 4) == (side == Side::kRed);
}

struct Move {
  Square from = kNowhere;
  Square to = kNowhere;
  friend constexpr bool operator==(const Move&, const Move&) = default;
  friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

// What make() needs to give back.
struct Undo {
  std::uint64_t key = 0;
  Cell captured = kEmpty;
};

class Position {
 public:
  // An empty board, Red to move. It becomes a position by put(); generals are needed before moves are asked
  // for.
  Position();

  // The initial array.
  [[nodiscard]] static Position initial();

  // Sets one more man of `kind`. False if that side has no slot of the kind left or the point is taken.
  bool put(Side side, Kind kind, Square at);
  void set_side_to_move(Side side);

  // Makes a move of the side to move that a piece can make (legal or not); the caller answers for that.
  // Taking the general is such a move: general() is kNowhere afterwards.
  Undo make(Move move);
  void unmake(Move move, const Undo& undo);

  [[nodiscard]] Side side_to_move() const { return side_; }
  [[nodiscard]] Cell cell(Square at) const { return cells_[at]; }
  // Where a man stands; kNowhere if he has been taken or never was.
  [[nodiscard]] Square where(Cell man) const { return where_[man]; }
  [[nodiscard]] Square where(Side side, std::size_t slot) const { return where_[cell_of(side, slot)]; }
  [[nodiscard]] Square general(Side side) const { return where_[cell_of(side, 0)]; }
  // One side's men on the rank (bit = file) or file (bit = rank) of a square.
  [[nodiscard]] unsigned on_rank(Side side, Square at) const { return ranks_[index(side)][at >> 4]; }
  [[nodiscard]] unsigned on_file(Side side, Square at) const { return files_[index(side)][at & 15]; }
  // Zobrist key of men and side to move, the same on every machine.
  [[nodiscard]] std::uint64_t key() const { return key_; }

  // Compares every redundant part with the cells; empty if all agree, else the first contradiction. For tests
  // and assertions.
  [[nodiscard]] std::string inconsistency() const;

  // Same men on the same points and the same side to move; which of two equal men stands where does not
  // count.
  [[nodiscard]] bool same_as(const Position& rhs) const;

 private:
  void toggle(Cell man, Square at);

  std::array<Cell, 256> cells_{};
  std::array<Square, 48> where_{};
  std::array<std::array<std::uint16_t, 16>, 2> ranks_{};
  std::array<std::array<std::uint16_t, 16>, 2> files_{};
  std::uint64_t key_ = 0;
  Side side_ = Side::kRed;
};

using sdk::TextError;

// A position text with its counters: plies without capture and the number of the move (both sides' = 1).
struct Setup {
  Position position;
  int quiet_plies = 0;
  int move_number = 1;
};

inline constexpr int kMaxCounter = 9999;
inline constexpr std::string_view kInitialText =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

// Reads a xiangqi FEN from bytes of any origin. Letters k a b n r c p, also h for the horse and e for the
// elephant; side w or r (Red), b; the two dashes and the counters may be missing. Refused are texts that no
// game can reach in plain sight; ids: text-empty, rank-count, rank-length, unknown-letter, side, counters,
// trailing-text, general-missing, general-count, advisor-count, elephant-count, horse-count, chariot-count,
// cannon-count, soldier-count, general-place, advisor-place, elephant-place, soldier-place, soldier-file,
// generals-facing, opponent-in-check. True and `setup` filled, or false and `error` filled.
[[nodiscard]] bool read_fen(std::string_view text, Setup& setup, TextError& error);

// The FEN of a position, with letters b and n, side w or b.
[[nodiscard]] std::string write_fen(const Setup& setup);

}  // namespace qitai::xiangqi
