// Type: the rules of setting text in screens' section 2, on the real fonts where they are installed.
#include "view/type.hpp"

#include <SDL.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "offscreen.hpp"
#include "view/line_break.hpp"

using namespace qitai::view;
using qitai::testing::Offscreen;

namespace {

int right_end(const TextRun& run) {
  float right = 0;
  for (const GlyphQuad& quad : run.quads)
    right = std::max(right, quad.target.x + quad.target.w);
  return static_cast<int>(right);
}

bool alike(const GlyphQuad& a, const GlyphQuad& b) {
  return a.page == b.page && a.source.x == b.source.x && a.source.y == b.source.y;
}

}  // namespace

TEST_CASE("Every Chinese character is an em wide, lines are 1.35 em high") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  const TextRun& run = type.layout(Face::kSans, 40, "楚河漢界");
  CHECK(run.width == 160);
  CHECK(run.height == 54);
  CHECK(run.lines == 1);
  CHECK(run.quads.size() == 4);
  CHECK(type.layout(Face::kKai, 40, "棋\n台").height == 108);
}

TEST_CASE("Traditional and simplified Chinese have their own faces, glyphs stay where they are") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  type.set_language("zh-Hans");
  const GlyphQuad simplified = type.layout(Face::kSans, 40, "骨").quads.at(0);
  type.set_language("zh-Hant");
  const GlyphQuad traditional = type.layout(Face::kSans, 40, "骨").quads.at(0);
  CHECK_FALSE(alike(simplified, traditional));
  type.set_language("zh-Hans");
  CHECK(alike(type.layout(Face::kSans, 40, "骨").quads.at(0), simplified));
}

TEST_CASE("Text breaks within its width and no glyph leaves it") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  const std::string text =
      "每方 60 分钟内走满 40 着；此后每 20 着加 30 分钟；每着不得超过 3 分钟。Each move within 3 minutes.";
  for (const int width : {120, 200, 333, 700}) {
    const TextRun& run = type.layout(Face::kSans, 30, text, width);
    CHECK(run.width <= static_cast<float>(width));
    CHECK(right_end(run) <= width);
    CHECK(run.lines > 1);
    CHECK(run.height == static_cast<float>(run.lines * 41));
  }
}

TEST_CASE("What does not fit ends with an ellipsis inside the width") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  const TextRun& run = type.layout(Face::kSans, 30, "再重复一次，将按长捉提醒", 160, 1);
  CHECK(run.lines == 1);
  CHECK(right_end(run) <= 160);
  const TextRun& dots = type.layout(Face::kSans, 30, "…");
  CHECK(alike(run.quads.back(), dots.quads.at(0)));
  // No comma before the ellipsis.
  CHECK(run.quads.size() == 5);
  CHECK(type.layout(Face::kSans, 30, "两行\n三行\n四行", 0, 2).lines == 2);
  CHECK(type.layout(Face::kSans, 30, "够了", 160, 1).quads.size() == 2);
}

TEST_CASE("A Chinese dash is one stroke, an English ellipsis three points on the baseline") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  type.set_language("zh-Hans");
  CHECK(type.layout(Face::kSans, 30, "违例——吃").quads.size() == 4);
  CHECK(type.layout(Face::kSans, 30, "……").quads.size() == 2);
  type.set_language("en");
  const TextRun& run = type.layout(Face::kSans, 30, "a…");
  CHECK(run.quads.size() == 4);
  CHECK(run.quads.back().target.y + run.quads.back().target.h >= run.baseline - 1);
  CHECK(right_end(type.layout(Face::kSans, 30, "Repeated once more", 120, 1)) <= 120);
}

TEST_CASE("Lines are aligned within the width") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  const float left = type.layout(Face::kSans, 30, "红方走", 300).quads.at(0).target.x;
  const float centre = type.layout(Face::kSans, 30, "红方走", 300, 0, Align::kCentre).quads.at(0).target.x;
  const float right = type.layout(Face::kSans, 30, "红方走", 300, 0, Align::kRight).quads.at(0).target.x;
  CHECK(centre - left == 105);
  CHECK(right - left == 210);
}

TEST_CASE("A clock's width depends on its pattern alone") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  const float width = type.layout_tabular(Face::kSansBold, 96, "28:41").width;
  for (const char* clock : {"11:11", "00:00", "47:74"}) {
    CHECK(type.layout_tabular(Face::kSansBold, 96, clock).width == width);
  }
  for (const Face face : {Face::kKai, Face::kSans}) {
    CHECK(type.layout_tabular(face, 48, "1:11").width == type.layout_tabular(face, 48, "8.88").width);
  }
  // The colon stands at the digits' middle.
  const TextRun& run = type.layout_tabular(Face::kSansBold, 96, "0:0");
  const SDL_FRect zero = run.quads.at(0).target;
  const SDL_FRect colon = run.quads.at(1).target;
  CHECK(std::abs((zero.y + zero.h / 2) - (colon.y + colon.h / 2)) <= 1);
}

TEST_CASE("Latin pairs are kerned and quotation marks are narrow in English") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  CHECK(type.width(Face::kSans, 100, "AV") <
        type.width(Face::kSans, 100, "A") + type.width(Face::kSans, 100, "V"));
  type.set_language("zh-Hans");
  CHECK(type.width(Face::kSans, 100, "“") == 100);
  CHECK(type.width(Face::kSans, 100, "don’t") < 300);
  type.set_language("en");
  CHECK(type.width(Face::kSans, 100, "“") < 60);
}

TEST_CASE("A missing family falls back to any that is there") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {"/usr/share/fonts/truetype/lxgw-wenkai"}, {});
  CHECK(type.covers("棋台 Qitai 0123"));
  CHECK(type.layout(Face::kSansBold, 40, "馬").quads.size() == 1);
}

TEST_CASE("Without any font texts are boxes and nothing dies") {
  Offscreen screen(400, 100);
  Type type(screen.renderer, {"/nonexistent"}, {});
  CHECK_FALSE(type.covers("棋"));
  const TextRun& run = type.layout(Face::kSans, 40, "棋 A");
  CHECK(run.quads.size() == 2);
  CHECK(run.width > 40);
  screen.clear();
  type.draw(run, 0, 0, {255, 255, 255, 255});
  CHECK(screen.lit() > 100);
  SDL_Surface* ink = type.ink(Face::kKai, 80, "帥");
  REQUIRE(ink != nullptr);
  SDL_FreeSurface(ink);
  CHECK(type.layout_tabular(Face::kSansBold, 40, "12:34").quads.size() == 5);
}

TEST_CASE("Real characters are covered, private ones are not and show as a box") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  CHECK(type.covers("帥仕相俥傌炮兵將士象車馬砲卒帅车马将"));
  CHECK(type.covers("楚河漢界　，。；：！？“”‘’（）《》「」——……·●♔♟ Qitai’s\n"));
  CHECK_FALSE(type.covers("\xEE\x80\x80"));  // U+E000
  CHECK(type.layout(Face::kSans, 40, "\xEE\x80\x80").quads.size() == 1);
}

TEST_CASE("Every character of every catalogue has a glyph") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  int catalogues = 0;
  const auto folder = std::filesystem::path(QITAI_SOURCE_DIR) / "assets" / "translations";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".po") continue;
    ++catalogues;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      INFO(entry.path().filename().string() << ": " << line);
      CHECK(type.covers(line));
    }
  }
  CHECK(catalogues >= 3);
}

TEST_CASE("Ink is cropped to the glyph") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  SDL_Surface* ink = type.ink(Face::kKai, 100, "一");
  REQUIRE(ink != nullptr);
  CHECK(ink->w > 60);
  CHECK(ink->w <= 100);
  CHECK(ink->h < 30);
  SDL_FreeSurface(ink);
  CHECK(type.ink(Face::kKai, 100, " ") == nullptr);
  CHECK(type.ink(Face::kKai, 100, "") == nullptr);
  CHECK(type.ink(Face::kKai, 100, "\xFF") == nullptr);
}

TEST_CASE("Whatever bytes come, a run comes back") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  const std::string hostile = "\xFF\xFE\xC0\x80\xED\xA0\x80 a\x01\x02\t\xE2\x80\xAE b\xE2\x80\x8B";
  CHECK(type.layout(Face::kSans, 30, hostile, 1).lines >= 1);
  CHECK(type.layout(Face::kSans, -5, "棋").quads.size() == 1);
  CHECK(type.layout(Face::kSans, 1'000'000, "棋").quads.size() == 1);
  CHECK(type.layout(Face::kSans, 30, std::string(1'000'000, 'a'), 200).lines > 10);
  CHECK(type.layout(Face::kSans, 30, "").lines == 1);
}

TEST_CASE("Runs are cached: the same text gives the same run") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  const TextRun* first = &type.layout(Face::kSans, 30, "红方走");
  for (int i = 0; i < 900; ++i)
    static_cast<void>(type.layout(Face::kSans, 30, std::to_string(i)));
  CHECK(&type.layout(Face::kSans, 30, "红方走") == first);
}

TEST_CASE("A full atlas begins anew and says so") {
  Offscreen screen(64, 64);
  Type type(screen.renderer, {});
  const std::uint64_t epoch = type.epoch();
  const TextRun& early = type.layout(Face::kSans, 30, "红方走");
  for (int size = 300; type.epoch() == epoch && size < 512; ++size) {
    static_cast<void>(type.layout(Face::kSans, size, "楚河漢界"));
  }
  CHECK(type.epoch() != epoch);
  CHECK(type.pages() == 16);
  CHECK(early.quads.empty());  // void, but alive
  CHECK(type.layout(Face::kSans, 30, "红方走").quads.size() == 3);
}

TEST_CASE("Drawing puts ink on the target, the same after the textures were lost") {
  Offscreen screen(400, 100);
  Type type(screen.renderer, {});
  screen.clear();
  type.draw(type.layout(Face::kSansBold, 48, "炮二平五"), 10, 10, {255, 255, 255, 255});
  const int lit = screen.lit();
  CHECK(lit > 1000);
  type.restore();
  screen.clear();
  type.draw(type.layout(Face::kSansBold, 48, "炮二平五"), 10, 10, {255, 255, 255, 255});
  CHECK(screen.lit() == lit);
}
