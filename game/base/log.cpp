#include "base/log.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <ctime>
#include <mutex>
#include <string>

#include "base/file.hpp"
#include "base/time.hpp"

namespace qitai {
namespace {

constexpr std::int64_t kFileLimit = std::int64_t{4} * 1024 * 1024;

constexpr std::string_view kLevelNames[] = {"debug", "info", "warning", "error"};

struct Sink {
  std::mutex mutex;
  int file = -1;
  std::int64_t size = 0;
  std::filesystem::path path;
};

// Never destroyed: threads may log while the process ends.
Sink& sink() {
  static Sink& instance = *new Sink;
  return instance;
}

std::atomic<LogLevel> g_level{LogLevel::kInfo};

int open_for_append(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
}

void put(int descriptor, std::string_view line) {
  // One write a line keeps lines whole between processes. A log that cannot be written has nowhere to
  // complain.
  while (::write(descriptor, line.data(), line.size()) < 0 && errno == EINTR) {
  }
}

std::string one_line(LogLevel level, std::string_view text) {
  const std::int64_t now = clock_ns(CLOCK_REALTIME);
  const std::time_t seconds = now / 1'000'000'000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::string line = fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z {} ", parts, now / 1'000'000 % 1000,
                                 kLevelNames[static_cast<std::size_t>(level)]);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      line += fmt::format("\\x{:02X}", byte);
    } else {
      line.push_back(c);
    }
  }
  line.push_back('\n');
  return line;
}

void start_new_file(Sink& to) {
  std::filesystem::path old = to.path;
  old += ".1";
  std::error_code failed;
  std::filesystem::rename(to.path, old, failed);
  if (failed) return;  // the next line tries again; meanwhile the old file grows
  const int file = open_for_append(to.path);
  if (file < 0) return;
  ::close(to.file);
  to.file = file;
  to.size = 0;
}

}  // namespace

void set_log_level(LogLevel level) {
  g_level.store(level, std::memory_order_relaxed);
}

bool log_wants(LogLevel level) {
  return level >= g_level.load(std::memory_order_relaxed);
}

Status log_to_file(const std::filesystem::path& path) {
  const int file = open_for_append(path);
  if (file < 0) return file_error("open the log", path, errno);
  struct stat facts {};
  const bool known = ::fstat(file, &facts) == 0;
  Sink& to = sink();
  const std::lock_guard hold(to.mutex);
  if (to.file >= 0) ::close(to.file);
  to.file = file;
  to.size = known ? facts.st_size : 0;
  to.path = path;
  return {};
}

void log_line(LogLevel level, std::string_view text) {
  if (!log_wants(level)) return;
  const std::string line = one_line(level, text);
  Sink& to = sink();
  const std::lock_guard hold(to.mutex);
  put(STDERR_FILENO, line);
  if (to.file < 0) return;
  put(to.file, line);
  to.size += static_cast<std::int64_t>(line.size());
  if (to.size >= kFileLimit) start_new_file(to);
}

}  // namespace qitai
