// Plays bots of a hidden game against each other or against random moves, and prints how it went:
//   hidden_match MODE SIDE SIDE GAMES [SEED]
// A SIDE is a level ("3") or "random"; sides change after each game.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include "hidden.hpp"

using namespace qitai;
using namespace qitai::testing;

namespace {

constexpr std::uint32_t kLongest = 1200;  // plies; then it is a draw

Player player(const std::string& side, seat::Mind& mind, std::uint64_t seed) {
  if (side == "random") return random_player(seed);
  return bot_player(mind, std::atoi(side.c_str()), seed);
}

int run(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "hidden_match MODE SIDE SIDE GAMES [SEED]\n");
    return 2;
  }
  const std::string mode = argv[1];
  const int games = std::atoi(argv[4]);
  const auto first_seed = static_cast<std::uint64_t>(argc > 5 ? std::atoi(argv[5]) : 1);
  seat::Mind mind;
  std::map<int, int> results;
  std::map<std::string, int> reasons;
  std::uint64_t plies = 0;
  const auto start = std::chrono::steady_clock::now();
  for (int game = 0; game < games; ++game) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(game);
    auto table = seat::Table::begin(junqi(), junqi_terms(mode, static_cast<std::uint8_t>(seed)), nullptr, 0);
    if (!table) throw std::runtime_error(table.error().message);
    set_up(**table, static_cast<std::uint8_t>(seed), 0);
    const Player one = player(argv[2], mind, seed), two = player(argv[3], mind, seed + 7'777);
    const bool swapped = game % 2 == 1;
    int winner = play_match(**table, swapped ? two : one, swapped ? one : two, kLongest, 0);
    if (winner != -1 && swapped) winner = 1 - winner;
    ++results[winner];
    ++reasons[(*table)->referee().state().outcome().reason];
    plies += (*table)->referee().ply();
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  fmt::print("{}: {} against {}: {} won, {} drawn, {} lost; {} plies, {:.1f} s, {:.1f} ms a ply\n", mode,
             argv[2], argv[3], results[0], results[-1], results[1], plies, spent.count(),
             1000 * spent.count() / static_cast<double>(plies));
  for (const auto& [reason, count] : reasons)
    fmt::print("  {} {}\n", reason.empty() ? "unfinished" : reason, count);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "{}\n", problem.what());
    return 1;
  }
}
