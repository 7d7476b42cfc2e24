// Host: a way to other machines (qitai/transport.h) that a plugin brings: what it says of itself, copied and
// checked once, and its endpoints, every answer and event of the plugin checked. What a peer says of itself
// is only made showable here; what it sends is handed on as it came.
#pragma once

#include <qitai/transport.h>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "host/variant.hpp"

namespace qitai::host {

using LinkId = std::uint64_t;  // never 0

// Something that can go wrong, with text keys: what happened, what to do.
struct FailureInfo {
  std::string id, what_key, help_key;
  bool retry = false;  // the same again, a little later, may go well
  bool local = false;  // it lies with this machine
};

struct TransportInfo {
  std::string id, version, name_key, blurb_key;  // version of its plugin
  unsigned links_max = 1;
  bool finds = false;    // it can look for peers
  bool shows = false;    // being found can be switched
  bool pairs = false;    // players may be asked to compare a number
  bool ciphers = false;  // what it sends cannot be read on the way
  bool chooses = false;  // there may be several adapters
  bool asks = false;     // it learns whether a peer has the game without disturbing anybody
  std::vector<FailureInfo> failures;
  std::vector<Text> texts;

  // By id; null where there is none.
  [[nodiscard]] const FailureInfo* failure(std::string_view id) const;
};

enum class Signal : std::uint8_t { kUnknown, kWeak, kFair, kStrong };

struct PeerInfo {
  std::string address;  // visible ASCII
  std::string name;     // UTF-8 without control characters, at most QITAI_TRANSPORT_NAME bytes; may be empty
  std::optional<bool> has_game;  // nothing: not settled yet
  bool known = false;            // paired with or otherwise remembered
  Signal signal = Signal::kUnknown;
};

struct LinkInfo {
  LinkId id = 0;
  std::uint32_t mtu = 0;  // bytes
  bool ciphered = false, paired = false;
  PeerInfo peer;
};

struct AdapterInfo {
  std::string id, name;
  std::string failure;  // id of what hinders it; empty: nothing
  bool chosen = false, power = false;
};

// What one pump told; the meaning of each stands in qitai/transport.h.
namespace event {
enum class What : std::uint8_t { kVisible, kScan, kListen };
struct State {
  What what = What::kVisible;
  bool on = false;
  std::string failure;
};
struct Found {
  PeerInfo peer;
};
struct Gone {
  std::string address;
};
struct Incoming {
  LinkInfo link;
};
struct Opened {
  LinkInfo link;
};
struct Received {
  LinkId link = 0;
  std::string bytes;
};
struct Writable {
  LinkId link = 0;
};
struct Closed {
  LinkId link = 0;
  std::string failure;  // empty: hung up here
};
struct Pairing {
  enum class Kind : std::uint8_t { kCompare, kAllow, kShow };
  std::uint64_t id = 0;
  Kind kind = Kind::kCompare;
  PeerInfo peer;
  std::string number;         // six digits; empty where there is none
  std::uint32_t seconds = 0;  // until it is over by itself; 0: not known
};
struct PairingOver {
  std::uint64_t id = 0;
};
struct Adapter {
  AdapterInfo adapter;
};
struct AdapterGone {
  std::string id;
};
}  // namespace event
using TransportEvent = std::variant<event::State, event::Found, event::Gone, event::Incoming, event::Opened,
                                    event::Received, event::Writable, event::Closed, event::Pairing,
                                    event::PairingOver, event::Adapter, event::AdapterGone>;

class Transport;

// This machine's end of a transport; keeps it alive. Movable, one thread. Instants are microseconds of
// CLOCK_BOOTTIME. A plugin that breaks its contract: host::PluginFault; the endpoint is closed then, its
// links are gone without further events, and every later call throws the same.
class Endpoint {
 public:
  static constexpr std::int64_t kAtOnce = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  Endpoint(Endpoint&& other) noexcept;
  Endpoint& operator=(Endpoint&& other) noexcept;
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;
  ~Endpoint();

  [[nodiscard]] const Transport& transport() const;

  // What to poll, and when to pump at the latest; both hold until the next call that is not const.
  struct Descriptor {
    int fd = -1;
    bool in = false, out = false;
  };
  [[nodiscard]] std::vector<Descriptor> descriptors() const;
  [[nodiscard]] std::int64_t next() const;
  // Does what is due and answers what happened, in order. Never waits.
  std::vector<TransportEvent> pump(std::int64_t now);

  // Wishes. False: this transport does not offer that. `name` is cut to QITAI_TRANSPORT_NAME bytes between
  // characters; seconds: 0 not at all, nothing: until it is changed.
  bool visible(std::string_view name, std::optional<std::uint32_t> seconds);
  bool scan(bool on);
  void listen(bool on);

  enum class Dialled : std::uint8_t { kDialling, kBadAddress, kTooMany };
  // The link's id counts with kDialling only.
  std::pair<Dialled, LinkId> dial(std::string_view address);
  enum class Sent : std::uint8_t {
    kTaken,
    kWouldBlock,  // event::Writable will tell
    kEnding,      // the link is not open (any more); nothing was sent
    kBadSize      // not 1…mtu bytes
  };
  Sent send(LinkId link, std::string_view bytes);
  // Nothing for links that are not there (any more).
  void hang_up(LinkId link, bool at_once = false);

  // False: not offered, or refused.
  bool answer(std::uint64_t question, bool yes);
  bool forget(std::string_view address);
  bool choose_adapter(std::string_view id);  // empty: the first that can be used
  bool power(std::string_view id, bool on);

 private:
  friend class Transport;
  struct Impl;
  explicit Endpoint(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// A transport. Shared; lives as long as anybody uses it. Any thread.
class Transport : public std::enable_shared_from_this<Transport> {
 public:
  // Checks and copies what `raw` (which must live for ever) says of itself. Error code: "tables".
  static Result<std::shared_ptr<const Transport>> wrap(const qitai_transport* raw, std::string version);

  [[nodiscard]] const TransportInfo& info() const { return info_; }
  // The transport's own text of a key in a language, "en" if it has none there, empty if none at all.
  [[nodiscard]] std::string_view text(std::string_view lang, std::string_view key) const;
  // `identity`: random, and the same at every start of this installation for this player. Error code
  // "transport": the plugin could not.
  [[nodiscard]] Result<Endpoint> open(const std::array<std::uint8_t, 16>& identity) const;

 private:
  friend class Endpoint;
  Transport(const qitai_transport& api, TransportInfo info);
  qitai_transport api_;  // a copy in the shape of this build
  TransportInfo info_;
  std::map<std::pair<std::string_view, std::string_view>, std::string_view>
      texts_;  // (lang, key), into info_
};

}  // namespace qitai::host
