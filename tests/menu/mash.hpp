// Somebody who presses, holds, drags and resizes at random: what a passer-by's child does to a cabinet.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>

#include "tour.hpp"

namespace qitai::testing {

class Masher {
 public:
  Masher(Tour& tour, std::uint64_t seed);

  // One random input, and some time.
  void input();
  // Lets go of everything and looks whether the program still does what it is told: from here to a table, a
  // legal move, and the title. Empty, or what went wrong.
  std::string sound();

  // Ends that nobody brought about: a match given up though select was never held.
  [[nodiscard]] const std::string& wrong() const { return wrong_; }
  [[nodiscard]] int matches() const { return matches_; }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  void pointer(platform::Input::Kind kind, SDL_FPoint where, platform::Device device);
  [[nodiscard]] SDL_FPoint somewhere();
  void key();
  void a_legal_move();
  void watch();
  void let_go();
  [[nodiscard]] std::string to_title();

  Tour& tour_;
  std::mt19937_64 random_;
  std::set<platform::Action> down_;
  std::uint64_t held_since_ = 0;  // select or the pointer has been down
  bool held_long_ = false;        // since the match began: long enough for what cannot be undone
  bool pointer_down_ = false;
  platform::Device pointer_device_ = platform::Device::kMouse;
  std::string at_;
  int matches_ = 0;
  std::string wrong_;
};

// So many random inputs of this seed, in a program that is started again whenever it was quit; looked at
// every 250. Empty, or what went wrong and at which input.
std::string mash(std::uint64_t seed, int inputs);

}  // namespace qitai::testing
