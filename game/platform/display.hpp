// The window and its renderer, made robustly: what to try, in which order, and what to say when nothing
// works.
#pragma once

#include <SDL.h>

#include <memory>
#include <string>

#include "base/result.hpp"
#include "platform/window.hpp"

namespace qitai::platform {

struct Screen {
  struct Closer {
    void operator()(SDL_Window* opened) const { SDL_DestroyWindow(opened); }
    void operator()(SDL_Renderer* made) const { SDL_DestroyRenderer(made); }
  };
  std::unique_ptr<SDL_Window, Closer> window;
  std::unique_ptr<SDL_Renderer, Closer> renderer;  // dies before the window
  std::string driver;                              // "x11, software"
  bool headless = false;                           // drawn into memory only
};

// SDL's video, or "no-display". Without a display and unasked SDL would start a driver that shows nothing.
Status start_video();
// "no-window", "no-renderer". Video must have been started.
Result<Screen> open_screen(const WindowOptions& options);

}  // namespace qitai::platform
