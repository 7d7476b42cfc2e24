// The file of what was changed of adapters.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <fstream>
#include <system_error>
#include <utility>

#include "network/bluetooth/bluez.hpp"
#include "network/bluetooth/bluez_visible.hpp"

namespace qitai::bluetooth {
namespace {

constexpr std::size_t kMostBytes = 4096;

// "KEY=NUMBER" at the beginning of `text`, which goes on behind it and a blank.
std::optional<std::uint32_t> number_of(std::string_view& text, std::string_view key) {
  if (!text.starts_with(key) || text.size() <= key.size() || text[key.size()] != '=') return std::nullopt;
  text.remove_prefix(key.size() + 1);
  std::uint32_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.empty() && text.front() != ' ') return std::nullopt;
  if (!text.empty()) text.remove_prefix(1);
  return number;
}

}  // namespace

bool write_whole(const std::filesystem::path& file, std::string_view text, bool to_disk) {
  const std::filesystem::path fresh = file.string() + ".new";
  const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return false;
  const bool whole = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                     (!to_disk || ::fsync(fd) == 0);
  ::close(fd);
  std::error_code failed;
  if (whole) std::filesystem::rename(fresh, file, failed);
  if (whole && !failed) return true;
  std::filesystem::remove(fresh, failed);
  return false;
}

std::string read_file(const std::filesystem::path& file, std::size_t most) {
  std::ifstream in(file, std::ios::binary);
  std::string text(most, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string befores_text(const Befores& befores) {
  std::string text;
  for (const auto& [address, before] : befores) {
    text += address + " discoverable=" + (before.discoverable ? "1" : "0");
    text +=
        " timeout=" + std::to_string(before.timeout) + " pairable=" + (before.pairable ? "1" : "0") + "\n";
  }
  return text;
}

Befores read_befores(std::string_view text) {
  Befores befores;
  while (!text.empty() && befores.size() < QITAI_TRANSPORT_ADAPTERS) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::string address(line.substr(0, line.find(' ')));
    if (!is_address(address) || line.size() <= address.size()) continue;
    line.remove_prefix(address.size() + 1);
    const auto discoverable = number_of(line, "discoverable"), timeout = number_of(line, "timeout"),
               pairable = number_of(line, "pairable");
    if (!discoverable || !timeout || !pairable || *discoverable > 1 || *pairable > 1 || !line.empty())
      continue;
    befores[address] = {*discoverable == 1, *pairable == 1, *timeout};
  }
  return befores;
}

BeforeFile::BeforeFile(const std::filesystem::path& folder) : folder_(folder) {
  if (folder_.empty()) return;
  file_ = folder_ / "bluetooth-before";
  lock_file_ = folder_ / "bluetooth-lock";
}

bool BeforeFile::hold(Befores& befores) {
  if (std::exchange(held_, true) || folder_.empty()) return true;
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  lock_ = ::open(lock_file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock_ >= 0 && ::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    held_ = errno != EWOULDBLOCK;
    ::close(std::exchange(lock_, -1));
  }
  if (held_) {
    befores = read_befores(read_file(file_, kMostBytes));
    wanted_ = writing_ = befores_text(befores);
    done_ = true;
  }
  return held_;
}

bool BeforeFile::exists() const {
  std::error_code failed;
  return !folder_.empty() && std::filesystem::exists(file_, failed);
}

bool BeforeFile::put(const std::string& text) const {
  if (!text.empty()) return lock_ >= 0 && write_whole(file_, text, true);
  std::error_code failed;
  std::filesystem::remove(file_, failed);
  return !failed;
}

void BeforeFile::write(const Befores& befores) {
  wanted_ = befores_text(befores);
  (void)written();
}

std::optional<bool> BeforeFile::written() {
  if (folder_.empty()) return true;
  if (thread_.valid()) {
    if (thread_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    done_ = thread_.get();
  }
  if (writing_ == wanted_) return done_;
  writing_ = wanted_;
  const auto job = [this, text = writing_] { return put(text); };
  try {
    thread_ = std::async(std::launch::async, job);
    return std::nullopt;
  } catch (const std::system_error&) {  // no thread can be had
    return done_ = job();
  }
}

void BeforeFile::write_now(const Befores& befores) {
  if (folder_.empty()) return;
  if (thread_.valid()) thread_.wait();
  thread_ = {};
  wanted_ = writing_ = befores_text(befores);
  done_ = put(wanted_);
}

BeforeFile::~BeforeFile() {
  if (thread_.valid()) thread_.wait();
  let_go();
}

void BeforeFile::let_go() {
  held_ = false;
  if (lock_ >= 0) ::close(std::exchange(lock_, -1));
}

}  // namespace qitai::bluetooth
