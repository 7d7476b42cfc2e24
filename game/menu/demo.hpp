// Menu: plays a whole game by itself through the real screens: title, terms, table, result, by inputs alone.
#pragma once

#include <memory>

#include "menu/app.hpp"

namespace qitai::menu {

// The last thing it prints is how the game ended.
[[nodiscard]] std::shared_ptr<Driver> make_demo(const DemoOptions& options);

}  // namespace qitai::menu
