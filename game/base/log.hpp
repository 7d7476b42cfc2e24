// The log: one line an event, to stderr and, once a file is named, to that file too. Safe from every thread;
// never fails towards the caller. What players must read goes to the screen, not here.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace qitai {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

// Messages below `level` are dropped; kInfo at the start.
void set_log_level(LogLevel level);

// Appends to `path` from now on. At 4 MiB the file becomes `path`.1 and a new one begins, so that a cabinet
// that runs for months keeps at most two.
Status log_to_file(const std::filesystem::path& path);

[[nodiscard]] bool log_wants(LogLevel level);

// Writes one line: date and time in UTC, level, text. Line ends and other control characters are written as
// \xNN: a text from outside cannot forge a line or steer a terminal.
void log_line(LogLevel level, std::string_view text);

template <typename... Args>
void log(LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
  if (log_wants(level)) log_line(level, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
void log_debug(fmt::format_string<Args...> format, Args&&... args) {
  log(LogLevel::kDebug, format, std::forward<Args>(args)...);
}
template <typename... Args>
void log_info(fmt::format_string<Args...> format, Args&&... args) {
  log(LogLevel::kInfo, format, std::forward<Args>(args)...);
}
template <typename... Args>
void log_warning(fmt::format_string<Args...> format, Args&&... args) {
  log(LogLevel::kWarning, format, std::forward<Args>(args)...);
}
template <typename... Args>
void log_error(fmt::format_string<Args...> format, Args&&... args) {
  log(LogLevel::kError, format, std::forward<Args>(args)...);
}

}  // namespace qitai
