#include "network/bluetooth/bluez_rfkill.hpp"

#include <fcntl.h>
#include <linux/rfkill.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <system_error>

namespace qitai::bluetooth {
namespace {

constexpr std::size_t kMost = 64;

std::string first_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line(64, '\0');
  in.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(in.gcount()));
  return line.substr(0, line.find('\n'));
}

bool is_of(const RadioSwitch& one, std::string_view name) {
  return name.empty() || one.name == name || !one.name.starts_with("hci");
}

}  // namespace

bool RadioSwitches::read() {
  std::vector<RadioSwitch> found;
  std::error_code failed;
  for (std::filesystem::directory_iterator at(folder_, failed), end;
       !failed && at != end && found.size() < kMost; at.increment(failed)) {
    constexpr std::string_view kPrefix = "rfkill";
    const std::string file = at->path().filename().string();
    if (!file.starts_with(kPrefix)) continue;
    RadioSwitch one;
    const char* const digits = file.data() + kPrefix.size();
    if (std::from_chars(digits, file.data() + file.size(), one.index).ec != std::errc()) continue;
    if (first_line(at->path() / "type") != "bluetooth") continue;
    one.name = first_line(at->path() / "name");
    one.soft = first_line(at->path() / "soft") == "1";
    one.hard = first_line(at->path() / "hard") == "1";
    found.push_back(std::move(one));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  if (found == switches_) return false;
  switches_ = std::move(found);
  return true;
}

std::string_view RadioSwitches::blocking(std::string_view name) const {
  std::string_view worst;
  for (const RadioSwitch& one : switches_) {
    if (!is_of(one, name)) continue;
    if (one.hard) return "blocked-hard";
    if (one.soft) worst = "blocked";
  }
  return worst;
}

bool RadioSwitches::let_go(std::string_view name) const {
  const int fd = ::open(device_.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  bool done = true;
  for (const RadioSwitch& one : switches_) {
    if (!one.soft || !is_of(one, name)) continue;
    rfkill_event event{};
    event.idx = one.index;
    event.type = RFKILL_TYPE_BLUETOOTH;
    event.op = RFKILL_OP_CHANGE;
    done = ::write(fd, &event, sizeof event) == static_cast<ssize_t>(sizeof event) && done;
  }
  ::close(fd);
  return done;
}

}  // namespace qitai::bluetooth
