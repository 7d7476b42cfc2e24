// The side that follows the other's numbers.
#include <algorithm>
#include <utility>

#include "duel/channel.hpp"
#include "duel/match_impl.hpp"

namespace qitai::duel {

using host::Refusal;
using match::Instant;
using match::Intent;
using match::IntentKind;

// ---------------------------------------------------------------- what the orderer says

void Match::Impl::hear_go(const GoMessage& message, Now now) {
  if (together) return cut("out-of-turn", now);
  if (message.number != count()) return cut("missing", now);
  if (message.at < last() || message.at > match::kLastInstant) return cut("false-time", now);
  if (!ended() && runs(config.own) && is_later_than_seen(message.at, now)) return cut("false-time", now);
  if (!ended() && is_set_back(message.at, now)) return cut("false-time", now);
  clock_known = true;
  come_together(message.at, now);
  if (hidden) {
    hidden->up(now);
    relay();
    wish_setup(now);
  }
  propose();
}

// Empty, or why no honest side would send it.
std::string Match::Impl::judge_commit(const CommitMessage& message, const Intent& intent) const {
  const bool house = match::by_house(intent.kind);
  if (house && intent.kind != IntentKind::kTime && !(hidden && intent.kind == IntentKind::kChance) &&
      !(intent.kind == IntentKind::kAbort && intent.bytes == "plugin-error"))
    return "forbidden";
  if (intent.kind == IntentKind::kAbort) return message.proposal == 0 ? "" : "forged";
  if (!house && intent.seat == config.own && message.proposal == 0) return "forged";
  if (message.proposal == 0) return {};
  // It answers the first wish, and is that but for its time.
  if (wishes.empty() || wishes.front().entry.id != message.proposal) return "forged";
  Intent wished = wishes.front().intent;
  wished.at = intent.at;
  return wished == intent ? "" : "forged";
}

// The times of a commit as far as this side has seen them too. None is the other side's to choose: not on our
// clock, nor on its own, nor by breaking the link before it says them.
bool Match::Impl::is_false_time(const CommitMessage& message, const Intent& intent, Now now) {
  if (intent.at > match::kLastInstant || message.waived > kMostAllowance) return true;
  const Instant seen = clock.at(now);
  if (runs(config.own)) {
    // It was made before this connection.
    if (!together) return is_later_than_seen(intent.at, now);
    if (message.proposal == 0) return is_excess(intent.at - seen);
    const Wish& wish = wishes.front();
    const Instant claimed = at_of(wish.entry.base) + wish.entry.elapsed;
    // What was wanted while the link was lost waited for no answer yet, and may be from before a kill.
    return is_excess(intent.at - (wish.since == 0 ? std::max(seen, claimed) : claimed + (now - wish.since)));
  }
  return runs(other()) && intent.kind != IntentKind::kTime && is_excess(seen - intent.at);
}

// Our clock after a connection that was lost: more than this the other side cannot have seen of it, or its
// own has not run.
bool Match::Impl::is_later_than_seen(Instant at, Now now) const {
  return clock_known && at > std::max(last(), clock.at(now)) + 2 * kFalseTime;
}

// Its own clock after a connection that was lost: less than we have seen of it. Where it heard nothing of us
// its clock stood, while we heard it until it hung up; more than that, or that again and again, no link
// explains.
bool Match::Impl::is_set_back(Instant at, Now now) {
  if (!clock_known || !runs(other())) return false;
  const Now less = std::max<Now>(0, clock.at(now) - at);
  set_back += less;
  return less > kHangUpAfter + kFalseTime || set_back > kGraceInAll;
}

// So much more or less than was seen here, of which a round trip is the link's.
bool Match::Impl::is_excess(Now over) {
  over -= std::min(round_trip + kAllowanceMargin, kMostAllowance);
  if (over > 0) excess += over;
  return over > kFalseTime || excess > kFalseTimeInAll;
}

void Match::Impl::hear_commit(const CommitMessage& message, Now now) {
  const Result<Intent> intent = match::decode_intent(message.intent);
  if (!intent || match::encode(match::plain(*intent)) != message.intent) return cut("malformed", now);
  if (ended()) return;
  if (intent->kind == IntentKind::kAbort && intent->bytes == "disagreement") return end_here("disagreement");
  if (differing) {
    if (message.number != *differing) return;
    asked_again = true;
  } else if (message.number < count()) {
    const CommitEntry& had = commits[message.number];
    const bool same = had.intent == message.intent && had.hash == message.hash;
    return cut(same ? "replayed" : "false-commit", now);
  }
  if (message.number > count()) return cut("missing", now);
  if (std::string why = judge_commit(message, *intent); !why.empty()) return cut(why, now);
  // Of a move that was announced the time was judged then.
  const auto pending = hidden ? hidden->pending() : std::nullopt;
  const bool announced = pending && judged_turn == message.number && pending->intent == *intent &&
                         pending->proposal == message.proposal;
  if (!announced && is_false_time(message, *intent, now)) return cut("false-time", now);

  const std::uint32_t ply = referee->ply();
  const bool own_turn = runs(config.own);
  Digest own{};
  if (!follow(*intent, message.hash, &own)) return differ(message.number, own, now);
  differing.reset();
  commits.push_back({message.number, message.proposal, message.intent, message.hash, message.waived});
  note_version(*intent, ply);
  waived += message.waived;
  journal(entry_of(commits.back()));

  Now since = now;
  if (message.proposal != 0) {
    // Who is still on turn has thought on since it was wanted.
    if (own_turn && runs(config.own) && wishes.front().since != 0) since = wishes.front().since;
    wishes.pop_front();
    flying = false;
  }
  if (together) {
    clock.run(intent->at, since);
  } else {
    clock.stand(std::max(intent->at, clock.at(now)));
  }
  next_flag_claim = 0;
  tell(News::Kind::kCommitted, *intent);
  if (ended() || count() % kHaveEvery == 0) send(HaveMessage{count()});
  if (ended()) {
    end_known = true;
    wishes.clear();
    return tell(News::Kind::kEnded, *intent);
  }
  propose();
}

// Takes it if it leads to that hash, at once or after a replay; else nothing has changed, and `own` is the
// hash that it led to, or zeros.
bool Match::Impl::follow(const Intent& intent, const Digest& hash, Digest* own) {
  const auto fits = [&](match::Referee& judge) {
    const host::Answer<Intent> made = completed(intent, judge);
    return std::holds_alternative<Intent>(made) &&
           std::holds_alternative<match::Accepted>(judge.submit(std::get<Intent>(made))) &&
           judge.intents().size() == commits.size() + 1 && wire(judge.intents().back()) == intent &&
           judge.public_hash() == hash;
  };
  if (fits(*referee)) {
    follow_hidden();
    return true;
  }
  std::unique_ptr<match::Referee> fresh = replayed(nullptr);
  if (fresh != nullptr && fits(*fresh)) {
    adopt(std::move(fresh));
    return true;
  }
  if (fresh != nullptr && fresh->intents().size() == commits.size() + 1 &&
      wire(fresh->intents().back()) == intent)
    *own = fresh->public_hash();
  if (std::unique_ptr<match::Referee> before = replayed(nullptr); before != nullptr) adopt(std::move(before));
  return false;
}

void Match::Impl::differ(std::uint32_t number, const Digest& own, Now now) {
  if (asked_again) return end_here("disagreement");
  differing = number;
  differing_since = now;
  send(DifferMessage{number + 1, own});
}

void Match::Impl::hear_refused(const RefusedMessage& message) {
  if (!flying || wishes.empty() || wishes.front().entry.id != message.proposal) return;
  const Wish wish = std::move(wishes.front());
  wishes.pop_front();
  flying = false;
  journal(refused_entry(message.proposal));
  if (wish.intent.kind != IntentKind::kTime) {
    Refusal why = host::refusal(message.reason);
    const std::size_t points = referee->state().geometry().points.size();
    for (const std::uint16_t point : message.points) {
      if (point < points) why.points.push_back(point);
    }
    tell(News::Kind::kRefused, wish.intent, std::move(why));
  }
  propose();
}

// ---------------------------------------------------------------- what this side wants

void Match::Impl::propose() {
  if (!together || flying || wishes.empty() || differing) return;
  // What cannot be ordered yet keeps nothing else waiting.
  const auto ready = std::find_if(wishes.begin(), wishes.end(),
                                  [&](const Wish& wish) { return !hidden || hidden->ready(wish.intent); });
  if (ready == wishes.end()) return;
  std::rotate(wishes.begin(), ready, ready + 1);
  const ProposalEntry& entry = wishes.front().entry;
  send(ProposalMessage{entry.id, entry.base, entry.elapsed, entry.intent});
  flying = true;
}

// When the orderer's flag should have fallen by our clock; it is asked then.
Instant Match::Impl::flag_to_claim() const {
  const Instant flag = referee->next_flag();
  if (flag == match::kNever || !runs(other()) || is_pending()) return match::kNever;
  const bool asked = std::any_of(wishes.begin(), wishes.end(),
                                 [](const Wish& wish) { return wish.intent.kind == IntentKind::kTime; });
  const Instant withheld = flag + kFlagWithin;
  return asked ? withheld : std::min(withheld, std::max(flag + allowance(), next_flag_claim));
}

void Match::Impl::claim_flag(Now now) {
  const Instant due = flag_to_claim();
  if (due == match::kNever || clock.at(now) < due) return;
  if (clock.at(now) >= referee->next_flag() + kFlagWithin) return cut("flag-withheld", now);
  next_flag_claim = clock.at(now) + 2 * kSecond;
  Intent time;
  time.kind = IntentKind::kTime;
  wish(time, now);
}

}  // namespace qitai::duel
