#include "platform/input.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "platform/turning.hpp"

namespace qitai::platform {
namespace {

// A mouse on a shaken table is not in use.
constexpr int kMouseStirs = 2;

// −1 and +1 of the two axes of a stick differ from the negative one's control by the lowest bit.
Control positive(Control negative) {
  return Control{static_cast<std::uint64_t>(negative) | 1U};
}

std::optional<Control> control_of_stick(Stick::Direction direction, Control negative_x, Control negative_y) {
  switch (direction) {
    case Stick::Direction::kLeft:
      return negative_x;
    case Stick::Direction::kRight:
      return positive(negative_x);
    case Stick::Direction::kUp:
      return negative_y;
    case Stick::Direction::kDown:
      return positive(negative_y);
    case Stick::Direction::kNone:
      break;
  }
  return std::nullopt;
}

// What a key writes, as Input::typed has it; 0: nothing.
char sign_of(const SDL_Keysym& key) {
  const SDL_Keycode code = key.sym;
  if (code >= SDLK_KP_1 && code <= SDLK_KP_9) return static_cast<char>('1' + (code - SDLK_KP_1));
  if (code == SDLK_KP_0) return '0';
  if (code == SDLK_MINUS && (key.mod & KMOD_SHIFT) != 0) return '_';
  const bool writes = (code >= SDLK_0 && code <= SDLK_9) || (code >= SDLK_a && code <= SDLK_z) ||
                      code == SDLK_PERIOD || code == SDLK_MINUS || code == SDLK_BACKSPACE;
  return writes ? static_cast<char>(code) : '\0';
}

}  // namespace

void InputReader::used(Device device, std::uint64_t now) {
  last_device_ = device;
  if (device == Device::kPad) last_pad_use_ = now;
  if (device != Device::kMouse) {
    mouse_since_.reset();
  } else if (!mouse_since_) {
    mouse_since_ = now;
  }
}

void InputReader::set_sizes(SDL_Point window, SDL_Point output, int degrees) {
  window_ = {std::max(window.x, 1), std::max(window.y, 1)};
  output_ = output;
  degrees_ = degrees;
}

SDL_FPoint InputReader::of_window(int x, int y) const {
  // Turned, a pixel's corner is another one than it was: its middle stays where it is.
  const float middle = degrees_ == 0 ? 0.0F : 0.5F;
  const SDL_FPoint panel{
      (static_cast<float>(x) + middle) * static_cast<float>(output_.x) / static_cast<float>(window_.x),
      (static_cast<float>(y) + middle) * static_cast<float>(output_.y) / static_cast<float>(window_.y)};
  return on_picture(panel, output_, degrees_);
}

void InputReader::let_pointer_go(std::uint64_t now, Inputs& out) {
  cancel_pointer(now, out);
  finger_.reset();
}

std::vector<std::string> InputReader::set_bindings(
    const std::vector<std::pair<std::string, std::string>>& pairs, std::uint64_t now, Inputs& out) {
  let_go(now, out);
  return bindings_.set(pairs);
}

void InputReader::let_go(std::uint64_t now, Inputs& out) {
  holds_.release_all(now, out);
  pads_.recentre();
  let_pointer_go(now, out);
}

bool InputReader::handle(const SDL_Event& event, std::uint64_t now, Inputs& out) {
  switch (event.type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
      key(event.key, now, out);
      return false;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      if (event.button.which != SDL_TOUCH_MOUSEID) mouse_button(event.button, now, out);
      return false;
    case SDL_MOUSEMOTION:
      if (event.motion.which != SDL_TOUCH_MOUSEID) mouse_motion(event.motion, now, out);
      return false;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
      if (event.tfinger.touchId != SDL_MOUSE_TOUCHID) finger(event.tfinger, now, out);
      return false;
    default:
      return joystick_event(event, now, out);
  }
}

bool InputReader::joystick_event(const SDL_Event& event, std::uint64_t now, Inputs& out) {
  switch (event.type) {
    case SDL_JOYDEVICEADDED:
      return pads_.add(event.jdevice.which);
    case SDL_JOYDEVICEREMOVED: {
      const int number = pads_.remove(event.jdevice.which);
      if (number < 0) return false;
      holds_.release_device(Device::kPad, number, now, out);
      return true;
    }
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
      if (const Pad* pad = pads_.find(event.cbutton.which); pad != nullptr && pad->controller) {
        pad_control(*pad, pad_button(static_cast<SDL_GameControllerButton>(event.cbutton.button)),
                    event.cbutton.state == SDL_PRESSED, now, out);
      }
      return false;
    case SDL_CONTROLLERAXISMOTION:
      if (Pad* pad = pads_.find(event.caxis.which); pad != nullptr && pad->controller) {
        pad_axis_moved(*pad, event.caxis.axis, event.caxis.value, now, out);
      }
      return false;
    // SDL sends these for gamepads too, beside the ones above.
    case SDL_JOYBUTTONDOWN:
    case SDL_JOYBUTTONUP:
      if (const Pad* pad = pads_.find(event.jbutton.which); pad != nullptr && pad->joystick) {
        pad_control(*pad, joystick_button(event.jbutton.button), event.jbutton.state == SDL_PRESSED, now,
                    out);
      }
      return false;
    case SDL_JOYAXISMOTION:
      if (Pad* pad = pads_.find(event.jaxis.which); pad != nullptr && pad->joystick) {
        pad_axis_moved(*pad, event.jaxis.axis, event.jaxis.value, now, out);
      }
      return false;
    case SDL_JOYHATMOTION:
      if (Pad* pad = pads_.find(event.jhat.which); pad != nullptr && pad->joystick) {
        hat_moved(*pad, event.jhat.hat, event.jhat.value, now, out);
      }
      return false;
    default:
      return false;
  }
}

void InputReader::key(const SDL_KeyboardEvent& event, std::uint64_t now, Inputs& out) {
  const Control control = key_control(event.keysym.sym);
  if (event.repeat == 0) touch(control, Device::kKeyboard, -1, event.state == SDL_PRESSED);
  if (event.state != SDL_PRESSED) {
    holds_.release(Device::kKeyboard, -1, control, now, out);
    return;
  }
  if (event.repeat != 0) return;  // repeats are our own
  Action action = bindings_.action(control);
  // Alt+Tab and the like are the desktop's; Alt+Enter is what many press for full screen.
  if ((event.keysym.mod & (KMOD_ALT | KMOD_CTRL | KMOD_GUI)) != 0) {
    const bool enter = event.keysym.sym == SDLK_RETURN && (event.keysym.mod & KMOD_ALT) != 0;
    if (!enter) return;
    action = Action::kFullscreen;
  }
  const char typed = sign_of(event.keysym);
  if (action == Action::kNone && typed == 0) return;
  used(Device::kKeyboard, now);
  const std::size_t before = out.size();
  if (action == Action::kNone) {
    out.emplace_back().at = now;
  } else {
    holds_.press(Device::kKeyboard, -1, control, action, now, out);
  }
  if (out.size() > before) out.back().typed = typed;
}

void InputReader::pointer(Input::Kind kind, Device device, SDL_FPoint at, std::uint64_t now, Inputs& out) {
  used(device, now);
  pointer_at_ = at;
  if (kind == Input::Kind::kPointerDown) {
    pointer_down_ = device;
    pointer_since_ = now;
  }
  Input input;
  input.kind = kind;
  input.device = device;
  input.x = at.x;
  input.y = at.y;
  input.held = pointer_down_ ? static_cast<std::uint32_t>(now - std::min(now, pointer_since_)) : 0;
  input.at = now;
  if (kind == Input::Kind::kPointerUp || kind == Input::Kind::kPointerCancel) pointer_down_.reset();
  // A mouse reports up to a thousand times a second; only where it is now matters.
  const bool replaces = kind == Input::Kind::kPointerMove && !out.empty() && out.back().kind == kind &&
                        out.back().device == device;
  if (replaces) {
    out.back() = input;
  } else {
    out.push_back(input);
  }
}

void InputReader::cancel_pointer(std::uint64_t now, Inputs& out) {
  if (pointer_down_) pointer(Input::Kind::kPointerCancel, *pointer_down_, pointer_at_, now, out);
}

void InputReader::mouse_button(const SDL_MouseButtonEvent& event, std::uint64_t now, Inputs& out) {
  const bool down = event.state == SDL_PRESSED;
  touch(mouse_control(event.button), Device::kMouse, -1, down);
  if (event.button == SDL_BUTTON_RIGHT) {
    if (down) {
      used(Device::kMouse, now);
      holds_.press(Device::kMouse, -1, mouse_control(event.button), Action::kBack, now, out);
    } else {
      holds_.release(Device::kMouse, -1, mouse_control(event.button), now, out);
    }
    return;
  }
  if (event.button != SDL_BUTTON_LEFT) return;
  const SDL_FPoint at = of_window(event.x, event.y);
  if (down) {
    if (!pointer_down_) pointer(Input::Kind::kPointerDown, Device::kMouse, at, now, out);
  } else if (pointer_down_ == Device::kMouse) {
    pointer(Input::Kind::kPointerUp, Device::kMouse, at, now, out);
  }
}

void InputReader::mouse_motion(const SDL_MouseMotionEvent& event, std::uint64_t now, Inputs& out) {
  if (pointer_down_ && pointer_down_ != Device::kMouse) return;
  if (last_device_ != Device::kMouse && std::abs(event.xrel) + std::abs(event.yrel) < kMouseStirs) return;
  const SDL_FPoint at = of_window(event.x, event.y);
  pointer(Input::Kind::kPointerMove, Device::kMouse, at, now, out);
}

void InputReader::finger(const SDL_TouchFingerEvent& event, std::uint64_t now, Inputs& out) {
  const SDL_FPoint at = on_picture(
      {event.x * static_cast<float>(output_.x), event.y * static_cast<float>(output_.y)}, output_, degrees_);
  if (event.type == SDL_FINGERDOWN) {
    // One pointer: a second finger, or one beside the mouse's held button, is a resting hand.
    if (finger_ || pointer_down_) return;
    finger_ = event.fingerId;
    pointer(Input::Kind::kPointerDown, Device::kTouch, at, now, out);
  } else if (finger_ == event.fingerId) {
    const bool up = event.type == SDL_FINGERUP;
    pointer(up ? Input::Kind::kPointerUp : Input::Kind::kPointerMove, Device::kTouch, at, now, out);
    if (up) finger_.reset();
  }
}

void InputReader::pad_control(const Pad& pad, Control control, bool down, std::uint64_t now, Inputs& out) {
  touch(control, Device::kPad, pad.number, down);
  if (!down) {
    holds_.release(Device::kPad, pad.number, control, now, out);
    return;
  }
  const Action action = bindings_.action(control);
  if (action == Action::kNone) return;
  used(Device::kPad, now);
  holds_.press(Device::kPad, pad.number, control, action, now, out);
}

void InputReader::stick_moved(Pad& pad, Stick& stick, bool horizontal, int value, Control negative_x,
                              Control negative_y, std::uint64_t now, Inputs& out) {
  const Stick::Direction before = stick.direction();
  if (!(horizontal ? stick.set_x(value) : stick.set_y(value))) return;
  if (const auto control = control_of_stick(before, negative_x, negative_y)) {
    pad_control(pad, *control, false, now, out);
  }
  if (const auto control = control_of_stick(stick.direction(), negative_x, negative_y)) {
    pad_control(pad, *control, true, now, out);
  }
}

void InputReader::pad_axis_moved(Pad& pad, int axis, int value, std::uint64_t now, Inputs& out) {
  const bool known = pad.controller != nullptr;
  if (axis == 0 || axis == 1) {
    const Control x = known ? pad_axis(SDL_CONTROLLER_AXIS_LEFTX, false) : joystick_axis(0, false);
    const Control y = known ? pad_axis(SDL_CONTROLLER_AXIS_LEFTY, false) : joystick_axis(1, false);
    stick_moved(pad, pad.left, axis == 0, value, x, y, now, out);
    return;
  }
  if (known && (axis == SDL_CONTROLLER_AXIS_RIGHTX || axis == SDL_CONTROLLER_AXIS_RIGHTY)) {
    stick_moved(pad, pad.right, axis == SDL_CONTROLLER_AXIS_RIGHTX, value,
                pad_axis(SDL_CONTROLLER_AXIS_RIGHTX, false), pad_axis(SDL_CONTROLLER_AXIS_RIGHTY, false), now,
                out);
    return;
  }
  if (static_cast<std::size_t>(axis) >= pad.axes.size()) return;
  const int state = pad.axes[static_cast<std::size_t>(axis)].set(value);
  for (const bool side : {false, true}) {
    const Control control =
        known ? pad_axis(static_cast<SDL_GameControllerAxis>(axis), side) : joystick_axis(axis, side);
    pad_control(pad, control, state == (side ? 1 : -1), now, out);
  }
}

void InputReader::hat_moved(Pad& pad, int hat, std::uint8_t value, std::uint64_t now, Inputs& out) {
  if (static_cast<std::size_t>(hat) >= pad.hats.size()) return;
  std::uint8_t& before = pad.hats[static_cast<std::size_t>(hat)];
  constexpr std::array<std::uint8_t, 4> bits{SDL_HAT_UP, SDL_HAT_RIGHT, SDL_HAT_DOWN, SDL_HAT_LEFT};
  for (const bool down : {false, true}) {
    for (const std::uint8_t bit : bits) {
      if (((before ^ value) & bit) != 0 && ((value & bit) != 0) == down) {
        pad_control(pad, joystick_hat(hat, bit), down, now, out);
      }
    }
  }
  before = value;
}

}  // namespace qitai::platform
