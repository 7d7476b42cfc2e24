// A match of random intents at random times, watched at every step: what must hold whatever comes.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "host/variant.hpp"
#include "match/terms.hpp"
#include "one_seat.hpp"

namespace qitai::test {

struct RandomPlay {
  std::shared_ptr<const host::Variant> game;
  std::function<void(match::Terms&, Chance&)> choose_options = [](match::Terms&, Chance&) {};
  std::vector<std::string> layouts;  // set-ups to try, good and bad
  int length = 80;                   // intents at most
  // The layout of a seat, read off its own view; needed where the game draws layouts and has none of its own
  // to write.
  LayoutOf layout_of;
};

// What came of it, so that a test can see that it met everything it means to meet.
struct Count {
  int accepted = 0, refused = 0, plies = 0, flags = 0, takebacks = 0, ended = 0, corrected = 0, touched = 0;
  std::map<std::string, int> reasons;
  SeenFromOne seen;
};

void play_random_match(const RandomPlay& play, std::uint64_t seed, Count& count);

}  // namespace qitai::test
