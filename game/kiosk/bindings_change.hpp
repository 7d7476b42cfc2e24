// Kiosk: giving an action another key or button, so that a cabinet can still be played afterwards.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "config/config.hpp"
#include "platform/bindings.hpp"

namespace qitai::kiosk {

// The lists of keys and buttons that make `control` mean `action` besides what `now` has: it takes the place
// of those of its part (keys, gamepad, joystick) that meant it, and means nothing else. Each pair is an
// action and the names that it has then; actions that stay as they are are left out. Error "unreachable" with
// the id of the action in its message: four directions, select and back must keep something of each part that
// they have.
[[nodiscard]] Result<std::vector<std::pair<platform::Action, std::vector<std::string>>>> rebind(
    const platform::Bindings& now, platform::Action action, platform::Control control);

// The list of the configuration that holds an action's keys and buttons.
[[nodiscard]] std::vector<std::string> config::Values::*input_list(platform::Action action);

}  // namespace qitai::kiosk
