// Menu: time limits drawn along the course of a game: the first stage in gold, later ones in wood, a tick
// with the number of own moves where each ends.
#pragma once

#include <SDL.h>

#include "match/time_limits.hpp"
#include "menu/ui.hpp"

namespace qitai::menu {

// Into a panel, over the whole of `bar`; about 1,600 × 96u, and half as high does as well.
void draw_time_line(Ui& ui, const SDL_Rect& bar, const match::TimeLimits& limits);

}  // namespace qitai::menu
