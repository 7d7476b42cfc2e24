// Junqi: a full game drawn from what one seat knows (qitai.search/1, resample).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "junqi/rules.hpp"

namespace qitai::junqi {

// A full game that agrees with all that this partial one knows: every hidden piece is given a kind that its
// knower holds possible, so that each side has had what it sets up; the likelier, the more often: pieces that
// never moved by how players set up, others by what such pieces mostly are. The same for the same seed.
// Nothing: this state is full, or what it was told cannot all be true. Of two pieces that a spectator does
// not know and that have fought, only what follows for each is looked at.
[[nodiscard]] std::optional<Game> resample(const Game& partial, std::span<const std::uint8_t, 32> seed);

}  // namespace qitai::junqi
