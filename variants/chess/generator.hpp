// Chess: the generator of legal moves as a template over the way sliders are looked up, so that each kind of
// processor has one of its own (generator_*.cpp); which one runs is chosen once, in moves.cpp.
//
// Only legal moves come out: with the checkers and pins known, each man's targets are one set, and counting
// is adding up the sizes of sets. All code is in templates over a type that only one file knows: what is
// compiled for a newer processor never stands in for the same function elsewhere.
#pragma once

#include <bit>
#include <cstring>

#include "chess/attacks.hpp"
#include "chess/moves.hpp"

namespace qitai::chess {

// The side to move has its king, and the other side's king is not attacked by it.
struct Engine {
  int (*count)(const Board& board, Side side);
  Move* (*list)(const Board& board, Side side, bool chess960, Move* out);
  std::uint64_t (*perft)(const Board& board, Side side, int depth);
  Bits (*bishop)(Square from, Bits occupied);
  Bits (*rook)(Square from, Bits occupied);
};
extern const Engine kPlainEngine;
#if defined(__x86_64__)
extern const Engine kPopcountEngine;
extern const Engine kPextEngine;
extern const Engine kAvx512Engine;
#endif

namespace generator {

[[gnu::always_inline]] inline Square first(Bits bits) {
  return static_cast<Square>(__builtin_ctzll(bits));
}

// The king's and the rook's files: the squares that castling needs empty and those the king walks over, as
// bits of a rank.
struct CastlingWays {
  std::array<std::array<std::uint8_t, kFiles>, kFiles> empty{};
  std::array<std::array<std::uint8_t, kFiles>, kFiles> walk{};
};
constexpr unsigned span(int a, int b) {
  return (2U << (a > b ? a : b)) - (1U << (a > b ? b : a));
}
constexpr CastlingWays make_castling_ways() {
  CastlingWays ways;
  for (int king = 0; king < kFiles; ++king) {
    for (int rook = 0; rook < kFiles; ++rook) {
      if (king == rook) continue;
      const int king_to = rook > king ? 6 : 2;
      const int rook_to = rook > king ? 5 : 3;
      const unsigned both = (1U << king) | (1U << rook);
      const auto k = static_cast<std::size_t>(king);
      const auto r = static_cast<std::size_t>(rook);
      ways.empty[k][r] = static_cast<std::uint8_t>((span(king, king_to) | span(rook, rook_to)) & ~both);
      ways.walk[k][r] = static_cast<std::uint8_t>(span(king, king_to) & ~(1U << king));
    }
  }
  return ways;
}
inline constexpr CastlingWays kCastlingWays = make_castling_ways();

// The diagonals through a square: towards h8 and towards h1.
constexpr SquareSets make_diagonals(int rank_step) {
  SquareSets sets{};
  for (int i = 0; i < kSquares; ++i) {
    const auto at = static_cast<Square>(i);
    sets[at] = detail::ray(at, {1, rank_step}, 0) | detail::ray(at, {-1, -rank_step}, 0);
  }
  return sets;
}
inline constexpr SquareSets kRising = make_diagonals(1);
inline constexpr SquareSets kFalling = make_diagonals(-1);

template <int kDelta>
[[gnu::always_inline]] inline Bits shifted(Bits bits) {
  if constexpr (kDelta > 0)
    return bits << kDelta;
  else
    return bits >> -kDelta;
}

template <Side kSide>
struct Ways {
  static constexpr bool kWhite = kSide == Side::kWhite;
  static constexpr int kForward = kWhite ? 8 : -8;
  static constexpr int kLeft = kForward - 1;   // towards file a
  static constexpr int kRight = kForward + 1;  // towards file h
  static constexpr Bits kFirst = rank_bits(kWhite ? 0 : 7);
  static constexpr Bits kJumped = rank_bits(kWhite ? 2 : 5);
  static constexpr Bits kBeforeLast = rank_bits(kWhite ? 6 : 1);
  static constexpr Bits kLast = rank_bits(kWhite ? 7 : 0);
};

template <Side kSide>
[[gnu::always_inline]] inline Bits pawn_attacks(Bits pawns) {
  using W = Ways<kSide>;
  return shifted<W::kLeft>(pawns & ~file_bits(0)) | shifted<W::kRight>(pawns & ~file_bits(7));
}

[[gnu::always_inline]] inline Bits knight_attacks(Bits knights) {
  const Bits l1 = (knights >> 1) & ~file_bits(7);
  const Bits l2 = (knights >> 2) & ~(file_bits(6) | file_bits(7));
  const Bits r1 = (knights << 1) & ~file_bits(0);
  const Bits r2 = (knights << 2) & ~(file_bits(0) | file_bits(1));
  const Bits near = l1 | r1;
  const Bits far = l2 | r2;
  return (near << 16) | (near >> 16) | (far << 8) | (far >> 8);
}

// Hands the legal moves of kUs to a sink:
//   piece<Kind>(from, targets)        knights to kings
//   pawns<kDelta>(targets)            from target - kDelta; promotions are those on the last rank
//   jumps(targets)                    double steps
//   en_passant(from, to)
//   castle(king, rook)
// With Sink::kCounts queens come as a bishop and as a rook.
template <Side kUs, class Attacks, class Sink>
[[gnu::always_inline]] inline void generate(const Board& board, Sink& sink) {
  constexpr Side kThem = other(kUs);
  using W = Ways<kUs>;
  const Bits own = board.men[index(kUs)];
  const Bits enemy = board.men[index(kThem)];
  const Bits occupied = own | enemy;
  const Bits queens = board.kinds[index(Kind::kQueen)];
  const Bits diagonal = board.kinds[index(Kind::kBishop)] | queens;
  const Bits straight = board.kinds[index(Kind::kRook)] | queens;
  const Bits their_diagonal = enemy & diagonal;
  const Bits their_straight = enemy & straight;
  const Bits pawns = board.kinds[index(Kind::kPawn)];
  const Bits knights = board.kinds[index(Kind::kKnight)];
  const Bits king_bit = own & board.kinds[index(Kind::kKing)];
  const Square king = first(king_bit);

  Bits checkers = enemy & ((kPawnAttacks[index(kUs)][king] & pawns) | (kKnightAttacks[king] & knights));
  Bits pinned = 0;
  for (Bits snipers =
           (Attacks::bishop(king, enemy) & their_diagonal) | (Attacks::rook(king, enemy) & their_straight);
       snipers != 0; snipers &= snipers - 1) {
    const Bits shield = kLines.between[king][first(snipers)] & own;
    if (shield == 0)
      checkers |= snipers & -snipers;
    else if ((shield & (shield - 1)) == 0)
      pinned |= shield;
  }

  const auto leaper_danger = [&]() {
    return pawn_attacks<kThem>(enemy & pawns) | knight_attacks(enemy & knights) |
           kKingAttacks[first(enemy & board.kinds[index(Kind::kKing)])];
  };
  const auto slider_danger = [&](Square at, Bits standing) {
    return ((Attacks::bishop(at, standing) & their_diagonal) |
            (Attacks::rook(at, standing) & their_straight)) != 0;
  };
  if (Bits targets = kKingAttacks[king] & ~own; targets != 0) {
    targets &= ~leaper_danger();
    const Bits without_king = occupied ^ king_bit;
    Bits safe = 0;
    for (; targets != 0; targets &= targets - 1)
      safe |= slider_danger(first(targets), without_king) ? 0 : targets & -targets;
    sink.template piece<Kind::kKing>(king, safe);
  }

  Bits evasions = ~Bits{0};
  if (checkers != 0) {
    if ((checkers & (checkers - 1)) != 0) return;
    evasions = checkers | kLines.between[king][first(checkers)];
  }
  const Bits open = ~own & evasions;

  for (Bits men = own & knights & ~pinned; men != 0; men &= men - 1) {
    const Square from = first(men);
    sink.template piece<Kind::kKnight>(from, kKnightAttacks[from] & open);
  }
  const auto slide = [&]<Kind kKind>(Bits men, auto&& look) {
    for (Bits free = men & ~pinned; free != 0; free &= free - 1) {
      const Square from = first(free);
      sink.template piece<kKind>(from, look(from) & open);
    }
    for (Bits bound = men & pinned; bound != 0; bound &= bound - 1) {
      const Square from = first(bound);
      sink.template piece<kKind>(from, look(from) & open & kLines.through[king][from]);
    }
  };
  const auto bishop = [&](Square from) { return Attacks::bishop(from, occupied); };
  const auto rook = [&](Square from) { return Attacks::rook(from, occupied); };
  if constexpr (Sink::kCounts) {
    slide.template operator()<Kind::kBishop>(own & diagonal, bishop);
    slide.template operator()<Kind::kRook>(own & straight, rook);
  } else {
    slide.template operator()<Kind::kBishop>(own & diagonal & ~queens, bishop);
    slide.template operator()<Kind::kRook>(own & straight & ~queens, rook);
    slide.template operator()<Kind::kQueen>(own & queens,
                                            [&](Square from) { return bishop(from) | rook(from); });
  }

  // A pinned pawn may go on along its pin: the line through it and the king.
  const Bits own_pawns = own & pawns;
  const Bits free = own_pawns & ~pinned;
  const Bits bound = own_pawns & pinned;
  const Bits walkers = free | (bound & file_bits(file_of(king)));
  const Bits left = free | (bound & (W::kWhite ? kFalling : kRising)[king]);
  const Bits right = free | (bound & (W::kWhite ? kRising : kFalling)[king]);
  const Bits steps = shifted<W::kForward>(walkers) & ~occupied;
  sink.template pawns<W::kForward>(steps & evasions);
  sink.jumps(shifted<W::kForward>(steps & W::kJumped) & ~occupied & evasions);
  sink.template pawns<W::kLeft>(shifted<W::kLeft>(left & ~file_bits(0)) & enemy & evasions);
  sink.template pawns<W::kRight>(shifted<W::kRight>(right & ~file_bits(7)) & enemy & evasions);

  if (board.en_passant != 0) {
    const Square to = first(board.en_passant);
    const Bits taken = shifted<-W::kForward>(board.en_passant);
    for (Bits men = kPawnAttacks[index(kThem)][to] & own_pawns; men != 0; men &= men - 1) {
      const Bits after = (occupied ^ (men & -men) ^ taken) | board.en_passant;
      if ((checkers & ~taken & (pawns | knights)) == 0 && !slider_danger(king, after))
        sink.en_passant(first(men), to);
    }
  }
  if (const Bits rights = board.castling & own & W::kFirst; rights != 0 && checkers == 0) {
    const int shift = 8 * rank_of(king);
    const auto k = static_cast<std::size_t>(file_of(king));
    for (Bits rooks = rights; rooks != 0; rooks &= rooks - 1) {
      const Square at = first(rooks);
      const auto r = static_cast<std::size_t>(file_of(at));
      if ((occupied & (Bits{kCastlingWays.empty[k][r]} << shift)) != 0) continue;
      Bits walk = Bits{kCastlingWays.walk[k][r]} << shift;
      if ((walk & leaper_danger()) != 0) continue;
      const Square to = castled_king(king, at);
      // The rook may have shielded the king from its own side.
      const Bits after = (occupied & ~(king_bit | bit(at))) | bit(to) | bit(castled_rook(king, at));
      bool safe = !slider_danger(to, after);
      for (; walk != 0; walk &= walk - 1)
        safe = safe && !slider_danger(first(walk), occupied);
      if (safe) sink.castle(king, at);
    }
  }
}

template <Side kUs, class Attacks>
struct Counter {
  static constexpr bool kCounts = true;
  int moves = 0;

  template <Kind>
  void piece(Square, Bits targets) {
    moves += Attacks::count(targets);
  }
  template <int>
  void pawns(Bits targets) {
    moves += Attacks::count(targets);
    if (const Bits promotions = targets & Ways<kUs>::kLast; promotions != 0)
      moves += 3 * Attacks::count(promotions);
  }
  void jumps(Bits targets) { moves += Attacks::count(targets); }
  void en_passant(Square, Square) { ++moves; }
  void castle(Square, Square) { ++moves; }
};

// Collects the targets by man; emit() lists them in order.
// A move as one word, so that it is written by one store instead of four.
[[gnu::always_inline]] inline void put(Move* out, Square from, Square to, std::uint16_t choice) {
  if constexpr (std::endian::native == std::endian::little) {
    const std::uint64_t move = from | (std::uint64_t{to} << 16) | (std::uint64_t{choice} << 32);
    std::memcpy(out, &move, sizeof move);
  } else {
    *out = {from, to, choice, 0};
  }
}

// Writes the moves of one man; there is at least one.
template <class Attacks>
[[gnu::always_inline]] inline Move* spread(Move* out, Square from, Bits to) {
  if constexpr (requires { Attacks::spread(out, from, to); }) return Attacks::spread(out, from, to);
  do {
    put(out++, from, first(to), 0);
  } while ((to &= to - 1) != 0);
  return out;
}

template <Side kUs, class Attacks>
struct Lister {
  using W = Ways<kUs>;
  static constexpr bool kCounts = false;
  const Board& board;
  const bool chess960;
  SquareSets targets;  // of the men in `movers`
  Bits movers = 0;     // own men that can move
  Bits steps = 0;      // of pawns, by how they move
  Bits jump_targets = 0;
  Bits left = 0;
  Bits right = 0;
  Bits passers = 0;  // pawns that may capture en passant

  Lister(const Board& position, bool rook_squares) : board(position), chess960(rook_squares) {}
  template <Kind>
  void piece(Square from, Bits to) {
    targets[from] = to;
    movers |= Bits{to != 0} << from;
  }
  template <int kDelta>
  void pawns(Bits to) {
    movers |= shifted<-kDelta>(to);
    (kDelta == W::kForward ? steps : kDelta == W::kLeft ? left : right) = to;
  }
  void jumps(Bits to) {
    movers |= shifted<-2 * W::kForward>(to);
    jump_targets = to;
  }
  void en_passant(Square from, Square) {
    movers |= bit(from);
    passers |= bit(from);
  }
  void castle(Square king, Square rook) {
    if ((movers & bit(king)) == 0) targets[king] = 0;
    movers |= bit(king);
    targets[king] |= bit(chess960 ? rook : castled_king(king, rook));
  }

  Move* emit(Move* out) {
    const Bits own_pawns = board.of(kUs, Kind::kPawn);
    for (Bits men = own_pawns & movers; men != 0; men &= men - 1) {
      const Bits at = men & -men;
      targets[first(men)] = (steps & shifted<W::kForward>(at)) | (left & shifted<W::kLeft>(at)) |
                            (right & shifted<W::kRight>(at)) | (jump_targets & shifted<2 * W::kForward>(at)) |
                            ((passers & at) != 0 ? board.en_passant : 0);
    }
    const Bits promoters = own_pawns & W::kBeforeLast;
    for (Bits men = movers; men != 0; men &= men - 1) {
      const Square from = first(men);
      Bits to = targets[from];
      if ((promoters & men & -men) != 0) {
        for (; to != 0; to &= to - 1) {
          for (const Kind kind : {Kind::kKnight, Kind::kBishop, Kind::kRook, Kind::kQueen})
            put(out++, from, first(to), choice_of(kind));
        }
        continue;
      }
      out = spread<Attacks>(out, from, to);
    }
    return out;
  }
};

template <Side kUs, Kind kKind>
[[gnu::always_inline]] inline void move_man(const Board& before, Bits from, Bits to, Board& after) {
  const Bits gone = ~(from | to);
  after.men[index(kUs)] = (before.men[index(kUs)] & gone) | to;
  after.men[index(other(kUs))] = before.men[index(other(kUs))] & gone;
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    after.kinds[kind] = before.kinds[kind] & gone;
  after.kinds[index(kKind)] |= to;
  after.castling = before.castling & gone;
  after.en_passant = 0;
}

template <Side kUs, class Attacks>
std::uint64_t perft_of(const Board& board, int depth);

// Plays each move on a board of its own and counts on.
template <Side kUs, class Attacks>
struct Descent {
  static constexpr bool kCounts = false;
  const Board& board;
  int depth;
  std::uint64_t leaves = 0;

  void count(const Board& after) { leaves += perft_of<other(kUs), Attacks>(after, depth - 1); }
  template <Kind kKind>
  void piece(Square from, Bits targets) {
    Board after;
    for (; targets != 0; targets &= targets - 1) {
      move_man<kUs, kKind>(board, bit(from), targets & -targets, after);
      if constexpr (kKind == Kind::kKing) after.castling &= ~Ways<kUs>::kFirst;
      count(after);
    }
  }
  template <int kDelta>
  void pawns(Bits targets) {
    Board after;
    for (Bits quiet = targets & ~Ways<kUs>::kLast; quiet != 0; quiet &= quiet - 1) {
      const Bits to = quiet & -quiet;
      move_man<kUs, Kind::kPawn>(board, shifted<-kDelta>(to), to, after);
      count(after);
    }
    for (Bits last = targets & Ways<kUs>::kLast; last != 0; last &= last - 1) {
      const Bits to = last & -last;
      move_man<kUs, Kind::kPawn>(board, shifted<-kDelta>(to), to, after);
      after.kinds[index(Kind::kPawn)] ^= to;
      for (const Kind kind : {Kind::kKnight, Kind::kBishop, Kind::kRook, Kind::kQueen}) {
        after.kinds[index(kind)] ^= to;
        count(after);
        after.kinds[index(kind)] ^= to;
      }
    }
  }
  void jumps(Bits targets) {
    Board after;
    for (; targets != 0; targets &= targets - 1) {
      const Bits to = targets & -targets;
      move_man<kUs, Kind::kPawn>(board, shifted<-2 * Ways<kUs>::kForward>(to), to, after);
      const Bits jumped = shifted<-Ways<kUs>::kForward>(to);
      if ((pawn_attacks<kUs>(jumped) & board.of(other(kUs), Kind::kPawn)) != 0) after.en_passant = jumped;
      count(after);
    }
  }
  void en_passant(Square from, Square to) {
    Board after;
    move_man<kUs, Kind::kPawn>(board, bit(from), bit(to), after);
    const Bits taken = shifted<-Ways<kUs>::kForward>(bit(to));
    after.men[index(other(kUs))] ^= taken;
    after.kinds[index(Kind::kPawn)] ^= taken;
    count(after);
  }
  void castle(Square king, Square rook) {
    Board after = board;
    const Bits king_to = bit(castled_king(king, rook));
    const Bits rook_to = bit(castled_rook(king, rook));
    after.men[index(kUs)] = (board.men[index(kUs)] & ~(bit(king) | bit(rook))) | king_to | rook_to;
    after.kinds[index(Kind::kKing)] = (board.kinds[index(Kind::kKing)] & ~bit(king)) | king_to;
    after.kinds[index(Kind::kRook)] = (board.kinds[index(Kind::kRook)] & ~bit(rook)) | rook_to;
    after.castling &= ~Ways<kUs>::kFirst;
    after.en_passant = 0;
    count(after);
  }
};

template <Side kUs, class Attacks>
int count_of(const Board& board) {
  Counter<kUs, Attacks> counter;
  generate<kUs, Attacks>(board, counter);
  return counter.moves;
}

template <Side kUs, class Attacks>
std::uint64_t perft_of(const Board& board, int depth) {
  if (depth == 1) return static_cast<std::uint64_t>(count_of<kUs, Attacks>(board));
  Descent<kUs, Attacks> descent{board, depth};
  generate<kUs, Attacks>(board, descent);
  return descent.leaves;
}

template <Side kUs, class Attacks>
Move* list_of(const Board& board, bool chess960, Move* out) {
  Lister<kUs, Attacks> lister(board, chess960);
  generate<kUs, Attacks>(board, lister);
  return lister.emit(out);
}

// The functions of one way to look up sliders: bishop(), rook() and count().
template <class Attacks>
constexpr Engine make_engine() {
  return {[](const Board& board, Side side) {
            return side == Side::kWhite ? count_of<Side::kWhite, Attacks>(board)
                                        : count_of<Side::kBlack, Attacks>(board);
          },
          [](const Board& board, Side side, bool chess960, Move* out) {
            return side == Side::kWhite ? list_of<Side::kWhite, Attacks>(board, chess960, out)
                                        : list_of<Side::kBlack, Attacks>(board, chess960, out);
          },
          [](const Board& board, Side side, int depth) {
            return side == Side::kWhite ? perft_of<Side::kWhite, Attacks>(board, depth)
                                        : perft_of<Side::kBlack, Attacks>(board, depth);
          },
          [](Square from, Bits occupied) { return Attacks::bishop(from, occupied); },
          [](Square from, Bits occupied) { return Attacks::rook(from, occupied); }};
}

}  // namespace generator
}  // namespace qitai::chess
