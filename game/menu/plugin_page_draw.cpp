// How the items of a page look.
#include <algorithm>

#include "menu/plugin_page.hpp"
#include "menu/time_line.hpp"

namespace qitai::menu {
namespace {

using view::Face;

SDL_Color mixed(SDL_Color a, SDL_Color b, int percent) {
  const auto mix = [percent](Uint8 from, Uint8 to) {
    return static_cast<Uint8>(from + (to - from) * percent / 100);
  };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), 255};
}

}  // namespace

SDL_Rect PluginPage::step_box(const Slot& slot, int way) const {
  const int side = std::min(slot.rect.h, std::max(ui_.px(72), 44));
  const int right = slot.rect.x + slot.rect.w - ui_.px(8) - side;
  const int value = std::clamp(slot.rect.w * 24 / 100, std::max(ui_.px(170), 104), ui_.px(300));
  return {way > 0 ? right : right - value - side, slot.rect.y, side, slot.rect.h};
}

// The ground of a row with a value, its name, and the seal of the focus.
WidgetState PluginPage::begin_row(const Slot& slot) {
  const view::Palette& c = ui_.colours();
  const SDL_Rect& r = slot.rect;
  const WidgetState state = ui_.widget({slot.id, r, slot.enabled, slot.help, slot.why, true});
  ui_.fill(r, state.focused ? c.lacquer3 : c.lacquer2);
  ui_.fill({r.x, r.y + r.h - ui_.px(2), r.w, ui_.px(2)}, c.seam);
  glow(slot);
  if (state.focused) {
    const int side = ui_.px(10);
    ui_.fill({r.x + ui_.px(14), r.y + (r.h - side) / 2 + (state.pressed ? ui_.px(3) : 0), side, side},
             c.cinnabar_hi);
  }
  return state;
}

SDL_Color PluginPage::value_ink(const Slot& slot, bool focused) const {
  const view::Palette& c = ui_.colours();
  if (!slot.enabled) return c.mute;
  return focused || slot.id == changed_ ? c.gold_hi : c.paper;
}

// What was just changed, until the focus goes.
void PluginPage::glow(const Slot& slot) {
  if (slot.id != changed_) return;
  const view::Palette& c = ui_.colours();
  ui_.fill(slot.rect, mixed(c.lacquer3, c.gold, 22));
  ui_.fill({slot.rect.x, slot.rect.y, ui_.px(6), slot.rect.h}, c.gold);
  ui_.frame(slot.rect, ui_.px(2), c.gold);
}

void PluginPage::open_pad(const Slot& slot, std::uint64_t now) {
  KeyPad::Request request;
  request.item = slot.id;
  request.label = slot.label;
  request.shown = slot.value;
  request.digits = slot.kind != Slot::Kind::kEntry;
  request.min = slot.min;
  request.max = slot.max;
  request.unit = slot.unit;
  if (!request.digits) {
    request.most = static_cast<std::size_t>(slot.amount);
    request.begins = slot.value;
  }
  pad_.open(std::move(request), now);
}

void PluginPage::draw_row(Slot& slot) {
  const view::Palette& c = ui_.colours();
  const SDL_Rect& r = slot.rect;
  const WidgetState state = begin_row(slot);
  const int sink = state.pressed ? ui_.px(3) : 0;
  const SDL_Rect less = step_box(slot, -1), more = step_box(slot, 1);
  const int x = r.x + ui_.px(36);
  ui_.text({x, r.y + sink, less.x - x - ui_.px(12), r.h}, slot.label,
           {Face::kSans, 30, slot.enabled ? c.paper : c.mute});
  ui_.text({less.x + less.w, r.y + sink, more.x - less.x - less.w, r.h}, slot.value,
           {Face::kSansBold, 32, value_ink(slot, state.focused), Align::kCentre});
  if (slot.enabled) {
    const TextStyle arrow{Face::kSansBold, 36, state.focused ? c.gold : c.paper2, Align::kCentre};
    ui_.text({less.x, r.y + sink, less.w, r.h}, "‹", arrow);
    ui_.text({more.x, r.y + sink, more.w, r.h}, "›", arrow);
  }
  if (state.adjusted != 0) did_[slot.id].steps += state.adjusted;
  if (!state.activated) return;
  const bool back = ui_.focus().by_pointer() && ui_.focus().pointer().x >= static_cast<float>(less.x) &&
                    ui_.focus().pointer().x < static_cast<float>(less.x + less.w);
  did_[slot.id].steps += back ? -1 : 1;
}

void PluginPage::draw_number(Slot& slot) {
  const view::Palette& c = ui_.colours();
  const SDL_Rect& r = slot.rect;
  const WidgetState state = begin_row(slot);
  const int sink = state.pressed ? ui_.px(3) : 0;
  const SDL_Rect minus = step_box(slot, -1), plus = step_box(slot, 1);
  const int x = r.x + ui_.px(36), w = minus.x - x - ui_.px(12);
  const SDL_Color ink = slot.enabled ? c.paper : c.mute;
  const TextStyle label{Face::kSans, 30, ink};
  if (state.focused && slot.enabled) {
    // The range stands under the name; the row is as high as before.
    const int upper = r.h * 54 / 100;
    ui_.text({x, r.y + sink, w, upper}, slot.label, {Face::kSans, 28, ink, Align::kStart, Align::kEnd});
    ui_.text({x, r.y + upper - ui_.px(4) + sink, w, r.h - upper}, range_text(slot.min, slot.max, slot.unit),
             {Face::kSans, 22, c.paper2, Align::kStart, Align::kStart});
  } else {
    ui_.text({x, r.y + sink, w, r.h}, slot.label, label);
  }
  const SDL_Color value = value_ink(slot, state.focused);
  // The number large, its unit small.
  const SDL_Rect box{minus.x + minus.w, r.y + sink, plus.x - minus.x - minus.w, r.h};
  const std::string digits = std::to_string(slot.number);
  if (slot.value.starts_with(digits) && !slot.unit.empty()) {
    const TextStyle large{Face::kSansBold, 44, value, Align::kStart, Align::kCentre, 1, true};
    const TextStyle small{Face::kSans, 26, slot.enabled ? c.paper2 : c.mute};
    const int number_w = ui_.text_width(digits, large), unit_w = ui_.text_width(slot.unit, small);
    const int gap = ui_.px(10);
    const int from = box.x + std::max(0, (box.w - number_w - gap - unit_w) / 2);
    ui_.text({from, box.y, number_w + 1, box.h}, digits, large);
    ui_.text({from + number_w + gap, box.y + ui_.px(5),
              std::min(unit_w + 1, box.x + box.w - from - number_w - gap), box.h},
             slot.unit, small);
  } else {
    ui_.text(box, slot.value, {Face::kSansBold, 32, value, Align::kCentre});
  }
  if (slot.enabled) {
    for (const int way : {-1, 1}) {
      const SDL_Rect& all = way < 0 ? minus : plus;
      const bool end = way < 0 ? slot.number <= slot.min : slot.number >= slot.max;
      const SDL_Color sign = end ? c.seam : state.focused ? c.gold : c.paper2;
      const int arm = std::max(ui_.px(26), 12), thick = std::max(ui_.px(4), 2);
      const int cx = all.x + all.w / 2, cy = all.y + all.h / 2 + sink;
      ui_.fill({cx - arm / 2, cy - thick / 2, arm, thick}, sign);
      if (way > 0) ui_.fill({cx - thick / 2, cy - arm / 2, thick, arm}, sign);
    }
  }
  if (state.adjusted != 0) did_[slot.id].steps += state.adjusted;
  if (!state.activated) return;
  const SDL_FPoint at = ui_.focus().pointer();
  const SDL_Point pixel{static_cast<int>(at.x), static_cast<int>(at.y)};
  if (rest_ && rest_->id == slot.id && std::exchange(rest_->counted, false))
    return;  // counted while it lay there
  if (ui_.focus().by_pointer() && SDL_PointInRect(&pixel, &minus) == SDL_TRUE) {
    did_[slot.id].steps -= 1;
  } else if (ui_.focus().by_pointer() && SDL_PointInRect(&pixel, &plus) == SDL_TRUE) {
    did_[slot.id].steps += 1;
  } else {
    open_pad(slot, ui_.now());
  }
}

void PluginPage::draw_slider(Slot& slot) {
  const view::Palette& c = ui_.colours();
  const SDL_Rect& r = slot.rect;
  const WidgetState state = begin_row(slot);
  const SDL_Color ink = slot.enabled ? c.paper : c.mute;
  const int half = r.w * 46 / 100, value = std::max(ui_.px(110), 60);
  ui_.text({r.x + ui_.px(36), r.y, half - ui_.px(48), r.h}, slot.label, {Face::kSans, 30, ink});
  const SDL_Rect bar{r.x + half, r.y + r.h / 2 - ui_.px(6), r.w - half - value - ui_.px(16), ui_.px(12)};
  ui_.fill(bar, c.lacquer0);
  const auto span = std::max<std::int64_t>(1, slot.max - slot.min);
  const auto part = static_cast<int>((slot.number - slot.min) * bar.w / span);
  ui_.fill({bar.x, bar.y, part, bar.h}, slot.enabled ? c.gold : c.mute);
  const int knob = std::max(ui_.px(28), 14);
  ui_.fill({bar.x + part - knob / 4, r.y + (r.h - knob) / 2, knob / 2, knob},
           slot.enabled ? c.gold_hi : c.mute);
  ui_.text({r.x + r.w - value - ui_.px(8), r.y, value, r.h}, slot.value,
           {Face::kSansBold, 28, state.focused ? c.gold_hi : ink, Align::kEnd});
  if (state.adjusted != 0) did_[slot.id].steps += state.adjusted;
  if (!state.activated) return;
  const auto at = static_cast<int>(ui_.focus().pointer().x);
  if (ui_.focus().by_pointer() && at >= bar.x - knob) {
    did_[slot.id].number =
        slot.min + std::clamp<std::int64_t>((at - bar.x) * span / std::max(1, bar.w), 0, span);
  } else {
    open_pad(slot, ui_.now());
  }
}

void PluginPage::draw_listed(Slot& slot) {
  const view::Palette& c = ui_.colours();
  const SDL_Rect& r = slot.rect;
  const WidgetState state = ui_.widget({slot.id, r, slot.enabled, slot.help, slot.why});
  ui_.fill(r, state.focused ? c.lacquer3 : c.lacquer2);
  ui_.fill({r.x, r.y + r.h - ui_.px(2), r.w, ui_.px(2)}, c.seam);
  if (slot.chosen) ui_.fill({r.x, r.y, ui_.px(6), r.h}, c.gold);
  const int sink = state.pressed ? ui_.px(3) : 0;
  if (state.focused) {
    const int side = ui_.px(10);
    ui_.fill({r.x + ui_.px(18), r.y + (r.h - side) / 2 + sink, side, side}, c.cinnabar_hi);
  }
  SDL_Color ink = slot.chosen ? c.gold_hi : c.paper;
  if (!slot.enabled) ink = c.mute;
  ui_.text({r.x + ui_.px(44), r.y + sink, r.w - ui_.px(44) - ui_.px(12), r.h}, slot.label,
           {slot.chosen ? Face::kSansBold : Face::kSans, listed_size_, ink});
  if (state.activated) did_[slot.id].pressed = true;
}

void PluginPage::draw_line(Slot& slot) {
  const SDL_Rect& r = slot.rect;
  const SDL_Rect bar{r.x, r.y, r.w, bar_height()};
  draw_time_line(ui_, bar, terms_->limits(slot.amount));
  const int top = bar.h + ui_.px(8);
  ui_.text({r.x, r.y + top, r.w, r.h - top}, slot.value,
           {Face::kSans, 30, ui_.colours().paper, Align::kCentre, Align::kCentre, 3});
}

void PluginPage::draw_slot(Slot& slot) {
  const view::Palette& c = ui_.colours();
  const SDL_Rect& r = slot.rect;
  const Widget widget{slot.id, r, slot.enabled, slot.help, slot.why};
  switch (slot.kind) {
    case Slot::Kind::kHeading:
      ui_.text({r.x + ui_.px(12), r.y, r.w - ui_.px(12), r.h}, slot.label, {Face::kKai, 40, c.gold});
      break;
    case Slot::Kind::kText:
      ui_.text({r.x + ui_.px(12), r.y, r.w - ui_.px(24), r.h}, slot.label,
               {Face::kSans, 28, c.paper2, Align::kStart, Align::kCentre, 4});
      break;
    case Slot::Kind::kBadge: {
      const SDL_Color tone = slot.amount == static_cast<int>(host::Tone::kGood)  ? c.jade_d
                             : slot.amount == static_cast<int>(host::Tone::kBad) ? c.cinnabar
                                                                                 : c.lacquer3;
      const TextStyle style{Face::kSansBold, 26, c.paper, Align::kCentre};
      const int w = std::min(r.w - ui_.px(24), ui_.text_width(slot.label, style) + 2 * ui_.px(20));
      const int h = std::min(r.h, std::max(ui_.px(48), 28));
      ui_.fill({r.x + ui_.px(12), r.y + (r.h - h) / 2, w, h}, tone);
      ui_.text({r.x + ui_.px(12), r.y + (r.h - h) / 2, w, h}, slot.label, style);
      break;
    }
    case Slot::Kind::kProgress: {
      ui_.text({r.x + ui_.px(12), r.y, r.w / 2, r.h}, slot.label, {Face::kSans, 28, c.paper2});
      const SDL_Rect bar{r.x + r.w / 2 + ui_.px(24), r.y + r.h / 2 - ui_.px(8), r.w / 2 - ui_.px(36),
                         ui_.px(16)};
      ui_.fill(bar, c.lacquer0);
      ui_.fill({bar.x, bar.y, bar.w * std::max(0, slot.amount) / 1000, bar.h}, c.gold);
      ui_.frame(bar, ui_.px(2), c.seam);
      break;
    }
    case Slot::Kind::kTimeLine:
      draw_line(slot);
      break;
    case Slot::Kind::kButton:
      if (ui_.button(widget, slot.label, 32)) did_[slot.id].pressed = true;
      break;
    case Slot::Kind::kMore:
      if (ui_.button(widget, slot.label, 28)) {
        const auto area = static_cast<std::size_t>(&slot - more_.data());
        scrolled_[area] = static_cast<std::size_t>(slot.amount);
      }
      break;
    case Slot::Kind::kRow:
      draw_row(slot);
      break;
    case Slot::Kind::kEntry:
      if (ui_.row(widget, slot.label, slot.value) != 0) open_pad(slot, ui_.now());
      break;
    case Slot::Kind::kNumber:
      draw_number(slot);
      break;
    case Slot::Kind::kSlider:
      draw_slider(slot);
      break;
    case Slot::Kind::kListed:
      draw_listed(slot);
      break;
    case Slot::Kind::kSpacing:
      break;
  }
}

void PluginPage::draw_column(std::string_view name, const Column& column, Panel look) {
  if (column.shown.empty()) return;
  // The rows of a list are set in one size.
  std::vector<std::string> listed;
  for (const Slot* const slot : column.shown) {
    if (slot->kind == Slot::Kind::kListed) listed.push_back(slot->label);
  }
  const int inner = column.shown.front()->rect.w - ui_.px(44) - ui_.px(12);
  listed_size_ = ui_.fit(listed, {Face::kSansBold, 30}, inner);
  ui_.panel(name, column.rect, look);
  for (Slot* const slot : column.shown)
    draw_slot(*slot);
  ui_.end_panel();
}

}  // namespace qitai::menu
