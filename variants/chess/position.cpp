#include "chess/position.hpp"

#include <bit>
#include <cstdlib>

#include "chess/moves.hpp"

namespace qitai::chess {
namespace {

constexpr std::uint64_t scramble(std::uint64_t i) {
  return sdk::scramble(0x71697461692E6368ULL, i);
}

using SquareKeys = std::array<std::uint64_t, kSquares>;

// By cell: side's bit and kind.
constexpr std::array<SquareKeys, 48> make_keys() {
  std::array<SquareKeys, 48> keys{};
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const Cell man = cell_of(static_cast<Side>(side), static_cast<Kind>(kind));
      for (std::size_t at = 0; at < kSquares; ++at)
        keys[man][at] = scramble((side * kKinds + kind) * kSquares + at);
    }
  }
  return keys;
}
constexpr auto kKeys = make_keys();

constexpr SquareKeys make_row(std::uint64_t row) {
  SquareKeys keys{};
  for (std::size_t at = 0; at < kSquares; ++at)
    keys[at] = scramble((2 * kKinds + row) * kSquares + at);
  return keys;
}
constexpr auto kCastlingKeys = make_row(0);   // by the rook's square
constexpr auto kEnPassantKeys = make_row(1);  // by the square jumped over
constexpr std::uint64_t kBlackToMove = scramble((2 * kKinds + 2) * kSquares);

std::uint64_t castling_key(Bits rooks) {
  std::uint64_t key = 0;
  for (; rooks != 0; rooks &= rooks - 1)
    key ^= kCastlingKeys[static_cast<std::size_t>(std::countr_zero(rooks))];
  return key;
}

std::uint64_t en_passant_key(Bits at) {
  return kEnPassantKeys[static_cast<std::size_t>(std::countr_zero(at))];
}

// Whether a pawn of the side to move attacks a square, and may legally capture en passant there.
bool pawn_attacks(const Position& position, Square at) {
  const Side us = position.side_to_move();
  return (attacks(other(us), Kind::kPawn, at, 0) & position.men(us, Kind::kPawn)) != 0;
}
bool can_take_en_passant(const Position& position, Square at) {
  const Side us = position.side_to_move();
  Bits pawns = attacks(other(us), Kind::kPawn, at, 0) & position.men(us, Kind::kPawn);
  for (; pawns != 0; pawns &= pawns - 1) {
    if (is_legal(position, {static_cast<Square>(std::countr_zero(pawns)), at, 0, 0})) return true;
  }
  return false;
}

}  // namespace

Position Position::initial() {
  Setup setup;
  TextError error;
  // The constant is good: the tests read it.
  (void)read_fen(kInitialText, false, setup, error);
  return setup.position;
}

inline void Position::toggle(Cell man, Square at) {
  const Bits here = bit(at);
  board_.men[index(side_of(man))] ^= here;
  board_.kinds[index(kind_of(man))] ^= here;
  key_ ^= kKeys[man][at];
}

inline void Position::drop(Cell man, Square at) {
  toggle(man, at);
  cells_[at] = man;
}

inline void Position::lift(Cell man, Square at) {
  toggle(man, at);
  cells_[at] = kEmpty;
}

bool Position::put(Side side, Kind kind, Square at) {
  if (cells_[at] != kEmpty || (kind == Kind::kKing && king(side) != kNowhere)) return false;
  drop(cell_of(side, kind), at);
  return true;
}

void Position::set_side_to_move(Side side) {
  if (side != side_) key_ ^= kBlackToMove;
  side_ = side;
}

void Position::set_castling(Bits rooks) {
  key_ ^= castling_key(board_.castling ^ rooks);
  board_.castling = rooks;
}

void Position::set_en_passant(Square at) {
  if (en_passant_legal_) key_ ^= en_passant_key(board_.en_passant);
  board_.en_passant = at != kNowhere && pawn_attacks(*this, at) ? bit(at) : 0;
  en_passant_legal_ = board_.en_passant != 0 && can_take_en_passant(*this, at);
  if (en_passant_legal_) key_ ^= en_passant_key(board_.en_passant);
}

Square Position::castling_rook(Move move) const {
  const Cell man = cells_[move.from];
  if (man == kEmpty || kind_of(man) != Kind::kKing) return kNowhere;
  const Bits own = men(side_of(man));
  if ((own & bit(move.to)) != 0) return move.to;
  // Next to each other, no king castles in plain chess; a Chess960 castling names the rook.
  if (std::abs(file_of(move.to) - file_of(move.from)) < 2) return kNowhere;
  const Bits beyond = ~(bit(move.from) - 1);
  const Bits rooks = board_.castling & own & (move.to > move.from ? beyond : ~beyond);
  return rooks == 0 ? kNowhere : static_cast<Square>(std::countr_zero(rooks));
}

Square Position::captured_by(Move move) const {
  if (cells_[move.to] != kEmpty) return side_of(cells_[move.to]) == side_ ? kNowhere : move.to;
  if (board_.en_passant != bit(move.to) || kind_of(cells_[move.from]) != Kind::kPawn ||
      file_of(move.from) == file_of(move.to))
    return kNowhere;
  return square(file_of(move.to), rank_of(move.from));
}

void Position::make(Move move, Undo& undo) {
  undo.key = key_;
  undo.castling = board_.castling;
  undo.en_passant = board_.en_passant;
  undo.en_passant_legal = en_passant_legal_;
  const Cell man = cells_[move.from];
  const Kind kind = kind_of(man);
  undo.rook_from = kind == Kind::kKing ? castling_rook(move) : kNowhere;

  if (en_passant_legal_) key_ ^= en_passant_key(board_.en_passant);
  Bits lost = board_.castling & (bit(move.from) | bit(move.to));
  if (kind == Kind::kKing) lost |= board_.castling & men(side_);
  lift(man, move.from);
  if (undo.rook_from != kNowhere) {
    undo.captured = kEmpty;
    undo.captured_at = kNowhere;
    const Cell rook = cells_[undo.rook_from];
    lift(rook, undo.rook_from);
    drop(rook, castled_rook(move.from, undo.rook_from));
    drop(man, castled_king(move.from, undo.rook_from));
  } else {
    undo.captured = cells_[move.to];
    undo.captured_at = move.to;
    if (kind == Kind::kPawn && bit(move.to) == board_.en_passant) {
      undo.captured_at = square(file_of(move.to), rank_of(move.from));
      undo.captured = cells_[undo.captured_at];
    }
    if (undo.captured != kEmpty) lift(undo.captured, undo.captured_at);
    drop(move.choice == 0 ? man : cell_of(side_, chosen(move.choice)), move.to);
  }
  if (lost != 0) {
    board_.castling ^= lost;
    key_ ^= castling_key(lost);
  }
  board_.en_passant = 0;
  en_passant_legal_ = false;
  key_ ^= kBlackToMove;
  side_ = other(side_);
  if (kind == Kind::kPawn && (move.from ^ move.to) == 2 * kFiles) {
    const auto jumped = static_cast<Square>((move.from + move.to) / 2);
    if (pawn_attacks(*this, jumped)) set_en_passant(jumped);
  }
}

void Position::unmake(Move move, const Undo& undo) {
  side_ = other(side_);
  if (undo.rook_from != kNowhere) {
    const Square king_to = castled_king(move.from, undo.rook_from);
    const Square rook_to = castled_rook(move.from, undo.rook_from);
    const Cell king = cells_[king_to];
    const Cell rook = cells_[rook_to];
    lift(king, king_to);
    lift(rook, rook_to);
    drop(king, move.from);
    drop(rook, undo.rook_from);
  } else {
    Cell man = cells_[move.to];
    lift(man, move.to);
    if (move.choice != 0) man = cell_of(side_, Kind::kPawn);
    drop(man, move.from);
    if (undo.captured != kEmpty) drop(undo.captured, undo.captured_at);
  }
  board_.castling = undo.castling;
  board_.en_passant = undo.en_passant;
  en_passant_legal_ = undo.en_passant_legal;
  key_ = undo.key;
}

std::string Position::inconsistency() const {
  Position rebuilt;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto at = static_cast<Square>(i);
    const Cell man = cells_[at];
    if (man == kEmpty) continue;
    if (man >= kKeys.size() || index(kind_of(man)) >= kKinds || (man & (kWhiteBit | kBlackBit)) == 0)
      return "a square holds no man: " + write_square(at);
    rebuilt.drop(man, at);
  }
  rebuilt.set_side_to_move(side_);
  if ((board_.castling & ~board_.kinds[index(Kind::kRook)]) != 0) return "a castling right has no rook";
  rebuilt.set_castling(board_.castling);
  if (board_.en_passant != 0)
    rebuilt.set_en_passant(static_cast<Square>(std::countr_zero(board_.en_passant)));
  if (!(rebuilt.board_ == board_)) return "the sets differ from the squares";
  if (rebuilt.en_passant_legal_ != en_passant_legal_) return "the right en passant differs";
  if (rebuilt.key_ != key_) return "the key differs from that of the squares";
  return {};
}

bool Position::same_as(const Position& rhs) const {
  const Bits ours = en_passant_legal_ ? board_.en_passant : 0;
  const Bits theirs = rhs.en_passant_legal_ ? rhs.board_.en_passant : 0;
  return side_ == rhs.side_ && ours == theirs && board_.castling == rhs.board_.castling &&
         board_.men == rhs.board_.men && board_.kinds == rhs.board_.kinds;
}

}  // namespace qitai::chess
