// Where things stand at a table: nothing overlaps, nothing lies outside, targets are large enough, and the
// figures of the design hold at the size it was drawn for.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "menu/table_layout.hpp"
#include "view/units.hpp"

using qitai::menu::table_layout;
using qitai::menu::TableLayout;
using qitai::menu::TableShape;

namespace {

std::vector<SDL_Rect> all_rects(const TableLayout& layout) {
  std::vector<SDL_Rect> rects{layout.plate, layout.far_card, layout.near_card, layout.strip};
  if (SDL_RectEmpty(&layout.record) == SDL_FALSE) rects.push_back(layout.record);
  rects.insert(rects.end(), layout.actions.begin(), layout.actions.end());
  return rects;
}

struct Size {
  int width, height;
};

// All of them on the screen, and none over another.
void check_apart(const std::vector<SDL_Rect>& rects, const Size& size) {
  const SDL_Rect screen{0, 0, size.width, size.height};
  for (std::size_t i = 0; i < rects.size(); ++i) {
    INFO("rect " << i << ": " << rects[i].x << "," << rects[i].y << " " << rects[i].w << "x" << rects[i].h);
    SDL_Rect inside;
    REQUIRE(SDL_IntersectRect(&rects[i], &screen, &inside) == SDL_TRUE);
    CHECK(SDL_RectEquals(&inside, &rects[i]) == SDL_TRUE);
    for (std::size_t j = i + 1; j < rects.size(); ++j) {
      INFO("and " << j << ": " << rects[j].x << "," << rects[j].y << " " << rects[j].w << "x" << rects[j].h);
      CHECK(SDL_HasIntersection(&rects[i], &rects[j]) == SDL_FALSE);
    }
  }
}

}  // namespace

TEST_CASE("a table fits every shape of screen") {
  const Size size =
      GENERATE(Size{1920, 1080}, Size{1280, 800}, Size{1280, 720}, Size{1024, 768}, Size{800, 480},
               Size{800, 600}, Size{1080, 1920}, Size{720, 1280}, Size{480, 800}, Size{600, 1024},
               Size{2560, 1080}, Size{3440, 1440}, Size{1080, 1080}, Size{720, 720}, Size{1280, 1024},
               Size{3840, 2160}, Size{1366, 768}, Size{1920, 1200}, Size{1200, 1920});
  const int actions = GENERATE(3, 5, 6);
  const bool timed = GENERATE(true, false);
  INFO(size.width << "x" << size.height << ", " << actions << " actions, timed " << timed);
  const TableLayout layout = table_layout({size.width, size.height, 9.848F, 10.957F, actions, timed});
  check_apart(all_rects(layout), size);
  REQUIRE(layout.actions.size() == static_cast<std::size_t>(actions));
  const int least = qitai::view::Units(size.width, size.height).target();
  for (const SDL_Rect& cap : layout.actions) {
    CHECK(std::min(cap.w, cap.h) >= std::min(least, 64));
    CHECK(cap.h >= 44);
  }
  // A board that can be played on.
  CHECK(layout.pitch >= 24);
}

TEST_CASE("the landscape table stands as it was designed at 1920 by 1080") {
  const TableLayout layout = table_layout({1920, 1080, 906.0F / 92.0F, 1008.0F / 92.0F, 6, true});
  CHECK(layout.kind == TableLayout::Kind::kLandscape);
  CHECK(layout.pitch == Approx(92).margin(0.1));
  CHECK(std::abs(layout.plate.x - 507) <= 1);
  CHECK(std::abs(layout.plate.y - 36) <= 1);
  CHECK(std::abs(layout.far_card.x - 32) <= 1);
  CHECK(layout.far_card.w == 451);
  CHECK(layout.far_card.y == 36);
  CHECK(layout.far_card.h == 360);
  CHECK(layout.strip.y == 420);
  CHECK(layout.strip.h == 240);
  CHECK(layout.near_card.y == 684);
  CHECK(std::abs(layout.record.x - 1437) <= 1);
  CHECK(layout.record.y == 36);
  CHECK(layout.record.h == 576);
  CHECK(layout.actions.front().y == 636);
  CHECK(layout.actions.front().w == 213);
  CHECK(layout.actions.front().h == 124);
  CHECK(layout.actions.back().y + layout.actions.back().h == 1044);
}

TEST_CASE("shapes choose their kind of table") {
  const auto kind = [](int width, int height) { return table_layout({width, height}).kind; };
  CHECK(kind(1920, 1080) == TableLayout::Kind::kLandscape);
  CHECK(kind(1024, 768) == TableLayout::Kind::kLandscape);
  CHECK(kind(800, 480) == TableLayout::Kind::kCompact);
  CHECK(kind(1080, 1920) == TableLayout::Kind::kPortrait);
  CHECK(kind(1080, 1080) == TableLayout::Kind::kPortrait);
  // A square screen has no line of moves.
  CHECK(table_layout({1080, 1080}).record.w == 0);
  // On a wide screen the rails stay beside the plate.
  const TableLayout wide = table_layout({2560, 1080});
  CHECK(wide.plate.x - (wide.far_card.x + wide.far_card.w) == 24);
}

TEST_CASE("an odd number of actions closes up") {
  const TableLayout layout = table_layout({1920, 1080, 9.848F, 10.957F, 5, false});
  CHECK(layout.actions[4].w == 451);
  CHECK(layout.actions[0].w == 213);
}

TEST_CASE("a flat table is the same from either edge") {
  const Size size = GENERATE(Size{1920, 1080}, Size{1280, 800}, Size{800, 480}, Size{1080, 1920},
                             Size{480, 800}, Size{1366, 768}, Size{1024, 768}, Size{2560, 1080},
                             Size{1080, 1080}, Size{800, 1280}, Size{3840, 2160}, Size{1279, 801});
  // Plates of xiangqi, chess and junqi.
  const SDL_FPoint plate =
      GENERATE(SDL_FPoint{9.848F, 10.957F}, SDL_FPoint{8.69F, 8.69F}, SDL_FPoint{11.7F, 12.92F});
  const int actions = GENERATE(3, 4, 5, 6);
  const bool timed = GENERATE(true, false);
  INFO(size.width << "x" << size.height << ", " << plate.x << ", " << actions << " actions, " << timed);
  TableShape shape{size.width, size.height, plate.x, plate.y, actions, timed};
  shape.flat = true;
  const TableLayout layout = table_layout(shape);
  REQUIRE(layout.flat);
  CHECK(SDL_RectEmpty(&layout.far_card) == SDL_TRUE);
  const SDL_Rect turned = qitai::menu::opposite(shape, layout.plate);
  CHECK(SDL_RectEquals(&turned, &layout.plate) == SDL_TRUE);
  // The plate, and what each of the two has.
  std::vector<SDL_Rect> rects{layout.plate};
  for (SDL_Rect own : all_rects(layout)) {
    if (SDL_RectEmpty(&own) == SDL_TRUE || SDL_RectEquals(&own, &layout.plate) == SDL_TRUE) continue;
    rects.push_back(own);
    rects.push_back(qitai::menu::opposite(shape, own));
  }
  check_apart(rects, size);
  REQUIRE(layout.actions.size() == static_cast<std::size_t>(actions));
  for (const SDL_Rect& cap : layout.actions)
    CHECK(std::min(cap.w, cap.h) >= 44);
  // Room for what is asked and its two answers, and for a clock.
  CHECK(layout.strip.h >= 44);
  CHECK(layout.near_card.h >= 80);
  CHECK(layout.pitch >= 20);
}

TEST_CASE("at the long edges each has the rail on his right, from his edge inwards") {
  TableShape shape{1920, 1080, 906.0F / 92.0F, 1008.0F / 92.0F, 6, true};
  shape.flat = true;
  const TableLayout layout = table_layout(shape);
  CHECK(layout.pitch == Approx(92).margin(0.1));
  CHECK(std::abs(layout.plate.x - 507) <= 1);
  CHECK(layout.near_card.x == 1437);
  CHECK(layout.near_card.w == 451);
  CHECK(layout.near_card.h == 300);
  CHECK(layout.near_card.y + layout.near_card.h == 1044);
  CHECK(layout.actions.back().y + layout.actions.back().h < layout.near_card.y);
  CHECK(layout.strip.y + layout.strip.h < layout.actions.front().y);
  CHECK(layout.record.y + layout.record.h < layout.strip.y);
  CHECK(layout.record.y == 36);
}

TEST_CASE("at the short edges each has card, state and actions below the plate") {
  TableShape shape{1080, 1920, 906.0F / 92.0F, 1008.0F / 92.0F, 5, true};
  shape.flat = true;
  const TableLayout layout = table_layout(shape);
  CHECK(layout.above);
  CHECK(layout.strip.y > layout.plate.y + layout.plate.h);
  CHECK(layout.near_card.y >= layout.strip.y + layout.strip.h);
  CHECK(layout.actions.front().y > layout.near_card.y + layout.near_card.h);
}
