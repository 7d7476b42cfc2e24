// Kiosk: the plugins that are set aside, in a file of the state folder, one id a line: an operator lets one
// back by taking its line out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace qitai::kiosk {

// At most 64 ids; a file that is missing or cannot be read has none, and lines that are no id are skipped.
[[nodiscard]] std::vector<std::string> read_quarantine(const std::filesystem::path& file);
Status write_quarantine(const std::filesystem::path& file, const std::vector<std::string>& ids);

}  // namespace qitai::kiosk
