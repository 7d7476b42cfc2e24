#include "xiangqi/evaluate.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace qitai::xiangqi {
namespace {

// Two numbers for two ages of the game: all attackers on the board, and hardly any.
struct Pair {
  int early = 0;
  int late = 0;
  constexpr Pair& operator+=(Pair other) {
    early += other.early;
    late += other.late;
    return *this;
  }
};

constexpr std::array<int, kKinds> kWorth{15000, 200, 200, 420, 900, 440, 100};
// What of it changes with the age: a horse jumps better on an empty board, a cannon wants screens, and the
// few soldiers that are left decide.
constexpr std::array<Pair, kKinds> kMaterial{
    {{0, 0}, {190, 210}, {190, 210}, {400, 450}, {900, 920}, {450, 420}, {70, 120}}};

constexpr int distance(int a, int b) {
  return a < b ? b - a : a - b;
}

// What a place adds, seen from Red's edge: rank 0 is its own.
constexpr Pair place(Kind kind, int file, int rank) {
  const int side = distance(file, 4);  // files from the middle one
  switch (kind) {
    case Kind::kGeneral:
      // At home and in the middle it has the most cover; late it may help.
      return {-14 * rank - 6 * side, 4 - 2 * rank + (side == 0 ? 6 : 0)};
    case Kind::kAdvisor:
      return {rank == 1 ? 10 : 4, rank == 1 ? 10 : 4};
    case Kind::kElephant:
      if (rank == 2 && side == 0) return {18, 18};
      return rank == 2 ? Pair{-12, -12} : Pair{rank == 0 ? 2 : -2, 0};
    case Kind::kHorse: {
      Pair pair{4 * std::min(rank, 7) - 5 * side, 3 * std::min(rank, 7) - 4 * side};
      if (rank == 0) pair += {-22, -10};
      if (rank == 1 && side == 0) pair += {-45, -10};  // before its own general it locks him in
      if (rank == 2 && side == 2) pair += {12, 0};
      if (rank >= 5 && rank <= 7 && side >= 1 && side <= 3) pair += {18, 14};
      if (rank == 9) pair += {-30, -20};
      return pair;
    }
    case Kind::kChariot: {
      Pair pair{-3 * side, -3 * side};
      if (rank == 0) pair += {side == 4 ? -24 : 4, 0};
      if (rank == 5 || rank == 6) pair += {18, 8};
      if (rank >= 8) pair += {14, 12};
      if (side == 1) pair += {10, 8};  // 肋道, beside the palace's middle
      return pair;
    }
    case Kind::kCannon: {
      Pair pair{side == 0 ? 22 : -2 * side, side == 0 ? 8 : 0};
      if (rank == 0) pair += {4, 14};
      if (rank == 2) pair += {8, 4};
      if (rank >= 3 && rank <= 6) pair += {-4, -6};
      if (rank == 9) pair += {side >= 2 ? 24 : 6, 10};
      return pair;
    }
    case Kind::kSoldier: {
      if (rank <= 4) return {(rank == 4 ? 12 : 0) + (side == 0 ? 16 : side == 2 ? 6 : 0), rank == 4 ? 12 : 0};
      // Across the river, nearer to the palace is better; on the last rank nothing is left to do but step
      // aside.
      if (rank == 9) return {50 - 4 * side, 10};
      const int near = side <= 1 ? 34 : side == 2 ? 24 : side == 3 ? 8 : -12;
      return {70 + near + 10 * (std::min(rank, 8) - 5), 60 + near + 6 * (std::min(rank, 8) - 5)};
    }
  }
  return {};
}

using Places = std::array<std::array<Pair, 256>, 2 * kKinds>;

constexpr Places make_places() {
  Places places{};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    for (int point = 0; point < kPoints; ++point) {
      const int file = point % kFiles;
      const int rank = point / kFiles;
      Pair red = kMaterial[kind];
      red += place(static_cast<Kind>(kind), file, rank);
      places[kind][square(file, rank)] = red;
      places[kKinds + kind][square(file, kRanks - 1 - rank)] = red;
    }
  }
  return places;
}
const Places kPlaces = make_places();

constexpr int kNorth = 16;
constexpr std::array<int, 4> kDirections{-kNorth, -1, 1, kNorth};

Square step(Square at, int delta) {
  return static_cast<Square>(at + delta);
}

// How an age weighs: 0 with no attackers left, kOldest with all of them.
constexpr int kFullAge = 2 * (2 * 4 + 2 * 2 + 2 * 2);

// What one side has, besides what its places say.
struct Forces {
  Pair sum;
  int age = 0;
  int guards = 0;     // advisors and elephants
  int aimed = 0;      // weight of the men that bear on the other general's half
  int attackers = 0;  // men that can cross the river
};

int chariot_moves(const Position& p, Square from, Cell own) {
  int moves = 0;
  for (const int delta : kDirections) {
    Square at = step(from, delta);
    for (; p.cell(at) == kEmpty; at = step(at, delta))
      ++moves;
    if ((p.cell(at) & own) == 0) ++moves;
  }
  return moves;
}

int horse_moves(const Position& p, Square from, Cell own) {
  int moves = 0;
  for (const int delta : kDirections) {
    if (p.cell(step(from, delta)) != kEmpty) continue;
    const int across = delta == kNorth || delta == -kNorth ? 1 : kNorth;
    for (const int side : {-across, across})
      moves += (p.cell(step(from, 2 * delta + side)) & own) == 0 ? 1 : 0;
  }
  return moves;
}

// Men between a cannon and a general on one line; -1: not on one line.
int men_between(const Position& p, Square from, Square to) {
  int delta = 0;
  if (file_of(from) == file_of(to)) delta = from < to ? kNorth : -kNorth;
  if (rank_of(from) == rank_of(to)) delta = from < to ? 1 : -1;
  if (delta == 0) return -1;
  int men = 0;
  for (Square at = step(from, delta); at != to; at = step(at, delta))
    men += p.cell(at) != kEmpty ? 1 : 0;
  return men;
}

Forces look_at(const Position& p, Side us) {
  Forces side;
  const Square prey = p.general(other(us));
  const Cell own = side_bit(us);
  const std::size_t row = us == Side::kRed ? 0 : kKinds;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const Square at = p.where(us, slot);
    if (at == kNowhere) continue;
    const Kind kind = kSlotKind[slot];
    side.sum += kPlaces[row + static_cast<std::size_t>(kind)][at];
    const bool far = across_river(us, at);
    switch (kind) {
      case Kind::kGeneral:
        break;
      case Kind::kAdvisor:
      case Kind::kElephant:
        ++side.guards;
        break;
      case Kind::kHorse: {
        const int moves = horse_moves(p, at, own);
        side.sum += {7 * (moves - 3), 6 * (moves - 3)};
        side.age += 2;
        side.attackers += 1;
        if (far) side.aimed += 3;
        break;
      }
      case Kind::kChariot: {
        const int moves = chariot_moves(p, at, own);
        side.sum += {3 * (moves - 8), 3 * (moves - 8)};
        side.age += 4;
        side.attackers += 1;
        side.aimed += far || file_of(at) == file_of(prey) ? 4 : 1;
        break;
      }
      case Kind::kCannon: {
        side.age += 2;
        side.attackers += 1;
        const int men = men_between(p, at, prey);
        if (men == 0) side.sum += {90, 30};  // 空心炮
        if (men == 2) side.sum += {14, 6};   // one step from a check or a pin
        if (men > 0 || far) side.aimed += men > 0 ? 3 : 2;
        break;
      }
      case Kind::kSoldier:
        side.attackers += 1;
        if (far && distance(file_of(at), file_of(prey)) <= 2) side.aimed += 2;
        break;
    }
  }
  return side;
}

// What the attack of one side on a general with few guards weighs.
int pressure(const Forces& attacker, const Forces& defender) {
  return attacker.aimed * (4 - defender.guards) * 5 / 2;
}

}  // namespace

int worth(Kind kind) {
  return kWorth[static_cast<std::size_t>(kind)];
}

int evaluate(const Position& position) {
  const Side us = position.side_to_move();
  const Forces mine = look_at(position, us);
  const Forces theirs = look_at(position, other(us));
  // Nobody can attack any more.
  if (mine.attackers == 0 && theirs.attackers == 0) return 0;
  const int age = std::min(mine.age + theirs.age, kFullAge);
  const int early = mine.sum.early - theirs.sum.early + pressure(mine, theirs) - pressure(theirs, mine);
  const int late = mine.sum.late - theirs.sum.late;
  int score = (early * age + late * (kFullAge - age)) / kFullAge;
  // Who has nothing to attack with is not ahead, whatever stands around its general.
  if (mine.attackers == 0) score = std::min(score, 0);
  if (theirs.attackers == 0) score = std::max(score, 0);
  constexpr int kTurn = 8;
  return std::clamp(score + kTurn, -20'000, 20'000);
}

}  // namespace qitai::xiangqi
