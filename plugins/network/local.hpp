// Network: the transport "local", between programs of one user on one machine, over AF_UNIX sockets. It keeps
// the same bounds as one over the air: messages of 600 bytes, peers that are asked before they are dialled,
// an end that does not say whether the far program closed the link or was killed.
#pragma once

#include <qitai/transport.hpp>

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network/faults.hpp"
#include "network/local_greeting.hpp"
#include "network/local_line.hpp"
#include "network/local_place.hpp"

namespace qitai::network {

// From the section [plugin.network].
struct LocalSettings {
  std::string folder;                           // local-folder
  std::uint32_t mtu = QITAI_TRANSPORT_MESSAGE;  // local-mtu
  bool other_users = false;                     // local-other-users
  std::optional<FaultSettings> faults;          // fault-…
};
[[nodiscard]] LocalSettings read_settings();

class LocalEndpoint {
 public:
  static sdk::TransportDescription description();

  explicit LocalEndpoint(std::span<const std::uint8_t, 16> identity);
  LocalEndpoint(const LocalEndpoint&) = delete;
  LocalEndpoint& operator=(const LocalEndpoint&) = delete;

  void descriptors(sdk::List<qitai_descriptor>& list) const;
  [[nodiscard]] std::int64_t next() const;
  void pump(std::int64_t now, sdk::Events& events);

  void visible(std::string_view name, std::uint32_t seconds);
  void scan(bool on);
  void listen(bool on);
  qitai_status dial(std::string_view address, std::uint64_t& link);
  qitai_status send(std::uint64_t link, std::string_view bytes);
  qitai_status hang_up(std::uint64_t link, bool at_once);

 private:
  // A link that the game knows of.
  struct Link {
    enum class Stage : std::uint8_t { kWanted, kGreeting, kOpen, kEnding };
    Stage stage = Stage::kWanted;
    sdk::Peer peer;
    std::uint32_t mtu = 0;
    std::optional<Line> line;
    std::optional<std::int64_t> deadline;  // of greeting and ending
    bool at_once = false;                  // hung up so
    bool incoming = false;                 // to be told
    std::optional<std::string> failure;    // it has ended so; to be told
  };
  // A connection of somebody who has not yet said what he wants.
  struct Caller {
    Line line;
    std::int64_t deadline = 0;
  };
  // A peer that is being asked who it is.
  struct Question {
    std::string address;
    Line line;
    std::int64_t deadline = 0;
  };
  struct Told {
    bool on = false;
    std::string failure;
    friend bool operator==(const Told&, const Told&) = default;
  };

  [[nodiscard]] bool wants_address() const { return listening_ || visible_; }
  void keep_place(std::int64_t now);
  void tell_states(sdk::Events& events);
  void begin_link(std::uint64_t id, Link& link, std::uint32_t mtu);
  void take_callers(std::int64_t now);
  bool hear_caller(Caller& caller);
  void start_dialling(Link& link, std::int64_t now);
  void hear_answer(std::uint64_t id, Link& link, sdk::Events& events);
  void serve_link(std::uint64_t id, Link& link, std::int64_t now, sdk::Events& events);
  void read_messages(std::uint64_t id, Link& link, sdk::Events& events);
  void look_around(std::int64_t now, sdk::Events& events);
  void hear_peers(std::int64_t now, sdk::Events& events);
  void lose_peer(const std::string& address, sdk::Events& events);
  [[nodiscard]] Greeting greeting(Greeting::Kind kind, std::uint32_t mtu) const;

  const LocalSettings settings_;
  const std::string digits_;  // of the address
  Place place_;
  std::string no_entry_, no_address_;  // ids of what keeps us from the place, and from an address there
  std::int64_t place_due_ = QITAI_AT_ONCE;
  std::int64_t callers_due_ = QITAI_AT_ONCE;  // later than now: no descriptor was left for one
  std::string name_;
  bool listening_ = false, visible_ = false, scanning_ = false;
  std::optional<std::uint32_t> visible_seconds_;  // not yet counted from
  std::int64_t visible_until_ = QITAI_NEVER, scan_due_ = QITAI_AT_ONCE;
  std::map<std::uint64_t, Link> links_;
  std::uint64_t last_link_ = 0;
  std::list<Caller> callers_;
  std::list<Question> questions_;
  std::map<std::string, sdk::Peer> peers_;         // found
  std::list<std::pair<Line, std::int64_t>> dead_;  // cut by a fault; the far side hears silence until then
  std::array<Told, 3> told_;                       // by QITAI_STATE_…
  bool due_ = false;                               // something was asked for, or is left from the last pump
};

}  // namespace qitai::network
