#include "seat/partner.hpp"

#include <algorithm>
#include <utility>

#include "base/log.hpp"
#include "seat/far_table.hpp"
#include "seat/recording.hpp"

namespace qitai::seat {
namespace {

// The referee's, with what was opened so far.
match::Event end_of(const duel::Match& match) {
  match::Event end = *match.referee().ended();
  end.result = match.result();
  if (match.verdict() && match.verdict()->kind != duel::Verdict::Kind::kHonest) {
    end.text = match.verdict()->kind == duel::Verdict::Kind::kLied ? "lied" : "left";
    end.seat = match.verdict()->seat;
  }
  return end;
}

bool is_nothing(const match::Event& end, const duel::Match& match) {
  return end.text == "aborted" && match.number() == 0;
}

}  // namespace

Partner::Partner(Config config, host::Endpoint& endpoint, std::unique_ptr<duel::Duel> duel)
    : config_(std::move(config)), endpoint_(endpoint), duel_(std::move(duel)) {}

Result<std::unique_ptr<Partner>> Partner::meet(Config config, host::Endpoint& endpoint) {
  Result<std::unique_ptr<duel::Duel>> duel = duel::Duel::begin(config.duel);
  if (!duel) return duel.error();
  std::unique_ptr<Partner> partner(new Partner(std::move(config), endpoint, std::move(*duel)));
  if (partner->config_.duel.role == duel::Role::kDialler)
    partner->outs_.push_back({duel::Out::Kind::kDial, {}, 0});
  return partner;
}

Result<std::unique_ptr<Partner>> Partner::resume(Config config, host::Endpoint& endpoint,
                                                 const store::Unfinished& kept, Now now) {
  Result<std::unique_ptr<duel::Duel>> duel =
      duel::Duel::resume(config.duel, kept.entries, kept.checkpoint, now);
  if (!duel) return duel.error();
  std::unique_ptr<Partner> partner(new Partner(std::move(config), endpoint, std::move(*duel)));
  partner->met_ = true;
  partner->match_ = kept.id;
  partner->kept_ = partner->duel_->match()->config().id;
  partner->entries_ = static_cast<std::uint32_t>(kept.entries.size());
  partner->durable_ = static_cast<std::uint32_t>(partner->duel_->match()->referee().events().size());
  return partner;
}

void Partner::finish(const Config& config, const store::Unfinished& kept, Now now) {
  const auto match = duel::Duel::ended(config.duel, kept.entries, now);
  if (match) {
    write(*config.journal, kept.id, ending_of(**match, config.device));
  } else {
    log_warning("The result of a duel is lost: {}", match.error().message);
  }
}

Partner::~Partner() {
  keep_rest();
  note_end();
  if (match_ != 0) finish_match(true);
}

// ---------------------------------------------------------------- the link

bool Partner::has(host::LinkId link) const {
  return std::find(links_.begin(), links_.end(), link) != links_.end();
}

void Partner::hang_up() {
  for (const host::LinkId link : links_)
    endpoint_.hang_up(link, true);
  links_.clear();
}

void Partner::connected(host::LinkId link, Now now) {
  if (!has(link)) links_.push_back(link);
  duel_->connected(now, link);
  settle(now);
}

void Partner::received(host::LinkId link, std::string_view bytes, Now now) {
  duel_->received(bytes, now, link);
  settle(now);
}

void Partner::writable() {
  blocked_ = false;
}

void Partner::closed(host::LinkId link, const std::string& failure, Now now) {
  std::erase(links_, link);
  if (!met_ && duel_->channel().state() == duel::Channel::State::kIdle) failure_ = failure;
  blocked_ = false;
  duel_->disconnected(now, link);
  settle(now);
}

// ---------------------------------------------------------------- what happens

std::vector<duel::Event> Partner::take_events() {
  return std::exchange(events_, {});
}

std::optional<match::Event> Partner::end() const {
  const duel::Match* const match = duel_->match();
  if (match == nullptr || match->settling()) return std::nullopt;
  if (match->referee().ended() == nullptr) return std::nullopt;
  return end_of(*match);
}

bool Partner::never_began() const {
  const std::optional<match::Event> ended = end();
  return ended && is_nothing(*ended, *duel_->match());
}

std::unique_ptr<Table> Partner::table() {
  return duel_->match() == nullptr ? nullptr : std::make_unique<FarTable>(*this);
}

bool Partner::done() const {
  const bool over = !failure_.empty() || duel_->channel().state() == duel::Channel::State::kClosed;
  return over && links_.empty() && outs_.empty() && all_kept();
}

bool Partner::all_kept() const {
  return pending_.empty() || !trouble_.empty();
}

std::uint32_t Partner::durable_events() const {
  if (config_.journal == nullptr || !trouble_.empty())
    return static_cast<std::uint32_t>(duel_->match()->referee().events().size());
  return has_kept_match() ? durable_ : 0;
}

void Partner::poll(Now now) {
  duel_->poll(now);
  settle(now);
  // Once a second: who may be killed at any moment has his clock right to within that.
  if (!has_kept_match() || now - checkpointed_ < kCheckpointEvery) return;
  checkpointed_ = now;
  if (const std::string clock = duel_->checkpoint(now); !clock.empty() && trouble_.empty())
    config_.journal->checkpoint(match_, clock);
}

Now Partner::next_wake() const {
  Now next = duel_->next_wake();
  if (has_kept_match() && duel_->playing()) next = std::min(next, checkpointed_ + kCheckpointEvery);
  return next;
}

void Partner::settle(Now now) {
  while (!pending_.empty() && config_.journal->durable(pending_.front()))
    pending_.pop_front();
  if (!pending_.empty() && trouble_.empty() && config_.journal->lost(match_)) trouble_ = "journal";
  for (duel::Out& out : duel_->take_out())
    outs_.push_back(std::move(out));
  take_events_of_duel();
  note_end();
  do_outs(now);
  const bool more =
      std::ranges::any_of(outs_, [](const duel::Out& out) { return out.kind == duel::Out::Kind::kJournal; });
  if (match_ == 0 || more) return;
  finish_match();
  if (pending_.empty()) durable_ = static_cast<std::uint32_t>(duel_->match()->referee().events().size());
}

void Partner::take_events_of_duel() {
  for (duel::Event& event : duel_->take_events()) {
    if (event.kind == duel::Event::Kind::kMet) met_ = true;
    if (event.kind == duel::Event::Kind::kReplayed) ++replays_;
    events_.push_back(std::move(event));
  }
}

// ---------------------------------------------------------------- the journal

// Whether the duel still has the match that is kept: one that has begun since is kept a little later.
bool Partner::has_kept_match() const {
  return match_ != 0 && duel_->match() != nullptr && duel_->match()->config().id == kept_;
}

Partner::Ending Partner::ending_of(const duel::Match& match, const std::string& device) {
  Ending ending;
  ending.event = end_of(match);
  ending.bookings = bookings_of(match.referee().terms(), ending.event, 1 - match.own(), device);
  ending.counts = counts_of_end(match.referee().terms(), ending.event);
  ending.nothing = is_nothing(ending.event, match);
  ending.unmoved = match.number() == 0;
  return ending;
}

store::Ticket Partner::write(store::Journal& journal, store::MatchId id, const Ending& ending) {
  if (ending.nothing || costs_nothing(ending.event)) journal.give_back(id);
  if (ending.nothing) return journal.forget(id);
  return journal.finish(id, match::encode_public(ending.event), ending.bookings, ending.counts);
}

void Partner::note_end() {
  if (!finished_ && has_kept_match() && end()) ending_ = ending_of(*duel_->match(), config_.device);
}

void Partner::keep(const std::string& entry) {
  if (config_.journal == nullptr) return;
  if (duel::begins_journal(entry)) {
    // Whoever begins another match knows how the one before has ended, whether he has said so or not.
    if (match_ != 0) finish_match(true);
    const duel::Match& match = *duel_->match();
    const match::Terms& terms = match.referee().terms();
    store::Ticket ticket = 0;
    match_ =
        config_.journal->begin(terms.variant, label_of(terms), match::encode(terms), &ticket, config_.device,
                               {config_.price ? config_.price() : 0, 0, counts_of_begin(terms)});
    kept_ = match.config().id;
    ending_.reset();
    entries_ = 0;
    durable_ = 0;
    finished_ = false;
    booked_ = false;
    returned_ = 0;
    trouble_.clear();
    pending_.assign(1, ticket);
  }
  if (match_ != 0) pending_.push_back(config_.journal->append(match_, entries_++, entry));
}

// What was to be said is not said any more; what was to be kept is kept all the same.
void Partner::keep_rest() {
  for (const duel::Out& out : std::exchange(outs_, {})) {
    if (out.kind == duel::Out::Kind::kJournal) keep(out.bytes);
  }
}

// The result, if there is one. A match whose link was lost for good may go on when the two meet again: that
// is booked, and it stays. One whose end the other side may not know stays until it does, so that a process
// that is killed comes back to tell it.
void Partner::finish_match(bool for_good) {
  if (finished_ || !ending_) return;
  if (ending_->event.text == "disconnected") {
    if (std::exchange(booked_, true)) return;
    pending_.push_back(config_.journal->book(match_, ending_->bookings));
    // Nobody has had anything of it yet. Should it be gone on with, it costs nothing.
    if (ending_->unmoved) {
      returned_ = config_.journal->paid(match_);
      config_.journal->give_back(match_);
    }
    return;
  }
  if (!for_good && !duel_->match()->told()) return;
  if (costs_nothing(ending_->event)) returned_ = config_.journal->paid(match_);
  pending_.push_back(write(*config_.journal, match_, *ending_));
  finished_ = true;
}

// ---------------------------------------------------------------- outwards

// A plugin that breaks its contract here breaks it for the lobby as well, whose next call says so.
void Partner::do_outs(Now now) {
  try {
    do_next_outs(now);
  } catch (const host::PluginFault&) {
    keep_rest();
  }
}

void Partner::do_next_outs(Now now) {
  using Kind = duel::Out::Kind;
  while (!outs_.empty()) {
    const duel::Out& out = outs_.front();
    if (out.kind == Kind::kJournal) {
      keep(out.bytes);
    } else if (!all_kept()) {
      return;  // what goes out waits for what was to be kept before
    } else if (out.kind == Kind::kSend) {
      if (blocked_) return;
      const host::Endpoint::Sent sent = endpoint_.send(out.link, out.bytes);
      if (sent == host::Endpoint::Sent::kWouldBlock) {
        blocked_ = true;
        return;
      }
      if (sent == host::Endpoint::Sent::kBadSize)
        log_error("A packet of {} bytes is not what the link takes", out.bytes.size());
    } else if (out.kind == Kind::kHangUp) {
      endpoint_.hang_up(out.link);
    } else {
      const auto [dialled, link] = endpoint_.dial(config_.address);
      if (dialled == host::Endpoint::Dialled::kDialling) {
        links_.push_back(link);
      } else {
        bad_address_ = !met_ && dialled == host::Endpoint::Dialled::kBadAddress;
        if (!met_) failure_ = dialled == host::Endpoint::Dialled::kBadAddress ? "absent" : "busy";
        duel_->disconnected(now, 0);
      }
    }
    outs_.pop_front();
  }
}

}  // namespace qitai::seat
