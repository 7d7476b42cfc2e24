// Kiosk: whether a PIN is the right one, and how often somebody may try.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace qitai::kiosk {

class PinLock {
 public:
  static constexpr int kTries = 5;                  // wrong ones, before it is closed
  static constexpr std::uint64_t kClosed = 60'000;  // ms that it is closed then
  static constexpr std::size_t kMost = 12;          // digits of a PIN

  // How often somebody was wrong is kept in `file`, so that pulling the plug helps nobody: what was closed is
  // closed for its whole time after the next start. Empty: only as long as the program runs. A file that is
  // none of ours counts as closed.
  explicit PinLock(std::filesystem::path file);

  enum class Answer : std::uint8_t { kRight, kWrong, kClosed };
  // Takes as long wherever the two differ. A try is counted on the disk before it is answered.
  Answer answer(std::string_view pin, std::string_view entered, std::uint64_t now);
  // In how many seconds it opens again; 0: it is open. `now`: ms, never set back. To be asked now and then.
  int closed_for(std::uint64_t now);

 private:
  void keep() const;

  std::filesystem::path file_;
  int wrong_ = 0;
  std::optional<std::uint64_t> opens_;  // of a closed one, once time has been told
};

}  // namespace qitai::kiosk
