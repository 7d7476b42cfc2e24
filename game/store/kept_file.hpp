// Store: the small JSON files of this folder, {"version": 1, NAME: [...]}: read as hostile, set aside where
// they are none of ours, written whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "base/result.hpp"

namespace qitai::store {

// What a kind of file holds.
struct KeptKind {
  const char* name;       // of the member
  bool list;              // it is an array; else an object
  std::string_view what;  // in sentences: "layouts"
  std::string_view code;  // of the error
  std::size_t most_bytes;
};

// The member of `file`; null where there is nothing to read. One that cannot be read so is renamed to
// FILE.broken-N, which `trouble` (may be null) then tells; where even that fails, `file` is cleared: nothing
// is to be written there.
[[nodiscard]] nlohmann::ordered_json read_kept(std::filesystem::path& file, const KeptKind& kind,
                                               std::optional<Error>* trouble);
// Nothing where `file` is empty.
[[nodiscard]] Status write_kept(const std::filesystem::path& file, const KeptKind& kind,
                                nlohmann::ordered_json content);

}  // namespace qitai::store
