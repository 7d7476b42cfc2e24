// Menu: the rows by which players change how the house looks, shared by the settings screen and the table's
// menu. A change is used at once and kept in settings.toml.
#pragma once

#include "menu/screen.hpp"

namespace qitai::menu {

// How many rows there are: language, board, characters, motion and, where the window may change, full screen.
[[nodiscard]] int settings_row_count(const House& house);
// Where rows stand: from (x, y) downwards, each `height` high, one or more abreast with `gap` between them.
struct RowGrid {
  int x = 0, y = 0, width = 0, height = 0;
  int abreast = 1, gap = 0;
  [[nodiscard]] SDL_Rect place(int index) const {
    const int each = (width - (abreast - 1) * gap) / abreast;
    return {x + index % abreast * (each + gap), y + index / abreast * height, each, height};
  }
};
// Draws them in the first places of the grid.
void settings_rows(House& house, const RowGrid& grid);

}  // namespace qitai::menu
