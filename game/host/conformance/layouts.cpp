// The check of private set-ups.
#include <algorithm>

#include "host/conformance/round.hpp"

namespace qitai::host::conformance {
namespace {

template <typename T>
T must(Answer<T> answer, std::string_view what, const std::string& layout) {
  if (auto* value = std::get_if<T>(&answer)) return std::move(*value);
  const Refusal& refusal = std::get<Refusal>(answer);
  broken("{} of the suggested layout \"{}\" is refused: {} ({})", what, layout, refusal.id, refusal.detail);
}

std::string text_of(const State& state, Seat seat, const std::vector<Piece>& pieces,
                    const std::string& layout) {
  return must(state.setup_layout(seat, pieces), "writing the pieces", layout);
}

// check() and setup_apply() are of one mind, and a refused layout changes nothing.
void agree(const State& state, Seat seat, const std::string& layout) {
  const auto refused = state.refuse_setup(seat, layout);
  hold(!refused || refused->id != "plugin-error", "check() of the layout \"{}\": {}", layout,
       refused ? refused->detail : std::string());
  State copy = state.clone();
  const std::string before = copy.save(QITAI_SAVE_SNAPSHOT);
  const auto answer = copy.setup(seat, layout);
  const auto* refusal = std::get_if<Refusal>(&answer);
  hold((refusal != nullptr) == refused.has_value(), "check() {} the layout \"{}\", setup_apply() {}",
       refused ? "refuses" : "takes", layout, refusal ? "refuses it" : "takes it");
  hold(refusal == nullptr || copy.save(QITAI_SAVE_SNAPSHOT) == before,
       "setup_apply() refuses the layout \"{}\" and has changed something", layout);
}

void check_places(const State& state, Seat seat, const std::string& layout,
                  const std::vector<Piece>& pieces) {
  for (const Piece& piece : pieces) {
    const std::vector<Point> places = state.setup_places(seat, layout, piece.point);
    hold(std::ranges::is_sorted(places) && std::ranges::adjacent_find(places) == places.end(),
         "places() of \"{}\" is not ascending", layout);
    hold(!std::binary_search(places.begin(), places.end(), piece.point),
         "places() of \"{}\" names the point itself", layout);
    for (const Piece& other : pieces) {
      if (other.point == piece.point) continue;
      std::vector<Piece> swapped = pieces;
      for (Piece& p : swapped)
        p.point = p.point == piece.point ? other.point : p.point == other.point ? piece.point : p.point;
      std::ranges::sort(swapped, {}, &Piece::point);
      const std::string after = text_of(state, seat, swapped, layout);
      const bool named = std::binary_search(places.begin(), places.end(), other.point);
      const bool taken = !state.refuse_setup(seat, after).has_value();
      hold(named == taken, "places() of \"{}\": {} and {} {}, but check() {} \"{}\"", layout,
           state.geometry().points[piece.point].name, state.geometry().points[other.point].name,
           named ? "may change" : "may not change", taken ? "takes" : "refuses", after);
    }
  }
}

void check_seat(Round& round, Seat seat) {
  const State& state = round.state;
  const auto seed = round.dice.seed();
  const std::optional<std::string> layout = state.suggest_setup(seat, seed);
  if (!layout) throw Absent{"the game suggests no layouts (qitai.setup/1)"};
  hold(state.suggest_setup(seat, seed) == layout, "suggest() gives two layouts for one seed");
  const std::string before = state.save(QITAI_SAVE_SNAPSHOT);
  const auto refused = state.refuse_setup(seat, *layout);
  hold(!refused, "check() refuses the suggested layout \"{}\": {} ({})", *layout, refused ? refused->id : "",
       refused ? refused->detail : "");
  agree(state, seat, *layout);
  const std::vector<Piece> pieces = must(state.setup_pieces(seat, *layout), "reading", *layout);
  hold(text_of(state, seat, pieces, *layout) == *layout, "the layout \"{}\" is written back as \"{}\"",
       *layout, text_of(state, seat, pieces, *layout));
  check_places(state, seat, *layout, pieces);
  for (int i = 0; i < 20; ++i) {
    std::string damaged = *layout;
    const std::size_t at = round.dice.below(damaged.size());
    if (i % 3 == 0) {
      damaged.resize(at);
    } else if (i % 3 == 1) {
      damaged[at] = static_cast<char>(round.dice.below(256));
    } else {
      std::swap(damaged[at], damaged[round.dice.below(damaged.size())]);
    }
    // Empty bytes ask the full state for a layout of its own.
    if (!damaged.empty()) agree(state, seat, damaged);
  }
  hold(state.save(QITAI_SAVE_SNAPSHOT) == before, "questions about layouts have changed the state");

  // Taken: the seat sees its pieces where the layout has them, the others see that something stands there.
  State after = state.clone();
  Turn turn;
  turn.kind = Turn::Kind::kSetup;
  turn.seat = seat;
  turn.layout = *layout;
  conformance::take(after, turn);
  const std::vector<Piece> seen = after.view(seat);
  for (const Piece& piece : pieces) {
    const auto there = std::ranges::find(seen, piece.point, &Piece::point);
    hold(there != seen.end() && there->kind == piece.kind,
         "after the layout \"{}\" the seat sees another piece on {}", *layout,
         state.geometry().points[piece.point].name);
  }
  hold((after.acting() >> seat & 1) == 0 || (after.acting() & QITAI_ACTING_SETUP) == 0,
       "a seat that is set up still owes its set-up");
}

}  // namespace

std::string check_setup(Trial& trial) {
  if (!trial.info().setup) throw Absent{"no seat sets up its pieces in private"};
  unsigned layouts = 0;
  std::string text = each_round(trial, a_few(trial), [&](Round& round) {
    while ((round.state.acting() & QITAI_ACTING_SETUP) != 0) {
      for (Seat seat = 0; seat < trial.seats(); ++seat) {
        if ((round.state.acting() >> seat & 1) == 0) continue;
        check_seat(round, seat);
        ++layouts;
      }
      if (!round.step()) break;
    }
  });
  return fmt::format("{}, {} layouts", text, layouts);
}

}  // namespace qitai::host::conformance
