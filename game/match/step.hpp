// Match: one change of the board as it was asked for, so that it can be played again on another state.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "host/variant.hpp"
#include "match/event.hpp"

namespace qitai::match {

struct Step {
  enum class Kind : std::uint8_t { kSetUp, kPly, kChance };
  Kind kind = Kind::kPly;
  host::Seat seat = -1;
  host::Move move;          // kPly
  std::uint32_t index = 0;  // kChance
  std::string setup;        // kSetUp; empty: the variant's choice, or not for this state to know
  std::string
      setup_view;  // kSetUp of a partial state whose seat had the variant choose: its state afterwards
  std::vector<KnownFact> facts;  // kPly of partial states
  bool setup_shared = false;     // kSetUp: other partial states had to be told the layout too
  // Where one seat alone is known, what the intent brought: it answers whatever the two states ask.
  std::vector<host::Fact> settled;  // kPly
  bool elsewhere = false;           // kSetUp: of the seat that is not known
};

// What a partial state asks before it can go on with a ply, answered from `known`, one answer leading to the
// next question; nothing: an answer is missing. Throws host::PluginFault where the questions never end.
[[nodiscard]] std::optional<std::vector<host::Fact>> answers_among(const host::State& partial,
                                                                   host::Seat seat, host::Move move,
                                                                   std::span<const host::Fact> known);
// The same where an answer can be missing only by a fault of the plugin: throws host::PluginFault.
[[nodiscard]] std::vector<host::Fact> answers_for(const host::State& partial, host::Seat seat,
                                                  host::Move move, const std::vector<host::Fact>& known);

// Plays the step on a state; a partial one is given those of the step's facts that it asks for.
[[nodiscard]] host::Answer<std::vector<host::Change>> play(host::State& state, const Step& step);

// The value of an answer that can be no refusal, since another state has taken the same: throws
// host::PluginFault if it is one. `what` names it.
template <typename T>
T demand(host::Answer<T> answer, const char* what) {
  if (const auto* refusal = std::get_if<host::Refusal>(&answer))
    throw host::PluginFault(std::string(what) + " was refused: " + refusal->id + " " + refusal->detail);
  return std::move(std::get<T>(answer));
}

}  // namespace qitai::match
