// Events as SDL gets them from devices.
#pragma once

#include <SDL.h>

#include <stdexcept>

namespace qitai::testing {

inline void key_event(SDL_Keycode code, bool down, Uint16 mod = 0) {
  SDL_Event event{};
  event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
  event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
  event.key.keysym.sym = code;
  event.key.keysym.scancode = SDL_GetScancodeFromKey(code);
  event.key.keysym.mod = mod;
  SDL_PushEvent(&event);
}

inline void key_stroke(SDL_Keycode code, Uint16 mod = 0) {
  key_event(code, true, mod);
  key_event(code, false, mod);
}

inline void mouse_event(int button, bool down, int x, int y) {
  SDL_Event event{};
  event.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
  event.button.state = down ? SDL_PRESSED : SDL_RELEASED;
  event.button.button = static_cast<Uint8>(button);
  event.button.clicks = 1;
  event.button.x = x;
  event.button.y = y;
  SDL_PushEvent(&event);
}

// A gamepad that is plugged in as long as this lives.
class VirtualPad {
 public:
  VirtualPad() : index_(SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 21, 0)) {
    if (index_ < 0) throw std::runtime_error(SDL_GetError());
    joystick_ = SDL_JoystickOpen(index_);
  }
  ~VirtualPad() {
    SDL_JoystickClose(joystick_);
    SDL_JoystickDetachVirtual(index_);
  }
  VirtualPad(const VirtualPad&) = delete;
  VirtualPad& operator=(const VirtualPad&) = delete;
  void button(int number, bool down) { SDL_JoystickSetVirtualButton(joystick_, number, down ? 1 : 0); }
  void axis(int number, int value) {
    SDL_JoystickSetVirtualAxis(joystick_, number, static_cast<Sint16>(value));
  }

 private:
  int index_;
  SDL_Joystick* joystick_ = nullptr;
};

}  // namespace qitai::testing
