// What a piece that was touched binds its seat to.
#include <algorithm>
#include <utility>

#include "match/referee_impl.hpp"

namespace qitai::match {

using host::Move;
using host::Seat;
using Refused = std::optional<host::Refusal>;

namespace {

host::Refusal refusal_at(std::string_view id, host::Point point) {
  host::Refusal why = refusal(id);
  if (point != host::kNoPoint) why.points.push_back(point);
  return why;
}

bool has_touched(const SeatBook& own, host::Point point) {
  return std::any_of(own.touched.begin(), own.touched.end(),
                     [point](const Touch& touch) { return touch.point == point; });
}

}  // namespace

// Most moves say it by their two points. The others (a pawn taken in passing, a castling whose rook was
// touched after the king) are tried on a copy, in games that hide nothing.
bool Referee::Impl::fulfils(Seat seat, Move move, const Touch& touch, bool first) const {
  if ((touch.own ? move.from : move.to) == touch.point) return true;
  // Castling begins with the king: the rook alone does not ask for it.
  if ((touch.own && first) || variant->info().hidden) return false;
  host::State trial = boards.known_to(seat).clone();
  const auto done = trial.apply(seat, move);
  const auto* changes = std::get_if<std::vector<host::Change>>(&done);
  const std::uint32_t what = touch.own ? QITAI_CHANGE_MOVED : QITAI_CHANGE_CAPTURED;
  return changes != nullptr && std::any_of(changes->begin(), changes->end(), [&](const host::Change& change) {
           return change.what == what && change.from == touch.point;
         });
}

std::vector<Touch> Referee::Impl::binding(Seat seat) const {
  std::vector<Touch> bound;
  const std::vector<Touch>& touched = seat_book(seat).touched;
  if (touched.empty()) return bound;
  std::vector<Move> left = boards.known_to(seat).legal(seat).value_or(std::vector<Move>{});
  for (const Touch& touch : touched) {
    std::vector<Move> fitting;
    std::copy_if(left.begin(), left.end(), std::back_inserter(fitting),
                 [&](Move move) { return fulfils(seat, move, touch, bound.empty()); });
    if (fitting.empty()) continue;
    bound.push_back(touch);
    left = std::move(fitting);
  }
  return bound;
}

Refused Referee::Impl::judge_binding(Seat seat, Move move) const {
  bool first = true;
  for (const Touch& touch : binding(seat)) {
    if (!fulfils(seat, move, touch, std::exchange(first, false))) {
      return refusal_at(!touch.own        ? "touch-capture"
                        : touch.corrected ? "same-piece"
                                          : "touch-move",
                        touch.point);
    }
  }
  return {};
}

std::vector<Move> Referee::Impl::offered(Seat seat) const {
  const host::State& state = boards.known_to(seat);
  std::vector<Move> moves;
  if (terms.illegal == Illegal::kForfeit || terms.illegal == Illegal::kCapture) {
    for (const host::Playable& one : state.playable(seat))
      moves.push_back(one.move);
  } else {
    moves = state.legal(seat).value_or(std::vector<Move>{});
  }
  bool first = true;
  for (const Touch& touch : binding(seat)) {
    std::erase_if(moves, [&](Move move) { return !fulfils(seat, move, touch, first); });
    first = false;
  }
  return moves;
}

Refused Referee::Impl::judge_touch(const Intent& intent) const {
  if (!terms.touch_move) return refusal("touch-off");
  if (Refused why = judge_turn(intent.seat)) return why;
  const SeatBook& own = seat_book(intent.seat);
  if (intent.kind == IntentKind::kAdjust) return own.adjusting ? refusal("already-adjusting") : Refused{};
  const host::Point point = intent.move.from;
  const std::vector<host::Piece> pieces = boards.known_to(intent.seat).view(intent.seat);
  if (point == host::kNoPoint ||
      std::none_of(pieces.begin(), pieces.end(),
                   [point](const host::Piece& piece) { return piece.point == point; }))
    return refusal_at("empty", point < boards.deciding().geometry().points.size() ? point : host::kNoPoint);
  if (!own.adjusting && has_touched(own, point)) return refusal_at("already-touched", point);
  return {};
}

void Referee::Impl::touch(Seat seat, host::Point point) {
  SeatBook& own = seat_book(seat);
  const bool free = std::exchange(own.adjusting, false);
  if (!free) {
    const host::State& state = boards.known_to(seat);
    const std::vector<host::Piece> pieces = state.view(seat);
    const auto piece = std::find_if(pieces.begin(), pieces.end(),
                                    [point](const host::Piece& one) { return one.point == point; });
    // Whose a covered piece is nobody knows: whoever takes it up turns it over.
    const bool mine = piece == pieces.end() || piece->colour == QITAI_NO_COLOUR ||
                      int{piece->colour} == state.colour_of(seat);
    own.touched.push_back({point, mine, false});
  }
  Event event;
  event.kind = EventKind::kTouched;
  event.seat = seat;
  event.move.from = point;
  if (free) event.text = "adjust";
  emit(std::move(event));
}

// The move is taken back at once. The clock runs on, and the piece stays bound as if it were still in hand.
void Referee::Impl::correct(Seat seat, Move move, const std::string& why) {
  SeatBook& own = seat_book(seat);
  if (move.from != host::kNoPoint && !has_touched(own, move.from))
    own.touched.push_back({move.from, true, true});
  ++own.corrected;
  Event event;
  event.kind = EventKind::kCorrected;
  event.seat = seat;
  event.move = move;
  event.text = why;
  emit(std::move(event));
  if (terms.illegal_limit > 0 && own.corrected >= terms.illegal_limit)
    end(result_for(seat, QITAI_RESULT_LOSS), "illegal-move", seat);
}

}  // namespace qitai::match
