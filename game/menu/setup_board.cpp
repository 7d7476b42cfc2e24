// The board of a set-up: picks, swaps, keys and pointers.
#include <algorithm>
#include <cmath>
#include <utility>

#include "menu/setup_screen.hpp"

namespace qitai::menu {
namespace {

using platform::Action;
using platform::Input;

}  // namespace

void SetupScreen::pick(std::optional<host::Point> point) {
  picked_ = point;
  places_.clear();
  drag_.reset();
  if (point) places_ = state().setup_places(*seat_, layout_, *point);
}

void SetupScreen::show_marks(std::uint64_t now) {
  view::BoardMarks marks;
  if (on_board_ && sheet_ == Sheet::kNone && house_.ui.focus_shown() && cursor_ != host::kNoPoint)
    marks.cursor = cursor_;
  if (picked_) {
    marks.lifted = picked_;
    marks.drag = drag_;
    marks.places = places_;
    for (const host::Point point : half_) {
      const bool may = point == *picked_ || std::find(places_.begin(), places_.end(), point) != places_.end();
      if (!may) marks.barred.push_back(point);
    }
  }
  board_->set_marks(marks, now);
}

void SetupScreen::select(host::Point point, std::uint64_t now) {
  cursor_ = point;
  if (!mine()) return;
  if (!picked_) {
    if (piece_at(point) != nullptr) pick(point);
    return;
  }
  if (point == *picked_) return pick(std::nullopt);
  const host::Point from = *picked_;
  std::vector<host::Piece> wished = pieces_;
  for (host::Piece& piece : wished) {
    if (piece.point == from) {
      piece.point = point;
    } else if (piece.point == point) {
      piece.point = from;
    }
  }
  std::sort(wished.begin(), wished.end(),
            [](const host::Piece& a, const host::Piece& b) { return a.point < b.point; });
  // A wish that breaks a rule is answered, and the piece stays picked.
  const std::vector<host::Piece> before = pieces_;
  if (!take_pieces(wished, now)) return;
  said_.clear();
  pick(std::nullopt);
  // The two glide past each other.
  std::vector<host::Change> changes;
  for (const host::Piece& piece : before) {
    if (piece.point != from && piece.point != point) continue;
    host::Change change{};
    change.what = QITAI_CHANGE_MOVED;
    change.from = piece.point;
    change.to = piece.point == from ? point : from;
    change.kind = piece.kind;
    change.other = host::kNoKind;
    change.colour = piece.colour;
    changes.push_back(change);
  }
  board_->set_pieces(before);
  board_->play(changes, pieces_, now);
  board_->land();
}

bool SetupScreen::pointer(const Input& input, std::uint64_t now) {
  const std::optional<host::Point> under = board_->point_at(input.x, input.y);
  switch (input.kind) {
    case Input::Kind::kPointerDown:
      if (!under) return false;
      on_board_ = true;
      down_ = true;
      down_at_ = {input.x, input.y};
      cursor_ = *under;
      fresh_ = mine() && !picked_ && piece_at(*under) != nullptr;
      if (fresh_) pick(under);
      return true;
    case Input::Kind::kPointerMove:
      if (down_ && picked_) {
        const float way = std::hypot(input.x - down_at_.x, input.y - down_at_.y);
        if (drag_ || way > std::max(8.0F, board_->pitch() * 0.15F)) drag_ = SDL_FPoint{input.x, input.y};
        if (under) cursor_ = *under;
        return true;
      }
      if (!under || (on_board_ && cursor_ == *under)) return false;
      cursor_ = *under;
      on_board_ = true;
      return true;
    case Input::Kind::kPointerUp: {
      if (!std::exchange(down_, false)) return false;
      const bool dragged = drag_.has_value();
      drag_.reset();
      if (!under) {
        if (dragged) pick(std::nullopt);
      } else if (!(fresh_ && picked_ == under)) {
        select(*under, now);
        if (dragged) pick(std::nullopt);  // let go, it lies where it lay
      } else if (dragged) {
        pick(std::nullopt);
      }
      return true;
    }
    case Input::Kind::kPointerCancel:
      if (!std::exchange(down_, false)) return false;
      pick(std::nullopt);
      return true;
    default:
      return false;
  }
}

bool SetupScreen::board_input(const Input& input, std::uint64_t now) {
  if (input.kind >= Input::Kind::kPointerDown) return pointer(input, now);
  if (!on_board_) return false;
  if (input.kind == Input::Kind::kRelease) return true;
  const int dx = input.action == Action::kRight ? 1 : input.action == Action::kLeft ? -1 : 0;
  const int dy = input.action == Action::kDown ? 1 : input.action == Action::kUp ? -1 : 0;
  if (dx != 0 || dy != 0) {
    const host::Point next = board_->step(cursor_, dx, dy);
    const bool beside = house_.ui.units().portrait() ? dy > 0 : dx > 0;
    if (next == cursor_ && beside && !picked_ && input.kind == Input::Kind::kPress) {
      // Beyond the board's edge lie the buttons.
      on_board_ = false;
      house_.ui.focus().set("setup.ready", now);
    }
    cursor_ = next;
    return true;
  }
  if (input.kind == Input::Kind::kPress && input.action == Action::kSelect) {
    select(cursor_, now);
    return true;
  }
  return false;
}

bool SetupScreen::input(const Input& input, std::uint64_t now) {
  if (!curtain_.open()) return !curtain_.shut();
  if (!seat_) return false;
  if (input.kind == Input::Kind::kPress || input.kind == Input::Kind::kPointerDown) board_->skip();
  if (pad_.is_open()) return pad_.input(input, now);
  if (sheet_ != Sheet::kNone) return false;
  if (!board_input(input, now)) {
    // The mouse takes the focus along to whatever it points at.
    if (input.kind == Input::Kind::kPointerMove || input.kind == Input::Kind::kPointerDown) {
      const SDL_Point at{static_cast<int>(input.x), static_cast<int>(input.y)};
      if (SDL_PointInRect(&at, &rail_) == SDL_TRUE) on_board_ = false;
      show_marks(now);
    }
    return false;
  }
  show_marks(now);
  return true;
}

void SetupScreen::edge(int dx, int dy, std::uint64_t now) {
  if (!curtain_.open() || sheet_ != Sheet::kNone || on_board_) return;
  if (house_.ui.units().portrait() ? dy < 0 : dx < 0) {
    on_board_ = true;
    show_marks(now);
  }
}

void SetupScreen::back(std::uint64_t now) {
  if (!curtain_.open()) {
    if (curtain_.shut()) leave(now);
    return;
  }
  if (pad_.is_open()) {
    close_pad(now);
  } else if (sheet_ == Sheet::kRename) {
    open_sheet(Sheet::kLoad, now);
  } else if (sheet_ != Sheet::kNone) {
    open_sheet(Sheet::kNone, now);
  } else if (picked_) {
    pick(std::nullopt);
  } else if (on_board_) {
    on_board_ = false;
    house_.ui.focus().set("setup.ready", now);
  } else {
    on_board_ = true;
  }
  show_marks(now);
}

}  // namespace qitai::menu
