#include "kiosk/pin_lock.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "base/file.hpp"
#include "base/log.hpp"

namespace qitai::kiosk {
namespace {

constexpr std::size_t kMostBytes = 64;

bool same(std::string_view a, std::string_view b) {
  std::array<unsigned char, PinLock::kMost> left{}, right{};
  std::copy_n(a.begin(), std::min(a.size(), left.size()), left.begin());
  std::copy_n(b.begin(), std::min(b.size(), right.size()), right.begin());
  // Volatile: no compiler may end the loop early.
  volatile unsigned differ = a.size() == b.size() ? 0U : 1U;
  for (std::size_t i = 0; i < left.size(); ++i)
    differ = differ | static_cast<unsigned>(left.at(i) ^ right.at(i));
  return differ == 0;
}

int wrong_in(const std::filesystem::path& file) {
  if (file.empty()) return 0;
  const Result<std::string> content = read_file(file, kMostBytes);
  if (!content) return content.error().code == "file-missing" ? 0 : PinLock::kTries;
  int wrong = 0;
  const char* const end = content->data() + content->size();
  const auto [stop, failed] = std::from_chars(content->data(), end, wrong);
  const bool ours = failed == std::errc() && (stop == end || *stop == '\n') && wrong >= 0;
  return ours ? std::min(wrong, PinLock::kTries) : PinLock::kTries;
}

}  // namespace

PinLock::PinLock(std::filesystem::path file) : file_(std::move(file)), wrong_(wrong_in(file_)) {}

void PinLock::keep() const {
  if (file_.empty()) return;
  if (const Status kept = write_file_atomic(file_, std::to_string(wrong_) + "\n"); !kept)
    log_warning("{}", kept.error().message);
}

int PinLock::closed_for(std::uint64_t now) {
  if (wrong_ < kTries) return 0;
  if (!opens_) opens_ = now + kClosed;
  if (now < *opens_) return static_cast<int>((*opens_ - now + 999) / 1000);
  opens_.reset();
  wrong_ = 0;
  keep();
  return 0;
}

PinLock::Answer PinLock::answer(std::string_view pin, std::string_view entered, std::uint64_t now) {
  if (closed_for(now) > 0) return Answer::kClosed;
  ++wrong_;
  keep();
  if (!pin.empty() && same(pin, entered)) {
    wrong_ = 0;
    keep();
    return Answer::kRight;
  }
  if (wrong_ < kTries) return Answer::kWrong;
  log_warning("service menu: {} wrong PINs, closed for {} s", kTries, kClosed / 1000);
  (void)closed_for(now);
  return Answer::kClosed;
}

}  // namespace qitai::kiosk
