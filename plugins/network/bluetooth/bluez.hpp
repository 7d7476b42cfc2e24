// Bluetooth: all that is said to bluetoothd, over D-Bus (sd-bus), and read of the system's switches (rfkill).
// Nothing here waits, and nothing here touches a radio's socket.
//
// One object of one thread. It connects by itself, again when the bus or bluetoothd went away, and then asks
// for everything anew: wishes stand until they are changed.
#pragma once

#include <qitai/transport.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace qitai::bluetooth {

// The section [plugin.bluetooth], and where things are; tests have places of their own.
struct BluezSettings {
  std::string bus;              // D-Bus address of the bus that bluetoothd is on; empty: the system's
  bool agent = false;           // questions of pairing are answered here, and no longer by the desktop
  std::filesystem::path state;  // folder for what must outlive this process; empty: nothing does
  std::filesystem::path bluetooth_class = "/sys/class/bluetooth";
  std::filesystem::path rfkill_class = "/sys/class/rfkill";
  std::filesystem::path rfkill_device = "/dev/rfkill";
  std::string adapter;  // an address: used unless a player chose another; empty: the first that can be used
};
// agent (else whether the game is a cabinet), adapter, bus; state is $XDG_STATE_HOME/qitai.
[[nodiscard]] BluezSettings read_bluez_settings();

// "AA:BB:CC:DD:EE:FF", upper case, and neither all zeros nor all ones.
[[nodiscard]] bool is_address(std::string_view text);

// Names come from outside (the air, at worst): at most 248 bytes, not cleaned.
struct Adapter {
  std::string address;
  std::string name;
  int hci = -1;  // "hci0": 0
  bool powered = false;
  std::string failure;  // why it cannot be used now: an id; empty: it can
  bool chosen = false;  // the one that is used, or would be if it could
  friend bool operator==(const Adapter&, const Adapter&) = default;
};

// A machine that was paired with.
struct Partner {
  std::string address, name;
  bool connected = false, trusted = false;
  friend bool operator==(const Partner&, const Partner&) = default;
};

inline constexpr std::uint32_t kQuestionSeconds =
    30;  // for the player to answer: the far controller's patience

// What happened, in order.
namespace told {
// Whether bluetoothd has the record, and else what hinders; empty: nothing does, or it is not wished.
// Adapters do not count: see failure().
struct Record {
  bool on = false;
  std::string failure;
};
// The same of being found by others. It ends by itself in time, or when somebody else ends it.
struct Visible {
  bool on = false;
  std::string failure;
};
// An adapter came or changed; the chosen one may be another now.
struct AdapterSeen {
  Adapter adapter;
};
struct AdapterGone {
  std::string address;
};
// A question to the player, to be answered with `answer`. At most 16 at one time.
struct Question {
  std::uint64_t id = 0;  // never 0, greater than all before
  std::int32_t kind = QITAI_PAIRING_COMPARE;
  std::string address, name;
  std::uint32_t number = 0;   // 0…999999
  std::uint32_t seconds = 0;  // until it is over by itself
};
struct QuestionOver {
  std::uint64_t id = 0;
};
}  // namespace told
using BluezEvent = std::variant<told::Record, told::Visible, told::AdapterSeen, told::AdapterGone,
                                told::Question, told::QuestionOver>;

// The ids of what can hinder, with their sentences: "no-adapter", "off", "blocked", "blocked-hard",
// "permission", "in-use", "no-service" (bluetoothd does not run), "no-bus" (no D-Bus), "unusable" (bluetoothd
// answered with an error that nobody expects; the log has it). All of them QITAI_FAILURE_LOCAL.
struct FailureTexts {
  std::string_view id;
  std::array<std::string_view, 3> what, help;  // en, zh-Hans, zh-Hant
};
[[nodiscard]] std::span<const FailureTexts> bluez_failures();
void describe_bluez_failures(sdk::TransportDescription& description);

class Bluez {
 public:
  explicit Bluez(BluezSettings settings);
  Bluez(const Bluez&) = delete;
  Bluez& operator=(const Bluez&) = delete;
  // What was changed of an adapter is put back as far as that goes without waiting; else the next start does
  // it.
  ~Bluez();

  // What to poll (nothing: no bus now) and when to pump at the latest: an instant of CLOCK_BOOTTIME in
  // microseconds, QITAI_AT_ONCE or QITAI_NEVER. Both hold until the next call that is not const.
  [[nodiscard]] std::optional<qitai_descriptor> descriptor() const;
  [[nodiscard]] std::int64_t next() const;
  // Does what is due at `now`.
  void pump(std::int64_t now);
  // The oldest event that was not taken yet.
  [[nodiscard]] std::optional<BluezEvent> take();

  // Wishes.
  // The record of the game: its UUID, the PSM on which the endpoint listens, the name to be shown to whom
  // asks (at most QITAI_TRANSPORT_NAME bytes, repaired here). Again with something else: the record is
  // exchanged.
  void publish(std::string_view uuid, std::uint16_t psm, std::string_view name);
  void withdraw();
  // Be found in an inquiry for so many seconds from the next pump: 0 not at all, UINT32_MAX until it is
  // changed.
  void visible(std::uint32_t seconds);
  // This machine is dialling that one (or no longer): questions of pairing with it are expected. Without, and
  // while no record is wished, each is answered with no, silently.
  void dialling(std::string_view address, bool on);
  // Use this adapter, also if it is not there now; empty: the first that can be used. Kept in the state
  // folder, and the choice of all in this process, which hear of it at their next pump.
  void choose(std::string_view address);

  // Also lets go what a program has blocked (rfkill); an empty address: only that, of all. False: no such
  // adapter, or the system does not let us.
  bool power(std::string_view address, bool on);
  // The player's answer. A question that is over is taken.
  void answer(std::uint64_t question, bool yes);
  // False: not known. On every adapter.
  bool forget(std::string_view address);

  // As of the last pump.
  [[nodiscard]] const std::vector<Adapter>& adapters() const;  // at most QITAI_TRANSPORT_ADAPTERS, by hci
  // The one to be used; null: none can be, and failure() says why, or is empty as long as that is not known.
  [[nodiscard]] const Adapter* adapter() const;
  [[nodiscard]] const std::string& failure() const;
  [[nodiscard]] const std::string& choice()
      const;  // the address of what was chosen; empty: the first that can be used
  [[nodiscard]] const std::vector<Partner>& partners()
      const;  // of the chosen adapter; at most QITAI_TRANSPORT_PEERS
  [[nodiscard]] bool knows(std::string_view address) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::bluetooth
