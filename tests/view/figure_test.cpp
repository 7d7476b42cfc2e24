// Pictures of pieces: told apart by their silhouettes at 36 pixels, the two sides by their fill in every
// theme; and files that are no pictures.
#include "view/figure.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "../scratch.hpp"

using namespace qitai;
using namespace qitai::view;

namespace {

const std::filesystem::path kThemes = QITAI_SOURCE_DIR "/assets/themes";
constexpr std::string_view kCut[] = {"general", "advisor", "elephant", "horse",
                                     "chariot", "cannon",  "soldier"};
constexpr std::string_view kNames[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};

SurfacePtr drawn(Figures& figures, const BoardTheme& theme, const BoardTheme::Side& side,
                 std::string_view name, int size) {
  const std::string* const svg = figures.find(theme.pictures, name);
  REQUIRE(svg != nullptr);
  SurfacePtr out = figure_surface(*svg, side, size);
  REQUIRE(out != nullptr);
  CHECK(out->w == size);
  CHECK(out->h == size);
  return out;
}

std::uint32_t at(const SDL_Surface& surface, int x, int y) {
  return reinterpret_cast<const std::uint32_t*>(static_cast<const std::uint8_t*>(surface.pixels) +
                                                static_cast<std::ptrdiff_t>(y) * surface.pitch)[x];
}

// Mean brightness of what is opaque.
float brightness_of(const SDL_Surface& surface) {
  float sum = 0, count = 0;
  for (int y = 0; y < surface.h; ++y) {
    for (int x = 0; x < surface.w; ++x) {
      const std::uint32_t argb = at(surface, x, y);
      if (argb >> 24U < 255) continue;
      sum += brightness({static_cast<float>(argb >> 16U & 0xFFU) / 255,
                         static_cast<float>(argb >> 8U & 0xFFU) / 255, static_cast<float>(argb & 0xFFU) / 255,
                         1});
      ++count;
    }
  }
  return count > 0 ? sum / count : 0;
}

void write(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("at 36 pixels no two pieces have nearly the same silhouette") {
  Figures figures;
  const BoardTheme theme = load_theme(kThemes, "wood");
  std::vector<Mask> shapes;
  for (const std::string_view name : kNames) {
    shapes.push_back(ink_of(*drawn(figures, theme, theme.light, name, 36)));
    float ink = 0;
    for (const float part : shapes.back().ink)
      ink += part;
    // A piece fills a good part of its field and leaves air around itself.
    CHECK(ink > 36 * 36 * 0.15F);
    CHECK(ink < 36 * 36 * 0.60F);
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = i + 1; j < shapes.size(); ++j) {
      float differing = 0;
      for (std::size_t k = 0; k < shapes[i].ink.size(); ++k)
        differing += std::abs(shapes[i].ink[k] - shapes[j].ink[k]);
      INFO(kNames[i] << " and " << kNames[j]);
      CHECK(differing > 60);
    }
  }
}

TEST_CASE("cut into small discs no two pieces of xiangqi look alike, and each stays within the ring") {
  Figures figures;
  const std::filesystem::path folder = QITAI_SOURCE_DIR "/assets/pieces";
  std::vector<Mask> shapes;
  for (const std::string_view name : kCut) {
    INFO(name);
    const std::string* const svg = figures.find(folder, name);
    REQUIRE(svg != nullptr);
    shapes.push_back(figure_mask(*svg, 30));
    REQUIRE(shapes.back().width == 30);
    float ink = 0, outside = 0;
    for (const float part : shapes.back().ink)
      ink += part;
    // The ring begins 110 units from the middle.
    const Mask large = figure_mask(*svg, 200);
    for (int y = 0; y < 200; ++y) {
      for (int x = 0; x < 200; ++x) {
        if (length(static_cast<float>(x) - 99.5F, static_cast<float>(y) - 99.5F) > 110)
          outside += large.at(x, y);
      }
    }
    CHECK(ink > 30 * 30 * 0.20F);
    CHECK(ink < 30 * 30 * 0.60F);
    CHECK(outside < 5);
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = i + 1; j < shapes.size(); ++j) {
      float differing = 0;
      for (std::size_t k = 0; k < shapes[i].ink.size(); ++k)
        differing += std::abs(shapes[i].ink[k] - shapes[j].ink[k]);
      INFO(kCut[i] << " and " << kCut[j] << ": " << differing);
      CHECK(differing > 30 * 30 * 0.12F);
    }
  }
}

TEST_CASE("what is cut leaves out the lines, and thins the side away from the light") {
  const std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\"><path fill=\"#F3E9D2\" d=\"M0 "
      "0L100 0L100 100L0 100Z\"/><path fill=\"#DBC9A3\" d=\"M100 0L200 0L200 100L100 100Z\"/><path "
      "fill=\"#5A3A28\" d=\"M0 100L100 100L100 200L0 200Z\"/><path fill=\"#1A1512\" d=\"M100 100L150 "
      "100L150 200L100 200Z\"/></svg>";
  const Mask mask = figure_mask(svg, 40);
  REQUIRE(mask.width == 40);
  CHECK(mask.at(10, 10) == Approx(1).margin(0.01));
  CHECK(mask.at(30, 10) == Approx(0.7).margin(0.01));
  CHECK(mask.at(10, 30) == Approx(0).margin(0.01));
  CHECK(mask.at(25, 30) == Approx(1).margin(0.01));
  CHECK(mask.at(36, 30) == Approx(0).margin(0.01));
  CHECK(figure_mask("no picture", 40).width == 0);
}

TEST_CASE("the sides differ by fill in every theme, at every size") {
  Figures figures;
  for (const std::string& id : theme_ids()) {
    const BoardTheme theme = load_theme(kThemes, id);
    for (const std::string_view name : kNames) {
      for (const int size : {36, 58, 116, 200}) {
        INFO(id << ", " << name << " at " << size);
        const float light = brightness_of(*drawn(figures, theme, theme.light, name, size));
        const float dark = brightness_of(*drawn(figures, theme, theme.dark, name, size));
        CHECK(light > dark + 0.15F);
      }
    }
  }
}

TEST_CASE("a theme may want characters instead of pictures") {
  const testing::Scratch scratch;
  write(scratch / "wood.toml", "[board]\npictures = false\n");
  CHECK(load_theme(scratch.path(), "wood").pictures.empty());
  CHECK(load_theme(kThemes, "wood").pictures == std::filesystem::path(QITAI_SOURCE_DIR "/assets/pieces"));
}

TEST_CASE("what is no picture is none, and nothing outside the folder is read") {
  const testing::Scratch scratch;
  std::filesystem::create_directories(scratch / "pieces" / "folder.svg");
  const std::filesystem::path folder = scratch / "pieces";
  const std::string good =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\"><path fill=\"#F3E9D2\" d=\"M10 "
      "10L190 "
      "10L100 190Z\"/></svg>";
  write(scratch / "outside.svg", good);
  write(folder / "good.svg", good);
  write(folder / "empty.svg", "");
  write(folder / "text.svg", "no picture at all");
  write(folder / "cut.svg", good.substr(0, 60));
  write(folder / "large.svg", good + std::string(70000, ' '));
  write(folder / "zero.svg", "\0\0\0\0");
  write(folder / "UPPER.svg", good);
  // A thousand million dashes: the rasterizer would be at it for hours.
  write(folder / "dashes.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 45 45\"><path stroke=\"#000\" "
        "style=\"stroke-dasharray:0.001 0.001\" d=\"M0 0L1000000 1000000\"/></svg>");
  Figures figures;
  CHECK(figures.find(folder, "good") != nullptr);
  for (const std::string_view name : {"dashes", "empty", "text", "large", "zero", "folder", "missing",
                                      "../outside", "UPPER", "", "good.svg", "a/b"}) {
    INFO(name);
    CHECK(figures.find(folder, name) == nullptr);
  }
  CHECK(figures.find({}, "good") == nullptr);
  BoardTheme::Side side;
  CHECK(figure_surface(good, side, 0) == nullptr);
  CHECK(figure_surface(good, side, 100000) == nullptr);
  // Wide, or drawn far outside its own field: still a square of the size that was asked for.
  const std::string wide =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2000 2\"><path d=\"M-9999 -9999L9999 0L0 "
      "9999Z\"/></svg>";
  const SurfacePtr square = figure_surface(wide, side, 40);
  if (square != nullptr) CHECK(square->h == 40);
}
