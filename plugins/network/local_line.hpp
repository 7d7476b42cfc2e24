// Network, local: one connection between two endpoints, of whatever purpose. Whole messages go over it, in
// order; how it ends is told apart from what was said before the end.
#pragma once

#include <qitai/transport.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "network/faults.hpp"
#include "network/local_place.hpp"

namespace qitai::network {

class Line {
 public:
  // `mtu`: of what is received; a longer packet is the far side's breach.
  Line(Handle socket, std::uint32_t mtu) : socket_(std::move(socket)), mtu_(mtu) {}

  [[nodiscard]] int fd() const { return socket_.get(); }
  void limit(std::uint32_t mtu) { mtu_ = mtu; }
  void spoil(const Faults& faults) { faults_ = faults; }

  // Takes a message for sending. False: no room; wants_room() until there is.
  bool send(std::string_view message);
  // Sends at once what no fault applies to: greetings. False: it could not leave.
  bool say(std::string_view packet);
  // Sends what is due.
  void flush(std::int64_t now);
  [[nodiscard]] bool all_sent() const { return queue_.empty(); }
  void drop_queue() { queue_.clear(); }
  // Whether the far side takes nothing any more; what it sent before may still be here.
  [[nodiscard]] bool deaf() const { return deaf_; }
  // Once after send found no room, as soon as there is some.
  [[nodiscard]] bool room_again();

  // The next message, or nothing: none is here now, or the end (ended()). What it points to holds until the
  // next call.
  std::optional<std::string_view> receive();
  // Why there is an end, an id of a failure; empty: there is none.
  [[nodiscard]] const std::string& ended() const { return ended_; }
  // Nothing leaves and nothing is heard any more, as out of reach of each other.
  [[nodiscard]] bool dead() const { return faults_ && faults_->cut(); }

  // Whether the system has no room for what is due.
  [[nodiscard]] bool full() const { return full_; }
  // What to poll, and when flush is due at the latest.
  [[nodiscard]] qitai_descriptor descriptor() const;
  [[nodiscard]] std::int64_t next() const;

 private:
  struct Waiting {
    std::optional<std::int64_t> due;  // nothing: not known before the next flush
    std::string bytes;
  };
  Handle socket_;
  std::uint32_t mtu_;
  std::optional<Faults> faults_;
  std::deque<Waiting> queue_;
  std::string buffer_, ended_;
  bool deaf_ = false, full_ = false, blocked_ = false;
};

}  // namespace qitai::network
