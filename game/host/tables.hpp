// Host: reads the tables that a plugin describes itself with. All of it is hostile until it has been checked
// and copied; nothing here keeps a pointer into the plugin.
#pragma once

#include <qitai/variant.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "host/variant.hpp"

namespace qitai::host {

// Limits that the headers name, and those that only keep a broken plugin from filling the memory.
inline constexpr std::uint32_t kMaxDrawn = 8192;    // lines, regions, decorations, labels, neighbours each
inline constexpr std::uint32_t kMaxChanges = 4096;  // of one call
inline constexpr std::uint32_t kMaxMoves = 65536;   // of one position
inline constexpr std::uint32_t kMaxStateBytes = 1u << 24;
inline constexpr std::uint32_t kMaxIdBytes = 64;

// Whether a qitai_str may be read at all, has at most `most` bytes and is UTF-8 without control characters.
[[nodiscard]] bool readable(qitai_str text, std::uint64_t most);
[[nodiscard]] inline std::string_view as_view(qitai_str text) {
  return text.size == 0 ? std::string_view{} : std::string_view(text.data, text.size);
}
// Whether it has 1…most bytes of [a-z0-9] and `more`.
[[nodiscard]] bool is_id(std::string_view text, std::string_view more, std::size_t most = kMaxIdBytes);

// The plugin's struct of functions in the shape of this build: what the plugin lacks is NULL, what a newer
// one has besides is left out. Error code "tables": a required function is missing.
[[nodiscard]] Result<qitai_variant> read_functions(const qitai_variant* raw);

// Copies and checks. Error code "tables"; the message names table, entry and what was expected.
[[nodiscard]] Result<VariantInfo> read_info(const qitai_variant_info* raw, std::string version);
[[nodiscard]] Result<Geometry> read_geometry(const qitai_geometry* raw);

}  // namespace qitai::host
