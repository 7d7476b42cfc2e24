// Bluetooth: the transport "bluetooth", between machines in the same room, over L2CAP. This ties together
// what goes over the air (link, search) and what bluetoothd does (bluez): the record by which others find the
// game, pairing, being visible, adapters.
//
// No machine is dialled that has not just shown the game's record. Where bluetoothd does not run, machines
// that were paired with can still be dialled with the kernel's first adapter.
#pragma once

#include <qitai/transport.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network/bluetooth/bluez.hpp"
#include "network/bluetooth/link.hpp"
#include "network/bluetooth/search.hpp"

namespace qitai::bluetooth {

// From the section [plugin.bluetooth].
struct EndpointSettings {
  std::optional<std::uint16_t> psm;  // psm
};
[[nodiscard]] EndpointSettings read_endpoint_settings();

class BluetoothEndpoint {
 public:
  static sdk::TransportDescription description();

  explicit BluetoothEndpoint(std::span<const std::uint8_t, 16> identity);
  BluetoothEndpoint(const BluetoothEndpoint&) = delete;
  BluetoothEndpoint& operator=(const BluetoothEndpoint&) = delete;

  void descriptors(sdk::List<qitai_descriptor>& list) const;
  [[nodiscard]] std::int64_t next() const;
  void pump(std::int64_t now, sdk::Events& events);

  void visible(std::string_view name, std::uint32_t seconds);
  void scan(bool on);
  void listen(bool on);
  qitai_status dial(std::string_view address, std::uint64_t& link);
  qitai_status send(std::uint64_t link, std::string_view bytes);
  qitai_status hang_up(std::uint64_t link, bool at_once);
  qitai_status answer(std::uint64_t question, bool yes);
  qitai_status forget(std::string_view address);
  qitai_status choose_adapter(std::string_view id);
  qitai_status power(std::string_view id, bool on);

 private:
  // A link that the game knows of.
  struct Link {
    // kWanted: begins as soon as there is an adapter. kAsking: whether the game is there.
    enum class Stage : std::uint8_t { kWanted, kAsking, kDialling, kOpen, kEnding };
    Stage stage = Stage::kWanted;
    sdk::Peer peer;
    std::uint32_t mtu = 0;
    std::optional<Asking> asking;
    std::optional<Channel> channel;
    std::optional<std::int64_t> deadline;  // of what it is at; while it ends: of the next look
    std::optional<std::int64_t> ends_at;   // at the latest, since it was hung up
    bool at_once = false, blocked = false, expected = false;
    std::uint16_t psm = 0;  // that is dialled
    int again = 0;          // tries after the first one
    std::int64_t dialled_at = 0;
    std::optional<std::int64_t> asked_at;  // the player here was asked about pairing
    bool said_no = false;                  // and refused
    bool incoming = false;                 // to be told
    std::optional<std::string> failure;    // it has ended so; to be told
  };
  struct Told {
    bool on = false;
    std::string failure;
    friend bool operator==(const Told&, const Told&) = default;
  };

  [[nodiscard]] bool quiet(std::int64_t now) const;
  void serve_links(std::int64_t now, sdk::Events& events);
  void hear_bluez(std::int64_t now, sdk::Events& events);
  void find_adapter(std::int64_t now);
  void keep_listener(std::int64_t now);
  void publish();
  void take_calls(std::int64_t now);
  void serve_link(std::uint64_t id, Link& link, std::int64_t now, sdk::Events& events);
  void start_asking(Link& link, std::int64_t now);
  void hear_asking(Link& link, std::int64_t now);
  void start_dialling(Link& link, std::uint16_t psm, std::int64_t now);
  void hear_refusal(Link& link, std::int64_t now);
  void hear_dialling(std::uint64_t id, Link& link, std::int64_t now, sdk::Events& events);
  bool begin_link(Link& link);
  void read_messages(std::uint64_t id, Link& link, sdk::Events& events);
  void end_link(Link& link, std::int64_t now);
  void expect(Link& link, bool on);
  void tell_states(sdk::Events& events);
  [[nodiscard]] std::string name_of(std::string_view address) const;
  [[nodiscard]] bool dialling() const;
  [[nodiscard]] bool waiting() const;

  const EndpointSettings settings_;
  Bluez bluez_;
  Search search_;
  std::optional<OwnAdapter> own_;          // the one that is used; nothing: none can be
  bool without_bluez_ = false;             // own_ is the kernel's word alone
  std::int64_t look_due_ = QITAI_AT_ONCE;  // for the kernel's adapters, where bluetoothd tells of none
  std::optional<std::int64_t> patience_;   // until then the first word about adapters is waited for
  std::string name_;                       // of the player
  bool listening_ = false, visible_ = false, scanning_ = false;
  Handle listener_;
  std::string listens_on_;  // the adapter's address
  std::uint16_t psm_ = 0;
  std::string no_listener_;  // an id of why there is none
  std::int64_t listener_due_ = QITAI_AT_ONCE;
  std::int64_t calls_due_ = QITAI_AT_ONCE;
  struct Shown {  // in the record
    std::uint16_t psm = 0;
    std::string name;
    friend bool operator==(const Shown&, const Shown&) = default;
  };
  std::optional<Shown> shows_;
  told::Record record_;
  told::Visible seen_by_others_;
  std::map<std::uint64_t, Link> links_;
  std::uint64_t last_link_ = 0;
  std::map<std::string, std::uint16_t, std::less<>> shown_;  // PSMs that partners have shown
  std::map<std::uint64_t, std::string> questions_;           // told and not over; about which address
  std::array<Told, 3> told_;                                 // by QITAI_STATE_…
  bool due_ = false;  // something was asked for, or is left from the last pump
  // Since the last pump: what to poll of bluetoothd, and until when nothing is due; nothing: more than
  // messages may have come.
  std::optional<qitai_descriptor> bus_;
  std::optional<std::int64_t> quiet_until_;
};

}  // namespace qitai::bluetooth
