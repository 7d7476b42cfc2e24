// Network: faults made on purpose, for tests of what uses a link. They strike what this side sends; which
// messages they strike comes from the seed alone. Off unless the settings ask for them (README.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qitai::network {

struct FaultSettings {
  std::int64_t delay = 0;                       // µs before a message leaves
  unsigned drop = 0, repeat = 0, truncate = 0;  // per cent of the messages
  std::optional<std::uint64_t> cut;             // the link is dead after so many messages
  std::uint64_t seed = 1;
};

// The faults of one link.
class Faults {
 public:
  Faults(const FaultSettings& settings, std::uint64_t link);
  // What leaves in place of a message: nothing, it, a part of it, or it twice.
  [[nodiscard]] std::vector<std::string> strike(std::string_view message);
  // Whether the link is dead now.
  [[nodiscard]] bool cut() const { return settings_.cut && sent_ >= *settings_.cut; }
  [[nodiscard]] std::int64_t delay() const { return settings_.delay; }

 private:
  bool chance(unsigned per_cent);
  std::uint64_t draw();
  FaultSettings settings_;
  std::uint64_t stream_, drawn_ = 0, sent_ = 0;
};

}  // namespace qitai::network
