// Input: a saved game. The first byte says how it is made: odd, the rest is the saved game; even, a game is
// played (a byte for how many moves, a byte for each), saved, and changed at places that follow, each a u16
// for where and a byte for what; a last single byte cuts off its tail.
#include <algorithm>
#include <string>
#include <variant>

#include "game.hpp"
#include "input.hpp"

using namespace qitai;

namespace {

std::string changed_save(std::string_view input) {
  host::State state = fuzz::first_move();
  if (!input.empty()) {
    const std::size_t plies =
        std::min<std::size_t>(static_cast<unsigned char>(input[0]) % fuzz::kMostPlies, input.size() - 1);
    fuzz::play(state, input.substr(1, plies));
    input.remove_prefix(1 + plies);
  }
  std::string saved = state.save(QITAI_SAVE_JOURNAL);
  while (input.size() >= 3) {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<unsigned char>(input[i]));
    };
    saved[(byte(0) | byte(1) << 8) % saved.size()] = input[2];
    input.remove_prefix(3);
  }
  if (input.size() == 1)
    saved.resize(saved.size() - std::min<std::size_t>(saved.size(), static_cast<unsigned char>(input[0])));
  return saved;
}

}  // namespace

void fuzz::one_input(std::string_view input) {
  if (input.empty()) return;
  const std::string_view rest = input.substr(1);
  const std::string bytes = input[0] % 2 != 0 ? std::string(rest) : changed_save(rest);
  const auto answer = fuzz::game().load(bytes);
  if (const auto* refusal = std::get_if<host::Refusal>(&answer)) {
    fuzz::require(!refusal->id.empty(), "a refusal has an id");
    return;
  }
  const auto& state = std::get<host::State>(answer);
  fuzz::examine(state);
  const std::string saved = state.save(QITAI_SAVE_JOURNAL);
  const auto again = fuzz::game().load(saved);
  const auto* same = std::get_if<host::State>(&again);
  fuzz::require(same != nullptr, "what was saved can be loaded");
  fuzz::require(same->save(QITAI_SAVE_JOURNAL) == saved, "a game has one way to be saved");
}
