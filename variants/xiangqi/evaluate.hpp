// Xiangqi: how good a position looks, for the bot. Material and places, weighed between the opening and the
// ending by the attackers that are left; how freely chariots, horses and cannons move; what stands before a
// general and what is aimed at it. The numbers are reasoned by hand, and tests hold only what they mean.
#pragma once

#include "xiangqi/position.hpp"

namespace qitai::xiangqi {

// What taking a man of this kind is worth in hundredths of a soldier on its own half; the general's is more
// than all others together.
[[nodiscard]] int worth(Kind kind);

// For the side to move, in the same unit, within ±20,000. Both generals must stand.
[[nodiscard]] int evaluate(const Position& position);

}  // namespace qitai::xiangqi
