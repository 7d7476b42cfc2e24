// Match: what a scored match counts for each of its seats.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "match/event.hpp"
#include "match/terms.hpp"

namespace qitai::match {

// How a match stands in the books of one seat. What it is worth in points is for the reader of the books to
// say.
enum class Standing : std::uint8_t {
  kWon,
  kLost,  // also by a lie in a hidden game
  kDrawn,
  kLeft,          // 逃跑: counts as a loss
  kWonByLeave,    // the other side left: a win in the record that brings no points
  kDisconnected,  // 断线: no points to anybody, and counted
};
inline constexpr int kStandings = 6;

// Points for a win, a loss and a draw.
struct ScoreRules {
  int win = 10;
  int loss = -10;
  int draw = 0;
};
// The points of one match.
[[nodiscard]] int points(Standing standing, const ScoreRules& rules);

// Per seat; empty where the match counts for nobody: it is not scored, not over, aborted or in disagreement.
[[nodiscard]] std::vector<Standing> standings(const Terms& terms, const Event& ended);

}  // namespace qitai::match
