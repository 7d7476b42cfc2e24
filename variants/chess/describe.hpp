// Chess: what the game says of itself: seats, kinds, options, texts in three languages, and its board.
#pragma once

#include <qitai/describe.hpp>

#include <cstdint>

namespace qitai::chess {

// Raised whenever the same moves could end otherwise, by another bound of dead.hpp as well.
inline constexpr std::uint32_t kRulesRevision = 1;

// Colour and seat: 0 White, 1 Black. Kinds are in the order of Kind.
[[nodiscard]] sdk::Description describe();

// Sixty-four cells, numbered as squares are; one board under all options.
[[nodiscard]] const sdk::Board& board();

}  // namespace qitai::chess
