#include "kiosk/input_test.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kiosk/service_screen.hpp"
#include "platform/window.hpp"

namespace qitai::kiosk {
namespace {

using menu::Align;
using platform::Action;
using view::Face;
using Kind = platform::Input::Kind;

constexpr std::uint64_t kLookAgain = 250;  // ms, for pads that come and go

}  // namespace

InputTest::InputTest(Desk& desk) : Screen(desk.house), desk_(desk) {
  if (house_.window != nullptr) house_.window->listen(true);
}

InputTest::~InputTest() {
  if (house_.window != nullptr) house_.window->listen(false);
}

void InputTest::arrange(std::uint64_t /*now*/) {
  const view::Units& u = house_.ui.units();
  const int edge = std::max(u.px(32), 8), gap = std::max(u.px(16), 6);
  const int line = std::max(u.px(56), 28);
  const int bottom = house_.ui.help_rect().y;
  devices_ = {edge, edge, u.width() - 2 * edge, 3 * line};
  foot_ = {edge, bottom - 2 * line, u.width() - 2 * edge, 2 * line};
  cells_ = {edge, devices_.y + devices_.h + gap, u.width() - 2 * edge,
            foot_.y - devices_.y - devices_.h - 2 * gap};
}

bool InputTest::input(const platform::Input& input, std::uint64_t now) {
  switch (input.kind) {
    case Kind::kPress:
      if (input.action != Action::kNone) lit_.insert({input.action, input.device, input.pad});
      if (input.action == Action::kBack) back_since_ = std::max<std::uint64_t>(now, 1);
      break;
    case Kind::kRelease:
      lit_.erase({input.action, input.device, input.pad});
      if (input.action == Action::kBack) back_since_ = 0;
      break;
    case Kind::kPointerDown:
    case Kind::kPointerMove:
      if (input.kind == Kind::kPointerDown || pointer_) pointer_ = SDL_FPoint{input.x, input.y};
      break;
    case Kind::kPointerUp:
    case Kind::kPointerCancel:
      pointer_.reset();
      break;
    case Kind::kRepeat:
      break;
  }
  show();
  return true;
}

void InputTest::show() {
  held_.clear();
  for (const Lit& one : lit_) {
    held_.insert(one.action);
    seen_.insert(one.action);
  }
}

bool InputTest::tick(std::uint64_t now) {
  bool changed = back_since_ != 0;
  if (house_.window != nullptr) {
    for (const platform::Touched& touched : house_.window->take_touched()) {
      // Where nobody pays a coin is none for the rest of the program.
      const Action action = house_.window->bindings().action(touched.control);
      if (action == Action::kCoin || action == Action::kServiceCredit) {
        const Lit one{action, touched.device, touched.pad};
        if (touched.down) {
          lit_.insert(one);
        } else {
          lit_.erase(one);
        }
        show();
        changed = true;
      }
      if (!touched.down) continue;
      std::string name = platform::name_of(touched.control);
      if (name.empty()) name = house_.ui.tr("service.inputs.mouse_button");
      if (touched.pad >= 0) name += house_.ui.tr("service.inputs.of_pad", {{"n", touched.pad + 1}});
      last_ = std::move(name);
      changed = true;
    }
    std::vector<std::string> pads = house_.window->pad_names();
    changed = std::exchange(pads_, pads) != pads || changed;
  }
  if (back_since_ != 0 && now - back_since_ >= kHold) {
    back_since_ = 0;
    house_.go(std::make_unique<ServiceScreen>(desk_, "input_test"));
  }
  return changed;
}

std::uint64_t InputTest::next_wake(std::uint64_t now) const {
  return back_since_ != 0 ? now + 16 : now + kLookAgain;
}

void InputTest::draw(std::uint64_t now) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  ui.panel("input-test", {0, 0, ui.units().width(), ui.help_rect().y}, menu::Panel::kBare);
  ui.fill({0, 0, ui.units().width(), ui.help_rect().y}, c.lacquer1);
  const int line = devices_.h / 3;
  ui.text({devices_.x, devices_.y, devices_.w, line}, ui.tr("service.input_test"), {Face::kKai, 40, c.gold});
  std::string pads;
  for (std::size_t i = 0; i < pads_.size(); ++i) {
    if (pads_[i].empty()) continue;
    const std::string name = ui.type().covers(pads_[i]) ? pads_[i] : ui.tr("service.inputs.pad");
    pads += (pads.empty() ? "" : " · ") + fmt::format("{}: {}", i + 1, name);
  }
  ui.text({devices_.x, devices_.y + line, devices_.w, 2 * line},
          pads.empty() ? ui.tr("service.inputs.no_pads") : ui.tr("service.inputs.pads", {{"pads", pads}}),
          {Face::kSans, 26, c.paper2, Align::kStart, Align::kStart, 2});
  const auto actions = platform::action_names();
  const auto count = static_cast<int>(actions.size());
  const int columns = ui.units().portrait() ? 2 : 4, lines = (count + columns - 1) / columns;
  const int gap = std::max(ui.px(16), 4);
  const int wide = (cells_.w - (columns - 1) * gap) / columns, high = (cells_.h - (lines - 1) * gap) / lines;
  for (int i = 0; i < count; ++i) {
    const platform::ActionName& action = actions[static_cast<std::size_t>(i)];
    const SDL_Rect cell{cells_.x + i % columns * (wide + gap), cells_.y + i / columns * (high + gap), wide,
                        high};
    const bool on = lit(action.action), was = seen_.contains(action.action);
    ui.fill(cell, on ? c.jade_d : c.lacquer2);
    ui.frame(cell, std::max(ui.px(3), 1), on || was ? c.jade : c.seam);
    const SDL_Color ink = on ? c.paper : was ? c.jade : c.paper2;
    ui.text({cell.x + gap, cell.y, cell.w - 2 * gap, cell.h},
            ui.tr("service.action." + std::string(action.id)),
            {Face::kSans, 30, ink, Align::kCentre, Align::kCentre, 2});
  }
  std::string words = last_;
  if (pointer_) words = fmt::format("{:.0f}, {:.0f}", pointer_->x, pointer_->y);
  ui.text({foot_.x, foot_.y, foot_.w, foot_.h / 2},
          words.empty() ? ui.tr("service.inputs.press") : ui.tr("service.inputs.last", {{"name", words}}),
          {Face::kSans, 28, c.paper, Align::kCentre});
  // How long back has to be held still.
  const int bar = std::max(ui.px(12), 6);
  const int full = std::min(foot_.w, std::max(ui.px(600), 240));
  const int part =
      back_since_ == 0
          ? 0
          : static_cast<int>(std::min(kHold, now - back_since_) * static_cast<std::uint64_t>(full) / kHold);
  const SDL_Rect track{foot_.x + (foot_.w - full) / 2, foot_.y + foot_.h * 3 / 4, full, bar};
  ui.fill(track, c.lacquer3);
  ui.fill({track.x, track.y, part, bar}, c.gold);
  ui.end_panel();
  ui.help_strip(ui.tr("service.inputs.way_out"));
}

}  // namespace qitai::kiosk
