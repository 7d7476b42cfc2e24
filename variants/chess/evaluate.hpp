// Chess: how good a position looks, for the bot. Material and places, weighed between the opening and the
// ending by the pieces that are left; how freely the pieces move; pawns without neighbours, passed pawns;
// what stands before a king and what is aimed at it. The numbers are reasoned by hand, and tests hold only
// what they mean.
#pragma once

#include "chess/position.hpp"

namespace qitai::chess {

// What taking a man of this kind is worth in hundredths of a pawn; the king's is more than all others
// together.
[[nodiscard]] int worth(Kind kind);

// For the side to move, in the same unit, within ±20,000. Both kings must stand.
[[nodiscard]] int evaluate(const Position& position);

// Neither side has men to mate with, however they stand: bare kings, or one bishop or knight beside them.
[[nodiscard]] bool nobody_can_mate(const Position& position);

}  // namespace qitai::chess
