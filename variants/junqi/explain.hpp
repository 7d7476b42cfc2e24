// Junqi: why a game has ended, in the written form that variant.h gives to explanations.
#pragma once

#include <string>

#include "junqi/rules.hpp"

namespace qitai::junqi {

// The JSON object; empty while the game goes on and where there is nothing to say (the flag was taken). What
// it says is public.
[[nodiscard]] std::string explain(const Game& game);

}  // namespace qitai::junqi
