// The player, the link and time.
#include "duel/match.hpp"

#include <algorithm>
#include <utility>

#include "duel/match_impl.hpp"

namespace qitai::duel {

using host::refusal;
using host::Refusal;
using host::Seat;
using match::Instant;
using match::Intent;
using match::IntentKind;

namespace {

// Intents about the position: one at a time.
bool is_about_board(IntentKind kind) {
  switch (kind) {
    case IntentKind::kSetUp:
    case IntentKind::kMove:
    case IntentKind::kClaim:
    case IntentKind::kTouch:
    case IntentKind::kAdjust:
      return true;
    default:
      return false;
  }
}

}  // namespace

// ---------------------------------------------------------------- helpers

bool Match::Impl::runs(Seat seat) const {
  return referee->left(seat, last()).running;
}

Instant Match::Impl::at_of(std::uint32_t number) const {
  return number == 0 ? 0 : referee->intents()[number - 1].at;
}

Digest Match::Impl::hash_of_number(std::uint32_t number) const {
  return number == 0 ? first_hash : commits[number - 1].hash;
}

Now Match::Impl::allowance() const {
  return std::min(
      {round_trip + kAllowanceMargin, kMostAllowance, std::max<Now>(0, kAllowanceInAll - waived)});
}

Now Match::Impl::grace_until() const {
  return lost_since + std::min(kGraceAtOnce, std::max<Now>(0, kGraceInAll - lost_in_all));
}

void Match::Impl::journal(const Entry& entry) {
  outs.push_back({Out::Kind::kJournal, encode(entry)});
}

void Match::Impl::send(const Message& message) {
  outs.push_back({Out::Kind::kSend, write(message)});
}

void Match::Impl::tell(News::Kind kind, Intent intent, Refusal refusal) {
  news.push_back({kind, std::move(intent), std::move(refusal)});
}

void Match::Impl::cut(std::string_view reason, Now) {
  if (!broken.empty()) return;
  broken = std::string(reason);
  end_here("disconnected");
}

// Alike on both sides wherever both know the same commits: at the instant of the last one.
void Match::Impl::end_here(std::string_view reason) {
  if (ended()) return;
  Intent end;
  end.at = last();
  if (hidden) owing = hidden->owing();
  if (owing && reason == "disconnected") {
    end.kind = IntentKind::kLeave;
    end.seat = *owing;
  } else {
    end.kind = IntentKind::kAbort;
    end.bytes = std::string(reason);
  }
  // An end is always accepted: nothing comes before the last commit.
  if (submit(end)) return;
  ended_here = true;
  together = false;
  wishes.clear();
  clock.stand(end.at);
  journal(end_entry(end.kind == IntentKind::kLeave ? "left" : reason));
  tell(News::Kind::kEnded, end);
}

void Match::Impl::come_together(Instant at, Now now) {
  together = true;
  heard_of = true;
  if (loss_counts) lost_in_all += now - lost_since;
  loss_counts = true;
  clock.run(at, now);
  tell(News::Kind::kTogether);
}

std::optional<Refusal> Match::Impl::submit(const Intent& intent, std::uint32_t proposal, Instant off) {
  const host::Answer<Intent> made = completed(intent, *referee, proposal, off);
  if (const auto* why = std::get_if<Refusal>(&made)) return *why;
  const auto answer = referee->submit(std::get<Intent>(made));
  follow_hidden();
  if (const auto* why = std::get_if<Refusal>(&answer)) return *why;
  return {};
}

void Match::Impl::note_version(const Intent& intent, std::uint32_t ply_before) {
  Version version = versions.back();
  if (referee->ply() != ply_before) ++version.board;
  if (intent.kind != IntentKind::kTouch && intent.kind != IntentKind::kAdjust &&
      intent.kind != IntentKind::kTime)
    ++version.talk;
  versions.push_back(version);
}

std::unique_ptr<match::Referee> Match::Impl::replayed(std::vector<Digest>* hashes) {
  auto fresh = match::Referee::start(config.variant, config.terms, hidden ? config.own : -1);
  if (!fresh) return nullptr;
  for (const CommitEntry& entry : commits) {
    const Result<Intent> intent = match::decode_intent(entry.intent);
    if (!intent) return nullptr;
    const host::Answer<Intent> made = completed(*intent, **fresh);
    if (std::holds_alternative<Refusal>(made) ||
        std::holds_alternative<Refusal>((*fresh)->submit(std::get<Intent>(made))))
      return nullptr;
    if (hashes != nullptr) hashes->push_back((*fresh)->public_hash());
  }
  return std::move(*fresh);
}

void Match::Impl::adopt(std::unique_ptr<match::Referee> fresh) {
  referee = std::move(fresh);
  follow_hidden();
  tell(News::Kind::kReplayed);
}

// ---------------------------------------------------------------- the player

std::optional<Refusal> Match::Impl::refuse(const Intent& raw, Now now) const {
  Intent intent = match::plain(raw);
  if (match::by_house(intent.kind) || intent.seat != config.own) return refusal("forbidden");
  if (ended()) return refusal("ended");
  const bool board = is_about_board(intent.kind);
  const bool waits = std::any_of(wishes.begin(), wishes.end(), [&](const Wish& wish) {
    return wish.intent.kind == intent.kind || (board && is_about_board(wish.intent.kind));
  });
  if (waits || wishes.size() >= kMostWishes) return refusal("already-proposed");
  intent.at = clock.at(now);
  if (match::encode(intent).size() > kMostIntentBytes) return refusal("too-long");
  if (hidden && intent.kind == IntentKind::kAskTakeback && !hidden->takes_back())
    return refusal("takeback-off");
  if (is_pending() && board) return refusal("already-proposed");
  return referee->would_refuse(intent);
}

void Match::Impl::wish(Intent intent, Now now) {
  intent.at = 0;
  Wish wish;
  wish.entry = {next_proposal++, count(), clock.at(now) - last(), match::encode(intent)};
  wish.intent = std::move(intent);
  wish.since = together ? now : 0;
  if (!config.orders) journal(entry_of(wish.entry));
  if (hidden && wish.intent.kind == IntentKind::kMove) hidden->expect(wish.intent.move);
  wishes.push_back(std::move(wish));
  if (!config.orders) propose();
}

std::optional<Refusal> Match::want(Intent raw, Now now) {
  Impl& impl = *impl_;
  impl.present = now;
  if (auto why = impl.refuse(raw, now)) return why;
  if (impl.hidden && raw.kind == IntentKind::kSetUp) {
    std::optional<Refusal> why = impl.hidden->set_up(raw.bytes, now);
    impl.relay();
    if (why) return why;
  }
  Intent intent = impl.wire(match::plain(std::move(raw)));
  if (!impl.config.orders || !impl.together || (impl.hidden && !impl.hidden->ready(intent))) {
    impl.wish(std::move(intent), now);
    return {};
  }
  intent.at = impl.clock.at(now);
  std::optional<Refusal> why = impl.order(intent, 0, 0, now);
  impl.settle_hidden(now);
  if (why && why->id == "facts-pending") why->id = "already-proposed";
  return why;
}

std::optional<Refusal> Match::would_refuse(const Intent& intent, Now now) const {
  return impl_->refuse(intent, now);
}

std::vector<Intent> Match::wishes() const {
  std::vector<Intent> out;
  for (const Wish& wish : impl_->wishes)
    out.push_back(wish.intent);
  return out;
}

// ---------------------------------------------------------------- the link

void Match::up(std::uint32_t far_number, Now now) {
  Impl& impl = *impl_;
  if (impl.together) lost(now, now);
  // Whoever follows has told by it where the other stands.
  if (impl.ended() && (!impl.config.orders || far_number == impl.count())) impl.end_known = true;
  impl.up = true;
  impl.up_since = now;
  impl.synced = false;
  impl.flying = false;
  impl.present = now;
  if (impl.hidden && impl.ended()) {
    impl.hidden->up(now);
    impl.relay();
  }
  // Nothing can be missing of a match that has ended.
  if (!impl.config.orders && !impl.ended())
    impl.send(SyncMessage{impl.config.id, impl.count(), impl.hash_of_number(impl.count())});
}

void Match::lost(Now heard, Now now) {
  Impl& impl = *impl_;
  impl.up = false;
  impl.flying = false;
  impl.present = now;
  if (impl.hidden) impl.hidden->lost(now);
  for (Wish& wish : impl.wishes)
    wish.since = 0;
  if (!impl.together) return;
  impl.together = false;
  impl.lost_since = std::min(heard, now);
  impl.clock.stand(std::max(impl.last(), impl.clock.at(impl.lost_since)));
  if (!impl.ended()) impl.tell(News::Kind::kLost);
}

void Match::measure(Now heard, Now round_trip) {
  impl_->heard = heard;
  impl_->round_trip = std::max<Now>(0, round_trip);
}

void Match::hear(const Message& message, Now now) {
  Impl& impl = *impl_;
  if (!impl.broken.empty() || impl.ended_here) return;
  impl.present = now;
  impl.heard = std::max(impl.heard, now);
  if (!impl.up) return;  // of a connection that is no more
  // What only the other side of a match says is out of turn.
  if (!(impl.config.orders ? impl.hear_order(message, now) : impl.hear_follow(message, now)))
    impl.cut("out-of-turn", now);
  impl.settle_hidden(now);
}

bool Match::Impl::hear_order(const Message& message, Now now) {
  if (const auto* sync = std::get_if<SyncMessage>(&message)) return hear_sync(*sync, now), true;
  if (const auto* have = std::get_if<HaveMessage>(&message)) return hear_have(*have, now), true;
  if (const auto* proposal = std::get_if<ProposalMessage>(&message))
    return hear_proposal(*proposal, now), true;
  if (const auto* differs = std::get_if<DifferMessage>(&message)) return hear_differ(*differs, now), true;
  return false;
}

bool Match::Impl::hear_follow(const Message& message, Now now) {
  if (const auto* go = std::get_if<GoMessage>(&message)) return hear_go(*go, now), true;
  if (const auto* commit = std::get_if<CommitMessage>(&message)) return hear_commit(*commit, now), true;
  if (const auto* refused = std::get_if<RefusedMessage>(&message)) return hear_refused(*refused), true;
  return false;
}

void Match::give_up(Now now) {
  Impl& impl = *impl_;
  impl.present = now;
  impl.end_here("disconnected");
  if (impl.hidden) impl.hidden->give_up(now);
  impl.settle_hidden(now);
  impl.tell_until = now;
}

void Match::unknown_there(Now now) {
  Impl& impl = *impl_;
  impl.present = now;
  if (impl.ended()) {
    impl.tell_until = now;
    return;
  }
  const bool done_here =
      impl.count() > 0 || !impl.wishes.empty() || (impl.hidden && impl.hidden->committed(impl.config.own));
  if (!impl.heard_of && !done_here) impl.end_here("aborted");
}

bool Match::told() const {
  const Impl& impl = *impl_;
  if (!impl.ended()) return false;
  if (impl.present >= impl.tell_until) return true;
  if (settling()) return false;
  if (impl.ended_here) return true;
  return impl.end_known && (!impl.hidden || impl.hidden->done());
}

void Match::set_owing(std::optional<Seat> seat) {
  impl_->owing = seat;
}

// ---------------------------------------------------------------- time

void Match::poll(Now now) {
  Impl& impl = *impl_;
  impl.present = now;
  impl.poll_hidden(now);
  if (impl.ended()) {
    if (impl.tell_until == kNever) impl.tell_until = now + kGraceAtOnce;
    return;
  }
  if (!impl.together) {
    if (impl.up && now >= impl.up_since + kJoinWithin) return impl.cut("silent", now);
    if (!impl.up && now >= impl.grace_until()) impl.end_here("disconnected");
    return;
  }
  if (impl.differing && now >= impl.differing_since + kJoinWithin) return impl.end_here("disagreement");
  if (impl.config.orders) {
    impl.poll_flags(now);
  } else {
    impl.claim_flag(now);
  }
  impl.settle_hidden(now);
}

Now Match::next_wake() const {
  const Impl& impl = *impl_;
  const Now opened = impl.hidden ? impl.hidden->next_wake() : kNever;
  if (impl.ended()) {
    const Now given = settling() && !impl.up ? impl.lost_since + kGraceAtOnce : kNever;
    return std::min({opened, given, told() ? kNever : impl.tell_until});
  }
  if (!impl.together) return std::min(opened, impl.up ? impl.up_since + kJoinWithin : impl.grace_until());
  Now next = impl.differing ? impl.differing_since + kJoinWithin : kNever;
  next = std::min(next, opened);
  if (impl.owes_layout()) next = std::min(next, impl.clock.when(impl.referee->next_flag()));
  if (impl.config.orders) return std::min(next, impl.flag_due());
  return std::min(next, impl.clock.when(impl.flag_to_claim()));
}

match::Referee::TimeLeft Match::left(Seat seat, Now now) const {
  const Impl& impl = *impl_;
  Instant at = impl.clock.at(now);
  if (!impl.config.orders && seat == impl.config.own) {
    for (const Wish& wish : impl.wishes) {
      if (is_about_board(wish.intent.kind) && wish.intent.kind != IntentKind::kTouch &&
          wish.intent.kind != IntentKind::kAdjust)
        at = std::min(at, impl.at_of(wish.entry.base) + wish.entry.elapsed);
    }
  }
  match::Referee::TimeLeft left = impl.referee->left(seat, std::max(at, impl.last()));
  left.running = left.running && impl.together;
  return left;
}

Instant Match::at(Now now) const {
  return impl_->clock.at(now);
}
Instant Match::waived() const {
  return impl_->waived;
}

Now Match::grace_left(Now now) const {
  const Impl& impl = *impl_;
  if (impl.together || impl.ended()) return 0;
  return std::max<Now>(0, impl.grace_until() - now);
}

std::string Match::checkpoint(Now now) const {
  const Impl& impl = *impl_;
  Now lost = impl.lost_in_all;
  if (!impl.together && impl.loss_counts) lost += std::max<Now>(0, now - impl.lost_since);
  return encode(Checkpoint{impl.clock.at(now), lost});
}

// ---------------------------------------------------------------- the rest of the public face

Match::Match(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Match::~Match() = default;

Result<std::unique_ptr<Match>> Match::begin(MatchConfig config, Now now) {
  const bool hides = Hidden::needed(*config.variant);
  auto referee = match::Referee::start(config.variant, config.terms, hides ? config.own : -1);
  if (!referee) return referee.error();
  auto impl = std::make_unique<Impl>();
  impl->config = std::move(config);
  impl->referee = std::move(*referee);
  impl->first_hash = impl->referee->public_hash();
  impl->lost_since = now;
  const MatchConfig& own = impl->config;
  impl->journal(entry_of(BeginEntry{own.id, own.orders, own.own, own.round, own.terms}));
  if (hides) {
    if (auto wrong = Impl::begin_hidden(*impl, now)) return *wrong;
  }
  return std::unique_ptr<Match>(new Match(std::move(impl)));
}

const match::Referee& Match::referee() const {
  return *impl_->referee;
}
const MatchConfig& Match::config() const {
  return impl_->config;
}
std::uint32_t Match::number() const {
  return impl_->count();
}
Digest Match::hash_at(std::uint32_t number) const {
  return impl_->hash_of_number(std::min(number, impl_->count()));
}
bool Match::together() const {
  return impl_->together;
}
const std::string& Match::broken() const {
  return impl_->broken;
}
std::vector<Match::News> Match::take_news() {
  return std::exchange(impl_->news, {});
}
std::vector<Out> Match::take_out() {
  return std::exchange(impl_->outs, {});
}

}  // namespace qitai::duel
