// A small open game for the tests of the referee: two runners on one track, each move one to three points on.
// Landing on the other one sends it back to its start. Options bring about what the referee must cope with.
#pragma once

#include <memory>

#include "host/variant.hpp"

namespace qitai::test {

// Indices of the options, each 0 (off) to 99.
enum RaceOption {
  kRaceLength,    // the first on or past this point wins ("goal")
  kRaceBurn,      // a move onto a multiple of it is irreversible
  kRaceClaim,     // from that ply on the seat to move may claim "rest" (reason "repetition")
  kRaceBreak,     // at that ply the game throws …
  kRaceBreakIn,   // … in 0 refuse, 1 apply, 2 outcome, 3 legal
  kRaceKindFlag,  // 1: a fallen flag is a draw ("time-without-material")
  kRaceOptions
};

std::shared_ptr<const host::Variant> race_game();

}  // namespace qitai::test
