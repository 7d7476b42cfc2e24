#include "duel/hidden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "duel/hidden_impl.hpp"

namespace qitai::duel {

using host::Answer;
using host::PluginFault;
using host::Refusal;
using host::Seat;
using match::Intent;
using match::IntentKind;
using Stage = host::Keeper::Stage;

namespace {

Refusal failed(const PluginFault& fault) {
  return host::refusal("plugin-error", fault.what());
}

bool ends_a_match(IntentKind kind) {
  return kind == IntentKind::kResign || kind == IntentKind::kLeave || kind == IntentKind::kAbort;
}

std::uint32_t next_draw(const match::Referee& referee) {
  return 1 + static_cast<std::uint32_t>(
                 std::count_if(referee.intents().begin(), referee.intents().end(),
                               [](const Intent& intent) { return intent.kind == IntentKind::kChance; }));
}

}  // namespace

// ---------------------------------------------------------------- beginning

// What the game does with set-ups under these terms.
std::optional<Error> Hidden::Impl::choose() {
  const host::Variant& variant = *config.variant;
  draws = variant.info().chance;
  const auto state = variant.create(match::start_of(config.terms, host::kPublic));
  if (const auto* why = std::get_if<Refusal>(&state))
    return Error{"unsupported", fmt::format("{} refuses the terms: {}", config.terms.variant, why->id)};
  if ((std::get<host::State>(state).acting() & QITAI_ACTING_SETUP) == 0) return std::nullopt;
  if (host::Keeper::offered(variant)) {
    host::SecretsStart probe;
    probe.options = config.terms.options;
    probe.position = config.terms.position;
    probe.seat = config.own;
    if (std::holds_alternative<host::Keeper>(host::Keeper::begin(config.variant, probe))) {
      layouts = Layouts::kSecret;
      return std::nullopt;
    }
  }
  host::State trial = std::get<host::State>(state).clone();
  const auto answer = trial.setup(config.own, {});
  const auto* why = std::get_if<Refusal>(&answer);
  if (variant.info().hidden && (why == nullptr || why->id != "layout-needed"))
    return Error{"unsupported",
                 fmt::format("{} keeps no secrets between machines under these terms", config.terms.variant)};
  layouts = Layouts::kShown;
  return std::nullopt;
}

bool Hidden::needed(const host::Variant& variant) {
  return variant.info().hidden || variant.info().setup || variant.info().chance;
}

Status Hidden::check(std::shared_ptr<const host::Variant> variant, const match::Terms& terms) {
  try {
    if (auto wrong = Impl({std::move(variant), terms, {}, 0, false}).choose()) return *wrong;
    return {};
  } catch (const PluginFault& fault) {
    return Error{"plugin-error", fault.what()};
  }
}

Hidden::Hidden(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Hidden::~Hidden() = default;

Result<std::unique_ptr<Hidden>> Hidden::begin(HiddenConfig config, const Random& random, Now now) {
  auto impl = std::make_unique<Impl>(std::move(config));
  Impl& own = *impl;
  try {
    if (auto wrong = own.choose()) return *wrong;
    Digest seed{}, secret{};
    for (Digest* bytes : {&own.salt, &seed, &secret})
      random(*bytes);
    own.keep_begin(seed);
    if (own.draws) own.own_chain.emplace(seed);
    if (own.layouts == Layouts::kSecret) {
      host::SecretsStart start;
      start.options = own.config.terms.options;
      start.position = own.config.terms.position;
      start.seed = own.config.terms.seed;
      start.match = own.config.id;
      start.secret = secret;
      start.seat = own.config.own;
      auto keeper = host::Keeper::begin(own.config.variant, start);
      start.secret.fill(0);
      secret.fill(0);
      if (const auto* why = std::get_if<Refusal>(&keeper))
        return Error{"unsupported", fmt::format("no secrets are kept: {} {}", why->id, why->detail)};
      own.keeper.emplace(std::get<host::Keeper>(std::move(keeper)));
    }
    own.flush();
    own.time(now);
  } catch (const PluginFault& fault) {
    return Error{"plugin-error", fault.what()};
  }
  return std::unique_ptr<Hidden>(new Hidden(std::move(impl)));
}

// ---------------------------------------------------------------- set-ups

Digest Hidden::Impl::root_of(Seat seat, const Digest& with, std::string_view layout) const {
  Writer writer;
  writer.raw(as_bytes("qitai layout"));
  writer.raw(config.id);
  writer.u8(static_cast<std::uint8_t>(seat));
  writer.raw(with);
  writer.raw(as_bytes(layout));
  return hash_of(writer.bytes());
}

// Whether the rules take that layout of a seat.
std::optional<Refusal> Hidden::Impl::refuse_layout(Seat seat, std::string_view layout) const {
  auto made = config.variant->create(match::start_of(config.terms, -1));
  if (auto* why = std::get_if<Refusal>(&made)) return std::move(*why);
  auto answer = std::get<host::State>(made).setup(seat, layout);
  auto* why = std::get_if<Refusal>(&answer);
  return why == nullptr ? std::nullopt : std::optional(std::move(*why));
}

std::optional<Refusal> Hidden::set_up(std::string_view layout, Now now) {
  Impl& own = *impl_;
  if (own.layouts == Layouts::kNone) return host::refusal("unsupported", "nothing is set up");
  if (!own.own_layout.empty() && own.own_layout != layout)
    return host::refusal("another-message", "another layout was committed to");
  if (layout.empty() || layout.size() > match::kMaxIntentBytes) return host::refusal("too-long");
  try {
    if (own.layouts == Layouts::kSecret) {
      auto root = own.keeper->commit(layout);
      if (const auto* why = std::get_if<Refusal>(&root)) return *why;
      own.own_root = std::get<Digest>(root);
    } else {
      if (auto why = own.refuse_layout(own.config.own, layout)) return why;
      own.own_root = own.root_of(own.config.own, own.salt, layout);
    }
    if (own.own_layout.empty()) {
      own.own_layout = layout;
      own.keep_text(Record::kLayout, layout);
    }
    own.speak(now);
    return std::nullopt;
  } catch (const PluginFault& fault) {
    return failed(fault);
  }
}

bool Hidden::committed(Seat seat) const {
  return (seat == impl_->config.own ? impl_->own_root : impl_->far_root).has_value();
}
const std::string& Hidden::layout() const {
  return impl_->own_layout;
}

// ---------------------------------------------------------------- intents

bool Hidden::Impl::settled(std::uint32_t intent) const {
  const host::Keeper::Look look = keeper->look();
  return look.number > key_of(intent) || (look.number == key_of(intent) && look.stage == Stage::kSettled);
}

Intent Hidden::wire_of(Intent intent) const {
  intent.facts.clear();
  if (impl_->layouts == Layouts::kNone) return match::plain(std::move(intent));
  if (intent.kind == IntentKind::kSetUp) intent.elsewhere = true;
  for (match::Chosen& chosen : intent.chosen)
    chosen.bytes.clear();
  return match::plain(std::move(intent));
}

Intent Hidden::to_wire(Intent intent, const match::Referee& referee) const {
  intent = wire_of(std::move(intent));
  if (intent.kind == IntentKind::kTime && impl_->layouts != Layouts::kNone) {
    intent.chosen.clear();
    for (Seat seat = 0; seat < 2; ++seat) {
      if (referee.owes_setup(seat) && committed(seat)) intent.chosen.push_back({seat, {}});
    }
  }
  return intent;
}

bool Hidden::ready(const Intent& intent) const {
  return intent.kind != IntentKind::kSetUp || std::holds_alternative<Intent>(impl_->complete_setup(intent));
}
bool Hidden::takes_back() const {
  return !impl_->keeper;
}

Answer<Intent> Hidden::Impl::complete_setup(Intent intent) const {
  if (layouts == Layouts::kNone) return intent;
  const bool mine = intent.seat == config.own;
  const bool known = layouts == Layouts::kShown ? layouts_known() : (mine ? own_root : far_root).has_value();
  if (!known) return host::refusal("facts-pending", "that seat is not bound to a layout");
  intent.elsewhere = layouts == Layouts::kSecret && !mine;
  intent.bytes = intent.elsewhere ? std::string() : mine ? own_layout : far_layout;
  return intent;
}

Answer<Intent> Hidden::Impl::complete_time(Intent intent) {
  for (match::Chosen& chosen : intent.chosen) {
    Intent setup;
    setup.kind = IntentKind::kSetUp;
    setup.seat = chosen.seat;
    Answer<Intent> made = complete_setup(std::move(setup));
    if (const auto* why = std::get_if<Refusal>(&made)) return *why;
    chosen.bytes = std::get<Intent>(made).bytes;
  }
  return intent;
}

std::optional<std::uint32_t> Hidden::Impl::draw_of(std::uint32_t i, std::uint32_t count) const {
  const std::optional<Digest> far = far_chain.value(i);
  if (i == 0 || i > kMostDraws || count == 0 || !far) return std::nullopt;
  const Digest& mine = own_chain->value(i);
  return config.own == 0 ? drawn(config.id, i, mine, *far, count) : drawn(config.id, i, *far, mine, count);
}

Answer<Intent> Hidden::Impl::complete_draw(Intent intent, const match::Referee& referee) {
  if (!draws) return intent;
  const auto fair = draw_of(next_draw(referee), referee.state().chance_count());
  if (!fair) return host::refusal("facts-pending", "a share of this draw is missing");
  if (*fair != intent.index) return host::refusal("false-draw", "the shares give another draw");
  const auto now = static_cast<std::uint32_t>(referee.intents().size()) + 1;
  if (keeper && now > keeper_drawn) {
    if (auto why = keeper->draw(intent.index)) return *std::move(why);
    keeper_drawn = now;
    Writer body;
    body.u32(now);
    keep(Record::kDrawn, body);
  }
  return intent;
}

bool Hidden::Impl::talked_about(std::uint32_t intent) const {
  const host::Keeper::Look look = keeper->look();
  return look.number == key_of(intent) &&
         (look.said != 0 || look.heard != 0 || look.stage != Stage::kSettled);
}

std::optional<Refusal> Hidden::Impl::take_turn(const Pending& pending, const Digest& before) {
  return keeper->turn({key_of(pending.number), before, pending.intent.seat, pending.intent.move});
}

Answer<Intent> Hidden::Impl::complete_ply(Intent intent, const match::Referee& referee,
                                          std::uint32_t proposal, match::Instant waived) {
  if (!keeper) return intent;
  const auto at = static_cast<std::uint32_t>(referee.intents().size());
  if (turn && turn->number == at && (turn->intent.move != intent.move || turn->intent.seat != intent.seat))
    return host::refusal("another-turn", "the number is another move's");
  if (keeper->look().number < key_of(at)) {
    Pending fresh{at, proposal, waived, intent, false};
    if (auto why = take_turn(fresh, referee.public_hash())) return *std::move(why);
    // Kept although nothing has to be said: a number that a keeper has used is that move's.
    if (config.orders) {
      keep_turn(std::move(fresh), referee.public_hash());
      turn_sent = false;
      say();
    }
  }
  if (!settled(at)) {
    return disputed ? host::refusal("disputed", "what was said about this move opens to nothing")
                    : host::refusal("facts-pending", "the move is being settled");
  }
  intent.facts = keeper->facts(key_of(at));
  return intent;
}

Answer<Intent> Hidden::complete(Intent intent, const match::Referee& referee, Now now, std::uint32_t proposal,
                                match::Instant waived) {
  Impl& own = *impl_;
  const auto at = static_cast<std::uint32_t>(referee.intents().size());
  const bool plies =
      intent.kind == IntentKind::kMove || (intent.kind == IntentKind::kClaim && intent.with_move);
  try {
    Answer<Intent> made = intent;
    if (plies) {
      made = own.complete_ply(std::move(intent), referee, proposal, waived);
    } else if (own.turn && own.turn->number == at && !ends_a_match(intent.kind)) {
      made = host::refusal("facts-pending", "a move has this number");
    } else if (intent.kind == IntentKind::kSetUp) {
      made = own.complete_setup(std::move(intent));
    } else if (intent.kind == IntentKind::kTime) {
      made = own.complete_time(std::move(intent));
    } else if (intent.kind == IntentKind::kChance) {
      made = own.complete_draw(std::move(intent), referee);
    } else if (intent.kind == IntentKind::kAskTakeback && own.keeper) {
      made = host::refusal("takeback-off", "what was said about hidden pieces cannot be taken back");
    } else if (intent.kind == IntentKind::kDeclare && own.keeper) {
      if (auto why = own.keeper->declare(intent.seat, intent.bytes)) made = *std::move(why);
    }
    own.flush();
    own.time(now);
    return made;
  } catch (const PluginFault& fault) {
    return failed(fault);
  }
}

std::optional<Hidden::Pending> Hidden::pending() const {
  if (!impl_->turn || impl_->turn->number != impl_->number) return std::nullopt;
  Pending now = *impl_->turn;
  now.settled = impl_->settled(now.number);
  return now;
}

void Hidden::expect(const std::optional<host::Move>& move) {
  impl_->expected = move;
}

std::optional<std::uint32_t> Hidden::draw() const {
  return impl_->due_draw == 0 ? std::nullopt : impl_->draw_of(impl_->due_draw, impl_->draw_count);
}

std::string Hidden::follow(const match::Referee& referee, Now now) {
  Impl& own = *impl_;
  try {
    own.number = static_cast<std::uint32_t>(referee.intents().size());
    own.chain = referee.public_hash();
    const bool ended = referee.phase() == match::Phase::kEnded;
    const bool due = own.draws && !ended && (referee.acting() >> QITAI_CHANCE_SEAT & 1U) != 0;
    own.due_draw = due ? next_draw(referee) : 0;
    own.begun_draws = due ? own.due_draw : next_draw(referee) - 1;
    own.draw_count = due ? referee.state().chance_count() : 0;
    if (ended && !own.over && referee.ended()->text != "disconnected") own.finish(referee);
    std::string why = own.take_ahead();
    own.speak(now);
    return why;
  } catch (const PluginFault&) {
    return "plugin-error";
  }
}

}  // namespace qitai::duel
