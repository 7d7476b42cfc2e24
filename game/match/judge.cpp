// Whether an intent is accepted. Nothing here changes anything.
#include <algorithm>

#include "match/referee_impl.hpp"

namespace qitai::match {

using host::Refusal;
using host::Seat;
using Refused = std::optional<Refusal>;

namespace {

bool is_id(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

// What may be done while the clock stands: by agreement, and when only the house has stopped it.
bool allowed_in_pause(IntentKind kind) {
  switch (kind) {
    case IntentKind::kResume:
    case IntentKind::kDeclare:
    case IntentKind::kResign:
    case IntentKind::kLeave:
    case IntentKind::kAbort:
    case IntentKind::kStopClock:
    case IntentKind::kStartClock:
      return true;
    default:
      return false;
  }
}

bool needs_board(IntentKind kind) {
  return kind == IntentKind::kSetUp || kind == IntentKind::kMove || kind == IntentKind::kChance ||
         kind == IntentKind::kClaim || kind == IntentKind::kTouch || kind == IntentKind::kAdjust;
}

}  // namespace

Refused Referee::Impl::judge_always(const Intent& intent) const {
  if (intent.seat < 0 || intent.seat >= seat_count()) return refusal("bad-seat");
  if (book.ended) return refusal("ended");
  if (intent.at < book.last) return refusal("time-backwards");
  if (intent.at > kLastInstant) return refusal("bad-time");
  if (intent.bytes.size() > kMaxIntentBytes || intent.facts.size() > kMaxIntentFacts)
    return refusal("too-long");
  if (std::any_of(intent.chosen.begin(), intent.chosen.end(),
                  [](const Chosen& chosen) { return chosen.bytes.size() > kMaxIntentBytes; }))
    return refusal("too-long");
  return {};
}

Refused Referee::Impl::judge(const Intent& intent) const {
  const Seat seat = intent.seat;
  if (book.paused && !allowed_in_pause(intent.kind)) return refusal("paused");
  if (book.stopped && needs_board(intent.kind)) return refusal("paused");
  switch (intent.kind) {
    case IntentKind::kSetUp:
      if (!owes_setup(seat)) return refusal("not-your-turn");
      return {};  // the layout itself is judged by taking it
    case IntentKind::kMove:
      return judge_move(seat, intent.move);
    case IntentKind::kChance:
      if (!acts(QITAI_CHANCE_SEAT)) return refusal("not-your-turn");
      if (intent.index >= boards.deciding().chance_count()) return refusal("bad-draw");
      return {};
    case IntentKind::kOfferDraw:
      return judge_offer(seat);
    case IntentKind::kAcceptDraw:
    case IntentKind::kDeclineDraw:
      return judge_answer(book.draw, seat);
    case IntentKind::kClaim:
      return judge_claim(intent);
    case IntentKind::kAskTakeback:
      if (Refused why = judge_request(book.takeback)) return why;
      return judge_takeback(seat, intent.at);
    case IntentKind::kAcceptTakeback:
      if (Refused why = judge_answer(book.takeback, seat)) return why;
      return judge_takeback(book.takeback.by, intent.at);
    case IntentKind::kDeclineTakeback:
      return judge_answer(book.takeback, seat);
    case IntentKind::kAskPause:
      return judge_request(book.pause);
    case IntentKind::kAcceptPause:
    case IntentKind::kDeclinePause:
      return judge_answer(book.pause, seat);
    case IntentKind::kResume:
      if (!book.paused) return refusal("not-paused");
      return {};
    case IntentKind::kAbort: {
      const auto reasons = abort_reasons();
      if (std::find(reasons.begin(), reasons.end(), intent.bytes) == reasons.end())
        return refusal("bad-reason");
      return {};
    }
    case IntentKind::kStopClock:
      if (book.stopped) return refusal("paused");
      return {};
    case IntentKind::kStartClock:
      if (!book.stopped) return refusal("not-paused");
      return {};
    case IntentKind::kTouch:
    case IntentKind::kAdjust:
      return judge_touch(intent);
    case IntentKind::kDeclare:
      return judge_declaration(intent);
    case IntentKind::kResign:
    case IntentKind::kLeave:
    case IntentKind::kTime:
      return {};
  }
  return refusal("bad-intent");
}

Refused Referee::Impl::judge_turn(Seat seat) const {
  if (!acts(seat)) return refusal("not-your-turn");
  if (in_setup()) return refusal("set-up-due");
  return {};
}

Refused Referee::Impl::rules_refuse(Seat seat, host::Move move) const {
  Refused why = boards.known_to(seat).refuse(seat, move);
  if (why && why->id == "plugin-error") throw host::PluginFault(why->detail);
  return why;
}

// What the terms make of a forbidden move is seen when it is made; here it comes through if a piece can make
// it.
Refused Referee::Impl::judge_move(Seat seat, host::Move move) const {
  if (Refused why = judge_turn(seat)) return why;
  if (Refused why = rules_refuse(seat, move)) {
    if (terms.illegal == Illegal::kPrevent) return why;
    if (!boards.can_play(seat, move)) return why;
  }
  return judge_binding(seat, move);
}

// By the seat to move only; not while an offer stands; not again before three own moves more.
Refused Referee::Impl::judge_offer(Seat seat) const {
  if (in_setup()) return refusal("not-started");
  if (!acts(seat)) return refusal("not-your-turn");
  if (others(seat) == 0) return refusal("nobody-to-ask");
  if (book.draw.stands()) return refusal("already-asked");
  if (seat_book(seat).moves < seat_book(seat).offers_from_move) return refusal("offer-too-soon");
  return {};
}

Refused Referee::Impl::judge_request(const Request& request) const {
  if (request.stands()) return refusal("already-asked");
  return {};
}

Refused Referee::Impl::judge_answer(const Request& request, Seat seat) const {
  if (!request.awaits(seat)) return refusal("no-offer");
  return {};
}

// A right claim ends the match; a wrong one counts as an offer, and is refused where that is not possible.
// Whether it is right decides nothing else here.
Refused Referee::Impl::judge_claim(const Intent& intent) const {
  if (in_setup()) return refusal("not-started");
  if (!is_id(intent.bytes)) return refusal("no-claim");
  if (intent.with_move) {
    // Whatever becomes of forbidden moves, nothing is claimed with one.
    if (Refused why = judge_turn(intent.seat)) return why;
    if (Refused why = rules_refuse(intent.seat, intent.move)) return why;
    if (Refused why = judge_binding(intent.seat, intent.move)) return why;
  }
  if (!judge_offer(intent.seat)) return {};
  return claim_holds(intent) ? Refused{} : refusal("no-claim");
}

bool Referee::Impl::claim_holds(const Intent& intent) const {
  const auto named = [&](const host::Outcome& outcome, std::uint32_t seats) {
    return std::any_of(outcome.claims.begin(), outcome.claims.end(), [&](const host::Outcome::Claim& claim) {
      return claim.id == intent.bytes && (claim.seats & seats) != 0;
    });
  };
  if (!intent.with_move) return named(boards.deciding().outcome(), bit(intent.seat));
  // With its move a claim is judged by what stands after it, whoever is then on turn.
  const auto after = boards.outcome_after(intent.seat, intent.move, intent.facts);
  const auto* outcome = std::get_if<host::Outcome>(&after);
  return outcome != nullptr &&
         (outcome->state == host::Outcome::State::kOver || named(*outcome, all_seats()));
}

// Only where the public cannot know whether the game goes on; what is known here must not gainsay it.
Refused Referee::Impl::judge_declaration(const Intent& intent) const {
  if (boards.knower() == -1 || in_setup() || !is_id(intent.bytes) || intent.index > 2)
    return refusal("no-declaration");
  if (!acts(intent.seat)) return refusal("not-your-turn");
  if (boards.deciding().outcome().state != host::Outcome::State::kUnknown) return refusal("no-declaration");
  const host::Outcome known = boards.known_to(boards.knower()).outcome();
  const auto says = result_for(intent.seat, static_cast<int>(intent.index) - 1);
  if (known.state == host::Outcome::State::kOngoing ||
      (known.state == host::Outcome::State::kOver && (known.reason != intent.bytes || known.result != says)))
    return refusal("no-declaration");
  return {};
}

std::optional<std::size_t> Referee::Impl::takeback_target(Seat asker) const {
  for (std::size_t i = steps.size(); i-- > 0;) {
    if (steps[i].step.kind == Step::Kind::kPly && steps[i].step.seat == asker) return i;
  }
  return {};
}

std::array<SeatClock, QITAI_MAX_SEATS> Referee::Impl::clocks_taken_back(std::size_t target,
                                                                        Instant at) const {
  std::array<SeatClock, QITAI_MAX_SEATS> clocks = steps[target].clocks_before;
  for (Seat seat = 0; seat < seat_count(); ++seat) {
    SeatClock& clock = clocks[static_cast<std::size_t>(seat)];
    const Instant used = seat_book(seat).clock.used + spent(seat, at);
    clock = after_thinking(clock, used - clock.used);
  }
  return clocks;
}

Refused Referee::Impl::judge_takeback(Seat seat, Instant at) const {
  if (!may_take_back(terms)) return refusal("takeback-off");
  const std::optional<std::size_t> target = takeback_target(seat);
  if (!target) return refusal("nothing-to-take-back");
  const auto from = steps.begin() + static_cast<std::ptrdiff_t>(*target);
  if (std::any_of(from, steps.end(), [](const StandingStep& step) { return step.irreversible; }))
    return refusal("irreversible");
  const auto clocks = clocks_taken_back(*target, at);
  if (std::any_of(clocks.begin(), clocks.begin() + seat_count(),
                  [](const SeatClock& clock) { return clock.main <= 0; }))
    return refusal("takeback-no-time");
  return {};
}

}  // namespace qitai::match
