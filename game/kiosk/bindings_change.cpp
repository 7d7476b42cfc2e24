#include "kiosk/bindings_change.hpp"

#include <algorithm>
#include <array>

namespace qitai::kiosk {
namespace {

using platform::Action;
using platform::Control;

// What a cabinet is played with; the rest are conveniences.
constexpr std::array kNeeded{Action::kUp,    Action::kDown,   Action::kLeft,
                             Action::kRight, Action::kSelect, Action::kBack};

}  // namespace

std::vector<std::string> config::Values::*input_list(Action action) {
  using config::Values;
  switch (action) {
    case Action::kUp:
      return &Values::input_up;
    case Action::kDown:
      return &Values::input_down;
    case Action::kLeft:
      return &Values::input_left;
    case Action::kRight:
      return &Values::input_right;
    case Action::kSelect:
      return &Values::input_select;
    case Action::kBack:
      return &Values::input_back;
    case Action::kFlip:
      return &Values::input_flip;
    case Action::kMenu:
      return &Values::input_menu;
    case Action::kBrowse:
      return &Values::input_browse;
    case Action::kFullscreen:
      return &Values::input_fullscreen;
    case Action::kCoin:
      return &Values::input_coin;
    case Action::kServiceCredit:
      return &Values::input_service_credit;
    case Action::kService:
      return &Values::input_service;
    case Action::kNone:
      break;
  }
  return nullptr;
}

Result<std::vector<std::pair<Action, std::vector<std::string>>>> rebind(const platform::Bindings& now,
                                                                        Action action, Control control) {
  const platform::Part part = platform::part_of(control);
  std::vector<std::pair<Action, std::vector<std::string>>> changes;
  for (const platform::ActionName& each : platform::action_names()) {
    const std::vector<Control> before = now.controls(each.action);
    std::vector<Control> after;
    const bool own = each.action == action;
    for (const Control one : before) {
      if (own ? platform::part_of(one) != part : one != control) after.push_back(one);
    }
    if (own) after.push_back(control);
    const bool needed = std::ranges::find(kNeeded, each.action) != kNeeded.end();
    const auto of_part = [part](const std::vector<Control>& all) {
      return std::ranges::count(all, part, platform::part_of);
    };
    if (needed && of_part(before) > 0 && of_part(after) == 0)
      return Error{"unreachable", std::string(each.id)};
    if (after == before) continue;
    std::vector<std::string> names;
    names.reserve(after.size());
    for (const Control one : after)
      names.push_back(platform::name_of(one));
    std::erase(names, std::string());
    changes.emplace_back(each.action, std::move(names));
  }
  return changes;
}

}  // namespace qitai::kiosk
