#include "platform/monitors.hpp"

namespace qitai::platform {

std::vector<Monitor> monitors() {
  std::vector<Monitor> all;
  const int count = SDL_GetNumVideoDisplays();
  for (int i = 0; i < count; ++i) {
    Monitor monitor;
    if (const char* const name = SDL_GetDisplayName(i)) monitor.name = name;
    if (SDL_GetDisplayBounds(i, &monitor.bounds) != 0) monitor.bounds = {};
    all.push_back(std::move(monitor));
  }
  return all;
}

int find_monitor(std::span<const Monitor> there, const Monitor& known, int number) {
  const auto count = static_cast<int>(there.size());
  if (known.name.empty()) return number >= 0 && number < count ? number : -1;
  // Of several with its name the one at its old place, then the one of its number, then the first.
  int found = -1;
  for (int i = 0; i < count; ++i) {
    const Monitor& monitor = there[static_cast<std::size_t>(i)];
    if (monitor.name != known.name) continue;
    if (SDL_RectEquals(&monitor.bounds, &known.bounds) == SDL_TRUE) return i;
    if (found < 0 || i == number) found = i;
  }
  return found;
}

}  // namespace qitai::platform
