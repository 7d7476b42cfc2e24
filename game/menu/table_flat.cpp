// A table that lies flat between two: who of them gives an input, for whom what is described is, and the
// whole screen turned where only one of them may look.
#include <algorithm>
#include <utility>

#include "menu/table_screen.hpp"
#include "platform/window.hpp"

namespace qitai::menu {

using platform::Action;
using platform::Input;

// Two hands who may see the same; against the machine, over a link and behind a curtain one player at a time
// looks at the whole screen.
bool TableScreen::lies_flat() const {
  // The last who sat behind a curtain sees what he knows until the result shows all.
  if (session_->over() && session_->seated()) return false;
  return house_.flat() && session_->info().seats.size() == 2 && !session_->curtained() &&
         session_->here(session_->near_seat()) && session_->here(session_->far_seat());
}

bool TableScreen::turned() const {
  if (session_ == nullptr || !house_.flat()) return false;
  std::optional<host::Seat> looks;
  if (!curtain_.shut()) {
    looks = session_->seated();
  } else if (session_->curtained()) {
    looks = session_->due();
  }
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
    const bool down = input.kind == Kind::kPointerDown;
    const Side side = pointer_side_ && !down ? *pointer_side_ : pointer_side(input);
    if (down) pointer_side_ = side;
    if (input.kind == Kind::kPointerUp || input.kind == Kind::kPointerCancel) pointer_side_.reset();
    return side;
  }
  // What is held down stays with whose it was, whoever is to move meanwhile.
  const std::tuple held(input.device, input.pad, input.action);
  const auto before = held_sides_.find(held);
  const bool goes_on = input.kind != Kind::kPress && before != held_sides_.end();
  const Side side = goes_on ? before->second : pad_side(input.pad);
  if (input.kind == Kind::kPress) held_sides_[held] = side;
  if (input.kind == Kind::kRelease && goes_on) held_sides_.erase(before);
  return side;
}

// A dialog, card or action is its owner's, the board belongs to whoever is to move, and what is left to the
// half in which it lies.
Side TableScreen::pointer_side(const Input& input) const {
  // Whether it points into a rectangle as that side sees it.
  const auto points_into = [&](Side side) {
    const Facing faced(house_.ui, side);
    const SDL_FPoint at = house_.ui.facing(SDL_FPoint{input.x, input.y});
    return [pixel = SDL_Point{static_cast<int>(at.x), static_cast<int>(at.y)}](const SDL_Rect& rect) {
      return SDL_PointInRect(&pixel, &rect) == SDL_TRUE;
    };
  };
  for (const Side side : kSides) {
    if (points_into(side)(house_.ui.dialog_rect(side))) return side;
  }
  for (const Side side : kSides) {
    const auto inside = points_into(side);
    if (inside(layout_.near_card) || inside(layout_.strip) || inside(layout_.record) ||
        std::any_of(layout_.actions.begin(), layout_.actions.end(), inside))
      return side;
  }
  if (house_.board.point_at(input.x, input.y)) return mover_side();
  return input.y < static_cast<float>(house_.ui.units().height()) / 2 ? Side::kFar : Side::kNear;
}

// Where two pads are plugged each has its seat: the one that was plugged in first is the near player's. One
// pad or the keyboard goes from hand to hand: to whoever has a sheet open or is asked, else to the mover.
Side TableScreen::pad_side(int pad) const {
  const platform::Window* const window = house_.window;
  if (pad >= 0 && window != nullptr && window->pads() > 1)
    return pad == window->first_pad() ? Side::kNear : Side::kFar;
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

bool TableScreen::tick_asked(std::uint64_t now) {
  const bool asked = !session_->over() && curtain_.open() && session_->answers_here();
  const Side who = asked ? side_of_seat(session_->asked().value_or(session_->near_seat())) : asked_side_;
  if (asked == asked_ && who == asked_side_) return false;
  if (asked_) {
    const Facing answered(house_.ui, asked_side_);
    if (!own().menu_open && curtain_.open()) enter_board(now);
  }
  asked_ = asked;
  asked_side_ = who;
  if (asked_) {
    const Facing answering(house_.ui, asked_side_);
    if (asked_side_ == mover_side()) hand_->drop(now);
    own().on_board = false;
    house_.ui.focus().set("ask.agree", now);
  }
  return true;
}

bool TableScreen::tick_flat() {
  if (!session_->over() && curtain_.open() && lies_flat() != flat_) {
    house_.look_changed = true;
    return true;
  }
  return turn_pieces();
}

// Where chance deals the colours nobody has one at first.
bool TableScreen::turn_pieces() {
  if (!flat_ || house_.config.values().facing != "own") return false;
  const int colour = session_->colour(session_->far_seat());
  if (std::exchange(turned_colour_, colour) == colour) return false;
  house_.board.set_turned_colour(colour);
  return true;
}

// There is one board for both: whoever waits does not take it from one whose clock runs.
bool TableScreen::may_browse() const {
  return house_.ui.side() == mover_side() || !session_->clock_runs();
}

void TableScreen::browse(std::uint32_t ply, std::uint64_t now) {
  if (!may_browse()) {
    say(house_.ui.tr("disabled.browse_other_clock"), now);
    return;
  }
  leave_board(now);
  own().said.clear();
  session_->browse(ply, now);
  show_marks(now);
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
