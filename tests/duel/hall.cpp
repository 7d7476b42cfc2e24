#include "hall.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "host/plugins.hpp"

namespace qitai::test {

using duel::Agreement;
using duel::Duel;
using duel::Event;
using duel::Out;
using duel::Role;
using match::Intent;
using match::IntentKind;

std::shared_ptr<const host::Variant> game_of(std::string_view id) {
  static const host::Plugins kPlugins = testing::load_plugins(
      {QITAI_BUILD_DIR "/lib/qitai/plugins/xiangqi.so", QITAI_BUILD_DIR "/lib/qitai/plugins/chess.so",
       QITAI_BUILD_DIR "/lib/qitai/plugins/junqi.so"});
  const auto game = kPlugins.variant(id);
  REQUIRE(game != nullptr);
  return game;
}

duel::Random random_of(std::uint64_t seed) {
  return [chance = std::mt19937_64(seed)](std::span<std::uint8_t> bytes) mutable {
    for (std::uint8_t& byte : bytes)
      byte = static_cast<std::uint8_t>(chance());
  };
}

// ---------------------------------------------------------------- a machine

Machine::Machine(Role role, std::uint64_t seed, Manner how)
    : manner(how), role_(role), seed_(seed), player_(seed) {
  auto begun = Duel::begin(config());
  REQUIRE(begun.ok());
  duel = std::move(*begun);
}

duel::DuelConfig Machine::config() {
  duel::DuelConfig config;
  config.role = role_;
  config.name = role_ == Role::kListener ? "甲" : "乙";
  config.games = {game_of("chess"), game_of("xiangqi"), game_of("junqi")};
  // A process that begins anew draws other numbers.
  config.random = random_of(seed_ * 1000 + ++lives);
  return config;
}

bool Machine::playing() const {
  return match() != nullptr && match()->referee().phase() != match::Phase::kEnded;
}

int Machine::told(Event::Kind kind) const {
  return static_cast<int>(
      std::count_if(events.begin(), events.end(), [kind](const Event& event) { return event.kind == kind; }));
}

std::string Machine::reason() const {
  if (match() == nullptr) return {};
  for (const match::Event& event : match()->referee().events()) {
    if (event.kind == match::EventKind::kEnded) return event.text;
  }
  return {};
}

bool Machine::want(IntentKind kind, Now now) {
  Intent intent;
  intent.kind = kind;
  intent.seat = match()->own();
  return !match()->would_refuse(intent, now) && !duel->want(intent, now);
}

void Machine::act(Now now, const duel::Offer& offer) {
  act_at =
      now + manner.think_min +
      static_cast<Now>(player_.below(static_cast<std::uint64_t>(manner.think_max - manner.think_min) + 1));
  if (!duel || !plays) return;
  if (playing()) return act_in_match(now);
  const Agreement* agreement = duel->agreement();
  if (agreement == nullptr || match() != nullptr) return;
  if (role_ == Role::kDialler && agreement->state() == Agreement::State::kOpen)
    (void)duel->challenge(offer, now);
  if (role_ == Role::kListener && agreement->state() == Agreement::State::kAsked) (void)duel->accept(now);
}

void Machine::act_in_match(Now now) {
  const match::Referee& referee = match()->referee();
  if (manner.talks > 0) {
    for (const auto& [yes, no] : {std::pair{IntentKind::kAcceptTakeback, IntentKind::kDeclineTakeback},
                                  std::pair{IntentKind::kAcceptDraw, IntentKind::kDeclineDraw},
                                  std::pair{IntentKind::kAcceptPause, IntentKind::kDeclinePause}}) {
      const double agrees = yes == IntentKind::kAcceptDraw ? 0.1 : 0.6;
      if (want(happens(agrees) ? yes : no, now)) return;
    }
    if (referee.phase() == match::Phase::kPaused) {
      want(IntentKind::kResume, now);
      return;
    }
    if (happens(manner.talks)) {
      constexpr std::array kTalk{IntentKind::kAskTakeback, IntentKind::kAskPause, IntentKind::kOfferDraw};
      want(kTalk[player_.below(kTalk.size())], now);
      (void)duel->say(static_cast<std::uint32_t>(player_.below(duel::kPhrases.size())), now);
    }
  }
  if (referee.ply() >= manner.resigns_at && happens(0.1)) {
    want(happens(0.5) ? IntentKind::kResign : IntentKind::kLeave, now);
    return;
  }
  const host::Seat own = match()->own();
  if ((referee.acting() & QITAI_ACTING_SETUP) != 0 && (referee.acting() >> own & 1) != 0) {
    Intent ready;
    ready.kind = IntentKind::kSetUp;
    ready.seat = own;
    std::array<std::uint8_t, 32> seed{};
    for (std::uint8_t& byte : seed)
      byte = static_cast<std::uint8_t>(player_.below(256));
    // Once bound to a layout it stays with it.
    ready.bytes = match()->hidden()->layout();
    if (ready.bytes.empty()) ready.bytes = referee.state().suggest_setup(own, seed).value();
    (void)duel->want(ready, now);
    return;
  }
  const std::vector<host::Move> legal = referee.legal(own);
  if (legal.empty()) return;
  Intent move;
  move.kind = IntentKind::kMove;
  move.seat = match()->own();
  move.move = player_.choose(legal);
  (void)duel->want(move, now);
}

// ---------------------------------------------------------------- both

Hall::Hall(std::uint64_t seed, Faults faults, Manner manner)
    : machines{Machine(Role::kListener, 2 * seed + 1, manner), Machine(Role::kDialler, 2 * seed + 2, manner)},
      link(seed, faults),
      offer(duel::default_offer(*game_of("chess"))) {}

void Hall::do_what_is_asked(int side) {
  Machine& machine = machines[static_cast<std::size_t>(side)];
  if (!machine.duel) return;
  for (Event& event : machine.duel->take_events())
    machine.events.push_back(std::move(event));
  for (Out& out : machine.duel->take_out()) {
    if (machine.waiting.empty() && out.kind == Out::Kind::kJournal) machine.durable_at = now + durable_after;
    machine.waiting.push_back(std::move(out));
  }
  while (!machine.waiting.empty()) {
    Out& out = machine.waiting.front();
    if (out.kind == Out::Kind::kJournal) {
      if (machine.durable_at > now) return;
      if (duel::begins_journal(out.bytes)) {
        machine.journal.clear();
        machine.checkpoint.clear();
      }
      machine.journal.push_back(std::move(out.bytes));
      machine.durable_at = now + durable_after;
    } else if (out.kind == Out::Kind::kSend) {
      link.send(side, out.link, std::move(out.bytes), now);
    } else if (out.kind == Out::Kind::kDial) {
      link.dial(now);
    } else {
      link.hang_up(side, out.link, now);
    }
    machine.waiting.pop_front();
  }
}

void Hall::pass(const FakeLink::Event& event) {
  Machine& machine = machines[static_cast<std::size_t>(event.side)];
  if (!machine.duel) return;
  switch (event.kind) {
    case FakeLink::Event::Kind::kConnected:
      return machine.duel->connected(now, event.link);
    case FakeLink::Event::Kind::kPacket:
      return machine.duel->received(event.bytes, now, event.link);
    case FakeLink::Event::Kind::kDisconnected:
      return machine.duel->disconnected(now, event.link);
  }
}

Now Hall::next() const {
  Now next = link.next_at();
  for (const Machine& machine : machines) {
    if (!machine.duel) continue;
    next = std::min(next, machine.duel->next_wake());
    if (!machine.waiting.empty()) next = std::min(next, machine.durable_at);
    if (machine.playing()) next = std::min(next, machine.checkpoint_at);
    if (machine.plays) next = std::min(next, machine.act_at);
  }
  return next;
}

void Hall::run(Now until, const std::function<bool()>& done) {
  int turns_at_once = 0;
  for (;;) {
    for (const int side : {0, 1})
      do_what_is_asked(side);
    if (done && done()) return;
    const Now at = std::max(now, next());
    if (at > until) {
      now = until;
      return;
    }
    // Nobody may ask again and again for the present moment.
    turns_at_once = at == now ? turns_at_once + 1 : 0;
    INFO("wakes " << at << " link " << link.next_at() << " duels "
                  << (machines[0].duel ? machines[0].duel->next_wake() : 0) << " "
                  << (machines[1].duel ? machines[1].duel->next_wake() : 0));
    REQUIRE(turns_at_once < 10'000);
    now = at;
    if (const auto event = link.next(now)) pass(*event);
    for (Machine& machine : machines) {
      if (!machine.duel) continue;
      if (machine.duel->next_wake() <= now) machine.duel->poll(now);
      if (machine.playing() && machine.checkpoint_at <= now) {
        machine.checkpoint = machine.duel->checkpoint(now);
        machine.checkpoint_at = now + kSecond;
      }
      if (machine.plays && machine.act_at <= now) machine.act(now, offer);
    }
  }
}

void Hall::begin(const duel::Offer& terms) {
  offer = terms;
  link.dial(now);
  run_for(60 * kSecond, [this] {
    return machines[0].match() != nullptr && machines[1].match() != nullptr &&
           machines[0].match()->together() && machines[1].match()->together();
  });
  REQUIRE(machines[0].match() != nullptr);
  REQUIRE(machines[1].match() != nullptr);
}

bool Hall::over() const {
  return std::all_of(machines.begin(), machines.end(), [](const Machine& machine) {
    return machine.match() != nullptr && machine.match()->referee().phase() == match::Phase::kEnded;
  });
}

void Hall::kill(int side) {
  Machine& gone = machine(side);
  gone.duel.reset();
  gone.waiting.clear();
  link.cut(now);
  if (side == 0) link.reachable = false;
}

void Hall::restart(int side) {
  Machine& back = machine(side);
  link.reachable = true;
  auto resumed = Duel::resume(back.config(), back.journal, back.checkpoint, now);
  INFO((resumed.ok() ? std::string() : resumed.error().message));
  REQUIRE(resumed.ok());
  back.duel = std::move(*resumed);
  back.act_at = now + kSecond;
}

void Hall::check_alike() const {
  const duel::Match* one = machines[0].match();
  const duel::Match* other = machines[1].match();
  if (one == nullptr || other == nullptr) return;
  REQUIRE(one->config().id == other->config().id);
  const std::uint32_t both = std::min(one->number(), other->number());
  REQUIRE(one->hash_at(both) == other->hash_at(both));
}

void Hall::move(int side, std::string_view text) {
  const match::Referee& judge = referee(side);
  Intent intent;
  intent.kind = IntentKind::kMove;
  intent.seat = machine(side).match()->own();
  if (text.empty()) {
    const auto legal = judge.legal(intent.seat);
    REQUIRE_FALSE(legal.empty());
    intent.move = legal.front();
  } else {
    intent.move = std::get<host::Move>(judge.state().read_move(intent.seat, text));
  }
  const auto why = machine(side).duel->want(intent, now);
  INFO((why ? why->id : std::string()));
  REQUIRE_FALSE(why.has_value());
}

}  // namespace qitai::test
