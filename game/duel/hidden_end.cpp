// Who owes what, and what comes out when a match is over.
#include <algorithm>
#include <utility>

#include "duel/hidden_impl.hpp"

namespace qitai::duel {

using host::PluginFault;
using host::Seat;
using Stage = host::Keeper::Stage;

namespace {

constexpr std::string_view kOpeningOwed = "opening";

}  // namespace

// ---------------------------------------------------------------- owing

// What the other side owes, as something that changes with each step; empty: nothing.
std::string Hidden::Impl::what_is_owed() const {
  if (over) return !verdict && far_opening.empty() ? std::string(kOpeningOwed) : std::string();
  if (layouts == Layouts::kShown && both_rooted() && far_layout.empty()) return "layout";
  if (due_draw != 0 && !far_chain.value(due_draw)) return "share " + std::to_string(due_draw);
  if (!keeper) return {};
  const host::Keeper::Look look = keeper->look();
  if (look.owes == other()) return "step " + std::to_string(look.number) + " " + std::to_string(look.heard);
  const bool waits = !config.orders && turn && turn->number == number && settled(number);
  return waits ? "commit " + std::to_string(number) : std::string();
}

std::optional<Seat> Hidden::Impl::owing() const {
  if (!what_is_owed().empty()) return other();
  if (!over && keeper && keeper->look().owes == config.own) return config.own;
  return std::nullopt;
}

// Each step has its own time; while the link is lost it stands.
void Hidden::Impl::time(Now now) {
  const std::string what = what_is_owed();
  if (what == owed) return;
  owed = what;
  left_to_owe = owed == kOpeningOwed ? kOpenWithin : kStepWithin;
  due = is_up && !owed.empty() ? now + left_to_owe : kNever;
}

void Hidden::poll(Now now) {
  Impl& own = *impl_;
  if (own.due > now) return;
  own.due = kNever;
  if (own.over)
    give_up(now);
  else
    own.overdue = true;
}

Now Hidden::next_wake() const {
  return impl_->due;
}
bool Hidden::overdue() const {
  return impl_->overdue;
}
bool Hidden::disputed() const {
  return impl_->disputed;
}
std::optional<Seat> Hidden::owing() const {
  try {
    return impl_->owing();
  } catch (const PluginFault&) {
    return std::nullopt;
  }
}

void Hidden::give_up(Now now) {
  Impl& own = *impl_;
  if (own.over && !own.verdict && own.far_opening.empty()) {
    own.verdict = Verdict{Verdict::Kind::kLeft, own.other(), {}, {}};
    own.keep(Record::kLeft, Writer());
    own.flush();
  }
  lost(now);
}

std::vector<Out> Hidden::take_out() {
  return std::exchange(impl_->outs, {});
}

// ---------------------------------------------------------------- the end

// Over for good. What was bound to is opened; whoever was never bound to anything has nothing to show.
void Hidden::Impl::finish(const match::Referee& referee) {
  over = true;
  if (!keeper || !both_rooted()) {
    if (!verdict) verdict = Verdict{};
    return;
  }
  auto copy = match::Referee::replay(config.variant, config.terms, referee.intents(), nullptr, config.own);
  if (!copy) throw PluginFault(copy.error().message);
  final = std::move(copy.value());
  auto opening = keeper->open();
  if (const auto* why = std::get_if<host::Refusal>(&opening)) throw PluginFault(why->detail);
  Writer writer;
  writer.text(std::get<std::string>(opening));
  writer.text(own_layout);
  own_opening = std::string(as_text(writer.bytes()));
  const std::string early = std::exchange(far_opening, {});
  if (!early.empty() && !take_opened(early).empty()) far_opening.clear();
}

std::string Hidden::Impl::take_opened(const std::string& whole) {
  Reader reader(as_bytes(whole));
  const std::string opening = reader.text(QITAI_SECRETS_MESSAGE);
  const std::string layout = reader.text(match::kMaxIntentBytes);
  if (!reader.finish("an opening").ok()) return "malformed";
  if (auto why = keeper->take_opening(opening)) return why->id;
  far_opening = whole;
  keep_text(Record::kOpening, whole);
  if (is_up) send(TakenMessage{});
  if (!verdict) judge();
  return {};
}

// What the keeper finds goes first: it knows what was bound to. The account of a referee who knows both
// layouts then shows what no message was about, a piece that was touched and not moved, say.
void Hidden::Impl::judge() {
  Reader reader(as_bytes(far_opening));
  reader.text(QITAI_SECRETS_MESSAGE);
  std::array<std::string, 2> shown;
  shown[static_cast<std::size_t>(other())] = reader.text(match::kMaxIntentBytes);
  shown[static_cast<std::size_t>(config.own)] = own_layout;
  auto made = match::reveal(config.variant, *final, shown);
  if (made) revealed = std::move(*made);
  if (auto lie = keeper->audit(other())) {
    verdict = Verdict{Verdict::Kind::kLied, other(), std::move(lie->how), {}};
    if (lie->number != 0) verdict->number = static_cast<std::uint32_t>(lie->number - 1);
    return;
  }
  const auto* difference = revealed && revealed->difference ? &*revealed->difference : nullptr;
  // An end that was not declared in time is no lie: something else came in between. What was declared must be
  // true, and its result as well.
  const match::Intent& last = final->intents().back();
  const bool declared = last.kind == match::IntentKind::kDeclare && last.seat == other();
  if (difference == nullptr || (difference->what == "end" && !declared)) {
    verdict = Verdict{};
    return;
  }
  verdict = Verdict{Verdict::Kind::kLied, other(), host::refusal("false-account", difference->detail),
                    difference->intent};
}

const std::optional<Verdict>& Hidden::verdict() const {
  return impl_->verdict;
}
bool Hidden::done() const {
  const Impl& own = *impl_;
  return own.over && own.verdict &&
         (own.own_opening.empty() || own.far_took || own.verdict->kind == Verdict::Kind::kLeft);
}
const match::Revealed* Hidden::revealed() const {
  return impl_->revealed ? &*impl_->revealed : nullptr;
}

std::vector<int> Hidden::result(std::vector<int> of_referee) const {
  const std::optional<Verdict>& verdict = impl_->verdict;
  if (!verdict || verdict->kind == Verdict::Kind::kHonest) return of_referee;
  std::vector<int> result(2, QITAI_RESULT_WIN);
  result[static_cast<std::size_t>(verdict->seat)] = QITAI_RESULT_LOSS;
  return result;
}

}  // namespace qitai::duel
