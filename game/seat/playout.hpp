// Seat: trial games, for a game that offers no walkers: a tree of the moves that did well in random games to
// the end (UCT), by legal and apply alone. Any number of seats, dice too.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "host/variant.hpp"

namespace qitai::seat {

struct TriedMove {
  host::Move move;
  std::uint64_t games = 0;
  double mean = 0;  // −1 lost … 1 won, for the seat that moves
};

struct PlayoutOptions {
  std::uint64_t nodes = 50'000;  // moves played at most
  std::uint64_t seed = 0;
};

// The moves of the seat that acts, the most tried first; the same for the same state, options and seed.
// Empty: there is none, or this state does not know its moves. `stop` is looked at in every game. Throws
// host::PluginFault.
[[nodiscard]] std::vector<TriedMove> try_games(const host::State& state, const PlayoutOptions& options,
                                               const std::atomic<bool>& stop);

}  // namespace qitai::seat
