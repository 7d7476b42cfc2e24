// Two whole duels over a fake link in virtual time, each driven as the program drives its own: entries become
// durable after a while, what waits for them leaves then, a checkpoint is taken each second, and a machine
// may be killed and come back from its journal. On each side sits a seeded player.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "duel/duel.hpp"
#include "fake_link.hpp"
#include "seat/random.hpp"

namespace qitai::test {

std::shared_ptr<const host::Variant> game_of(std::string_view id);

duel::Random random_of(std::uint64_t seed);

// How a player plays. Chances are per time that it acts.
struct Manner {
  Now think_min = 200'000, think_max = 1'500'000;
  double talks = 0;               // offers, takebacks, pauses, phrases
  std::uint32_t resigns_at = 90;  // ply from which it resigns now and then
};

class Machine {
 public:
  Machine(duel::Role role, std::uint64_t seed, Manner manner);

  [[nodiscard]] duel::DuelConfig config();
  [[nodiscard]] bool playing() const;
  [[nodiscard]] const duel::Match* match() const { return duel ? duel->match() : nullptr; }
  [[nodiscard]] int told(duel::Event::Kind kind) const;  // how often since the beginning
  [[nodiscard]] bool ended(std::string_view reason) const;
  [[nodiscard]] std::string reason() const;  // of the end; empty: none yet

  std::unique_ptr<duel::Duel> duel;
  std::vector<std::string> journal;  // durable, of the last match
  std::string checkpoint;
  std::vector<duel::Event> events;
  Manner manner;
  bool plays = true;  // by itself
  std::deque<duel::Out> waiting;
  Now durable_at = 0;  // of the first that waits
  Now checkpoint_at = 0;
  Now act_at = 0;
  std::uint64_t lives = 0;

  // Acts if it is time: in the lobby the dialler challenges, the listener accepts.
  void act(Now now, const duel::Offer& offer);

 private:
  [[nodiscard]] bool happens(double chance) {
    return static_cast<double>(player_.below(1'000'000)) < chance * 1e6;
  }
  void act_in_match(Now now);
  bool want(match::IntentKind kind, Now now);

  duel::Role role_;
  std::uint64_t seed_;
  seat::RandomPlayer player_;
};

class Hall {
 public:
  explicit Hall(std::uint64_t seed, Faults faults = {}, Manner manner = {});

  // Runs until `until`, or until `done` says so after something has happened.
  void run(Now until, const std::function<bool()>& done = {});
  void run_for(Now time, const std::function<bool()>& done = {}) { run(now + time, done); }
  // Connects and runs until the match has begun and both are together in it.
  void begin(const duel::Offer& terms);
  [[nodiscard]] bool over() const;  // both matches have ended
  // A process ends without a word; its waiting entries are lost.
  void kill(int side);
  void restart(int side);
  // Everything that must hold of two matches, at any time: the commits that both have lead to the same
  // hashes.
  void check_alike() const;

  duel::Duel& operator[](int side) { return *machines[static_cast<std::size_t>(side)].duel; }
  Machine& machine(int side) { return machines[static_cast<std::size_t>(side)]; }
  const match::Referee& referee(int side) const {
    return machines[static_cast<std::size_t>(side)].match()->referee();
  }
  // Makes the first legal move, or that in the game's coordinates; requires that nothing is refused.
  void move(int side, std::string_view text = {});
  // The side that has the first seat.
  [[nodiscard]] int first() const { return machines[0].match()->own() == 0 ? 0 : 1; }

  std::array<Machine, 2> machines;
  FakeLink link;
  Now now = 1'000 * kSecond;
  duel::Offer offer;
  Now durable_after = 5'000;

 private:
  void do_what_is_asked(int side);
  void pass(const FakeLink::Event& event);
  [[nodiscard]] Now next() const;
};

// A link of Bluetooth's slowness, and no faults.
inline Faults bluetooth() {
  Faults faults;
  faults.delay_min = 10'000;
  faults.delay_max = 40'000;
  return faults;
}

}  // namespace qitai::test
