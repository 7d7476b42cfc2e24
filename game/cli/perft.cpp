#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/games.hpp"

namespace qitai::cli {
namespace {

constexpr std::int64_t kMostDepth = 100;

constexpr Option kOptions[] = {
    {"--variant", "ID", "the game"},
    {"--fen", "POSITION", "count from this position instead of the usual first one"},
    {"--option", "K=V", "a rule of the game", true},
    {"--depth", "N", "how many plies, 0 to 100"},
    {"--divide", "", "before the total, one line \"MOVE: NODES\" for each first move"},
    {"--through-abi", "", "count with the plugin's ordinary calls instead of its own counter"},
    kPluginOption,
    kConfigOption,
};

std::uint64_t nodes(host::State& state, unsigned depth, bool through_abi) {
  if (!through_abi) {
    if (const std::optional<std::uint64_t> counted = state.native_perft(depth)) return *counted;
  }
  return state.abi_perft(depth);
}

int count(const Arguments& arguments) {
  const Result<std::optional<std::int64_t>> wanted = arguments.number("--depth", 0, kMostDepth);
  if (!wanted) return refuse(kPerft, wanted.error().message);
  if (!*wanted) return refuse(kPerft, "--depth is needed: how many plies");
  const auto depth = static_cast<unsigned>(**wanted);
  const Result<Games> games = load_games(arguments);
  if (!games) return refuse(kPerft, games.error().message);
  const Result<std::shared_ptr<const host::Variant>> variant = chosen_variant(*games, arguments);
  if (!variant) return refuse(kPerft, variant.error().message);
  Result<host::State> state = chosen_state(**variant, arguments);
  if (!state) return refuse(kPerft, state.error().message);

  const bool through_abi = arguments.has("--through-abi");
  const int seat = acting_seat(*state);
  if (!arguments.has("--divide") || depth == 0 || seat < 0) {
    fmt::print("nodes {}\n", nodes(*state, depth, through_abi));
    return kDone;
  }
  const std::optional<std::vector<host::Move>> moves = state->legal(seat);
  if (!moves) return refuse(kPerft, "the legal moves of this position are not known to anybody");
  std::uint64_t total = 0;
  for (const host::Move& move : *moves) {
    host::State after = state->clone();
    if (const auto answer = after.apply(seat, move); std::holds_alternative<host::Refusal>(answer)) {
      fmt::print(stderr, "qitai perft: {} is listed as legal but refused: {}\n",
                 state->move_text(seat, move, -1), std::get<host::Refusal>(answer).id);
      return kNo;
    }
    const std::uint64_t below = nodes(after, depth - 1, through_abi);
    fmt::print("{}: {}\n", state->move_text(seat, move, -1), below);
    total += below;
  }
  fmt::print("nodes {}\n", total);
  return kDone;
}

}  // namespace

const Command kPerft{
    "perft",
    "--variant ID [--fen POSITION] [--option K=V]... --depth N [--divide] [--through-abi]",
    "count the move sequences of a position",
    "Prints how many sequences of exactly N legal moves there are; the last line is \"nodes N\". The same "
    "numbers are published for many positions, so this shows at once whether a game's moves are right.",
    kOptions,
    count,
};

}  // namespace qitai::cli
