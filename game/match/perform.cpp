// What an accepted intent does: boards, clocks, requests, events.
#include <algorithm>
#include <string>
#include <utility>

#include "match/referee_impl.hpp"

namespace qitai::match {

using host::Change;
using host::PluginFault;
using host::Refusal;
using host::Seat;
using Refused = std::optional<Refusal>;

// ---------------------------------------------------------------- events

void Referee::Impl::emit(Event event) {
  event.number = static_cast<std::uint32_t>(events.size());
  event.at = book.last;
  event.ply = book.plies;
  Hasher hasher;
  hasher.update(ByteView(book.chain));
  hasher.update(encode_public(event));
  book.chain = hasher.finish();
  events.push_back(std::move(event));
}

void Referee::Impl::emit(EventKind kind, Seat seat, std::string text) {
  Event event;
  event.kind = kind;
  event.seat = seat;
  event.text = std::move(text);
  emit(std::move(event));
}

void Referee::Impl::emit_with_clocks(EventKind kind, Seat seat, std::string text) {
  Event event;
  event.kind = kind;
  event.seat = seat;
  event.text = std::move(text);
  event.clocks = clocks_now();
  emit(std::move(event));
}

std::vector<SeatClock> Referee::Impl::clocks_now() const {
  std::vector<SeatClock> clocks;
  for (Seat seat = 0; seat < seat_count(); ++seat) {
    const SeatBook& own = seat_book(seat);
    clocks.push_back(owes_setup(seat) ? own.clock : after_thinking(own.clock, own.spent));
  }
  return clocks;
}

// ---------------------------------------------------------------- the board moves on

void Referee::Impl::begin() {
  for (Seat seat = 0; seat < seat_count(); ++seat)
    seat_book(seat).clock = clock_at_start(limits(seat));
  emit_with_clocks(EventKind::kStarted, -1, to_hex(hash_of(as_bytes(encode(terms)))));
  settle();
}

// Takes a set-up, a ply or a draw of chance; `note` is the event's text. A ply that forfeits loses whatever
// the rules say of the position after it.
Refused Referee::Impl::take_step(Step step, std::string note, bool forfeits) {
  StandingStep standing;
  for (std::size_t i = 0; i < book.seats.size(); ++i)
    standing.clocks_before[i] = book.seats[i].clock;
  host::Answer<std::vector<Change>> done = boards.take(step);
  if (auto* why = std::get_if<Refusal>(&done)) return std::move(*why);

  Event event;
  event.seat = step.seat;
  event.changes = std::move(std::get<std::vector<Change>>(done));
  event.text = std::move(note);
  // Chance is irreversible as such: nobody may have it draw again.
  standing.irreversible = step.kind == Step::Kind::kChance ||
                          std::any_of(event.changes.begin(), event.changes.end(), [](const Change& change) {
                            return (change.flags & QITAI_CHANGE_IRREVERSIBLE) != 0;
                          });
  bool stage_added = false;
  switch (step.kind) {
    case Step::Kind::kSetUp:
      event.kind = EventKind::kSetUp;
      event.setup = step.setup;
      event.setup_view = step.setup_view;
      event.setup_audience =
          variant->info().hidden && !step.setup_shared ? bit(step.seat) : bit(host::kPublic);
      seat_book(step.seat).spent = 0;  // never taken from the first limit
      break;
    case Step::Kind::kPly: {
      event.kind = EventKind::kPly;
      event.move = step.move;
      event.facts = step.facts;
      SeatBook& own = seat_book(step.seat);
      own.clock = after_move(limits(step.seat), own.clock, own.spent, &stage_added);
      own.spent = 0;
      own.touched.clear();
      own.adjusting = false;
      ++own.moves;
      ++book.plies;
      event.clocks = clocks_now();
      break;
    }
    case Step::Kind::kChance:
      event.kind = EventKind::kChance;
      event.index = step.index;
      break;
  }
  const Step::Kind kind = step.kind;
  const Seat mover = step.seat;
  standing.step = std::move(step);
  steps.push_back(std::move(standing));
  emit(std::move(event));
  if (kind == Step::Kind::kPly) lapse_requests(mover);
  if (stage_added) emit(EventKind::kStageAdded, mover);
  if (forfeits) {
    end(result_for(mover, QITAI_RESULT_LOSS), "illegal-move", mover);
  } else {
    settle();
  }
  return {};
}

Refused Referee::Impl::make_move(const Intent& intent) {
  const Seat seat = intent.seat;
  const host::Move move = intent.move;
  const Refused forbidden = terms.illegal == Illegal::kPrevent ? Refused{} : rules_refuse(seat, move);
  if (forbidden && terms.illegal == Illegal::kCorrect) {
    correct(seat, move, forbidden->id);
    return {};
  }
  Step step;
  step.seat = seat;
  step.move = move;
  step.settled = intent.facts;
  return take_step(std::move(step), {}, forbidden && terms.illegal == Illegal::kForfeit);
}

// An offer and a wish for a pause stand until another seat moves; a wish for a takeback is about the position
// as it was, so any move makes it void.
void Referee::Impl::lapse_requests(Seat mover) {
  const auto lapse = [&](Request& request, EventKind declined) {
    request = {};
    emit(declined, mover);
  };
  if (book.draw.stands() && book.draw.by != mover) lapse(book.draw, EventKind::kDrawDeclined);
  if (book.pause.stands() && book.pause.by != mover) lapse(book.pause, EventKind::kPauseDeclined);
  if (book.takeback.stands()) lapse(book.takeback, EventKind::kTakebackDeclined);
}

// Who is on turn now, and whether the rules end the match.
void Referee::Impl::settle() {
  const bool was_setup = in_setup();
  const std::uint32_t before = book.acting;
  book.acting = boards.deciding().acting();
  for (Seat seat = 0; seat < seat_count(); ++seat) {
    if ((before & bit(seat)) == 0 || acts(seat)) continue;
    SeatBook& own = seat_book(seat);
    if (!was_setup) own.clock = after_thinking(own.clock, own.spent);
    own.spent = 0;
  }
  if (was_setup && !in_setup()) {
    for (SeatBook& own : book.seats)
      own.spent = 0;
  }
  if (!in_setup() && announces_check(terms)) {
    Event check;
    check.kind = EventKind::kCheck;
    check.marks = boards.deciding().marks(host::kPublic);
    std::erase_if(check.marks, [](const host::Mark& mark) { return mark.kind != QITAI_MARK_CHECK; });
    if (!check.marks.empty()) emit(std::move(check));
  }
  host::Outcome outcome = boards.deciding().outcome();
  if (outcome.state == host::Outcome::State::kOver) {
    end(std::move(outcome.result), outcome.reason, -1);
  } else if (book.acting == 0 || (outcome.state == host::Outcome::State::kUnknown && boards.knower() == -1)) {
    throw PluginFault("the full state does not know who is on turn or whether the game is over");
  }
}

// ---------------------------------------------------------------- the end

std::vector<int> Referee::Impl::result_for(Seat seat, int result) const {
  std::vector<int> results(terms.seats.size(), -result);
  results[static_cast<std::size_t>(seat)] = result;
  return results;
}

bool Referee::Impl::all_have_moved() const {
  return std::all_of(book.seats.begin(), book.seats.begin() + seat_count(),
                     [](const SeatBook& own) { return own.moves > 0; });
}

void Referee::Impl::end(std::vector<int> result, std::string_view reason, Seat seat) {
  for (Seat each = 0; each < seat_count(); ++each) {
    SeatBook& own = seat_book(each);
    if (!owes_setup(each)) own.clock = after_thinking(own.clock, own.spent);
    own.spent = 0;
  }
  book.ended = true;
  book.acting = 0;
  book.draw = book.takeback = book.pause = {};
  Event event;
  event.kind = EventKind::kEnded;
  event.seat = seat;
  event.result = std::move(result);
  event.text = std::string(reason);
  event.clocks = clocks_now();
  emit(std::move(event));
}

// Where one seat alone is known the variant draws no layouts: a seat for which none was chosen loses.
Refused Referee::Impl::fall(const Flag& flag, const Intent& time) {
  if (flag.setup) {
    Step step;
    step.kind = Step::Kind::kSetUp;
    step.seat = flag.seat;
    const auto chosen = std::find_if(time.chosen.begin(), time.chosen.end(),
                                     [&](const Chosen& each) { return each.seat == flag.seat; });
    const bool told = boards.knower() != -1;
    if (chosen != time.chosen.end()) {
      step.setup = chosen->bytes;
      step.elsewhere = chosen->bytes.empty();
      Refused why = take_step(std::move(step), "limit");
      if (why && told) return why;
      if (!why) return {};
    } else if (!told && !take_step(std::move(step), "limit")) {
      return {};
    }
    end(result_for(flag.seat, QITAI_RESULT_LOSS), "time", flag.seat);
    return {};
  }
  if (!all_have_moved()) {
    end({}, "aborted", flag.seat);
  } else if (std::optional<host::Outcome> outcome = boards.deciding().timeout_outcome(flag.seat)) {
    end(std::move(outcome->result), outcome->reason, flag.seat);
  } else {
    end(result_for(flag.seat, QITAI_RESULT_LOSS), flag.step ? "step-time" : "time", flag.seat);
  }
  return {};
}

// ---------------------------------------------------------------- intents

bool Referee::Impl::agree(Request& request, Seat seat) {
  request.agreed |= bit(seat);
  return (others(request.by) & ~request.agreed) == 0;
}

void Referee::Impl::pause(Seat asker) {
  book.pause = {};
  book.paused = true;
  emit_with_clocks(EventKind::kPaused, asker);
}

// Back to before the asker's last move. Time used stays used; moves, bonuses and increments since then are
// gone, and so is an offer. Three own moves more are still three from here.
void Referee::Impl::take_back(Seat asker) {
  const std::size_t target = *takeback_target(asker);
  std::vector<Step> kept;
  for (std::size_t i = 0; i < target; ++i)
    kept.push_back(steps[i].step);
  Boards earlier = Boards::replay(variant, terms, boards.knower(), kept);
  const std::uint32_t acting = earlier.deciding().acting();

  const auto clocks = clocks_taken_back(target, book.last);
  boards = std::move(earlier);
  steps.resize(target);
  book.acting = acting;
  book.plies = 0;
  for (SeatBook& own : book.seats) {
    own.moves = 0;
    own.touched.clear();
    own.adjusting = false;
  }
  for (const StandingStep& standing : steps) {
    if (standing.step.kind != Step::Kind::kPly) continue;
    ++seat_book(standing.step.seat).moves;
    ++book.plies;
  }
  for (std::size_t i = 0; i < book.seats.size(); ++i) {
    SeatBook& own = book.seats[i];
    own.clock = clocks[i];
    own.spent = 0;
    own.offers_from_move = std::min(own.offers_from_move, own.moves + 3);
  }
  book.draw = book.takeback = book.pause = {};
  emit_with_clocks(EventKind::kTakenBack, asker);
}

Refused Referee::Impl::perform_claim(const Intent& intent) {
  const Seat seat = intent.seat;
  const bool may_offer = !judge_offer(seat);
  if (intent.with_move) {
    Step step;
    step.seat = seat;
    step.move = intent.move;
    step.settled = intent.facts;
    if (Refused why = take_step(std::move(step), {})) return why;
    if (book.ended) return {};
  }
  const host::Outcome outcome = boards.deciding().outcome();
  const std::uint32_t entitled = intent.with_move ? all_seats() : bit(seat);
  const auto claim =
      std::find_if(outcome.claims.begin(), outcome.claims.end(), [&](const host::Outcome::Claim& each) {
        return each.id == intent.bytes && (each.seats & entitled) != 0;
      });
  if (claim != outcome.claims.end()) {
    end(result_for(seat, claim->result), claim->reason, -1);
    return {};
  }
  if (!may_offer) throw PluginFault("a claim that held on a copy of the state does not hold on it");
  book.draw = {seat, 0};
  // The move played with the claim was made after the offer.
  seat_book(seat).offers_from_move = seat_book(seat).moves - (intent.with_move ? 1 : 0) + 3;
  emit(EventKind::kClaimFailed, seat, intent.bytes);
  return {};
}

Refused Referee::Impl::perform(const Intent& intent) {
  const Seat seat = intent.seat;
  Step step;
  step.seat = seat;
  switch (intent.kind) {
    case IntentKind::kSetUp:
      step.kind = Step::Kind::kSetUp;
      step.setup = intent.bytes;
      step.elsewhere = intent.elsewhere;
      return take_step(std::move(step), {});
    case IntentKind::kMove:
      return make_move(intent);
    case IntentKind::kChance:
      step.kind = Step::Kind::kChance;
      step.seat = -1;
      step.index = intent.index;
      return take_step(std::move(step), {});
    case IntentKind::kOfferDraw:
      book.draw = {seat, 0};
      seat_book(seat).offers_from_move = seat_book(seat).moves + 3;
      emit(EventKind::kDrawOffered, seat);
      return {};
    case IntentKind::kAcceptDraw:
      if (agree(book.draw, seat))
        end(std::vector<int>(terms.seats.size(), QITAI_RESULT_DRAW), "agreement", -1);
      return {};
    case IntentKind::kDeclineDraw:
      book.draw = {};
      emit(EventKind::kDrawDeclined, seat);
      return {};
    case IntentKind::kClaim:
      return perform_claim(intent);
    case IntentKind::kResign:
      end(result_for(seat, QITAI_RESULT_LOSS), "resignation", seat);
      return {};
    case IntentKind::kLeave:
      if (all_have_moved()) {
        end(result_for(seat, QITAI_RESULT_LOSS), "left", seat);
      } else {
        end({}, "aborted", seat);
      }
      return {};
    case IntentKind::kAskTakeback:
      book.takeback = {seat, 0};
      emit(EventKind::kTakebackAsked, seat);
      if (others(seat) == 0) take_back(seat);
      return {};
    case IntentKind::kAcceptTakeback:
      if (agree(book.takeback, seat)) take_back(book.takeback.by);
      return {};
    case IntentKind::kDeclineTakeback:
      book.takeback = {};
      emit(EventKind::kTakebackDeclined, seat);
      return {};
    case IntentKind::kAskPause:
      book.pause = {seat, 0};
      emit(EventKind::kPauseAsked, seat);
      if (others(seat) == 0) pause(seat);
      return {};
    case IntentKind::kAcceptPause:
      if (agree(book.pause, seat)) pause(book.pause.by);
      return {};
    case IntentKind::kDeclinePause:
      book.pause = {};
      emit(EventKind::kPauseDeclined, seat);
      return {};
    case IntentKind::kResume:
      book.paused = false;
      emit_with_clocks(EventKind::kResumed, seat);
      return {};
    case IntentKind::kAbort:
      end({}, intent.bytes, -1);
      return {};
    case IntentKind::kStopClock:
      book.stopped = true;
      emit_with_clocks(EventKind::kPaused, -1);
      return {};
    case IntentKind::kStartClock:
      book.stopped = false;
      emit_with_clocks(EventKind::kResumed, -1);
      return {};
    case IntentKind::kTouch:
      touch(seat, intent.move.from);
      return {};
    case IntentKind::kAdjust:
      seat_book(seat).adjusting = true;
      emit(EventKind::kAdjusted, seat);
      return {};
    case IntentKind::kDeclare:
      end(result_for(seat, static_cast<int>(intent.index) - 1), intent.bytes, -1);
      return {};
    case IntentKind::kTime:
      return {};
  }
  return refusal("bad-intent");
}

}  // namespace qitai::match
