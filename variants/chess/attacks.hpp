// Chess: what a man attacks. Tables for the men that jump, and for sliders one table looked up by the bits
// in their way: found with PEXT where the processor does it fast, with a multiplication ("magic") elsewhere.
#pragma once

#include <array>
#include <cstddef>

#include "chess/position.hpp"

namespace qitai::chess {

using SquareSets = std::array<Bits, kSquares>;

namespace detail {

struct Step {
  int file;
  int rank;
};
inline constexpr std::array<Step, 8> kKnightSteps{
    {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}};
inline constexpr std::array<Step, 8> kKingSteps{
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};
inline constexpr std::array<Step, 4> kBishopSteps{{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
inline constexpr std::array<Step, 4> kRookSteps{{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};

constexpr Bits one_step(Square at, Step step) {
  const int file = file_of(at) + step.file;
  const int rank = rank_of(at) + step.rank;
  return on_board(file, rank) ? bit(square(file, rank)) : 0;
}

// All squares in a direction up to and with the first man.
constexpr Bits ray(Square at, Step step, Bits occupied) {
  Bits bits = 0;
  int file = file_of(at) + step.file;
  int rank = rank_of(at) + step.rank;
  while (on_board(file, rank)) {
    const Bits here = bit(square(file, rank));
    bits |= here;
    if ((occupied & here) != 0) break;
    file += step.file;
    rank += step.rank;
  }
  return bits;
}

template <std::size_t kCount>
constexpr SquareSets make_steps(const std::array<Step, kCount>& steps) {
  SquareSets sets{};
  for (int at = 0; at < kSquares; ++at) {
    for (const Step step : steps)
      sets[static_cast<std::size_t>(at)] |= one_step(static_cast<Square>(at), step);
  }
  return sets;
}

constexpr std::array<SquareSets, 2> make_pawn_attacks() {
  std::array<SquareSets, 2> sets{};
  for (int i = 0; i < kSquares; ++i) {
    const auto at = static_cast<Square>(i);
    sets[0][at] = one_step(at, {-1, 1}) | one_step(at, {1, 1});
    sets[1][at] = one_step(at, {-1, -1}) | one_step(at, {1, -1});
  }
  return sets;
}

// The squares strictly between two of one line, and the whole line through both with its ends.
struct Lines {
  std::array<SquareSets, kSquares> between{};
  std::array<SquareSets, kSquares> through{};
};
constexpr Lines make_lines() {
  Lines lines;
  for (int a = 0; a < kSquares; ++a) {
    for (const Step step : kKingSteps) {
      const auto from = static_cast<Square>(a);
      const Bits line = bit(from) | ray(from, step, 0) | ray(from, {-step.file, -step.rank}, 0);
      Bits passed = 0;
      int file = file_of(from) + step.file;
      int rank = rank_of(from) + step.rank;
      while (on_board(file, rank)) {
        const Square to = square(file, rank);
        lines.between[from][to] = passed;
        lines.through[from][to] = line;
        passed |= bit(to);
        file += step.file;
        rank += step.rank;
      }
    }
  }
  return lines;
}

}  // namespace detail

inline constexpr SquareSets kKnightAttacks = detail::make_steps(detail::kKnightSteps);
inline constexpr SquareSets kKingAttacks = detail::make_steps(detail::kKingSteps);
inline constexpr std::array<SquareSets, 2> kPawnAttacks = detail::make_pawn_attacks();
// Every square on one line with a square: from nowhere else can a slider ever see it.
inline constexpr SquareSets kQueenRays = [] {
  SquareSets sets{};
  for (int i = 0; i < kSquares; ++i) {
    for (const detail::Step step : detail::kKingSteps)
      sets[static_cast<std::size_t>(i)] |= detail::ray(static_cast<Square>(i), step, 0);
  }
  return sets;
}();
// 0 where the squares are not on one line.
extern const detail::Lines kLines;

// Where in the one table the attacks of a slider on a square stand, and how its index is made.
struct Slider {
  Bits mask = 0;   // the squares whose men matter: its rays without their ends
  Bits magic = 0;  // index by multiplication
  const Bits* table = nullptr;
  unsigned shift = 0;
};
struct Sliders {
  std::array<Slider, kSquares> bishop{};
  std::array<Slider, kSquares> rook{};
};

// The tables in the order of PEXT or of the magic multiplication, filled by make_…() before anybody looks.
extern Sliders pext_sliders;
extern Sliders magic_sliders;
void make_pext_sliders();
void make_magic_sliders();

}  // namespace qitai::chess
