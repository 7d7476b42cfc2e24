// Two games that one viewer cannot tell apart: what happened in one of them, and another set-up that would
// have given the viewer the same to see.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "junqi/rules.hpp"

namespace qitai::junqi {

// A game from its set-up on, with the start of every piece followed.
struct Course {
  Options options;
  std::array<Layout, 2> layouts;
  std::size_t first = 0;  // the seat drawn by lot
  std::vector<Move> moves;

  // All of the moves played, as `viewer` (a seat or kEverybody) follows them; nothing if one cannot be
  // played.
  struct Followed;
  [[nodiscard]] std::optional<Followed> play(std::size_t viewer) const;
};

struct Course::Followed {
  Game game;                        // after the last move
  std::vector<std::uint64_t> told;  // what the viewer knew after each: its key, and what may have fallen
};

// Random options of the hidden mode.
Options random_options(std::mt19937_64& random);
// Plays at most `plies` random moves of the hidden mode; the last position is not over.
Course random_course(const Options& options, std::mt19937_64& random, int plies);

// The same moves with other pieces on the points of whose kind `viewer` (a seat or kEverybody) was not told.
// Each as likely as chance makes it; may be the same again. Of a seat's view every one is possible; the
// public's needs to be tried.
Course another_world(const Course& course, std::size_t viewer, std::mt19937_64& random);

}  // namespace qitai::junqi
