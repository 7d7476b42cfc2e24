// The operator's tests of inputs, and giving an action another key.
#include <catch2/catch.hpp>

#include "base/file.hpp"
#include "kiosk/bindings_change.hpp"
#include "kiosk/input_test.hpp"
#include "platform/window.hpp"
#include "real_events.hpp"
#include "service.hpp"

using namespace qitai;
using namespace qitai::testing;
using platform::Action;
using platform::Bindings;
using platform::key_control;

namespace {

const kiosk::InputTest& test_of(Tour& tour) {
  REQUIRE(tour.screen() == "input-test");
  return static_cast<const kiosk::InputTest&>(tour.app().screen());
}

void open_test(Tour& tour) {
  open_service(tour);
  to_page(tour, "inputs");
  to_row(tour, "input_test");
  tour.press(Action::kSelect);
}

}  // namespace

TEST_CASE("every control has a name by which it is found again") {
  for (const platform::ActionName& action : platform::action_names()) {
    const Bindings bindings;
    for (const platform::Control control : bindings.controls(action.action)) {
      const std::string name = platform::name_of(control);
      INFO(name);
      CHECK(platform::control_of(name) == control);
    }
  }
}

TEST_CASE("a new key takes the place of the old ones of its kind, and means nothing else") {
  const Bindings usual;
  const auto changes = kiosk::rebind(usual, Action::kSelect, key_control(SDLK_f));
  REQUIRE(changes.ok());
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& [action, names] : *changes) {
    for (const platform::ActionName& known : platform::action_names()) {
      if (known.action != action) continue;
      for (const std::string& name : names)
        pairs.emplace_back(name, std::string(known.id));
    }
  }
  Bindings changed;
  changed.set(pairs);
  CHECK(changed.action(key_control(SDLK_f)) == Action::kSelect);
  CHECK(changed.action(key_control(SDLK_RETURN)) == Action::kNone);
  CHECK(changed.action(key_control(SDLK_ESCAPE)) == Action::kBack);
  CHECK(changed.action(*platform::control_of("pad:a")) == Action::kSelect);
  CHECK(changed.action(*platform::control_of("pad:button0")) == Action::kSelect);
  CHECK(changed.action(*platform::control_of("pad:y")) == Action::kFlip);
}

TEST_CASE("a change that would leave a direction, select or back out of reach is refused") {
  Bindings bindings;
  bindings.set({{"key:x", "back"}, {"key:up", "up"}});
  const auto back = kiosk::rebind(bindings, Action::kSelect, key_control(SDLK_x));
  REQUIRE_FALSE(back.ok());
  CHECK(back.error().code == "unreachable");
  CHECK(back.error().message == "back");
  const auto up = kiosk::rebind(bindings, Action::kFlip, key_control(SDLK_UP));
  REQUIRE_FALSE(up.ok());
  CHECK(up.error().message == "up");
  // The last gamepad's button of an action, though keys would do: whoever stands there has a pad.
  const auto pad = kiosk::rebind(Bindings(), Action::kFlip, *platform::control_of("pad:b"));
  REQUIRE_FALSE(pad.ok());
  CHECK(pad.error().message == "back");
  CHECK(kiosk::rebind(bindings, Action::kFlip, key_control(SDLK_s)).ok());
}

TEST_CASE("a key that is pressed for an action is its key from then on, and is written down") {
  const Scratch scratch;
  {
    Tour tour(serviced(scratch.path()));
    open_service(tour);
    to_page(tour, "inputs");
    to_row(tour, "bind.flip");
    tour.press(Action::kSelect);
    CHECK(tour.says("请按新的键"));
    key_stroke(SDLK_k);
    tour.settle();
    CHECK(tour.says("已改为 key:k"));
    CHECK(tour.screen() == "service");
    const Bindings& now = tour.app().window().bindings();
    CHECK(now.action(key_control(SDLK_k)) == Action::kFlip);
    CHECK(now.action(key_control(SDLK_f)) == Action::kNone);
    // Escape alone would do for back, but not taken from it.
    to_row(tour, "bind.up");
    tour.press(Action::kSelect);
    key_stroke(SDLK_k);
    tour.settle();
    CHECK(tour.app().window().bindings().action(key_control(SDLK_k)) == Action::kUp);
    CHECK(tour.app().window().bindings().action(key_control(SDLK_UP)) == Action::kNone);
    to_row(tour, "bind.down");
    tour.press(Action::kSelect);
    key_stroke(SDLK_k);
    tour.settle();
    CHECK(tour.says("未改"));
    CHECK(tour.app().window().bindings().action(key_control(SDLK_k)) == Action::kUp);
  }
  Tour tour(serviced(scratch.path()));
  CHECK(tour.app().window().bindings().action(key_control(SDLK_k)) == Action::kUp);
  open_service(tour);
  to_page(tour, "inputs");
  hold_row(tour, "bind_reset");
  tour.activate("ask.yes");
  CHECK(tour.app().window().bindings().action(key_control(SDLK_UP)) == Action::kUp);
  CHECK(tour.app().window().bindings().action(key_control(SDLK_f)) == Action::kFlip);
}

TEST_CASE("a coin's key that is given to another action is no coin") {
  const Scratch scratch;
  ServiceOptions service;
  service.config = "play = \"coins\"\n";
  Tour tour(serviced(scratch.path(), service));
  open_service(tour);
  to_page(tour, "inputs");
  to_row(tour, "bind.flip");
  tour.press(Action::kSelect);
  key_stroke(SDLK_5);
  tour.settle();
  CHECK(tour.says("已改为 key:5"));
  CHECK(tour.app().house().journal->purse() == store::Purse{0, 0});
  // The key of service credits is still one.
  key_stroke(SDLK_9);
  tour.settle();
  CHECK(tour.app().house().journal->purse() == store::Purse{1, 0});
}

TEST_CASE("who waits for a new key waits ten seconds, and nothing is changed") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_service(tour);
  to_page(tour, "inputs");
  to_row(tour, "bind.select");
  tour.press(Action::kSelect);
  tour.press(Action::kDown);
  CHECK(tour.app().ui().focus().focused() == "row.bind.select");
  tour.pass(11'000);
  CHECK_FALSE(tour.says("请按新的键"));
  tour.press(Action::kDown);
  CHECK(tour.app().ui().focus().focused() == "row.bind.back");
  CHECK_FALSE(std::filesystem::exists(scratch / "settings.toml"));
}

TEST_CASE(
    "in the test every action lights up while it is held, of keys and of a pad, and does nothing else") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  const VirtualPad plugged;
  open_test(tour);
  VirtualPad pad;
  tour.pass(600);
  CHECK(tour.says("手柄与摇杆"));
  for (const platform::ActionName& action : platform::action_names()) {
    if (action.action == Action::kBack || action.action == Action::kFullscreen) continue;
    const std::vector<platform::Control> controls = tour.app().window().bindings().controls(action.action);
    for (const platform::Control control : controls) {
      if (platform::part_of(control) != platform::Part::kKey) continue;
      const auto code = static_cast<SDL_Keycode>(static_cast<std::uint32_t>(control));
      key_event(code, true);
      tour.pass(40);
      INFO(action.id << " by " << platform::name_of(control));
      CHECK(test_of(tour).lit(action.action));
      CHECK(tour.says(platform::name_of(control)));
      key_event(code, false);
      tour.pass(40);
      CHECK_FALSE(test_of(tour).lit(action.action));
    }
  }
  pad.button(SDL_CONTROLLER_BUTTON_A, true);
  tour.pass(100);
  CHECK(test_of(tour).lit(Action::kSelect));
  CHECK(tour.says("pad:a"));
  pad.button(SDL_CONTROLLER_BUTTON_A, false);
  tour.pass(100);
  CHECK_FALSE(test_of(tour).lit(Action::kSelect));
  // A key that means nothing is seen, too.
  key_stroke(SDLK_p);
  tour.pass(40);
  CHECK(tour.says("key:p"));
}

TEST_CASE("back held for two seconds leads out of the test, a shorter press does not") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_test(tour);
  key_stroke(SDLK_ESCAPE);
  tour.pass(500);
  CHECK(tour.screen() == "input-test");
  key_event(SDLK_ESCAPE, true);
  tour.pass(1800);
  CHECK(tour.screen() == "input-test");
  tour.pass(400);
  CHECK(tour.screen() == "service");
  key_event(SDLK_ESCAPE, false);
  tour.settle();
  CHECK(tour.screen() == "service");
  CHECK(tour.app().ui().focus().focused() == "row.input_test");
}
