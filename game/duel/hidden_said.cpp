// What goes over the link about hidden pieces and chance, and what comes.
#include <algorithm>
#include <utility>

#include "duel/hidden_impl.hpp"

namespace qitai::duel {

using host::PluginFault;
using match::Intent;
using match::IntentKind;
using Of = PartMessage::Of;
using Stage = host::Keeper::Stage;

namespace {

// What waits for its number: a turn and the messages about it.
constexpr std::size_t kMostAhead = 16;

}  // namespace

// ---------------------------------------------------------------- out

// Whatever led to a message is durable before it leaves. While the link is lost nothing is sent: up() says it
// again.
void Hidden::Impl::send(const HiddenMessage& message) {
  flush();
  outs.push_back({Out::Kind::kSend, write(message)});
}

void Hidden::Impl::send_whole(PartMessage part, const std::string& whole) {
  part.size = static_cast<std::uint32_t>(whole.size());
  for (std::size_t at = 0; at < whole.size(); at += kMostPart) {
    part.offset = static_cast<std::uint32_t>(at);
    part.bytes = whole.substr(at, kMostPart);
    send(part);
  }
}

void Hidden::Impl::say_turn() {
  if (!config.orders || !turn || turn_sent || !talked_about(turn->number)) return;
  turn_sent = true;
  send(TurnMessage{turn->number, turn->proposal, match::encode(turn->intent), turn->waived, turn_chain});
}

void Hidden::Impl::say_messages() {
  if (!keeper) return;
  const host::Keeper::Look look = keeper->look();
  if (look.number == 0) return;
  if (said_key != look.number) {
    said_key = look.number;
    said_sent = 0;
  }
  const auto about = static_cast<std::uint32_t>(look.number - 1);
  for (; said_sent < look.said; ++said_sent)
    send_whole({Of::kSaid, about, said_sent, 0, 0, {}}, keeper->message(look.number, said_sent));
  if (disputed && !far_disputes && !std::exchange(dispute_sent, true)) send(DisputeMessage{about});
}

void Hidden::Impl::say() {
  if (!is_up) return;
  if (draws && !std::exchange(anchor_sent, true)) send(AnchorMessage{own_chain->value(0)});
  if (own_root && !std::exchange(root_sent, true)) send(RootMessage{*own_root});
  if (layouts == Layouts::kShown && both_rooted() && !std::exchange(layout_sent, true))
    send_whole({Of::kLayout, 0, 0, 0, 0, {}}, std::string(as_text(salt)) + own_layout);
  say_turn();
  say_messages();
  // Bound to its own end of the chain, the other side can choose nothing any more. The last share but one may
  // be lost although its draw is committed here.
  const std::uint32_t last = std::min(begun_draws, kMostDraws);
  for (std::uint32_t i = std::max(1U, last - std::min(last, 1U)); far_chain.anchored() && i <= last; ++i) {
    if (i <= share_sent) continue;
    share_sent = i;
    send(ShareMessage{i, own_chain->value(i)});
  }
  if (!own_opening.empty() && !std::exchange(opening_sent, true))
    send_whole({Of::kOpening, 0, 0, 0, 0, {}}, own_opening);
}

void Hidden::up(Now now) {
  Impl& own = *impl_;
  own.is_up = true;
  own.anchor_sent = own.root_sent = own.layout_sent = own.turn_sent = own.dispute_sent = own.opening_sent =
      false;
  own.said_key = 0;
  own.share_sent = 0;
  own.parts = Parts();
  own.ahead.clear();
  if (!own.owed.empty()) own.due = now + own.left_to_owe;
  own.speak(now);
}

void Hidden::lost(Now now) {
  Impl& own = *impl_;
  if (own.due != kNever) own.left_to_owe = std::max<Now>(0, own.due - now);
  own.due = kNever;
  own.is_up = false;
}

// ---------------------------------------------------------------- in

std::string Hidden::hear(std::string_view payload, Now now) {
  Impl& own = *impl_;
  const Result<HiddenMessage> message = read_hidden(payload);
  if (!message) return message.error().code;
  try {
    std::string why = own.take(*message);
    own.speak(now);
    return why;
  } catch (const PluginFault&) {
    return "plugin-error";
  }
}

void Hidden::Impl::speak(Now now) {
  say();
  flush();
  time(now);
}

std::string Hidden::Impl::take(const HiddenMessage& message) {
  if (const auto* root = std::get_if<RootMessage>(&message)) return take_root(root->root);
  if (const auto* anchor = std::get_if<AnchorMessage>(&message)) return take_anchor(anchor->anchor);
  if (const auto* share = std::get_if<ShareMessage>(&message)) return take_share(*share);
  if (std::holds_alternative<TakenMessage>(message)) {
    far_took = far_took || opening_sent;
    return {};
  }
  if (const auto* dispute = std::get_if<DisputeMessage>(&message)) return take_dispute(dispute->number);
  const auto* about = std::get_if<TurnMessage>(&message);
  const auto* part = std::get_if<PartMessage>(&message);
  const bool said = part != nullptr && part->of == Of::kSaid;
  // After a lost link a turn may come before the commits that lead to it, and what is said of it with it.
  const bool early = (about != nullptr && about->number > number) ||
                     (said && (part->number > number || (part->number == number && !ahead.empty())));
  if (early && !config.orders) {
    if (ahead.size() == kMostAhead) return "flood";
    ahead.push_back(message);
    return {};
  }
  if (about != nullptr) return take_turn_message(*about);
  if (part == nullptr) return {};
  const auto whole = parts.add(*part);
  if (!whole) return whole.error().code;
  if (!*whole) return {};
  switch (part->of) {
    case Of::kLayout:
      return take_layout(**whole);
    case Of::kSaid:
      return take_said(*part, **whole);
    case Of::kOpening:
      return take_opening(**whole);
  }
  return {};
}

std::string Hidden::Impl::take_ahead() {
  std::vector<HiddenMessage> waiting = std::exchange(ahead, {});
  for (const HiddenMessage& message : waiting) {
    if (std::string why = take(message); !why.empty()) return why;
  }
  return {};
}

std::string Hidden::Impl::take_root(const Digest& root) {
  if (layouts == Layouts::kNone) return "out-of-turn";
  if (far_root) return *far_root == root ? std::string() : "another-message";
  if (keeper) {
    if (auto why = keeper->take_root(root)) return why->id;
  }
  far_root = root;
  keep_root(root);
  return {};
}

std::string Hidden::Impl::take_anchor(const Digest& anchor) {
  if (!draws) return "out-of-turn";
  if (anchor == own_chain->value(0)) return "equal-anchors";
  const bool known = far_chain.anchored();
  if (!far_chain.anchor(anchor)) return "another-message";
  if (known) return {};
  Writer body;
  body.raw(anchor);
  keep(Record::kAnchor, body);
  return {};
}

std::string Hidden::Impl::take_share(const ShareMessage& message) {
  const std::size_t known = far_chain.values().size();
  if (!draws) return "out-of-turn";
  if (!far_chain.add(message.draw, message.value)) return "false-share";
  if (far_chain.values().size() == known) return {};
  keep_share(message.draw, message.value);
  return {};
}

std::string Hidden::Impl::take_layout(const std::string& whole) {
  if (layouts != Layouts::kShown || !both_rooted()) return "out-of-turn";
  if (whole.size() <= salt.size()) return "malformed";
  Digest with{};
  std::copy_n(whole.begin(), with.size(), with.begin());
  const std::string layout = whole.substr(with.size());
  if (root_of(other(), with, layout) != *far_root) return "false-layout";
  if (!far_layout.empty()) return {};
  if (refuse_layout(other(), layout)) return "false-layout";
  far_layout = layout;
  keep_text(Record::kShown, layout);
  return {};
}

std::string Hidden::Impl::take_turn_message(const TurnMessage& message) {
  if (config.orders || !keeper) return "out-of-turn";
  if (message.number < number || over) return {};  // said again
  if (message.chain != chain) return "another-chain";
  const Result<Intent> intent = match::decode_intent(message.intent);
  if (!intent) return "malformed";
  const bool plies =
      intent->kind == IntentKind::kMove || (intent->kind == IntentKind::kClaim && intent->with_move);
  if (!plies || !intent->facts.empty()) return "malformed";
  if (turn && turn->number == number)
    return turn->intent == *intent && turn->proposal == message.proposal ? std::string() : "another-turn";
  if (intent->seat == config.own && expected != intent->move) return "forged";
  Pending fresh{number, message.proposal, message.waived, *intent, false};
  if (auto why = take_turn(fresh, chain)) return why->id;
  keep_turn(std::move(fresh), chain);
  return {};
}

std::string Hidden::Impl::take_said(const PartMessage& part, const std::string& whole) {
  if (!keeper) return "out-of-turn";
  if (over) return {};  // it was on its way
  if (auto why = keeper->hear(key_of(part.number), part.index, whole)) return why->id;
  if (!disputed && keeper->look().stage == Stage::kDisputed) {
    disputed = true;
    Writer body;
    body.u8(0);
    keep(Record::kDispute, body);
  }
  return {};
}

std::string Hidden::Impl::take_dispute(std::uint32_t about) {
  if (!keeper) return "out-of-turn";
  if (disputed || over) return {};
  if (auto why = keeper->dispute(key_of(about))) return why->id;
  disputed = far_disputes = true;
  Writer body;
  body.u8(1);
  keep(Record::kDispute, body);
  return {};
}

std::string Hidden::Impl::take_opening(const std::string& whole) {
  if (!keeper) return "out-of-turn";
  if (!far_opening.empty()) {
    if (far_opening != whole) return "another-message";
    if (over && is_up) send(TakenMessage{});
    return {};
  }
  if (over) return take_opened(whole);
  far_opening = whole;  // looked at when the match is over here too
  return {};
}

}  // namespace qitai::duel
