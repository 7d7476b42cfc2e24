// Bluetooth: the record by which others see that this machine has the game, and on which PSM, published by
// bluetoothd (ProfileManager1). The socket stays the game's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "network/bluetooth/bluez_bus.hpp"

namespace qitai::bluetooth {

struct RecordWish {
  std::string uuid, name;
  std::uint16_t psm = 0;
  friend bool operator==(const RecordWish&, const RecordWish&) = default;
};

// The service record as bluetoothd reads it: the UUID as its class, L2CAP with the PSM, public browse group,
// the name.
[[nodiscard]] std::string record_xml(const RecordWish& wish);
// UTF-8 without control characters, cut between characters to `most` bytes; what is none becomes '?'.
[[nodiscard]] std::string tidy_name(std::string_view name, std::size_t most);

// What bluetoothd's or the bus's error means to a player.
[[nodiscard]] std::string failure_of(const Answer& answer);

class Record {
 public:
  void wish(std::optional<RecordWish> wish) { wish_ = std::move(wish); }
  [[nodiscard]] bool wished() const { return wish_.has_value(); }
  // bluetoothd knows nothing of us (any more): it went away, or the bus did.
  void forgotten();
  // Does the next step, while bluetoothd is there.
  void step(Bus& bus, std::int64_t now);
  [[nodiscard]] std::int64_t next() const;

  [[nodiscard]] bool on() const { return wish_ && published_ == wish_ && !busy_; }
  // What hinders; empty: nothing, or it is not known yet.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  std::optional<RecordWish> wish_, published_;
  bool busy_ = false;
  std::uint64_t era_ = 0;  // answers to questions of an earlier bluetoothd do not count
  std::int64_t retry_ = INT64_MIN, now_ = 0;
  std::string failure_;
};

}  // namespace qitai::bluetooth
