// Fuzzing: the one game that is linked into a target, seen through the host as the program sees it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "host/variant.hpp"

namespace qitai::fuzz {

[[nodiscard]] const host::Variant& game();

// The game at its first move: set-ups and draws before it are made.
[[nodiscard]] host::State first_move();

// The lowest seat that is to move, or -1.
[[nodiscard]] host::Seat acting_seat(const host::State& state);

// So many plies, one less, at most are played before what an input is about.
inline constexpr std::size_t kMostPlies = 64;

// Plays a legal move for each byte, chosen by it, and takes the draws that it leads to, until the game is
// over.
void play(host::State& state, std::string_view choices);

// Asks every question of the state and holds the answers against each other.
void examine(const host::State& state);

}  // namespace qitai::fuzz
