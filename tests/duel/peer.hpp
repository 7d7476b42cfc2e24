// Tests: one machine of a duel, put together from its parts, so that it can leave unsaid or say otherwise
// what no program would. It has no link: whoever drives it brings packets to its channel and takes them from
// there.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "duel/agreement.hpp"
#include "duel/channel.hpp"
#include "duel/match.hpp"
#include "duel/messages.hpp"

namespace qitai::test {

class Peer {
 public:
  using Games = std::vector<std::shared_ptr<const host::Variant>>;

  Peer(duel::Role role, duel::Hello hello, Games games, duel::Random random)
      : random_(std::move(random)),
        role_(role),
        name_(hello.name),
        games_(std::move(games)),
        channel_(role, std::move(hello), drawn()) {}
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  // What is said instead of a payload; where it is not set, the payload.
  std::function<std::vector<std::string>(const std::string& payload)> says;
  // Each message that was heard.
  std::function<void(const duel::Message&)> hears;

  [[nodiscard]] duel::Channel& channel() { return channel_; }
  std::unique_ptr<duel::Agreement> agreement;  // from the greeting on
  std::unique_ptr<duel::Match> match;          // the newest

  // Hears what has come and says what is due; channel().take_out() has it.
  void turn(duel::Now now) {
    channel_.poll(now);
    if (channel_.state() == duel::Channel::State::kUp && agreement == nullptr) agree();
    while (const auto came = channel_.take())
      hear(came->payload, now);
    if (agreement != nullptr) {
      agreement->poll(now);
      look_at_news(now);
      say(agreement->take_out());
    }
    if (match == nullptr) return;
    match->measure(channel_.heard(), channel_.round_trip());
    match->poll(now);
    say(match->take_out());
  }
  // Terms for another match: it takes the last one for over.
  void agree() {
    duel::Agreement::Between between;
    between.role = role_;
    between.keys = channel_.keys();
    between.listener_name = role_ == duel::Role::kListener ? name_ : channel_.far().name;
    between.dialler_name = role_ == duel::Role::kListener ? channel_.far().name : name_;
    between.round = round_++;
    agreement = std::make_unique<duel::Agreement>(between, games_, drawn());
  }

 private:
  [[nodiscard]] duel::Random drawn() {
    return [this](std::span<std::uint8_t> bytes) { random_(bytes); };
  }
  static bool is_of_match(const duel::Message& message) {
    return std::holds_alternative<duel::SyncMessage>(message) ||
           std::holds_alternative<duel::GoMessage>(message) ||
           std::holds_alternative<duel::ProposalMessage>(message) ||
           std::holds_alternative<duel::CommitMessage>(message) ||
           std::holds_alternative<duel::RefusedMessage>(message) ||
           std::holds_alternative<duel::HaveMessage>(message) ||
           std::holds_alternative<duel::DifferMessage>(message);
  }
  void hear(const std::string& payload, duel::Now now) {
    const auto message = duel::read_message(payload);
    REQUIRE(message.ok());
    if (hears) hears(*message);
    REQUIRE(agreement->hear(*message, now).empty());
    // What comes next may be of the match already.
    look_at_news(now);
    if (match == nullptr) return;
    match->measure(channel_.heard(), channel_.round_trip());
    if (std::holds_alternative<std::monostate>(*message)) match->hear_hidden(payload, now);
    if (is_of_match(*message)) match->hear(*message, now);
  }
  void look_at_news(duel::Now now) {
    for (const duel::Agreement::News& news : agreement->take_news()) {
      if (news.kind == duel::Agreement::News::Kind::kAgreed) begin(*agreement->agreed(), now);
    }
  }
  void begin(const duel::Agreed& agreed, duel::Now now) {
    duel::MatchConfig config;
    for (const auto& game : games_) {
      if (game->info().id == agreed.offer.variant) config.variant = game;
    }
    config.terms = agreed.terms;
    config.id = agreed.id;
    config.own = agreed.own;
    config.orders = role_ == duel::Role::kListener;
    config.round = agreed.offer.round;
    config.random = drawn();
    auto begun = duel::Match::begin(std::move(config), now);
    REQUIRE(begun.ok());
    match = std::move(*begun);
    channel_.protect(agreed.id, 0);
    match->measure(channel_.heard(), channel_.round_trip());
    match->up(channel_.far_number(), now);
  }
  void say(const std::vector<duel::Out>& outs) {
    for (const duel::Out& out : outs) {
      if (out.kind != duel::Out::Kind::kSend) continue;
      for (const std::string& payload : says ? says(out.bytes) : std::vector{out.bytes})
        (void)channel_.send(payload);
    }
  }

  duel::Random random_;
  duel::Role role_;
  std::string name_;
  Games games_;
  std::uint32_t round_ = 0;
  duel::Channel channel_;
};

}  // namespace qitai::test
