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

#include "../seat/games.hpp"
#include "base/time.hpp"
#include "duel/agreement.hpp"
#include "duel/channel.hpp"
#include "duel/match.hpp"
#include "duel_ends.hpp"
#include "host/transport.hpp"

namespace qitai::testing {

// What is not set is honest.
struct Lies {
  std::function<void(duel::Hello&)> hello{};
  // What is said instead of a payload.
  std::function<std::vector<std::string>(std::string payload)> say{};
  // What leaves instead of a packet.
  std::function<std::vector<std::string>(std::string packet)> send{};
};

class Cheat {
 public:
  Cheat(const Ends& ends, duel::Role role, std::string variant, Lies lies = {})
      : role_(role),
        variant_(std::move(variant)),
        lies_(std::move(lies)),
        endpoint_(open(ends)),
        channel_(role, hello(), random) {
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
    return until([&] { return match_ != nullptr && match_->together(); });
  }
  [[nodiscard]] duel::Match& match() { return *match_; }
  [[nodiscard]] bool on_turn() {
    return match_->wishes().empty() &&
           ((match_->referee().acting() >> static_cast<unsigned>(match_->own()) & 1U) != 0);
  }
  // The first move that the rules allow; it is on its way then.
  [[nodiscard]] bool move() {
    match::Intent intent;
    intent.kind = match::IntentKind::kMove;
    intent.seat = match_->own();
    intent.move = match_->referee().legal(match_->own()).front();
    return !match_->want(intent, boottime_us());
  }
  // As it stands, whatever the rules say of it.
  void say(const duel::Message& message) { (void)channel_.send(duel::write(message)); }
  void send(std::string_view packet) { (void)endpoint_.send(link_, packet); }
  [[nodiscard]] bool connected() const { return link_ != 0; }
  [[nodiscard]] bool hung_up() const { return hung_up_; }
  [[nodiscard]] const duel::Channel& channel() const { return channel_; }
  // The newest refusal that it was told.
  [[nodiscard]] const std::optional<duel::RefusedMessage>& refused() const { return refused_; }
  [[nodiscard]] std::string& last_packet() { return last_packet_; }

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
  [[nodiscard]] duel::Hello hello() const {
    duel::Hello hello;
    hello.name = "Eve";
    for (const auto& game : plugins().variants())
      hello.games.push_back(duel::offer_of(game->info()));
    if (lies_.hello) lies_.hello(hello);
    return hello;
  }

  void pump() {
    const duel::Now now = boottime_us();
    for (const host::TransportEvent& told : endpoint_.pump(now))
      take(told, now);
    channel_.poll(now);
    if (channel_.state() == duel::Channel::State::kUp && !agreement_) sit_down(now);
    while (const auto came = channel_.take())
      hear(came->payload, now);
    if (agreement_) {
      agreement_->poll(now);
      for (const duel::Out& out : agreement_->take_out())
        utter(out.bytes);
      if (agreement_->agreed() && match_ == nullptr) begin(*agreement_->agreed(), now);
    }
    if (match_ != nullptr) {
      match_->measure(channel_.heard(), channel_.round_trip());
      match_->poll(now);
      for (const duel::Out& out : match_->take_out()) {
        if (out.kind == duel::Out::Kind::kSend) utter(out.bytes);
      }
    }
    for (const duel::Out& out : channel_.take_out()) {
      if (out.kind == duel::Out::Kind::kHangUp) endpoint_.hang_up(out.link);
      if (out.kind != duel::Out::Kind::kSend) continue;
      last_packet_ = out.bytes;
      for (const std::string& packet : lies_.send ? lies_.send(out.bytes) : std::vector{out.bytes})
        (void)endpoint_.send(out.link, packet);
    }
  }
  void take(const host::TransportEvent& told, duel::Now now) {
    if (const auto* found = std::get_if<host::event::Found>(&told); found != nullptr && link_ == 0) {
      link_ = endpoint_.dial(found->peer.address).second;
      endpoint_.scan(false);
    } else if (const auto* opened = std::get_if<host::event::Opened>(&told)) {
      channel_.connected(now, link_ = opened->link.id);
    } else if (const auto* incoming = std::get_if<host::event::Incoming>(&told)) {
      channel_.connected(now, link_ = incoming->link.id);
    } else if (const auto* received = std::get_if<host::event::Received>(&told)) {
      channel_.received(received->bytes, now, received->link);
    } else if (const auto* closed = std::get_if<host::event::Closed>(&told)) {
      channel_.disconnected(now, closed->link);
      hung_up_ = true;
    }
  }
  void hear(const std::string& payload, duel::Now now) {
    const auto message = duel::read_message(payload);
    REQUIRE(message.ok());
    if (const auto* refused = std::get_if<duel::RefusedMessage>(&*message)) refused_ = *refused;
    if (std::holds_alternative<std::monostate>(*message)) {
      if (match_ != nullptr) match_->hear_hidden(payload, now);
    } else if (match_ != nullptr) {
      match_->hear(*message, now);
    } else {
      CHECK(agreement_->hear(*message, now).empty());
      if (agreement_->state() == duel::Agreement::State::kAsked) REQUIRE(agreement_->accept(now).ok());
    }
  }
  void sit_down(duel::Now now) {
    const bool listens = role_ == duel::Role::kListener;
    duel::Agreement::Between between;
    between.role = role_;
    between.keys = channel_.keys();
    between.listener_name = listens ? "Eve" : channel_.far().name;
    between.dialler_name = listens ? channel_.far().name : "Eve";
    agreement_.emplace(between, plugins().variants(), random);
    if (listens) return;
    duel::Offer offer = duel::default_offer(*plugins().variant(variant_));
    offer.sides = duel::Sides::kDiallerFirst;
    for (auto& limits : offer.limits)
      limits.first_limit = 10;
    REQUIRE(agreement_->offer(std::move(offer), now).ok());
  }
  void begin(const duel::Agreed& agreed, duel::Now now) {
    channel_.protect(agreed.id, 0);
    duel::MatchConfig config;
    config.variant = plugins().variant(agreed.offer.variant);
    config.terms = agreed.terms;
    config.id = agreed.id;
    config.own = agreed.own;
    config.orders = role_ == duel::Role::kListener;
    config.round = agreed.offer.round;
    config.random = random;
    auto begun = duel::Match::begin(std::move(config), now);
    REQUIRE(begun.ok());
    match_ = std::move(*begun);
    match_->measure(channel_.heard(), channel_.round_trip());
    match_->up(channel_.far_number(), now);
  }
  void utter(const std::string& payload) {
    for (const std::string& said : lies_.say ? lies_.say(payload) : std::vector{payload})
      (void)channel_.send(said);
  }

  duel::Role role_;
  std::string variant_;
  Lies lies_;
  host::Endpoint endpoint_;
  duel::Channel channel_;
  std::optional<duel::Agreement> agreement_;
  std::unique_ptr<duel::Match> match_;
  host::LinkId link_ = 0;
  bool hung_up_ = false;
  std::optional<duel::RefusedMessage> refused_;
  std::string last_packet_;
};

}  // namespace qitai::testing
