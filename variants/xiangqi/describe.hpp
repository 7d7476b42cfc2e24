// Xiangqi: what the game says of itself: seats, kinds, options, texts in three languages, and its board.
#pragma once

#include <qitai/describe.hpp>

#include <cstdint>

namespace qitai::xiangqi {

// Raised whenever the same moves could end otherwise.
inline constexpr std::uint32_t kRulesRevision = 2;

// Colour and seat: 0 Red, 1 Black. Kinds are in the order of Kind.
[[nodiscard]] sdk::Description describe();

// Ninety crossings, numbered as point_of() has them; one board under all options.
[[nodiscard]] const sdk::Board& board();

}  // namespace qitai::xiangqi
