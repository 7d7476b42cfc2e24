// Checks of what is hidden: partial states keep step with the full one, and tell nothing that they may not.
#include <algorithm>

#include "host/conformance/round.hpp"

namespace qitai::host::conformance {
namespace {

constexpr int kMaxQuestions = 8;  // qitai/variant.h, needs
constexpr int kSamples = 3;       // full states drawn of one partial one

void must_be_hidden(const Trial& trial) {
  if (!trial.info().hidden) throw Absent{"nothing is hidden in this game"};
}

bool heard_by(const Change& change, int viewer) {
  return change.audience == 1U << QITAI_PUBLIC || (viewer != kPublic && (change.audience >> viewer & 1) != 0);
}

// What a viewer hears of a turn. The public part alone, or with its own.
std::string heard(const std::vector<Change>& changes, int viewer) {
  std::vector<Change> part;
  for (Change change : changes) {
    if (!heard_by(change, viewer)) continue;
    // A seat is told that it hears something, not who else does.
    change.audience = change.audience == 1U << QITAI_PUBLIC ? change.audience : 0;
    part.push_back(change);
  }
  return bytes_of(part);
}

std::vector<Fact> facts_for(const State& full, const State& partial, const Turn& turn) {
  const std::vector<Fact> all = full.facts(turn.seat, turn.move);
  std::vector<Fact> given;
  std::vector<Fact> questions = partial.needs(turn.seat, turn.move, given);
  for (int i = 0; !questions.empty(); ++i) {
    hold(i < kMaxQuestions, "needs() never stops asking about {}", told(full, turn));
    for (const Fact& question : questions) {
      const auto answer = std::ranges::find_if(all, [&](const Fact& fact) {
        return fact.what == question.what && fact.seat == question.seat &&
               (question.point == kNoPoint || fact.point == question.point);
      });
      hold(answer != all.end(), "needs() of {} asks for a fact {} that facts() does not have ({})",
           viewer_name(full, partial.knower()), question.what, told(full, turn));
      given.push_back(*answer);
    }
    questions = partial.needs(turn.seat, turn.move, given);
  }
  return given;
}

// A full state and the partial ones of every viewer, who are told of each turn what they ask for.
class Knowers {
 public:
  // Compared: what they say of a turn must be what the full state says.
  Knowers(const Round& round, bool compared) : compared_(compared) {
    for (const int viewer : viewers(round.state)) {
      Start start = round.start;
      start.seed = {};  // a partial state may not know what the lot decides
      start.knower = viewer;
      partial_.push_back(begin(round.trial, start));
    }
  }

  [[nodiscard]] const std::vector<State>& states() const { return partial_; }

  // Before `round` takes the turn; it is taken there too.
  void take(Round& round, const Turn& turn) {
    std::vector<std::vector<Fact>> facts;
    for (const State& partial : partial_) {
      facts.push_back(turn.kind == Turn::Kind::kMove ? facts_for(round.state, partial, turn)
                                                     : std::vector<Fact>{});
      if (compared_ && turn.kind == Turn::Kind::kMove) compare_texts(round.state, partial, turn);
    }
    const State before = round.state.clone();
    const std::vector<Change> changes = round.take(turn);
    for (std::size_t i = 0; i < partial_.size(); ++i) {
      const int viewer = partial_[i].knower();
      if (turn.kind == Turn::Kind::kSetup && viewer == turn.seat && turn.layout.empty()) {
        partial_[i] = reload(round.trial, round.state.save(QITAI_SAVE_SEAT_VIEW, viewer), "a seat view");
        continue;
      }
      Turn its = turn;
      if (turn.kind == Turn::Kind::kSetup && viewer != turn.seat && !must_be_told(partial_[i], turn))
        its.layout.clear();
      if (turn.kind == Turn::Kind::kSetup && viewer != turn.seat && turn.layout.empty() &&
          must_be_told(partial_[i], turn)) {
        partial_[i] = reload(round.trial, round.state.save(QITAI_SAVE_SEAT_VIEW, viewer), "a seat view");
        continue;
      }
      const std::vector<Change> seen = conformance::take(partial_[i], its, facts[i]);
      if (!compared_) continue;
      hold(heard(seen, kPublic) == heard(changes, kPublic),
           "the public changes of the partial state of {} are others than the full one's ({})",
           viewer_name(before, viewer), told(before, turn));
      hold(heard(seen, viewer) == heard(changes, viewer),
           "the partial state of {} tells its own seat other changes than the full one does ({})",
           viewer_name(before, viewer), told(before, turn));
    }
  }

 private:
  // Set-ups that are public: a partial state asks for what it may know by refusing empty bytes.
  static bool must_be_told(const State& partial, const Turn& turn) {
    State copy = partial.clone();
    const auto answer = copy.setup(turn.seat, {});
    const auto* refusal = std::get_if<Refusal>(&answer);
    return refusal != nullptr && refusal->id == "layout-needed";
  }
  static void compare_texts(const State& full, const State& partial, const Turn& turn) {
    for (int n = -1; n < static_cast<int>(full.variant().info().notations.size()); ++n) {
      const std::string a = full.move_text(turn.seat, turn.move, n);
      const std::string b = partial.move_text(turn.seat, turn.move, n);
      hold(a == b, "{} is \"{}\" to a full state and \"{}\" to the partial one of {}", told(full, turn), a, b,
           viewer_name(full, partial.knower()));
    }
  }

  bool compared_;
  std::vector<State> partial_;
};

void compare(const State& full, const State& partial) {
  const int viewer = partial.knower();
  const std::string name = viewer_name(full, viewer);
  const Outcome truth = full.outcome(), belief = partial.outcome();
  const bool over = truth.state == Outcome::State::kOver;
  if (belief.state == Outcome::State::kOver)
    hold(over && belief.result == truth.result && belief.reason == truth.reason,
         "the partial state of {} ends ({}), the full one {}", name, belief.reason,
         over ? "another way (" + truth.reason + ")" : std::string("goes on"));
  hold(!over || belief.state != Outcome::State::kOngoing,
       "the partial state of {} is sure that the game goes on, and it is over ({})", name, truth.reason);
  if (over) return;
  hold(full.acting() == partial.acting(), "the partial state of {} has others to act", name);
  hold(full.hash(kPublic) == partial.hash(kPublic), "the partial state of {} has another public hash", name);
  Lines a = told_to(full, viewer), b = told_to(partial, viewer);
  for (std::size_t i = 0; i < b.size(); ++i) {
    // A seat whose own pieces are uncertain to it may not know; no seat's are here unless it says so.
    const bool unsure = b[i].what.starts_with("the legal moves") && b[i].bytes == "unknown";
    const bool unsure_too = b[i].what.starts_with("the playable moves") && b[i].bytes.empty();
    if (unsure || unsure_too) a[i].bytes = b[i].bytes;
  }
  const auto other = difference(a, b);
  hold(!other, "the partial state answers otherwise: {}", other.value_or(""));
  for (Seat seat = 0; seat < static_cast<Seat>(full.variant().info().seats.size()); ++seat) {
    const auto known = partial.legal(seat);
    hold(!known || known == full.legal(seat), "the partial state of {} is wrong about the moves of {}", name,
         viewer_name(full, seat));
  }
}

// What two full states that agree with a viewer's knowledge tell it.
void compare_worlds(Round& round, const State& full, const State& other, int viewer, std::string_view how) {
  const auto told_other = difference(told_to(full, viewer), told_to(other, viewer));
  hold(!told_other, "what it may not know shows in {} ({})", told_other.value_or(""), how);
  const auto told_public = difference(told_to(full, kPublic), told_to(other, kPublic));
  hold(!told_public, "what is hidden shows in {} ({})", told_public.value_or(""), how);
  hold(full.acting() == other.acting(), "acting() depends on what is hidden ({})", how);
  if (viewer == kPublic) return;
  for (const Move& move : tries(full, viewer, round.dice, 12)) {
    const auto a = full.refuse(viewer, move), b = other.refuse(viewer, move);
    const bool same = a.has_value() == b.has_value() && (!a || (a->id == b->id && a->points == b->points));
    hold(same, "whether {} {} is refused, and why, depends on what that seat may not know ({})",
         viewer_name(full, viewer), move_name(full, viewer, move), how);
    for (int n = -1; !a && n < static_cast<int>(full.variant().info().notations.size()); ++n)
      hold(full.move_text(viewer, move, n) == other.move_text(viewer, move, n),
           "the text of {} {} depends on what is hidden ({})", viewer_name(full, viewer),
           move_name(full, viewer, move), how);
  }
}

// The same game with another hidden set-up of one seat, for as long as nobody else can tell.
class Twin {
 public:
  Twin(Round& round, Seat seat) : seat_(seat), state_(begin(round.trial, round.start)) {}

  [[nodiscard]] bool alive() const { return alive_; }

  // After `round` took the turn, `changes` being what it changed there. `before`: its state before.
  void follow(Round& round, const Turn& turn, const std::vector<Change>& changes) {
    if (!alive_) return;
    Answer<std::vector<Change>> answer = Refusal{};
    if (turn.kind == Turn::Kind::kSetup && turn.seat == seat_) {
      const auto layout = state_.suggest_setup(seat_, round.dice.seed());
      alive_ = layout.has_value();
      if (alive_) answer = state_.setup(seat_, *layout);
    } else if (turn.kind == Turn::Kind::kSetup) {
      answer = state_.setup(turn.seat, turn.layout);
    } else if (turn.kind == Turn::Kind::kChance) {
      answer = state_.chance(turn.draw);
    } else {
      answer = state_.apply(turn.seat, turn.move);
    }
    const auto* now = std::get_if<std::vector<Change>>(&answer);
    alive_ = alive_ && now != nullptr;
    for (const int viewer : viewers(round.state)) {
      if (alive_ && viewer != seat_) alive_ = heard(*now, viewer) == heard(changes, viewer);
    }
    alive_ = alive_ && round.state.acting() != 0 && state_.acting() != 0;
    if (!alive_) return;
    for (const int viewer : viewers(round.state)) {
      if (viewer != seat_)
        compare_worlds(round, round.state, state_, viewer,
                       fmt::format("two set-ups of {}", viewer_name(round.state, seat_)));
    }
  }
  // The moves that both worlds have, so that the two go together for long.
  [[nodiscard]] bool can(const Turn& turn) const {
    if (!alive_ || turn.kind != Turn::Kind::kMove) return true;
    const auto legal = state_.legal(turn.seat);
    return legal && std::binary_search(legal->begin(), legal->end(), turn.move);
  }

 private:
  Seat seat_;
  State state_;
  bool alive_ = true;
};

}  // namespace

std::string check_chance(Trial& trial) {
  if (!trial.info().chance) throw Absent{"chance takes no part in this game"};
  unsigned draws = 0;
  std::string text = each_round(trial, trial.games, [&](Round& round) {
    do {
      if (round.state.acting() != 1U << QITAI_CHANCE_SEAT) continue;
      const std::uint32_t count = round.state.chance_count();
      const std::string before = round.state.save(QITAI_SAVE_SNAPSHOT);
      for (std::uint32_t i = 0; i < std::min(count, 20U); ++i) {
        State copy = round.state.clone();
        Turn turn;
        turn.kind = Turn::Kind::kChance;
        turn.draw = i < 10 ? i : static_cast<std::uint32_t>(round.dice.below(count));
        conformance::take(copy, turn);
        (void)everything(copy);
        ++draws;
      }
      for (const std::uint32_t wrong : {count, count + 1, 0xFFFFFFFFU}) {
        const auto answer = round.state.chance(wrong);
        const auto* refusal = std::get_if<Refusal>(&answer);
        hold(refusal != nullptr, "the draw {} of {} is taken", wrong, count);
        hold(round.state.save(QITAI_SAVE_SNAPSHOT) == before,
             "the draw {} of {} is refused and changed something", wrong, count);
      }
    } while (round.step());
  });
  return fmt::format("{}, {} draws", text, draws);
}

std::string check_knowledge(Trial& trial) {
  must_be_hidden(trial);
  return each_round(trial, a_few(trial), [&](Round& round) {
    Knowers knowers(round, true);
    for (const State& partial : knowers.states())
      compare(round.state, partial);
    while (const std::optional<Turn> turn = round.choose()) {
      knowers.take(round, *turn);
      for (const State& partial : knowers.states())
        compare(round.state, partial);
      if (!round.sampled()) continue;
      // A seat view of the full state is the partial state of that seat.
      for (const int viewer : viewers(round.state)) {
        compare(round.state, reload(trial, round.state.save(QITAI_SAVE_SEAT_VIEW, viewer),
                                    "the seat view of " + viewer_name(round.state, viewer)));
      }
    }
  });
}

std::string check_secrets(Trial& trial) {
  must_be_hidden(trial);
  unsigned samples = 0, pairs = 0;
  std::string text = each_round(trial, a_few(trial), [&](Round& round) {
    Knowers knowers(round, false);
    std::vector<Twin> twins;
    for (Seat seat = 0; trial.info().setup && seat < trial.seats(); ++seat)
      twins.emplace_back(round, seat);
    while (std::optional<Turn> turn = round.choose()) {
      const auto shared = [&] {
        return std::ranges::all_of(twins, [&](const Twin& t) { return t.can(*turn); });
      };
      for (int i = 0; i < 8 && !shared(); ++i) {
        if (const auto other = round.choose()) turn = other;
      }
      // The full state's changes are wanted too: taken once more on a copy.
      State copy = round.state.clone();
      const std::vector<Change> changes = conformance::take(copy, *turn);
      knowers.take(round, *turn);
      for (Twin& twin : twins) {
        twin.follow(round, *turn, changes);
        pairs += twin.alive() ? 1 : 0;
      }
      if (round.state.acting() == 0 || !round.sampled(8)) continue;
      for (const State& partial : knowers.states()) {
        for (int i = 0; i < kSamples; ++i) {
          const std::optional<State> drawn = partial.resample(round.dice.seed());
          if (!drawn) break;
          hold(drawn->knower() == kFull, "resample() makes no full state");
          compare_worlds(round, round.state, *drawn, partial.knower(), "resample()");
          ++samples;
        }
      }
    }
  });
  if (samples + pairs == 0)
    throw Absent{"without resample() or a suggested set-up there is nothing to compare with"};
  return fmt::format("{}, {} drawn states, {} twin positions", text, samples, pairs);
}

}  // namespace qitai::host::conformance
