// Menu: who looks after a machine that strangers touch, between and over its screens. game/kiosk has one;
// without it screens stand until somebody leaves them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "menu/screen.hpp"

namespace qitai::menu {

class Keeper {
 public:
  virtual ~Keeper() = default;

  // The screen that the program begins with.
  [[nodiscard]] virtual std::unique_ptr<Screen> first() = 0;
  // Every input, before anything else gets it; true: it went no further.
  virtual bool input(const platform::Input& input, std::uint64_t now) = 0;
  // Time went on while that screen was shown. It may lead to another one. True: draw again.
  virtual bool tick(const Screen& screen, std::uint64_t now) = 0;
  // When tick is due at the latest; UINT64_MAX: never.
  [[nodiscard]] virtual std::uint64_t next_wake(const Screen& screen, std::uint64_t now) const = 0;
  // Over the screen, after its own panels.
  virtual void draw() = 0;
  // That screen is shown no more. It ends here unless it is kept.
  virtual void left(std::unique_ptr<Screen> /*screen*/) {}
  // Something of its own has the focus.
  [[nodiscard]] virtual bool asks() const = 0;
  // A match is under way behind the screen that is shown.
  [[nodiscard]] virtual bool plays() const { return false; }
};

using MakeKeeper = std::function<std::unique_ptr<Keeper>(House&)>;

}  // namespace qitai::menu
