// What an operator can set, and the addresses that adapters go by.
#include <algorithm>
#include <cstdlib>

#include "network/bluetooth/bluez.hpp"

namespace qitai::bluetooth {
namespace {

bool is_true(std::string_view key) {
  return sdk::setting(key) == "true";
}

// Where the game keeps what it has to remember; empty: nowhere.
std::filesystem::path state_folder() {
  if (const char* own = std::getenv("QITAI_STATE"); own != nullptr && *own != '\0') return own;
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state != '\0')
    return std::filesystem::path(state) / "qitai";
  const char* const home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return {};
  return std::filesystem::path(home) / ".local/state/qitai";
}

}  // namespace

bool is_address(std::string_view text) {
  if (text.size() != 17) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool fits = i % 3 == 2 ? c == ':' : (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
    if (!fits) return false;
  }
  return text != "00:00:00:00:00:00" && text != "FF:FF:FF:FF:FF:FF";
}

BluezSettings read_bluez_settings() {
  BluezSettings settings;
  // Whoever made a cabinet of the machine has no desktop that would ask.
  settings.agent = sdk::setting("agent") ? is_true("agent") : is_true("kiosk");
  settings.bus = sdk::setting("bus").value_or("");
  settings.state = state_folder();
  std::string adapter = sdk::setting("adapter").value_or("");
  std::transform(adapter.begin(), adapter.end(), adapter.begin(),
                 [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c; });
  if (is_address(adapter)) {
    settings.adapter = std::move(adapter);
  } else if (!adapter.empty()) {
    sdk::log(QITAI_LOG_WARNING, "[plugin.bluetooth] adapter = \"" + adapter.substr(0, 64) +
                                    "\": an adapter's address was expected, as AA:BB:CC:DD:EE:FF");
  }
  return settings;
}

}  // namespace qitai::bluetooth
