#include "kiosk/pin_screen.hpp"

#include <algorithm>

#include "kiosk/service_screen.hpp"
#include "platform/window.hpp"

namespace qitai::kiosk {
namespace {

using menu::Align;
using platform::Action;
using view::Face;
using Kind = platform::Input::Kind;

constexpr std::uint64_t kLook = 8;  // ms between two looks at a stick that is pushed

// Down is positive, and 1 to 3 lie below.
char digit_at(int across, int along) {
  return static_cast<char>('5' + across - 3 * along);
}

}  // namespace

void PinScreen::arrange(std::uint64_t /*now*/) {
  const view::Units& u = house_.ui.units();
  const int edge = std::max(u.px(32), 8), gap = std::max(u.px(24), 6);
  const int bottom = house_.ui.help_rect().y - gap;
  const int title = std::max(u.px(96), 36), dots = std::max(u.px(88), 32), note = std::max(u.px(96), 48);
  const int cap = u.target(88);
  if (!u.portrait() && u.width() * 3 >= u.height() * 4) {
    // Beside each other: what is said left, the pad right.
    const int side = std::min(bottom - 2 * edge, u.width() / 2 - 2 * edge);
    pad_ = {u.width() - u.width() / 2 + (u.width() / 2 - side) / 2, edge + (bottom - 2 * edge - side) / 2,
            side, side};
    const int w = u.width() / 2 - 2 * edge, high = title + dots + note + cap + 2 * gap;
    int y = std::max(edge, (bottom - high) / 2);
    heading_ = {edge, y, w, title};
    dots_ = {edge, y += title, w, dots};
    note_ = {edge, y += dots + gap, w, note};
    back_ = {edge + (w - std::min(w, u.px(400))) / 2, y + note + gap, std::min(w, std::max(u.px(400), 160)),
             cap};
    return;
  }
  // Below each other, in the middle of what height there is.
  const int w = u.width() - 2 * edge, words = title + dots + note + gap;
  const int side = std::min(w, bottom - edge - words - cap - gap);
  int y = edge + std::max(0, bottom - edge - words - side - gap - cap) / 2;
  heading_ = {edge, y, w, title};
  dots_ = {edge, y += title, w, dots};
  note_ = {edge, y += dots, w, note};
  pad_ = {(u.width() - side) / 2, y += note + gap, side, side};
  back_ = {(u.width() - std::max(u.px(400), 160)) / 2, y + side + gap, std::max(u.px(400), 160), cap};
}

void PinScreen::enter(char digit, std::uint64_t now) {
  wrong_ = false;
  if (pin().empty() || desk_.lock.closed_for(now) > 0) return;
  house_.play(platform::Sound::kMove);
  entered_ += digit;
  if (entered_.size() < pin().size()) return;
  const PinLock::Answer answer = desk_.lock.answer(pin(), entered_, now);
  entered_.clear();
  if (answer == PinLock::Answer::kRight) {
    house_.go(std::make_unique<ServiceScreen>(desk_));
    return;
  }
  wrong_ = true;
  house_.play(platform::Sound::kIllegal);
}

// A digit is entered when the stick is back in the middle. Two directions at once count more than one: nobody
// reaches a corner, or leaves it, by both at the same instant.
void PinScreen::follow_stick(std::uint64_t now) {
  int across = (right_ ? 1 : 0) - (left_ ? 1 : 0), along = (down_ ? 1 : 0) - (up_ ? 1 : 0);
  if (house_.window != nullptr && across == 0 && along == 0) {
    const platform::Stick::Push push = house_.window->push();
    across = push.across;
    along = push.along;
  } else if (house_.window != nullptr) {
    const platform::Stick::Push push = house_.window->push();
    if (across == 0) across = push.across;
    if (along == 0) along = push.along;
  }
  if (across == 0 && along == 0) {
    if (across_ != 0 || along_ != 0)
      enter(digit_at(std::exchange(across_, 0), std::exchange(along_, 0)), now);
    return;
  }
  const bool corner = across != 0 && along != 0, was_corner = across_ != 0 && along_ != 0;
  if (corner || !was_corner) {
    across_ = across;
    along_ = along;
  }
}

bool PinScreen::input(const platform::Input& input, std::uint64_t now) {
  const bool press = input.kind == Kind::kPress, release = input.kind == Kind::kRelease;
  if (press && input.typed >= '1' && input.typed <= '9') {
    enter(input.typed, now);
    return true;
  }
  if (press && input.typed == '\b' && !entered_.empty()) {
    entered_.pop_back();
    return true;
  }
  if (press || release) {
    switch (input.action) {
      case Action::kUp:
        up_ = press;
        break;
      case Action::kDown:
        down_ = press;
        break;
      case Action::kLeft:
        left_ = press;
        break;
      case Action::kRight:
        right_ = press;
        break;
      case Action::kSelect:
        if (press) enter('5', now);
        return true;
      case Action::kBack:
        return false;
      default:
        return true;
    }
    follow_stick(now);
    return true;
  }
  return input.kind == Kind::kRepeat;
}

void PinScreen::back(std::uint64_t /*now*/) {
  desk_.leave();
}

bool PinScreen::tick(std::uint64_t now) {
  const std::size_t before = entered_.size();
  follow_stick(now);
  const int closed = desk_.lock.closed_for(now);
  return std::exchange(closed_, closed) != closed || entered_.size() != before;
}

std::uint64_t PinScreen::next_wake(std::uint64_t now) const {
  if (across_ != 0 || along_ != 0) return now + kLook;
  return closed_ > 0 ? now + 200 : UINT64_MAX;
}

void PinScreen::draw(std::uint64_t now) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  closed_ = desk_.lock.closed_for(now);
  const bool unset = pin().empty();
  ui.panel("pin.ground", {0, 0, ui.units().width(), ui.help_rect().y}, menu::Panel::kBare);
  ui.fill({0, 0, ui.units().width(), ui.help_rect().y}, c.lacquer1);
  ui.text(heading_, ui.tr("pin.title"), {Face::kKai, 56, c.gold, Align::kCentre});
  if (!unset) {
    // One dot a digit that was entered: how many there are to be, nobody is told.
    const int dot = std::max(ui.px(28), 12), step = dot * 2;
    const int count = static_cast<int>(entered_.size());
    for (int i = 0; i < count; ++i) {
      ui.fill({dots_.x + dots_.w / 2 + i * step - count * step / 2 + (step - dot) / 2,
               dots_.y + (dots_.h - dot) / 2, dot, dot},
              c.gold_hi);
    }
  }
  std::string note;
  if (unset) {
    note = ui.tr("pin.unset");
  } else if (closed_ > 0) {
    note = ui.tr("pin.closed", {{"n", closed_}});
  } else {
    note = ui.tr(wrong_ ? "pin.wrong" : "pin.enter");
  }
  const bool trouble = unset || closed_ > 0 || wrong_;
  ui.text(unset ? SDL_Rect{note_.x, dots_.y, note_.w, note_.y + note_.h - dots_.y} : note_, note,
          {Face::kSans, 30, trouble ? c.cinnabar_hi : c.paper2, Align::kCentre, Align::kCentre, 5});
  draw_pad(pad_, now);
  if (ui.button({"pin.back", back_, true, ui.tr("pin.help"), ""}, ui.tr("common.back"))) desk_.leave();
  ui.end_panel();
  ui.help_strip(ui.tr("pin.help"));
}

void PinScreen::draw_pad(const SDL_Rect& rect, std::uint64_t now) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int gap = std::max(ui.px(16), 4), cell = (rect.w - 2 * gap) / 3;
  const bool open = !pin().empty() && closed_ == 0;
  for (int along = -1; along <= 1; ++along) {
    for (int across = -1; across <= 1; ++across) {
      const char digit = digit_at(across, along);
      const std::string id = std::string("pin.") + digit;
      const SDL_Rect key{rect.x + (across + 1) * (cell + gap), rect.y + (along + 1) * (cell + gap), cell,
                         cell};
      const menu::WidgetState state = ui.widget({id, key, open, ui.tr("pin.help"), ""});
      const bool pushed = (across_ != 0 || along_ != 0) && across == across_ && along == along_;
      ui.fill(key, state.pressed || pushed ? c.lacquer3 : c.lacquer2);
      ui.frame(key, std::max(ui.px(2), 1), pushed ? c.gold : c.seam);
      ui.text(key, std::string(1, digit), {Face::kSansBold, 64, open ? c.paper : c.mute, Align::kCentre});
      if (state.activated) enter(digit, now);
    }
  }
}

}  // namespace qitai::kiosk
