#include "xiangqi/threat.hpp"

#include <algorithm>
#include <cstdlib>

namespace qitai::xiangqi {
namespace {

Position flipped(const Position& position) {
  Position copy = position;
  copy.set_side_to_move(other(position.side_to_move()));
  return copy;
}

bool holds(const Attackers& attackers, Square at) {
  const auto* end = attackers.squares.begin() + attackers.count;
  return std::find(attackers.squares.begin(), end, at) != end;
}

// Who attacks each side's general before anything is taken: such checks are not the taking's doing.
using Standing = std::array<Attackers, 2>;

Standing standing_checks(const Position& position) {
  Standing standing;
  for (const Side side : {Side::kRed, Side::kBlack}) {
    if (in_check(position, side)) standing[index(side)] = attackers_of_general(position, side);
  }
  return standing;
}

// Whether nobody attacks the general of `side` but those who did before.
bool safe(const Position& position, Side side, const Standing& standing) {
  if (position.general(side) == kNowhere) return false;
  if (!in_check(position, side)) return true;
  const Attackers now = attackers_of_general(position, side);
  return std::all_of(now.squares.begin(), now.squares.begin() + now.count,
                     [&](Square at) { return holds(standing[index(side)], at); });
}

int worth(Cell man) {
  return kWorth[static_cast<std::size_t>(kind_of(man))];
}

// Whether a man could go from one point to another on an empty board, or as a cannon.
bool in_reach(Kind kind, Square from, Square to) {
  const int files = std::abs(file_of(to) - file_of(from));
  const int ranks = std::abs(rank_of(to) - rank_of(from));
  switch (kind) {
    case Kind::kGeneral:
    case Kind::kSoldier:
      return files + ranks == 1;
    case Kind::kAdvisor:
      return files == 1 && ranks == 1;
    case Kind::kElephant:
      return files == 2 && ranks == 2;
    case Kind::kHorse:
      return files * ranks == 2;
    case Kind::kChariot:
    case Kind::kCannon:
      return files == 0 || ranks == 0;
  }
  return false;
}

// Calls visit() with each man of the side to move having taken what stands on `at`, until it says false.
template <class Visit>
void each_capture(Position& position, Square at, const Standing& standing, Visit&& visit) {
  const Side us = position.side_to_move();
  bool going_on = true;
  for (std::size_t slot = 0; slot < kSlots && going_on; ++slot) {
    const Move move{position.where(us, slot), at};
    if (move.from == kNowhere || !in_reach(kSlotKind[slot], move.from, at) || !is_playable(position, move))
      continue;
    const Undo undo = position.make(move);
    going_on = !safe(position, us, standing) || visit();
    position.unmake(move, undo);
  }
}

bool can_take(Position& position, Square at, const Standing& standing) {
  bool found = false;
  each_capture(position, at, standing, [&] { return !(found = true); });
  return found;
}

// What the side to move wins by taking on `at` as long as it pays; 0: it does not take.
int best_exchange(Position& position, Square at, const Standing& standing) {
  const int prize = worth(position.cell(at));
  int best = 0;
  each_capture(position, at, standing, [&] {
    best = std::max(best, prize - best_exchange(position, at, standing));
    return best < prize;
  });
  return best;
}

// AXF: an unrooted man, or a chariot by a horse or cannon whether rooted or not (diagrams 25, 61-62).
bool axf_chase(const Attack& attack) {
  const Kind by = kind_of(attack.by);
  const bool on_chariot =
      kind_of(attack.victim) == Kind::kChariot && (by == Kind::kHorse || by == Kind::kCannon);
  return !attack.rooted || on_chariot;
}

Bar bar_of(const Attack& attack, Position& against, const Standing& standing) {
  const Kind by = kind_of(attack.by);
  if (by == Kind::kGeneral || by == Kind::kSoldier) return Bar::kGeneralOrSoldier;
  const Kind victim = kind_of(attack.victim);
  if (victim == Kind::kSoldier && !across_river(side_of(attack.victim), attack.at))
    return Bar::kSoldierAtHome;
  const Move back{attack.at, attack.from};
  if (victim != by || !is_playable(against, back)) return Bar::kNone;
  const Undo undo = against.make(back);
  const bool can = safe(against, side_of(attack.victim), standing);
  against.unmake(back, undo);
  return can ? Bar::kExchange : Bar::kNone;
}

const Attack* find(const std::vector<Attack>& attacks, Cell by, Cell victim) {
  const auto found = std::find_if(attacks.begin(), attacks.end(),
                                  [&](const Attack& a) { return a.by == by && a.victim == victim; });
  return found == attacks.end() ? nullptr : &*found;
}

int sign(int value) {
  return (value > 0) - (value < 0);
}

// The leg of a horse, the eye of an elephant that goes so: half of each way.
Square halfway(Square from, Square to) {
  return square(file_of(from) + (file_of(to) - file_of(from)) / 2,
                rank_of(from) + (rank_of(to) - rank_of(from)) / 2);
}

// Whether a man on `at` keeps a horse of `by` from attacking the general behind him.
bool bound_by_horse(const Position& position, Square at, Side by) {
  const Square general = position.general(other(by));
  for (std::size_t slot = kFirstSlot[static_cast<std::size_t>(Kind::kHorse)];
       slot < kFirstSlot[static_cast<std::size_t>(Kind::kChariot)]; ++slot) {
    const Square horse = position.where(by, slot);
    if (horse == kNowhere || general == kNowhere) continue;
    const int files = std::abs(file_of(general) - file_of(horse));
    const int ranks = std::abs(rank_of(general) - rank_of(horse));
    if (std::max(files, ranks) == 2 && std::min(files, ranks) == 1 && halfway(horse, general) == at)
      return true;
  }
  return false;
}

// Whether a man on `at` stands in the way of one on `from` who attacked `to`: between them, or on the horse's
// leg or the elephant's eye.
bool in_the_way(Square at, Square from, Square to) {
  const int files = file_of(to) - file_of(from);
  const int ranks = rank_of(to) - rank_of(from);
  if (files != 0 && ranks != 0) return at == halfway(from, to);
  const int step = sign(ranks) * 16 + sign(files);
  for (int i = from + step; i != to; i += step) {
    if (i == at) return true;
  }
  return false;
}

bool is_block(const Position& before, Move move, const Position& after) {
  const Side us = before.side_to_move();
  const Cell man = before.cell(move.from);
  if (man == cell_of(us, 0)) return false;
  const Attackers checks = attackers_of_general(before, us);
  for (std::size_t i = 0; i < checks.count; ++i) {
    if (in_the_way(move.to, checks.squares[i], before.general(us))) return true;
  }
  const std::vector<Attack> now = attacks_of(after);
  for (const Attack& old : attacks_of(flipped(before))) {
    if (old.victim != man && in_the_way(move.to, old.from, old.at) &&
        find(now, old.by, old.victim) == nullptr)
      return true;
  }
  return false;
}

}  // namespace

std::vector<Attack> attacks_of(const Position& position, Depth depth, unsigned victims) {
  std::vector<Attack> out;
  const Side us = position.side_to_move();
  const Standing standing = standing_checks(position);
  Position board = position;
  Position against = flipped(position);
  MoveList list;
  playable_moves(position, list);
  for (const Move move : list) {
    Attack attack{position.cell(move.from), position.cell(move.to), move.from, move.to};
    if (attack.victim == kEmpty || kind_of(attack.victim) == Kind::kGeneral) continue;
    if (((victims >> slot_of(attack.victim)) & 1U) == 0) continue;
    const Undo undo = board.make(move);
    if (safe(board, us, standing)) {
      attack.rooted = can_take(board, move.to, standing);
      if (depth == Depth::kExchanges) {
        attack.gain = worth(attack.victim);
        if (attack.rooted) attack.gain -= best_exchange(board, move.to, standing);
      }
      attack.bar = bar_of(attack, against, standing);
      if (attack.bar == Bar::kNone) {
        attack.chase =
            static_cast<RuleBits>((axf_chase(attack) ? kAxfChase : 0) | (attack.gain > 0 ? kCxaChase : 0));
      }
      out.push_back(attack);
    }
    board.unmake(move, undo);
  }
  return out;
}

Study study_ply(const Position& before, Move move, Depth depth) {
  Position after = before;
  after.make(move);
  Study study;
  study.depth = depth;
  study.attacks = attacks_of(flipped(after), depth);
  unsigned chased = 0;
  for (const Attack& attack : study.attacks)
    chased |= attack.chase == 0 ? 0U : 1U << slot_of(attack.victim);
  if (chased == 0) return study;  // what stood before need not be looked at
  const std::vector<Attack> old = attacks_of(before, depth, chased);
  for (Attack& attack : study.attacks) {
    const Attack* stood = find(old, attack.by, attack.victim);
    attack.made = static_cast<RuleBits>(attack.chase & ~(stood == nullptr ? 0 : stood->chase));
    const auto slot = static_cast<std::uint16_t>(1U << slot_of(attack.victim));
    if ((attack.made & kAxfChase) != 0) {
      study.axf |= slot;
      if (kind_of(attack.victim) == Kind::kChariot && bound_by_horse(after, attack.at, before.side_to_move()))
        study.bound |= slot;
    }
    if ((attack.made & kCxaChase) != 0) study.cxa |= slot;
  }
  return study;
}

std::vector<Attack> made_by(const Position& before, const Study& study) {
  std::vector<Attack> made = study.attacks;
  if (made.empty()) return made;
  const std::vector<Attack> old = attacks_of(before, Depth::kRoots);
  std::erase_if(made, [&](const Attack& a) { return find(old, a.by, a.victim) != nullptr; });
  return made;
}

Quiet quiet_kind(const Position& before, Move move, const std::vector<Attack>& made) {
  const Cell man = before.cell(move.from);
  for (const Attack& attack : made) {
    const bool equal = attack.bar == Bar::kNone && attack.rooted && attack.gain == 0;
    if (attack.bar == Bar::kExchange || equal) return Quiet::kExchange;
  }
  Position after = before;
  after.make(move);
  if (is_block(before, move, after)) return Quiet::kBlock;
  for (const Attack& attack : attacks_of(after)) {
    if (attack.victim == man && attack.gain > 0) return Quiet::kOffer;
  }
  for (const Attack& attack : made) {
    if (attack.by == man && attack.rooted) return Quiet::kFollow;
  }
  return Quiet::kIdle;
}

}  // namespace qitai::xiangqi
