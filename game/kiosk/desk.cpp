#include "kiosk/desk.hpp"

#include <fmt/format.h>

#include <ctime>

namespace qitai::kiosk {

LocalTime local_time(std::int64_t unix_seconds) {
  const auto at = static_cast<std::time_t>(unix_seconds);
  std::tm parts{};
  if (::localtime_r(&at, &parts) == nullptr) return {};
  return {parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec};
}

std::string date_text(const LocalTime& at) {
  return fmt::format("{:04}-{:02}-{:02}", at.year, at.month, at.day);
}

std::string moment_text(const LocalTime& at) {
  return fmt::format("{} {:02}:{:02}", date_text(at), at.hour, at.minute);
}

}  // namespace qitai::kiosk
