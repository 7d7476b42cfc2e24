#include "match/boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace qitai::match {
namespace {

using host::Answer;
using host::Change;
using host::PluginFault;
using host::Refusal;
using host::State;

// How a partial state refuses a set-up that it must be told (qitai/variant.h).
constexpr std::string_view kLayoutNeeded = "layout-needed";

bool is_public(const Change& change) {
  return change.audience == 1U << QITAI_PUBLIC;
}

bool same(const Change& a, const Change& b) {
  return a.what == b.what && a.from == b.from && a.to == b.to && a.kind == b.kind && a.other == b.other &&
         a.colour == b.colour && a.flags == b.flags && a.step == b.step && a.value == b.value;
}

bool same(const host::Fact& a, const host::Fact& b) {
  return a.what == b.what && a.point == b.point && a.seat == b.seat && a.value == b.value;
}

std::vector<Change> public_part(const std::vector<Change>& changes) {
  std::vector<Change> part;
  std::copy_if(changes.begin(), changes.end(), std::back_inserter(part), is_public);
  return part;
}

std::uint32_t bit_of(int viewer) {
  return 1U << static_cast<unsigned>(viewer);
}

// Notes that a viewer's state asked for a fact. What the public state asks for is public.
void note(std::vector<KnownFact>& facts, const host::Fact& fact, int viewer) {
  const auto heard = std::find_if(facts.begin(), facts.end(),
                                  [&](const KnownFact& other) { return same(other.fact, fact); });
  if (heard == facts.end()) {
    facts.push_back({fact, bit_of(viewer)});
  } else if (heard->audience != bit_of(host::kPublic)) {
    heard->audience |= bit_of(viewer);
  }
}

bool same_public(const std::vector<Change>& a, const std::vector<Change>& b) {
  const std::vector<Change> one = public_part(a), two = public_part(b);
  return std::equal(one.begin(), one.end(), two.begin(), two.end(),
                    [](const Change& x, const Change& y) { return same(x, y); });
}

Refusal needs_facts(const char* what) {
  return host::refusal("facts-needed", what);
}

// A refusal of the rules as it is; that of a plugin that failed as the fault it is.
const Refusal* refused(const Answer<std::vector<Change>>& answer) {
  const auto* refusal = std::get_if<Refusal>(&answer);
  if (refusal != nullptr && refusal->id == "plugin-error") throw PluginFault(refusal->detail);
  return refusal;
}

}  // namespace

Boards::Boards(std::shared_ptr<const host::Variant> variant, std::optional<State> full)
    : variant_(std::move(variant)), full_(std::move(full)) {}

Answer<Boards> Boards::create(std::shared_ptr<const host::Variant> variant, const Terms& terms, int knower) {
  const bool told = knower != -1 && variant->info().hidden;
  Answer<State> first = variant->create(start_of(terms, told ? knower : -1));
  if (const auto* refusal = std::get_if<Refusal>(&first)) return *refusal;
  if (told) {
    Boards boards(variant, std::nullopt);
    boards.partial_.push_back(std::move(std::get<State>(first)));
    boards.partial_.push_back(demand(variant->create(start_of(terms, host::kPublic)), "the public state"));
    boards.compare(boards.partial_.front(), boards.partial_.back());
    return boards;
  }
  Boards boards(variant, std::move(std::get<State>(first)));
  if (!variant->info().hidden) return boards;
  const auto add = [&](int viewer) {
    boards.partial_.push_back(demand(variant->create(start_of(terms, viewer)), "a partial state"));
    boards.compare(*boards.full_, boards.partial_.back());
  };
  for (std::size_t seat = 0; seat < terms.seats.size(); ++seat)
    add(static_cast<int>(seat));
  add(host::kPublic);
  return boards;
}

Boards Boards::replay(std::shared_ptr<const host::Variant> variant, const Terms& terms, int knower,
                      const std::vector<Step>& steps) {
  Boards boards = demand(create(std::move(variant), terms, knower), "the first position");
  for (Step step : steps)
    demand(boards.take(step), "a step that had been taken before");
  return boards;
}

const State& Boards::known_to(int viewer) const {
  if (partial_.empty()) return *full_;
  if (!full_) return viewer == knower() ? partial_.front() : partial_.back();
  const bool is_seat = viewer >= 0 && static_cast<std::size_t>(viewer) + 1 < partial_.size();
  return is_seat ? partial_[static_cast<std::size_t>(viewer)] : partial_.back();
}

// Asks every partial state what it must be told of this ply: that of the public first, so that the order of
// what is public hangs on nothing else.
void Boards::find_facts(Step& step) const {
  step.facts.clear();
  const std::vector<host::Fact> all = full_->facts(step.seat, step.move);
  for (std::size_t i = partial_.size(); i-- > 0;) {
    const State& partial = partial_[i];
    for (const host::Fact& fact : answers_for(partial, step.seat, step.move, all))
      note(step.facts, fact, partial.knower());
  }
}

// The same from what the intent brought; false: something is missing.
bool Boards::gather_facts(Step& step) const {
  step.facts.clear();
  for (std::size_t i = partial_.size(); i-- > 0;) {
    const auto asked = answers_among(partial_[i], step.seat, step.move, step.settled);
    if (!asked) return false;
    for (const host::Fact& fact : *asked)
      note(step.facts, fact, partial_[i].knower());
  }
  return true;
}

// The layout that the variant has drawn for a seat, as the bytes that states are given.
void Boards::find_layout(const State& before, Step& step) const {
  std::vector<host::Piece> pieces = full_->view(step.seat);
  const std::vector<host::Piece> stood = before.view(step.seat);
  std::erase_if(pieces, [&](const host::Piece& piece) {
    return std::any_of(stood.begin(), stood.end(),
                       [&](const host::Piece& old) { return old.point == piece.point; });
  });
  step.setup = demand(before.setup_layout(step.seat, pieces), "the layout that was drawn");
}

void Boards::tell_partial(State& partial, Step& step, const std::vector<Change>& changes) {
  Step told = step;
  const bool of_other = step.kind == Step::Kind::kSetUp && partial.knower() != step.seat;
  if (of_other) {
    told.setup.clear();
    told.setup_view.clear();
  }
  Answer<std::vector<Change>> answer = play(partial, told);
  const auto* why = std::get_if<Refusal>(&answer);
  if (of_other && why != nullptr && why->id == kLayoutNeeded) {
    step.setup_shared = true;
    told = step;
    answer = play(partial, told);
  }
  const std::vector<Change> emitted = demand(std::move(answer), "a step on a partial state");
  if (told.setup_view.empty() && !same_public(emitted, changes))
    throw PluginFault(
        fmt::format("the public changes of the partial state of viewer {} differ", partial.knower()));
  compare(*full_, partial);
}

// What a partial state may not know it leaves open; what it says must be true, as far as that is known.
void Boards::compare(const State& knowing, const State& partial) const {
  const host::Outcome truth = knowing.outcome();
  const host::Outcome belief = partial.outcome();
  const bool over = truth.state == host::Outcome::State::kOver;
  if (belief.state == host::Outcome::State::kOver &&
      (!over || belief.result != truth.result || belief.reason != truth.reason))
    throw PluginFault(fmt::format("the partial state of viewer {} ends another way", partial.knower()));
  if (over) return;
  if (partial.acting() != knowing.acting())
    throw PluginFault(fmt::format("the partial state of viewer {} has others on turn", partial.knower()));
  if (partial.hash(host::kPublic) != knowing.hash(host::kPublic))
    throw PluginFault(
        fmt::format("the partial state of viewer {} has another public hash", partial.knower()));
}

// Tried on copies, since what was told may turn out false in either state.
Answer<std::vector<Change>> Boards::take_told(Step& step) {
  if (step.kind == Step::Kind::kPly && !gather_facts(step))
    return needs_facts("a state of this move asks for more than was settled");
  step.setup_view.clear();
  step.setup_shared = false;
  const bool sets_up = step.kind == Step::Kind::kSetUp;
  const bool of_other = sets_up && step.seat != knower();
  State own = partial_.front().clone();
  State everybody = partial_.back().clone();
  Step open = step;  // as the public state is told it
  if (sets_up) open.setup.clear();
  Answer<std::vector<Change>> shown = play(everybody, open);
  if (const Refusal* why = refused(shown); why != nullptr && sets_up && why->id == kLayoutNeeded) {
    if (step.setup.empty()) return needs_facts("the layout is public");
    step.setup_shared = true;
    shown = play(everybody, step);
  }
  if (const Refusal* why = refused(shown)) return *why;
  if (sets_up && !of_other && step.setup.empty()) return needs_facts("the own layout");
  if (of_other && !step.setup_shared && (!step.elsewhere || !step.setup.empty()))
    return needs_facts("the layout is elsewhere, and nobody's to know");
  Answer<std::vector<Change>> done = play(own, step);
  if (refused(done) != nullptr) return done;
  if (!same_public(std::get<std::vector<Change>>(done), std::get<std::vector<Change>>(shown)))
    throw PluginFault("the public changes of the own and of the public state differ");
  compare(own, everybody);
  partial_.front() = std::move(own);
  partial_.back() = std::move(everybody);
  return done;
}

Answer<std::vector<Change>> Boards::take(Step& step) {
  if (!full_) return take_told(step);
  const bool hidden = !partial_.empty();
  if (hidden && step.kind == Step::Kind::kPly) find_facts(step);
  step.setup_view.clear();  // a partial state's, and only where the full one chooses the layout
  const bool drawn = hidden && step.kind == Step::Kind::kSetUp && step.setup.empty();
  std::optional<State> before;
  if (drawn && full_->has_setup()) before = full_->clone();
  Answer<std::vector<Change>> done = play(*full_, step);
  if (refused(done) != nullptr) return done;
  const auto& changes = std::get<std::vector<Change>>(done);
  if (before)
    find_layout(*before, step);
  else if (drawn)
    step.setup_view = full_->save(QITAI_SAVE_SEAT_VIEW, step.seat);
  for (State& partial : partial_)
    tell_partial(partial, step, changes);
  return done;
}

std::optional<Refusal> Boards::refuse_setup(Step step) const {
  if (full_) {
    State copy = full_->clone();
    const auto done = play(copy, step);
    const auto* why = std::get_if<Refusal>(&done);
    return why == nullptr ? std::nullopt : std::optional(*why);
  }
  Boards trial(variant_, std::nullopt);
  for (const State& state : partial_)
    trial.partial_.push_back(state.clone());
  const auto done = trial.take_told(step);
  const auto* why = std::get_if<Refusal>(&done);
  return why == nullptr ? std::nullopt : std::optional(*why);
}

bool Boards::can_play(host::Seat seat, host::Move move) const {
  const State& state = known_to(seat);
  if (full_ || seat == knower()) {
    const std::vector<host::Playable> all = state.playable(seat);
    return std::any_of(all.begin(), all.end(), [&](const host::Playable& one) { return one.move == move; });
  }
  // Its pieces are not known: whatever leads to a question can be made.
  if (!state.needs(seat, move).empty()) return true;
  State copy = state.clone();
  const auto done = copy.apply(seat, move);
  return refused(done) == nullptr;
}

Answer<host::Outcome> Boards::outcome_after(host::Seat seat, host::Move move,
                                            std::span<const host::Fact> facts) const {
  State after = deciding().clone();
  std::optional<std::vector<host::Fact>> asked = std::vector<host::Fact>{};
  if (!full_) asked = answers_among(after, seat, move, facts);
  if (!asked) return needs_facts("a state of this move asks for more than was settled");
  const auto done = after.apply(seat, move, *asked);
  if (const auto* why = std::get_if<Refusal>(&done)) return *why;
  return after.outcome();
}

}  // namespace qitai::match
