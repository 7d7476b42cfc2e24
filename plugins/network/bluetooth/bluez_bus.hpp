// Bluetooth: one connection to a D-Bus, over sd-bus: made without waiting, made again when it breaks, every
// call asynchronous.
#pragma once

#include <qitai/transport.h>
#include <systemd/sd-bus.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace qitai::bluetooth {

struct MessageEnd {
  void operator()(sd_bus_message* message) const { sd_bus_message_unref(message); }
};
using Message = std::unique_ptr<sd_bus_message, MessageEnd>;
struct SlotEnd {
  void operator()(sd_bus_slot* slot) const { sd_bus_slot_unref(slot); }
};
using Slot = std::unique_ptr<sd_bus_slot, SlotEnd>;

// What a call came to: the reply, or the name of an error and what it says.
struct Answer {
  sd_bus_message* reply = nullptr;  // null: it failed
  std::string error, text;
  [[nodiscard]] bool ok() const { return reply != nullptr; }
};

class Bus {
 public:
  // An empty address: the system's bus.
  explicit Bus(std::string address) : address_(std::move(address)) {}
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;
  ~Bus() { drop(); }

  enum class State : std::uint8_t {
    kConnecting,  // for the first time
    kUp,
    kNone  // there is none (any more); tried again every two seconds
  };
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] std::optional<qitai_descriptor> descriptor() const;
  [[nodiscard]] std::int64_t next() const;
  // Whether the descriptor is ready now.
  [[nodiscard]] bool ready() const;

  // Connects, and handles what came: at most 64 messages, the rest is due at once. What calls and slots do
  // may throw: it comes out of here.
  void pump(std::int64_t now);

  // Of the connection that is up, to a service that runs: it is never started by it; each is told its own
  // answer once, or nothing when the connection breaks before. `fill` appends the arguments; a negative
  // answer (errno) fails the call. Never to be called while it is not up.
  using Fill = std::function<int(sd_bus_message*)>;
  using Told = std::function<void(const Answer&)>;
  void call(const char* service, const std::string& path, const char* interface, const char* member,
            const Fill& fill, Told told);
  // Nobody hears what became of it. False: it could not even be sent.
  bool send(const char* service, const std::string& path, const char* interface, const char* member,
            const Fill& fill);
  // What waits to be sent, as far as that goes without waiting.
  void drain();
  // Signals that match, until the connection breaks.
  using Heard = std::function<void(sd_bus_message*)>;
  void match(const char* rule, Heard heard);
  // Methods at a path, until the connection breaks; what is there already stays. `table` and `data` must
  // stay.
  void object(const char* path, const char* interface, const sd_bus_vtable* table, void* data);

  // Runs what a function in C called, keeping an exception until pump is left. Answers what `run` did, or
  // −EIO.
  int guarded(const std::function<int()>& run);

 private:
  struct Call {
    Bus* bus = nullptr;
    Told told;
    Slot slot;
    bool over = false;
  };
  struct Match {
    Bus* bus = nullptr;
    Heard heard;
    Slot slot;
  };
  static int answered(sd_bus_message* reply, void* data, sd_bus_error* error);
  static int heard(sd_bus_message* signal, void* data, sd_bus_error* error);
  void connect();
  void drop();
  Message message(const char* service, const std::string& path, const char* interface, const char* member,
                  const Fill& fill, int& failed);

  std::string address_;
  sd_bus* bus_ = nullptr;
  State state_ = State::kConnecting;
  bool more_ = false;  // left from the last pump
  std::int64_t retry_ = QITAI_AT_ONCE;
  std::int64_t ahead_ = 0;  // of CLOCK_BOOTTIME before CLOCK_MONOTONIC, at the last pump
  std::list<Call> calls_;
  std::list<Match> matches_;
  std::map<std::string, Slot> objects_;  // by path
  std::exception_ptr thrown_;
};

}  // namespace qitai::bluetooth
