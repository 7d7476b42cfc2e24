// Tests: whole games of a hidden game between bots and others, on the states that the referee keeps.
#pragma once

#include <atomic>
#include <bit>
#include <functional>
#include <stdexcept>

#include "games.hpp"
#include "seat/bot.hpp"
#include "seat/opponent.hpp"
#include "seat/random.hpp"

namespace qitai::testing {

inline std::shared_ptr<const host::Variant> junqi() {
  return plugins().variant("junqi");
}

inline match::Terms junqi_terms(const std::string& mode, std::uint8_t seed) {
  match::Terms terms = match::default_terms(*junqi());
  const int option = junqi()->info().option("mode");
  terms.options[static_cast<std::size_t>(option)] = *junqi()->option_value(option, mode);
  terms.seed[0] = seed;
  return terms;
}

inline void accepted(seat::Table& table, const match::Intent& intent, seat::Now now) {
  const auto answer = table.submit(intent, now);
  if (const auto* why = std::get_if<host::Refusal>(&answer)) throw std::runtime_error("refused: " + why->id);
}

// Sets up every seat that owes it, with the layout that is suggested for the seed.
inline void set_up(seat::Table& table, std::uint8_t seed, seat::Now now) {
  for (host::Seat seat = 0; seat < 2; ++seat) {
    if ((table.referee().acting() & QITAI_ACTING_SETUP) == 0) return;
    match::Intent intent;
    intent.kind = match::IntentKind::kSetUp;
    intent.seat = seat;
    std::array<std::uint8_t, 32> bytes{};
    bytes[0] = seed;
    bytes[1] = static_cast<std::uint8_t>(seat);
    intent.bytes = *table.referee().state(seat).suggest_setup(seat, bytes);
    accepted(table, intent, now);
  }
}

// Who moves in which way: from the state of that seat alone.
using Player = std::function<host::Move(const host::State& state, host::Seat seat, std::uint32_t ply)>;

inline Player random_player(std::uint64_t seed) {
  return
      [random = seat::RandomPlayer(seed)](const host::State& state, host::Seat seat, std::uint32_t) mutable {
        return random.choose(*state.legal(seat));
      };
}

inline Player bot_player(seat::Mind& mind, int level, std::uint64_t seed, std::uint64_t nodes = 0) {
  return [&mind, level, seed, nodes](const host::State& state, host::Seat seat, std::uint32_t ply) {
    seat::Task task{state.clone()};
    task.seat = seat;
    task.level = level;
    task.seed = seed * 100'003 + ply;
    task.nodes = nodes;
    task.ply = ply;
    static const std::atomic<bool> kGoOn{false};
    return mind.think(task, kGoOn).move.value_or(host::Move{});
  };
}

// Plays a match to its end, at most `most` plies: the winner, -1 for a draw or no end.
inline int play_match(seat::Table& table, const Player& first, const Player& second, std::uint32_t most,
                      seat::Now now) {
  while (table.referee().phase() != match::Phase::kEnded && table.referee().ply() < most) {
    const auto seat = static_cast<host::Seat>(std::countr_zero(table.referee().acting()));
    match::Intent intent;
    intent.kind = match::IntentKind::kMove;
    intent.seat = seat;
    intent.move = (seat == 0 ? first : second)(table.referee().state(seat), seat, table.referee().ply());
    accepted(table, intent, now);
  }
  const host::Outcome outcome = table.referee().state().outcome();
  return outcome.state == host::Outcome::State::kOver ? outcome.winner() : -1;
}

}  // namespace qitai::testing
