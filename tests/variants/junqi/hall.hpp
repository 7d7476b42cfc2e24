// What the junqi tests share that play through the host: one game on a full state and on every partial one.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "host/variant.hpp"

namespace qitai::junqi {

using OptionTexts = std::map<std::string, std::string>;

// How many games are played where many are: what the environment's QITAI_GAMES says, else `usual`.
int games(int usual);

const host::Variant& junqi_game();
// The defaults but for these options.
std::vector<std::int64_t> values(const OptionTexts& options);
host::State begin(const std::vector<std::int64_t>& options, int knower, const std::string& position = {},
                  std::uint64_t seed = 0);

// The value of an answer that must be no refusal.
template <typename T>
T must(host::Answer<T> answer) {
  if (const auto* why = std::get_if<host::Refusal>(&answer)) {
    INFO(why->id << ": " << why->detail);
    REQUIRE(std::holds_alternative<T>(answer));
  }
  return std::get<T>(std::move(answer));
}

// One game, kept on a full state and on those of Red, Blue and the public, each told only what it asks for.
// Every step checks that they agree: public changes, who acts, hashes, views, saved views, position texts,
// and that no partial state says what is not so.
class Hall {
 public:
  Hall(const OptionTexts& options, std::uint64_t seed);
  Hall(const OptionTexts& options, const std::string& position);

  host::State& full() { return full_; }
  // 0, 1, or host::kPublic.
  host::State& partial(int viewer) { return partials_.at(viewer); }

  // Empty: drawn from the seed.
  std::vector<host::Change> setup(host::Seat seat, const std::string& layout);
  std::vector<host::Change> move(host::Seat seat, host::Move move);
  std::vector<host::Change> move(host::Seat seat, std::string_view text);
  std::vector<host::Change> chance(std::uint32_t index);
  // Both set-ups drawn, and the lot.
  void open(std::mt19937_64& random);
  // Everything saved and loaded.
  void reload();
  [[nodiscard]] host::Seat turn() const;
  [[nodiscard]] bool over() const { return full_.outcome().state == host::Outcome::State::kOver; }

 private:
  void compare(const std::vector<host::Change>& full,
               const std::map<int, std::vector<host::Change>>& partial);

  host::State full_;
  std::map<int, host::State> partials_;
  unsigned compared_ = 0;
};

// Plays random moves until the game is over or `visit` answers false; visit(hall) is called before each step.
void random_game(Hall& hall, std::mt19937_64& random, const std::function<bool(Hall&)>& visit);

}  // namespace qitai::junqi
