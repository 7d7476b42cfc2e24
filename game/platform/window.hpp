// The window, its renderer and the loop's waiting: nothing is drawn and nothing polled while nothing happens.
#pragma once

#include <SDL.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "platform/action.hpp"

namespace qitai::platform {

struct WindowOptions {
  bool fullscreen = true;
  int width = 1280, height = 800;  // windowed, or without a display
  int monitor = 0;
  std::string title = "Qitai";
};

// Owns SDL's video, events and pads. One per process. Software or accelerated alike; without a display SDL's
// offscreen driver.
class Window {
 public:
  // Errors: "no-display" (a sentence that says what to set), "no-window", "no-renderer".
  static Result<std::unique_ptr<Window>> open(const WindowOptions& options);
  ~Window();

  [[nodiscard]] SDL_Renderer* renderer() const;
  [[nodiscard]] int width() const;  // output pixels
  [[nodiscard]] int height() const;
  [[nodiscard]] bool headless() const;
  [[nodiscard]] std::string driver() const;  // video driver and renderer, for the log

  // Waits until there is input, a wake-up, or `timeout_ms` has passed (-1: for ever), then appends all that
  // came. Draws nothing.
  struct Happened {
    std::vector<Input> inputs;
    bool resized = false;       // sizes changed, or targets were lost: bake again
    bool exposed = false;       // draw again
    bool quit = false;          // the window was closed
    bool pads_changed = false;  // one came or went
    bool woken = false;
  };
  Happened wait(int timeout_ms);
  // From any thread: makes wait return.
  void wake();

  void present();
  void toggle_fullscreen();
  [[nodiscard]] Device last_device() const;  // which button prompts to draw
  [[nodiscard]] bool pointer_idle()
      const;  // pure mouse use hides focus after 5 s without other devices: see screens
  void set_bindings(
      std::vector<std::pair<std::string, std::string>> bindings);  // "key:space"→"select", "pad:a"→"select"
  [[nodiscard]] int pads() const;
  // What was presented last (or is in the target now) as PNG.
  Status screenshot(const std::filesystem::path& file);

 private:
  struct Impl;
  explicit Window(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Milliseconds since the start, monotonic; the frame clock of view and menu.
[[nodiscard]] std::uint64_t ticks();

}  // namespace qitai::platform
