#include "menu/hand.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace qitai::menu {
namespace {

using platform::Action;
using platform::Input;

// More presses than this during one write are nobody's intention.
constexpr std::size_t kMostWaiting = 64;
// What a claim is called that goes with a move after which there is nothing to claim: it is an offer.
constexpr std::string_view kNoClaim = "draw";

}  // namespace

Hand::Hand(House& house, Session& session) : house_(house), session_(session) {}

const host::Piece* Hand::piece_at(host::Point point) const {
  const std::vector<host::Piece>& pieces = session_.reader().pieces(session_.shown_ply());
  const auto found =
      std::find_if(pieces.begin(), pieces.end(), [point](const host::Piece& p) { return p.point == point; });
  return found == pieces.end() ? nullptr : &*found;
}

bool Hand::own(host::Point point) const {
  const host::Piece* const piece = piece_at(point);
  const std::optional<host::Seat> mover = session_.mover();
  return piece != nullptr && mover && piece->colour == session_.colour(*mover);
}

Hand::Did Hand::lift(host::Point point) {
  const std::optional<host::Seat> mover = session_.mover();
  if (!mover || !own(point)) return Did::kNothing;
  touch(point);
  moves_ = session_.table().referee().legal(*mover);
  std::erase_if(moves_, [point](const host::Move& move) { return move.from != point; });
  lifted_ = point;
  return Did::kShown;
}

// Selecting is touching: under the terms of touch-move it is said to the referee.
void Hand::touch(host::Point point) {
  const std::optional<host::Seat> mover = session_.mover();
  if (!mover || !session_.terms().touch_move) return;
  match::Intent intent;
  intent.kind = match::IntentKind::kTouch;
  intent.seat = *mover;
  intent.move.from = point;
  // Refused: an empty point, or a piece that was touched before.
  (void)session_.table().submit(intent, house_.match_now());
}

bool Hand::held_fast() const {
  if (!lifted_ || !session_.terms().touch_move) return false;
  const std::vector<host::Point>& touched = session_.reader().touched();
  if (std::find(touched.begin(), touched.end(), *lifted_) == touched.end()) return false;
  const std::optional<host::Seat> mover = session_.mover();
  if (!mover) return false;
  const std::vector<host::Move> legal = session_.table().referee().legal(*mover);
  return !legal.empty() && std::all_of(legal.begin(), legal.end(),
                                       [this](const host::Move& move) { return move.from == *lifted_; });
}

Hand::Did Hand::let_go() {
  if (!held_fast()) {
    put_back();
    return Did::kShown;
  }
  drag_.reset();
  down_ = false;
  refusal_ = {};
  refusal_.id = "touch-move";
  return Did::kRefused;
}

void Hand::drop(std::uint64_t /*now*/) {
  put_back();
  waiting_.clear();
}

void Hand::put_back() {
  lifted_.reset();
  moves_.clear();
  choices_.clear();
  drag_.reset();
  down_ = false;
}

std::string Hand::claim_after(host::Seat seat, host::Move move) const {
  host::State after = session_.table().referee().state(seat).clone();
  const auto done = after.apply(seat, move);
  if (std::holds_alternative<host::Refusal>(done)) return {};
  const std::vector<host::Outcome::Claim> claims = after.outcome().claims;
  return claims.empty() ? std::string() : claims.front().id;
}

void Hand::claim_with_next(bool claim) {
  claims_at_ = claim ? std::optional(session_.place()) : std::nullopt;
}

bool Hand::claims_with_next() const {
  return claims_at_ == session_.place();
}

bool Hand::may_claim_with_next() const {
  const std::optional<host::Seat> mover = session_.mover();
  if (!mover || !session_.here(*mover) || session_.info().hidden) return false;
  const std::vector<host::Move> legal = session_.table().referee().legal(*mover);
  return std::any_of(legal.begin(), legal.end(),
                     [&](const host::Move& move) { return !claim_after(*mover, move).empty(); });
}

Hand::Did Hand::submit(const host::Move& move, std::uint64_t now) {
  const std::optional<host::Seat> mover = session_.mover();
  if (!mover) return Did::kNothing;
  match::Intent intent;
  intent.seat = *mover;
  intent.kind = match::IntentKind::kMove;
  intent.move = move;
  if (claims_with_next()) {
    intent.kind = match::IntentKind::kClaim;
    intent.with_move = true;
    intent.bytes = claim_after(*mover, move);
    if (intent.bytes.empty()) intent.bytes = kNoClaim;
  }
  const match::Referee& referee = session_.table().referee();
  const auto answer = session_.table().submit(intent, house_.match_now());
  const host::Point from = lifted_.value_or(move.from);
  put_back();
  const auto* const refused = std::get_if<host::Refusal>(&answer);
  Did did = Did::kMoved;
  if (refused != nullptr) {
    refusal_ = *refused;
    did = Did::kRefused;
    // Neither a claim nor, so soon after the last one, an offer: the move may be made without.
    if (refused->id == "no-claim") claims_at_.reset();
  } else {
    for (std::size_t i = std::get<match::Accepted>(answer).first_event; i < referee.events().size(); ++i) {
      const match::Event& event = referee.events()[i];
      if (event.kind == match::EventKind::kClaimFailed) did = Did::kClaimFailed;
      if (event.kind != match::EventKind::kCorrected) continue;
      // The position is as it was: the rules say again what they mind.
      refusal_ = referee.state(*mover).refuse(*mover, move).value_or(host::Refusal{});
      refusal_.id = event.text;
      did = Did::kCorrected;
    }
  }
  if (did == Did::kRefused || did == Did::kCorrected) {
    // A piece from the hand has no point of its own to go back to.
    const bool on_board = from != host::kNoPoint;
    if (on_board || !refusal_.points.empty())
      house_.board.refuse(on_board ? from : refusal_.points.front(), refusal_.points, now);
    // Who has touched it has it in his hand.
    if (session_.terms().touch_move && from != host::kNoPoint && own(from)) lift(from);
  }
  return did;
}

Hand::Did Hand::try_move(host::Point to, std::uint64_t now) {
  std::vector<host::Move> fitting;
  std::copy_if(moves_.begin(), moves_.end(), std::back_inserter(fitting),
               [to](const host::Move& move) { return move.to == to; });
  if (fitting.size() == 1) return submit(fitting.front(), now);
  if (fitting.size() > 1) {
    choices_ = fitting;
    drag_.reset();
    down_ = false;
    return Did::kChoose;
  }
  host::Move move;
  move.from = *lifted_;
  move.to = to;
  return submit(move, now);
}

Hand::Did Hand::choose(std::size_t index, std::uint64_t now) {
  if (index >= choices_.size()) return Did::kNothing;
  return submit(host::Move(choices_[index]), now);
}

// A move with one point only: a piece from the hand set down on it, or what stands on it turned over.
Hand::Did Hand::play_here(host::Point point, std::uint64_t now) {
  const std::optional<host::Seat> mover = session_.mover();
  if (!mover) return Did::kNothing;
  std::vector<host::Move> fitting = session_.table().referee().legal(*mover);
  std::erase_if(fitting, [point](const host::Move& move) {
    const bool set_down = move.from == host::kNoPoint && move.to == point;
    const bool turned_over = move.to == host::kNoPoint && move.from == point;
    return !set_down && !turned_over;
  });
  if (fitting.empty()) return Did::kNothing;
  if (fitting.size() == 1) return submit(fitting.front(), now);
  choices_ = std::move(fitting);
  return Did::kChoose;
}

Hand::Did Hand::select(host::Point point, std::uint64_t now) {
  if (!lifted_) {
    Did did = play_here(point, now);
    if (did == Did::kNothing) did = lift(point);
    // One of the other side is touched to be taken.
    if (did == Did::kNothing) touch(point);
    if (did == Did::kNothing && session_.may_guess(point)) {
      asked_ = point;
      return Did::kAsk;
    }
    return did;
  }
  if (point == *lifted_) return let_go();
  // Another own piece is taken up instead, unless the rules make that a move.
  const bool target =
      std::any_of(moves_.begin(), moves_.end(), [point](const host::Move& m) { return m.to == point; });
  if (!target && own(point)) return held_fast() ? let_go() : lift(point);
  return try_move(point, now);
}

Hand::Did Hand::pointer(const Input& input, std::uint64_t now) {
  const std::optional<host::Point> under = house_.board.point_at(input.x, input.y);
  switch (input.kind) {
    case Input::Kind::kPointerMove: {
      if (down_ && lifted_) {
        const float way = std::hypot(input.x - down_at_.x, input.y - down_at_.y);
        if (!drag_ && way < std::max(8.0F, house_.board.pitch() * 0.15F)) return Did::kNothing;
        drag_ = SDL_FPoint{input.x, input.y};
        if (under) cursor_ = *under;
        return Did::kShown;
      }
      if (!under || *under == cursor_) return Did::kNothing;
      cursor_ = *under;
      return Did::kShown;
    }
    case Input::Kind::kPointerDown: {
      if (!under) return Did::kNothing;
      cursor_ = *under;
      down_ = true;
      down_at_ = {input.x, input.y};
      touch_ = input.device == platform::Device::kTouch;
      was_lifted_ = lifted_ == under;
      // The finger takes a piece up at once; what it does with it is settled when it lets go.
      if (own(*under) && !was_lifted_) {
        const bool target = lifted_ && std::any_of(moves_.begin(), moves_.end(),
                                                   [&](const host::Move& m) { return m.to == *under; });
        if (!target && held_fast()) return let_go();
        if (!target && lift(*under) == Did::kNothing) return Did::kNothing;
      }
      return Did::kShown;
    }
    case Input::Kind::kPointerUp: {
      if (!down_) return Did::kNothing;
      down_ = false;
      const bool dragged = drag_.has_value();
      drag_.reset();
      if (!lifted_) {
        const bool tapped = under && under == house_.board.point_at(down_at_.x, down_at_.y);
        const Did did = tapped ? play_here(*under, now) : Did::kNothing;
        if (tapped && did == Did::kNothing) touch(*under);
        if (tapped && did == Did::kNothing && session_.may_guess(*under)) {
          asked_ = *under;
          return Did::kAsk;
        }
        return did == Did::kNothing ? Did::kShown : did;
      }
      if (!under) return let_go();  // beside the board: it goes back
      cursor_ = *under;
      if (*under == *lifted_) {
        return was_lifted_ && !dragged ? let_go() : Did::kShown;
      }
      if (dragged) {
        const bool target =
            std::any_of(moves_.begin(), moves_.end(), [&](const host::Move& m) { return m.to == *under; });
        if (!target && own(*under)) return let_go();
      }
      return try_move(*under, now);
    }
    case Input::Kind::kPointerCancel:
      if (!down_) return Did::kNothing;
      return let_go();
    default:
      return Did::kNothing;
  }
}

// What may take a piece up or make a move; a drag on its way waits behind its beginning.
bool Hand::waits_for_journal(const Input& input) const {
  using Kind = Input::Kind;
  switch (input.kind) {
    case Kind::kPress:
      return input.action == Action::kSelect;
    case Kind::kPointerDown:
      return house_.board.point_at(input.x, input.y).has_value();
    case Kind::kPointerUp:
    case Kind::kPointerMove:
    case Kind::kPointerCancel: {
      const auto latest = std::find_if(waiting_.rbegin(), waiting_.rend(), [](const Waiting& one) {
        return one.input.kind >= Kind::kPointerDown;
      });
      if (latest == waiting_.rend()) return down_;
      return latest->input.kind == Kind::kPointerDown || latest->input.kind == Kind::kPointerMove;
    }
    default:
      return false;
  }
}

Hand::Did Hand::wait(const Input& input) {
  using Kind = Input::Kind;
  if (input.kind >= Kind::kPointerDown) {
    if (const auto under = house_.board.point_at(input.x, input.y)) cursor_ = *under;
  }
  const Waiting now{input, cursor_, session_.place()};
  // Of a drag the last place counts.
  const bool further = input.kind == Kind::kPointerMove && !waiting_.empty() &&
                       waiting_.back().input.kind == Kind::kPointerMove;
  if (further) {
    waiting_.back() = now;
  } else if (waiting_.size() < kMostWaiting) {
    waiting_.push_back(now);
  }
  return Did::kShown;
}

Hand::Did Hand::deliver(std::uint64_t now) {
  Did last = Did::kNothing;
  // A touch is written too, and what comes after it waits again.
  while (!waiting_.empty() && session_.ready()) {
    const Waiting next = waiting_.front();
    if (next.place != session_.place()) {
      waiting_.clear();
      break;
    }
    waiting_.pop_front();
    const Did did =
        next.input.kind >= Input::Kind::kPointerDown ? pointer(next.input, now) : select(next.cursor, now);
    if (did != Did::kNothing) last = did;
    if (did != Did::kNothing && did != Did::kShown) break;
  }
  return last;
}

Hand::Did Hand::input(const Input& input, bool ready, std::uint64_t now) {
  if ((!ready || waits()) && waits_for_journal(input)) {
    // What is pressed while somebody else thinks is meant for a position that will not be there; and while
    // a link is lost nobody plays.
    const std::optional<host::Seat> mover = session_.mover();
    return (mover && !session_.here(*mover)) || session_.link().lost ? Did::kNothing : wait(input);
  }
  if (input.kind >= Input::Kind::kPointerDown) return pointer(input, now);
  if (input.kind == Input::Kind::kRelease) return Did::kNothing;
  const int dx = input.action == Action::kRight ? 1 : input.action == Action::kLeft ? -1 : 0;
  const int dy = input.action == Action::kDown ? 1 : input.action == Action::kUp ? -1 : 0;
  if (dx != 0 || dy != 0) {
    cursor_ = house_.board.step(cursor_, dx, dy);
    return Did::kShown;
  }
  if (input.kind != Input::Kind::kPress) return Did::kNothing;
  if (input.action == Action::kSelect) return select(cursor_, now);
  if (input.action == Action::kBack) {
    if (!lifted_ && waiting_.empty()) return Did::kLeave;
    waiting_.clear();
    return let_go();
  }
  return Did::kNothing;
}

void Hand::show(bool cursor, std::uint64_t now) {
  view::BoardMarks marks = session_.marks();
  if (cursor) marks.cursor = cursor_;
  if (lifted_) {
    marks.lifted = lifted_;
    for (const host::Move& move : moves_) {
      if (move.to != host::kNoPoint && (marks.targets.empty() || marks.targets.back() != move.to)) {
        marks.targets.push_back(move.to);
      }
    }
    marks.drag = drag_;
  }
  house_.board.set_marks(marks, now);
}

}  // namespace qitai::menu
