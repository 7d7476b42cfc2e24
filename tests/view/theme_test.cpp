// Themes: three of them, each readable from assets/themes, none able to stop the game; contrast of what is
// drawn on the field by WCAG 2.1 (relative luminance, contrast ratio).
#include "view/theme.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>

#include "../scratch.hpp"

using namespace qitai::view;

namespace {

double channel(Uint8 value) {
  const double c = value / 255.0;
  return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(SDL_Color c) {
  return 0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b);
}

double contrast(SDL_Color a, SDL_Color b) {
  const double bright = std::max(luminance(a), luminance(b));
  const double dim = std::min(luminance(a), luminance(b));
  return (bright + 0.05) / (dim + 0.05);
}

bool same(SDL_Color a, SDL_Color b) {
  return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

bool same(const BoardTheme::Side& a, const BoardTheme::Side& b) {
  return same(a.disc, b.disc) && same(a.rim, b.rim) && same(a.ink, b.ink) && a.rings == b.rings &&
         a.broken == b.broken && a.engraved == b.engraved && same(a.back, b.back) &&
         same(a.back_ink, b.back_ink) && same(a.figure, b.figure) && same(a.figure_shade, b.figure_shade) &&
         same(a.figure_edge, b.figure_edge) && same(a.figure_line, b.figure_line);
}

bool same(const BoardTheme& a, const BoardTheme& b) {
  return a.id == b.id && same(a.field, b.field) && same(a.grain, b.grain) && same(a.frame, b.frame) &&
         same(a.edge, b.edge) && same(a.line, b.line) && same(a.cell_light, b.cell_light) &&
         same(a.cell_dark, b.cell_dark) && a.wood_grain == b.wood_grain &&
         same(a.marks.allowed, b.marks.allowed) && same(a.marks.last, b.marks.last) &&
         same(a.marks.danger, b.marks.danger) && same(a.marks.edge, b.marks.edge) &&
         same(a.marks.cursor, b.marks.cursor) && same(a.marks.cursor_core, b.marks.cursor_core) &&
         same(a.light, b.light) && same(a.dark, b.dark);
}

const std::filesystem::path kThemes = std::filesystem::path(QITAI_SOURCE_DIR) / "assets" / "themes";

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("Each theme's file says what is built in, so a lost file changes nothing") {
  const qitai::testing::Scratch nowhere;
  REQUIRE(theme_ids() == std::vector<std::string>{"wood", "ink", "contrast"});
  for (const std::string& id : theme_ids()) {
    INFO(id);
    CHECK(load_theme(kThemes, id).id == id);
    CHECK(same(load_theme(kThemes, id), load_theme(nowhere.path(), id)));
  }
}

TEST_CASE("In every theme lines, characters and marks stand out from what they are on") {
  for (const std::string& id : theme_ids()) {
    INFO(id);
    const BoardTheme theme = load_theme(kThemes, id);
    CHECK(contrast(theme.line, theme.field) >= 7);
    CHECK(contrast(theme.light.ink, theme.light.disc) >= 5);
    CHECK(contrast(theme.dark.ink, theme.dark.disc) >= 5);
    CHECK(contrast(theme.marks.allowed, theme.field) >= 4);
    CHECK(contrast(theme.marks.last, theme.field) >= 4);
    CHECK(contrast(theme.marks.danger, theme.field) >= 4);
    // Two cues besides hue: fill or rims, or a broken ring.
    CHECK((contrast(theme.light.disc, theme.dark.disc) > 4 || theme.light.broken != theme.dark.broken));
  }
}

TEST_CASE("The palette's texts reach the contrast that the design asks for") {
  const Palette& p = palette();
  CHECK(contrast(p.paper, p.lacquer1) >= 15);
  CHECK(contrast(p.paper2, p.lacquer1) >= 8);
  CHECK(contrast(p.gold, p.lacquer1) >= 7.5);
  CHECK(contrast(p.mute, p.lacquer1) >= 4.8);
  CHECK(contrast(p.paper, p.cinnabar) >= 5.5);
  CHECK(contrast(p.cinnabar_hi, p.lacquer1) >= 5);
}

TEST_CASE("A wrong value keeps its built-in one, the rest of the file counts") {
  const qitai::testing::Scratch folder;
  write(folder.path() / "wood.toml",
        "[board]\nfield = \"#010203\"\ngrain = \"red\"\nframe = 7\nwood_grain = \"yes\"\nnonsense = 1\n"
        "[light]\nrings = 99\ndisc = \"#0a0B0c\"\n[dark]\nrings = -1\n[nowhere]\na = 1\n");
  const BoardTheme theme = load_theme(folder.path(), "wood");
  const BoardTheme plain;
  CHECK(same(theme.field, {1, 2, 3, 255}));
  CHECK(same(theme.grain, plain.grain));
  CHECK(same(theme.frame, plain.frame));
  CHECK(theme.wood_grain == plain.wood_grain);
  CHECK(theme.light.rings == plain.light.rings);
  CHECK(theme.dark.rings == plain.dark.rings);
  CHECK(same(theme.light.disc, {0x0A, 0x0B, 0x0C, 255}));
}

TEST_CASE("A file that is no TOML, is too large or is no file changes nothing") {
  const qitai::testing::Scratch folder;
  const BoardTheme plain;
  write(folder.path() / "wood.toml", "[board\nfield = \"#010203\"\n");
  CHECK(same(load_theme(folder.path(), "wood"), plain));
  write(folder.path() / "wood.toml", std::string(200'000, '#'));
  CHECK(same(load_theme(folder.path(), "wood"), plain));
  write(folder.path() / "wood.toml", "a = " + std::string(10'000, '['));
  CHECK(same(load_theme(folder.path(), "wood"), plain));
  std::filesystem::remove(folder.path() / "wood.toml");
  std::filesystem::create_directory(folder.path() / "wood.toml");
  CHECK(same(load_theme(folder.path(), "wood"), plain));
}

TEST_CASE("An id that is none, or a path, gives wood") {
  CHECK(load_theme(kThemes, "../themes/ink").id == "wood");
  CHECK(load_theme(kThemes, "").id == "wood");
}
