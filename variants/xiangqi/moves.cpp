#include "xiangqi/moves.hpp"

#include <algorithm>
#include <bit>

namespace qitai::xiangqi {
namespace {

// --- Lines
// --------------------------------------------------------------------------------------------------- A rank
// or file as bits, and what a chariot or cannon at `i` sees of it. Both are tables of ten points; on a rank
// the tenth bit is masked away.

inline constexpr unsigned kLine = kRanks;
inline constexpr unsigned kLineStates = 1U << kLine;

struct Sight {
  std::uint16_t slide = 0;  // up to and including the first man on either side
  std::uint16_t jump = 0;   // the second man on either side: what a cannon takes
};

using SightTable = std::array<Sight, kLineStates>;

constexpr SightTable make_sight(unsigned i) {
  SightTable table{};
  for (unsigned occupied = 0; occupied < kLineStates; ++occupied) {
    unsigned slide = 0;
    unsigned jump = 0;
    unsigned met = 0;
    for (unsigned at = i + 1; at < kLine && met < 2; ++at) {
      const unsigned bit = 1U << at;
      slide |= met == 0 ? bit : 0;
      met += (occupied >> at) & 1U;
      jump |= met == 2 ? bit : 0;
    }
    met = 0;
    for (unsigned at = i; at > 0 && met < 2; --at) {
      const unsigned bit = 1U << (at - 1);
      slide |= met == 0 ? bit : 0;
      met += (occupied >> (at - 1)) & 1U;
      jump |= met == 2 ? bit : 0;
    }
    table[occupied] = {static_cast<std::uint16_t>(slide), static_cast<std::uint16_t>(jump)};
  }
  return table;
}

// One constant a line keeps each evaluation within the compilers' step limits.
constexpr SightTable kSight0 = make_sight(0);
constexpr SightTable kSight1 = make_sight(1);
constexpr SightTable kSight2 = make_sight(2);
constexpr SightTable kSight3 = make_sight(3);
constexpr SightTable kSight4 = make_sight(4);
constexpr SightTable kSight5 = make_sight(5);
constexpr SightTable kSight6 = make_sight(6);
constexpr SightTable kSight7 = make_sight(7);
constexpr SightTable kSight8 = make_sight(8);
constexpr SightTable kSight9 = make_sight(9);
constexpr std::array<SightTable, kLine> kSight{kSight0, kSight1, kSight2, kSight3, kSight4,
                                               kSight5, kSight6, kSight7, kSight8, kSight9};

inline constexpr unsigned kRankMask = (1U << kFiles) - 1;

// std::popcount is a call on the plain amd64 that Debian builds for; a line fits a table.
constexpr std::array<std::uint8_t, kLineStates> make_line_count() {
  std::array<std::uint8_t, kLineStates> table{};
  for (unsigned bits = 1; bits < kLineStates; ++bits)
    table[bits] = static_cast<std::uint8_t>(table[bits >> 1] + (bits & 1U));
  return table;
}
constexpr auto kLineCount = make_line_count();

// The points strictly between two of a line, as bits.
constexpr unsigned between(int a, int b) {
  return (1U << std::max(a, b)) - (2U << std::min(a, b));
}

// std::has_single_bit would count, with the call mentioned above.
constexpr bool one_bit(unsigned bits) {
  return bits != 0 && (bits & (bits - 1)) == 0;
}

inline constexpr int kNorth = 16;
inline constexpr int kEast = 1;

constexpr Square step(Square from, int delta) {
  return static_cast<Square>(from + delta);
}

constexpr int forward(Side side) {
  return side == Side::kRed ? kNorth : -kNorth;
}

// --- Jumps
// ---------------------------------------------------------------------------------------------------

struct Jump {
  int to;   // target, as a difference of squares
  int via;  // 马腿, 象眼: the crossing that must be empty
};

// Ascending by target, as the move lists are sorted.
constexpr std::array<Jump, 8> kHorseJumps{{{-2 * kNorth - 1, -kNorth},
                                           {-2 * kNorth + 1, -kNorth},
                                           {-kNorth - 2, -kEast},
                                           {-kNorth + 2, kEast},
                                           {kNorth - 2, -kEast},
                                           {kNorth + 2, kEast},
                                           {2 * kNorth - 1, kNorth},
                                           {2 * kNorth + 1, kNorth}}};
constexpr std::array<Jump, 4> kElephantJumps{{{-2 * kNorth - 2, -kNorth - 1},
                                              {-2 * kNorth + 2, -kNorth + 1},
                                              {2 * kNorth - 2, kNorth - 1},
                                              {2 * kNorth + 2, kNorth + 1}}};
constexpr std::array<int, 4> kDiagonals{-kNorth - 1, -kNorth + 1, kNorth - 1, kNorth + 1};
constexpr std::array<int, 4> kOrthogonals{-kNorth, -kEast, kEast, kNorth};

// By difference to - from + 256: the leg of a horse at `from` that could reach `to`, as a difference; 0:
// none.
constexpr std::array<std::int8_t, 512> make_horse_legs() {
  std::array<std::int8_t, 512> table{};
  for (const Jump jump : kHorseJumps)
    table[static_cast<std::size_t>(jump.to + 256)] = static_cast<std::int8_t>(jump.via);
  return table;
}
constexpr auto kHorseLeg = make_horse_legs();

// Bit 0 and 1: in Red's and Black's palace; bit 2 and 3: on Red's and Black's half.
constexpr std::array<std::uint8_t, 256> make_regions() {
  std::array<std::uint8_t, 256> table{};
  for (int rank = 0; rank < kRanks; ++rank) {
    for (int file = 0; file < kFiles; ++file) {
      const Square at = square(file, rank);
      table[at] = static_cast<std::uint8_t>((in_palace(Side::kRed, at) ? 1 : 0) |
                                            (in_palace(Side::kBlack, at) ? 2 : 0) | (rank <= 4 ? 4 : 8));
    }
  }
  return table;
}
constexpr auto kRegion = make_regions();

constexpr std::uint8_t palace_bit(Side side) {
  return side == Side::kRed ? 1 : 2;
}
constexpr std::uint8_t half_bit(Side side) {
  return side == Side::kRed ? 4 : 8;
}

// --- What a man sees
// -------------------------------------------------------------------------------------------

// The targets of a chariot or cannon on its rank (bit = file) and its file (bit = rank).
struct Cross {
  unsigned rank;
  unsigned file;
};

template <Side kUs>
inline Cross chariot_targets(const Position& p, Square at) {
  const unsigned own_rank = p.on_rank(kUs, at);
  const unsigned own_file = p.on_file(kUs, at);
  const unsigned rank =
      kSight[static_cast<unsigned>(file_of(at))][own_rank | p.on_rank(other(kUs), at)].slide;
  const unsigned file =
      kSight[static_cast<unsigned>(rank_of(at))][own_file | p.on_file(other(kUs), at)].slide;
  return {rank & ~own_rank & kRankMask, file & ~own_file};
}

template <Side kUs>
inline Cross cannon_targets(const Position& p, Square at) {
  const unsigned their_rank = p.on_rank(other(kUs), at);
  const unsigned their_file = p.on_file(other(kUs), at);
  const unsigned all_rank = p.on_rank(kUs, at) | their_rank;
  const unsigned all_file = p.on_file(kUs, at) | their_file;
  const Sight rank = kSight[static_cast<unsigned>(file_of(at))][all_rank];
  const Sight file = kSight[static_cast<unsigned>(rank_of(at))][all_file];
  return {((rank.slide & ~all_rank) | (rank.jump & their_rank)) & kRankMask,
          (file.slide & ~all_file) | (file.jump & their_file)};
}

// Calls emit(square) for each target, ascending.
template <class Emit>
inline void each_of(Cross targets, Square at, Emit&& emit) {
  const unsigned below = (1U << rank_of(at)) - 1;
  for (unsigned bits = targets.file & below; bits != 0; bits &= bits - 1)
    emit(static_cast<Square>(((std::countr_zero(bits) + 3) << 4) | (at & 15)));
  for (unsigned bits = targets.rank; bits != 0; bits &= bits - 1)
    emit(static_cast<Square>((at & 0xF0) | std::countr_zero(bits)));
  for (unsigned bits = targets.file & ~below; bits != 0; bits &= bits - 1)
    emit(static_cast<Square>(((std::countr_zero(bits) + 3) << 4) | (at & 15)));
}

// The target of a general who sees the other one on an open file (he takes him), else kNowhere.
inline Square facing_general(const Position& p, Side us) {
  const Square here = p.general(us);
  const Square there = p.general(other(us));
  if (here == kNowhere || there == kNowhere || file_of(here) != file_of(there)) return kNowhere;
  const unsigned all = p.on_file(Side::kRed, here) | p.on_file(Side::kBlack, here);
  return (all & between(rank_of(here), rank_of(there))) == 0 ? there : kNowhere;
}

// Calls emit(square) for each point the man at `from` can go to, ascending.
template <Side kUs, class Emit>
inline void each_target(const Position& p, Square from, Emit&& emit) {
  constexpr Cell kOwn = side_bit(kUs);
  const auto open = [&](Square to) { return (p.cell(to) & kOwn) == 0; };
  switch (kind_of(p.cell(from))) {
    case Kind::kGeneral: {
      const Square facing = facing_general(p, kUs);
      if (facing != kNowhere && facing < from) emit(facing);
      for (const int delta : kOrthogonals) {
        const Square to = step(from, delta);
        if ((kRegion[to] & palace_bit(kUs)) != 0 && open(to)) emit(to);
      }
      if (facing != kNowhere && facing > from) emit(facing);
      return;
    }
    case Kind::kAdvisor:
      for (const int delta : kDiagonals) {
        const Square to = step(from, delta);
        if ((kRegion[to] & palace_bit(kUs)) != 0 && open(to)) emit(to);
      }
      return;
    case Kind::kElephant:
      for (const Jump jump : kElephantJumps) {
        const Square to = step(from, jump.to);
        if ((kRegion[to] & half_bit(kUs)) != 0 && open(to) && p.cell(step(from, jump.via)) == kEmpty)
          emit(to);
      }
      return;
    case Kind::kHorse:
      for (const Jump jump : kHorseJumps) {
        const Square to = step(from, jump.to);
        if (open(to) && p.cell(step(from, jump.via)) == kEmpty) emit(to);
      }
      return;
    case Kind::kChariot:
      each_of(chariot_targets<kUs>(p, from), from, emit);
      return;
    case Kind::kCannon:
      each_of(cannon_targets<kUs>(p, from), from, emit);
      return;
    case Kind::kSoldier: {
      const Square ahead = step(from, forward(kUs));
      if (kUs == Side::kBlack && open(ahead)) emit(ahead);
      if ((kRegion[from] & half_bit(kUs)) == 0) {
        if (open(step(from, -kEast))) emit(step(from, -kEast));
        if (open(step(from, kEast))) emit(step(from, kEast));
      }
      if (kUs == Side::kRed && open(ahead)) emit(ahead);
      return;
    }
  }
}

// Calls visit(square) for each man of one side, ascending.
template <Side kUs, class Visit>
inline void each_man(const Position& p, Visit&& visit) {
  for (int rank = 0; rank < kRanks; ++rank) {
    const Square row = square(0, rank);
    for (unsigned bits = p.on_rank(kUs, row); bits != 0; bits &= bits - 1)
      visit(static_cast<Square>(row | std::countr_zero(bits)));
  }
}

// --- Check
// -----------------------------------------------------------------------------------------------------

inline constexpr std::size_t kHorse0 = kFirstSlot[static_cast<std::size_t>(Kind::kHorse)];
inline constexpr std::size_t kChariot0 = kFirstSlot[static_cast<std::size_t>(Kind::kChariot)];
inline constexpr std::size_t kCannon0 = kFirstSlot[static_cast<std::size_t>(Kind::kCannon)];
inline constexpr std::size_t kSoldier0 = kFirstSlot[static_cast<std::size_t>(Kind::kSoldier)];

[[nodiscard]] inline bool aligned(Square a, Square b) {
  const unsigned difference = static_cast<unsigned>(a ^ b);
  return (difference & 0xF0U) == 0 || (difference & 0x0FU) == 0;
}

// Calls visit(square) for each man of `them` that stands next to `king` as a soldier who attacks him.
template <Side kUs, class Visit>
inline void each_soldier_on(const Position& p, Square king, Visit&& visit) {
  constexpr Side kThem = other(kUs);
  for (const int delta : {kEast, -kEast, -forward(kThem)}) {
    const Square at = step(king, delta);
    const Cell man = p.cell(at);
    if ((man & kBorder) == side_bit(kThem) && slot_of(man) >= kSoldier0) visit(at);
  }
}

// Whether our general is unattacked once `from`, any man's square, the general's too, has gone to `to`. With
// kNowhere for both: whether he is unattacked now.
template <Side kUs>
bool safe_after(const Position& p, Square from, Square to) {
  constexpr Side kThem = other(kUs);
  const Square own = p.general(kUs);
  const Square king = from == own ? to : own;
  const auto occupied = [&](Square at) { return (p.cell(at) != kEmpty && at != from) || at == to; };

  unsigned rank = p.on_rank(kUs, king) | p.on_rank(kThem, king);
  if (((from ^ king) & 0xF0) == 0) rank &= ~(1U << file_of(from));
  if (((to ^ king) & 0xF0) == 0) rank |= 1U << file_of(to);
  unsigned file = p.on_file(kUs, king) | p.on_file(kThem, king);
  // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): both are points of the board.
  if (((from ^ king) & 0x0F) == 0) file &= ~(1U << rank_of(from));
  if (((to ^ king) & 0x0F) == 0) file |= 1U << rank_of(to);

  const auto men_between = [&](Square at) {
    return file_of(at) == file_of(king) ? file & between(rank_of(at), rank_of(king))
                                        : rank & between(file_of(at), file_of(king));
  };

  const Square their_general = p.general(kThem);
  if (their_general != kNowhere && their_general != to && file_of(their_general) == file_of(king) &&
      men_between(their_general) == 0)
    return false;
  for (std::size_t slot = kChariot0; slot < kSoldier0; ++slot) {
    const Square at = p.where(kThem, slot);
    if (at == kNowhere || at == to || !aligned(at, king)) continue;
    const unsigned men = men_between(at);
    if (slot < kCannon0 ? men == 0 : one_bit(men)) return false;
  }
  for (std::size_t slot = kHorse0; slot < kChariot0; ++slot) {
    const Square at = p.where(kThem, slot);
    if (at == kNowhere || at == to) continue;
    const int leg = kHorseLeg[static_cast<std::size_t>(king - at + 256)];
    if (leg != 0 && !occupied(step(at, leg))) return false;
  }
  bool safe = true;
  each_soldier_on<kUs>(p, king, [&](Square at) { safe = safe && at == to; });
  return safe;
}

// What stands around our general. The quiet case, by far the most frequent, has neither check nor hollow
// cannon, and then every move of a man that is not in `bound` (but the general) is legal.
struct Danger {
  unsigned bound = 0;  // our men, by slot, whose leaving may let an attack through
  bool special =
      false;  // in check, or a cannon faces the general across empty points (空心炮, any block is a screen)
};

template <Side kUs>
inline Danger danger_of(const Position& p) {
  constexpr Side kThem = other(kUs);
  const Square king = p.general(kUs);
  Danger danger;
  const auto bind_all = [&](unsigned own_men, bool along_file) {
    for (; own_men != 0; own_men &= own_men - 1) {
      const int i = std::countr_zero(own_men);
      const Square at = along_file ? static_cast<Square>(((i + 3) << 4) | (king & 15))
                                   : static_cast<Square>((king & 0xF0) | i);
      danger.bound |= 1U << slot_of(p.cell(at));
    }
  };
  const auto look = [&](Square at, bool cannon) {
    const bool along_file = ((at ^ king) & 0x0F) == 0;
    const unsigned gap =
        along_file ? between(rank_of(at), rank_of(king)) : between(file_of(at), file_of(king));
    const unsigned own = (along_file ? p.on_file(kUs, king) : p.on_rank(kUs, king)) & gap;
    const unsigned men = own | ((along_file ? p.on_file(kThem, king) : p.on_rank(kThem, king)) & gap);
    const unsigned but_one = men & (men - 1);  // the men without the first
    if (!cannon) {
      if (men == 0) danger.special = true;
      if (but_one == 0) bind_all(own, along_file);
    } else {
      if (but_one == 0)
        danger.special = true;  // no man: hollow cannon; one: check
      else if ((but_one & (but_one - 1)) == 0)
        bind_all(own, along_file);
    }
  };

  const Square their_general = p.general(kThem);
  if (their_general != kNowhere && file_of(their_general) == file_of(king)) look(their_general, false);
  for (std::size_t slot = kChariot0; slot < kSoldier0; ++slot) {
    const Square at = p.where(kThem, slot);
    if (at != kNowhere && aligned(at, king)) look(at, slot >= kCannon0);
  }
  for (std::size_t slot = kHorse0; slot < kChariot0; ++slot) {
    const Square at = p.where(kThem, slot);
    const int leg = kHorseLeg[static_cast<std::size_t>(king - at + 256)];
    if (leg == 0 || at == kNowhere) continue;
    const Cell man = p.cell(step(at, leg));
    if (man == kEmpty)
      danger.special = true;
    else if ((man & side_bit(kUs)) != 0)
      danger.bound |= 1U << slot_of(man);
  }
  each_soldier_on<kUs>(p, king, [&](Square) { danger.special = true; });
  return danger;
}

// --- Lists
// -----------------------------------------------------------------------------------------------------

template <Side kUs>
void list_playable(const Position& p, MoveList& out) {
  out.clear();
  if (p.general(kUs) == kNowhere) return;
  each_man<kUs>(p, [&](Square from) { each_target<kUs>(p, from, [&](Square to) { out.add({from, to}); }); });
}

template <Side kUs>
void list_legal(const Position& p, MoveList& out) {
  out.clear();
  const Square king = p.general(kUs);
  if (king == kNowhere) return;
  const Square prey = p.general(other(kUs));
  const Danger danger = danger_of<kUs>(p);
  const unsigned doubtful = danger.special ? 0xFFFFU : danger.bound | 1U;
  each_man<kUs>(p, [&](Square from) {
    if (((doubtful >> slot_of(p.cell(from))) & 1U) == 0) {
      each_target<kUs>(p, from, [&](Square to) { out.add({from, to}); });
    } else {
      each_target<kUs>(p, from, [&](Square to) {
        if (to == prey || safe_after<kUs>(p, from, to)) out.add({from, to});
      });
    }
  });
}

// Moves of one man, by slot, all taken to be legal.
template <Side kUs>
inline int count_targets(const Position& p, Square from, std::size_t slot) {
  constexpr Cell kOwn = side_bit(kUs);
  const auto open = [&](int delta) { return static_cast<int>((p.cell(step(from, delta)) & kOwn) == 0); };
  const auto empty = [&](int delta) { return static_cast<int>(p.cell(step(from, delta)) == kEmpty); };
  switch (kSlotKind[slot]) {
    case Kind::kHorse:
      return empty(-kNorth) * (open(-2 * kNorth - 1) + open(-2 * kNorth + 1)) +
             empty(-kEast) * (open(-kNorth - 2) + open(kNorth - 2)) +
             empty(kEast) * (open(-kNorth + 2) + open(kNorth + 2)) +
             empty(kNorth) * (open(2 * kNorth - 1) + open(2 * kNorth + 1));
    case Kind::kChariot: {
      const Cross targets = chariot_targets<kUs>(p, from);
      return kLineCount[targets.rank] + kLineCount[targets.file];
    }
    case Kind::kCannon: {
      const Cross targets = cannon_targets<kUs>(p, from);
      return kLineCount[targets.rank] + kLineCount[targets.file];
    }
    case Kind::kSoldier: {
      const int crossed = (kRegion[from] & half_bit(kUs)) == 0;
      return open(forward(kUs)) + crossed * (open(-kEast) + open(kEast));
    }
    default: {
      int count = 0;
      each_target<kUs>(p, from, [&](Square) { ++count; });
      return count;
    }
  }
}

template <Side kUs>
int count_legal(const Position& p) {
  const Square king = p.general(kUs);
  if (king == kNowhere) return 0;
  const Danger danger = danger_of<kUs>(p);
  if (danger.special) {
    MoveList list;
    list_legal<kUs>(p, list);
    return static_cast<int>(list.size());
  }
  const Square prey = p.general(other(kUs));
  int count = 0;
  const auto count_checked = [&](Square from) {
    each_target<kUs>(p, from,
                     [&](Square to) { count += to == prey || safe_after<kUs>(p, from, to) ? 1 : 0; });
  };
  count_checked(king);
#pragma GCC unroll 16
  for (std::size_t slot = 1; slot < kSlots; ++slot) {
    const Square from = p.where(kUs, slot);
    if (from == kNowhere) continue;
    if (((danger.bound >> slot) & 1U) == 0)
      count += count_targets<kUs>(p, from, slot);
    else
      count_checked(from);
  }
  return count;
}

template <Side kUs>
std::uint64_t perft_of(Position& p, int depth) {
  if (depth == 1) return static_cast<std::uint64_t>(count_legal<kUs>(p));
  MoveList list;
  list_legal<kUs>(p, list);
  std::uint64_t leaves = 0;
  for (const Move move : list) {
    const Undo undo = p.make(move);
    leaves += perft_of<other(kUs)>(p, depth - 1);
    p.unmake(move, undo);
  }
  return leaves;
}

template <Side kUs>
Attackers attackers(const Position& p) {
  constexpr Side kThem = other(kUs);
  Attackers out;
  const Square king = p.general(kUs);
  if (king == kNowhere) return out;
  each_man<kThem>(p, [&](Square from) {
    each_target<kThem>(p, from, [&](Square to) {
      if (to == king) out.squares[out.count++] = from;
    });
  });
  return out;
}

}  // namespace

bool MoveList::contains(Move move) const {
  return std::find(begin(), end(), move) != end();
}

void playable_moves(const Position& position, MoveList& out) {
  position.side_to_move() == Side::kRed ? list_playable<Side::kRed>(position, out)
                                        : list_playable<Side::kBlack>(position, out);
}

void legal_moves(const Position& position, MoveList& out) {
  position.side_to_move() == Side::kRed ? list_legal<Side::kRed>(position, out)
                                        : list_legal<Side::kBlack>(position, out);
}

int count_legal_moves(const Position& position) {
  return position.side_to_move() == Side::kRed ? count_legal<Side::kRed>(position)
                                               : count_legal<Side::kBlack>(position);
}

bool is_legal(const Position& position, Move playable) {
  if (playable.to == position.general(other(position.side_to_move()))) return true;
  return position.side_to_move() == Side::kRed
             ? safe_after<Side::kRed>(position, playable.from, playable.to)
             : safe_after<Side::kBlack>(position, playable.from, playable.to);
}

bool is_playable(const Position& position, Move move) {
  const Cell man = position.cell(move.from);
  const Side us = position.side_to_move();
  if ((man & kBorder) != side_bit(us) || position.general(us) == kNowhere) return false;
  bool found = false;
  const auto compare = [&](Square to) { found = found || to == move.to; };
  us == Side::kRed ? each_target<Side::kRed>(position, move.from, compare)
                   : each_target<Side::kBlack>(position, move.from, compare);
  return found;
}

bool in_check(const Position& position, Side side) {
  if (position.general(side) == kNowhere) return false;
  return side == Side::kRed ? !safe_after<Side::kRed>(position, kNowhere, kNowhere)
                            : !safe_after<Side::kBlack>(position, kNowhere, kNowhere);
}

Attackers attackers_of_general(const Position& position, Side side) {
  return side == Side::kRed ? attackers<Side::kRed>(position) : attackers<Side::kBlack>(position);
}

std::uint64_t perft(Position& position, int depth) {
  if (depth <= 0) return 1;
  return position.side_to_move() == Side::kRed ? perft_of<Side::kRed>(position, depth)
                                               : perft_of<Side::kBlack>(position, depth);
}

std::vector<Division> divide(Position& position, int depth) {
  MoveList list;
  legal_moves(position, list);
  std::vector<Division> parts;
  for (const Move move : list) {
    const Undo undo = position.make(move);
    parts.push_back({move, perft(position, depth - 1)});
    position.unmake(move, undo);
  }
  return parts;
}

}  // namespace qitai::xiangqi
