// Which key or button does what. Names as in the configuration: "key:" and SDL's name of the key
// ("key:space", "key:left"), or "pad:" and the part of a gamepad ("pad:a", "pad:dpup", "pad:lefty-",
// "pad:righttrigger+") or, for a joystick that SDL has no gamepad's layout for, "pad:button3", "pad:hat0up",
// "pad:axis1-".
#pragma once

#include <SDL.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "platform/action.hpp"

namespace qitai::platform {

// One thing that can be pressed, as a number.
enum class Control : std::uint64_t {};

[[nodiscard]] Control key_control(SDL_Keycode key);
[[nodiscard]] Control mouse_control(int button);
[[nodiscard]] Control pad_button(SDL_GameControllerButton button);
[[nodiscard]] Control pad_axis(SDL_GameControllerAxis axis, bool positive);
[[nodiscard]] Control joystick_button(int index);
[[nodiscard]] Control joystick_axis(int index, bool positive);
[[nodiscard]] Control joystick_hat(int index, std::uint8_t direction);  // one SDL_HAT_… bit

// The control of a name; nothing if there is no such key or part.
[[nodiscard]] std::optional<Control> control_of(std::string_view name);
// The name of a control, as control_of() takes it; empty: a key that SDL has no name for, a mouse's button.
[[nodiscard]] std::string name_of(Control control);
// What kind of thing a control is a part of; a cabinet has keys, gamepads or joysticks, and rarely all.
enum class Part : std::uint8_t { kKey, kMouse, kGamepad, kJoystick };
[[nodiscard]] Part part_of(Control control);
// The action of an id ("up", "select"…, as in the configuration's [input] section).
[[nodiscard]] std::optional<Action> action_of(std::string_view id);
// All actions with their ids, in the order of the configuration.
struct ActionName {
  std::string_view id;
  Action action;
};
[[nodiscard]] std::span<const ActionName> action_names();

class Bindings {
 public:
  // The built-in ones: arrows, WASD, Enter, Space, Escape, Backspace, Tab, F, B, F11, 5, 9; a gamepad's left
  // stick, cross, A, B, Start, Y, X; a joystick's first stick, first hat and buttons 0 to 3 and 9.
  Bindings();

  // Pairs (name, action id) over the built-in ones: an action named with keys loses its built-in keys, one
  // named with parts of a pad loses its built-in parts. Returns a sentence for each pair that is wrong and
  // each action that no key reaches any more.
  std::vector<std::string> set(const std::vector<std::pair<std::string, std::string>>& pairs);

  [[nodiscard]] Action action(Control control) const;
  // The controls that mean this action, keys first, in the order of their names.
  [[nodiscard]] std::vector<Control> controls(Action action) const;

 private:
  std::unordered_map<std::uint64_t, Action> actions_;
};

}  // namespace qitai::platform
