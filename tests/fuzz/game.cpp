#include "game.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <variant>
#include <vector>

#include "input.hpp"

namespace qitai::fuzz {

using host::Move;
using host::State;

const host::Variant& game() {
  static const std::shared_ptr<const host::Variant> kGame = [] {
    const qitai_str id{QITAI_VARIANT_ID, std::strlen(QITAI_VARIANT_ID)};
    const auto* raw = static_cast<const qitai_variant*>(qitai_plugin_entry.factory(id, 0));
    auto wrapped = host::Variant::wrap(raw, "1");
    require(wrapped.ok(), "the game's tables are sound");
    return *wrapped;
  }();
  return *kGame;
}

State first_move() {
  auto begun = game().create({});
  auto& state = std::get<State>(begun);
  for (host::Seat seat = 0; (state.acting() & QITAI_ACTING_SETUP) != 0; ++seat)
    require(std::holds_alternative<std::vector<host::Change>>(state.setup(seat, "")),
            "a set-up can be drawn");
  while (state.acting() == 1U << QITAI_CHANCE_SEAT)
    (void)state.chance(0);
  return std::move(state);
}

host::Seat acting_seat(const State& state) {
  if ((state.acting() & QITAI_ACTING_SETUP) != 0) return -1;
  const std::uint32_t acting = state.acting() & ((1U << QITAI_MAX_SEATS) - 1);
  return acting == 0 ? -1 : std::countr_zero(acting);
}

void play(State& state, std::string_view choices) {
  for (const char choice : choices) {
    const host::Seat seat = acting_seat(state);
    if (seat < 0) return;
    const std::vector<Move> moves = state.legal(seat).value_or(std::vector<Move>());
    if (moves.empty()) return;
    const Move move = moves[static_cast<unsigned char>(choice) % moves.size()];
    if (!state.needs(seat, move).empty()) return;  // nobody is there to tell a partial state
    require(std::holds_alternative<std::vector<host::Change>>(state.apply(seat, move)),
            "a legal move can be played");
    if (state.acting() == 1U << QITAI_CHANCE_SEAT)
      (void)state.chance(static_cast<unsigned char>(choice) % state.chance_count());
  }
}

void examine(const State& state) {
  const host::Seat seat = acting_seat(state);
  const host::Outcome outcome = state.outcome();
  require((outcome.state == host::Outcome::State::kOver) == (state.acting() == 0),
          "somebody acts exactly while the game goes on");
  (void)state.view(host::kPublic);
  (void)state.marks(host::kPublic);
  (void)state.explain();

  const State copy = state.clone();
  require(copy.hash(host::kPublic) == state.hash(host::kPublic), "a clone has the hash of its original");
  require(copy.save(QITAI_SAVE_JOURNAL) == state.save(QITAI_SAVE_JOURNAL),
          "a clone is saved as its original");
  if (seat < 0) return;
  // One of the positions that a partial state may be about.
  if (const std::optional<State> full = state.resample({})) {
    require(full->knower() == -1, "what is drawn for the unknown makes a state whole");
    require(full->hash(host::kPublic) == state.hash(host::kPublic), "what all know stays as it was");
    if (full->acting() != 0) require(!full->legal(seat).value().empty(), "who acts has a legal move");
  }

  const std::optional<std::vector<Move>> known = state.legal(seat);
  if (!known) {
    require(state.knower() != -1, "a state that knows everything knows what is legal");
    require(state.playable(seat).empty(), "what is legal is playable, and neither is known");
    return;
  }
  const std::vector<Move>& legal = *known;
  require(!legal.empty(), "who acts has a legal move");
  std::vector<Move> playable;
  for (const host::Playable& p : state.playable(seat)) {
    playable.push_back(p.move);
    require(p.legal == std::binary_search(legal.begin(), legal.end(), p.move),
            "what is playable and not marked illegal is legal");
  }
  require(std::includes(playable.begin(), playable.end(), legal.begin(), legal.end()),
          "what is legal is playable");
  require(!state.refuse(seat, legal.front()), "a legal move is not refused");
  const std::uint64_t before = state.hash(host::kPublic);
  State after = state.clone();
  play(after, std::string_view("\0", 1));
  // A game with hidden pieces may leave taking back to replaying.
  const bool taken_back = after.undo();
  require(taken_back || game().info().hidden, "a move can be taken back");
  require(!taken_back || after.hash(host::kPublic) == before, "taking back brings the position back");
}

}  // namespace qitai::fuzz
