// Chess: the position. Sets of squares by side and kind, a mailbox beside them, castling and en passant
// rights; moves are made and taken back in place. Also the position's text (FEN, X-FEN, Shredder-FEN).
#pragma once

#include <qitai/texts.hpp>
#include <qitai/values.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace qitai::chess {

enum class Side : std::uint8_t { kWhite = 0, kBlack = 1 };

[[nodiscard]] constexpr Side other(Side side) {
  return side == Side::kWhite ? Side::kBlack : Side::kWhite;
}
[[nodiscard]] constexpr std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}

// 兵 马 象 车 后 王.
enum class Kind : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing };
inline constexpr std::size_t kKinds = 6;
[[nodiscard]] constexpr std::size_t index(Kind kind) {
  return static_cast<std::size_t>(kind);
}

// rank * 8 + file: 0 (a1) to 63 (h8), the number of the point as well. kNowhere stands for no square.
using Square = std::uint16_t;
inline constexpr int kFiles = 8;
inline constexpr int kRanks = 8;
inline constexpr int kSquares = 64;
inline constexpr Square kNowhere = 64;

[[nodiscard]] constexpr Square square(int file, int rank) {
  return static_cast<Square>(rank * kFiles + file);
}
[[nodiscard]] constexpr int file_of(Square at) {
  return at & 7;
}
[[nodiscard]] constexpr int rank_of(Square at) {
  return at >> 3;
}
[[nodiscard]] constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks;
}

// A set of squares, bit by number.
using Bits = std::uint64_t;
[[nodiscard]] constexpr Bits bit(Square at) {
  // Of squares of the board only, never of kNowhere.
  return Bits{1} << at;  // NOLINT(clang-analyzer-core.UndefinedBinaryOperatorResult)
}
[[nodiscard]] constexpr Bits rank_bits(int rank) {
  return Bits{0xFF} << (8 * rank);
}
[[nodiscard]] constexpr Bits file_bits(int file) {
  return Bits{0x0101010101010101} << file;
}
inline constexpr Bits kLightSquares = 0x55AA55AA55AA55AA;

// What stands on a square: 0, or a man: the side's bit and his kind.
using Cell = std::uint8_t;
inline constexpr Cell kEmpty = 0;
inline constexpr Cell kWhiteBit = 0x10;
inline constexpr Cell kBlackBit = 0x20;

[[nodiscard]] constexpr Cell side_bit(Side side) {
  return side == Side::kWhite ? kWhiteBit : kBlackBit;
}
[[nodiscard]] constexpr Cell cell_of(Side side, Kind kind) {
  return static_cast<Cell>(side_bit(side) | static_cast<unsigned>(kind));
}
[[nodiscard]] constexpr Kind kind_of(Cell man) {
  return static_cast<Kind>(man & 15U);
}
[[nodiscard]] constexpr Side side_of(Cell man) {
  return (man & kWhiteBit) != 0 ? Side::kWhite : Side::kBlack;
}

// A move as the ABI has it: `choice` is 1 + the kind promoted to, or 0; flags are always 0. Castling: `to` is
// the king's target, under Chess960 the rook's square. Points are numbered as squares are.
using Move = qitai_move;
[[nodiscard]] constexpr std::uint16_t choice_of(Kind kind) {
  return static_cast<std::uint16_t>(1 + index(kind));
}
[[nodiscard]] constexpr Kind chosen(std::uint16_t choice) {
  return static_cast<Kind>(choice - 1);
}

// The sets that moves are generated from. Everything in it can be copied by the million.
struct Board {
  std::array<Bits, 2> men{};         // by side
  std::array<Bits, kKinds> kinds{};  // of both sides
  Bits castling = 0;                 // rooks that may still castle
  Bits en_passant = 0;               // the square a pawn has just jumped over, if a pawn attacks it

  [[nodiscard]] Bits of(Side side, Kind kind) const { return men[index(side)] & kinds[index(kind)]; }
  [[nodiscard]] Bits occupied() const { return men[0] | men[1]; }
  friend bool operator==(const Board&, const Board&) = default;
};

// What make() needs to give back.
struct Undo {
  std::uint64_t key = 0;
  Bits castling = 0;
  Bits en_passant = 0;
  bool en_passant_legal = false;
  Cell captured = kEmpty;
  Square captured_at = kNowhere;  // elsewhere than `to` en passant
  Square rook_from = kNowhere;    // of castling
};

class Position {
 public:
  // An empty board, White to move. It becomes a position by the setters; kings are needed before moves are
  // asked for.
  Position() = default;

  // The initial array.
  [[nodiscard]] static Position initial();

  // Sets one more man. False if the square is taken or the side has a king already.
  bool put(Side side, Kind kind, Square at);
  void set_side_to_move(Side side);
  // The rooks that may still castle; each stands on its side's first rank with that side's king.
  void set_castling(Bits rooks);
  // The square jumped over by the other side's pawn; kept only if a pawn attacks it. Comes last: whether the
  // capture is legal hangs on all the rest, and only then it is a right that counts (FIDE 9.2.3).
  void set_en_passant(Square at);
  // Castling moves name the rook's square instead of the king's target.
  void set_chess960(bool on) { chess960_ = on; }

  // Makes a move of the side to move that a piece can make (legal or not); the caller answers for that.
  // Taking the king is such a move: king() is kNowhere afterwards.
  Undo make(Move move) {
    Undo undo;
    make(move, undo);
    return undo;
  }
  // The same into an Undo that stays where it is: it is written in small parts, which are slow to copy at
  // once.
  void make(Move move, Undo& undo);
  void unmake(Move move, const Undo& undo);

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] Side side_to_move() const { return side_; }
  [[nodiscard]] Cell cell(Square at) const { return cells_[at]; }
  [[nodiscard]] Bits men(Side side) const { return board_.men[index(side)]; }
  [[nodiscard]] Bits men(Side side, Kind kind) const { return board_.of(side, kind); }
  [[nodiscard]] Bits occupied() const { return board_.occupied(); }
  // kNowhere if he has been taken or never was.
  [[nodiscard]] Square king(Side side) const {
    const Bits king = board_.of(side, Kind::kKing);
    return king == 0 ? kNowhere : static_cast<Square>(__builtin_ctzll(king));
  }
  [[nodiscard]] bool chess960() const { return chess960_; }
  // The rook with which a king move castles, or kNowhere. The move is one the king can make.
  [[nodiscard]] Square castling_rook(Move move) const;
  // Where a captured man of the other side stands, or kNowhere: `to`, or behind it en passant.
  [[nodiscard]] Square captured_by(Move move) const;
  // Zobrist key of men, side to move, castling rights and the square en passant, the same on every machine.
  [[nodiscard]] std::uint64_t key() const { return key_; }

  // Compares every redundant part; empty if all agree, else the first contradiction. For tests and
  // assertions.
  [[nodiscard]] std::string inconsistency() const;
  // The same position as FIDE 9.2.3 has it: men, side to move, possible moves.
  [[nodiscard]] bool same_as(const Position& rhs) const;

 private:
  void toggle(Cell man, Square at);
  void drop(Cell man, Square at);
  void lift(Cell man, Square at);

  Board board_;
  std::array<Cell, kSquares> cells_{};
  std::uint64_t key_ = 0;
  Side side_ = Side::kWhite;
  bool chess960_ = false;
  bool en_passant_legal_ = false;
};

// King and rook after castling towards the rook's side of the king: g and f, or c and d.
[[nodiscard]] constexpr Square castled_king(Square king, Square rook) {
  return square(rook > king ? 6 : 2, rank_of(king));
}
[[nodiscard]] constexpr Square castled_rook(Square king, Square rook) {
  return square(rook > king ? 5 : 3, rank_of(king));
}

// "e4".
[[nodiscard]] std::string write_square(Square at);

using sdk::TextError;

// A position text with its counters: plies without capture or pawn move, and the number of the move (both
// sides' = 1).
struct Setup {
  Position position;
  int quiet_plies = 0;
  int move_number = 1;
};

inline constexpr int kMaxCounter = 9999;
inline constexpr std::string_view kInitialText = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Reads a FEN from bytes of any origin; with `chess960` also X-FEN's and Shredder-FEN's castling letters
// (HAha). Castling, en passant and counters may be missing from the end. Refused are texts that no game can
// reach in plain sight; ids: text-empty, rank-count, rank-short, rank-long, unknown-letter, digits-adjacent,
// pawn-rank, king-count, king-missing, pawn-count, men-count, promoted-count, side, kings-touch,
// opponent-in-check, too-many-checks, impossible-checks, castling-text, castling-letter, castling-king,
// castling-rook, castling-repeated, en-passant-text, en-passant-rank, en-passant-pawn, en-passant-occupied,
// en-passant-origin, en-passant-check, halfmove-clock, halfmove-range, halfmove-en-passant, move-number,
// move-number-range, trailing-text. True and `setup` filled, or false and `error` filled.
[[nodiscard]] bool read_fen(std::string_view text, bool chess960, Setup& setup, TextError& error);

// The FEN of a position. Castling letters are KQkq, under Chess960 the rook's file where KQkq would mean
// another rook (X-FEN).
[[nodiscard]] std::string write_fen(const Setup& setup);

}  // namespace qitai::chess
