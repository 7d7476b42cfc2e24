// Bluetooth: who is near and has the game. One thing at a time is done with the radio: known partners are
// asked first, then an inquiry is made and whoever it found is asked. Nobody is disturbed by it: asking pairs
// with nobody.
#pragma once

#include <qitai/transport.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/bluetooth/link.hpp"
#include "network/bluetooth/radio.hpp"
#include "network/bluetooth/sdp.hpp"

namespace qitai::bluetooth {

// A machine that is being asked for the game, over a channel of its own.
class Asking {
 public:
  Asking(std::string_view adapter, std::string peer, std::int64_t now);
  [[nodiscard]] const std::string& peer() const { return peer_; }
  [[nodiscard]] std::optional<qitai_descriptor> descriptor() const;
  // When pump is due at the latest.
  [[nodiscard]] std::int64_t due() const { return settled_ ? QITAI_AT_ONCE : deadline_; }
  // Does what is due. True: it is settled.
  bool pump(std::int64_t now);
  // Once it is settled: an id of a failure, "no-game" among them; empty: it has the game.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  [[nodiscard]] std::uint16_t psm() const { return query_.psm(); }
  [[nodiscard]] const std::string& name() const { return query_.name(); }

 private:
  bool settle(std::string failure);

  std::string peer_, failure_;
  std::optional<Channel> channel_;
  Query query_;
  std::int64_t deadline_;
  bool sent_ = false, settled_ = false;
};

class Search {
 public:
  struct Known {
    std::string address, name;
  };

  // Off: all who were found are forgotten.
  void wish(bool on);
  // What hinders looking around since it was last tried: an id; empty: nothing.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  void descriptors(sdk::List<qitai_descriptor>& list) const;
  [[nodiscard]] std::int64_t next() const;
  // Whether the radio or a machine is to answer something.
  [[nodiscard]] bool awaits() const { return asking_ || radio_.busy(); }
  // `own`: nothing: there is no adapter now. `busy`: nothing new is begun, the radio is wanted for a call.
  void pump(std::int64_t now, const std::optional<OwnAdapter>& own, bool busy,
            const std::vector<Known>& known, sdk::Events& events);
  // What a machine has said of itself; empty: nothing.
  [[nodiscard]] std::string name_of(std::string_view address) const;

 private:
  struct Seen {
    sdk::Peer peer;
    std::optional<sdk::Peer> told;
    std::int64_t ask_at = QITAI_AT_ONCE;
    int missed = 0;  // in so many looks around it was not found, or did not answer
    bool answers = false, name_asked = false, found = false;
  };
  void hear_radio(std::int64_t now);
  void hear_answer(std::int64_t now);
  void begin(std::int64_t now, const OwnAdapter& own);
  void tell(sdk::Events& events);
  Seen* meet(const std::string& address);

  bool wished_ = false;
  std::string failure_;
  Radio radio_;
  bool stale_ = false;  // what the radio finds belongs to a search that was ended
  std::map<std::string, Seen, std::less<>> seen_;
  std::optional<Asking> asking_;
  std::int64_t asked_at_ = 0, asked_for_ = 0;  // since when, and for how long since the last inquiry
  std::int64_t inquire_at_ = QITAI_AT_ONCE;
  bool idle_ = true;  // nothing is under way
};

}  // namespace qitai::bluetooth
