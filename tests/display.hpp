// Tests: a display of one test's own (Xvfb), with the keys and the mouse of whoever sits before it (xdotool).
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "process.hpp"

namespace qitai::testing {

class Display {
 public:
  explicit Display(int width = 1280, int height = 800) {
    // Xvfb itself finds a free display number and says it on standard output once it is ready.
    const std::string screen = std::to_string(width) + "x" + std::to_string(height) + "x24";
    server_ = std::make_unique<Process>(std::vector<std::string>{
        "sh", "-c", "exec Xvfb -displayfd 1 -screen 0 " + screen + " -nolisten tcp -ac 2> /dev/null"});
    if (!server_->wait_for("\n", std::chrono::seconds(20))) {
      throw std::runtime_error("Xvfb did not start");
    }
    name_ = ":" + server_->out.substr(0, server_->out.find('\n'));
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  // For the program that is to appear here.
  [[nodiscard]] Environment environment() const {
    return {{"DISPLAY", name_},
            {"WAYLAND_DISPLAY", ""},
            {"SDL_VIDEODRIVER", "x11"},
            {"SDL_RENDER_DRIVER", "software"},
            {"SDL_FRAMEBUFFER_ACCELERATION", "0"}};
  }

  // Waits for a window and gives it the keyboard, as a window manager would. False: none came.
  [[nodiscard]] bool focus(std::chrono::seconds time = std::chrono::seconds(20)) const {
    return xdotool({"search", "--sync", "--onlyvisible", "--name", "^Qitai$", "windowfocus", "--sync"}, time);
  }
  // Keys by X's names, one after another: "Left", "Return", "Escape".
  void keys(const std::vector<std::string>& names) const {
    if (names.empty()) return;
    std::vector<std::string> words{"key", "--delay", "15"};
    words.insert(words.end(), names.begin(), names.end());
    (void)xdotool(words);
  }
  void key_down(const std::string& name) const { (void)xdotool({"keydown", name}); }
  void key_up(const std::string& name) const { (void)xdotool({"keyup", name}); }
  void move(int x, int y) const { (void)xdotool({"mousemove", std::to_string(x), std::to_string(y)}); }
  void click(int x, int y) const {
    move(x, y);
    (void)xdotool({"mousedown", "1"});
    (void)xdotool({"mouseup", "1"});
  }
  // Takes hold at the first point and lets go at the second.
  void drag(int x1, int y1, int x2, int y2) const {
    move(x1, y1);
    (void)xdotool({"mousedown", "1"});
    move((x1 + x2) / 2, (y1 + y2) / 2);
    move(x2, y2);
    (void)xdotool({"mouseup", "1"});
  }

 private:
  bool xdotool(std::vector<std::string> words,
               std::chrono::milliseconds time = std::chrono::seconds(10)) const {
    words.insert(words.begin(), "xdotool");
    return run(words, {{"DISPLAY", name_}}, time).status == 0;
  }

  std::unique_ptr<Process> server_;
  std::string name_;
};

}  // namespace qitai::testing
