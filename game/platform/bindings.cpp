#include "platform/bindings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <tuple>

namespace qitai::platform {
namespace {

enum class Kind : std::uint8_t { kKey = 1, kMouse, kPadButton, kPadAxis, kButton, kAxis, kHat };

constexpr int kMaxIndex = 255;  // of a joystick's buttons, axes and hats

Control control(Kind kind, std::uint32_t code) {
  return Control{std::uint64_t{static_cast<std::uint8_t>(kind)} << 32 | code};
}

bool is_key(std::uint64_t number) {
  return number >> 32 == static_cast<std::uint64_t>(Kind::kKey);
}

std::uint32_t axis_code(int axis, bool positive) {
  return static_cast<std::uint32_t>(axis) << 1 | (positive ? 1U : 0U);
}

constexpr std::array<ActionName, 13> kActions{{{"up", Action::kUp},
                                               {"down", Action::kDown},
                                               {"left", Action::kLeft},
                                               {"right", Action::kRight},
                                               {"select", Action::kSelect},
                                               {"back", Action::kBack},
                                               {"menu", Action::kMenu},
                                               {"flip", Action::kFlip},
                                               {"browse", Action::kBrowse},
                                               {"fullscreen", Action::kFullscreen},
                                               {"coin", Action::kCoin},
                                               {"service_credit", Action::kServiceCredit},

                                               {"service", Action::kService}}};

struct Default {
  std::string_view name;
  Action action;
};

constexpr std::array kDefaults{
    Default{"key:up", Action::kUp},
    Default{"key:down", Action::kDown},
    Default{"key:left", Action::kLeft},
    Default{"key:right", Action::kRight},
    Default{"key:w", Action::kUp},
    Default{"key:s", Action::kDown},
    Default{"key:a", Action::kLeft},
    Default{"key:d", Action::kRight},
    Default{"key:return", Action::kSelect},
    Default{"key:keypad enter", Action::kSelect},
    Default{"key:space", Action::kSelect},
    Default{"key:escape", Action::kBack},
    Default{"key:backspace", Action::kBack},
    Default{"key:ac back", Action::kBack},
    Default{"key:tab", Action::kMenu},
    Default{"key:f", Action::kFlip},
    Default{"key:b", Action::kBrowse},
    Default{"key:f11", Action::kFullscreen},
    // As the boards of arcade machines have them.
    Default{"key:f2", Action::kService},
    Default{"key:5", Action::kCoin},
    Default{"key:9", Action::kServiceCredit},
    Default{"pad:dpup", Action::kUp},
    Default{"pad:dpdown", Action::kDown},
    Default{"pad:dpleft", Action::kLeft},
    Default{"pad:dpright", Action::kRight},
    Default{"pad:lefty-", Action::kUp},
    Default{"pad:lefty+", Action::kDown},
    Default{"pad:leftx-", Action::kLeft},
    Default{"pad:leftx+", Action::kRight},
    Default{"pad:a", Action::kSelect},
    Default{"pad:b", Action::kBack},
    Default{"pad:start", Action::kMenu},
    Default{"pad:y", Action::kFlip},
    Default{"pad:x", Action::kBrowse},
    Default{"pad:axis1-", Action::kUp},
    Default{"pad:axis1+", Action::kDown},
    Default{"pad:axis0-", Action::kLeft},
    Default{"pad:axis0+", Action::kRight},
    Default{"pad:hat0up", Action::kUp},
    Default{"pad:hat0down", Action::kDown},
    Default{"pad:hat0left", Action::kLeft},
    Default{"pad:hat0right", Action::kRight},
    Default{"pad:button0", Action::kSelect},
    Default{"pad:button1", Action::kBack},
    Default{"pad:button2", Action::kBrowse},
    Default{"pad:button3", Action::kFlip},
    Default{"pad:button9", Action::kMenu},
};

// Takes "button", then digits, off the front of `text`.
std::optional<int> take_index(std::string_view& text, std::string_view word) {
  if (text.substr(0, word.size()) != word) return std::nullopt;
  int index = 0;
  const char* begin = text.data() + word.size();
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(begin, end, index);
  if (problem != std::errc() || index < 0 || index > kMaxIndex) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return index;
}

std::optional<Control> pad_part(std::string_view part) {
  std::string_view rest = part;
  if (const auto index = take_index(rest, "button"); index && rest.empty()) return joystick_button(*index);
  rest = part;
  if (const auto index = take_index(rest, "axis"); index && (rest == "+" || rest == "-")) {
    return joystick_axis(*index, rest == "+");
  }
  rest = part;
  if (const auto index = take_index(rest, "hat"); index) {
    if (rest == "up") return joystick_hat(*index, SDL_HAT_UP);
    if (rest == "down") return joystick_hat(*index, SDL_HAT_DOWN);
    if (rest == "left") return joystick_hat(*index, SDL_HAT_LEFT);
    if (rest == "right") return joystick_hat(*index, SDL_HAT_RIGHT);
    return std::nullopt;
  }
  if (!part.empty() && (part.back() == '+' || part.back() == '-')) {
    const std::string name(part.substr(0, part.size() - 1));
    const SDL_GameControllerAxis axis = SDL_GameControllerGetAxisFromString(name.c_str());
    if (axis == SDL_CONTROLLER_AXIS_INVALID) return std::nullopt;
    return pad_axis(axis, part.back() == '+');
  }
  const SDL_GameControllerButton button = SDL_GameControllerGetButtonFromString(std::string(part).c_str());
  if (button == SDL_CONTROLLER_BUTTON_INVALID) return std::nullopt;
  return pad_button(button);
}

}  // namespace

Control key_control(SDL_Keycode key) {
  return control(Kind::kKey, static_cast<std::uint32_t>(key));
}
Control mouse_control(int button) {
  return control(Kind::kMouse, static_cast<std::uint32_t>(button));
}
Control pad_button(SDL_GameControllerButton button) {
  return control(Kind::kPadButton, static_cast<std::uint32_t>(button));
}
Control pad_axis(SDL_GameControllerAxis axis, bool positive) {
  return control(Kind::kPadAxis, axis_code(axis, positive));
}
Control joystick_button(int index) {
  return control(Kind::kButton, static_cast<std::uint32_t>(index));
}
Control joystick_axis(int index, bool positive) {
  return control(Kind::kAxis, axis_code(index, positive));
}
Control joystick_hat(int index, std::uint8_t direction) {
  return control(Kind::kHat, static_cast<std::uint32_t>(index) << 8 | direction);
}

std::optional<Control> control_of(std::string_view name) {
  if (name.substr(0, 4) == "key:") {
    const SDL_Keycode key = SDL_GetKeyFromName(std::string(name.substr(4)).c_str());
    if (key == SDLK_UNKNOWN) return std::nullopt;
    return key_control(key);
  }
  if (name.substr(0, 4) == "pad:") return pad_part(name.substr(4));
  return std::nullopt;
}

std::string name_of(Control which) {
  const auto number = static_cast<std::uint64_t>(which);
  const auto code = static_cast<std::uint32_t>(number);
  const bool positive = (code & 1U) != 0;
  const auto lower = [](const char* name) {
    std::string text(name == nullptr ? "" : name);
    std::ranges::transform(text, text.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
  };
  switch (static_cast<Kind>(number >> 32)) {
    case Kind::kKey: {
      const std::string name = lower(SDL_GetKeyName(static_cast<SDL_Keycode>(code)));
      return name.empty() ? name : "key:" + name;
    }
    case Kind::kPadButton:
      return "pad:" +
             lower(SDL_GameControllerGetStringForButton(static_cast<SDL_GameControllerButton>(code)));
    case Kind::kPadAxis:
      return "pad:" +
             lower(SDL_GameControllerGetStringForAxis(static_cast<SDL_GameControllerAxis>(code >> 1))) +
             (positive ? "+" : "-");
    case Kind::kButton:
      return fmt::format("pad:button{}", code);
    case Kind::kAxis:
      return fmt::format("pad:axis{}{}", code >> 1, positive ? "+" : "-");
    case Kind::kHat: {
      const std::uint32_t direction = code & 0xFFU;
      const char* const way = direction == SDL_HAT_UP      ? "up"
                              : direction == SDL_HAT_DOWN  ? "down"
                              : direction == SDL_HAT_LEFT  ? "left"
                              : direction == SDL_HAT_RIGHT ? "right"
                                                           : nullptr;
      return way == nullptr ? std::string() : fmt::format("pad:hat{}{}", code >> 8, way);
    }
    case Kind::kMouse:
      break;
  }
  return {};
}

Part part_of(Control which) {
  switch (static_cast<Kind>(static_cast<std::uint64_t>(which) >> 32)) {
    case Kind::kPadButton:
    case Kind::kPadAxis:
      return Part::kGamepad;
    case Kind::kButton:
    case Kind::kAxis:
    case Kind::kHat:
      return Part::kJoystick;
    case Kind::kMouse:
      return Part::kMouse;
    case Kind::kKey:
      break;
  }
  return Part::kKey;
}

std::span<const ActionName> action_names() {
  return kActions;
}

std::optional<Action> action_of(std::string_view id) {
  for (const ActionName& known : kActions) {
    if (known.id == id) return known.action;
  }
  return std::nullopt;
}

Bindings::Bindings() {
  set({});
}

std::vector<std::string> Bindings::set(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::vector<std::string> problems;
  std::set<std::pair<Action, bool>> replaced;  // action, by keys
  std::vector<std::pair<std::uint64_t, Action>> given;
  for (const auto& [name, id] : pairs) {
    const auto control = control_of(name);
    const auto action = action_of(id);
    if (!control) {
      problems.push_back(fmt::format(
          "There is no key or button \"{}\" (for {}); names are like key:space, pad:a, pad:button0.", name,
          id));
    } else if (!action) {
      problems.push_back(fmt::format("There is no action \"{}\" (for {}).", id, name));
    } else {
      const auto number = static_cast<std::uint64_t>(*control);
      given.emplace_back(number, *action);
      replaced.emplace(*action, is_key(number));
    }
  }
  actions_.clear();
  for (const Default& built_in : kDefaults) {
    const auto control = control_of(built_in.name);
    if (!control) continue;  // a key that this SDL does not know
    const auto number = static_cast<std::uint64_t>(*control);
    if (!replaced.contains({built_in.action, is_key(number)})) actions_.emplace(number, built_in.action);
  }
  for (const auto& [number, action] : given)
    actions_.insert_or_assign(number, action);
  for (const ActionName& known : kActions) {
    bool reached = false;
    for (const auto& [number, action] : actions_)
      reached = reached || (action == known.action && is_key(number));
    if (!reached) problems.push_back(fmt::format("No key is left for {}.", known.id));
  }
  return problems;
}

Action Bindings::action(Control control) const {
  const auto found = actions_.find(static_cast<std::uint64_t>(control));
  return found == actions_.end() ? Action::kNone : found->second;
}

std::vector<Control> Bindings::controls(Action action) const {
  std::vector<Control> found;
  for (const auto& [number, meant] : actions_) {
    if (meant == action) found.push_back(Control{number});
  }
  std::ranges::sort(found, [](Control a, Control b) {
    return std::pair(part_of(a), name_of(a)) < std::pair(part_of(b), name_of(b));
  });
  return found;
}

}  // namespace qitai::platform
