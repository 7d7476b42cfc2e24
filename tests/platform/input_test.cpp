// Synthetic SDL events to inputs.
#include "platform/input.hpp"

#include <catch2/catch.hpp>

using namespace qitai::platform;
using K = Input::Kind;

namespace {

struct Bench {
  InputReader reader;
  std::vector<Input> out;

  Bench() { reader.set_sizes({1000, 500}, {2000, 1000}); }

  void key(SDL_Keycode code, bool down, std::uint64_t now = 0, int modifiers = 0, bool repeat = false) {
    SDL_Event event{};
    event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
    event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
    event.key.repeat = repeat ? 1 : 0;
    event.key.keysym.sym = code;
    event.key.keysym.mod = static_cast<Uint16>(modifiers);
    reader.handle(event, now, out);
  }
  void button(Uint8 which, bool down, int x, int y, std::uint64_t now = 0) {
    SDL_Event event{};
    event.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    event.button.button = which;
    event.button.state = down ? SDL_PRESSED : SDL_RELEASED;
    event.button.x = x;
    event.button.y = y;
    reader.handle(event, now, out);
  }
  void motion(int x, int y, int moved, std::uint64_t now = 0, Uint32 which = 0) {
    SDL_Event event{};
    event.type = SDL_MOUSEMOTION;
    event.motion.which = which;
    event.motion.x = x;
    event.motion.y = y;
    event.motion.xrel = moved;
    reader.handle(event, now, out);
  }
  void finger(Uint32 type, SDL_FingerID id, float x, float y, std::uint64_t now = 0) {
    SDL_Event event{};
    event.type = type;
    event.tfinger.touchId = 7;
    event.tfinger.fingerId = id;
    event.tfinger.x = x;
    event.tfinger.y = y;
    reader.handle(event, now, out);
  }
};

}  // namespace

TEST_CASE("A key makes a press and a release, the system's repeats are ignored") {
  Bench bench;
  bench.key(SDLK_UP, true, 100);
  bench.key(SDLK_UP, true, 600, 0, true);
  bench.key(SDLK_UP, false, 700);
  REQUIRE(bench.out.size() == 2);
  CHECK(bench.out[0].kind == K::kPress);
  CHECK(bench.out[0].action == Action::kUp);
  CHECK(bench.out[0].at == 100);
  CHECK(bench.out[1].kind == K::kRelease);
  CHECK(bench.out[1].held == 600);
}

TEST_CASE("The desktop's key combinations are left to it, Alt+Enter is full screen") {
  Bench bench;
  bench.key(SDLK_TAB, true, 0, KMOD_LALT);
  bench.key(SDLK_w, true, 0, KMOD_LCTRL);
  bench.key(SDLK_SPACE, true, 0, KMOD_LGUI);
  CHECK(bench.out.empty());
  bench.key(SDLK_RETURN, true, 0, KMOD_LALT);
  REQUIRE(bench.out.size() == 1);
  CHECK(bench.out[0].action == Action::kFullscreen);
}

TEST_CASE("Losing the focus lets go of everything, what comes up later says nothing") {
  Bench bench;
  bench.key(SDLK_DOWN, true, 0);
  bench.button(SDL_BUTTON_LEFT, true, 10, 10, 5);
  bench.out.clear();
  bench.reader.let_go(400, bench.out);
  REQUIRE(bench.out.size() == 2);
  CHECK(bench.out[0].kind == K::kRelease);
  CHECK(bench.out[0].action == Action::kDown);
  CHECK(bench.out[1].kind == K::kPointerCancel);
  bench.out.clear();
  bench.key(SDLK_DOWN, false, 500);
  bench.button(SDL_BUTTON_LEFT, false, 10, 10, 500);
  CHECK(bench.out.empty());
  CHECK_FALSE(bench.reader.next_tick());
}

TEST_CASE("The mouse is counted in output pixels, its right button is back") {
  Bench bench;
  bench.button(SDL_BUTTON_LEFT, true, 100, 50);
  REQUIRE(bench.out.size() == 1);
  CHECK(bench.out[0].kind == K::kPointerDown);
  CHECK(bench.out[0].x == 200);
  CHECK(bench.out[0].y == 100);
  bench.button(SDL_BUTTON_LEFT, false, 100, 50);
  bench.out.clear();
  bench.button(SDL_BUTTON_RIGHT, true, 0, 0);
  bench.button(SDL_BUTTON_RIGHT, false, 0, 0);
  REQUIRE(bench.out.size() == 2);
  CHECK(bench.out[0].action == Action::kBack);
  CHECK(bench.out[0].device == Device::kMouse);
  CHECK(bench.out[1].kind == K::kRelease);
}

TEST_CASE("Motions between two waits are one, a shaken table is no motion") {
  Bench bench;
  bench.key(SDLK_UP, true);
  bench.key(SDLK_UP, false);
  bench.out.clear();
  bench.motion(5, 5, 1);
  CHECK(bench.out.empty());
  CHECK(bench.reader.last_device() == Device::kKeyboard);
  for (int x = 0; x < 100; ++x)
    bench.motion(x, 5, 3);
  REQUIRE(bench.out.size() == 1);
  CHECK(bench.out[0].x == 198);
  CHECK(bench.reader.last_device() == Device::kMouse);
  bench.motion(50, 50, 9, 0, SDL_TOUCH_MOUSEID);
  CHECK(bench.out.size() == 1);
}

TEST_CASE("The first finger is the pointer, others are a resting hand") {
  Bench bench;
  bench.finger(SDL_FINGERDOWN, 1, 0.5F, 0.5F, 10);
  bench.finger(SDL_FINGERDOWN, 2, 0.1F, 0.1F, 20);
  bench.finger(SDL_FINGERMOTION, 2, 0.2F, 0.1F, 30);
  bench.finger(SDL_FINGERUP, 2, 0.2F, 0.1F, 40);
  bench.finger(SDL_FINGERMOTION, 1, 0.6F, 0.5F, 50);
  bench.finger(SDL_FINGERUP, 1, 0.6F, 0.5F, 60);
  REQUIRE(bench.out.size() == 3);
  CHECK(bench.out[0].kind == K::kPointerDown);
  CHECK(bench.out[0].device == Device::kTouch);
  CHECK(bench.out[0].x == 1000);
  CHECK(bench.out[1].kind == K::kPointerMove);
  CHECK(bench.out[2].kind == K::kPointerUp);
  CHECK(bench.out[2].held == 50);
  CHECK(bench.reader.last_device() == Device::kTouch);
}

TEST_CASE("Using the mouse alone is counted from its first use") {
  Bench bench;
  bench.motion(5, 5, 9, 1000);
  bench.motion(6, 5, 9, 3000);
  CHECK(bench.reader.mouse_alone_since() == 1000U);
  bench.key(SDLK_UP, true, 4000);
  CHECK_FALSE(bench.reader.mouse_alone_since());
}

TEST_CASE("New bindings let go of what is held") {
  Bench bench;
  bench.key(SDLK_SPACE, true);
  bench.out.clear();
  CHECK(bench.reader.set_bindings({{"key:q", "select"}}, 10, bench.out).empty());
  REQUIRE(bench.out.size() == 1);
  CHECK(bench.out[0].kind == K::kRelease);
  bench.out.clear();
  bench.key(SDLK_SPACE, false);
  bench.key(SDLK_SPACE, true);
  CHECK(bench.out.empty());
  bench.key(SDLK_q, true);
  CHECK(bench.out.size() == 1);
}

TEST_CASE("A key with a sign on it says so, with its action or without one") {
  Bench bench;
  bench.key(SDLK_7, true);
  bench.key(SDLK_7, false);
  bench.key(SDLK_KP_0, true);
  bench.key(SDLK_MINUS, true, 0, KMOD_LSHIFT);
  bench.key(SDLK_a, true);  // an arrow of the left hand
  bench.key(SDLK_BACKSPACE, true);
  bench.key(SDLK_HASH, true);  // nothing that can be typed here
  bench.key(SDLK_5, true, 0, KMOD_LCTRL);
  REQUIRE(bench.out.size() == 5);
  for (const Input& input : bench.out)
    CHECK(input.kind == K::kPress);
  CHECK(bench.out[0].typed == '7');
  CHECK(bench.out[0].action == Action::kNone);
  CHECK(bench.out[1].typed == '0');
  CHECK(bench.out[2].typed == '_');
  CHECK(bench.out[3].typed == 'a');
  CHECK(bench.out[3].action == Action::kLeft);
  CHECK(bench.out[4].typed == '\b');
  CHECK(bench.out[4].action == Action::kBack);
  CHECK(bench.reader.last_device() == Device::kKeyboard);
}
