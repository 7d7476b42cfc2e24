// A hidden game played on a full state and on partial ones side by side, for the tests of the toy game.
#pragma once

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <type_traits>

#include "plugins.hpp"

namespace qitai::testing {

using namespace host;

inline constexpr int kViewers[] = {0, 1, kPublic};

// Numbers below a bound, the same in every run.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  unsigned operator()(std::size_t below) { return static_cast<unsigned>(engine_() % below); }

 private:
  std::mt19937 engine_;
};

template <typename T>
T taken(Answer<T> answer) {
  if (const auto* refusal = std::get_if<Refusal>(&answer)) FAIL(refusal->id << ": " << refusal->detail);
  return std::move(std::get<T>(answer));
}

inline State make(const std::vector<std::int64_t>& options, int knower, std::string position = {}) {
  return taken(toy()->create({options, {}, knower, std::move(position)}));
}

inline std::vector<Change> for_viewer(const std::vector<Change>& all, int viewer) {
  std::vector<Change> seen;
  for (const Change& change : all) {
    if ((change.audience & (1u << kPublic | 1u << viewer)) != 0) seen.push_back(change);
  }
  return seen;
}

template <typename T>
std::string bytes_of(const std::vector<T>& elements) {
  static_assert(std::has_unique_object_representations_v<T>);
  return {reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T)};
}

// Everything that a state tells a viewer, as bytes.
inline std::string told(const State& state, int viewer) {
  std::string text = bytes_of(state.view(viewer)) + '|' + std::to_string(state.hash(viewer)) + '|' +
                     state.position(viewer) + '|' + bytes_of(state.marks(viewer)) + '|' +
                     state.explain(viewer) + '|' + state.save(QITAI_SAVE_SEAT_VIEW, viewer);
  if (viewer == kPublic) return text;
  if (const auto moves = state.legal(viewer)) text += bytes_of(*moves);
  return text;
}

// One full state and a partial one for each viewer; every intent goes to all of them.
struct Table {
  explicit Table(const std::vector<std::int64_t>& options) : full(make(options, -1)) {
    for (const int viewer : kViewers)
      partial.push_back(make(options, viewer));
  }

  void setup(int seat, const std::string& layout) {
    check(taken(full.setup(seat, layout)), [&](State& state) {
      return taken(state.setup(seat, state.knower() == seat ? layout : std::string{}));
    });
  }
  void chance(std::uint32_t index) {
    check(taken(full.chance(index)), [&](State& state) { return taken(state.chance(index)); });
  }
  void move(int seat, Move move) {
    const std::vector<Fact> answers = full.facts(seat, move);
    check(taken(full.apply(seat, move)), [&](State& state) {
      std::vector<Fact> known;
      for (int round = 0; round < 8; ++round) {
        const std::vector<Fact> questions = state.needs(seat, move, known);
        if (questions.empty()) break;
        if (round == 0 && known.empty()) {
          // Unanswered, the move is refused and nothing has changed.
          const std::string before = told(state, state.knower());
          REQUIRE(std::holds_alternative<Refusal>(state.apply(seat, move)));
          REQUIRE(told(state, state.knower()) == before);
        }
        for (const Fact& question : questions) {
          REQUIRE(question.value == 0);
          const auto answer = std::find_if(answers.begin(), answers.end(), [&](const Fact& fact) {
            return fact.what == question.what && fact.seat == question.seat &&
                   (question.point == kNoPoint || fact.point == question.point);
          });
          REQUIRE(answer != answers.end());
          known.push_back(*answer);
        }
        questions_asked += questions.size();
      }
      return taken(state.apply(seat, move, known));
    });
  }

  template <typename Play>
  void check(const std::vector<Change>& changes, Play play) {
    for (State& state : partial) {
      const int viewer = state.knower();
      const std::vector<Change> seen = play(state);
      REQUIRE(bytes_of(for_viewer(seen, viewer)) == bytes_of(for_viewer(changes, viewer)));
      REQUIRE(bytes_of(for_viewer(seen, kPublic)) == bytes_of(for_viewer(changes, kPublic)));
      REQUIRE(state.hash(kPublic) == full.hash(kPublic));
      REQUIRE(state.hash(viewer) == full.hash(viewer));
      REQUIRE(bytes_of(state.view(viewer)) == bytes_of(full.view(viewer)));
      REQUIRE(bytes_of(state.view(kPublic)) == bytes_of(full.view(kPublic)));
      REQUIRE(state.colour_of(0) == full.colour_of(0));
      // What a seat knows is the same, played or cut out of the full state.
      REQUIRE(state.save(QITAI_SAVE_SEAT_VIEW, viewer) == full.save(QITAI_SAVE_SEAT_VIEW, viewer));
      const Outcome outcome = state.outcome(), truth = full.outcome();
      if (outcome.state == Outcome::State::kUnknown) continue;
      REQUIRE(outcome.state == truth.state);
      REQUIRE(outcome.reason == truth.reason);
      REQUIRE(outcome.result == truth.result);
      REQUIRE(state.acting() == full.acting());
    }
  }

  State full;
  std::vector<State> partial;
  std::size_t questions_asked = 0;
};

inline const std::vector<std::string> kLayouts = {"FE", "FM", "EF", "MF", "BF"};

inline std::vector<std::int64_t> random_options(Random& random) {
  return {random(2), random(2), random(2), 4 + random(random(2) == 0 ? 2 : 37)};
}

}  // namespace qitai::testing
