// Seat: a player that plays any legal move, each equally likely, the same game for the same seed on every
// machine: for demos, tests and the lowest level of opponents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

#include "host/variant.hpp"

namespace qitai::seat {

class RandomPlayer {
 public:
  explicit RandomPlayer(std::uint64_t seed) : engine_(seed) {}

  // One of the moves. There must be at least one.
  [[nodiscard]] host::Move choose(std::span<const host::Move> legal) { return legal[below(legal.size())]; }
  // A number from 0 to count − 1, each equally likely. `count` must be at least 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t count);

 private:
  // Its numbers are fixed by the C++ standard; those of the standard's distributions are not.
  std::mt19937_64 engine_;
};

}  // namespace qitai::seat
