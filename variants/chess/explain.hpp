// Chess: why a game ended, as the JSON that variant.h describes under explain().
#pragma once

#include <string>

#include "chess/rules.hpp"

namespace qitai::chess {

// The squares next to a mated king that are no flight, with what guards each; nothing for a square that
// one of its own men takes.
struct Flight {
  Square at = kNowhere;
  Bits guards = 0;
};
[[nodiscard]] std::vector<Flight> flights(const Position& position);

// Of a game that has ended, or that may be claimed as a draw; else empty.
[[nodiscard]] std::string explain(const Game& game);

}  // namespace qitai::chess
