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

// A refusal of the rules as it is; that of a plugin that failed as the fault it is.
const Refusal* refused(const Answer<std::vector<Change>>& answer) {
  const auto* refusal = std::get_if<Refusal>(&answer);
  if (refusal != nullptr && refusal->id == "plugin-error") throw PluginFault(refusal->detail);
  return refusal;
}

}  // namespace

Boards::Boards(std::shared_ptr<const host::Variant> variant, State full)
    : variant_(std::move(variant)), full_(std::move(full)) {}

Answer<Boards> Boards::create(std::shared_ptr<const host::Variant> variant, const Terms& terms) {
  Answer<State> full = variant->create(start_of(terms, -1));
  if (const auto* refusal = std::get_if<Refusal>(&full)) return *refusal;
  Boards boards(variant, std::move(std::get<State>(full)));
  if (!variant->info().hidden) return boards;
  const auto add = [&](int knower) {
    boards.partial_.push_back(demand(variant->create(start_of(terms, knower)), "a partial state"));
    boards.compare(boards.partial_.back());
  };
  for (std::size_t seat = 0; seat < terms.seats.size(); ++seat)
    add(static_cast<int>(seat));
  add(host::kPublic);
  return boards;
}

Boards Boards::replay(std::shared_ptr<const host::Variant> variant, const Terms& terms,
                      const std::vector<Step>& steps) {
  Boards boards = demand(create(std::move(variant), terms), "the first position");
  for (Step step : steps)
    demand(boards.take(step), "a step that had been taken before");
  return boards;
}

const State& Boards::known_to(int viewer) const {
  if (partial_.empty()) return full_;
  const bool is_seat = viewer >= 0 && static_cast<std::size_t>(viewer) + 1 < partial_.size();
  return is_seat ? partial_[static_cast<std::size_t>(viewer)] : partial_.back();
}

// Asks every partial state what it must be told of this ply.
void Boards::find_facts(Step& step) const {
  step.facts.clear();
  const std::vector<host::Fact> all = full_.facts(step.seat, step.move);
  for (const State& partial : partial_) {
    for (const host::Fact& fact : answers_for(partial, step.seat, step.move, all)) {
      const auto heard = std::find_if(step.facts.begin(), step.facts.end(),
                                      [&](const KnownFact& other) { return same(other.fact, fact); });
      if (heard != step.facts.end()) {
        heard->audience |= bit_of(partial.knower());
      } else {
        step.facts.push_back({fact, bit_of(partial.knower())});
      }
    }
  }
  // What the public state must be told is public.
  for (KnownFact& known : step.facts) {
    if ((known.audience & bit_of(host::kPublic)) != 0) known.audience = bit_of(host::kPublic);
  }
}

// The layout that the variant has drawn for a seat, as the bytes that states are given.
void Boards::find_layout(const State& before, Step& step) const {
  std::vector<host::Piece> pieces = full_.view(step.seat);
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
  if (told.setup_view.empty()) {
    const std::vector<Change> seen = public_part(emitted);
    const std::vector<Change> expected = public_part(changes);
    const auto equal = [](const Change& a, const Change& b) { return same(a, b); };
    if (!std::equal(seen.begin(), seen.end(), expected.begin(), expected.end(), equal))
      throw PluginFault(
          fmt::format("the public changes of the partial state of viewer {} differ", partial.knower()));
  }
  compare(partial);
}

// What a partial state may not know it leaves open; what it says must be true.
void Boards::compare(const State& partial) const {
  const host::Outcome truth = full_.outcome();
  const host::Outcome belief = partial.outcome();
  const bool over = truth.state == host::Outcome::State::kOver;
  if (belief.state == host::Outcome::State::kOver &&
      (!over || belief.result != truth.result || belief.reason != truth.reason))
    throw PluginFault(fmt::format("the partial state of viewer {} ends another way", partial.knower()));
  if (over) return;
  if (partial.acting() != full_.acting())
    throw PluginFault(fmt::format("the partial state of viewer {} has others on turn", partial.knower()));
  if (partial.hash(host::kPublic) != full_.hash(host::kPublic))
    throw PluginFault(
        fmt::format("the partial state of viewer {} has another public hash", partial.knower()));
}

Answer<std::vector<Change>> Boards::take(Step& step) {
  const bool hidden = !partial_.empty();
  if (hidden && step.kind == Step::Kind::kPly) find_facts(step);
  step.setup_view.clear();  // a partial state's, and only where the full one chooses the layout
  const bool drawn = hidden && step.kind == Step::Kind::kSetUp && step.setup.empty();
  std::optional<State> before;
  if (drawn && full_.has_setup()) before = full_.clone();
  Answer<std::vector<Change>> done = play(full_, step);
  if (refused(done) != nullptr) return done;
  const auto& changes = std::get<std::vector<Change>>(done);
  if (before)
    find_layout(*before, step);
  else if (drawn)
    step.setup_view = full_.save(QITAI_SAVE_SEAT_VIEW, step.seat);
  for (State& partial : partial_)
    tell_partial(partial, step, changes);
  return done;
}

}  // namespace qitai::match
