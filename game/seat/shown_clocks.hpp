// Seat: the clocks of a match as screens show them, and when that changes.
#pragma once

#include <string>
#include <vector>

#include "match/referee.hpp"

namespace qitai::seat {

// What each seat has left at some instant.
using TimesLeft = std::vector<match::Referee::TimeLeft>;

// Whether the clock of any seat runs.
[[nodiscard]] bool clock_runs(const TimesLeft& times);
// Main limit, step limit and set-up limit of each seat in words; empty where there is none. Two that are
// equal look alike on the screen.
[[nodiscard]] std::vector<std::string> shown_clocks(const TimesLeft& times);
// How long until they differ, in microseconds; kNever while no clock runs.
[[nodiscard]] match::Instant until_shown_change(const TimesLeft& times);

}  // namespace qitai::seat
