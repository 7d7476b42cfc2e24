// Input: a byte for the notation, a byte for how many moves are played first and a byte for each of them,
// then a move as text.
#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "game.hpp"
#include "input.hpp"

using namespace qitai;

void fuzz::one_input(std::string_view input) {
  if (input.size() < 2) return;
  const int notations = static_cast<int>(fuzz::game().info().notations.size());
  const int notation = static_cast<unsigned char>(input[0]) % (notations + 1) - 1;
  const std::size_t plies =
      std::min<std::size_t>(static_cast<unsigned char>(input[1]) % fuzz::kMostPlies, input.size() - 2);
  const std::string_view rest = input.substr(2);
  host::State state = fuzz::first_move();
  fuzz::play(state, rest.substr(0, plies));
  const host::Seat seat = fuzz::acting_seat(state);
  if (seat < 0) return;

  const auto answer = state.read_move(seat, rest.substr(plies), notation);
  if (const auto* refusal = std::get_if<host::Refusal>(&answer)) {
    fuzz::require(!refusal->id.empty(), "a refusal has an id");
    return;
  }
  const host::Move move = std::get<host::Move>(answer);
  const std::vector<host::Playable> playable = state.playable(seat);
  fuzz::require(std::ranges::find(playable, move, &host::Playable::move) != playable.end(),
                "what is read is a move that a piece can make");
  for (int i = -1; i < notations; ++i) {
    const std::string text = state.move_text(seat, move, i);
    const auto again = state.read_move(seat, text, i);
    const auto* same = std::get_if<host::Move>(&again);
    fuzz::require(same != nullptr && *same == move, "a move that was written reads back");
  }
}
