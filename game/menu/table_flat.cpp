// A table that lies flat between two: who of them gives an input, for whom what is described is, and the
// whole screen turned where only one of them may look.
#include <algorithm>

#include "menu/table_screen.hpp"

namespace qitai::menu {

using platform::Action;
using platform::Input;

// Two hands who may see the same; against the machine, over a link and behind a curtain one player at a time
// looks at the whole screen.
bool TableScreen::lies_flat() const {
  return house_.flat() && session_->info().seats.size() == 2 && !session_->curtained() &&
         session_->here(session_->near_seat()) && session_->here(session_->far_seat());
}

bool TableScreen::turned() const {
  if (session_ == nullptr || !house_.flat() || !session_->curtained()) return false;
  const std::optional<host::Seat> looks = curtain_.shut() ? session_->due() : session_->seated();
  return looks.has_value() && *looks != house_.near_edge_seat;
}

host::Seat TableScreen::seat_here() const {
  if (!flat_) return session_->hand_seat();
  return house_.ui.side() == Side::kNear ? session_->near_seat() : session_->far_seat();
}

Side TableScreen::side_of_seat(host::Seat seat) const {
  return flat_ && seat == session_->far_seat() ? Side::kFar : Side::kNear;
}

Side TableScreen::mover_side() const {
  return side_of_seat(session_->hand_seat());
}

Side TableScreen::side_of(const Input& input) {
  if (!flat_ || session_ == nullptr) return Side::kNear;
  using Kind = Input::Kind;
  if (input.kind >= Kind::kPointerDown) {
    // Whoever has put a finger down has it until he lifts it.
    const Side side = pointer_side_.value_or(pointer_side(input));
    if (input.kind == Kind::kPointerDown) pointer_side_ = side;
    if (input.kind == Kind::kPointerUp || input.kind == Kind::kPointerCancel) pointer_side_.reset();
    return side;
  }
  return pad_side(input.pad);
}

// A dialog, card or action is its owner's, the board belongs to whoever is to move, and what is left to the
// half in which it lies.
Side TableScreen::pointer_side(const Input& input) const {
  const SDL_FPoint at{input.x, input.y};
  for (const Side side : kSides) {
    const Facing faced(house_.ui, side);
    const SDL_FPoint own_at = house_.ui.facing(at);
    const SDL_Point pixel{static_cast<int>(own_at.x), static_cast<int>(own_at.y)};
    const auto inside = [&](const SDL_Rect& rect) { return SDL_PointInRect(&pixel, &rect) == SDL_TRUE; };
    if (inside(house_.ui.dialog_rect(side))) return side;
  }
  for (const Side side : kSides) {
    const Facing faced(house_.ui, side);
    const SDL_FPoint own_at = house_.ui.facing(at);
    const SDL_Point pixel{static_cast<int>(own_at.x), static_cast<int>(own_at.y)};
    const auto inside = [&](const SDL_Rect& rect) { return SDL_PointInRect(&pixel, &rect) == SDL_TRUE; };
    if (inside(layout_.near_card) || inside(layout_.strip) || inside(layout_.record) ||
        std::any_of(layout_.actions.begin(), layout_.actions.end(), inside))
      return side;
  }
  if (house_.board.point_at(input.x, input.y)) return mover_side();
  return input.y < static_cast<float>(house_.ui.units().height()) / 2 ? Side::kFar : Side::kNear;
}

// As soon as two pads are used each has its seat: the one that was plugged in first is the near player's. One
// pad or the keyboard goes from hand to hand: to whoever has a sheet open or is asked, else to the mover.
Side TableScreen::pad_side(int pad) {
  if (pad >= 0) pads_.insert(pad);
  if (pad >= 0 && pads_.size() > 1) return pad == *pads_.begin() ? Side::kNear : Side::kFar;
  if (asked_) return asked_side_;
  const Side mover = mover_side(), other = mover == Side::kNear ? Side::kFar : Side::kNear;
  return own(other).menu_open && !own(mover).menu_open ? other : mover;
}

// The board is not turned: what whoever sits opposite calls up is down on it.
Input TableScreen::on_board(const Input& input) const {
  Input on = input;
  if (house_.ui.side() == Side::kNear) return on;
  switch (input.action) {
    case Action::kUp:
      on.action = Action::kDown;
      break;
    case Action::kDown:
      on.action = Action::kUp;
      break;
    case Action::kLeft:
      on.action = Action::kRight;
      break;
    case Action::kRight:
      on.action = Action::kLeft;
      break;
    default:
      break;
  }
  return on;
}

// It is the other's turn: whatever is pressed leads from the board to the own actions.
bool TableScreen::waiting_input(const Input& input, std::uint64_t now) {
  const bool leads = input.action != Action::kMenu && input.action != Action::kFlip &&
                     input.action != Action::kBrowse && input.action != Action::kFullscreen;
  if (input.kind != Input::Kind::kPress || !leads) return leads;
  leave_board(now);
  house_.ui.focus().set("act.draw", now);
  return true;
}

}  // namespace qitai::menu
