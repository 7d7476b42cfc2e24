// Input: a position text.
#include <cstring>
#include <string>
#include <variant>

#include "game.hpp"
#include "input.hpp"

using namespace qitai;

void fuzz::one_input(std::string_view input) {
  host::Start start;
  start.position = input;
  const auto answer = fuzz::game().create(start);
  if (const auto* refusal = std::get_if<host::Refusal>(&answer)) {
    fuzz::require(!refusal->id.empty() && !refusal->detail.empty(), "a refusal has an id and a sentence");
    fuzz::require(refusal->offset <= static_cast<std::int64_t>(input.size()),
                  "the fault lies inside the text");
    return;
  }
  const auto& state = std::get<host::State>(answer);
  fuzz::examine(state);
  for (host::Seat flag = 0; flag < static_cast<int>(fuzz::game().info().seats.size()); ++flag)
    (void)state.timeout_outcome(flag);  // may have to look far ahead
  // What everybody may know of a game with hidden pieces is for a state that knows no more.
  if (fuzz::game().info().hidden) start.knower = host::kPublic;
  start.position = state.position();
  const auto again = fuzz::game().create(start);
  const auto* same = std::get_if<host::State>(&again);
  fuzz::require(same != nullptr, "a position that was written can be read");
  fuzz::require(same->position() == start.position, "a position has one way to be written");
  fuzz::require(same->hash(host::kPublic) == state.hash(host::kPublic), "it is the same position");
}
