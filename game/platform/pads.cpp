#include "platform/pads.hpp"

#include <algorithm>

#include "base/log.hpp"

namespace qitai::platform {

bool Pads::add(int device_index) {
  const SDL_JoystickID id = SDL_JoystickGetDeviceInstanceID(device_index);
  if (id < 0 || find(id) != nullptr) return false;
  auto pad = std::make_unique<Pad>();
  pad->id = id;
  const char* name = nullptr;
  if (SDL_IsGameController(device_index) == SDL_TRUE) {
    pad->controller.reset(SDL_GameControllerOpen(device_index));
    name = SDL_GameControllerName(pad->controller.get());
    pad->axes.assign(SDL_CONTROLLER_AXIS_MAX, AxisButton(true));
  } else {
    pad->joystick.reset(SDL_JoystickOpen(device_index));
    name = SDL_JoystickName(pad->joystick.get());
    if (pad->joystick) {
      pad->axes.resize(static_cast<std::size_t>(std::max(0, SDL_JoystickNumAxes(pad->joystick.get()))));
      pad->hats.resize(static_cast<std::size_t>(std::max(0, SDL_JoystickNumHats(pad->joystick.get()))));
    }
  }
  if (!pad->controller && !pad->joystick) {
    log_warning("A gamepad was plugged in but cannot be opened: {}.", SDL_GetError());
    return false;
  }
  const auto taken = [this](int number) {
    return std::any_of(pads_.begin(), pads_.end(),
                       [&](const auto& other) { return other->number == number; });
  };
  while (taken(pad->number))
    ++pad->number;
  log_info("Pad {}: {} ({}).", pad->number + 1, name != nullptr ? name : "without a name",
           pad->controller ? "gamepad" : "joystick");
  pads_.push_back(std::move(pad));
  return true;
}

int Pads::remove(SDL_JoystickID id) {
  const auto found = std::find_if(pads_.begin(), pads_.end(), [&](const auto& pad) { return pad->id == id; });
  if (found == pads_.end()) return -1;
  const int number = (*found)->number;
  pads_.erase(found);
  log_info("Pad {} was unplugged.", number + 1);
  return number;
}

Pad* Pads::find(SDL_JoystickID id) {
  for (const auto& pad : pads_) {
    if (pad->id == id) return pad.get();
  }
  return nullptr;
}

int Pads::first() const {
  int first = -1;
  for (const auto& pad : pads_) {
    if (first < 0 || pad->number < first) first = pad->number;
  }
  return first;
}

Stick::Push Pads::push() const {
  for (const auto& pad : pads_) {
    const Stick::Push push = pad->left.push();
    if (push.across != 0 || push.along != 0) return push;
  }
  return {};
}

std::vector<std::string> Pads::names() const {
  std::vector<std::string> all;
  for (const auto& pad : pads_) {
    const auto number = static_cast<std::size_t>(pad->number);
    if (all.size() <= number) all.resize(number + 1);
    const char* const name = pad->controller ? SDL_GameControllerName(pad->controller.get())
                                             : SDL_JoystickName(pad->joystick.get());
    all[number] = name == nullptr ? "" : name;
  }
  return all;
}

void Pads::recentre() {
  for (const auto& pad : pads_) {
    pad->left.recentre();
    pad->right.recentre();
    for (AxisButton& axis : pad->axes)
      axis.recentre();
  }
}

}  // namespace qitai::platform
