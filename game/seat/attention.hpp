// Seat: what a player who is not a machine fails to see. Moves far from where something just happened, along
// half the board, backwards, and in the way of a knight slip the eye; what stands on the square that both
// look at does not.
#pragma once

#include <cstdint>

#include "host/variant.hpp"
#include "host/walker.hpp"

namespace qitai::seat {

// For one thought: the same move is seen or overlooked wherever the search meets it, as a player who has not
// noticed a bishop does not notice it in any variation. Keeps the geometry by reference.
class Attention {
 public:
  // blind: from 0, who sees all, to 1. after: where the last move of the game went, or kNoPoint.
  Attention(const host::State& state, double blind, host::Point after, std::uint64_t seed);

  // Whether a seat's step goes unnoticed while the eyes are on `focus` (or kNoPoint). A taking there is
  // always seen.
  [[nodiscard]] bool overlooks(const host::Step& step, host::Seat seat, host::Point focus) const;
  // Where the last move of the game went.
  [[nodiscard]] host::Point after() const { return after_; }

 private:
  const host::Geometry& board_;
  const std::vector<host::SeatInfo>& seats_;
  double blind_;
  host::Point after_;
  std::uint64_t seed_;
};

}  // namespace qitai::seat
