// Menu: the rows by which players change how the house looks, shared by the settings screen and the table's
// menu. A change is used at once and kept in settings.toml.
#pragma once

#include "menu/screen.hpp"

namespace qitai::menu {

// How many rows there are: language, board, characters, motion and, where the window may change, full screen.
[[nodiscard]] int settings_row_count(const House& house);
// Draws them from (x, y) downwards, each `height` high.
void settings_rows(House& house, int x, int y, int width, int height);

}  // namespace qitai::menu
