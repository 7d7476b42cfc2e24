#include "menu/guest_pad.hpp"

#include <algorithm>
#include <utility>

namespace qitai::menu {
namespace {

using view::Face;

constexpr std::string_view kSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\b";

std::string key_id(char sign) {
  return sign == '\b' ? std::string("guest.rub") : std::string("guest.key.") + sign;
}

int rows_of(std::size_t keys, int columns) {
  return (static_cast<int>(keys) + columns - 1) / columns;
}

// The place of a key in a grid of that many columns and rows.
SDL_Rect key_rect(const SDL_Rect& place, int columns, int rows, int gap, int index) {
  const int w = (place.w - (columns - 1) * gap) / columns, h = (place.h - (rows - 1) * gap) / rows;
  return {place.x + index % columns * (w + gap), place.y + index / columns * (h + gap), w, h};
}

}  // namespace

void GuestPad::open(Request request, std::uint64_t now) {
  seals_ = is_seal(request.begins);
  typed_ = initials(request.begins) ? request.begins : std::string();
  house_.ui.focus().set(seals_ ? "guest.seal.0" : "guest.key.A", now);
  request_ = std::move(request);
}

void GuestPad::close(std::uint64_t now) {
  if (!request_) return;
  house_.ui.focus().set(request_->item, now);
  request_.reset();
}

void GuestPad::type(char sign, std::uint64_t now) {
  if (sign == '\b') {
    if (!typed_.empty()) typed_.pop_back();
    return;
  }
  if (typed_.size() < kMostInitials) typed_ += sign;
  if (typed_.size() == kMostInitials) house_.ui.focus().set("guest.done", now);
}

bool GuestPad::input(const platform::Input& input, std::uint64_t now) {
  if (!request_ || input.kind != platform::Input::Kind::kPress) return false;
  char sign = input.typed;
  if (sign >= 'a' && sign <= 'z') sign = static_cast<char>(sign - 'a' + 'A');
  const bool rubs = sign == '\b' && !typed_.empty();
  if (!seals_ && (rubs || (sign != '\b' && initials(std::string_view(&sign, 1))))) {
    type(sign, now);
    return true;
  }
  if (input.action == platform::Action::kBack) {
    close(now);
    return true;
  }
  return false;
}

void GuestPad::draw_letters(const SDL_Rect& place, int columns, std::uint64_t now) {
  Ui& ui = house_.ui;
  const int gap = std::max(ui.px(12), 4), rows = rows_of(kSigns.size(), columns);
  for (std::size_t i = 0; i < kSigns.size(); ++i) {
    const bool rubs = kSigns[i] == '\b';
    SDL_Rect key = key_rect(place, columns, rows, gap, static_cast<int>(i));
    // The last one takes what is left of its row.
    if (rubs) key.w = place.x + place.w - key.x;
    if (ui.button({key_id(kSigns[i]), key, true, ui.tr(rubs ? "help.pad.rub" : "help.pad.key"), ""},
                  rubs ? "←" : std::string(1, kSigns[i]), 44))
      type(kSigns[i], now);
  }
}

std::optional<std::string> GuestPad::draw_seals(const SDL_Rect& place, int columns) {
  Ui& ui = house_.ui;
  std::optional<std::string> chosen;
  const int gap = std::max(ui.px(12), 4), rows = rows_of(kSeals.size(), columns);
  for (std::size_t i = 0; i < kSeals.size(); ++i) {
    const SDL_Rect key = key_rect(place, columns, rows, gap, static_cast<int>(i));
    const bool free = !is_taken(kSeals.at(i));
    const Widget widget{"guest.seal." + std::to_string(i), key, free, ui.tr("help.guest.seal"),
                        ui.tr("guest.taken")};
    const WidgetState state = ui.widget(widget);
    const SDL_Rect inside = ui.ground(widget, state);
    const int side = std::min(inside.w, inside.h) - std::max(ui.px(16), 6);
    const SDL_Rect stamp{inside.x, inside.y + (inside.h - side) / 2, inside.w, side};
    const float size = static_cast<float>(side) * 2 / 3 / ui.units().u();
    if (free) {
      draw_guest(ui, stamp, seal_text(house_.catalog, kSeals.at(i)), true,
                 {Face::kKai, size, ui.colours().paper, Align::kCentre});
    } else {
      ui.text(stamp, seal_text(house_.catalog, kSeals.at(i)),
              {Face::kKai, size * 0.9F, ui.colours().mute, Align::kCentre});
    }
    if (state.activated) chosen = std::string(kSeals.at(i));
  }
  return chosen;
}

std::optional<std::string> GuestPad::draw(std::uint64_t now) {
  if (!request_) return std::nullopt;
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const bool broad = !ui.units().portrait() && ui.units().width() >= 640;
  const int columns = seals_ ? (broad ? 8 : 6) : (broad ? 10 : 7);
  const int rows = seals_ ? rows_of(kSeals.size(), columns) : rows_of(kSigns.size(), columns);
  const int gap = std::max(ui.px(12), 4), pad = std::max(ui.px(32), 12);
  const int line = std::max(ui.px(56), 28), value_h = std::max(ui.px(104), 44), cap = ui.units().target(88);
  const SDL_Rect help = ui.help_rect();
  const int room = help.y - 2 * ui.px(16) - 2 * pad - line - value_h - cap - 2 * gap;
  const int high = std::clamp((room - (rows - 1) * gap) / rows, 44, std::max(ui.px(seals_ ? 136 : 104), 48));
  const int wide = std::clamp((ui.units().width() - 2 * pad - 2 * ui.px(32) - (columns - 1) * gap) / columns,
                              44, std::max(ui.px(seals_ ? 136 : 108), 48));
  const int keys = rows * high + (rows - 1) * gap;
  SDL_Rect sheet{0, 0, columns * wide + (columns - 1) * gap + 2 * pad,
                 2 * pad + line + value_h + keys + 2 * gap + cap};
  sheet.x = (ui.units().width() - sheet.w) / 2;
  sheet.y = std::max(0, (help.y - sheet.h) / 2);
  ui.dialog("guest", sheet);
  const int x = sheet.x + pad, w = sheet.w - 2 * pad;
  int y = sheet.y + pad;
  ui.text({x, y, w, line}, request_->label, {Face::kKai, 40, c.gold, Align::kCentre});
  y += line;
  const SDL_Rect value{x, y, w, value_h};
  const bool sealed = seals_ && is_seal(request_->begins);
  if (!seals_ && typed_.empty()) {
    ui.text(value, "– – –", {Face::kSansBold, 64, c.mute, Align::kCentre});
  } else if (!seals_) {
    ui.text(value, typed_, {Face::kSansBold, 64, is_taken(typed_) ? c.cinnabar_hi : c.paper, Align::kCentre});
  } else if (sealed) {
    draw_guest(ui, value, seal_text(house_.catalog, request_->begins), true,
               {Face::kKai, 64, c.paper, Align::kCentre});
  } else {
    ui.text(value, ui.tr("guest.choose"), {Face::kSans, 30, c.paper2, Align::kCentre});
  }
  y += value_h;
  std::optional<std::string> name;
  if (seals_) {
    name = draw_seals({x, y, w, keys}, columns);
  } else {
    draw_letters({x, y, w, keys}, columns, now);
  }
  y += keys + 2 * gap;
  const int third = (w - 2 * gap) / 3;
  const float size = ui.fit_keys({"guest.seals", "guest.letters", "guest.none", "pad.done"},
                                 {Face::kSansBold, 34}, third - 2 * ui.px(24));
  if (ui.button({"guest.page", {x, y, third, cap}, true, ui.tr("help.guest.page"), ""},
                ui.tr(seals_ ? "guest.letters" : "guest.seals"), size)) {
    seals_ = !seals_;
    ui.focus().set(seals_ ? "guest.seal.0" : "guest.key.A", now);
  }
  if (ui.button({"guest.none", {x + third + gap, y, third, cap}, true, ui.tr("help.guest.none"), ""},
                ui.tr("guest.none"), size))
    name = std::string();
  const bool good = !seals_ && initials(typed_) && !is_taken(typed_);
  const std::string why = ui.tr(is_taken(typed_) ? "guest.taken" : "guest.missing");
  if (ui.button({"guest.done",
                 {x + 2 * (third + gap), y, w - 2 * (third + gap), cap},
                 good || sealed,
                 ui.tr("help.guest.done"),
                 why},
                ui.tr("pad.done"), size, true))
    name = sealed ? request_->begins : typed_;
  ui.end_panel();
  if (name) close(now);
  return name;
}

}  // namespace qitai::menu
