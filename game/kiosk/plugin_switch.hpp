// Kiosk: which plugins the operator wants, and those that were set aside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kiosk/desk.hpp"

namespace qitai::kiosk {

[[nodiscard]] bool plugin_wanted(const Desk& desk, std::string_view id);
// From the next start on.
Status want_plugin(Desk& desk, const std::string& id, bool wanted);
// Those that are to stay away from the next start on, as the supervisor has them.
[[nodiscard]] std::vector<std::string> plugins_set_aside(const Desk& desk);
// From the next start on. Errors: those of writing the file.
Status let_back(const Desk& desk, std::string_view id);

}  // namespace qitai::kiosk
