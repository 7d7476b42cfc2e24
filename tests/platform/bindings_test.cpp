// The bindings' names and defaults: the whole game with four directions and two buttons, on every device.
#include "platform/bindings.hpp"

#include <catch2/catch.hpp>

using namespace qitai::platform;

namespace {

Action action(const Bindings& bindings, std::string_view name) {
  const auto control = control_of(name);
  return control ? bindings.action(*control) : Action::kNone;
}

}  // namespace

TEST_CASE("Built-in bindings reach every action on keyboard, gamepad and joystick") {
  const Bindings bindings;
  CHECK(action(bindings, "key:up") == Action::kUp);
  CHECK(action(bindings, "key:S") == Action::kDown);
  CHECK(action(bindings, "key:Return") == Action::kSelect);
  CHECK(action(bindings, "key:keypad enter") == Action::kSelect);
  CHECK(action(bindings, "key:space") == Action::kSelect);
  CHECK(action(bindings, "key:escape") == Action::kBack);
  CHECK(action(bindings, "key:backspace") == Action::kBack);
  CHECK(action(bindings, "key:tab") == Action::kMenu);
  CHECK(action(bindings, "key:f") == Action::kFlip);
  CHECK(action(bindings, "key:f11") == Action::kFullscreen);
  CHECK(action(bindings, "pad:a") == Action::kSelect);
  CHECK(action(bindings, "pad:b") == Action::kBack);
  CHECK(action(bindings, "pad:start") == Action::kMenu);
  CHECK(action(bindings, "pad:y") == Action::kFlip);
  CHECK(action(bindings, "pad:x") == Action::kBrowse);
  CHECK(action(bindings, "pad:lefty-") == Action::kUp);
  CHECK(action(bindings, "pad:dpright") == Action::kRight);
  CHECK(action(bindings, "pad:button0") == Action::kSelect);
  CHECK(action(bindings, "pad:hat0left") == Action::kLeft);
  CHECK(action(bindings, "pad:axis1+") == Action::kDown);
  CHECK(action(bindings, "key:q") == Action::kNone);
}

TEST_CASE("An action that is named loses its built-in names of that kind of device alone") {
  Bindings bindings;
  CHECK(bindings.set({{"key:q", "select"}, {"pad:rightshoulder", "back"}}).empty());
  CHECK(action(bindings, "key:q") == Action::kSelect);
  CHECK(action(bindings, "key:space") == Action::kNone);
  CHECK(action(bindings, "pad:a") == Action::kSelect);
  CHECK(action(bindings, "pad:rightshoulder") == Action::kBack);
  CHECK(action(bindings, "pad:b") == Action::kNone);
  CHECK(action(bindings, "key:escape") == Action::kBack);
  // The next set starts from the built-in ones again.
  CHECK(bindings.set({}).empty());
  CHECK(action(bindings, "key:space") == Action::kSelect);
}

TEST_CASE("A name that was another action's changes sides") {
  Bindings bindings;
  CHECK(bindings.set({{"pad:b", "select"}, {"pad:a", "back"}}).empty());
  CHECK(action(bindings, "pad:b") == Action::kSelect);
  CHECK(action(bindings, "pad:a") == Action::kBack);
}

TEST_CASE("Wrong pairs are named and the rest counts") {
  Bindings bindings;
  const auto problems = bindings.set({{"key:nosuchkey", "select"},
                                      {"pad:button256", "select"},
                                      {"pad:axis0", "select"},
                                      {"pad:hat0sideways", "up"},
                                      {"mouse:left", "select"},
                                      {"", ""},
                                      {"key:q", "explode"},
                                      {"key:j", "flip"}});
  CHECK(problems.size() == 7);
  CHECK(problems.front().find("nosuchkey") != std::string::npos);
  CHECK(action(bindings, "key:space") == Action::kSelect);
  CHECK(action(bindings, "key:j") == Action::kFlip);
}

TEST_CASE("An action that no key reaches any more is reported") {
  Bindings bindings;
  const auto problems = bindings.set({{"key:f", "browse"}});
  REQUIRE(problems.size() == 1);
  CHECK(problems.front() == "No key is left for flip.");
}
