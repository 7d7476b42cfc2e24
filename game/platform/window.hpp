// The window, its renderer and the loop's waiting: nothing is drawn and nothing polled while nothing happens.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "platform/action.hpp"
#include "platform/bindings.hpp"
#include "platform/stick.hpp"
#include "platform/turning.hpp"

namespace qitai::platform {

struct Touched;

struct WindowOptions {
  bool fullscreen = true;
  int width = 1280, height = 800;  // windowed, or without a display
  int monitor = 0;
  Turn turn{};
  std::string title = "Qitai";
};

// Whether open() can show something to somebody: a Wayland or X11 session, a graphics card of one's own, or a
// video driver that was asked for.
[[nodiscard]] bool display_available();
// Whether it answers, too: starts SDL's video and lets it go again. Before open().
[[nodiscard]] bool display_answers();
// From here on open() draws into memory, without a display, unless SDL_VIDEODRIVER says otherwise. Before
// open().
void use_offscreen();

// Owns SDL's video, events and pads. One per process, main thread; only wake() is for any thread. Accelerated
// where there is a graphics card, else SDL's software renderer; SDL_RENDER_DRIVER overrides.
class Window {
 public:
  // Errors: "no-display" (a sentence that says what to set), "no-window", "no-renderer".
  static Result<std::unique_ptr<Window>> open(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] SDL_Renderer* renderer() const;
  [[nodiscard]] int width() const;  // of the picture: output pixels, turned as the picture is
  [[nodiscard]] int height() const;
  // How the picture lies on the panel from now on. True: its size changed, lay out and bake again; else
  // drawing it again is enough.
  bool set_turn(const Turn& turn);
  [[nodiscard]] bool headless() const;
  [[nodiscard]] std::string driver() const;  // video driver and renderer, for the log

  // Waits until there is input, a wake-up, or `timeout_ms` has passed (-1: for ever), then returns all that
  // came. Draws nothing. Also returns, as `exposed`, when pointer_idle() becomes true.
  struct Happened {
    std::vector<Input> inputs;
    bool resized = false;        // sizes changed, or targets were lost: bake again
    bool textures_lost = false;  // with resized: every texture is void (Type::restore, then bake)
    bool exposed = false;        // draw again
    bool quit = false;           // the window was closed
    bool pads_changed = false;   // one came or went
    bool audio_came = false;     // a sound device is there that was not
    bool audio_lost = false;     // the one that was open is gone
    bool woken = false;
  };
  Happened wait(int timeout_ms);
  // From any thread: makes wait return.
  void wake();

  // Begins a frame: everything until present() is drawn upright, in the picture's size.
  void begin_frame();
  void present();
  void toggle_fullscreen();
  [[nodiscard]] Device last_device() const;  // which button prompts to draw
  // The mouse alone was used for 5 s: the focus is not drawn.
  [[nodiscard]] bool pointer_idle() const;
  // ("key:space", "select"), ("pad:a", "select")… over the built-in bindings, see bindings.hpp; what is wrong
  // is logged and left out.
  void set_bindings(const std::vector<std::pair<std::string, std::string>>& bindings);
  [[nodiscard]] int pads() const;
  // The lowest number that a pad has; −1: there is none.
  [[nodiscard]] int first_pad() const;
  // What each pad calls itself, by its number; empty where there is none of that number.
  [[nodiscard]] std::vector<std::string> pad_names() const;
  [[nodiscard]] const Bindings& bindings() const;
  // The eight directions of a pad's stick, whose actions are four.
  [[nodiscard]] Stick::Push push() const;
  // For a test of the inputs: from here on every control that is touched is told, whatever it means.
  void listen(bool on);
  [[nodiscard]] std::vector<Touched> take_touched();
  // What is in the target now as PNG, upright for its reader: call it before present() to be certain of the
  // picture. Errors: "no-picture", "not-written".
  Status screenshot(const std::filesystem::path& file);

 private:
  struct Impl;
  explicit Window(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Milliseconds since the start, monotonic; the frame clock of view and menu.
[[nodiscard]] std::uint64_t ticks();

}  // namespace qitai::platform
