// Chess: dead positions (FIDE 5.2.2) and whether a side can still mate at all (6.9).
//
// What is found is exact: a position is called dead only where no series of legal moves mates. What the
// bounds below leave open counts as alive. The bounds belong to kRulesRevision.
#pragma once

#include <cstddef>

#include "chess/position.hpp"

namespace qitai::chess {

// Why neither side can mate.
enum class Dead {
  kNo,
  kMaterial,  // too few men, whoever helps
  kForced,    // the only moves there are lead to it
  kBlocked,   // no man ever gets to where it could mate
  kSearched,  // all positions that can come were looked at
};

// So few men may be left that every line is forced into it.
inline constexpr int kForcedMen = 6;
// Positions looked at for one answer: after every move where a king is walled in, and when a flag falls.
inline constexpr std::size_t kDeadPositions = 20'000;
inline constexpr std::size_t kFlagPositions = 120'000;

// Whether one has to look at all; inline, as nearly every position of a game is let pass here.
[[nodiscard]] inline bool may_be_dead(const Board& board) {
  Bits men = board.occupied();
  for (int i = 0; i < kForcedMen; ++i)
    men &= men - 1;
  return men == 0 || (board.kinds[index(Kind::kQueen)] == 0 && board.castling == 0);
}

// Called after every ply that may_be_dead: most positions are let pass by their pawns. The positions that can
// come are looked at only if `searched` is false, and it is set once that has found nothing: until the next
// capture or pawn move mostly the same positions would be looked at again.
[[nodiscard]] Dead dead_position(const Position& position, bool& searched);
[[nodiscard]] inline Dead dead_position(const Position& position) {
  bool searched = false;
  return dead_position(position, searched);
}

// Whether some series of legal moves of both sides mates the other king. True as well where the bound was
// reached.
[[nodiscard]] bool can_mate(const Position& position, Side winner);

}  // namespace qitai::chess
