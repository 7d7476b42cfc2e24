// Set-ups that no player would choose, for tests to play with.
#pragma once

#include <cstdint>
#include <span>

#include "junqi/layout.hpp"

namespace qitai::junqi {

// A legal layout, every one equally likely; the same for the same seed and stream.
[[nodiscard]] Layout random_layout(std::span<const std::uint8_t, 32> seed, std::uint64_t stream);

}  // namespace qitai::junqi
