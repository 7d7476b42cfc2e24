// Checks of what can be played, and of how it is written.
#include <algorithm>
#include <map>

#include "host/conformance/round.hpp"

namespace qitai::host::conformance {
namespace {

// What must not change when something is refused.
Lines core_of(const State& state) {
  Lines lines{{"the snapshot", state.save(QITAI_SAVE_SNAPSHOT)}};
  for (const int viewer : viewers(state)) {
    lines.push_back({"the view of " + viewer_name(state, viewer), bytes_of(state.view(viewer))});
    lines.push_back(
        {"the hash for " + viewer_name(state, viewer), fmt::format("{:016x}", state.hash(viewer))});
  }
  return lines;
}

bool is_legal(const std::vector<Move>& legal, Move move) {
  return std::binary_search(legal.begin(), legal.end(), move);
}

void check_lists(const Round& round, Seat seat, const std::vector<Move>& legal) {
  const State& state = round.state;
  const std::string& name = state.variant().info().seats[static_cast<std::size_t>(seat)].id;
  const auto again = state.legal(seat);
  hold(again && *again == legal, "legal() answers {} moves of {}, then others", legal.size(), name);
  const std::uint32_t acting = state.acting();
  if ((acting >> seat & 1) == 0 || (acting & QITAI_ACTING_SETUP) != 0)
    hold(legal.empty(), "legal() lists moves of {}, who does not act by moving", name);
  const std::vector<Playable> playable = state.playable(seat);
  std::vector<Move> both;
  for (const Playable& p : playable) {
    if (p.legal) both.push_back(p.move);
  }
  for (const Move& move : legal)
    hold(is_legal(both, move), "legal() lists {} {}, playable() does not list it as legal", name,
         move_name(state, seat, move));
  for (const Move& move : both)
    hold(is_legal(legal, move), "playable() says that {} {} is legal, legal() does not list it", name,
         move_name(state, seat, move));
}

void check_playing(const Round& round, Seat seat, const std::vector<Playable>& moves) {
  for (const Playable& p : moves) {
    State copy = round.state.clone();
    const auto answer = copy.apply(seat, p.move);
    if (const auto* refusal = std::get_if<Refusal>(&answer)) {
      broken("apply() refuses {} {}, which {} lists: {} ({})",
             round.trial.info().seats[static_cast<std::size_t>(seat)].id,
             move_name(round.state, seat, p.move), p.legal ? "legal()" : "playable()", refusal->id,
             refusal->detail);
    }
  }
}

void refuse_all(Round& round, Seat seat) {
  State& state = round.state;
  const std::string& name = state.variant().info().seats[static_cast<std::size_t>(seat)].id;
  const std::vector<Move> legal = state.legal(seat).value_or(std::vector<Move>{});
  std::vector<Move> playable;
  for (const Playable& p : state.playable(seat))
    playable.push_back(p.move);
  const Lines before = core_of(state);
  for (const Move& move : tries(state, seat, round.dice, 24)) {
    const std::string text = move_name(state, seat, move);
    const auto refused = state.refuse(seat, move);
    hold(!refused || refused->id != "plugin-error", "refuse() of {} {}: {}", name, text,
         refused ? refused->detail : std::string());
    hold(is_legal(legal, move) == !refused, "refuse() says {} to {} {}, legal() {} it",
         refused ? refused->id : "nothing", name, text, is_legal(legal, move) ? "lists" : "does not list");
    if (std::binary_search(playable.begin(), playable.end(), move)) continue;
    const auto answer = state.apply(seat, move);
    const auto* refusal = std::get_if<Refusal>(&answer);
    hold(refusal != nullptr, "apply() takes {} {}, which is not playable", name, text);
    hold(refusal->id != "plugin-error", "apply() of {} {}, which is not playable: {}", name, text,
         refusal->detail);
    const auto changed = difference(before, core_of(state));
    hold(!changed, "apply() refuses {} {} ({}) and has changed {}", name, text, refusal->id,
         changed.value_or(""));
  }
}

// As State::questions of all kinds; what they answer is of no interest here.
void ask_all(const State& state, Dice& dice) {
  (void)everything(state);
  for (int seat = 0; seat < static_cast<int>(state.variant().info().seats.size()); ++seat) {
    for (const Move& move : tries(state, seat, dice, 4)) {
      (void)state.refuse(seat, move);
      (void)state.needs(seat, move);
      (void)state.facts(seat, move);
      for (int n = -1; n < static_cast<int>(state.variant().info().notations.size()); ++n) {
        const std::string text = state.move_text(seat, move, n);
        (void)state.read_move(seat, text, n);
      }
    }
  }
}

void check_texts_of_moves(const State& state, Seat seat, const std::vector<Move>& legal, int notation) {
  const VariantInfo& info = state.variant().info();
  const std::string name =
      notation < 0 ? std::string("coordinates") : info.notations[static_cast<std::size_t>(notation)].id;
  std::map<std::string, Move> texts;
  for (const Move& move : legal) {
    const std::string text = state.move_text(seat, move, notation);
    hold(!text.empty(), "{} has no text in {}", move_name(state, seat, move), name);
    const auto [other, fresh] = texts.emplace(text, move);
    hold(fresh, "{} and {} are both \"{}\" in {}", move_name(state, seat, other->second),
         move_name(state, seat, move), text, name);
    const Answer<Move> read = state.read_move(seat, text, notation);
    if (const auto* refusal = std::get_if<Refusal>(&read)) {
      broken("\"{}\" ({} in {}) cannot be read: {} ({})", text, move_name(state, seat, move), name,
             refusal->id, refusal->detail);
    }
    hold(std::get<Move>(read) == move, "\"{}\" ({} in {}) is read as {}", text, move_name(state, seat, move),
         name, move_name(state, seat, std::get<Move>(read)));
  }
}

}  // namespace

std::string check_games(Trial& trial) {
  unsigned ended = 0, played = 0;
  std::string text = each_round(trial, trial.games, [&](Round& round) {
    while (round.step()) {
      // The host checks ranges and orders of all that it is told.
      (void)round.state.outcome();
      for (const int viewer : viewers(round.state))
        (void)round.state.view(viewer);
    }
    ++played;
    if (round.state.acting() == 0) ++ended;
  });
  return fmt::format("{}: {} ended, {} stopped after {} turns", text, ended, played - ended, kMostPlies);
}

std::string check_legal(Trial& trial) {
  return each_round(trial, a_few(trial), [&](Round& round) {
    do {
      for (Seat seat = 0; seat < trial.seats(); ++seat) {
        const auto legal = round.state.legal(seat);
        hold(legal.has_value(), "legal() of a full state answers QITAI_UNKNOWN");
        if (!round.sampled(6)) continue;
        check_lists(round, seat, *legal);
        check_playing(round, seat, round.state.playable(seat));
      }
    } while (round.step());
  });
}

std::string check_refusals(Trial& trial) {
  return each_round(trial, a_few(trial), [&](Round& round) {
    do {
      if (!round.sampled()) continue;
      for (Seat seat = 0; seat < trial.seats(); ++seat)
        refuse_all(round, seat);
    } while (round.step());
    for (Seat seat = 0; seat < trial.seats(); ++seat)
      refuse_all(round, seat);
  });
}

std::string check_questions(Trial& trial) {
  return each_round(trial, a_few(trial), [&](Round& round) {
    do {
      if (!round.sampled()) continue;
      const std::string saved = round.state.save(QITAI_SAVE_SNAPSHOT);
      const Lines before = everything(round.state);
      ask_all(round.state, round.dice);
      const auto changed = difference(before, everything(round.state));
      hold(!changed && round.state.save(QITAI_SAVE_SNAPSHOT) == saved,
           "questions have changed what it answers: {}", changed.value_or("the snapshot"));
    } while (round.step());
  });
}

std::string check_outcome(Trial& trial) {
  unsigned ended = 0;
  std::string text = each_round(trial, trial.games, [&](Round& round) {
    for (;;) {
      const State& state = round.state;
      const Outcome outcome = state.outcome();
      const std::uint32_t acting = state.acting();
      hold(outcome.state != Outcome::State::kUnknown, "outcome() of a full state is unknown");
      const bool over = outcome.state == Outcome::State::kOver;
      hold(over == (acting == 0), "outcome() says that the game {}, acting() is 0x{:x}",
           over ? "is over (" + outcome.reason + ")" : std::string("goes on"), acting);
      if (over) {
        const auto sum = std::ranges::count(outcome.result, QITAI_RESULT_WIN);
        hold(sum == 0 || std::ranges::count(outcome.result, QITAI_RESULT_DRAW) == 0 ||
                 outcome.result.size() > 2,
             "one of two seats wins and the other has a draw");
        for (Seat seat = 0; seat < trial.seats(); ++seat)
          hold(state.legal(seat).value_or(std::vector<Move>{}).empty(), "legal() lists moves after the end");
        ++ended;
      } else if (round.dice.one_in(100)) {
        const std::string before = state.save(QITAI_SAVE_SNAPSHOT);
        const auto changed = difference(timeouts(state), timeouts(state));
        hold(!changed && state.save(QITAI_SAVE_SNAPSHOT) == before,
             "{} is answered in two ways, or changes something", changed.value_or("timeout_outcome()"));
      }
      if (!round.step()) break;
    }
  });
  return fmt::format("{}, {} of them to their end", text, ended);
}

std::string check_notation(Trial& trial) {
  return each_round(trial, a_few(trial), [&](Round& round) {
    do {
      if (!round.sampled(6)) continue;
      for (Seat seat = 0; seat < trial.seats(); ++seat) {
        const std::vector<Move> legal = round.state.legal(seat).value_or(std::vector<Move>{});
        for (int n = -1; n < static_cast<int>(trial.info().notations.size()); ++n)
          check_texts_of_moves(round.state, seat, legal, n);
      }
    } while (round.step());
  });
}

}  // namespace qitai::host::conformance
