// What a match does with hidden pieces and chance.
#include <algorithm>
#include <array>
#include <utility>

#include "duel/match_impl.hpp"

namespace qitai::duel {

using host::Answer;
using match::Intent;
using match::IntentKind;

std::optional<Error> Match::Impl::begin_hidden(Impl& impl, Now now) {
  const MatchConfig& own = impl.config;
  auto hidden = Hidden::begin({own.variant, own.terms, own.id, own.own, own.orders}, own.random, now);
  if (!hidden) return hidden.error();
  impl.hidden = std::move(*hidden);
  impl.present = now;
  impl.follow_hidden();
  return std::nullopt;
}

Intent Match::Impl::wire(const Intent& intent) const {
  return hidden ? hidden->wire_of(intent) : intent;
}

Answer<Intent> Match::Impl::completed(const Intent& intent, const match::Referee& judge,
                                      std::uint32_t proposal, match::Instant off) {
  if (!hidden) return intent;
  Answer<Intent> made = hidden->complete(intent, judge, present, proposal, off);
  relay();
  return made;
}

void Match::Impl::follow_hidden() {
  if (!hidden) return;
  if (std::string why = hidden->follow(*referee, present); !why.empty()) wrong_before = std::move(why);
  relay();
}

// In the order in which it was made: what is kept before what is sent.
void Match::Impl::relay() {
  for (Out& out : hidden->take_out()) {
    if (out.kind == Out::Kind::kJournal)
      journal({EntryKind::kHidden, std::move(out.bytes)});
    else
      outs.push_back(std::move(out));
  }
}

bool Match::Impl::owes_layout() const {
  return hidden && !ended() && referee->owes_setup(config.own) && !hidden->committed(config.own);
}

// A process that ended between binding itself to a layout and saying so is bound to it in its next life.
void Match::Impl::wish_setup(Now now) {
  if (ended() || !referee->owes_setup(config.own) || !hidden->committed(config.own)) return;
  if (referee->left(config.own, std::max(clock.at(now), last())).setup <= 0) return;
  const bool said = std::any_of(wishes.begin(), wishes.end(),
                                [](const Wish& wished) { return wished.intent.kind == IntentKind::kSetUp; });
  if (said) return;
  Intent intent;
  intent.kind = IntentKind::kSetUp;
  intent.seat = config.own;
  wish(wire(intent), now);
}

// At the end of the limit whoever was not ready is bound to the layout that stands, or where there is none
// that the rules take, to one that the game suggests.
void Match::Impl::ready_at_limit(Now now) {
  if (!together || !owes_layout()) return;
  const match::Instant left = referee->left(config.own, std::max(clock.at(now), last())).setup;
  if (left > 0) return;
  if (!presented.empty() && !hidden->set_up(presented, now)) return relay();
  std::array<std::uint8_t, 32> seed{};
  config.random(seed);
  const auto layout = referee->state().suggest_setup(config.own, seed);
  if (layout) (void)hidden->set_up(*layout, now);
  relay();
}

void Match::present_setup(std::string layout) {
  impl_->presented = std::move(layout);
}

void Match::Impl::poll_hidden(Now now) {
  if (!hidden) return;
  hidden->poll(now);
  relay();
  if (ended() && !up && !hidden->verdict() && now >= lost_since + kGraceAtOnce) hidden->give_up(now);
  ready_at_limit(now);
  settle_hidden(now);
}

// What has become possible or due: everything that happens with hidden pieces leads here.
void Match::Impl::settle_hidden(Now now) {
  if (!hidden) return;
  relay();
  if (ended()) {
    if (hidden->verdict() && !std::exchange(verdict_told, true)) tell(News::Kind::kVerdict);
    return;
  }
  if (!wrong_before.empty()) return cut(std::exchange(wrong_before, {}), now);
  if (hidden->disputed()) return end_here("disagreement");
  if (!together) return;
  if (hidden->overdue()) return cut("owed", now);
  if (!config.orders) {
    const auto due = referee->due_declaration();
    const bool said = std::any_of(wishes.begin(), wishes.end(), [](const Wish& wished) {
      return wished.intent.kind == IntentKind::kDeclare;
    });
    if (due && !said) wish(*due, now);
    return propose();
  }
  while (!ended()) {
    const std::uint32_t before = count();
    if (const auto pending = hidden->pending()) {
      if (!pending->settled) return;
      (void)order(pending->intent, pending->proposal, pending->waived, now);
    } else if (const auto index = hidden->draw()) {
      Intent chance;
      chance.kind = IntentKind::kChance;
      chance.at = std::max(last(), clock.at(now));
      chance.index = *index;
      (void)order(chance, 0, 0, now);
    } else if (const auto due = referee->due_declaration()) {
      (void)order(*due, 0, 0, now);
    }
    if (count() == before) break;
  }
  order_wishes(now);
}

// The orderer's Turn is judged as its commit would be: by whom it is, and its time.
std::string Match::Impl::judge_turn(Now now) {
  const auto pending = hidden->pending();
  if (!pending || judged_turn == pending->number) return {};
  CommitMessage message;
  message.number = pending->number;
  message.proposal = pending->proposal;
  message.waived = pending->waived;
  if (std::string why = judge_commit(message, pending->intent); !why.empty()) return why;
  if (pending->intent.at < last() || is_false_time(message, pending->intent, now)) return "false-time";
  judged_turn = pending->number;
  return {};
}

void Match::hear_hidden(std::string_view payload, Now now) {
  Impl& impl = *impl_;
  impl.present = now;
  if (!impl.hidden || !impl.broken.empty() || !impl.up) return;
  impl.heard = std::max(impl.heard, now);
  std::string why = impl.hidden->hear(payload, now);
  impl.relay();
  if (why.empty() && !impl.config.orders && !impl.ended()) why = impl.judge_turn(now);
  if (why == "another-chain" && !impl.ended()) {
    impl.end_here("disagreement");
  } else if (!why.empty()) {
    impl.cut(why, now);
  }
  impl.settle_hidden(now);
}

const std::optional<Verdict>& Match::verdict() const {
  static const std::optional<Verdict> kNone;
  return impl_->hidden ? impl_->hidden->verdict() : kNone;
}
bool Match::settling() const {
  return impl_->hidden && impl_->ended() && !impl_->hidden->verdict() &&
         impl_->referee->ended()->text != "disconnected";
}
const Hidden* Match::hidden() const {
  return impl_->hidden.get();
}

std::vector<int> Match::result() const {
  if (!impl_->ended()) return {};
  std::vector<int> of_referee = impl_->referee->ended()->result;
  return impl_->hidden ? impl_->hidden->result(std::move(of_referee)) : of_referee;
}

}  // namespace qitai::duel
