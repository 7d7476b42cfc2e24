// Menu: plays a whole game by itself through the real screens: title, terms, table, result, by inputs alone.
#pragma once

#include <memory>
#include <vector>

#include "menu/app.hpp"

namespace qitai::menu {

// The last thing it prints is how the game ended.
[[nodiscard]] std::shared_ptr<Driver> make_demo(const DemoOptions& options);

// The presses that lead a cursor on the board from one point to another; empty: none do.
[[nodiscard]] std::vector<platform::Action> way(const view::BoardView& board, host::Point from,
                                                host::Point to);

}  // namespace qitai::menu
