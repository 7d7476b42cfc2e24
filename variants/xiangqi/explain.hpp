// Xiangqi: why a game has ended, in the written form that variant.h gives to explanations.
#pragma once

#include <string>
#include <string_view>

#include "xiangqi/rules.hpp"

namespace qitai::xiangqi {

// The JSON object; empty while the game goes on and where there is nothing to say (a general was taken).
[[nodiscard]] std::string explain(const Game& game);

// The id of the warning that goes with a verdict at the second occurrence; its sentence says what would clear
// it.
[[nodiscard]] std::string_view notice_id(const Verdict& verdict, Repetition rules);

}  // namespace qitai::xiangqi
