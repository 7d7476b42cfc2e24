// Takes a plugin that was built elsewhere and counts its game. The counts follow from arithmetic.
// Tic-tac-toe: 9!/(9-n)! sequences of n moves, less those that go on after one of the known 1,440, 5,328,
// 47,952, 72,576 wins in 5, 6, 7, 8 moves. Nine men's morris: 24!/(24-n)! until a mill can be closed.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "host/loader.hpp"

int main(int argc, char** argv) {
  using namespace qitai::host;
  if (argc != 2) return 2;
  LoaderOptions options = default_places({}, {argv[1]});
  options.folders.clear();
  const Plugins plugins = Plugins::load(options);
  const std::map<std::string, std::vector<std::uint64_t>> expected{
      {"tictactoe", {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}},
      {"morris", {1, 24, 552, 12144, 255024}},
  };
  const auto game = plugins.variants().empty() ? nullptr : plugins.variants().front();
  if (game == nullptr) {
    for (const PluginReport& report : plugins.reports())
      std::puts(report.refusal.message.c_str());
    return 1;
  }
  auto made = game->create({});
  if (!std::holds_alternative<State>(made)) return 1;
  auto& state = std::get<State>(made);
  const auto counts = expected.find(game->info().id);
  if (counts == expected.end()) return 1;
  for (unsigned depth = 0; depth < counts->second.size(); ++depth) {
    const std::uint64_t nodes = state.abi_perft(depth);
    if (nodes == counts->second[depth]) continue;
    std::printf("depth %u: %llu\n", depth, static_cast<unsigned long long>(nodes));
    return 1;
  }
  return 0;
}
