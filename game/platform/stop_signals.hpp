// Platform: being asked to end by the system, as a wish.
#pragma once

#include <array>
#include <csignal>

namespace qitai::platform {

// As long as one lives SIGTERM and SIGINT end nothing by themselves: they are noted, and a descriptor becomes
// ready. At most one at a time. Where the system has no descriptor left they are only noted.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  [[nodiscard]] bool asked() const;
  // Readable from the first such signal on; -1: there is none.
  [[nodiscard]] int descriptor() const { return bell_; }

 private:
  static constexpr std::array kSignals{SIGTERM, SIGINT};
  int bell_;
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace qitai::platform
