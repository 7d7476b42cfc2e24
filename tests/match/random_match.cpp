#include "random_match.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include "match/reader.hpp"
#include "one_seat.hpp"
#include "table.hpp"

namespace qitai::test {

using host::kPublic;
using match::Accepted;
using match::for_viewer;
using match::Reader;

namespace {

constexpr int kViewers[] = {0, 1, kPublic};

TimeLimits random_limits(Chance& chance) {
  TimeLimits limits;
  do {
    limits.first_limit = chance(6);
    limits.first_moves = chance(4);
    limits.second_limit = chance(6);
    limits.second_moves = chance(4);
    limits.step_limit = chance.one_in(2) ? 0 : 30 + chance(60);
    limits.increment = chance.one_in(2) ? 0 : chance(20);
    limits.setup_limit = chance(3);
    limits.carry = chance.one_in(2);
  } while (!match::check(limits).ok());
  return limits;
}

Terms random_terms(const RandomPlay& play, Chance& chance) {
  Terms terms = match::default_terms(*play.game);
  for (auto& seat : terms.seats)
    seat.limits = random_limits(chance);
  terms.takeback = !chance.one_in(5);
  terms.illegal = static_cast<match::Illegal>(chance(4));
  terms.illegal_limit = chance.one_in(2) ? 2 : 0;
  terms.touch_move = chance.one_in(2);
  terms.announce_check = !chance.one_in(3);
  terms.scored = chance.one_in(6);
  for (auto& byte : terms.seed)
    byte = static_cast<std::uint8_t>(chance(256));
  play.choose_options(terms, chance);
  return terms;
}

Intent random_intent(const RandomPlay& play, const Referee& referee, Chance& chance) {
  const auto kind = static_cast<IntentKind>(1 + chance(22));  // drawn in this order by every compiler
  Intent made = intent(kind, chance(2));
  if (!chance.one_in(3)) {  // something that brings the match on
    made.kind = IntentKind::kMove;
    if ((referee.acting() & QITAI_ACTING_SETUP) != 0) made.kind = IntentKind::kSetUp;
    if ((referee.acting() & 1u << QITAI_CHANCE_SEAT) != 0) made.kind = IntentKind::kChance;
    if ((referee.acting() & 1u << made.seat) == 0) made.seat = 1 - made.seat;
  } else if ((made.kind == IntentKind::kResign || made.kind == IntentKind::kLeave ||
              made.kind == IntentKind::kAbort) &&
             !chance.one_in(12)) {
    made.kind = IntentKind::kAskTakeback;
  }
  const Event& latest = referee.events().back();
  if (latest.kind == EventKind::kTakebackAsked && !chance.one_in(3))
    made = intent(IntentKind::kAcceptTakeback, 1 - latest.seat);
  if (latest.kind == EventKind::kPaused && chance.one_in(2))
    made = intent(latest.seat < 0 ? IntentKind::kStartClock : IntentKind::kResume, 0);
  const auto legal = referee.legal(made.seat);
  if (!legal.empty()) made.move = legal[static_cast<std::size_t>(chance(static_cast<int>(legal.size())))];
  // What a piece can make and the rules forbid, now and then.
  if ((referee.acting() & 1u << made.seat) != 0 && chance.one_in(3)) {
    std::vector<host::Playable> all = referee.state(made.seat).playable(made.seat);
    std::erase_if(all, [](const host::Playable& one) { return one.legal; });
    if (!all.empty()) made.move = all[static_cast<std::size_t>(chance(static_cast<int>(all.size())))].move;
  }
  if (referee.terms().touch_move && chance.one_in(6)) made.kind = IntentKind::kTouch;
  if (made.kind == IntentKind::kTouch) {
    const auto pieces = referee.state(made.seat).view(made.seat);
    if (!pieces.empty())
      made.move.from = pieces[static_cast<std::size_t>(chance(static_cast<int>(pieces.size())))].point;
  }
  if (chance.one_in(10))
    made.move = {static_cast<std::uint16_t>(chance(12)), static_cast<std::uint16_t>(chance(12)), 0, 0};
  made.with_move = chance.one_in(2);
  made.index = static_cast<std::uint32_t>(chance(3));
  if (!play.layouts.empty())
    made.bytes = play.layouts[static_cast<std::size_t>(chance(static_cast<int>(play.layouts.size())))];
  if (made.kind == IntentKind::kClaim && chance.one_in(2)) made.bytes = "rest";
  if (const auto claims = referee.claims(made.seat); !claims.empty() && chance.one_in(8)) {
    made.kind = IntentKind::kClaim;
    made.bytes = claims[0].id;
  }
  if (made.kind == IntentKind::kAbort && !chance.one_in(3))
    made.bytes = chance.one_in(2) ? "disagreement" : "aborted";
  return made;
}

Instant random_time(const Referee& referee, Instant last, Chance& chance) {
  const Instant flag = referee.next_flag();
  switch (chance(16)) {
    case 0:
      return std::max<Instant>(0, last - 1 - chance(1000));
    case 1:
      return flag == kNever || !chance.one_in(10) ? last : flag - 1;
    case 2:
      return flag == kNever || !chance.one_in(12) ? last : flag;
    case 3:
      return chance.one_in(40) ? last + chance(4000) * kSecond : last;
    case 4:
      return last;
    default:
      return last + chance(4'000'000);
  }
}

Instant last_of(const Referee& referee) {
  return referee.intents().empty() ? 0 : referee.intents().back().at;
}

// Time that the events since `from` gave to a seat.
Instant given(const Referee& referee, std::size_t from, int seat) {
  const TimeLimits& limits = referee.terms().seats[static_cast<std::size_t>(seat)].limits;
  Instant sum = 0;
  for (std::size_t i = from; i < referee.events().size(); ++i) {
    const Event& event = referee.events()[i];
    if (event.seat != seat) continue;
    if (event.kind == EventKind::kPly) sum += limits.increment * kSecond;
    if (event.kind == EventKind::kStageAdded) sum += limits.second_limit * kMinute;
  }
  return sum;
}

bool has_kind(const Referee& referee, std::size_t from, EventKind kind) {
  return std::any_of(referee.events().begin() + static_cast<std::ptrdiff_t>(from), referee.events().end(),
                     [&](const Event& event) { return event.kind == kind; });
}

// No viewer is shown more than its audience.
void check_audiences(const Event& event) {
  for (const int viewer : kViewers) {
    const Event part = for_viewer(event, viewer);
    CHECK(encode_public(part) == encode_public(event));
    const auto may = [&](std::uint32_t audience) { return (audience & (1u << kPublic | 1u << viewer)) != 0; };
    CHECK(part.changes.size() ==
          static_cast<std::size_t>(std::count_if(event.changes.begin(), event.changes.end(),
                                                 [&](const auto& change) { return may(change.audience); })));
    CHECK(part.facts.size() ==
          static_cast<std::size_t>(std::count_if(event.facts.begin(), event.facts.end(),
                                                 [&](const auto& fact) { return may(fact.audience); })));
    if (!may(event.setup_audience)) CHECK((part.setup.empty() && part.setup_view.empty()));
  }
}

void check_reader(Reader& reader, const Referee& referee, int viewer) {
  reader.feed(referee.events(viewer, reader.next_event()));
  if (reader.fault() != nullptr) FAIL(reader.fault()->message);
  REQUIRE(reader.plies().size() == referee.ply());
  CHECK(reader.acting() == referee.acting());
  CHECK(reader.paused() == (referee.phase() == Phase::kPaused));
  CHECK((reader.ended() != nullptr) == (referee.phase() == Phase::kEnded));
  if (referee.phase() == Phase::kEnded && reader.ended()->text == "plugin-error")
    return;  // its state is of no use
  CHECK(reader.state().hash(viewer) == referee.state(viewer).hash(viewer));
  const auto same = [](const host::Piece& a, const host::Piece& b) {
    return a.point == b.point && a.kind == b.kind && a.colour == b.colour && a.flags == b.flags;
  };
  const auto view = referee.state(viewer).view(viewer);
  const auto& pieces = reader.pieces(referee.ply());
  CHECK(std::equal(view.begin(), view.end(), pieces.begin(), pieces.end(), same));
}

}  // namespace

void play_random_match(const RandomPlay& play, std::uint64_t seed, Count& count) {
  const auto& game = play.game;
  INFO(game->info().id << " seed " << seed);
  Chance chance(seed);
  const Terms terms = random_terms(play, chance);
  auto started = Referee::start(game, terms);
  REQUIRE(started.ok());
  Referee& referee = **started;
  std::vector<std::unique_ptr<Reader>> readers;
  for (const int viewer : kViewers)
    readers.push_back(std::move(Reader::make(game, terms, viewer).value()));
  std::vector<std::pair<std::size_t, Digest>> hashes{{0, referee.public_hash()}};

  const int length = play.length / 4 + chance(play.length);
  for (int i = 0; i < length; ++i) {
    Intent made = random_intent(play, referee, chance);
    made.at = random_time(referee, last_of(referee), chance);
    INFO("step " << i << " kind " << static_cast<int>(made.kind) << " seat " << made.seat << " at "
                 << made.at);
    const std::string before = fingerprint(referee);
    const std::size_t events_before = referee.events().size();
    const std::size_t intents_before = referee.intents().size();
    const Instant flag = referee.next_flag();
    const bool due = flag <= made.at && flag != kNever;
    const bool setting_up = referee.phase() == Phase::kSetUp;
    const auto foreseen = referee.would_refuse(made);
    REQUIRE(fingerprint(referee) == before);
    Referee::TimeLeft left_before[2];
    match::SeatClock clock_before[2];
    for (const int seat : {0, 1}) {
      left_before[seat] = referee.left(seat, std::max(made.at, last_of(referee)));
      clock_before[seat] = referee.clock(seat);
    }

    const bool offered = std::ranges::count(referee.legal(made.seat), made.move) != 0;

    const auto answer = referee.submit(made);
    const auto* why = std::get_if<host::Refusal>(&answer);
    const bool plugin_failed =
        has_kind(referee, events_before, EventKind::kEnded) && referee.events().back().text == "plugin-error";
    if (why != nullptr) {
      ++count.refused;
      if (!due && !plugin_failed) REQUIRE(fingerprint(referee) == before);
      if (!setting_up && !plugin_failed) {
        REQUIRE(foreseen.has_value());
        CHECK(foreseen->id == why->id);
      }
    } else {
      ++count.accepted;
      if (!setting_up) CHECK_FALSE(foreseen.has_value());
      CHECK(referee.intents().size() > intents_before);
      CHECK(std::get<Accepted>(answer).first_event <= referee.events().size());
      if (has_kind(referee, events_before, EventKind::kTakenBack)) ++count.takebacks;
      if (has_kind(referee, events_before, EventKind::kPly)) ++count.plies;
      if (has_kind(referee, events_before, EventKind::kCorrected)) ++count.corrected;
      if (has_kind(referee, events_before, EventKind::kTouched)) ++count.touched;
    }
    // What is offered is played and stands; nothing else does, and a check is said only where it is agreed.
    if (made.kind == IntentKind::kMove && why == nullptr && !plugin_failed)
      CHECK(has_kind(referee, events_before, offered ? EventKind::kPly : EventKind::kCorrected));
    if (!match::announces_check(terms)) CHECK_FALSE(has_kind(referee, events_before, EventKind::kCheck));
    if (due && referee.phase() == Phase::kEnded) {
      ++count.flags;
      CHECK(referee.events().back().at <= flag);
    }
    // A clock rises by its increment and its stage only, and never below nothing; used time never shrinks.
    const Instant now = last_of(referee);
    const bool taken_back = has_kind(referee, events_before, EventKind::kTakenBack);
    for (const int seat : {0, 1}) {
      const Instant left = referee.left(seat, now).main;
      CHECK(referee.clock(seat).main > (referee.phase() == Phase::kEnded ? -1 : 0));
      if (left != kNever && why == nullptr && !taken_back && !due)
        CHECK(left <= left_before[seat].main + given(referee, events_before, seat));
      CHECK(referee.clock(seat).used >= clock_before[seat].used);
    }
    CHECK(referee.clock(0).used + referee.clock(1).used <= now);

    for (std::size_t n = events_before; n < referee.events().size(); ++n) {
      CHECK(referee.events()[n].number == n);
      check_audiences(referee.events()[n]);
    }
    for (std::size_t v = 0; v < readers.size(); ++v)
      check_reader(*readers[v], referee, kViewers[v]);
    if (referee.intents().size() > hashes.back().first)
      hashes.emplace_back(referee.intents().size(), referee.public_hash());
    if (referee.phase() == Phase::kEnded) {
      ++count.ended;
      ++count.reasons[referee.events().back().text];
      break;
    }
  }

  // The journal, through its bytes, brings the same match back; so does every prefix of it.
  std::vector<Intent> kept;
  for (const Intent& each : referee.intents())
    kept.push_back(match::decode_intent(encode(each)).value());
  const Terms agreed = match::decode_terms(encode(terms)).value();
  for (const auto& [size, hash] : hashes) {
    if (size != kept.size() && !chance.one_in(4)) continue;
    std::optional<Error> damage;
    const auto again = Referee::replay(game, agreed, std::span(kept).first(size), &damage);
    REQUIRE(again.ok());
    if (damage) FAIL(damage->message);
    CHECK((*again)->public_hash() == hash);
    const auto& events = (*again)->events();
    REQUIRE(events.size() <= referee.events().size());
    CHECK(dump(events) == dump({referee.events().begin(),
                                referee.events().begin() + static_cast<std::ptrdiff_t>(events.size())}));
    if (size == kept.size()) CHECK(events.size() == referee.events().size());
  }
  for (const int seat : {0, 1})
    follow_from_one_seat(referee, seat, play.layout_of, chance, count.seen);
}

}  // namespace qitai::test
