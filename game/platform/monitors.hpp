// Which monitor the window belongs on, while they come and go.
#pragma once

#include <SDL.h>

#include <span>
#include <string>
#include <vector>

namespace qitai::platform {

struct Monitor {
  std::string name;   // as the system calls it; two of a kind may have the same
  SDL_Rect bounds{};  // on the desktop, window units
};

// Those that are there now, in SDL's order.
[[nodiscard]] std::vector<Monitor> monitors();

// Where the chosen monitor is among those that are there; −1: it is not. `known`: as it was when it was last
// seen, its name empty if it never was; then its `number` counts, which others take over while it is away.
[[nodiscard]] int find_monitor(std::span<const Monitor> there, const Monitor& known, int number);

}  // namespace qitai::platform
