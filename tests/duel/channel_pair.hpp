// Two channels over a fake link in virtual time, each driven as the program drives its own: what is due is
// done, what happens is passed on.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "channel_partner.hpp"
#include "duel/channel.hpp"
#include "fake_link.hpp"

namespace qitai::test {

using duel::Channel;
using duel::Hello;
using duel::Out;
using duel::Role;

class Pair {
 public:
  explicit Pair(std::uint64_t seed, Faults faults = {}, Hello listener = hello_of("甲"),
                Hello dialler = hello_of("乙"))
      : link(seed, faults) {
    side[0] = std::make_unique<Channel>(Role::kListener, std::move(listener), seeded(2 * seed));
    side[1] = std::make_unique<Channel>(Role::kDialler, std::move(dialler), seeded(2 * seed + 1));
  }

  // Runs until `until`; a side whose machine sleeps neither polls nor hears.
  void run(Now until) {
    do_what_is_asked();
    for (;;) {
      Now next = std::min(until, link.next_at());
      for (const int i : {0, 1})
        if (!asleep[i] && side[i]) next = std::min(next, std::max(now, side[i]->next_wake()));
      now = std::max(now, next);
      while (const auto event = link.next(now)) {
        pass(*event);
        do_what_is_asked();
      }
      for (const int i : {0, 1})
        if (!asleep[i] && side[i] && side[i]->next_wake() <= now) side[i]->poll(now);
      do_what_is_asked();
      if (now >= until && link.next_at() > now) return;
    }
  }
  void run_for(Now time) { run(now + time); }

  // Greets and waits until both are up.
  void greet() {
    link.dial(now);
    run_for(kSecond / 2);
  }
  [[nodiscard]] bool both(Channel::State state) const {
    return side[0]->state() == state && side[1]->state() == state;
  }

  void do_what_is_asked() {
    for (const int i : {0, 1}) {
      if (!side[i]) continue;
      for (Out& out : side[i]->take_out()) {
        largest = std::max(largest, out.bytes.size());
        if (out.kind == Out::Kind::kSend) link.send(i, out.link, std::move(out.bytes), now);
        if (out.kind == Out::Kind::kDial) {
          dialled.push_back(now);
          link.dial(now);
        }
        if (out.kind == Out::Kind::kHangUp) link.hang_up(i, out.link, now);
      }
    }
  }

  std::array<std::unique_ptr<Channel>, 2> side;
  std::array<bool, 2> asleep{};
  FakeLink link;
  Now now = 1'000 * kSecond;
  std::vector<Now> dialled;  // when side 1 asked for it
  std::size_t largest = 0;   // packet that was sent

 private:
  void pass(const FakeLink::Event& event) {
    if (!side[event.side]) return;
    Channel& channel = *side[event.side];
    switch (event.kind) {
      case FakeLink::Event::Kind::kConnected:
        return channel.connected(now, event.link);
      case FakeLink::Event::Kind::kPacket:
        return channel.received(event.bytes, now, event.link);
      case FakeLink::Event::Kind::kDisconnected:
        return channel.disconnected(now, event.link);
    }
  }
};

}  // namespace qitai::test
