#include "kiosk/machine.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <system_error>

#include "base/descriptor.hpp"

namespace qitai::kiosk {
namespace {

namespace fs = std::filesystem;

constexpr int kMostEntries = 64;                           // of a folder that are looked at
constexpr std::int64_t kLeastSense = 1, kMostSense = 150;  // °C

// The number that a file begins with. A sensor that does not answer, a pipe or a device in its place is
// nothing.
std::optional<std::int64_t> number_in(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return std::nullopt;
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!opened.open()) return std::nullopt;
  std::array<char, 64> text{};
  const ssize_t got = ::read(opened.get(), text.data(), text.size());
  if (got <= 0) return std::nullopt;
  std::int64_t number = 0;
  const auto [stop, wrong] = std::from_chars(text.data(), text.data() + got, number);
  return wrong == std::errc() ? std::optional(number) : std::nullopt;
}

template <typename Visit>
void entries(const fs::path& folder, const Visit& visit) {
  std::error_code failed;
  fs::directory_iterator each(folder, failed);
  for (int count = 0; !failed && each != fs::directory_iterator() && count < kMostEntries; ++count) {
    visit(each->path());
    each.increment(failed);
  }
}

}  // namespace

std::optional<int> temperature(const fs::path& root) {
  std::optional<int> hottest;
  const auto take = [&](const fs::path& file) {
    const auto thousandths = number_in(file);
    if (!thousandths || *thousandths < kLeastSense * 1000 || *thousandths > kMostSense * 1000) return;
    const int degrees = static_cast<int>((*thousandths + 500) / 1000);
    hottest = std::max(hottest.value_or(degrees), degrees);
  };
  entries(root / "sys/class/thermal", [&](const fs::path& zone) {
    if (zone.filename().string().starts_with("thermal_zone")) take(zone / "temp");
  });
  entries(root / "sys/class/hwmon", [&](const fs::path& sensor) {
    entries(sensor, [&](const fs::path& file) {
      const std::string name = file.filename().string();
      if (name.starts_with("temp") && name.ends_with("_input")) take(file);
    });
  });
  return hottest;
}

std::optional<std::int64_t> uptime(const fs::path& root) {
  const auto seconds = number_in(root / "proc/uptime");
  return seconds && *seconds >= 0 ? seconds : std::nullopt;
}

std::optional<DiskLeft> disk_left(const fs::path& folder) {
  struct statvfs facts {};
  if (folder.empty() || ::statvfs(folder.c_str(), &facts) != 0) return std::nullopt;
  return DiskLeft{std::uint64_t{facts.f_bavail} * facts.f_frsize,
                  std::uint64_t{facts.f_blocks} * facts.f_frsize};
}

std::string kernel() {
  struct utsname facts {};
  if (::uname(&facts) != 0) return {};
  return fmt::format("{} {}", static_cast<const char*>(facts.sysname),
                     static_cast<const char*>(facts.release));
}

Vitals vitals(const fs::path& root, const fs::path& folder) {
  return {temperature(root), disk_left(folder)};
}

std::string size_text(std::uint64_t bytes) {
  constexpr double kGigabyte = 1e9, kMegabyte = 1e6;
  const auto size = static_cast<double>(bytes);
  if (size >= kGigabyte) return fmt::format("{:.1f} GB", size / kGigabyte);
  return fmt::format("{:.0f} MB", size / kMegabyte);
}

}  // namespace qitai::kiosk
