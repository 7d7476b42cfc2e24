// The focus: exactly one item, four directions to the nearest, presses that commit on release, held presses.
#include <catch2/catch.hpp>

#include "menu/focus.hpp"

using qitai::menu::Focus;
using qitai::platform::Action;
using qitai::platform::Device;
using qitai::platform::Input;

namespace {

Input key(Action action, Input::Kind kind = Input::Kind::kPress) {
  Input input;
  input.kind = kind;
  input.action = action;
  return input;
}

Input point(Input::Kind kind, float x, float y) {
  Input input;
  input.kind = kind;
  input.device = Device::kTouch;
  input.x = x;
  input.y = y;
  return input;
}

// Two rows of three, and one wide item below.
void describe(Focus& focus, std::uint64_t now = 0) {
  focus.begin();
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 3; ++column) {
      focus.add(
          {std::string(1, static_cast<char>('a' + row * 3 + column)), {column * 120, row * 80, 100, 60}});
    }
  }
  focus.add({"wide", {0, 160, 340, 60}});
  focus.end(now);
}

}  // namespace

TEST_CASE("one item always has the focus") {
  Focus focus;
  describe(focus);
  CHECK(focus.focused() == "a");
  focus.set_default("e");
  focus.reset();
  focus.set_default("e");
  describe(focus);
  CHECK(focus.focused() == "e");
  // The item that had it is gone: the default has it.
  focus.set("wide", 0);
  focus.begin();
  focus.add({"e", {0, 0, 10, 10}});
  focus.add({"f", {20, 0, 10, 10}});
  focus.end(0);
  CHECK(focus.focused() == "e");
}

TEST_CASE("directions move to the nearest and keep row and column") {
  Focus focus;
  describe(focus);
  CHECK(focus.input(key(Action::kRight), 1) == Focus::Did::kMoved);
  CHECK(focus.focused() == "b");
  focus.input(key(Action::kDown), 2);
  CHECK(focus.focused() == "e");
  focus.input(key(Action::kDown), 3);
  CHECK(focus.focused() == "wide");
  focus.input(key(Action::kUp), 4);
  CHECK(focus.focused() == "e");  // the one in the middle is nearest to its middle
  CHECK(focus.input(key(Action::kRight), 5) == Focus::Did::kMoved);
  CHECK(focus.input(key(Action::kRight), 6) == Focus::Did::kEdge);
  CHECK(focus.focused() == "f");
}

TEST_CASE("select commits on release and only where it was pressed") {
  Focus focus;
  describe(focus);
  CHECK(focus.input(key(Action::kSelect), 1) == Focus::Did::kPressed);
  CHECK(focus.pressed("a"));
  CHECK(focus.input(key(Action::kSelect, Input::Kind::kRelease), 2) == Focus::Did::kActivated);
  CHECK(focus.take_activated("a"));
  CHECK_FALSE(focus.take_activated("a"));
  // Moving away while it is pressed lets go.
  focus.input(key(Action::kSelect), 3);
  focus.input(key(Action::kRight), 4);
  CHECK(focus.input(key(Action::kSelect, Input::Kind::kRelease), 5) != Focus::Did::kActivated);
}

TEST_CASE("the pointer takes the focus along and a release elsewhere does nothing") {
  Focus focus;
  describe(focus);
  CHECK(focus.input(point(Input::Kind::kPointerMove, 130, 90), 1) == Focus::Did::kMoved);
  CHECK(focus.focused() == "e");
  focus.input(point(Input::Kind::kPointerDown, 130, 90), 2);
  focus.input(point(Input::Kind::kPointerMove, 10, 10), 3);
  CHECK_FALSE(focus.pressed("e"));
  CHECK(focus.input(point(Input::Kind::kPointerUp, 10, 10), 4) != Focus::Did::kActivated);
  focus.input(point(Input::Kind::kPointerDown, 10, 10), 5);
  CHECK(focus.input(point(Input::Kind::kPointerUp, 12, 10), 6) == Focus::Did::kActivated);
  CHECK(focus.take_activated("a"));
}

TEST_CASE("a held press activates after its time and not before") {
  Focus focus;
  focus.begin();
  focus.add({"resign", {0, 0, 100, 60}, true, false, 1000});
  focus.end(0);
  focus.input(key(Action::kSelect), 100);
  CHECK_FALSE(focus.tick(1000));
  CHECK(focus.held(600) == Approx(0.5));
  CHECK(focus.next_wake(600) == 600);
  CHECK(focus.tick(1100));
  CHECK(focus.take_activated("resign"));
  // Let go too early: nothing.
  focus.input(key(Action::kSelect), 2000);
  focus.input(key(Action::kSelect, Input::Kind::kRelease), 2500);
  CHECK_FALSE(focus.tick(4000));
  CHECK_FALSE(focus.take_activated("resign"));
}

TEST_CASE("a disabled item keeps the focus and is never activated") {
  Focus focus;
  focus.begin();
  focus.add({"off", {0, 0, 100, 60}, false});
  focus.add({"on", {120, 0, 100, 60}});
  focus.end(0);
  CHECK(focus.focused() == "off");
  focus.input(key(Action::kSelect), 1);
  focus.input(key(Action::kSelect, Input::Kind::kRelease), 2);
  CHECK_FALSE(focus.take_activated("off"));
}

TEST_CASE("left and right change a value, ten at a time when held") {
  Focus focus;
  focus.begin();
  focus.add({"limit", {0, 0, 100, 60}, true, true});
  focus.add({"other", {120, 0, 100, 60}});
  focus.end(0);
  focus.input(key(Action::kRight), 1);
  CHECK(focus.take_adjusted("limit") == 1);
  Input held = key(Action::kLeft, Input::Kind::kRepeat);
  held.held = 700;
  focus.input(held, 2);
  CHECK(focus.take_adjusted("limit") == -10);
  CHECK(focus.focused() == "limit");
}

TEST_CASE("only the items of a dialog can have the focus while it is open") {
  Focus focus;
  describe(focus);
  focus.begin();
  focus.add({"a", {0, 0, 100, 60}});
  focus.add({"ok", {40, 40, 100, 60}, true, false, 0, 1});
  focus.end(0);
  CHECK(focus.focused() == "ok");
  CHECK(focus.input(key(Action::kUp), 1) == Focus::Did::kEdge);
  focus.input(point(Input::Kind::kPointerMove, 5, 5), 2);
  CHECK(focus.focused() == "ok");
}

TEST_CASE("the brackets slide for 90 ms and then stand") {
  Focus focus;
  describe(focus);
  focus.input(key(Action::kRight), 1000);
  REQUIRE(focus.brackets(1000, Focus::kSlide));
  CHECK(focus.brackets(1000, Focus::kSlide)->x == 0);
  const int midway = focus.brackets(1045, Focus::kSlide)->x;
  CHECK(midway > 60);
  CHECK(midway < 120);
  CHECK(focus.brackets(1090, Focus::kSlide)->x == 120);
  CHECK(focus.next_wake(1045) == 1045);
  CHECK(focus.next_wake(1200) == UINT64_MAX);
  // Reduced motion: at once.
  CHECK(focus.brackets(1000, 0)->x == 120);
}
