// Tests: bare channels between two machines of the room, as link.hpp makes them.
#pragma once

#include <catch2/catch.hpp>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "network/bluetooth/link.hpp"
#include "room.hpp"

namespace qitai::testing {

// Looks every millisecond whether it is so; false: not within that time.
template <typename Condition>
bool until(Condition&& condition, std::chrono::milliseconds time = std::chrono::seconds(20)) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

// A channel between two machines whose desktops say yes.
struct Ends {
  explicit Ends(Room& in) : near_desktop(in[0].bus, Answer::kYes), far_desktop(in[1].bus, Answer::kYes) {
    in[1].discoverable(true);  // else only partners may call
    std::uint16_t psm = 0;
    bluetooth::Opened listener = bluetooth::open_listener(in[1].address, psm);
    REQUIRE(listener.error == 0);
    CHECK(psm >= 0x1001);
    bluetooth::Opened dialled = bluetooth::open_channel(in[0].address, in[1].address, psm, true);
    REQUIRE(dialled.error == 0);
    using State = bluetooth::Channel::State;
    near.emplace(std::move(dialled.socket), State::kConnecting);
    REQUIRE(until([&] { return near->connect() != State::kConnecting; }));
    INFO("errno " << near->error());
    REQUIRE(near->state() == State::kOpen);
    std::optional<bluetooth::Call> call;
    int error = 0;
    REQUIRE(until([&] { return (call = bluetooth::take_call(listener.socket, error)).has_value(); }));
    CHECK(call->peer == in[0].address);
    far.emplace(std::move(call->socket), State::kOpen);
  }
  Desktop near_desktop, far_desktop;
  std::optional<bluetooth::Channel> near, far;
};

}  // namespace qitai::testing
