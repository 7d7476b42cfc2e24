#include "match/step.hpp"

#include <algorithm>

namespace qitai::match {
namespace {

using host::Answer;
using host::Change;
using host::Fact;
using host::Move;
using host::PluginFault;
using host::Seat;
using host::State;

// Questions about one move: as many rounds as there may be (qitai/variant.h, needs), and several in some.
constexpr int kMaxRounds = 16;

constexpr std::uint32_t bit_of(int viewer) {
  return 1U << static_cast<unsigned>(viewer);
}

bool answers(const Fact& answer, const Fact& question) {
  return answer.what == question.what && answer.seat == question.seat &&
         (question.point == host::kNoPoint || answer.point == question.point);
}

}  // namespace

// Question by question, as two machines ask each other: an answer may make the next question needless, and
// what nobody needs is no part of the account.
std::optional<std::vector<Fact>> answers_among(const State& partial, Seat seat, Move move,
                                               std::span<const Fact> known) {
  std::vector<Fact> given;
  for (int round = 0; round < kMaxRounds; ++round) {
    const std::vector<Fact> questions = partial.needs(seat, move, given);
    if (questions.empty()) return given;
    const Fact* found = nullptr;
    for (const Fact& question : questions) {
      const auto answer =
          std::find_if(known.begin(), known.end(), [&](const Fact& fact) { return answers(fact, question); });
      if (answer == known.end()) continue;
      found = &*answer;
      break;
    }
    if (found == nullptr) return std::nullopt;
    given.push_back(*found);
  }
  throw PluginFault("a partial state never stops asking");
}

std::vector<Fact> answers_for(const State& partial, Seat seat, Move move, const std::vector<Fact>& known) {
  auto given = answers_among(partial, seat, move, known);
  if (!given) throw PluginFault("a partial state asks what nobody answers");
  return *std::move(given);
}

Answer<std::vector<Change>> play(State& state, const Step& step) {
  if (step.kind == Step::Kind::kChance) return state.chance(step.index);
  if (step.kind == Step::Kind::kSetUp) {
    if (step.setup_view.empty()) return state.setup(step.seat, step.setup);
    Answer<State> loaded = state.variant().load(step.setup_view);
    if (const auto* refusal = std::get_if<host::Refusal>(&loaded)) return *refusal;
    state = std::move(std::get<State>(loaded));
    return std::vector<Change>{};
  }
  if (state.knower() == -1) return state.apply(step.seat, step.move);
  std::vector<Fact> known;
  for (const KnownFact& fact : step.facts) {
    if ((fact.audience & (bit_of(state.knower()) | bit_of(host::kPublic))) != 0) known.push_back(fact.fact);
  }
  return state.apply(step.seat, step.move, answers_for(state, step.seat, step.move, known));
}

}  // namespace qitai::match
