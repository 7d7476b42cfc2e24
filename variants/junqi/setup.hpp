// Junqi: what a set-up screen and a bot ask about layouts (qitai.setup/1), and how good players set up.
#pragma once

#include <qitai/values.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "junqi/layout.hpp"

namespace qitai::junqi {

// A legal layout as players choose them: the flag behind mines, or the enemy led astray by mines around the
// other headquarters; bombs and engineers held back; strong pieces on the railways ahead, not all on one
// wing. The same for the same seed and stream.
[[nodiscard]] Layout suggest_layout(std::span<const std::uint8_t, 32> seed, std::uint64_t stream);

// How usual it is, from 1 to 100, that a kind stands on that place of a layout (place as in Layout).
[[nodiscard]] int usual(Kind kind, std::size_t place);

// Reads a layout that the rules take, or says why they do not; points are those of the side's half.
[[nodiscard]] std::variant<Layout, sdk::Refusal> read_setup(Side side, std::string_view text);
// The same question of bytes that are a layout, legal or not.
[[nodiscard]] std::optional<sdk::Refusal> setup_pieces(Side side, std::string_view text,
                                                       sdk::List<qitai_piece>& out);
[[nodiscard]] sdk::Made<std::string> setup_text(Side side, std::span<const qitai_piece> pieces);
void setup_places(Side side, std::string_view text, std::uint16_t point, sdk::List<std::uint16_t>& out);

}  // namespace qitai::junqi
