// Host: an extension of a game, copied in the shape of this build.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "host/call.hpp"

namespace qitai::host {

// The table of functions that the game has under this id; nothing where it has none. What a plugin of an
// older header lacks is NULL, what a newer one has besides is left out. `least`: bytes without which it is
// none; a shorter one is a fault.
template <typename Table>
std::optional<Table> read_extension(const VariantInfo& info, const qitai_variant& api, std::string_view id,
                                    std::size_t least = sizeof(Table)) {
  if (api.extension == nullptr) return std::nullopt;
  const void* const raw = api.extension({id.data(), id.size()});
  if (raw == nullptr) return std::nullopt;
  std::uint32_t size = 0;
  std::memcpy(&size, raw, sizeof size);
  if (size < least) fault(info, id, "has a struct of too few bytes");
  Table table{};
  std::memcpy(&table, raw, std::min<std::size_t>(size, sizeof table));
  return table;
}

}  // namespace qitai::host
