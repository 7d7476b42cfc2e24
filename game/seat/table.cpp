#include "seat/table.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/log.hpp"
#include "seat/recording.hpp"
#include "text/formats.hpp"

namespace qitai::seat {
namespace {

// A clock's checkpoint once a second: after a power cut the clocks are right to within that.
constexpr Now kCheckpointEvery = match::kSecond;
// A journal that keeps offering matches that have ended already is damaged: give up rather than turn for
// ever.
constexpr int kMostEndedMatches = 100;

constexpr std::uint32_t kChanceBit = std::uint32_t{1} << QITAI_CHANCE_SEAT;

std::int64_t nanoseconds(match::Instant left) {
  return left > INT64_MAX / 1000 ? INT64_MAX : left * 1000;
}

bool owes_setup(const match::Referee& referee, host::Seat seat) {
  const std::uint32_t owing = QITAI_ACTING_SETUP | std::uint32_t{1} << static_cast<unsigned>(seat);
  return (referee.acting() & owing) == owing;
}

// An unfinished match, read and replayed.
struct Restored {
  std::unique_ptr<match::Referee> referee;
  Checkpoint checkpoint;  // what of it fits the match
  bool damaged = false;
};

Result<Restored> restore(const host::Plugins& plugins, const store::Unfinished& kept) {
  Result<match::Terms> terms = match::decode_terms(kept.header);
  if (!terms) return Error{"damaged", "The terms of the unfinished match: " + terms.error().message};
  const std::shared_ptr<const host::Variant> variant = plugins.variant(terms->variant);
  if (variant == nullptr) {
    return Error{"no-variant", "The unfinished match is a game of \"" + terms->variant +
                                   "\", whose plugin is not there: install it or set it free again"};
  }
  if (Status fits = match::check(*terms, *variant); !fits)
    return Error{fits.error().code,
                 "The unfinished match cannot go on, and stays as it is: " + fits.error().message};

  Restored out;
  std::vector<match::Intent> intents;
  intents.reserve(kept.entries.size());
  for (const std::string& entry : kept.entries) {
    Result<match::Intent> intent = match::decode_intent(entry);
    if (!intent) {
      log_warning("Entry {} of match {} in the journal: {}; going on from before it", intents.size(), kept.id,
                  intent.error().message);
      out.damaged = true;
      break;
    }
    intents.push_back(std::move(*intent));
  }
  std::optional<Error> damage;
  Result<std::unique_ptr<match::Referee>> referee = match::Referee::replay(variant, *terms, intents, &damage);
  if (!referee) return referee.error();
  if (damage) {
    log_warning("Match {} in the journal: {}; going on from before it", kept.id, damage->message);
    out.damaged = true;
  }
  out.referee = std::move(*referee);
  const std::vector<match::Intent>& accepted = out.referee->intents();
  const match::Instant last = accepted.empty() ? 0 : accepted.back().at;
  // A checkpoint is never taken later than a flag: one beyond it is not of this match.
  out.checkpoint = decode_checkpoint(kept.checkpoint);
  out.checkpoint.at = std::clamp(out.checkpoint.at, last, std::max(last, out.referee->next_flag() - 1));
  std::erase_if(out.checkpoint.layouts,
                [&](const auto& each) { return !owes_setup(*out.referee, each.first); });
  return out;
}

// Whether anybody would miss it: a ply or a private set-up was made, or somebody is at one.
bool worth_keeping(const Restored& match) {
  const match::Referee& referee = *match.referee;
  return referee.ply() > 0 || !match.checkpoint.layouts.empty() ||
         std::ranges::any_of(referee.intents(), [](const match::Intent& intent) {
           return intent.kind == match::IntentKind::kSetUp;
         });
}

std::string turn_key(const match::Referee& referee) {
  const std::vector<host::SeatInfo>& seats = referee.variant().info().seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (((referee.acting() >> seat) & 1U) != 0) return seats[seat].turn_key;
  }
  return {};
}

}  // namespace

struct Table::Impl {
  Impl(std::shared_ptr<const host::Variant> game, std::unique_ptr<match::Referee> judge, Now now,
       match::Instant at)
      : variant(std::move(game)), referee(std::move(judge)), base(now - at), latest(at), checkpointed(at) {
    const std::vector<match::Intent>& intents = referee->intents();
    for (const match::Intent& intent : intents) {
      if (intent.kind == match::IntentKind::kStopClock) held = true;
      if (intent.kind == match::IntentKind::kStartClock) held = false;
    }
    shown = shown_clocks(at);
  }

  std::shared_ptr<const host::Variant> variant;
  std::unique_ptr<match::Referee> referee;
  Recording recording;
  std::map<int, std::unique_ptr<match::Reader>> readers;
  Now base;               // the Now of the match's instant 0
  match::Instant latest;  // instants never go back
  match::Instant checkpointed;
  bool held = false;
  std::vector<std::string> shown;             // the clocks as poll last saw them
  std::map<host::Seat, std::string> layouts;  // that seats would give now

  match::Instant instant(Now now) const { return std::max(latest, now - base); }

  bool clock_runs(match::Instant at) const {
    const std::size_t seats = variant->info().seats.size();
    for (std::size_t seat = 0; seat < seats; ++seat) {
      if (referee->left(static_cast<host::Seat>(seat), at).running) return true;
    }
    return false;
  }

  std::vector<std::string> shown_clocks(match::Instant at) const {
    std::vector<std::string> out;
    const std::size_t seats = variant->info().seats.size();
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const match::Referee::TimeLeft left = referee->left(static_cast<host::Seat>(seat), at);
      for (const match::Instant time : {left.main, left.step, left.setup}) {
        out.push_back(time == match::kNever ? std::string() : text::clock_text(nanoseconds(time)));
      }
    }
    return out;
  }

  // Ended, and not merely called off.
  bool has_result() const {
    if (referee->phase() != match::Phase::kEnded) return false;
    const std::vector<match::Event>& events = referee->events();
    const auto ended = std::ranges::find(events, match::EventKind::kEnded, &match::Event::kind);
    return ended != events.end() && !ended->result.empty();
  }

  void write_checkpoint(match::Instant at) {
    Checkpoint checkpoint{at, layouts};
    std::erase_if(checkpoint.layouts, [&](const auto& each) { return !owes_setup(*referee, each.first); });
    recording.checkpoint(checkpoint);
    checkpointed = at;
  }

  // Judges, lets chance draw what it owes, and puts all that was accepted in the journal's queue.
  std::variant<match::Accepted, host::Refusal> submit(match::Intent intent, match::Instant at) {
    give_layouts(at);
    latest = at;
    intent.at = at;
    std::variant<match::Accepted, host::Refusal> answer = referee->submit(intent);
    draw_chance();
    recording.record(*referee);
    return answer;
  }

  // Set-up limits that have ended by `at`: what stands then counts, if it is given at that very instant.
  void give_layouts(match::Instant at) {
    for (const auto& [seat, layout] : layouts) {
      const match::Instant end = referee->next_flag();
      if (end == match::kNever || end > at || !owes_setup(*referee, seat)) continue;
      if (referee->left(seat, end).setup != 0) continue;  // another seat's time is up
      match::Intent intent;
      intent.kind = match::IntentKind::kSetUp;
      intent.seat = seat;
      intent.at = end;
      intent.bytes = layout;
      // Refused, it is for the variant to choose one when the flag falls.
      if (std::holds_alternative<match::Accepted>(referee->submit(intent))) latest = end;
    }
  }

  // Draws come from the terms' seed and the number of the intent, so that the same seed plays the same game.
  void draw_chance() {
    while (referee->phase() != match::Phase::kEnded && (referee->acting() & kChanceBit) != 0) {
      const std::uint32_t choices = referee->state().chance_count();
      Writer draw;
      draw.raw(referee->terms().seed);
      draw.u64(referee->intents().size());
      const Digest digest = hash_of(draw.bytes());
      qitai::Reader bytes(digest);
      match::Intent intent;
      intent.kind = match::IntentKind::kChance;
      intent.at = latest;
      // 64 bits against few choices: no draw is likelier than another by more than 2^-32.
      intent.index = choices == 0 ? 0 : static_cast<std::uint32_t>(bytes.u64() % choices);
      if (std::holds_alternative<host::Refusal>(referee->submit(intent))) {
        log_error("A draw of chance was refused by {}", variant->info().id);
        return;
      }
    }
  }
};

Table::Table(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Table::~Table() = default;

Result<std::unique_ptr<Table>> Table::begin(std::shared_ptr<const host::Variant> variant,
                                            const match::Terms& terms, store::Journal* journal, Now now) {
  Result<std::unique_ptr<match::Referee>> referee = match::Referee::start(variant, terms);
  if (!referee) return referee.error();
  auto impl = std::make_unique<Impl>(std::move(variant), std::move(*referee), now, match::Instant{0});
  impl->draw_chance();
  if (journal != nullptr) impl->recording = Recording::begin(*journal, *impl->referee);
  return std::unique_ptr<Table>(new Table(std::move(impl)));
}

std::optional<Resumable> Table::resumable(const host::Plugins& plugins, store::Journal& journal,
                                          std::string* reason) {
  const auto because = [&](const std::string& why) {
    if (reason != nullptr) *reason = why;
  };
  because("");
  for (int ended = 0; ended < kMostEndedMatches; ++ended) {
    Result<std::optional<store::Unfinished>> kept = journal.resumable();
    if (!kept) {
      because(kept.error().message);
      return std::nullopt;
    }
    if (!*kept) return std::nullopt;
    const store::Unfinished& match = **kept;
    Result<Restored> restored = restore(plugins, match);
    if (!restored) {
      because(restored.error().message);
      return std::nullopt;
    }
    const match::Referee& referee = *restored->referee;
    if (referee.phase() == match::Phase::kEnded) {
      // The power went between the last ply and its result.
      Recording::resume(journal, match.id, referee).record(referee);
    } else if (!worth_keeping(*restored)) {
      journal.forget(match.id);
    } else {
      const bool setting_up = (referee.acting() & QITAI_ACTING_SETUP) != 0;
      return Resumable{match.id,   referee.terms().variant, referee.ply(), turn_key(referee),
                       setting_up, referee.terms()};
    }
    // What was just written must be seen by the next look.
    journal.flush();
  }
  because("The journal offers the same ended matches again and again: it is damaged");
  return std::nullopt;
}

Result<std::unique_ptr<Table>> Table::resume(const host::Plugins& plugins, store::Journal& journal,
                                             const Resumable& which, Now now) {
  Result<std::optional<store::Unfinished>> kept = journal.resumable();
  if (!kept) return kept.error();
  if (!*kept || (*kept)->id != which.match_id) {
    return Error{"not-resumable", "The unfinished match is no longer in the journal"};
  }
  Result<Restored> restored = restore(plugins, **kept);
  if (!restored) return restored.error();

  std::shared_ptr<const host::Variant> variant = plugins.variant(which.variant);
  auto impl =
      std::make_unique<Impl>(std::move(variant), std::move(restored->referee), now, restored->checkpoint.at);
  impl->layouts = std::move(restored->checkpoint.layouts);
  if (restored->damaged) {
    // The numbers of the damaged entries are taken: what stands goes on as a match of its own.
    journal.forget(which.match_id);
    impl->recording = Recording::begin(journal, *impl->referee);
    impl->write_checkpoint(impl->latest);
  } else {
    impl->recording = Recording::resume(journal, which.match_id, *impl->referee);
  }
  impl->draw_chance();
  impl->recording.record(*impl->referee);
  auto table = std::unique_ptr<Table>(new Table(std::move(impl)));
  table->release(now);
  return table;
}

std::variant<match::Accepted, host::Refusal> Table::submit(match::Intent intent, Now now) {
  return impl_->submit(std::move(intent), impl_->instant(now));
}

std::optional<host::Refusal> Table::would_refuse(match::Intent intent, Now now) const {
  intent.at = impl_->instant(now);
  return impl_->referee->would_refuse(intent);
}

bool Table::poll(Now now) {
  Impl& impl = *impl_;
  const std::size_t events = impl.referee->events().size();
  const match::Instant at = impl.instant(now);
  impl.latest = at;
  if (impl.referee->phase() != match::Phase::kEnded && at >= impl.referee->next_flag()) {
    match::Intent time;
    time.kind = match::IntentKind::kTime;
    // Refused or not, the flag has fallen and is numbered.
    (void)impl.submit(time, at);
  }
  bool changed = impl.recording.poll(*impl.referee) || impl.referee->events().size() != events;
  if (impl.recording.on() && at - impl.checkpointed >= kCheckpointEvery && impl.clock_runs(at)) {
    impl.write_checkpoint(at);
  }
  std::vector<std::string> shown = impl.shown_clocks(at);
  if (shown != impl.shown) {
    impl.shown = std::move(shown);
    changed = true;
  }
  return changed;
}

Now Table::next_wake(Now now) const {
  const Impl& impl = *impl_;
  const match::Instant at = impl.instant(now);
  if (impl.referee->phase() == match::Phase::kEnded || !impl.clock_runs(at)) return INT64_MAX;
  match::Instant next = impl.referee->next_flag();
  if (impl.recording.on()) next = std::min(next, impl.checkpointed + kCheckpointEvery);
  const std::size_t seats = impl.variant->info().seats.size();
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const match::Referee::TimeLeft left = impl.referee->left(static_cast<host::Seat>(seat), at);
    if (!left.running) continue;
    for (const match::Instant time : {left.main, left.step, left.setup}) {
      if (time == match::kNever) continue;
      const std::int64_t change = text::clock_next_change_ns(nanoseconds(time));
      // Rounded up to whole microseconds: a wake before the change would show the old text once more.
      if (change != INT64_MAX) next = std::min(next, at + change / 1000 + (change % 1000 != 0 ? 1 : 0));
    }
  }
  if (next == match::kNever) return INT64_MAX;
  return impl.base + std::max(next, at);
}

const match::Referee& Table::referee() const {
  return *impl_->referee;
}

const host::Variant& Table::variant() const {
  return *impl_->variant;
}

const match::Reader& Table::reader(int viewer) {
  if (viewer == match::kTruth && !impl_->has_result()) viewer = host::kPublic;
  std::unique_ptr<match::Reader>& reader = impl_->readers[viewer];
  if (reader == nullptr) {
    Result<std::unique_ptr<match::Reader>> made =
        match::Reader::make(impl_->variant, impl_->referee->terms(), viewer);
    // The referee began with the same terms, so only a plugin that contradicts itself comes here.
    if (!made) throw host::PluginFault(impl_->variant->info().id + ": " + made.error().message);
    reader = std::move(*made);
  }
  if (reader->next_event() < impl_->referee->events().size()) {
    if (viewer == match::kTruth) {
      reader->feed(impl_->referee->events());
    } else {
      reader->feed(impl_->referee->events(viewer, reader->next_event()));
    }
  }
  return *reader;
}

std::uint32_t Table::durable_events() const {
  return impl_->recording.durable_events(*impl_->referee);
}

bool Table::all_durable() const {
  return durable_events() == impl_->referee->events().size();
}

const std::string& Table::journal_trouble() const {
  return impl_->recording.trouble();
}

match::Referee::TimeLeft Table::left(host::Seat seat, Now now) const {
  return impl_->referee->left(seat, impl_->instant(now));
}

void Table::present_setup(host::Seat seat, std::string layout) {
  std::string& kept = impl_->layouts[seat];
  if (kept == layout) return;
  kept = std::move(layout);
  impl_->write_checkpoint(impl_->latest);
}

std::optional<std::string> Table::presented_setup(host::Seat seat) const {
  const auto found = impl_->layouts.find(seat);
  return found == impl_->layouts.end() ? std::nullopt : std::optional(found->second);
}

void Table::hold(Now now) {
  if (impl_->held || impl_->referee->phase() == match::Phase::kEnded) return;
  match::Intent stop;
  stop.kind = match::IntentKind::kStopClock;
  impl_->held = std::holds_alternative<match::Accepted>(impl_->submit(stop, impl_->instant(now)));
}

void Table::release(Now now) {
  if (!impl_->held || impl_->referee->phase() == match::Phase::kEnded) return;
  match::Intent start;
  start.kind = match::IntentKind::kStartClock;
  impl_->held = std::holds_alternative<host::Refusal>(impl_->submit(start, impl_->instant(now)));
}

void Table::forget() {
  impl_->recording.forget();
}

}  // namespace qitai::seat
