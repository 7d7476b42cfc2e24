// Tests: a machine that greets, agrees and plays as duel.proto says, but for the lies that a test gives it:
// in its hello, in what it says in a match, or in the packets themselves. The program that it plays with is a
// process of its own.
#pragma once

#include <sodium.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "../duel/peer.hpp"
#include "../seat/games.hpp"
#include "base/time.hpp"
#include "duel_ends.hpp"
#include "host/transport.hpp"

namespace qitai::testing {

// What is not set is honest.
struct Lies {
  std::function<void(duel::Hello&)> hello{};
  // What is said instead of a payload.
  std::function<std::vector<std::string>(const std::string& payload)> say{};
  // What leaves instead of a packet.
  std::function<std::vector<std::string>(const std::string& packet)> send{};
};

class Cheat {
 public:
  Cheat(const Ends& ends, duel::Role role, std::string variant, Lies lies = {})
      : role_(role),
        variant_(std::move(variant)),
        send_(std::move(lies.send)),
        endpoint_(open(ends)),
        peer_(role, hello(lies), plugins().variants(), random) {
    peer_.says = std::move(lies.say);
    peer_.hears = [this](const duel::Message& message) {
      if (const auto* refused = std::get_if<duel::RefusedMessage>(&message)) refused_ = *refused;
    };
    if (role == duel::Role::kListener) {
      endpoint_.visible("Eve", std::nullopt);
      endpoint_.listen(true);
    } else {
      endpoint_.scan(true);
    }
  }

  // False: it did not come about within that time.
  [[nodiscard]] bool until(const std::function<bool()>& holds,
                           std::chrono::milliseconds time = std::chrono::seconds(20)) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!holds()) {
      if (std::chrono::steady_clock::now() >= end) return false;
      pump();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  // Until both are in the match that it offered or was offered.
  [[nodiscard]] bool meet() {
    return until([&] { return peer_.match != nullptr && match().together(); });
  }
  [[nodiscard]] duel::Match& match() { return *peer_.match; }
  [[nodiscard]] bool on_turn() {
    return match().wishes().empty() &&
           ((match().referee().acting() >> static_cast<unsigned>(match().own()) & 1U) != 0);
  }
  // The first move that the rules allow; it is on its way then.
  [[nodiscard]] bool move() {
    match::Intent intent;
    intent.kind = match::IntentKind::kMove;
    intent.seat = match().own();
    intent.move = match().referee().legal(match().own()).front();
    return !match().want(intent, boottime_us());
  }
  // As it stands, whatever the rules say of it.
  void say(const duel::Message& message) { (void)peer_.channel().send(duel::write(message)); }
  void send(std::string_view packet) { (void)endpoint_.send(link_, packet); }
  [[nodiscard]] bool hung_up() const { return hung_up_; }
  // The newest refusal that it was told.
  [[nodiscard]] const std::optional<duel::RefusedMessage>& refused() const { return refused_; }
  [[nodiscard]] const std::string& last_packet() const { return last_packet_; }

 private:
  static void random(std::span<std::uint8_t> bytes) { randombytes_buf(bytes.data(), bytes.size()); }
  static host::Endpoint open(const Ends& ends) {
    REQUIRE(::sodium_init() >= 0);
    ::setenv("XDG_RUNTIME_DIR", ends.folder().c_str(), 1);  // NOLINT(concurrency-mt-unsafe): one thread
    std::array<std::uint8_t, 16> identity{};
    random(identity);
    auto endpoint = plugins().transport("local")->open(identity);
    REQUIRE(endpoint.ok());
    return std::move(*endpoint);
  }
  static duel::Hello hello(const Lies& lies) {
    duel::Hello hello = duel::hello_of("Eve", plugins().variants());
    if (lies.hello) lies.hello(hello);
    return hello;
  }

  void pump() {
    const duel::Now now = boottime_us();
    for (const host::TransportEvent& told : endpoint_.pump(now))
      take(told, now);
    peer_.turn(now);
    if (peer_.agreement != nullptr) come_to_terms(*peer_.agreement, now);
    for (const duel::Out& out : peer_.channel().take_out()) {
      if (out.kind == duel::Out::Kind::kHangUp) endpoint_.hang_up(out.link);
      if (out.kind != duel::Out::Kind::kSend) continue;
      last_packet_ = out.bytes;
      for (const std::string& packet : send_ ? send_(out.bytes) : std::vector{out.bytes})
        (void)endpoint_.send(out.link, packet);
    }
  }
  void take(const host::TransportEvent& told, duel::Now now) {
    if (const auto* found = std::get_if<host::event::Found>(&told); found != nullptr && link_ == 0) {
      link_ = endpoint_.dial(found->peer.address).second;
      endpoint_.scan(false);
    } else if (const auto* opened = std::get_if<host::event::Opened>(&told)) {
      peer_.channel().connected(now, link_ = opened->link.id);
    } else if (const auto* incoming = std::get_if<host::event::Incoming>(&told)) {
      peer_.channel().connected(now, link_ = incoming->link.id);
    } else if (const auto* received = std::get_if<host::event::Received>(&told)) {
      peer_.channel().received(received->bytes, now, received->link);
    } else if (const auto* closed = std::get_if<host::event::Closed>(&told)) {
      peer_.channel().disconnected(now, closed->link);
      hung_up_ = true;
    }
  }
  // Who calls offers, once; who is called accepts.
  void come_to_terms(duel::Agreement& agreement, duel::Now now) {
    if (agreement.state() == duel::Agreement::State::kAsked) REQUIRE(agreement.accept(now).ok());
    if (role_ == duel::Role::kListener || std::exchange(offered_, true)) return;
    duel::Offer offer = duel::default_offer(*plugins().variant(variant_));
    offer.sides = duel::Sides::kDiallerFirst;
    for (auto& limits : offer.limits)
      limits.first_limit = 10;
    REQUIRE(agreement.offer(std::move(offer), now).ok());
  }

  duel::Role role_;
  std::string variant_;
  std::function<std::vector<std::string>(const std::string& packet)> send_;
  host::Endpoint endpoint_;
  test::Peer peer_;
  bool offered_ = false;
  host::LinkId link_ = 0;
  bool hung_up_ = false;
  std::optional<duel::RefusedMessage> refused_;
  std::string last_packet_;
};

}  // namespace qitai::testing
