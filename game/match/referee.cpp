#include "match/referee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "match/referee_impl.hpp"

namespace qitai::match {

using host::PluginFault;
using host::Refusal;
using host::Seat;

// ---------------------------------------------------------------- time

Referee::Impl::Impl(std::shared_ptr<const host::Variant> game, Terms agreed, Boards first)
    : variant(std::move(game)), terms(std::move(agreed)), boards(std::move(first)) {}

std::uint32_t Referee::Impl::ticking() const {
  if (book.ended || book.paused || book.stopped) return 0;
  const std::uint32_t acting = book.acting & all_seats();
  // Set up one after the other, only the first that is not done spends time.
  return in_setup() && terms.setup_in_turn ? acting & (~acting + 1) : acting;
}

Instant Referee::Impl::spent(Seat seat, Instant now) const {
  const bool runs = (ticking() & bit(seat)) != 0;
  return seat_book(seat).spent + (runs ? std::max<Instant>(0, now - book.last) : 0);
}

Instant Referee::Impl::time_of_seat(Seat seat, bool* step) const {
  if (!owes_setup(seat)) return time_to_flag(limits(seat), seat_book(seat).clock, step);
  *step = false;
  const int minutes = limits(seat).setup_limit;
  return minutes > 0 ? minutes * kMinute : kNever;
}

// The earliest; of several at the same instant, that of the lowest seat.
Flag Referee::Impl::next_flag() const {
  Flag next;
  for (Seat seat = 0; seat < seat_count(); ++seat) {
    if ((ticking() & bit(seat)) == 0) continue;
    bool step = false;
    const Instant whole = time_of_seat(seat, &step);
    if (whole == kNever) continue;
    const Instant at = book.last + whole - seat_book(seat).spent;
    if (at < next.at) next = {at, seat, step, owes_setup(seat)};
  }
  return next;
}

void Referee::Impl::advance(Instant at) {
  for (Seat seat = 0; seat < seat_count(); ++seat)
    seat_book(seat).spent = spent(seat, at);
  book.last = at;
}

// ---------------------------------------------------------------- submit

// Keeps the intent and acts on it. Where that is refused, or a plugin fails, everything is as before; in the
// latter case the match is then broken off.
template <typename Act>
Referee::Impl::Refused Referee::Impl::attempt(const Intent& intent, Act act) {
  const Book before = book;
  const std::size_t intents_before = intents.size();
  const std::size_t events_before = events.size();
  const std::size_t steps_before = steps.size();
  const auto put_back = [&] {
    book = before;
    intents.resize(intents_before);
    events.resize(events_before);
    if (steps.size() > steps_before) steps.resize(steps_before);
  };
  try {
    intents.push_back(intent);
    Refused why = act();
    if (why) put_back();
    return why;
  } catch (const PluginFault& fault) {
    put_back();
    break_off(intent.at);
    return refusal("plugin-error", fault.what());
  }
}

// The match cannot go on, since its plugin failed. The intent is kept with an instant before any flag, so
// that a replay comes to the same end without asking the plugin what it failed to answer.
void Referee::Impl::break_off(Instant at) {
  const Flag flag = next_flag();
  if (flag.at != kNever) at = std::min(at, flag.at - 1);
  Intent intent;
  intent.kind = IntentKind::kAbort;
  intent.at = std::max(at, book.last);
  intent.bytes = "plugin-error";
  intents.push_back(intent);
  advance(intent.at);
  perform(intent);
}

Intent Referee::Impl::time_of(const Flag& flag, const Intent& raw) const {
  Intent time;
  time.at = flag.at;
  if (!flag.setup || raw.kind != IntentKind::kTime) return time;
  time.chosen = raw.chosen;
  std::erase_if(time.chosen, [&](const Chosen& chosen) {
    if (chosen.seat < 0 || chosen.seat >= seat_count() || !owes_setup(chosen.seat)) return true;
    bool step = false;
    return spent(chosen.seat, flag.at) < time_of_seat(chosen.seat, &step);
  });
  return time;
}

std::variant<Accepted, Refusal> Referee::Impl::submit(const Intent& raw) {
  Intent intent = plain(raw);
  if (Refused why = judge_always(intent)) return *why;
  if (boards.knower() == -1) {
    if (intent.elsewhere) return refusal("facts-needed");
    intent.facts.clear();  // they are found on the full state
    std::erase_if(intent.chosen, [](const Chosen& chosen) { return chosen.bytes.empty(); });
  }
  const auto place = [&] {
    return Accepted{static_cast<std::uint32_t>(intents.size()), static_cast<std::uint32_t>(events.size())};
  };
  const Accepted first = place();
  while (!book.ended) {
    const Flag flag = next_flag();
    if (flag.at > intent.at || flag.at == kNever) break;
    if (intent.kind == IntentKind::kSetUp && intent.at == flag.at && owes_setup(intent.seat)) break;
    // Whether another machine has a layout to give at the end of its limit is never guessed.
    if (flag.setup && boards.knower() != -1 && intent.kind != IntentKind::kTime)
      return refusal("facts-needed");
    const Intent time = time_of(flag, intent);
    const Refused why = attempt(time, [&]() -> Refused {
      advance(flag.at);
      // Set-up limits that end at the same instant end together.
      for (Flag due = flag; !book.ended && due.at == flag.at; due = next_flag()) {
        if (Refused no = fall(due, time)) return no;
      }
      return {};
    });
    if (why) return *why;
  }
  const bool fell = intents.size() > first.number;
  if (intent.kind == IntentKind::kTime) {
    if (fell) return first;
    return refusal("no-flag");
  }
  if (book.ended) return refusal("ended");
  const Accepted accepted = place();
  const Refused why = attempt(intent, [&]() -> Refused {
    if (Refused no = judge(intent)) return no;
    advance(intent.at);
    return perform(intent);
  });
  if (why) return *why;
  return accepted;
}

// ---------------------------------------------------------------- the public face

Referee::Referee(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Referee::~Referee() = default;

Result<std::unique_ptr<Referee>> Referee::start(std::shared_ptr<const host::Variant> variant,
                                                const Terms& terms, int knower) {
  if (knower < -1 || knower >= static_cast<int>(variant->info().seats.size()))
    return Error{"knower", fmt::format("the seat that is known is {}: expected one of {}, or -1 for all",
                                       knower, variant->info().id)};
  if (const Status fit = check(terms, *variant); !fit.ok()) return fit.error();
  try {
    host::Answer<Boards> boards = Boards::create(variant, terms, knower);
    if (const auto* why = std::get_if<Refusal>(&boards)) {
      return Error{
          why->id == "plugin-error" ? why->id : "position",
          fmt::format("{} refuses the position or an option ({}): {}", terms.variant, why->id, why->detail)};
    }
    std::unique_ptr<Referee> referee(
        new Referee(std::make_unique<Impl>(std::move(variant), terms, std::move(std::get<Boards>(boards)))));
    referee->impl_->begin();
    return referee;
  } catch (const PluginFault& fault) {
    return Error{"plugin-error", fmt::format("the plugin of {} failed: {}", terms.variant, fault.what())};
  }
}

Result<std::unique_ptr<Referee>> Referee::replay(std::shared_ptr<const host::Variant> variant,
                                                 const Terms& terms, std::span<const Intent> intents,
                                                 std::optional<Error>* damage, int knower) {
  Result<std::unique_ptr<Referee>> referee = start(std::move(variant), terms, knower);
  if (damage != nullptr) damage->reset();
  if (!referee) return referee;
  for (std::size_t i = 0; i < intents.size(); ++i) {
    const Intent& intent = intents[i];
    std::string problem;
    if (intent != plain(intent)) {
      problem = "it is not written as it would be kept";
    } else if (intent.kind != IntentKind::kTime && !(*referee)->may_come(intent)) {
      problem = "it comes after a flag";
    } else if (const auto answer = (*referee)->submit(intent);
               const auto* why = std::get_if<Refusal>(&answer)) {
      problem = fmt::format("it is refused ({})", why->id);
    } else if ((*referee)->intents().size() != i + 1 || (*referee)->intents().back() != intent) {
      problem = "it is a flag at another instant";
    }
    if (problem.empty()) continue;
    if (damage != nullptr)
      *damage = Error{"damaged", fmt::format("intent {} of the journal: {}", i, problem)};
    break;
  }
  return referee;
}

std::variant<Accepted, Refusal> Referee::submit(const Intent& intent) {
  return impl_->submit(intent);
}

const Terms& Referee::terms() const {
  return impl_->terms;
}
const host::Variant& Referee::variant() const {
  return *impl_->variant;
}

Phase Referee::phase() const {
  const Book& book = impl_->book;
  if (book.ended) return Phase::kEnded;
  if (book.paused || book.stopped) return Phase::kPaused;
  return impl_->in_setup() ? Phase::kSetUp : Phase::kPlaying;
}

std::uint32_t Referee::ply() const {
  return impl_->book.plies;
}
std::uint32_t Referee::acting() const {
  return impl_->book.acting;
}
bool Referee::owes_setup(Seat seat) const {
  return impl_->owes_setup(seat);
}
const Event* Referee::ended() const {
  if (!impl_->book.ended) return nullptr;
  return &*std::find_if(impl_->events.rbegin(), impl_->events.rend(),
                        [](const Event& event) { return event.kind == EventKind::kEnded; });
}
const std::vector<Intent>& Referee::intents() const {
  return impl_->intents;
}
const std::vector<Event>& Referee::events() const {
  return impl_->events;
}

std::vector<Event> Referee::events(int viewer, std::uint32_t from) const {
  std::vector<Event> seen;
  for (std::size_t i = from; i < impl_->events.size(); ++i)
    seen.push_back(for_viewer(impl_->events[i], viewer));
  return seen;
}

Digest Referee::public_hash() const {
  return impl_->book.chain;
}

std::vector<host::Move> Referee::legal(Seat seat) const {
  if (seat < 0 || seat >= impl_->seat_count() || !impl_->acts(seat) || impl_->in_setup()) return {};
  try {
    return impl_->offered(seat);
  } catch (const PluginFault&) {
    return {};  // whatever is submitted next will break the match off
  }
}

std::optional<Refusal> Referee::refuse(Seat seat, host::Move move) const {
  Intent intent;
  intent.kind = IntentKind::kMove;
  intent.seat = seat;
  intent.at = impl_->book.last;
  intent.move = move;
  return would_refuse(intent);
}

std::optional<Refusal> Referee::would_refuse(const Intent& raw) const {
  const Intent intent = plain(raw);
  if (auto why = impl_->judge_always(intent)) return why;
  const Flag flag = impl_->next_flag();
  const bool falls = flag.at != kNever && flag.at <= intent.at;
  if (intent.kind == IntentKind::kTime) return falls ? std::nullopt : std::optional(refusal("no-flag"));
  if (falls && !flag.setup) return refusal("ended");
  try {
    if (auto why = impl_->judge(intent)) return why;
    if (intent.kind != IntentKind::kSetUp) return std::nullopt;
    Step step;
    step.kind = Step::Kind::kSetUp;
    step.seat = intent.seat;
    step.setup = intent.bytes;
    step.elsewhere = intent.elsewhere;
    return impl_->boards.refuse_setup(std::move(step));
  } catch (const PluginFault& fault) {
    return refusal("plugin-error", fault.what());
  }
}

std::vector<host::Outcome::Claim> Referee::claims(Seat seat) const {
  if (impl_->book.ended || seat < 0 || seat >= impl_->seat_count()) return {};
  try {
    std::vector<host::Outcome::Claim> all = impl_->boards.deciding().outcome().claims;
    std::erase_if(all, [&](const host::Outcome::Claim& claim) { return (claim.seats & bit(seat)) == 0; });
    return all;
  } catch (const PluginFault&) {
    return {};
  }
}

bool Referee::may_come(const Intent& intent) const {
  const Flag flag = impl_->next_flag();
  if (flag.at == kNever || intent.at < flag.at) return true;
  return intent.at == flag.at && intent.kind == IntentKind::kSetUp && impl_->owes_setup(intent.seat);
}

Referee::TimeLeft Referee::left(Seat seat, Instant now) const {
  const Impl& impl = *impl_;
  const SeatBook& own = impl.seat_book(seat);
  const TimeLimits& limits = impl.limits(seat);
  const Instant spent = impl.spent(seat, now);
  TimeLeft left;
  left.running = (impl.ticking() & bit(seat)) != 0;
  left.main = own.clock.main;
  if (impl.owes_setup(seat)) {
    if (limits.setup_limit > 0) left.setup = std::max<Instant>(0, limits.setup_limit * kMinute - spent);
    return left;
  }
  if (left.main != kNever) left.main = std::max<Instant>(0, left.main - spent);
  if (limits.step_limit > 0 && !impl.book.ended)
    left.step = std::max<Instant>(0, limits.step_limit * kSecond - spent);
  return left;
}

const SeatClock& Referee::clock(Seat seat) const {
  return impl_->seat_book(seat).clock;
}
Instant Referee::next_flag() const {
  return impl_->next_flag().at;
}
const host::State& Referee::state() const {
  const Boards& boards = impl_->boards;
  return boards.knower() == -1 ? boards.deciding() : boards.known_to(boards.knower());
}
int Referee::knower() const {
  return impl_->boards.knower();
}

std::optional<Intent> Referee::due_declaration() const {
  const int seat = impl_->boards.knower();
  if (seat == -1 || impl_->book.ended || impl_->in_setup() || !impl_->acts(seat)) return std::nullopt;
  try {
    const host::Outcome known = impl_->boards.known_to(seat).outcome();
    if (known.state != host::Outcome::State::kOver ||
        impl_->boards.deciding().outcome().state != host::Outcome::State::kUnknown)
      return std::nullopt;
    Intent intent;
    intent.kind = IntentKind::kDeclare;
    intent.seat = seat;
    intent.at = impl_->book.last;
    intent.bytes = known.reason;
    intent.index = static_cast<std::uint32_t>(known.result[static_cast<std::size_t>(seat)] + 1);
    return intent;
  } catch (const PluginFault&) {
    return std::nullopt;  // whatever is submitted next will break the match off
  }
}
const host::State& Referee::state(int viewer) const {
  return impl_->boards.known_to(viewer);
}

}  // namespace qitai::match
