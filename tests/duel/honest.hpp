// One honest side of a match of chess; what a test says is the other.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "hall.hpp"

namespace qitai::test {

// Five minutes a side.
inline duel::MatchConfig config_of(bool orders, host::Seat own, std::string_view game = "chess") {
  duel::MatchConfig config;
  config.variant = game_of(game);
  config.terms = match::default_terms(*config.variant);
  for (match::SeatTerms& seat : config.terms.seats)
    seat.limits.first_limit = 5;
  config.id.fill(7);
  config.own = own;
  config.orders = orders;
  return config;
}

inline match::Intent moving(const match::Referee& referee, std::string_view text) {
  match::Intent intent;
  intent.kind = match::IntentKind::kMove;
  intent.seat = referee.acting() == 1 ? 0 : 1;
  intent.move = std::get<host::Move>(referee.state().read_move(intent.seat, text));
  return intent;
}

inline match::Intent doing(match::IntentKind kind, host::Seat seat, std::string bytes = {}) {
  match::Intent intent;
  intent.kind = kind;
  intent.seat = seat;
  intent.bytes = std::move(bytes);
  return match::plain(intent);
}

// One honest side of a match; what the test says is the other. Two plies are made: e2e4 e7e5.
struct Honest {
  explicit Honest(bool orders, host::Seat own)
      : truth(std::move(*match::Referee::start(game_of("chess"), config_of(orders, own).terms))) {
    auto begun = duel::Match::begin(config_of(orders, own), now);
    REQUIRE(begun.ok());
    match = std::move(*begun);
    match->up(0, now);
    if (orders) {
      hear(duel::SyncMessage{match->config().id, 0, match->hash_at(0)});
    } else {
      hear(duel::GoMessage{0, 0});
    }
    REQUIRE(match->together());
    for (const char* text : {"e2e4", "e7e5"}) {
      now += kSecond;
      const match::Intent intent = moving(match->referee(), text);
      if (intent.seat == own) {
        REQUIRE_FALSE(match->want(intent, now).has_value());
        if (!orders) hear(commit_of(intent, now - begin, 1));
      } else if (orders) {
        hear(proposal_of(intent, kSecond, 1));
      } else {
        hear(commit_of(intent, now - begin));
      }
    }
    REQUIRE(match->number() == 2);
    (void)match->take_out();
    (void)match->take_news();
  }

  void hear(const duel::Message& message) {
    match->measure(now, 50'000);
    match->hear(message, now);
  }
  duel::ProposalMessage proposal_of(const match::Intent& intent, match::Instant elapsed,
                                    std::uint32_t id = 2) const {
    return {id, match->number(), elapsed, match::encode(intent)};
  }
  // As an honest orderer would send it.
  duel::CommitMessage commit_of(match::Intent intent, match::Instant at, std::uint32_t proposal = 0) {
    intent.at = at;
    REQUIRE(std::holds_alternative<match::Accepted>(truth->submit(intent)));
    return {match->number(), proposal, match::encode(intent), truth->public_hash(), 0};
  }
  void reconnect() {
    match->lost(now, now);
    match->up(0, now);
  }
  // Hears it, and is to cut the other off for it.
  void cuts(const duel::Message& message, const std::string& reason) {
    const std::uint32_t number = match->number();
    const Digest hash = match->hash_at(number);
    const std::uint32_t ply = match->referee().ply();
    hear(message);
    CHECK(match->broken() == reason);
    CHECK(match->number() == number);
    CHECK(match->hash_at(number) == hash);
    CHECK(match->referee().ply() == ply);
    CHECK(match->referee().events().back().text == "disconnected");
  }
  // Hears it, and refuses it.
  void refuses(const duel::Message& message, const std::string& reason) {
    const Digest hash = match->referee().public_hash();
    hear(message);
    CHECK(match->broken().empty());
    CHECK(match->referee().public_hash() == hash);
    const auto outs = match->take_out();
    REQUIRE(outs.size() == 1);
    const auto answer = duel::read_message(outs[0].bytes);
    REQUIRE(answer.ok());
    REQUIRE(std::holds_alternative<duel::RefusedMessage>(*answer));
    CHECK(std::get<duel::RefusedMessage>(*answer).reason == reason);
  }

  Now begin = 1'000 * kSecond;
  Now now = begin;
  std::unique_ptr<match::Referee> truth;
  std::unique_ptr<duel::Match> match;
};

}  // namespace qitai::test
