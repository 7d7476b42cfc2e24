// Seat: the clocks of a match as screens show them, and when that changes.
#pragma once

#include <string>
#include <vector>

#include "match/referee.hpp"

namespace qitai::seat {

// Whether the clock of any seat runs at that instant.
[[nodiscard]] bool clock_runs(const match::Referee& referee, match::Instant at);
// Main limit, step limit and set-up limit of each seat in words; empty where there is none. Two that are
// equal look alike on the screen.
[[nodiscard]] std::vector<std::string> shown_clocks(const match::Referee& referee, match::Instant at);
// The first instant after `at` when they differ; kNever while no clock runs.
[[nodiscard]] match::Instant next_shown_change(const match::Referee& referee, match::Instant at);

}  // namespace qitai::seat
