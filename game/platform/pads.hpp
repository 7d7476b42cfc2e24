// The gamepads and joysticks that are plugged in: any number, coming and going. Numbered from 0 in the order
// of plugging in; a number that became free goes to the next one.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "platform/stick.hpp"

namespace qitai::platform {

struct Pad {
  struct Closer {
    void operator()(SDL_GameController* opened) const { SDL_GameControllerClose(opened); }
    void operator()(SDL_Joystick* opened) const { SDL_JoystickClose(opened); }
  };
  SDL_JoystickID id = -1;
  int number = 0;
  std::unique_ptr<SDL_GameController, Closer> controller;  // where SDL knows the layout, else
  std::unique_ptr<SDL_Joystick, Closer> joystick;
  Stick left, right;
  std::vector<AxisButton> axes;    // those that are not part of a stick, by index
  std::vector<std::uint8_t> hats;  // SDL_HAT_… bits, of a joystick
};

class Pads {
 public:
  // Opens the device that SDL reports at `device_index`; false if it is open already or cannot be opened.
  bool add(int device_index);
  // Closes it; its number, or −1 if it was not open.
  int remove(SDL_JoystickID id);
  void close_all() { pads_.clear(); }

  [[nodiscard]] Pad* find(SDL_JoystickID id);
  [[nodiscard]] int count() const { return static_cast<int>(pads_.size()); }
  // The lowest number that a pad has; −1: there is none.
  [[nodiscard]] int first() const;
  // Where the first stick is pushed to that is pushed at all.
  [[nodiscard]] Stick::Push push() const;
  // What each calls itself, by its number; empty where no pad has that number or it has no name.
  [[nodiscard]] std::vector<std::string> names() const;
  // After the window lost the focus: what is pushed now counts from its next way through the middle.
  void recentre();

 private:
  std::vector<std::unique_ptr<Pad>> pads_;
};

}  // namespace qitai::platform
