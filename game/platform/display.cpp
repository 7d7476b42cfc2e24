#include "platform/display.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/log.hpp"
#include "base/paths.hpp"

namespace qitai::platform {
namespace {

constexpr int kLeastWidth = 320;
constexpr int kLeastHeight = 240;
constexpr int kMostSize = 16384;

bool asked_for_driver() {
  const char* driver = SDL_GetHint(SDL_HINT_VIDEODRIVER);
  return driver != nullptr && *driver != '\0';
}

// A card of one's own to draw on: the console without any session.
bool has_card() {
  return access("/dev/dri/card0", R_OK | W_OK) == 0 || access("/dev/dri/card1", R_OK | W_OK) == 0;
}

// Something that accelerates. Without it OpenGL is Mesa's software rasteriser, which takes longer over our
// copies than SDL's own renderer.
bool has_gpu() {
  if (access("/dev/nvidia0", F_OK) == 0) return true;
  std::error_code problem;
  for (std::filesystem::directory_iterator entry("/dev/dri", problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry->path().filename().string().rfind("renderD", 0) == 0) return true;
  }
  return false;
}

// A card may be there and its driver not: then Mesa falls back silently.
bool is_software_gl() {
  if (SDL_GL_GetCurrentContext() == nullptr) return false;
  using GetString = const unsigned char* (*)(unsigned);
  constexpr unsigned renderer_name = 0x1F01;  // GL_RENDERER
  const auto get_string = reinterpret_cast<GetString>(SDL_GL_GetProcAddress("glGetString"));
  if (get_string == nullptr) return false;
  const unsigned char* text = get_string(renderer_name);
  if (text == nullptr) return false;
  const std::string name = reinterpret_cast<const char*>(text);
  const auto contains = [&name](const char* part) { return name.find(part) != std::string::npos; };
  return contains("llvmpipe") || contains("softpipe") || contains("SwiftShader") || contains("Software");
}

bool is_headless() {
  const char* driver = SDL_GetCurrentVideoDriver();
  const std::string name = driver != nullptr ? driver : "";
  return name == "offscreen" || name == "dummy";
}

SDL_Window* make_window(const WindowOptions& options, bool headless) {
  int monitor = options.monitor;
  if (monitor < 0 || monitor >= SDL_GetNumVideoDisplays()) {
    log_warning("There is no monitor {} ({} found); the first one is used.", options.monitor,
                SDL_GetNumVideoDisplays());
    monitor = 0;
  }
  Uint32 flags = SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_RESIZABLE;
  SDL_Point size{options.width, options.height};
  if (options.fullscreen && !headless) {
    flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    // On an X server without a window manager nobody would make it as large as the monitor.
    SDL_Rect bounds{};
    if (SDL_GetDisplayBounds(monitor, &bounds) == 0) size = {bounds.w, bounds.h};
  }
  const int position = static_cast<int>(SDL_WINDOWPOS_CENTERED_DISPLAY(static_cast<unsigned>(monitor)));
  SDL_Window* window =
      SDL_CreateWindow(options.title.c_str(), position, position, std::clamp(size.x, kLeastWidth, kMostSize),
                       std::clamp(size.y, kLeastHeight, kMostSize), flags);
  if (window != nullptr) SDL_SetWindowMinimumSize(window, kLeastWidth, kLeastHeight);
  return window;
}

}  // namespace

bool display_available() {
  return asked_for_driver() || environment("WAYLAND_DISPLAY") || environment("DISPLAY") || has_card();
}

void use_offscreen() {
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
}

Status start_video() {
  const auto refuse = [](std::string_view why) {
    return Error{
        "no-display",
        fmt::format("No display: {}. Start Qitai inside a graphical session (Wayland or X11), or set "
                    "SDL_VIDEODRIVER=offscreen to run it without one.",
                    why)};
  };
  if (!display_available()) return refuse("neither WAYLAND_DISPLAY nor DISPLAY is set");
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return refuse(SDL_GetError());
  if (!asked_for_driver() && is_headless()) {
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return refuse("the one that the environment names does not answer");
  }
  return {};
}

bool display_answers() {
  if (!start_video()) return false;
  SDL_QuitSubSystem(SDL_INIT_VIDEO);
  return true;
}

Result<Screen> open_screen(const WindowOptions& options) {
  Screen screen;
  screen.headless = is_headless();
  const auto make = [&](int index, Uint32 flags) {
    screen.renderer.reset();
    screen.window.reset(make_window(options, screen.headless));
    if (screen.window) screen.renderer.reset(SDL_CreateRenderer(screen.window.get(), index, flags));
    return screen.renderer != nullptr;
  };
  const char* asked = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
  bool made = false;
  if (asked != nullptr && *asked != '\0') {
    const bool software = std::string_view(asked) == "software";
    made = make(-1, software ? SDL_RENDERER_SOFTWARE : SDL_RENDERER_PRESENTVSYNC);
    if (!made) log_warning("The renderer {} that SDL_RENDER_DRIVER names fails ({}).", asked, SDL_GetError());
  } else if (!screen.headless && has_gpu()) {
    made = make(-1, SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
    if (made && is_software_gl()) made = false;
  }
  if (!made && !make(-1, SDL_RENDERER_SOFTWARE)) {
    const std::string reason = SDL_GetError();
    if (!screen.window) return Error{"no-window", fmt::format("No window can be opened: {}.", reason)};
    return Error{"no-renderer", fmt::format("Nothing can be drawn into the window: {}.", reason)};
  }
  SDL_RendererInfo info{};
  SDL_GetRendererInfo(screen.renderer.get(), &info);
  screen.driver = fmt::format("{}, {}", SDL_GetCurrentVideoDriver(), info.name);
  return screen;
}

}  // namespace qitai::platform
