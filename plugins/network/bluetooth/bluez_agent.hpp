// Bluetooth: who answers when a machine wants to be paired with (Agent1). What bluetoothd asks becomes a
// question to the player, whose answer is the delayed reply.
#pragma once

#include <qitai/transport.h>

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "network/bluetooth/bluez.hpp"
#include "network/bluetooth/bluez_bus.hpp"

namespace qitai::bluetooth {

inline constexpr std::size_t kMaxQuestions = 16;

class Agent {
 public:
  // Of the world around: whether the player is to be asked about a machine, what a device is called and
  // whether it is paired with, the UUID that may be used without asking, who bluetoothd is on the bus.
  struct World {
    std::function<bool(const std::string& address)> expected;
    std::function<std::string(const std::string& device_path)> name_of;
    std::function<bool(const std::string& device_path)> paired;
    std::function<std::string()> uuid;
    std::function<std::string()> owner;
  };
  explicit Agent(World world) : world_(std::move(world)) {}
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  void forgotten();
  void step(Bus& bus, std::int64_t now);
  [[nodiscard]] std::int64_t next() const;
  void answer(Bus& bus, std::uint64_t question, bool yes);
  // Nobody is to be asked any more about a machine that is not expected now.
  void review();
  // told::Question and told::QuestionOver, in order.
  [[nodiscard]] std::vector<BluezEvent> take() { return std::exchange(events_, {}); }

 private:
  struct Open {
    std::uint64_t id = 0;
    std::string device, address;
    std::int32_t kind = QITAI_PAIRING_COMPARE;
    Message call;  // null: it wants no reply
    std::int64_t until = INT64_MAX;
  };
  static const sd_bus_vtable kTable[];
  template <int (Agent::*method)(sd_bus_message*)>
  static int entry(sd_bus_message* call, void* data, sd_bus_error* error);
  int released(sd_bus_message* call);
  int pin(sd_bus_message* call);
  int show_passkey(sd_bus_message* call);
  int compare(sd_bus_message* call);
  int allow(sd_bus_message* call);
  int service(sd_bus_message* call);
  int cancelled(sd_bus_message* call);
  int ask(sd_bus_message* call, const std::string& device, std::int32_t kind, std::uint32_t number,
          bool waits);
  void end(std::list<Open>::iterator at, bool yes);
  void register_with(Bus& bus);

  World world_;
  Bus* bus_ = nullptr;
  std::list<Open> open_;
  std::vector<BluezEvent> events_;
  std::uint64_t last_id_ = 0, era_ = 0;
  enum class Stage : std::uint8_t { kUnknown, kRegistering, kRegistered } stage_ = Stage::kUnknown;
  std::int64_t now_ = 0, retry_ = INT64_MIN;
  std::string trouble_;  // the error that was logged last
};

}  // namespace qitai::bluetooth
