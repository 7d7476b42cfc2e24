#include "menu/hand.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace qitai::menu {
namespace {

using platform::Action;
using platform::Input;

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

Hand::Did Hand::lift(host::Point point, bool ready) {
  const std::optional<host::Seat> mover = session_.mover();
  if (!ready || !mover || !own(point)) return Did::kNothing;
  moves_ = session_.table().referee().legal(*mover);
  std::erase_if(moves_, [point](const host::Move& move) { return move.from != point; });
  lifted_ = point;
  return Did::kShown;
}

void Hand::drop(std::uint64_t /*now*/) {
  lifted_.reset();
  moves_.clear();
  choices_.clear();
  drag_.reset();
  down_ = false;
}

Hand::Did Hand::submit(const host::Move& move, std::uint64_t now) {
  const std::optional<host::Seat> mover = session_.mover();
  if (!mover) return Did::kNothing;
  match::Intent intent;
  intent.kind = match::IntentKind::kMove;
  intent.seat = *mover;
  intent.move = move;
  const auto answer = session_.table().submit(intent, house_.match_now());
  const host::Point from = lifted_.value_or(move.from);
  drop(now);
  if (const auto* const refused = std::get_if<host::Refusal>(&answer)) {
    refusal_ = *refused;
    if (from != host::kNoPoint) house_.board.refuse(from, refusal_.points, now);
    return Did::kRefused;
  }
  return Did::kMoved;
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
Hand::Did Hand::play_here(host::Point point, bool ready, std::uint64_t now) {
  const std::optional<host::Seat> mover = session_.mover();
  if (!ready || !mover) return Did::kNothing;
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

Hand::Did Hand::select(host::Point point, bool ready, std::uint64_t now) {
  if (!lifted_) {
    const Did did = play_here(point, ready, now);
    return did == Did::kNothing ? lift(point, ready) : did;
  }
  if (point == *lifted_) {
    drop(now);
    return Did::kShown;
  }
  // Another own piece is taken up instead, unless the rules make that a move.
  const bool target =
      std::any_of(moves_.begin(), moves_.end(), [point](const host::Move& m) { return m.to == point; });
  if (!target && own(point)) return lift(point, ready);
  return ready ? try_move(point, now) : Did::kNothing;
}

Hand::Did Hand::pointer(const Input& input, bool ready, std::uint64_t now) {
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
        if (!target && lift(*under, ready) == Did::kNothing) return Did::kNothing;
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
        const Did did = tapped ? play_here(*under, ready, now) : Did::kNothing;
        return did == Did::kNothing ? Did::kShown : did;
      }
      if (!under) {  // let go beside the board: it goes back
        drop(now);
        return Did::kShown;
      }
      cursor_ = *under;
      if (*under == *lifted_) {
        if (was_lifted_ && !dragged) drop(now);
        return Did::kShown;
      }
      if (dragged) {
        const bool target =
            std::any_of(moves_.begin(), moves_.end(), [&](const host::Move& m) { return m.to == *under; });
        if (!target && own(*under)) {
          drop(now);
          return Did::kShown;
        }
      }
      return ready ? try_move(*under, now) : Did::kShown;
    }
    case Input::Kind::kPointerCancel:
      if (!down_) return Did::kNothing;
      drop(now);
      return Did::kShown;
    default:
      return Did::kNothing;
  }
}

Hand::Did Hand::input(const Input& input, bool ready, std::uint64_t now) {
  if (input.kind >= Input::Kind::kPointerDown) return pointer(input, ready, now);
  if (input.kind == Input::Kind::kRelease) return Did::kNothing;
  const int dx = input.action == Action::kRight ? 1 : input.action == Action::kLeft ? -1 : 0;
  const int dy = input.action == Action::kDown ? 1 : input.action == Action::kUp ? -1 : 0;
  if (dx != 0 || dy != 0) {
    cursor_ = house_.board.step(cursor_, dx, dy);
    return Did::kShown;
  }
  if (input.kind != Input::Kind::kPress) return Did::kNothing;
  if (input.action == Action::kSelect) return select(cursor_, ready, now);
  if (input.action == Action::kBack) {
    if (!lifted_) return Did::kLeave;
    drop(now);
    return Did::kShown;
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
