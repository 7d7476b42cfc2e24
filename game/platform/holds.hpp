// What is held down, by device: presses, repeats and releases of actions. Time comes in as a number.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/action.hpp"
#include "platform/bindings.hpp"

namespace qitai::platform {

class Holds {
 public:
  static constexpr std::uint64_t kFirstRepeat = 350;  // ms
  static constexpr std::uint64_t kNextRepeat = 90;

  // A control went down or up. Two controls of a device that mean the same action make one press; a control
  // that is not down cannot go up.
  void press(Device device, int pad, Control control, Action action, std::uint64_t now,
             std::vector<Input>& out);
  void release(Device device, int pad, Control control, std::uint64_t now, std::vector<Input>& out);
  // Everything up: of one device and pad (−1: none), or of all.
  void release_device(Device device, int pad, std::uint64_t now, std::vector<Input>& out);
  void release_all(std::uint64_t now, std::vector<Input>& out);

  // The repeats that are due; one for each held direction however late it is. Of two opposite directions of a
  // device only the younger repeats.
  void repeat(std::uint64_t now, std::vector<Input>& out);
  // When repeat() has something to say; nothing while no direction is held.
  [[nodiscard]] std::optional<std::uint64_t> next_repeat() const;

 private:
  struct Hold {
    Device device{};
    int pad = -1;
    Action action{};
    std::uint64_t since = 0;
    std::uint64_t next = 0;  // repeat; 0: does not repeat
    std::vector<Control> controls;
  };

  [[nodiscard]] bool outdone(const Hold& hold) const;
  static Input make(const Hold& hold, Input::Kind kind, std::uint64_t now);

  std::vector<Hold> holds_;
};

}  // namespace qitai::platform
