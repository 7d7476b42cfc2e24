#include "chess/moves.hpp"

#include <algorithm>
#include <bit>

#include "chess/attacks.hpp"
#include "chess/generator.hpp"

namespace qitai::chess {
namespace {

const Engine& choose_engine() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool popcount = __builtin_cpu_supports("popcnt") != 0;
  const bool bmi = __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
                   __builtin_cpu_supports("avx2") != 0;
  // These have PEXT as a loop in microcode.
  const bool slow = __builtin_cpu_is("amdfam15h") != 0 || __builtin_cpu_is("amdfam17h") != 0;
  if (popcount && bmi && !slow) {
    make_pext_sliders();
    const bool avx512 = __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vbmi2") != 0;
    return avx512 ? kAvx512Engine : kPextEngine;
  }
  make_magic_sliders();
  return popcount ? kPopcountEngine : kPlainEngine;
#else
  make_magic_sliders();
  return kPlainEngine;
#endif
}

// Chosen when the plugin is loaded.
const Engine& kEngine = choose_engine();

Bits king_of(const Board& board, Side side) {
  return board.of(side, Kind::kKing);
}

Square first(Bits bits) {
  return static_cast<Square>(std::countr_zero(bits));
}

// Both kings there, and that of the side not to move unattacked: what the generator asks for.
bool is_normal(const Position& position) {
  const Side us = position.side_to_move();
  const Bits theirs = king_of(position.board(), other(us));
  if (king_of(position.board(), us) == 0 || theirs == 0) return false;
  return attackers(position.board(), us, first(theirs), position.occupied()) == 0;
}

Bits pawn_steps(const Position& position, Side us, Square from) {
  const Bits empty = ~position.occupied();
  const bool white = us == Side::kWhite;
  const Bits one = (white ? bit(from) << 8 : bit(from) >> 8) & empty;
  const Bits jumped = one & rank_bits(white ? 2 : 5);
  return one | ((white ? jumped << 8 : jumped >> 8) & empty);
}

// Where the king may go to by castling, as far as rights, empty squares and the way to the target allow it:
// whether the target is attacked is left open.
Bits castling_targets(const Position& position, Side us) {
  const Bits king_bit = king_of(position.board(), us);
  Bits rooks = position.board().castling & position.men(us);
  if (king_bit == 0 || rooks == 0 || in_check(position, us)) return 0;
  const Square king = first(king_bit);
  const int shift = 8 * rank_of(king);
  Bits targets = 0;
  for (; rooks != 0; rooks &= rooks - 1) {
    const Square rook = first(rooks);
    const auto k = static_cast<std::size_t>(file_of(king));
    const auto r = static_cast<std::size_t>(file_of(rook));
    if ((position.occupied() & (Bits{generator::kCastlingWays.empty[k][r]} << shift)) != 0) continue;
    const Square to = castled_king(king, rook);
    Bits walk = (Bits{generator::kCastlingWays.walk[k][r]} << shift) & ~bit(to);
    bool free = true;
    for (; walk != 0; walk &= walk - 1)
      free = free && attackers(position.board(), other(us), first(walk), position.occupied()) == 0;
    if (free) targets |= bit(position.chess960() ? rook : to);
  }
  return targets;
}

// Where the man of the side to move on `from` can go.
Bits playable_targets(const Position& position, Square from) {
  const Side us = position.side_to_move();
  const Bits own = position.men(us);
  const Kind kind = kind_of(position.cell(from));
  const Bits reach = attacks(us, kind, from, position.occupied());
  if (kind == Kind::kPawn) {
    const Bits prey = position.men(other(us)) | position.board().en_passant;
    return pawn_steps(position, us, from) | (reach & prey);
  }
  return (reach & ~own) | (kind == Kind::kKing ? castling_targets(position, us) : 0);
}

bool promotes(const Position& position, Square from) {
  return kind_of(position.cell(from)) == Kind::kPawn &&
         rank_of(from) == (position.side_to_move() == Side::kWhite ? 6 : 1);
}

constexpr bool is_promotion(std::uint16_t choice) {
  return choice >= choice_of(Kind::kKnight) && choice <= choice_of(Kind::kQueen);
}

}  // namespace

bool MoveList::contains(Move move) const {
  return std::find(begin(), end(), move) != end();
}

void playable_moves(const Position& position, MoveList& out) {
  out.clear();
  const Side us = position.side_to_move();
  if (king_of(position.board(), us) == 0) return;
  for (Bits men = position.men(us); men != 0; men &= men - 1) {
    const Square from = first(men);
    for (Bits to = playable_targets(position, from); to != 0; to &= to - 1) {
      if (!promotes(position, from)) {
        out.add({from, first(to), 0, 0});
        continue;
      }
      for (const Kind kind : {Kind::kKnight, Kind::kBishop, Kind::kRook, Kind::kQueen})
        out.add({from, first(to), choice_of(kind), 0});
    }
  }
}

void legal_moves(const Position& position, MoveList& out) {
  out.clear();
  if (is_normal(position)) {
    out.fill([&](Move* begin) { return legal_moves_in_order(position, begin); });
    return;
  }
  MoveList playable;
  playable_moves(position, playable);
  for (const Move move : playable) {
    if (is_legal(position, move)) out.add(move);
  }
}

Move* legal_moves_in_order(const Position& position, Move* out) {
  return kEngine.list(position.board(), position.side_to_move(), position.chess960(), out);
}

int count_legal_moves(const Position& position) {
  if (is_normal(position)) return kEngine.count(position.board(), position.side_to_move());
  MoveList list;
  legal_moves(position, list);
  return static_cast<int>(list.size());
}

bool is_playable(const Position& position, Move move) {
  const Side us = position.side_to_move();
  if (move.from >= kSquares || move.to >= kSquares || move.flags != 0) return false;
  const Bits own = position.men(us);
  if ((own & bit(move.from)) == 0 || king_of(position.board(), us) == 0) return false;
  if (promotes(position, move.from) ? !is_promotion(move.choice) : move.choice != 0) return false;
  const Kind kind = kind_of(position.cell(move.from));
  if (kind == Kind::kPawn) {
    const Bits prey = position.men(other(us)) | position.board().en_passant;
    const Bits captures = kPawnAttacks[index(us)][move.from] & prey;
    return ((pawn_steps(position, us, move.from) | captures) & bit(move.to)) != 0;
  }
  if (kind == Kind::kKing) {
    const bool step = (kKingAttacks[move.from] & ~own & bit(move.to)) != 0;
    return step || (castling_targets(position, us) & bit(move.to)) != 0;
  }
  if ((own & bit(move.to)) != 0) return false;
  if (kind == Kind::kKnight) return (kKnightAttacks[move.from] & bit(move.to)) != 0;
  // Sliders: a line of their own with nobody on it between the squares.
  const bool straight = file_of(move.from) == file_of(move.to) || rank_of(move.from) == rank_of(move.to);
  if ((kQueenRays[move.from] & bit(move.to)) == 0 || kind == (straight ? Kind::kBishop : Kind::kRook))
    return false;
  return (kLines.between[move.from][move.to] & position.occupied()) == 0;
}

bool is_legal(const Position& position, Move playable, bool check) {
  const Side us = position.side_to_move();
  const Bits own_king = king_of(position.board(), us);
  // A man who stands on no line with his king shields him from nothing.
  if (!check && ((kQueenRays[first(own_king)] | own_king) & bit(playable.from)) == 0 &&
      position.board().en_passant != bit(playable.to))
    return true;
  if (king_of(position.board(), other(us)) == bit(playable.to)) return true;
  const Bits from = bit(playable.from);
  const Square rook = position.castling_rook(playable);
  if (rook != kNowhere) {
    const Square to = castled_king(playable.from, rook);
    const Bits after =
        (position.occupied() & ~(from | bit(rook))) | bit(to) | bit(castled_rook(playable.from, rook));
    return attackers(position.board(), other(us), to, after) == 0;
  }
  const Square taken = position.captured_by(playable);
  const Bits gone = taken == kNowhere ? 0 : bit(taken);
  const Bits after = (position.occupied() & ~(from | gone)) | bit(playable.to);
  const Square king = own_king == from ? playable.to : first(own_king);
  return (attackers(position.board(), other(us), king, after) & ~gone) == 0;
}

Bits attacks(Side side, Kind kind, Square from, Bits occupied) {
  switch (kind) {
    case Kind::kPawn:
      return kPawnAttacks[index(side)][from];
    case Kind::kKnight:
      return kKnightAttacks[from];
    case Kind::kBishop:
      return kEngine.bishop(from, occupied);
    case Kind::kRook:
      return kEngine.rook(from, occupied);
    case Kind::kQueen:
      return kEngine.bishop(from, occupied) | kEngine.rook(from, occupied);
    case Kind::kKing:
      return kKingAttacks[from];
  }
  return 0;
}

Bits attackers(const Board& board, Side by, Square at, Bits occupied) {
  const Bits queens = board.kinds[index(Kind::kQueen)];
  const Bits men = (kPawnAttacks[index(other(by))][at] & board.kinds[index(Kind::kPawn)]) |
                   (kKnightAttacks[at] & board.kinds[index(Kind::kKnight)]) |
                   (kKingAttacks[at] & board.kinds[index(Kind::kKing)]) |
                   (kEngine.bishop(at, occupied) & (board.kinds[index(Kind::kBishop)] | queens)) |
                   (kEngine.rook(at, occupied) & (board.kinds[index(Kind::kRook)] | queens));
  return men & board.men[index(by)] & occupied;
}

Bits checkers(const Position& position, Side side) {
  const Bits king = king_of(position.board(), side);
  return king == 0 ? 0 : attackers(position.board(), other(side), first(king), position.occupied());
}

bool in_check(const Position& position, Side side) {
  return checkers(position, side) != 0;
}

bool checked_by(const Position& after, Move move, const Undo& undo) {
  const Side us = after.side_to_move();
  const Bits king_bit = king_of(after.board(), us);
  if (king_bit == 0) return false;
  const Square king = first(king_bit);
  const Bits lines = kQueenRays[king];
  // Nothing was uncovered unless a man left a line of the king.
  const bool plain = undo.rook_from == kNowhere && (undo.captured == kEmpty || undo.captured_at == move.to);
  if (plain && (lines & bit(move.from)) == 0) {
    const Kind kind = kind_of(after.cell(move.to));
    if (kind == Kind::kKnight) return (kKnightAttacks[king] & bit(move.to)) != 0;
    if (kind == Kind::kPawn) return (kPawnAttacks[index(us)][king] & bit(move.to)) != 0;
    if ((lines & bit(move.to)) == 0) return false;
  }
  return in_check(after, us);
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (is_normal(position)) return kEngine.perft(position.board(), position.side_to_move(), depth);
  std::uint64_t leaves = 0;
  Position copy = position;
  for (const Division& part : divide(copy, depth))
    leaves += part.nodes;
  return leaves;
}

std::vector<Division> divide(const Position& position, int depth) {
  MoveList list;
  legal_moves(position, list);
  std::vector<Division> parts;
  for (const Move move : list) {
    Position after = position;
    after.make(move);
    parts.push_back({move, perft(after, depth - 1)});
  }
  return parts;
}

}  // namespace qitai::chess
