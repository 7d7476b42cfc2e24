// Colours and the looks of board and pieces: three themes (wood, ink, contrast), each a TOML file in
// assets/themes over built-in values, so that a missing or broken file changes nothing but the log.
#pragma once

#include <SDL.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace qitai::view {

// Screens' palette (contrast measured; see docs/look.md).
struct Palette {
  SDL_Color lacquer0{0x0E, 0x0B, 0x09, 255}, lacquer1{0x1B, 0x13, 0x10, 255}, lacquer2{0x2A, 0x1A, 0x15, 255},
      lacquer3{0x3A, 0x24, 0x1B, 255};
  SDL_Color seam{0x5A, 0x3A, 0x28, 255};
  SDL_Color gold{0xC8, 0xA4, 0x5A, 255}, gold_hi{0xE7, 0xCF, 0x94, 255};
  SDL_Color paper{0xF3, 0xE9, 0xD2, 255}, paper2{0xB9, 0xAA, 0x8E, 255}, mute{0x8F, 0x84, 0x74, 255};
  SDL_Color cinnabar{0xA8, 0x28, 0x1E, 255}, cinnabar_hi{0xE8, 0x60, 0x4C, 255};
  SDL_Color jade{0x6F, 0xB3, 0x9B, 255}, jade_d{0x24, 0x57, 0x46, 255};
  SDL_Color indigo{0x2C, 0x4A, 0x6E, 255};
};

struct BoardTheme {
  std::string id = "wood";
  SDL_Color field{0xE3, 0xC4, 0x8F, 255}, grain{0xD9, 0xB2, 0x7C, 255}, frame{0xB9, 0x8A, 0x52, 255},
      edge{0x7A, 0x52, 0x30, 255}, line{0x3A, 0x24, 0x15, 255};
  SDL_Color cell_light{0xE9, 0xD9, 0xB6, 255}, cell_dark{0xA8, 0x7B, 0x4F, 255};  // fields of chess
  bool wood_grain = true;
  // Marks on the field: each at least 4:1 against it, with `edge` around what may lie on something else.
  struct Marks {
    SDL_Color allowed{0x24, 0x57, 0x46, 255}, last{0x2C, 0x4A, 0x6E, 255}, danger{0xA8, 0x28, 0x1E, 255},
        edge{0xF3, 0xE9, 0xD2, 255};
    SDL_Color cursor{0x0E, 0x0B, 0x09, 255}, cursor_core{0xE7, 0xCF, 0x94, 255};
  };
  Marks marks;
  // Pieces: by whether the colour is the darker one of two.
  struct Side {
    SDL_Color disc{0xEB, 0xD3, 0xA3, 255}, rim{0x8A, 0x5A, 0x2E, 255}, ink{0x9E, 0x1B, 0x14, 255};
    int rings = 1;         // inner rings
    bool broken = false;   // ring broken in four places: a second cue besides colour
    bool engraved = true;  // cut look
    // Of a piece that lies face down: lacquer (or paper) and the pattern on it.
    SDL_Color back{0x8C, 0x22, 0x19, 255}, back_ink{0xE2, 0xBE, 0x7A, 255};
    // Of pieces that are pictures: body, the side turned away from the light, outline, lines on the body.
    SDL_Color figure{0xF3, 0xE9, 0xD2, 255}, figure_shade{0xDB, 0xC9, 0xA3, 255},
        figure_edge{0x1A, 0x15, 0x12, 255}, figure_line{0x5A, 0x3A, 0x28, 255};
  };
  Side light;
  Side dark{.ink = {0x1A, 0x15, 0x12, 255},
            .broken = true,
            .back = {0x2C, 0x4A, 0x6E, 255},
            .back_ink = {0xD9, 0xCF, 0xB4, 255},
            .figure = {0x3B, 0x2E, 0x27, 255},
            .figure_shade = {0x1F, 0x18, 0x14, 255},
            .figure_edge = {0x0E, 0x0B, 0x09, 255},
            .figure_line = {0xF3, 0xE9, 0xD2, 255}};
  // Where the pictures of pieces are (assets/pieces); empty: every piece is a character.
  std::filesystem::path pictures;
  // Discs show their pictures too, with the character small below; no theme sets it, the player does.
  bool figures_on_discs = false;
};

// Reads `folder`/<id>.toml over the built-in values of that theme; an unknown id gives wood. Pictures of
// pieces lie in `folder`/../pieces. Never fails:
// problems are logged with file and line, and whatever is wrong keeps its built-in value.
[[nodiscard]] BoardTheme load_theme(const std::filesystem::path& folder, std::string_view id);
[[nodiscard]] std::vector<std::string> theme_ids();
[[nodiscard]] const Palette& palette();

}  // namespace qitai::view
