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

namespace qitai::test {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  // 0 … below−1.
  int operator()(int below) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(below)); }
  bool one_in(int n) { return (*this)(n) == 0; }

 private:
  std::mt19937_64 engine_;
};

struct RandomPlay {
  std::shared_ptr<const host::Variant> game;
  std::function<void(match::Terms&, Chance&)> choose_options = [](match::Terms&, Chance&) {};
  std::vector<std::string> layouts;  // set-ups to try, good and bad
  int length = 80;                   // intents at most
};

// What came of it, so that a test can see that it met everything it means to meet.
struct Count {
  int accepted = 0, refused = 0, plies = 0, flags = 0, takebacks = 0, ended = 0, corrected = 0, touched = 0;
  std::map<std::string, int> reasons;
};

void play_random_match(const RandomPlay& play, std::uint64_t seed, Count& count);

}  // namespace qitai::test
