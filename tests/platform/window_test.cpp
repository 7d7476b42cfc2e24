// A window without a display, driven by SDL's own events and by virtual pads that come and go.
#include "platform/window.hpp"

#include <SDL.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "../scratch.hpp"

using namespace qitai::platform;
using K = Input::Kind;

namespace {

std::unique_ptr<Window> open_window() {
  use_offscreen();
  WindowOptions options;
  options.width = 640;
  options.height = 480;
  auto window = Window::open(options);
  REQUIRE(window.ok());
  while (true) {  // what opening itself brings
    const auto happened = (*window)->wait(0);
    if (!happened.exposed && !happened.resized && !happened.pads_changed) break;
  }
  return std::move(*window);
}

void push_key(SDL_Keycode code, bool down) {
  SDL_Event event{};
  event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
  event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
  event.key.keysym.sym = code;
  SDL_PushEvent(&event);
}

// A pad that the test presses.
class VirtualPad {
 public:
  explicit VirtualPad(SDL_JoystickType type)
      : index_(SDL_JoystickAttachVirtual(type, 6, 21, type == SDL_JOYSTICK_TYPE_GAMECONTROLLER ? 0 : 1)),
        id_(SDL_JoystickGetDeviceInstanceID(index_)) {
    REQUIRE(index_ >= 0);
  }
  void button(int number, bool down) const {
    REQUIRE(SDL_JoystickSetVirtualButton(SDL_JoystickFromInstanceID(id_), number, down ? 1 : 0) == 0);
  }
  void axis(int number, int value) const {
    REQUIRE(SDL_JoystickSetVirtualAxis(SDL_JoystickFromInstanceID(id_), number, static_cast<Sint16>(value)) ==
            0);
  }
  void hat(Uint8 value) const {
    REQUIRE(SDL_JoystickSetVirtualHat(SDL_JoystickFromInstanceID(id_), 0, value) == 0);
  }
  void unplug() const {
    for (int i = 0; i < SDL_NumJoysticks(); ++i) {
      if (SDL_JoystickGetDeviceInstanceID(i) == id_) SDL_JoystickDetachVirtual(i);
    }
  }

 private:
  int index_;
  SDL_JoystickID id_;
};

// Everything that comes within `ms`.
std::vector<Input> inputs_within(Window& window, int ms) {
  std::vector<Input> all;
  const std::uint64_t end = ticks() + static_cast<std::uint64_t>(ms);
  while (ticks() < end) {
    for (const Input& input : window.wait(static_cast<int>(end - ticks())).inputs)
      all.push_back(input);
  }
  return all;
}

bool wait_for_pads(Window& window, int count) {
  const std::uint64_t end = ticks() + 2000;
  while (window.pads() != count && ticks() < end)
    static_cast<void>(window.wait(100));
  return window.pads() == count;
}

}  // namespace

TEST_CASE("A window opens without a display, in the size that was asked for") {
  const auto window = open_window();
  CHECK(window->headless());
  CHECK(window->width() == 640);
  CHECK(window->height() == 480);
  CHECK(window->driver().find("software") != std::string::npos);
  CHECK(SDL_WasInit(SDL_INIT_AUDIO) == 0);
}

TEST_CASE("Waiting ends at its time, at an event and at a wake-up from another thread") {
  const auto window = open_window();
  std::uint64_t start = ticks();
  CHECK_FALSE(window->wait(50).woken);
  CHECK(ticks() - start >= 50);
  CHECK(ticks() - start < 400);

  start = ticks();
  std::thread waker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    for (int i = 0; i < 1000; ++i)
      window->wake();
  });
  CHECK(window->wait(5000).woken);
  waker.join();
  CHECK(ticks() - start < 2000);
  static_cast<void>(window->wait(0));

  push_key(SDLK_SPACE, true);
  const auto happened = window->wait(5000);
  REQUIRE(happened.inputs.size() == 1);
  CHECK(happened.inputs[0].action == Action::kSelect);
  CHECK(window->last_device() == Device::kKeyboard);
}

TEST_CASE("A held direction repeats out of wait()") {
  const auto window = open_window();
  push_key(SDLK_LEFT, true);
  const auto inputs = inputs_within(*window, 600);
  REQUIRE(inputs.size() >= 3);
  CHECK(inputs[0].kind == K::kPress);
  CHECK(inputs[1].kind == K::kRepeat);
  CHECK(inputs[1].held >= 350);
  CHECK(inputs[2].held >= inputs[1].held + 80);
}

TEST_CASE("A gamepad is plugged in while running, presses, and lets go when pulled out") {
  const auto window = open_window();
  REQUIRE(window->pads() == 0);
  const VirtualPad pad(SDL_JOYSTICK_TYPE_GAMECONTROLLER);
  REQUIRE(wait_for_pads(*window, 1));

  pad.button(SDL_CONTROLLER_BUTTON_A, true);
  auto inputs = inputs_within(*window, 60);
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].kind == K::kPress);
  CHECK(inputs[0].action == Action::kSelect);
  CHECK(inputs[0].device == Device::kPad);
  CHECK(inputs[0].pad == 0);
  pad.button(SDL_CONTROLLER_BUTTON_A, false);
  CHECK(inputs_within(*window, 60).size() == 1);

  pad.axis(SDL_CONTROLLER_AXIS_LEFTY, -32768);
  inputs = inputs_within(*window, 60);
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].action == Action::kUp);

  const VirtualPad second(SDL_JOYSTICK_TYPE_GAMECONTROLLER);
  REQUIRE(wait_for_pads(*window, 2));
  second.button(SDL_CONTROLLER_BUTTON_B, true);
  inputs = inputs_within(*window, 60);
  REQUIRE_FALSE(inputs.empty());
  CHECK(std::any_of(inputs.begin(), inputs.end(), [](const Input& input) {
    return input.pad == 1 && input.action == Action::kBack && input.kind == K::kPress;
  }));

  pad.unplug();
  bool released = false;
  const std::uint64_t end = ticks() + 2000;
  while (!released && ticks() < end) {
    for (const Input& input : window->wait(100).inputs) {
      released = released || (input.pad == 0 && input.action == Action::kUp && input.kind == K::kRelease);
    }
  }
  CHECK(released);
  CHECK(window->pads() == 1);

  // The free number goes to the next one.
  const VirtualPad third(SDL_JOYSTICK_TYPE_GAMECONTROLLER);
  REQUIRE(wait_for_pads(*window, 2));
  third.button(SDL_CONTROLLER_BUTTON_A, true);
  inputs = inputs_within(*window, 60);
  REQUIRE_FALSE(inputs.empty());
  CHECK(inputs[0].pad == 0);
  third.unplug();
  second.unplug();
  CHECK(wait_for_pads(*window, 0));
}

TEST_CASE("An arcade encoder without a known layout plays by its first stick, hat and buttons") {
  const auto window = open_window();
  const VirtualPad pad(SDL_JOYSTICK_TYPE_ARCADE_STICK);
  REQUIRE(wait_for_pads(*window, 1));
  pad.button(0, true);
  pad.button(0, false);
  static_cast<void>(inputs_within(*window, 40));
  pad.axis(0, 32767);
  auto inputs = inputs_within(*window, 60);
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].action == Action::kRight);
  pad.axis(0, 0);
  static_cast<void>(inputs_within(*window, 60));
  pad.hat(SDL_HAT_DOWN);
  inputs = inputs_within(*window, 60);
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].action == Action::kDown);
  pad.hat(SDL_HAT_CENTERED);
  static_cast<void>(inputs_within(*window, 60));
  pad.button(1, true);
  inputs = inputs_within(*window, 60);
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].action == Action::kBack);
  pad.unplug();
  CHECK(wait_for_pads(*window, 0));
}

TEST_CASE("Loss of focus lets go, closing the window quits, lost targets ask for baking") {
  const auto window = open_window();
  push_key(SDLK_DOWN, true);
  static_cast<void>(window->wait(0));
  SDL_Event event{};
  event.type = SDL_WINDOWEVENT;
  event.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
  SDL_PushEvent(&event);
  auto happened = window->wait(1000);
  REQUIRE(happened.inputs.size() == 1);
  CHECK(happened.inputs[0].kind == K::kRelease);

  event = {};
  event.type = SDL_RENDER_TARGETS_RESET;
  SDL_PushEvent(&event);
  happened = window->wait(1000);
  CHECK(happened.resized);
  CHECK_FALSE(happened.textures_lost);
  event.type = SDL_RENDER_DEVICE_RESET;
  SDL_PushEvent(&event);
  CHECK(window->wait(1000).textures_lost);

  event = {};
  event.type = SDL_QUIT;
  SDL_PushEvent(&event);
  CHECK(window->wait(1000).quit);
}

TEST_CASE("A picture of the screen is written, or a sentence says why not") {
  const auto window = open_window();
  SDL_SetRenderDrawColor(window->renderer(), 10, 20, 30, 255);
  SDL_RenderClear(window->renderer());
  window->present();
  const qitai::testing::Scratch folder;
  REQUIRE(window->screenshot(folder / "picture.png").ok());
  std::ifstream file(folder / "picture.png", std::ios::binary);
  std::string head(8, ' ');
  file.read(head.data(), 8);
  CHECK(head == "\x89PNG\r\n\x1A\n");
  const auto refused = window->screenshot("/nonexistent/picture.png");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "not-written");
}

TEST_CASE("A driver that does not exist is an error with advice, not a crash") {
  SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "nosuchdriver", SDL_HINT_OVERRIDE);
  const auto window = Window::open({});
  SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "offscreen", SDL_HINT_OVERRIDE);
  REQUIRE_FALSE(window.ok());
  CHECK(window.error().code == "no-display");
  CHECK(window.error().message.find("SDL_VIDEODRIVER") != std::string::npos);
}
