// Kiosk: what the machine says of itself, read from /proc and /sys as hostile: whatever is missing or makes
// no sense is nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace qitai::kiosk {

// The hottest of the plausible sensors below `root`/sys/class/thermal and hwmon, in °C; nothing: there is
// none.
[[nodiscard]] std::optional<int> temperature(const std::filesystem::path& root);
// Seconds since the machine was started.
[[nodiscard]] std::optional<std::int64_t> uptime(const std::filesystem::path& root);
// Bytes that are left to the game where that folder is, and all there are.
struct DiskLeft {
  std::uint64_t left = 0, all = 0;
};
[[nodiscard]] std::optional<DiskLeft> disk_left(const std::filesystem::path& folder);
// "Linux 6.1.0-18-amd64".
[[nodiscard]] std::string kernel();

// From when on something is to be done about it.
inline constexpr int kHot = 85;                            // °C
inline constexpr std::uint64_t kLittleDisk = 500'000'000;  // bytes

// What is watched of the machine, of one moment.
struct Vitals {
  std::optional<int> heat{};  // °C
  std::optional<DiskLeft> disk{};
  [[nodiscard]] bool hot() const { return heat && *heat >= kHot; }
  [[nodiscard]] bool little_disk() const { return disk && disk->left < kLittleDisk; }
};
[[nodiscard]] Vitals vitals(const std::filesystem::path& root, const std::filesystem::path& folder);

// "12.3 GB".
[[nodiscard]] std::string size_text(std::uint64_t bytes);

}  // namespace qitai::kiosk
