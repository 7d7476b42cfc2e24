// Platform: SDL. Window, renderer, input devices to actions, audio out. This header: the actions that every
// screen understands, whatever device made them. The whole program is playable with kUp…kBack alone.
#pragma once

#include <cstdint>

namespace qitai::platform {

enum class Action : std::uint8_t {
  kNone,
  kUp,
  kDown,
  kLeft,
  kRight,
  kSelect,
  kBack,
  kMenu,           // a convenience; reachable without it
  kFlip,           // likewise
  kBrowse,         // likewise: also a double tap of kBack on the board
  kFullscreen,     // keyboard only: F11
  kCoin,           // a coin fell into a cabinet's slot
  kServiceCredit,  // its operator gives a credit
  kService,        // the button of its operator
};

enum class Device : std::uint8_t { kKeyboard, kPad, kMouse, kTouch };

// One input. Directions repeat while held (first after 350 ms, then every 90 ms; `held` counts milliseconds
// for ×10 steps).
struct Input {
  enum class Kind : std::uint8_t {
    kPress,
    kRepeat,
    kRelease,
    kPointerDown,
    kPointerMove,
    kPointerUp,
    kPointerCancel
  };
  Kind kind = Kind::kPress;
  Action action = Action::kNone;  // kPress, kRepeat, kRelease
  Device device = Device::kKeyboard;
  int pad = -1;               // which pad (order of plugging in), -1: none
  float x = 0, y = 0;         // pointer: output pixels (HiDPI already counted)
  bool right_button = false;  // mouse: the right button acts as kBack and arrives as such, never as pointer
  std::uint32_t held = 0;     // ms since the press
  // kPress of a key with a sign on it: '0' to '9', 'a' to 'z', '.', '-', '_', or '\b' (rub out), whatever
  // action it has besides; else 0. For what is typed into a field.
  char typed = 0;
  std::uint64_t at = 0;  // ms, SDL ticks
};

}  // namespace qitai::platform
