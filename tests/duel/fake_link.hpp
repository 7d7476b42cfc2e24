// A link between two machines in virtual time: side 0 listens, side 1 dials. Packets keep their order; each
// may be late, and by the script or by chance be dropped, repeated, truncated or garbled, and the connection
// be cut. The same seed gives the same faults.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "duel/out.hpp"

namespace qitai::test {

using duel::kNever;
using duel::kSecond;
using duel::Link;
using duel::Now;

// Chances are per packet, 0 to 1.
struct Faults {
  Now delay_min = 1'000;  // microseconds
  Now delay_max = 1'000;
  double drop = 0;
  double repeat = 0;
  double truncate = 0;
  double garble = 0;  // one bit is turned
  double cut = 0;     // both sides are told, what was under way is lost
  double mute = 0;    // the connection carries nothing any more, and nobody is told
};

class FakeLink {
 public:
  explicit FakeLink(std::uint64_t seed, Faults faults = {}) : chance_(seed), faults_(faults) {}

  struct Event {
    enum class Kind : std::uint8_t { kConnected, kPacket, kDisconnected };
    Kind kind = Kind::kPacket;
    int side = 0;  // whom it concerns
    Link link = 0;
    std::string bytes;
    Now at = 0;
  };

  // Side 1 connects: both are told after a delay, or side 1 that it came to nothing while !reachable.
  void dial(Now now) {
    if (!reachable) {
      post({Event::Kind::kDisconnected, 1, 0, {}, now + delay()});
      return;
    }
    const Link link = ++last_;
    open_[link] = {};
    for (const int side : {0, 1})
      post({Event::Kind::kConnected, side, link, {}, now + delay()});
  }

  // To the other side; dropped if the connection is no more.
  void send(int from, Link link, std::string bytes, Now now) {
    ++sent;
    if (tamper && !tamper(from, bytes)) return;
    const auto found = open_.find(link);
    if (found == open_.end() || found->second.mute) return;
    if (happens(faults_.cut)) return cut(now);
    if (happens(faults_.mute)) found->second.mute = true;
    if (happens(faults_.drop)) return;
    if (happens(faults_.truncate)) bytes.resize(pick(bytes.size()));
    if (!bytes.empty() && happens(faults_.garble)) {
      char& byte = bytes[pick(bytes.size())];
      byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << pick(8)));
    }
    const int copies = happens(faults_.repeat) ? 2 : 1;
    for (int i = 0; i < copies; ++i)
      post({Event::Kind::kPacket, 1 - from, link, bytes, now + delay()});
  }

  // One side closes the connection: what it sent before still arrives, then the other is told.
  void hang_up(int side, Link link, Now now) {
    if (open_.erase(link) == 0) return;
    std::erase_if(events_, [&](const Event& event) { return event.link == link && event.side == side; });
    post({Event::Kind::kDisconnected, 1 - side, link, {}, now + delay()});
  }

  // Every connection is gone, with what was under way; both sides are told.
  void cut(Now now) {
    for (const auto& [link, state] : open_) {
      std::erase_if(events_, [link = link](const Event& event) { return event.link == link; });
      for (const int side : {0, 1})
        post({Event::Kind::kDisconnected, side, link, {}, now + delay()});
    }
    open_.clear();
  }

  // Nothing is carried any more on the present connections, and nobody is told.
  void mute() {
    for (auto& [link, state] : open_)
      state.mute = true;
  }

  // The next thing that happens, not after `until`.
  std::optional<Event> next(Now until) {
    if (events_.empty() || events_.front().at > until) return std::nullopt;
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }
  [[nodiscard]] Now next_at() const { return events_.empty() ? kNever : events_.front().at; }

  void set(Faults faults) { faults_ = faults; }
  bool reachable = true;
  std::uint64_t sent = 0;
  // A script of the test's own: may change a packet of the side that sends it; false drops it.
  std::function<bool(int from, std::string& bytes)> tamper;

 private:
  struct Connection {
    bool mute = false;
  };

  std::size_t pick(std::size_t below) { return below == 0 ? 0 : static_cast<std::size_t>(chance_() % below); }
  bool happens(double chance) {
    return chance > 0 && static_cast<double>(chance_() >> 11) * 0x1p-53 < chance;
  }
  Now delay() {
    const Now spread = faults_.delay_max - faults_.delay_min;
    return faults_.delay_min +
           (spread > 0 ? static_cast<Now>(chance_() % static_cast<std::uint64_t>(spread)) : 0);
  }
  // Nothing overtakes what is under way to the same side on the same connection.
  void post(Event event) {
    for (const Event& other : events_)
      if (other.side == event.side && other.link == event.link) event.at = std::max(event.at, other.at);
    const auto place = std::upper_bound(events_.begin(), events_.end(), event,
                                        [](const Event& a, const Event& b) { return a.at < b.at; });
    events_.insert(place, std::move(event));
  }

  std::mt19937_64 chance_;
  Faults faults_;
  Link last_ = 0;
  std::map<Link, Connection> open_;
  std::deque<Event> events_;
};

}  // namespace qitai::test
