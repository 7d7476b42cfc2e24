#include "chess/dead.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "chess/attacks.hpp"
#include "chess/moves.hpp"

namespace qitai::chess {
namespace {

constexpr Side kSides[] = {Side::kWhite, Side::kBlack};

Square first(Bits bits) {
  return static_cast<Square>(std::countr_zero(bits));
}

// --- Material
// -------------------------------------------------------------------------------------------------

// Whether these men could stand in a mate by `winner` anywhere on the board.
bool material_mates(const Board& board, Side winner) {
  const Bits own = board.men[index(winner)];
  const Bits theirs = board.men[index(other(winner))];
  const auto all = [&](Kind kind) { return board.kinds[index(kind)]; };
  const Bits fighters = own & ~all(Kind::kKing);
  if (fighters == 0) return false;
  if ((fighters & (all(Kind::kPawn) | all(Kind::kRook) | all(Kind::kQueen))) != 0) return true;
  const Bits knights = fighters & all(Kind::kKnight);
  // One knight needs a man to block a flight; a queen never does, she would answer the check.
  if (knights == fighters && std::popcount(knights) == 1)
    return (theirs & ~(all(Kind::kKing) | all(Kind::kQueen))) != 0;
  if (knights != 0) return true;
  for (const Bits colour : {kLightSquares, ~kLightSquares}) {
    if ((fighters & ~colour) != 0) continue;
    // Bishops of one colour need a man who can stand on the other and cannot go to theirs.
    const Bits blockers = all(Kind::kPawn) | all(Kind::kKnight) | (all(Kind::kBishop) & ~colour);
    return (theirs & blockers) != 0;
  }
  return true;
}

bool material_dead(const Board& board) {
  return !material_mates(board, Side::kWhite) && !material_mates(board, Side::kBlack);
}

// --- Forced lines
// ---------------------------------------------------------------------------------------------

constexpr std::size_t kForcedMoves = 3;
constexpr int kForcedPlies = 4;

// Every line, of few moves each, ends without mate or with too few men.
bool forced_dead(const Position& position, int plies) {
  MoveList list;
  legal_moves(position, list);
  if (list.empty()) return !in_check(position, position.side_to_move());
  if (list.size() > kForcedMoves || plies == 0) return false;
  for (const Move move : list) {
    Position after = position;
    after.make(move);
    if (!material_dead(after.board()) && !forced_dead(after, plies - 1)) return false;
  }
  return true;
}

// --- Where men can ever get
// -----------------------------------------------------------------------------------

struct Man {
  Side side;
  Kind kind;
  Square start;
  Bits reach;             // more squares than he can really get to, never fewer
  bool captured = false;  // may be
  [[nodiscard]] bool stays() const { return reach == bit(start) && !captured; }
};

// Grows from "nobody ever moves": whatever one ply can change given what has been found possible is added
// until nothing is left to add. Men that then neither move nor are captured stand for ever.
class Reach {
 public:
  explicit Reach(const Position& position) : position_(position) {
    for (Bits men = position.occupied(); men != 0; men &= men - 1) {
      const Square at = first(men);
      const Cell man = position.cell(at);
      men_[count_++] = {side_of(man), kind_of(man), at, bit(at)};
    }
  }

  // False where a pawn may promote: then nothing is known.
  bool grow() {
    for (changed_ = true; changed_;) {
      changed_ = false;
      look();
      for (std::size_t i = 0; i < count_; ++i) {
        if (!step(men_[i])) return false;
      }
    }
    look();
    return true;
  }

  // A necessary condition: on some square that the other king reaches he can be attacked, and each square
  // around it be guarded or taken by one of his own.
  [[nodiscard]] bool mates(Side winner) const {
    Bits kings = 0;
    Bits company = 0;
    Bits guards = 0;
    Bits checks = 0;
    // The king does not stand in the way of an attack that goes on behind him.
    const Bits walls = standing_ & ~position_.men(other(winner), Kind::kKing);
    for (std::size_t i = 0; i < count_; ++i) {
      const Man& man = men_[i];
      if (man.side != winner) {
        (man.kind == Kind::kKing ? kings : company) |= man.reach;
        continue;
      }
      for (Bits from = man.reach; from != 0; from &= from - 1) {
        const Bits attacked = attacks(man.side, man.kind, first(from), walls);
        guards |= attacked;
        if (man.kind != Kind::kKing) checks |= attacked;
      }
    }
    for (Bits at = kings & checks; at != 0; at &= at - 1) {
      if ((kKingAttacks[first(at)] & ~(guards | company)) == 0) return true;
    }
    return false;
  }

  // No more positions than this can come, counters apart; kMany stands for all that is more.
  static constexpr std::uint64_t kMany = 1'000'000;
  [[nodiscard]] std::uint64_t positions() const {
    std::uint64_t product = 2;  // who is to move
    for (std::size_t i = 0; i < count_ && product < kMany; ++i)
      product *= static_cast<std::uint64_t>(std::popcount(men_[i].reach)) + (men_[i].captured ? 1 : 0);
    return product;
  }

 private:
  // What follows from the men as they are known now.
  void look() {
    standing_ = 0;
    for (const Side side : kSides) {
      prey_[index(side)] = 0;
      shut_[index(side)] = 0;
      landed_[index(side)] = 0;
    }
    for (std::size_t i = 0; i < count_; ++i) {
      const Man& man = men_[i];
      if (man.kind != Kind::kKing) prey_[index(man.side)] |= man.reach;
      if (man.kind == Kind::kPawn && rank_of(man.start) == (man.side == Side::kWhite ? 1 : 6))
        landed_[index(man.side)] |= man.reach & rank_bits(man.side == Side::kWhite ? 3 : 4);
      if (!man.stays()) continue;
      standing_ |= bit(man.start);
      const bool leaps = man.kind == Kind::kPawn || man.kind == Kind::kKnight || man.kind == Kind::kKing;
      if (leaps) shut_[index(other(man.side))] |= attacks(man.side, man.kind, man.start, 0);
    }
  }

  bool step(Man& man) {
    Bits to = 0;
    for (Bits from = man.reach; from != 0; from &= from - 1) {
      const Square at = first(from);
      to |= man.kind == Kind::kPawn ? pawn_targets(man, at) : attacks(man.side, man.kind, at, standing_);
    }
    if (man.kind == Kind::kKing) to &= ~shut_[index(man.side)];
    to &= ~(standing_ & position_.men(man.side));
    if (man.kind == Kind::kPawn && (to & (rank_bits(0) | rank_bits(kRanks - 1))) != 0) return false;
    for (std::size_t i = 0; i < count_; ++i) {
      Man& victim = men_[i];
      if (victim.side == man.side || victim.kind == Kind::kKing || victim.captured) continue;
      if ((victim.reach & capture_targets(man, to)) == 0) continue;
      victim.captured = true;
      changed_ = true;
    }
    if ((to & ~man.reach) != 0) {
      man.reach |= to;
      changed_ = true;
    }
    return true;
  }

  // Where a man may take something. En passant the pawn stands elsewhere: on the square in front of the
  // jumped one.
  static Bits capture_targets(const Man& man, Bits to) {
    if (man.kind != Kind::kPawn) return to;
    const bool white = man.side == Side::kWhite;
    const Bits jumped = to & rank_bits(white ? 5 : 2);
    return to | (white ? jumped >> 8 : jumped << 8);
  }

  [[nodiscard]] Bits pawn_targets(const Man& man, Square at) const {
    const bool white = man.side == Side::kWhite;
    const Bits one = (white ? bit(at) << 8 : bit(at) >> 8) & ~standing_;
    const Bits jumped = one & rank_bits(white ? 2 : 5);
    const Bits two = (white ? jumped << 8 : jumped >> 8) & ~standing_;
    Bits prey = prey_[index(other(man.side))];
    const Bits landed = landed_[index(other(man.side))];
    prey |= (white ? landed << 8 : landed >> 8) | position_.board().en_passant;
    return one | two | (attacks(man.side, Kind::kPawn, at, 0) & prey);
  }

  const Position& position_;
  std::array<Man, 32> men_{};
  std::size_t count_ = 0;
  Bits standing_ = 0;             // squares of the men that stand for ever
  std::array<Bits, 2> prey_{};    // where a side's men may be captured
  std::array<Bits, 2> landed_{};  // where a side's pawns may have come by a double step
  std::array<Bits, 2> shut_{};    // squares that a side's king never enters
  bool changed_ = false;
};

// --- All positions that can come
// ------------------------------------------------------------------------------

// Keys met; grows by doubling.
class Seen {
 public:
  // False if it was there already.
  bool add(std::uint64_t key) {
    if (2 * (count_ + 1) > slots_.size()) widen();
    if (!put(key)) return false;
    ++count_;
    return true;
  }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  bool put(std::uint64_t key) {
    if (key == 0) key = 1;  // 0 is a free slot
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = key & mask;; at = (at + 1) & mask) {
      if (slots_[at] == key) return false;
      if (slots_[at] != 0) continue;
      slots_[at] = key;
      return true;
    }
  }
  void widen() {
    std::vector<std::uint64_t> old(slots_.empty() ? 1024 : 2 * slots_.size());
    old.swap(slots_);
    for (const std::uint64_t key : old) {
      if (key != 0) put(key);
    }
  }
  std::vector<std::uint64_t> slots_;
  std::size_t count_ = 0;
};

// The positions still to look at, those first that look nearest to a mate by `winner`: the other king in a
// corner of an emptying board, the own one beside it, a pawn about to be a queen. The order changes no
// answer, it only finds a mate sooner.
class Open {
 public:
  explicit Open(std::optional<Side> winner) : winner_(winner) {}

  void add(const Position& position) {
    const std::size_t far = winner_ ? distance(position, *winner_) : 0;
    shelves_[far].push_back(position);
    first_ = std::min(first_, far);
  }
  // Nothing: all were looked at.
  std::optional<Position> take() {
    while (first_ < shelves_.size() && shelves_[first_].empty())
      ++first_;
    if (first_ == shelves_.size()) return std::nullopt;
    const Position position = shelves_[first_].back();
    shelves_[first_].pop_back();
    return position;
  }

 private:
  static constexpr int kFarthest = 63;

  static std::size_t distance(const Position& position, Side winner) {
    const Side loser = other(winner);
    const Square king = first(position.men(winner, Kind::kKing));
    const Square prey = first(position.men(loser, Kind::kKing));
    const auto edge = [](int line) { return std::min(line, kRanks - 1 - line); };
    int far = 2 * (edge(file_of(prey)) + edge(rank_of(prey)));
    far += std::max(std::abs(file_of(king) - file_of(prey)), std::abs(rank_of(king) - rank_of(prey)));
    const Bits heavy = position.men(winner, Kind::kQueen) | position.men(winner, Kind::kRook);
    if ((heavy | position.men(winner, Kind::kPawn)) == 0)
      return static_cast<std::size_t>(std::min(far + crowd(position, prey), kFarthest));
    far += 3 * std::popcount(position.men(loser));
    int pawn = heavy != 0 ? 0 : kRanks;
    for (Bits pawns = position.men(winner, Kind::kPawn); heavy == 0 && pawns != 0; pawns &= pawns - 1) {
      const int rank = rank_of(first(pawns));
      pawn = std::min(pawn, winner == Side::kWhite ? kRanks - 1 - rank : rank);
    }
    return static_cast<std::size_t>(std::min(far + 2 * pawn, kFarthest));
  }

  // Bishops and knights need all there are close to the king, his own men to shut him in.
  static int crowd(const Position& position, Square prey) {
    int far = 0;
    for (Bits men = position.occupied() & ~position.men(Side::kWhite, Kind::kKing) &
                    ~position.men(Side::kBlack, Kind::kKing);
         men != 0; men &= men - 1) {
      const Square at = first(men);
      far += std::max(std::abs(file_of(at) - file_of(prey)), std::abs(rank_of(at) - rank_of(prey)));
    }
    return far;
  }

  std::optional<Side> winner_;
  std::array<std::vector<Position>, kFarthest + 1> shelves_;
  std::size_t first_ = shelves_.size();
};

// Whether one of the sides in `winners` (bit per side) mates in some position that can come; true as well if
// there are more than `bound` of them.
bool mate_comes(const Position& start, unsigned winners, std::size_t bound) {
  const auto alive = [&](const Board& board) {
    for (const Side side : kSides) {
      if ((winners & (1U << index(side))) != 0 && material_mates(board, side)) return true;
    }
    return false;
  };
  Seen seen;
  Open open(winners == 3U ? std::nullopt : std::optional(kSides[winners >> 1]));
  open.add(start);
  seen.add(start.key());
  while (const std::optional<Position> taken = open.take()) {
    const Position& position = *taken;
    if (!alive(position.board())) continue;
    MoveList list;
    legal_moves(position, list);
    const Side us = position.side_to_move();
    if (list.empty() && (winners & (1U << index(other(us)))) != 0 && in_check(position, us)) return true;
    for (const Move move : list) {
      Position after = position;
      after.make(move);
      if (!seen.add(after.key())) continue;
      if (seen.count() > bound) return true;
      open.add(after);
    }
  }
  return false;
}

// --- Filters
// --------------------------------------------------------------------------------------------------

// Without counting them: this runs after every ply.
template <int kCount>
bool at_most(Bits men) {
  for (int i = 0; i < kCount; ++i)
    men &= men - 1;
  return men == 0;
}

// The squares of men in front of pawns.
Bits blockers(const Position& position) {
  return ((position.men(Side::kWhite, Kind::kPawn) << 8) | (position.men(Side::kBlack, Kind::kPawn) >> 8)) &
         position.occupied();
}

// A side that cannot move its king nor any man but pawns: it will be out of moves soon, and few positions can
// come.
bool walled_in(const Position& position, Side side) {
  const Bits own = position.men(side);
  for (Bits men = own & ~position.men(side, Kind::kPawn); men != 0; men &= men - 1) {
    const Square at = first(men);
    const Kind kind = kind_of(position.cell(at));
    Bits to = attacks(side, kind, at, position.occupied()) & ~own;
    if (kind != Kind::kKing) {
      if (to != 0) return false;
      continue;
    }
    for (; to != 0; to &= to - 1) {
      if (attackers(position.board(), other(side), first(to), position.occupied() & ~bit(at)) == 0)
        return false;
    }
  }
  return true;
}

constexpr int kBlockedPawns = 3;
constexpr std::uint64_t kFewPositions = 20'000;

}  // namespace

Dead dead_position(const Position& position, bool& searched) {
  const Board& board = position.board();
  const Bits pawns = board.kinds[index(Kind::kPawn)];
  const Bits majors = board.kinds[index(Kind::kRook)] | board.kinds[index(Kind::kQueen)];
  if ((pawns | majors) == 0 && material_dead(board)) return Dead::kMaterial;
  if (at_most<kForcedMen>(position.occupied()) && !material_dead(board) &&
      count_legal_moves(position) <= static_cast<int>(kForcedMoves) && forced_dead(position, kForcedPlies))
    return Dead::kForced;
  if (board.kinds[index(Kind::kQueen)] != 0 || board.castling != 0 ||
      at_most<kBlockedPawns - 1>(blockers(position)))
    return Dead::kNo;
  Reach reach(position);
  const bool bounded = reach.grow();
  if (bounded && !reach.mates(Side::kWhite) && !reach.mates(Side::kBlack)) return Dead::kBlocked;
  const bool few = bounded && reach.positions() <= kFewPositions;
  if (!few && !walled_in(position, Side::kWhite) && !walled_in(position, Side::kBlack)) return Dead::kNo;
  if (searched) return Dead::kNo;
  searched = mate_comes(position, 3U, kDeadPositions);
  return searched ? Dead::kNo : Dead::kSearched;
}

bool can_mate(const Position& position, Side winner) {
  if (!material_mates(position.board(), winner)) return false;
  if (position.board().castling == 0) {
    Reach reach(position);
    if (reach.grow() && !reach.mates(winner)) return false;
  }
  return mate_comes(position, 1U << index(winner), kFlagPositions);
}

}  // namespace qitai::chess
