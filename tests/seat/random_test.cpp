#include "seat/random.hpp"

#include <array>
#include <catch2/catch.hpp>

using qitai::seat::RandomPlayer;

TEST_CASE("The same seed plays the same game, another seed another one") {
  const auto draws = [](std::uint64_t seed) {
    RandomPlayer player(seed);
    std::vector<std::uint64_t> out;
    for (int i = 0; i < 100; ++i)
      out.push_back(player.below(44));
    return out;
  };
  CHECK(draws(7) == draws(7));
  CHECK(draws(7) != draws(8));
}

TEST_CASE("Every move is drawn, none much more often than another") {
  RandomPlayer player(1);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i)
    ++counts.at(player.below(counts.size()));
  // Five standard deviations of a fair draw: sqrt(70000 · 1/7 · 6/7) = 92.6.
  for (const int count : counts)
    CHECK(std::abs(count - 10'000) < 463);
  CHECK(player.below(1) == 0);
}
