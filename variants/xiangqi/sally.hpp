// Xiangqi: 抽, the threat to win a man by way of a check.
#pragma once

#include <vector>

#include "xiangqi/position.hpp"
#include "xiangqi/threat.hpp"

namespace qitai::xiangqi {

// The men that the side to move could win by a check on this move: whatever is answered, he is taken next,
// and more is won than the answer took. Men that could be taken at once are none of these, nor is mate. The
// Chinese rules hold such a threat for a chase (figure 3 of 1999); the Asian ones allow it (diagrams 97-98).
// `check` is that check and `from` where the taker stands after it, `at` where the man to be taken stands
// now; `chase` is kCxaChase.
[[nodiscard]] std::vector<Attack> sallies_of(const Position& position);

// Of these, what a ply has newly threatened.
[[nodiscard]] std::vector<Attack> new_sallies(const Position& before, Move move);

}  // namespace qitai::xiangqi
