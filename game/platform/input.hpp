// SDL's events of keyboard, pads, mouse and touch as Inputs. Owns what must be remembered between them.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/action.hpp"
#include "platform/bindings.hpp"
#include "platform/holds.hpp"
#include "platform/pads.hpp"

namespace qitai::platform {

// Something was pressed or let go, whatever it means; what stays as it is may be told again.
struct Touched {
  Control control{};
  Device device = Device::kKeyboard;
  int pad = -1;  // as of Input
  bool down = false;
};

class InputReader {
 public:
  // Pure use of the mouse for this long hides the focus (ms).
  static constexpr std::uint64_t kPointerIdle = 5000;

  // Takes an event; appends the inputs it makes. Events of other kinds are left alone. Returns true when a
  // pad came or went.
  bool handle(const SDL_Event& event, std::uint64_t now, std::vector<Input>& out);
  // What time alone brings: repeats of held directions.
  void tick(std::uint64_t now, std::vector<Input>& out) { holds_.repeat(now, out); }
  [[nodiscard]] std::optional<std::uint64_t> next_tick() const { return holds_.next_repeat(); }

  // The window has no focus any more: everything that is held goes up, and what stays pushed counts again
  // only after it was let go.
  void let_go(std::uint64_t now, std::vector<Input>& out);
  // See Window::set_bindings; lets go of everything.
  std::vector<std::string> set_bindings(const std::vector<std::pair<std::string, std::string>>& pairs,
                                        std::uint64_t now, std::vector<Input>& out);
  // Sizes of the window (its own units) and of its output (pixels), and by how many degrees the picture is
  // turned on it, see turning.hpp: pointers are given as points of the picture.
  void set_sizes(SDL_Point window, SDL_Point output, int degrees = 0);
  // Whatever a pointer holds is let go, as if it had been taken away.
  void let_pointer_go(std::uint64_t now, std::vector<Input>& out);

  [[nodiscard]] Device last_device() const { return last_device_; }
  // Since when the mouse alone was used; nothing if another device was last.
  [[nodiscard]] std::optional<std::uint64_t> mouse_alone_since() const { return mouse_since_; }
  [[nodiscard]] int pads() const { return pads_.count(); }
  [[nodiscard]] int first_pad() const { return pads_.first(); }
  [[nodiscard]] Stick::Push push() const { return pads_.push(); }
  [[nodiscard]] std::vector<std::string> pad_names() const { return pads_.names(); }
  [[nodiscard]] const Bindings& bindings() const { return bindings_; }
  // Whether every control that is touched is told besides, also one that means nothing: for a test of them.
  void listen(bool on) {
    listens_ = on;
    touched_.clear();
  }
  // Something waits for take_touched().
  [[nodiscard]] bool touched() const { return !touched_.empty(); }
  // Those since the last call.
  [[nodiscard]] std::vector<Touched> take_touched() { return std::exchange(touched_, {}); }
  [[nodiscard]] std::uint64_t last_pad_use() const { return last_pad_use_; }
  void close_pads() { pads_.close_all(); }

 private:
  using Inputs = std::vector<Input>;

  void key(const SDL_KeyboardEvent& event, std::uint64_t now, Inputs& out);
  void mouse_button(const SDL_MouseButtonEvent& event, std::uint64_t now, Inputs& out);
  void mouse_motion(const SDL_MouseMotionEvent& event, std::uint64_t now, Inputs& out);
  void finger(const SDL_TouchFingerEvent& event, std::uint64_t now, Inputs& out);
  void pad_axis_moved(Pad& pad, int axis, int value, std::uint64_t now, Inputs& out);
  void stick_moved(Pad& pad, Stick& stick, bool horizontal, int value, Control negative_x, Control negative_y,
                   std::uint64_t now, Inputs& out);
  void hat_moved(Pad& pad, int hat, std::uint8_t value, std::uint64_t now, Inputs& out);
  void pad_control(const Pad& pad, Control control, bool down, std::uint64_t now, Inputs& out);
  void pointer(Input::Kind kind, Device device, SDL_FPoint at, std::uint64_t now, Inputs& out);
  void cancel_pointer(std::uint64_t now, Inputs& out);
  [[nodiscard]] SDL_FPoint of_window(int x, int y) const;  // its own units to the picture's pixels
  void used(Device device, std::uint64_t now);
  bool joystick_event(const SDL_Event& event, std::uint64_t now, Inputs& out);

  void touch(Control control, Device device, int pad, bool down) {
    if (listens_) touched_.push_back({control, device, pad, down});
  }

  Bindings bindings_;
  bool listens_ = false;
  std::vector<Touched> touched_;
  Holds holds_;
  Pads pads_;
  SDL_Point window_{1, 1}, output_{1, 1};
  int degrees_ = 0;
  Device last_device_ = Device::kKeyboard;
  std::optional<std::uint64_t> mouse_since_;
  std::uint64_t last_pad_use_ = 0;
  std::optional<Device> pointer_down_;  // by which device
  std::optional<SDL_FingerID> finger_;  // the one that is the pointer
  SDL_FPoint pointer_at_{0, 0};
  std::uint64_t pointer_since_ = 0;
};

}  // namespace qitai::platform
