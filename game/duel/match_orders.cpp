// The side that orders: it numbers what both want.
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

bool is_plugin_error(const Intent& intent) {
  return intent.kind == IntentKind::kAbort && intent.bytes == "plugin-error";
}

}  // namespace

// ---------------------------------------------------------------- commits

// What the referee has taken since the last commit, which is one intent at most.
void Match::Impl::commit(std::uint32_t proposal, Instant off, std::uint32_t ply_before, Now now) {
  if (referee->intents().size() <= commits.size()) return;
  const Intent& intent = referee->intents()[commits.size()];
  // Should the plugin have failed, this is not the intent that was proposed.
  if (proposal != 0 && is_plugin_error(intent)) proposal = 0;
  commits.push_back({count(), proposal, match::encode(wire(intent)), referee->public_hash(), off});
  note_version(intent, ply_before);
  waived += off;
  refusals = 0;
  clock_known = true;
  if (together) {
    clock.run(intent.at, now);
  } else {
    clock.stand(intent.at);
  }
  journal(entry_of(commits.back()));
  tell(News::Kind::kCommitted, intent);
  push(now);
  if (ended()) {
    wishes.clear();
    tell(News::Kind::kEnded, intent);
  }
}

void Match::Impl::push(Now now) {
  if (!up || !synced) return;
  while (sent < count() && sent < acked + kMostAhead) {
    const CommitEntry& entry = commits[sent++];
    send(CommitMessage{entry.number, entry.proposal, entry.intent, entry.hash, entry.waived});
  }
  if (together || sent < count()) return;
  const Instant at = std::max(last(), clock.at(now));
  send(GoMessage{count(), at});
  come_together(at, now);
  if (hidden) wish_setup(now);
  order_wishes(now);
}

// Each flag by itself, so that each commit is one intent.
void Match::Impl::fall_flags(Instant until, std::uint32_t proposal, Now now) {
  // A move that has its number was made before.
  while (!ended() && !is_pending() && referee->next_flag() <= until) {
    Intent time;
    time.kind = IntentKind::kTime;
    time.at = referee->next_flag();
    if (hidden) time = hidden->to_wire(time, *referee);
    const std::uint32_t ply = referee->ply();
    // Refused only where the plugin failed, which is a commit too; or while a layout is on its way.
    if (const auto why = submit(time); why && why->id == "facts-pending") return;
    commit(std::exchange(proposal, 0), 0, ply, now);
  }
}

std::optional<Refusal> Match::Impl::order(const Intent& intent, std::uint32_t proposal, Instant off,
                                          Now now) {
  fall_flags(intent.at, 0, now);
  if (ended()) return refusal("ended");
  const std::uint32_t ply = referee->ply();
  std::optional<Refusal> why = submit(intent, proposal, off);
  const bool plies =
      intent.kind == IntentKind::kMove || (intent.kind == IntentKind::kClaim && intent.with_move);
  // It has its number, and is a commit as soon as it is settled.
  if (why && why->id == "facts-pending" && plies) return {};
  commit(why ? 0 : proposal, why ? 0 : off, ply, now);
  return why;
}

void Match::Impl::order_wishes(Now now) {
  while (!wishes.empty() && !ended() && together) {
    const Wish wish = std::move(wishes.front());
    wishes.pop_front();
    Intent intent = wish.intent;
    intent.at = clock.at(now);
    if (hidden && (is_pending() || !hidden->ready(intent))) return wishes.push_front(wish);
    std::optional<Refusal> why;
    if (stale(intent, wish.entry.base)) {
      why = refusal("too-late");
    } else {
      why = order(intent, 0, 0, now);
    }
    if (why) tell(News::Kind::kRefused, wish.intent, *why);
  }
}

// ---------------------------------------------------------------- what the other side says

void Match::Impl::hear_sync(const SyncMessage& message, Now now) {
  if (message.match != config.id) return cut("other-match", now);
  if (synced) return cut("replayed", now);
  synced = true;
  if (message.number > count() || message.hash != hash_of_number(message.number))
    return settle_differing(message.number, message.hash, now);
  sent = acked = message.number;
  if (hidden) {
    // What was said about a move goes before its commit.
    hidden->up(now);
    relay();
  }
  push(now);
}

void Match::Impl::hear_have(const HaveMessage& message, Now now) {
  if (!synced || message.number > sent || message.number < acked) return cut("out-of-turn", now);
  acked = message.number;
  if (ended() && acked == count()) end_known = true;
  push(now);
}

bool Match::Impl::stale(const Intent& intent, std::uint32_t base) const {
  const Version& then = versions[base];
  const Version& is = versions.back();
  switch (intent.kind) {
    case IntentKind::kSetUp:
    case IntentKind::kMove:
    case IntentKind::kClaim:
    case IntentKind::kTouch:
    case IntentKind::kAdjust:
    case IntentKind::kOfferDraw:
    case IntentKind::kAskTakeback:
      return then.board != is.board;
    case IntentKind::kAcceptDraw:
    case IntentKind::kDeclineDraw:
    case IntentKind::kAcceptTakeback:
    case IntentKind::kDeclineTakeback:
    case IntentKind::kAcceptPause:
    case IntentKind::kDeclinePause:
      return then.talk != is.talk;
    default:
      return false;
  }
}

void Match::Impl::refuse_proposal(std::uint32_t id, const Refusal& why, Now now) {
  if (++refusals > kMostRefusals) return cut("flood", now);
  RefusedMessage message{id, why.id, why.points};
  if (message.points.size() > kMostPoints) message.points.resize(kMostPoints);
  last_refusal = message;
  send(message);
}

void Match::Impl::hear_proposal(const ProposalMessage& message, Now now) {
  if (!together) return cut("out-of-turn", now);
  if (message.id < answered) return cut("replayed", now);
  if (message.id == answered) {
    // Said again after a lost connection. If it is a commit, that was sent.
    if (last_refusal) send(*last_refusal);
    return;
  }
  const Result<Intent> read = match::decode_intent(message.intent);
  if (!read || read->at != 0 || match::encode(match::plain(*read)) != message.intent ||
      message.base > count())
    return cut("malformed", now);
  Intent intent = *read;
  const bool flag = intent.kind == IntentKind::kTime;
  if (!flag && (match::by_house(intent.kind) || intent.seat != other())) return cut("forged", now);

  const Instant seen = clock.at(now);
  const Instant claimed = at_of(message.base) + message.elapsed;
  Instant off = 0;
  intent.at = seen;
  if (!ended() && runs(other())) {
    // What a silence before the loss of a link can explain, on both sides of it, is no lie.
    if (clock_known && claimed > seen + 2 * kFalseTime) return cut("false-time", now);
    intent.at = std::max({claimed, seen - allowance(), last()});
    off = std::max<Instant>(0, seen - intent.at);
  }
  answered = message.id;
  last_refusal.reset();
  if (ended()) return refuse_proposal(message.id, refusal("ended"), now);
  if (flag) {
    if (referee->next_flag() > seen || is_pending())
      return refuse_proposal(message.id, refusal("no-flag"), now);
    return fall_flags(seen, message.id, now);
  }
  if (stale(intent, message.base)) return refuse_proposal(message.id, refusal("too-late"), now);
  if (auto why = order(intent, message.id, off, now)) {
    if (why->id == "facts-pending") why->id = "too-late";
    refuse_proposal(message.id, *why, now);
  }
}

// ---------------------------------------------------------------- another public hash

void Match::Impl::hear_differ(const DifferMessage& message, Now now) {
  if (!synced || message.number > sent) return cut("out-of-turn", now);
  settle_differing(message.number, message.hash, now);
}

void Match::Impl::settle_differing(std::uint32_t number, const Digest& hash, Now now) {
  if (!ended() && !has_replayed && number > 0 && number <= count()) {
    has_replayed = true;
    std::vector<Digest> hashes;
    std::unique_ptr<match::Referee> fresh = replayed(&hashes);
    if (fresh != nullptr && hashes[number - 1] == hash && hash != commits[number - 1].hash) {
      for (std::uint32_t i = 0; i < count(); ++i) {
        if (commits[i].hash == hashes[i]) continue;
        commits[i].hash = hashes[i];
        journal(entry_of(commits[i]));
      }
      adopt(std::move(fresh));
      sent = acked = number - 1;
      return push(now);
    }
  }
  if (ended()) return;
  Intent abort;
  abort.kind = IntentKind::kAbort;
  abort.at = last();
  abort.bytes = "disagreement";
  // The other side cannot follow: it is told out of the order.
  sent = count();
  acked = count();
  const std::uint32_t ply = referee->ply();
  (void)submit(abort);
  commit(0, 0, ply, now);
}

// ---------------------------------------------------------------- flags

// Of the other side's clock a move may be on its way that was made in time. And no flag falls that was not
// heard of the other side since: the link may be lost, and then the clocks stood.
Now Match::Impl::flag_due() const {
  const Instant flag = referee->next_flag();
  if (flag == match::kNever || is_pending()) return kNever;
  if (clock.at(heard) < flag) return kNever;  // seen when something is heard
  return clock.when(flag) + (runs(other()) ? allowance() : 0);
}

void Match::Impl::poll_flags(Now now) {
  if (now >= flag_due()) fall_flags(referee->next_flag(), 0, now);
}

}  // namespace qitai::duel
