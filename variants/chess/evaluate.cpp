#include "chess/evaluate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "chess/attacks.hpp"
#include "chess/moves.hpp"

namespace qitai::chess {
namespace {

// Two numbers for two ages of the game: all pieces on the board, and hardly any.
struct Pair {
  int early = 0;
  int late = 0;
  constexpr Pair& operator+=(Pair other) {
    early += other.early;
    late += other.late;
    return *this;
  }
};

constexpr std::array<int, kKinds> kWorth{100, 320, 335, 500, 950, 15000};
constexpr std::array<Pair, kKinds> kMaterial{
    {{90, 115}, {325, 300}, {335, 325}, {480, 530}, {960, 980}, {0, 0}}};
// What each piece that is left says of the age.
constexpr std::array<int, kKinds> kAge{0, 1, 1, 2, 4, 0};
constexpr int kFullAge = 24;

// Twice the way from the board's middle, in steps: 1 on the four middle squares, 7 at the edge.
constexpr int from_middle(int file_or_rank) {
  const int twice = 2 * file_or_rank - 7;
  return twice < 0 ? -twice : twice;
}

// What a place adds, seen from White's edge: rank 0 is its own.
constexpr Pair place(Kind kind, int file, int rank) {
  const int far = from_middle(file) + from_middle(rank);  // 2 in the middle, 14 in a corner
  const bool centre = file == 3 || file == 4;
  switch (kind) {
    case Kind::kPawn: {
      // Middle pawns forward; those before a castled king stay.
      int early = centre ? 8 * std::min(rank - 1, 3) : 2 * (rank - 1);
      if (rank == 1 && centre) early -= 14;
      if (file == 0 || file == 7) early -= 6;
      return {early, 7 * (rank - 1)};
    }
    case Kind::kKnight:
      return {32 - 5 * far + (rank >= 3 && rank <= 5 ? 8 : 0), 20 - 4 * far};
    case Kind::kBishop:
      return {12 - 2 * far + (rank == 0 ? -10 : 0), 8 - 2 * far};
    case Kind::kRook:
      return {(rank == 6 ? 18 : 0) + (centre ? 6 : 0), rank == 6 ? 16 : 0};
    case Kind::kQueen:
      return {rank == 0 ? 2 : 4 - far / 2, 24 - 3 * far};
    case Kind::kKing: {
      // Behind its pawns at the side while there are queens; in the middle when they are gone.
      const int home = rank == 0 ? 0 : -24 * rank;
      const int side = file <= 2 || file >= 6 ? 24 : file == 3 || file == 5 ? -12 : 0;
      return {std::max(home, -90) + side, 40 - 6 * far};
    }
  }
  return {};
}

using Places = std::array<std::array<Pair, kSquares>, kKinds>;

constexpr Places make_places() {
  Places places{};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    for (int at = 0; at < kSquares; ++at) {
      Pair pair = kMaterial[kind];
      pair += place(static_cast<Kind>(kind), at % kFiles, at / kFiles);
      places[kind][static_cast<std::size_t>(at)] = pair;
    }
  }
  return places;
}
constexpr Places kPlaces = make_places();

struct Forces {
  Pair sum;
  int age = 0;
  int aimed = 0;  // weight of the pieces that bear on the squares round the other king
};

int count(Bits bits) {
  return std::popcount(bits);
}

// The squares ahead of a pawn on its own file and the neighbouring ones.
Bits ahead_of(Side us, Square at) {
  const int file = file_of(at);
  Bits files = file_bits(file);
  if (file > 0) files |= file_bits(file - 1);
  if (file < kFiles - 1) files |= file_bits(file + 1);
  const unsigned row = static_cast<unsigned>(8 * rank_of(at));
  // Pawns never stand on the last ranks, so the shifts stay below 64.
  return us == Side::kWhite ? files & ~((Bits{1} << (row + 8)) - 1) : files & ((Bits{1} << row) - 1);
}

void look_at_pawns(const Position& p, Side us, Forces& forces) {
  const Bits own = p.men(us, Kind::kPawn);
  const Bits theirs = p.men(other(us), Kind::kPawn);
  for (Bits left = own; left != 0; left &= left - 1) {
    const auto at = static_cast<Square>(std::countr_zero(left));
    const int file = file_of(at);
    const int rank = us == Side::kWhite ? rank_of(at) : 7 - rank_of(at);
    const Bits ahead = ahead_of(us, at);
    Bits beside = 0;
    if (file > 0) beside |= file_bits(file - 1);
    if (file < kFiles - 1) beside |= file_bits(file + 1);
    if ((own & beside) == 0) forces.sum += {-12, -14};
    if ((own & file_bits(file) & ahead) != 0) forces.sum += {-10, -18};
    if ((theirs & ahead) == 0) {
      constexpr std::array<int, 8> kPassed{0, 4, 8, 18, 40, 75, 130, 0};
      const int passed = kPassed[static_cast<std::size_t>(rank)];
      forces.sum += {passed / 2, passed};
    }
  }
}

Forces look_at(const Position& p, Side us) {
  Forces forces;
  const Side them = other(us);
  const Bits occupied = p.occupied();
  const Bits own = p.men(us);
  const Bits ring = kKingAttacks[p.king(them)];
  const unsigned turn = us == Side::kWhite ? 0 : 56;
  Bits guarded_by_pawns = 0;  // squares where their pawns take
  for (Bits left = p.men(them, Kind::kPawn); left != 0; left &= left - 1)
    guarded_by_pawns |= kPawnAttacks[index(them)][static_cast<std::size_t>(std::countr_zero(left))];
  for (std::size_t k = 0; k < kKinds; ++k) {
    const auto kind = static_cast<Kind>(k);
    for (Bits left = p.men(us, kind); left != 0; left &= left - 1) {
      const auto at = static_cast<Square>(std::countr_zero(left));
      forces.sum += kPlaces[k][at ^ turn];
      forces.age += kAge[k];
      if (kind == Kind::kPawn || kind == Kind::kKing) continue;
      const Bits reach = attacks(us, kind, at, occupied);
      const int free = count(reach & ~own & ~guarded_by_pawns);
      switch (kind) {
        case Kind::kKnight:
          forces.sum += {4 * (free - 4), 4 * (free - 4)};
          break;
        case Kind::kBishop:
          forces.sum += {4 * (free - 6), 4 * (free - 6)};
          break;
        case Kind::kRook: {
          forces.sum += {2 * (free - 7), 3 * (free - 7)};
          const Bits file = file_bits(file_of(at));
          if ((file & p.men(us, Kind::kPawn)) == 0)
            forces.sum += {(file & p.men(them, Kind::kPawn)) == 0 ? 22 : 10, 8};
          break;
        }
        default:
          forces.sum += {free - 13, 2 * (free - 13)};
          break;
      }
      const int near = count(reach & ring);
      if (near > 0) forces.aimed += kAge[k] + near;
    }
  }
  if (count(p.men(us, Kind::kBishop)) >= 2) forces.sum += {28, 40};
  look_at_pawns(p, us, forces);
  return forces;
}

// Own pawns that stand close before the king: what the other side's attack meets.
int shelter(const Position& p, Side us) {
  const Square king = p.king(us);
  const Bits pawns = p.men(us, Kind::kPawn);
  int cover = 0;
  for (int file = std::max(file_of(king) - 1, 0); file <= std::min(file_of(king) + 1, 7); ++file) {
    for (const int rows : {1, 2}) {
      const int rank = rank_of(king) + (us == Side::kWhite ? rows : -rows);
      if (rank < 0 || rank > 7 || (pawns & bit(square(file, rank))) == 0) continue;
      cover += rows == 1 ? 3 : 2;
      break;
    }
  }
  return cover;
}

// Who is ahead without pawns drives the other king to the edge and comes nearer with its own.
int chase_home(const Position& p, Side ahead) {
  const Square prey = p.king(other(ahead));
  const Square king = p.king(ahead);
  const int way = std::max(std::abs(file_of(prey) - file_of(king)), std::abs(rank_of(prey) - rank_of(king)));
  return 8 * (from_middle(file_of(prey)) + from_middle(rank_of(prey))) - 8 * way;
}

}  // namespace

int worth(Kind kind) {
  return kWorth[index(kind)];
}

bool nobody_can_mate(const Position& position) {
  const Board& board = position.board();
  if ((board.kinds[index(Kind::kPawn)] | board.kinds[index(Kind::kRook)] |
       board.kinds[index(Kind::kQueen)]) != 0)
    return false;
  return count(board.kinds[index(Kind::kKnight)] | board.kinds[index(Kind::kBishop)]) <= 1;
}

int evaluate(const Position& position) {
  if (nobody_can_mate(position)) return 0;
  const Side us = position.side_to_move();
  const Forces mine = look_at(position, us);
  const Forces theirs = look_at(position, other(us));
  const int age = std::min(mine.age + theirs.age, kFullAge);
  // An attack weighs by its square: one piece alone mates nobody.
  const int attack = mine.aimed * mine.aimed / 3 - theirs.aimed * theirs.aimed / 3;
  const int early =
      mine.sum.early - theirs.sum.early + attack + 6 * (shelter(position, us) - shelter(position, other(us)));
  const int late = mine.sum.late - theirs.sum.late;
  int score = (early * age + late * (kFullAge - age)) / kFullAge;
  if (position.board().kinds[index(Kind::kPawn)] == 0 && std::abs(score) > 250)
    score += score > 0 ? chase_home(position, us) : -chase_home(position, other(us));
  // Without a pawn a lone piece more does not win.
  const bool ahead_us = score > 0;
  const Side ahead = ahead_us ? us : other(us);
  const bool no_pawns = position.men(ahead, Kind::kPawn) == 0;
  if (no_pawns && std::abs(score) < 450 && mine.age + theirs.age <= 8) score /= 4;
  constexpr int kTurn = 10;
  return std::clamp(score + kTurn, -20'000, 20'000);
}

}  // namespace qitai::chess
