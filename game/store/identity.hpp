// Store: what tells this installation from others where a machine has no address of its own.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>

namespace qitai::store {

using Identity = std::array<std::uint8_t, 16>;

// Random when first asked for, the same from then on: kept in `file`. Where it cannot be kept it is another
// one at each start, which the log tells.
[[nodiscard]] Identity identity(const std::filesystem::path& file);

}  // namespace qitai::store
