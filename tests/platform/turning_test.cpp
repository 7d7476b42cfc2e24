// The picture turned on its panel: sizes, points there and back, pixels, pointers and pictures of a real
// window.
#include "platform/turning.hpp"

#include <SDL.h>
#include <SDL_image.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "../scratch.hpp"
#include "platform/input.hpp"
#include "platform/window.hpp"

using namespace qitai::platform;

TEST_CASE("a panel's degrees are what was asked for, and a quarter more where the shape is wrong") {
  using Shape = Turn::Shape;
  const SDL_Point wide{1920, 1080}, tall{1080, 1920}, square{800, 800};
  CHECK(degrees_on(wide, {90, Shape::kAny, false}) == 90);
  CHECK(degrees_on(wide, {0, Shape::kWide, false}) == 0);
  CHECK(degrees_on(wide, {0, Shape::kTall, false}) == 90);
  CHECK(degrees_on(wide, {180, Shape::kTall, false}) == 270);
  CHECK(degrees_on(wide, {90, Shape::kTall, false}) == 90);
  CHECK(degrees_on(wide, {270, Shape::kWide, false}) == 0);
  CHECK(degrees_on(tall, {0, Shape::kWide, false}) == 90);
  CHECK(degrees_on(square, {0, Shape::kWide, false}) == 0);
  CHECK(degrees_on(wide, {0, Shape::kAny, true}) == 180);
  CHECK(degrees_on(wide, {270, Shape::kAny, true}) == 90);
}

TEST_CASE("a point of the panel goes to the picture and back") {
  const SDL_Point panel{640, 400};
  const int degrees = GENERATE(0, 90, 180, 270);
  INFO(degrees);
  const SDL_Point size = picture_size(panel, degrees);
  CHECK(size.x == (degrees % 180 == 0 ? 640 : 400));
  for (const SDL_FPoint at : {SDL_FPoint{0.5F, 0.5F}, {639.5F, 0.5F}, {13.25F, 377.5F}, {320, 200}}) {
    const SDL_FPoint there = on_picture(at, panel, degrees);
    CHECK((there.x >= 0 && there.x <= static_cast<float>(size.x)));
    CHECK((there.y >= 0 && there.y <= static_cast<float>(size.y)));
    const SDL_FPoint back = on_panel(there, panel, degrees);
    CHECK(back.x == Approx(at.x));
    CHECK(back.y == Approx(at.y));
  }
}

TEST_CASE("clockwise: what is on top of the picture is on the right of the panel") {
  // The middle of the picture's upper edge.
  const SDL_Point panel{640, 400};
  const SDL_FPoint top = on_panel({200, 0}, panel, 90);
  CHECK(top.x == Approx(640));
  CHECK(top.y == Approx(200));
  const SDL_FPoint left = on_panel({200, 0}, panel, 270);
  CHECK(left.x == Approx(0));
  CHECK(left.y == Approx(200));
}

TEST_CASE("pixels are turned as their points are, at sizes that no tile divides") {
  const SDL_Point panel = GENERATE(SDL_Point{3, 2}, SDL_Point{65, 47}, SDL_Point{32, 32});
  const int degrees = GENERATE(0, 90, 180, 270);
  const SDL_Point size = picture_size(panel, degrees);
  std::vector<std::uint32_t> picture(static_cast<std::size_t>(size.x * size.y));
  for (std::size_t i = 0; i < picture.size(); ++i)
    picture[i] = static_cast<std::uint32_t>(i);
  const int pitch = panel.x + 5;  // rows of the panel may be longer than it is wide
  std::vector<std::uint32_t> out(static_cast<std::size_t>(pitch * panel.y), 0xFFFFFFFFU);
  turn_pixels(picture.data(), out.data(), pitch, panel, degrees);
  for (int y = 0; y < panel.y; ++y) {
    for (int x = 0; x < panel.x; ++x) {
      const SDL_FPoint from =
          on_picture({static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F}, panel, degrees);
      const auto wanted =
          static_cast<std::uint32_t>(std::floor(from.y)) * static_cast<std::uint32_t>(size.x) +
          static_cast<std::uint32_t>(std::floor(from.x));
      REQUIRE(out[static_cast<std::size_t>(y * pitch + x)] == wanted);
    }
    REQUIRE(out[static_cast<std::size_t>(y * pitch + panel.x)] == 0xFFFFFFFFU);
  }
}

TEST_CASE("mouse and finger point at the picture, however it is turned") {
  InputReader reader;
  // A window of 640 by 400 units on an output of twice that.
  reader.set_sizes({640, 400}, {1280, 800}, 90);
  std::vector<Input> inputs;
  SDL_Event event{};
  event.type = SDL_MOUSEBUTTONDOWN;
  event.button.state = SDL_PRESSED;
  event.button.button = SDL_BUTTON_LEFT;
  event.button.x = 630;
  event.button.y = 100;
  reader.handle(event, 1, inputs);
  REQUIRE(inputs.size() == 1);
  // The middle of the pixel that was clicked.
  CHECK(inputs[0].x == Approx(201));
  CHECK(inputs[0].y == Approx(19));
  event.type = SDL_MOUSEBUTTONUP;
  event.button.state = SDL_RELEASED;
  reader.handle(event, 2, inputs);
  inputs.clear();
  SDL_Event touch{};
  touch.type = SDL_FINGERDOWN;
  touch.tfinger.touchId = 7;
  touch.tfinger.fingerId = 1;
  touch.tfinger.x = 0.25F;
  touch.tfinger.y = 1.0F;
  reader.handle(touch, 3, inputs);
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].x == Approx(800));
  CHECK(inputs[0].y == Approx(960));
}

namespace {

struct Colour {
  int r = 0, g = 0, b = 0;
  friend bool operator==(const Colour&, const Colour&) = default;
};

Colour pixel(SDL_Surface* picture, int x, int y) {
  const auto* const at =
      static_cast<const Uint8*>(picture->pixels) + y * picture->pitch + x * picture->format->BytesPerPixel;
  Uint32 value = 0;
  SDL_memcpy(&value, at, picture->format->BytesPerPixel);
  Uint8 r = 0, g = 0, b = 0;
  SDL_GetRGB(value, picture->format, &r, &g, &b);
  return {r, g, b};
}

// Red all over with a green corner where reading begins.
void paint(Window& window) {
  SDL_Renderer* const renderer = window.renderer();
  SDL_SetRenderDrawColor(renderer, 200, 0, 0, 255);
  SDL_RenderClear(renderer);
  const SDL_Rect corner{0, 0, 40, 20};
  SDL_SetRenderDrawColor(renderer, 0, 200, 0, 255);
  SDL_RenderFillRect(renderer, &corner);
}

}  // namespace

TEST_CASE("a turned window draws upright, shows it turned, and is photographed upright") {
  use_offscreen();
  WindowOptions options;
  options.width = 640;
  options.height = 400;
  options.fullscreen = false;
  options.turn.degrees = 90;
  auto opened = Window::open(options);
  REQUIRE(opened.ok());
  Window& window = **opened;
  CHECK(window.width() == 400);
  CHECK(window.height() == 640);
  const qitai::testing::Scratch scratch;
  window.begin_frame();
  paint(window);
  window.present();
  REQUIRE(window.screenshot(scratch / "upright.png"));
  SDL_Surface* const shot = IMG_Load((scratch / "upright.png").c_str());
  REQUIRE(shot != nullptr);
  CHECK(shot->w == 400);
  CHECK(shot->h == 640);
  CHECK(pixel(shot, 5, 5) == Colour{0, 200, 0});
  CHECK(pixel(shot, 5, 30) == Colour{200, 0, 0});
  SDL_FreeSurface(shot);

  // What the panel shows: the corner is at its upper right.
  std::vector<std::uint32_t> panel(640U * 400U);
  REQUIRE(SDL_RenderReadPixels(window.renderer(), nullptr, SDL_PIXELFORMAT_ARGB8888, panel.data(), 640 * 4) ==
          0);
  CHECK((panel[5 * 640 + 635] & 0xFFFFFFU) == 0x00C800U);
  CHECK((panel[30 * 640 + 635] & 0xFFFFFFU) == 0x00C800U);
  CHECK((panel[5 * 640 + 600] & 0xFFFFFFU) == 0xC80000U);
  CHECK((panel[5 * 640 + 5] & 0xFFFFFFU) == 0xC80000U);

  // Live: half a turn keeps the size, a quarter does not.
  CHECK_FALSE(window.set_turn({270, Turn::Shape::kAny, false}));
  CHECK(window.width() == 400);
  CHECK(window.set_turn({180, Turn::Shape::kAny, false}));
  CHECK(window.width() == 640);
  window.begin_frame();
  paint(window);
  window.present();
  REQUIRE(SDL_RenderReadPixels(window.renderer(), nullptr, SDL_PIXELFORMAT_ARGB8888, panel.data(), 640 * 4) ==
          0);
  CHECK((panel[395 * 640 + 635] & 0xFFFFFFU) == 0x00C800U);
  CHECK((panel[5 * 640 + 5] & 0xFFFFFFU) == 0xC80000U);
  CHECK(window.set_turn({}) == false);
  window.begin_frame();
  paint(window);
  window.present();
  REQUIRE(SDL_RenderReadPixels(window.renderer(), nullptr, SDL_PIXELFORMAT_ARGB8888, panel.data(), 640 * 4) ==
          0);
  CHECK((panel[5 * 640 + 5] & 0xFFFFFFU) == 0x00C800U);
}
