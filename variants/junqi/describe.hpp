// Junqi: what the game says of itself: seats, kinds, options, texts in three languages, and its board.
#pragma once

#include <qitai/describe.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace qitai::junqi {

// Raised whenever the same moves could end otherwise.
inline constexpr std::uint32_t kRulesRevision = 2;

// The order of the description's options.
enum OptionIndex : std::size_t {
  kModeOption,
  kFlagTakerOption,
  kMineSurvivesOption,
  kBombTakesFlagOption,
  kRevealFlagOption,
  kAfterFightOption,
  kMarshalEntersHqOption,
  kEmptyHqRevealsOption,
  kNoFightLimitOption,
  kRepetitionDrawOption,
  kFirstOption
};

// Colour and seat: 0 Red, 1 Blue. Kinds are in the order of Kind.
[[nodiscard]] sdk::Description describe();

// Sixty points, numbered as Point has them; one board under all options.
[[nodiscard]] const sdk::Board& board();

// The id of the warning so many plies (1 … kNoticePlies) before the count draws.
[[nodiscard]] std::string_view no_fight_notice(int plies_left);

}  // namespace qitai::junqi
