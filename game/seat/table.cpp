#include "seat/table.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/log.hpp"
#include "seat/recording.hpp"

namespace qitai::seat {
namespace {

// A journal that keeps offering matches that have ended already is damaged: give up rather than turn for
// ever.
constexpr int kMostEndedMatches = 100;

constexpr std::uint32_t kChanceBit = std::uint32_t{1} << QITAI_CHANCE_SEAT;

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
                [&](const auto& each) { return !out.referee->owes_setup(each.first); });
  if (static_cast<std::size_t>(out.checkpoint.near_edge) >= variant->info().seats.size())
    out.checkpoint.near_edge = 0;
  return out;
}

// Whether anybody would miss it: a ply or a private set-up was made, or somebody is at one.
bool played(const match::Referee& referee, const std::map<host::Seat, std::string>& layouts) {
  return referee.ply() > 0 || !layouts.empty() ||
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

// A match that the referee of this machine judges.
class LocalTable final : public Table {
 public:
  LocalTable(std::shared_ptr<const host::Variant> game, std::unique_ptr<match::Referee> judge, Now now,
             match::Instant at)
      : Table(std::move(game)), referee_(std::move(judge)), base_(now - at), latest_(at), checkpointed_(at) {
    for (const match::Intent& intent : referee_->intents()) {
      if (intent.kind == match::IntentKind::kStopClock) held_ = true;
      if (intent.kind == match::IntentKind::kStartClock) held_ = false;
    }
  }

  // Play begins or goes on, kept by this recording.
  void go_on(Recording recording, Now now) {
    (void)clocks_changed(now);
    recording_ = std::move(recording);
    draw_chance();
    recording_.record(*referee_);
  }

  // What was kept of it besides its intents and its clock.
  void take(Checkpoint checkpoint) {
    layouts_ = std::move(checkpoint.layouts);
    near_edge_ = checkpoint.near_edge;
  }
  void write_checkpoint();

  std::variant<match::Accepted, host::Refusal> submit(match::Intent intent, Now now) override {
    return judge(std::move(intent), instant(now));
  }
  [[nodiscard]] std::optional<host::Refusal> would_refuse(match::Intent intent, Now now) const override {
    intent.at = instant(now);
    return referee_->would_refuse(intent);
  }
  bool poll(Now now) override;
  [[nodiscard]] Now next_wake(Now now) const override;
  [[nodiscard]] const match::Referee& referee() const override { return *referee_; }
  [[nodiscard]] std::uint32_t durable_events() const override { return recording_.durable_events(*referee_); }
  [[nodiscard]] const std::string& journal_trouble() const override { return recording_.trouble(); }
  [[nodiscard]] match::Referee::TimeLeft left(host::Seat seat, Now now) const override {
    return referee_->left(seat, instant(now));
  }
  void present_setup(host::Seat seat, std::string layout) override;
  [[nodiscard]] std::optional<std::string> presented_setup(host::Seat seat) const override;
  void sit_at_near_edge(host::Seat seat) override;
  [[nodiscard]] host::Seat at_near_edge() const override { return near_edge_; }
  void hold(Now now) override;
  void release(Now now) override;
  [[nodiscard]] std::int64_t returned() const override { return recording_.returned(); }
  void forget() override { recording_.forget(played(*referee_, layouts_)); }

 private:
  [[nodiscard]] match::Instant instant(Now now) const { return std::max(latest_, now - base_); }
  std::variant<match::Accepted, host::Refusal> judge(match::Intent intent, match::Instant at);
  void give_layouts(match::Instant at);
  void draw_chance();

  std::unique_ptr<match::Referee> referee_;
  Recording recording_;
  Now base_;               // the Now of the match's instant 0
  match::Instant latest_;  // instants never go back
  match::Instant checkpointed_;
  bool held_ = false;
  std::map<host::Seat, std::string> layouts_;  // that seats would give now
  host::Seat near_edge_ = 0;
};

// Judges, lets chance draw what it owes, and puts all that was accepted in the journal's queue.
std::variant<match::Accepted, host::Refusal> LocalTable::judge(match::Intent intent, match::Instant at) {
  give_layouts(at);
  latest_ = at;
  intent.at = at;
  std::variant<match::Accepted, host::Refusal> answer = referee_->submit(intent);
  draw_chance();
  recording_.record(*referee_);
  return answer;
}

// Set-up limits that have ended by `at`: what stands then counts, if it is given at that very instant.
void LocalTable::give_layouts(match::Instant at) {
  for (const auto& [seat, layout] : layouts_) {
    const match::Instant end = referee_->next_flag();
    if (end == match::kNever || end > at || !referee_->owes_setup(seat)) continue;
    if (referee_->left(seat, end).setup != 0) continue;  // another seat's time is up
    match::Intent intent;
    intent.kind = match::IntentKind::kSetUp;
    intent.seat = seat;
    intent.at = end;
    intent.bytes = layout;
    // Refused, it is for the variant to choose one when the flag falls.
    if (std::holds_alternative<match::Accepted>(referee_->submit(intent))) latest_ = end;
  }
}

// Draws come from the terms' seed and the number of the intent, so that the same seed plays the same game.
void LocalTable::draw_chance() {
  while (referee_->phase() != match::Phase::kEnded && (referee_->acting() & kChanceBit) != 0) {
    const std::uint32_t choices = referee_->state().chance_count();
    Writer draw;
    draw.raw(referee_->terms().seed);
    draw.u64(referee_->intents().size());
    const Digest digest = hash_of(draw.bytes());
    qitai::Reader bytes(digest);
    match::Intent intent;
    intent.kind = match::IntentKind::kChance;
    intent.at = latest_;
    // 64 bits against few choices: no draw is likelier than another by more than 2^-32.
    intent.index = choices == 0 ? 0 : static_cast<std::uint32_t>(bytes.u64() % choices);
    if (std::holds_alternative<host::Refusal>(referee_->submit(intent))) {
      log_error("A draw of chance was refused by {}", variant().info().id);
      return;
    }
  }
}

}  // namespace

Result<std::unique_ptr<Table>> Table::begin(std::shared_ptr<const host::Variant> variant,
                                            const match::Terms& terms, store::Journal* journal, Now now,
                                            std::int64_t credits) {
  Result<std::unique_ptr<match::Referee>> referee = match::Referee::start(variant, terms);
  if (!referee) return referee.error();
  auto table = std::make_unique<LocalTable>(std::move(variant), std::move(*referee), now, match::Instant{0});
  table->go_on(journal != nullptr ? Recording::begin(*journal, table->referee(), {credits}) : Recording(),
               now);
  return std::unique_ptr<Table>(std::move(table));
}

Result<std::unique_ptr<Table>> Table::look_back(const host::Plugins& plugins, store::Journal& journal,
                                                const store::Finished& which, Now now) {
  Result<std::vector<std::string>> entries = journal.entries(which.id);
  if (!entries) return entries.error();
  store::Unfinished kept;
  kept.id = which.id;
  kept.header = which.header;
  kept.entries = std::move(*entries);
  Result<Restored> restored = restore(plugins, kept);
  if (!restored) return restored.error();
  if (restored->damaged || restored->referee->phase() != match::Phase::kEnded)
    return Error{"damaged", "Its entries do not lead to an end"};
  std::shared_ptr<const host::Variant> variant = plugins.variant(restored->referee->variant().info().id);
  const match::Instant at = restored->checkpoint.at;
  auto table = std::make_unique<LocalTable>(std::move(variant), std::move(restored->referee), now, at);
  table->go_on(Recording(), now);
  return std::unique_ptr<Table>(std::move(table));
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
      if (journal.paid(match.id) > 0) journal.give_back(match.id);
      return std::nullopt;
    }
    const match::Referee& referee = *restored->referee;
    if (referee.phase() == match::Phase::kEnded) {
      // The power went between the last ply and its result.
      Recording::resume(journal, match.id, referee).record(referee);
    } else if (!played(referee, restored->checkpoint.layouts)) {
      journal.give_back(match.id);
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

  auto table = std::make_unique<LocalTable>(plugins.variant(which.variant), std::move(restored->referee), now,
                                            restored->checkpoint.at);
  table->take(std::move(restored->checkpoint));
  if (restored->damaged) {
    // The numbers of the damaged entries are taken: what stands goes on as a match of its own.
    table->go_on(Recording::begin(journal, table->referee(), {0, which.match_id}), now);
    journal.forget(which.match_id);
    table->write_checkpoint();
  } else {
    table->go_on(Recording::resume(journal, which.match_id, table->referee()), now);
  }
  table->release(now);
  return std::unique_ptr<Table>(std::move(table));
}

bool LocalTable::poll(Now now) {
  const std::size_t events = referee_->events().size();
  const match::Instant at = instant(now);
  latest_ = at;
  if (referee_->phase() != match::Phase::kEnded && at >= referee_->next_flag()) {
    match::Intent time;
    time.kind = match::IntentKind::kTime;
    // Refused or not, the flag has fallen and is numbered.
    (void)judge(time, at);
  }
  const bool changed = recording_.poll(*referee_) || referee_->events().size() != events;
  if (recording_.on() && at - checkpointed_ >= kCheckpointEvery && clock_runs(times(now))) write_checkpoint();
  return clocks_changed(now) || changed;
}

Now LocalTable::next_wake(Now now) const {
  const match::Instant at = instant(now);
  const TimesLeft left = times(now);
  if (referee_->phase() == match::Phase::kEnded || !clock_runs(left)) return INT64_MAX;
  match::Instant next = referee_->next_flag();
  if (const match::Instant change = until_shown_change(left); change != match::kNever)
    next = std::min(next, at + change);
  if (recording_.on()) next = std::min(next, checkpointed_ + kCheckpointEvery);
  if (next == match::kNever) return INT64_MAX;
  return base_ + std::max(next, at);
}

void LocalTable::write_checkpoint() {
  Checkpoint checkpoint{latest_, layouts_, near_edge_};
  std::erase_if(checkpoint.layouts, [&](const auto& each) { return !referee_->owes_setup(each.first); });
  recording_.checkpoint(checkpoint);
  checkpointed_ = latest_;
}

void LocalTable::present_setup(host::Seat seat, std::string layout) {
  std::string& kept = layouts_[seat];
  if (kept == layout) return;
  kept = std::move(layout);
  write_checkpoint();
}

void LocalTable::sit_at_near_edge(host::Seat seat) {
  if (std::exchange(near_edge_, seat) != seat) write_checkpoint();
}

std::optional<std::string> LocalTable::presented_setup(host::Seat seat) const {
  const auto found = layouts_.find(seat);
  return found == layouts_.end() ? std::nullopt : std::optional(found->second);
}

void LocalTable::hold(Now now) {
  if (held_ || referee_->phase() == match::Phase::kEnded) return;
  match::Intent stop;
  stop.kind = match::IntentKind::kStopClock;
  held_ = std::holds_alternative<match::Accepted>(judge(stop, instant(now)));
}

void LocalTable::release(Now now) {
  if (!held_ || referee_->phase() == match::Phase::kEnded) return;
  match::Intent start;
  start.kind = match::IntentKind::kStartClock;
  held_ = std::holds_alternative<host::Refusal>(judge(start, instant(now)));
}

TimesLeft Table::times(Now now) const {
  TimesLeft out;
  for (host::Seat seat = 0; seat < static_cast<host::Seat>(variant().info().seats.size()); ++seat)
    out.push_back(left(seat, now));
  return out;
}

bool Table::clocks_changed(Now now) {
  std::vector<std::string> shown = shown_clocks(times(now));
  if (shown == shown_clocks_) return false;
  shown_clocks_ = std::move(shown);
  return true;
}

const match::Reader& Table::reader(int viewer) {
  // Of a match that was merely called off nobody learns what was hidden.
  const match::Event* const ended = referee().ended();
  if (viewer == match::kTruth && (ended == nullptr || ended->result.empty() || truth() == nullptr))
    viewer = host::kPublic;
  std::unique_ptr<match::Reader>& reader = readers_[viewer];
  if (reader == nullptr) {
    Result<std::unique_ptr<match::Reader>> made = match::Reader::make(variant_, referee().terms(), viewer);
    // The referee began with the same terms, so only a plugin that contradicts itself comes here.
    if (!made) throw host::PluginFault(variant_->info().id + ": " + made.error().message);
    reader = std::move(*made);
  }
  const match::Referee& knows = viewer == match::kTruth ? *truth() : referee();
  if (reader->next_event() < knows.events().size()) {
    if (viewer == match::kTruth) {
      reader->feed(knows.events());
    } else {
      reader->feed(knows.events(viewer, reader->next_event()));
    }
  }
  return *reader;
}

}  // namespace qitai::seat
