// Checks of what a state is: copied, taken back, played again, hashed, written as a position text.
#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "host/conformance/round.hpp"

namespace qitai::host::conformance {
namespace {

void hold_same(const Lines& before, const Lines& now, std::string_view what) {
  const auto changed = difference(before, now);
  hold(!changed, "{}: it answers otherwise: {}", what, changed.value_or(""));
}

// Undoes to the beginning, comparing with what was there before each turn.
void undo_all(State& state, std::vector<Lines>& before) {
  for (std::size_t left = before.size(); left-- > 0; before.pop_back()) {
    hold(state.undo(), "undo() answers QITAI_UNSUPPORTED with {} turns to take back", left + 1);
    hold_same(before[left], everything(state), fmt::format("after undo() back to ply {}", left));
  }
  hold(!state.undo(), "undo() takes something back at the beginning");
}

// What a viewer sees and who acts: where it differs, the hash must.
std::string looks(const State& state, int viewer) {
  std::string text = bytes_of(state.view(viewer)) + fmt::format("/{:x}", state.acting());
  for (Seat seat = 0; seat < static_cast<Seat>(state.variant().info().seats.size()); ++seat)
    text += fmt::format("/{}", state.colour_of(seat));
  return text;
}

struct Met {
  std::string looks;
  std::string where;
};

// False: there is no text of it.
bool check_position_of(Round& round, int viewer, int knower) {
  // Of what is hidden a seat's own state knows what its text can say.
  const State original =
      knower == kFull ? round.state.clone()
                      : reload(round.trial, round.state.save(QITAI_SAVE_SEAT_VIEW, knower), "a seat view");
  const std::string text = original.position(viewer);
  if (text.empty()) return false;
  Start start = round.start;
  start.position = text;
  start.knower = knower;
  const State made = begin(round.trial, start);
  hold(made.position(viewer) == text, "position \"{}\" is written back as \"{}\"", text,
       made.position(viewer));
  hold(bytes_of(made.view(viewer)) == bytes_of(original.view(viewer)),
       "position \"{}\" is read as another: the view differs", text);
  hold(made.acting() == original.acting(), "position \"{}\" is read with others to move", text);
  hold(made.hash(viewer) == original.hash(viewer), "position \"{}\" is read with another hash", text);
  return true;
}

// Texts that no game can mean are refused with a reason, whatever stands in them.
void check_bad_positions(Round& round, const std::string& good) {
  for (int i = 0; i < 40; ++i) {
    std::string text = good;
    const std::size_t at = round.dice.below(text.size() + 1);
    if (i % 3 == 0) {
      text.resize(at);
    } else if (i % 3 == 1) {
      text.insert(at, 1 + round.dice.below(40), static_cast<char>(round.dice.below(256)));
    } else if (!text.empty()) {
      text[at % text.size()] = static_cast<char>(round.dice.below(256));
    }
    Start start = round.start;
    start.position = text;
    if (text.empty()) continue;
    Answer<State> made = round.trial.variant->create(start);
    if (const auto* refusal = std::get_if<Refusal>(&made)) {
      hold(refusal->id != "plugin-error", "create() of a damaged position text: {}", refusal->detail);
    } else {
      (void)everything(std::get<State>(made));
    }
  }
}

}  // namespace

std::string check_clone(Trial& trial) {
  return each_round(trial, a_few(trial), [&](Round& round) {
    do {
      if (!round.sampled()) continue;
      State copy = round.state.clone();
      const Lines before = everything(round.state);
      hold_same(before, everything(copy), "a copy was made");
      std::vector<Turn> turns;
      {
        // Plays on with the original, then with the copy: neither may see the other's turns.
        Round other(trial, round.number);
        other.state = round.state.clone();
        other.dice = round.dice;
        for (int i = 0; i < 6 && other.step(); ++i) {
        }
        turns = other.turns;
      }
      hold_same(before, everything(round.state), "the copy of a state was played and destroyed");
      State second = round.state.clone();
      for (const Turn& turn : turns)
        conformance::take(second, turn);
      hold_same(before, everything(copy), "another copy was played");
    } while (round.step());
  });
}

std::string check_undo(Trial& trial) {
  if (trial.api.undo == nullptr) throw Absent{"the game has no undo; the game replays instead"};
  return each_round(trial, a_few(trial), [&](Round& round) {
    const std::size_t most = round.number % 2 == 0 ? 40 : 150;
    std::vector<Lines> before;
    State origin = round.state.clone();
    for (;;) {
      const std::optional<Turn> turn = before.size() < most ? round.choose() : std::nullopt;
      if (!turn) break;
      before.push_back(everything(round.state));
      round.take(*turn);
    }
    const Lines end = everything(round.state);
    undo_all(round.state, before);
    for (const Turn& turn : round.turns)
      conformance::take(round.state, turn);
    hold_same(end, everything(round.state), "after undo() to the beginning and the same turns again");
  });
}

std::string check_replay(Trial& trial) {
  return each_round(trial, a_few(trial), [&](Round& round) {
    State again = begin(trial, round.start);
    std::size_t taken = 0;
    for (bool more = true; more;) {
      more = round.step();
      // Lags behind, so that one state cannot look at the other.
      if (more && !round.sampled()) continue;
      for (; taken < round.turns.size(); ++taken)
        conformance::take(again, round.turns[taken]);
      hold_same(everything(round.state), everything(again), "the same turns were taken again");
    }
  });
}

std::string check_same(Trial& trial) {
  return each_round(trial, a_few(trial), [&](Round& round) {
    do {
      if (!round.sampled()) continue;
      Lines lines = everything(round.state);
      if (round.dice.one_in(10)) std::ranges::move(timeouts(round.state), std::back_inserter(lines));
      for (const Line& line : lines) {
        trial.trace(
            fmt::format("{}: {}: {:016x}", round.where(), line.what, std::hash<std::string>{}(line.bytes)));
      }
    } while (round.step());
  });
}

std::string check_hash(Trial& trial) {
  // By options: what is equal under other options is nobody's business.
  std::map<std::tuple<std::vector<std::int64_t>, int, std::uint64_t>, Met> met;
  std::map<std::pair<std::vector<std::int64_t>, std::string>, std::uint64_t> by_text;
  return each_round(trial, a_few(trial), [&](Round& round) {
    do {
      const State& state = round.state;
      // After an end by repetition or a counter the same position is on the board once more.
      if (state.acting() == 0) break;
      for (const int viewer : viewers(state)) {
        const std::string now = looks(state, viewer);
        const auto [place, fresh] =
            met.try_emplace({round.start.options, viewer, state.hash(viewer)}, Met{now, round.where()});
        hold(place->second.looks == now,
             "the hash for {} is that of {}, where the view, the seats to act or the colours were others",
             viewer_name(state, viewer), place->second.where);
      }
      const std::string text = state.position(kPublic);
      if (text.empty() || trial.info().hidden) continue;
      const auto [place, fresh] = by_text.try_emplace({round.start.options, text}, state.hash(kPublic));
      hold(place->second == state.hash(kPublic), "the position \"{}\" has two hashes", text);
    } while (round.step());
  });
}

std::string check_position(Trial& trial) {
  unsigned texts = 0;
  std::string played = each_round(trial, a_few(trial), [&](Round& round) {
    do {
      // Texts are of positions that are played.
      const std::uint32_t acting = round.state.acting();
      if (acting == 0 || acting >= 1U << trial.seats() || !round.sampled()) continue;
      if (!trial.info().hidden) texts += check_position_of(round, kPublic, kFull) ? 1 : 0;
      if (trial.info().hidden) {
        for (const int viewer : viewers(round.state))
          texts += check_position_of(round, viewer, viewer) ? 1 : 0;
      }
      if (round.ply() < 8) check_bad_positions(round, round.state.position(kPublic));
    } while (round.step());
  });
  if (texts == 0) throw Absent{"the game has no position texts"};
  return fmt::format("{}, {} texts", played, texts);
}

}  // namespace qitai::host::conformance
