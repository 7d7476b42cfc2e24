// Junqi: the inside of a game, for those who write one down and read it back.
#pragma once

#include "junqi/rules.hpp"

namespace qitai::junqi {

class Access {
 public:
  explicit Access(Game& game) : game_(game) {}
  [[nodiscard]] std::array<std::uint8_t, 32>& seed() { return game_.seed_; }
  [[nodiscard]] Knower& knower() { return game_.knower_; }
  [[nodiscard]] Position& position() { return game_.position_; }
  [[nodiscard]] Phase& phase() { return game_.phase_; }
  [[nodiscard]] std::array<bool, 2>& ready() { return game_.ready_; }
  [[nodiscard]] std::size_t& turn() { return game_.turn_; }
  [[nodiscard]] std::array<Side, 2>& sides() { return game_.sides_; }
  [[nodiscard]] Point& turning() { return game_.turning_; }
  [[nodiscard]] int& quiet() { return game_.quiet_; }
  [[nodiscard]] bool& fought() { return game_.fought_; }
  [[nodiscard]] int& plies() { return game_.plies_; }
  [[nodiscard]] std::optional<std::size_t>& flag_taken_by() { return game_.flag_taken_by_; }
  [[nodiscard]] std::vector<std::uint64_t>& past() { return game_.past_; }

  // Leaves of it what a viewer may know.
  void forget(std::size_t viewer);

 private:
  Game& game_;
};

}  // namespace qitai::junqi
