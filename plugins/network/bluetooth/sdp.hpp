// Bluetooth: asking a machine whether it has the game (SDP, Bluetooth Core Specification volume 3, part B).
// Bytes in, bytes out. Own code where a library exists, because whoever answers is a stranger: BlueZ's client
// goes on as long as the answer says that it does, and waits for it. Here an answer has at most 4096 bytes in
// 16 packets.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace qitai::bluetooth {

inline constexpr std::uint16_t kSdpPsm = 1;
inline constexpr std::string_view kGameUuid =
    "f2be479d-6be4-4998-a87d-fbfd2097a6ea";  // of the record of the game

// Whether a channel may have this number: odd, bit 8 clear (volume 3, part A, 4.2), and free for everybody's
// use.
[[nodiscard]] constexpr bool is_free_psm(std::uint64_t psm) {
  return psm >= 0x1001 && psm <= 0xFFFF && (psm & 0x0101) == 0x0001;
}

class Query {
 public:
  enum class State : std::uint8_t {
    kAsking,  // request() is to be sent, then take() to be called with the answer
    kGame,    // the game is there: psm() and name()
    kNoGame,
    kBroken,  // what came is no answer
  };

  // The packet to send; another one after each take() that left it asking.
  [[nodiscard]] std::string request() const;
  State take(std::string_view packet);
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] std::uint16_t psm() const { return psm_; }
  // As the far machine says: at most 255 bytes, may be empty, nothing is believed of it.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  void read();

  State state_ = State::kAsking;
  std::uint16_t number_ = 1;  // of the transaction
  std::string continuation_;  // of the answer so far
  std::string lists_, name_;
  std::uint16_t psm_ = 0;
};

}  // namespace qitai::bluetooth
