#include "kiosk/test_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kiosk/service_screen.hpp"

namespace qitai::kiosk {
namespace {

using menu::Align;
using platform::Action;
using view::Face;
using In = platform::Input::Kind;

constexpr int kGreys = 17;    // from black to white in equal steps
constexpr float kPitch = 92;  // u, of a board's points
constexpr std::array<SDL_Color, 8> kFields{{{255, 255, 255, 255},
                                            {0, 0, 0, 255},
                                            {255, 0, 0, 255},
                                            {0, 255, 0, 255},
                                            {0, 0, 255, 255},
                                            {0, 255, 255, 255},
                                            {255, 0, 255, 255},
                                            {255, 255, 0, 255}}};
constexpr SDL_Color kWhite{255, 255, 255, 255}, kBlack{0, 0, 0, 255};

std::string_view row_of(TestScreen::Kind kind) {
  switch (kind) {
    case TestScreen::Kind::kGrey:
      return "test_grey";
    case TestScreen::Kind::kGrid:
      return "test_grid";
    case TestScreen::Kind::kFields:
      return "test_fields";
    case TestScreen::Kind::kTouch:
      break;
  }
  return "test_touch";
}

}  // namespace

void TestScreen::arrange(std::uint64_t /*now*/) {
  const view::Units& u = house_.ui.units();
  // Other places: what was touched says nothing any more.
  if (u.width() != width_ || u.height() != height_) off_ = {};
  width_ = u.width();
  height_ = u.height();
}

SDL_Point TestScreen::cross(int cross) const {
  const auto at = [](int size, int third) { return size / 10 + third * (size - 2 * (size / 10)) / 2; };
  return {at(width_, cross % 3), at(height_, cross / 3)};
}

void TestScreen::touched(float x, float y) {
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < kCrosses; ++i) {
    const SDL_Point place = cross(i);
    const double away = std::hypot(static_cast<double>(x) - place.x, static_cast<double>(y) - place.y);
    if (away >= least) continue;
    least = away;
    nearest = static_cast<std::size_t>(i);
  }
  const SDL_Point place = cross(static_cast<int>(nearest));
  off_.at(nearest) =
      SDL_Point{static_cast<int>(std::lround(x)) - place.x, static_cast<int>(std::lround(y)) - place.y};
}

bool TestScreen::input(const platform::Input& input, std::uint64_t /*now*/) {
  if (input.kind == In::kPress && input.action == Action::kBack) return false;
  if (kind_ == Kind::kTouch) {
    if (input.kind == In::kPointerDown) touched(input.x, input.y);
    return true;
  }
  const bool on =
      input.kind == In::kPointerDown ||
      (input.kind == In::kPress &&
       (input.action == Action::kSelect || input.action == Action::kRight || input.action == Action::kDown));
  // One picture: whoever has seen it goes. Of the fields the last is followed by the way back.
  if (on && (kind_ != Kind::kFields || ++field_ >= static_cast<int>(kFields.size()))) back(0);
  if (input.kind == In::kPress && (input.action == Action::kLeft || input.action == Action::kUp))
    field_ = std::max(0, field_ - 1);
  return true;
}

void TestScreen::back(std::uint64_t /*now*/) {
  house_.go(std::make_unique<ServiceScreen>(desk_, row_of(kind_)));
}

void TestScreen::caption(std::string_view words, SDL_Color ink) {
  menu::Ui& ui = house_.ui;
  const int high = std::max(ui.px(120), 56);
  ui.text({ui.px(32), height_ - high, width_ - 2 * ui.px(32), high}, words,
          {Face::kSans, 30, ink, Align::kCentre, Align::kCentre, 2});
}

void TestScreen::draw(std::uint64_t /*now*/) {
  house_.ui.panel("test", {0, 0, width_, height_}, menu::Panel::kBare);
  switch (kind_) {
    case Kind::kGrey:
      draw_grey();
      break;
    case Kind::kGrid:
      draw_grid();
      break;
    case Kind::kFields:
      draw_fields();
      break;
    case Kind::kTouch:
      draw_touch();
      break;
  }
  house_.ui.end_panel();
}

// The upper half from black to white, the lower one the other way.
void TestScreen::draw_grey() {
  menu::Ui& ui = house_.ui;
  for (int i = 0; i < kGreys; ++i) {
    const auto grey = static_cast<Uint8>(i * 255 / (kGreys - 1));
    const auto other = static_cast<Uint8>(255 - grey);
    const int from = i * width_ / kGreys, to = (i + 1) * width_ / kGreys;
    ui.fill({from, 0, to - from, height_ / 2}, {grey, grey, grey, 255});
    ui.fill({from, height_ / 2, to - from, height_ - height_ / 2}, {other, other, other, 255});
    ui.text({from, height_ / 4, to - from, std::max(ui.px(48), 24)}, std::to_string(i),
            {Face::kSans, 20, i * 2 < kGreys ? kWhite : kBlack, Align::kCentre});
  }
}

void TestScreen::draw_grid() {
  menu::Ui& ui = house_.ui;
  const int step = ui.px(kPitch), thick = std::max(ui.px(2), 1);
  ui.fill({0, 0, width_, height_}, kBlack);
  for (int x = width_ / 2 % step; x < width_; x += step)
    ui.fill({x, 0, thick, height_}, {150, 150, 150, 255});
  for (int y = height_ / 2 % step; y < height_; y += step)
    ui.fill({0, y, width_, thick}, {150, 150, 150, 255});
  // The outermost pixels, the middle, and squares in the corners: all of the same size if the picture is
  // true.
  ui.frame({0, 0, width_, height_}, 1, kWhite);
  ui.fill({width_ / 2 - step / 2, height_ / 2, step, thick}, kWhite);
  ui.fill({width_ / 2, height_ / 2 - step / 2, thick, step}, kWhite);
  for (const int x : {0, width_ - step}) {
    for (const int y : {0, height_ - step})
      ui.frame({x, y, step, step}, std::max(ui.px(4), 2), kWhite);
  }
  const std::string words = ui.tr("service.test.grid", {{"w", width_}, {"h", height_}, {"n", step}});
  const int wide = std::min(ui.text_width(words, {Face::kSans, 30}) + 2 * ui.px(24), width_ - 2 * step);
  const int high = std::max(ui.px(80), 56);
  const SDL_Rect box{(width_ - wide) / 2, height_ / 2 + step, wide, high};
  ui.fill(box, kBlack);
  ui.text(box, words, {Face::kSans, 30, kWhite, Align::kCentre, Align::kCentre, 2});
}

// Nothing but the colour: a word would hide what is looked for.
void TestScreen::draw_fields() {
  const auto at = static_cast<std::size_t>(std::clamp<int>(field_, 0, static_cast<int>(kFields.size()) - 1));
  house_.ui.fill({0, 0, width_, height_}, kFields.at(at));
}

void TestScreen::draw_touch() {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int arm = std::max(ui.px(40), 16), thick = std::max(ui.px(4), 2);
  ui.fill({0, 0, width_, height_}, kBlack);
  double worst = -1;
  int done = 0;
  for (int i = 0; i < kCrosses; ++i) {
    const SDL_Point place = cross(i);
    const std::optional<SDL_Point> away = off(i);
    const SDL_Color ink = away ? c.jade : kWhite;
    ui.fill({place.x - arm, place.y - thick / 2, 2 * arm, thick}, ink);
    ui.fill({place.x - thick / 2, place.y - arm, thick, 2 * arm}, ink);
    if (!away) continue;
    ++done;
    worst = std::max(worst, std::hypot(away->x, away->y));
    ui.fill({place.x + away->x - thick, place.y + away->y - thick, 2 * thick, 2 * thick}, c.cinnabar_hi);
    const int wide = std::min(std::max(ui.px(220), 110), width_ / 4), high = std::max(ui.px(48), 26);
    const SDL_Rect box{std::clamp(place.x - wide / 2, 0, width_ - wide), place.y + arm, wide, high};
    ui.text(box, fmt::format("{:+}, {:+}", away->x, away->y), {Face::kSans, 24, c.paper, Align::kCentre});
  }
  const std::string words =
      done == 0 ? ui.tr("service.test.touch")
                : ui.tr("service.test.touched", {{"n", done}, {"of", kCrosses}, {"px", std::lround(worst)}});
  const int high = std::max(ui.px(160), 72);
  ui.text({width_ / 10, height_ / 3 - high / 2, width_ * 8 / 10, high}, words,
          {Face::kSans, 30, c.paper2, Align::kCentre, Align::kCentre, 3});
}

}  // namespace qitai::kiosk
