#include "host/conformance/round.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

namespace qitai::host::conformance {
namespace {

// Layouts and draws aside, a game's course hangs on this one number.
std::uint64_t seed_of(const Trial& trial, unsigned number) {
  Dice dice(trial.seed + std::uint64_t{number} * 0x9E3779B97F4A7C15ULL);
  return dice.next();
}

std::int64_t drawn_value(const OptionInfo& option, Dice& dice) {
  // The span of a number may be as large as its type.
  const std::uint64_t span = static_cast<std::uint64_t>(option.max) - static_cast<std::uint64_t>(option.min);
  // Small limits end games, and the largest are as good as none.
  const std::uint64_t most = dice.one_in(4) ? span : std::min<std::uint64_t>(span, 16);
  const std::uint64_t step =
      most == std::numeric_limits<std::uint64_t>::max() ? dice.next() : dice.below(most + 1);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(option.min) + step);
}

std::string outcome_bytes(const Outcome& outcome) {
  std::string text = fmt::format("{} {} {}", static_cast<int>(outcome.state), outcome.reason, outcome.notice);
  for (const int result : outcome.result)
    text += fmt::format(" {}", result);
  for (const Outcome::Claim& claim : outcome.claims)
    text += fmt::format(" {} {} {} {}", claim.id, claim.reason, claim.seats, claim.result);
  return text;
}

}  // namespace

std::uint64_t Dice::next() {
  std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

std::size_t Dice::below(std::size_t count) {
  return count == 0 ? 0 : static_cast<std::size_t>(next() % count);
}

std::array<std::uint8_t, 32> Dice::seed() {
  std::array<std::uint8_t, 32> bytes{};
  for (std::uint8_t& byte : bytes)
    byte = static_cast<std::uint8_t>(next() >> 32);
  return bytes;
}

std::vector<Change> take(State& state, const Turn& turn, std::span<const Fact> facts) {
  Answer<std::vector<Change>> answer = turn.kind == Turn::Kind::kChance ? state.chance(turn.draw)
                                       : turn.kind == Turn::Kind::kSetup
                                           ? state.setup(turn.seat, turn.layout)
                                           : state.apply(turn.seat, turn.move, facts);
  if (const auto* refusal = std::get_if<Refusal>(&answer)) {
    const bool full = state.knower() == kFull;
    if (turn.kind == Turn::Kind::kSetup && turn.layout.empty() && full && refusal->id != "plugin-error")
      throw Absent{
          "the game has no layout of its own to begin with (qitai.setup/1, or setup_apply with empty bytes)"};
    const char* why = turn.kind == Turn::Kind::kChance  ? "a draw in range"
                      : turn.kind == Turn::Kind::kSetup ? "a legal set-up"
                                                        : "a move that legal() lists";
    broken(
        "{} is refused{}: {} ({}, {})", why,
        full ? std::string() : fmt::format(" by the partial state of {}", viewer_name(state, state.knower())),
        told(state, turn), refusal->id, refusal->detail);
  }
  return std::move(std::get<std::vector<Change>>(answer));
}

std::string told(const State& before, const Turn& turn) {
  if (turn.kind == Turn::Kind::kChance) return fmt::format("the draw {}", turn.draw);
  const std::string& seat = before.variant().info().seats[static_cast<std::size_t>(turn.seat)].id;
  if (turn.kind == Turn::Kind::kSetup) return fmt::format("{}'s layout \"{}\"", seat, turn.layout);
  return fmt::format("{} {}", seat, move_name(before, turn.seat, turn.move));
}

std::string move_name(const State& state, Seat /*seat*/, Move move) {
  const auto name = [&](Point point) {
    return point == kNoPoint ? std::string("-") : state.geometry().points[point].name;
  };
  std::string text = name(move.from) + ">" + name(move.to);
  if (move.choice != 0) text += fmt::format("={}", move.choice);
  if (move.flags != 0) text += fmt::format("!{}", move.flags);
  return text;
}

Start drawn_start(const Trial& trial, unsigned number, Dice& dice) {
  Start start;
  start.options = trial.info().default_options();
  start.seed = dice.seed();
  if (number == 0) return start;
  for (std::size_t i = 0; i < start.options.size(); ++i) {
    if (dice.one_in(2)) start.options[i] = drawn_value(trial.info().options[i], dice);
  }
  return start;
}

State begin(const Trial& trial, const Start& start) {
  Answer<State> made = trial.variant->create(start);
  if (auto* state = std::get_if<State>(&made)) return std::move(*state);
  const Refusal& refusal = std::get<Refusal>(made);
  std::string options;
  for (std::size_t i = 0; i < start.options.size(); ++i) {
    options += fmt::format("{}{}={}", i == 0 ? "" : " ", trial.info().options[i].id,
                           trial.variant->option_text(static_cast<int>(i), start.options[i]));
  }
  broken("create() refuses a start in range ({}{}{}): {} ({})", options,
         start.position.empty() ? "" : ", position ", start.position, refusal.id, refusal.detail);
}

State reload(const Trial& trial, const std::string& bytes, std::string_view what) {
  Answer<State> made = trial.variant->load(bytes);
  if (auto* state = std::get_if<State>(&made)) return std::move(*state);
  const Refusal& refusal = std::get<Refusal>(made);
  broken("load() refuses {}: {} ({})", what, refusal.id, refusal.detail);
}

Round::Round(Trial& the_trial, unsigned the_number)
    : trial(the_trial),
      number(the_number),
      dice(seed_of(the_trial, the_number)),
      start(drawn_start(the_trial, the_number, dice)),
      state(begin(the_trial, start)) {}

std::string Round::where() const {
  return fmt::format("game {}, ply {}", number, ply());
}

std::string Round::draw_layout(Seat seat) {
  return state.suggest_setup(seat, dice.seed()).value_or(std::string());
}

std::optional<Turn> Round::choose() {
  trial.note(where());
  if (ply() >= kMostPlies || trial.late()) return std::nullopt;
  const std::uint32_t acting = state.acting();
  if (acting == 0) return std::nullopt;
  Turn turn;
  if (acting == 1U << QITAI_CHANCE_SEAT) {
    turn.kind = Turn::Kind::kChance;
    turn.draw = static_cast<std::uint32_t>(dice.below(state.chance_count()));
    return turn;
  }
  std::vector<Seat> seats;
  for (int seat = 0; seat < trial.seats(); ++seat) {
    if ((acting >> seat & 1) != 0) seats.push_back(seat);
  }
  turn.seat = seats[dice.below(seats.size())];
  if ((acting & QITAI_ACTING_SETUP) != 0) {
    turn.kind = Turn::Kind::kSetup;
    turn.layout = draw_layout(turn.seat);
    return turn;
  }
  const std::optional<std::vector<Move>> legal = state.legal(turn.seat);
  hold(legal.has_value(), "legal() of a full state answers QITAI_UNKNOWN");
  hold(!legal->empty(), "{} is to move and has no legal move",
       trial.info().seats[static_cast<std::size_t>(turn.seat)].id);
  turn.move = (*legal)[dice.below(legal->size())];
  if (number % 3 == 2 && !dice.one_in(4)) {
    // Back to where it came from.
    for (std::size_t i = turns.size(); i-- > 0 && i + 4 > turns.size();) {
      const Turn& last = turns[i];
      if (last.kind != Turn::Kind::kMove || last.seat != turn.seat) continue;
      const Move back{last.move.to, last.move.from, last.move.choice, last.move.flags};
      if (std::binary_search(legal->begin(), legal->end(), back)) turn.move = back;
      break;
    }
  }
  return turn;
}

std::vector<Change> Round::take(const Turn& turn) {
  std::vector<Change> changes = conformance::take(state, turn);
  turns.push_back(turn);
  return changes;
}

bool Round::step() {
  const std::optional<Turn> turn = choose();
  if (!turn) return false;
  take(*turn);
  return true;
}

std::string each_round(Trial& trial, unsigned count, const std::function<void(Round&)>& work) {
  unsigned played = 0;
  for (unsigned number = 0; number < count && (number == 0 || !trial.late()); ++number, ++played) {
    trial.note(fmt::format("game {}, at its beginning", number));
    std::optional<Round> round;
    try {
      round.emplace(trial, number);
      work(*round);
    } catch (const Broken& what) {
      broken("{}: {}", round ? round->where() : fmt::format("game {}", number), what.sentence);
    } catch (const PluginFault& fault) {
      broken("{}: {}", round ? round->where() : fmt::format("game {}", number), fault.what());
    }
  }
  return fmt::format("{} game{}", played, played == 1 ? "" : "s");
}

unsigned a_few(const Trial& trial) {
  return std::clamp(trial.games / 8, std::min(trial.games, 3U), 60U);
}

std::vector<int> viewers(const State& state) {
  std::vector<int> list;
  for (std::size_t seat = 0; seat < state.variant().info().seats.size(); ++seat)
    list.push_back(static_cast<int>(seat));
  list.push_back(kPublic);
  return list;
}

std::string viewer_name(const State& state, int viewer) {
  const auto& seats = state.variant().info().seats;
  const bool seat = viewer >= 0 && static_cast<std::size_t>(viewer) < seats.size();
  return seat ? seats[static_cast<std::size_t>(viewer)].id : "the public";
}

Lines told_to(const State& state, int viewer) {
  const std::string to = viewer_name(state, viewer);
  Lines lines;
  lines.push_back({"the view of " + to, bytes_of(state.view(viewer))});
  lines.push_back({"the hash for " + to, fmt::format("{:016x}", state.hash(viewer))});
  lines.push_back({"the marks for " + to, bytes_of(state.marks(viewer))});
  lines.push_back({"the explanation for " + to, state.explain(viewer)});
  std::string kinds;
  for (std::size_t point = 0; point < state.geometry().points.size(); ++point)
    kinds += fmt::format("{:x} ", state.candidates(viewer, static_cast<Point>(point)));
  lines.push_back({"the candidates for " + to, kinds});
  lines.push_back({"the position text for " + to, state.position(viewer)});
  if (state.knower() == kFull || state.knower() == viewer)
    lines.push_back({"the seat view saved for " + to, state.save(QITAI_SAVE_SEAT_VIEW, viewer)});
  if (viewer == kPublic) return lines;
  const auto legal = state.legal(viewer);
  lines.push_back({"the legal moves of " + to, legal ? bytes_of(*legal) : "unknown"});
  std::string playable;
  for (const Playable& p : state.playable(viewer))
    playable += fmt::format("{} {};", move_name(state, viewer, p.move), p.legal);
  lines.push_back({"the playable moves of " + to, playable});
  lines.push_back({"the colour of " + to, fmt::format("{}", state.colour_of(viewer))});
  return lines;
}

Lines everything(const State& state) {
  Lines lines;
  lines.push_back({"acting()", fmt::format("{:x}", state.acting())});
  lines.push_back({"outcome()", outcome_bytes(state.outcome())});
  for (const int viewer : viewers(state)) {
    Lines more = told_to(state, viewer);
    std::ranges::move(more, std::back_inserter(lines));
  }
  lines.push_back({"the snapshot", state.save(QITAI_SAVE_SNAPSHOT)});
  lines.push_back({"the journal save", state.save(QITAI_SAVE_JOURNAL)});
  return lines;
}

Lines timeouts(const State& state) {
  Lines lines;
  for (int seat = 0; seat < static_cast<int>(state.variant().info().seats.size()); ++seat) {
    const auto timeout = state.timeout_outcome(seat);
    lines.push_back({"timeout_outcome() of " + viewer_name(state, seat),
                     timeout ? outcome_bytes(*timeout) : std::string()});
  }
  return lines;
}

std::optional<std::string> difference(const Lines& a, const Lines& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].what != b[i].what || a[i].bytes != b[i].bytes) return a[i].what;
  }
  if (a.size() != b.size()) return (a.size() > b.size() ? a : b)[std::min(a.size(), b.size())].what;
  return std::nullopt;
}

std::vector<Move> tries(const State& state, Seat seat, Dice& dice, std::size_t count) {
  std::vector<Move> moves = state.legal(seat).value_or(std::vector<Move>{});
  const std::size_t points = state.geometry().points.size();
  const auto point = [&] { return dice.one_in(8) ? kNoPoint : static_cast<Point>(dice.below(points)); };
  for (std::size_t i = 0; i < count; ++i) {
    Move move{point(), point(), 0, 0};
    if (dice.one_in(4)) move.choice = static_cast<std::uint16_t>(dice.below(dice.one_in(2) ? 16 : 65536));
    if (dice.one_in(8)) move.flags = static_cast<std::uint16_t>(dice.below(65536));
    moves.push_back(move);
  }
  return moves;
}

}  // namespace qitai::host::conformance
