#include "kiosk/desk.hpp"

#include <ctime>

namespace qitai::kiosk {

LocalTime local_time(std::int64_t unix_seconds) {
  const auto at = static_cast<std::time_t>(unix_seconds);
  std::tm parts{};
  if (::localtime_r(&at, &parts) == nullptr) return {};
  return {parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec};
}

}  // namespace qitai::kiosk
