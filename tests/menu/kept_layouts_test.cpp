// The layouts that players keep at the set-up: whose they are, what they are called, and that a kiosk asks
// for no names.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <string>

#include "scratch.hpp"
#include "tour.hpp"

using qitai::platform::Action;
using qitai::platform::Input;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

TourOptions small(const Scratch& scratch) {
  TourOptions options;
  options.width = 800;
  options.height = 480;
  options.data = scratch.path();
  options.language = "en";
  return options;
}

}  // namespace

TEST_CASE("layouts are kept for their player and come back, whatever else stands in the file") {
  const Scratch scratch;
  std::string kept;
  {
    TourOptions options = small(scratch);
    options.journal = true;
    Tour tour(options);
    tour.to_setup("junqi");
    tour.open_curtain();
    kept = tour.setup().layout();
    tour.press(Action::kBack);
    tour.activate("setup.save");
    tour.activate("slot.2");
    tour.activate("pad.done");
    CHECK(tour.setup().said() == tour.app().ui().tr("setup.saved", {{"n", 3}}));
  }
  // Somebody's layouts that are none.
  {
    std::ifstream in(scratch.path() / "layouts.json");
    std::string text((std::istreambuf_iterator<char>(in)), {});
    const std::size_t list = text.find('[');
    REQUIRE(list != std::string::npos);
    text.insert(list + 1,
                R"({"game":"junqi","player":"Player 1","slot":0,"layout":"FFFFF/FFFFF"},{"game":7},)"
                R"({"game":"junqi","player":"Player 1","slot":99,"layout":"x"},)");
    std::ofstream(scratch.path() / "layouts.json") << text;
  }
  TourOptions options = small(scratch);
  options.journal = true;
  options.seed = 50;
  Tour tour(options);
  tour.to_setup("junqi");
  tour.open_curtain();
  REQUIRE(tour.setup().layout() != kept);
  tour.press(Action::kBack);
  tour.activate("setup.mine");
  // A slot that holds no layout is an empty one.
  REQUIRE(tour.app().ui().focus().item("slot.0") != nullptr);
  CHECK_FALSE(tour.app().ui().focus().item("slot.0")->enabled);
  tour.activate("slot.2");
  CHECK(tour.setup().layout() == kept);
  // Blue is another player.
  tour.activate("setup.ready");
  tour.pass(600);
  tour.open_curtain();
  tour.press(Action::kBack);
  tour.activate("setup.mine");
  CHECK_FALSE(tour.app().ui().focus().item("slot.2")->enabled);
}

TEST_CASE("a layout gets a name key by key, another one later, and keeps its number without") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.journal = true;
  const auto text_of_file = [&] {
    std::ifstream in(scratch.path() / "layouts.json");
    return std::string((std::istreambuf_iterator<char>(in)), {});
  };
  const auto typed = [](char sign) {
    Input input;
    input.kind = Input::Kind::kPress;
    input.typed = sign;
    return input;
  };
  Tour tour(options);
  tour.to_setup("junqi");
  tour.open_curtain();
  const std::string kept = tour.setup().layout();
  tour.press(Action::kBack);
  // Nothing is kept on the way back from the pad.
  tour.activate("setup.save");
  tour.activate("slot.4");
  REQUIRE(tour.setup().key_pad().is_open());
  tour.press(Action::kBack);
  CHECK_FALSE(tour.setup().key_pad().is_open());
  CHECK(tour.app().ui().focus().focused() == "slot.4");
  CHECK(text_of_file().empty());
  // With the stick, and with a keyboard, whose keys type also where they would be buttons.
  tour.activate("slot.4");
  tour.activate("pad.key.a");
  tour.activate("pad.key.-");
  for (const char sign : {'W', 'x', '\b'}) {
    tour.app().screen().input(typed(sign), tour.app().ui().now());
  }
  tour.activate("pad.done");
  CHECK(tour.setup().said().find("a-W") != std::string::npos);
  CHECK(text_of_file().find("\"name\": \"a-W\"") != std::string::npos);
  tour.activate("setup.mine");
  CHECK(tour.says("a-W"));
  // Another name: the old one is where it begins.
  tour.activate("slot.rename");
  CHECK_FALSE(tour.app().ui().focus().item("slot.0")->enabled);
  tour.activate("slot.4");
  REQUIRE(tour.setup().key_pad().is_open());
  tour.activate("pad.rub");
  tour.activate("pad.key.9");
  tour.activate("pad.done");
  CHECK(tour.says("a-9"));
  CHECK_FALSE(tour.says("a-W"));
  // No more than sixteen signs.
  tour.activate("slot.4");
  for (int i = 0; i < 20; ++i)
    tour.activate("pad.key.b");
  tour.activate("pad.done");
  CHECK(tour.says("a-9bbbbbbbbbbbbb"));
  CHECK_FALSE(tour.says("a-9bbbbbbbbbbbbbb"));
  // Taking the name away leaves the number.
  tour.activate("slot.4");
  for (int i = 0; i < 16; ++i)
    tour.activate("pad.rub");
  tour.activate("pad.done");
  CHECK_FALSE(tour.says("a-9"));
  tour.activate("slot.close");
  tour.activate("slot.4");
  CHECK(tour.setup().layout() == kept);
  CHECK(tour.setup().said() == tour.app().ui().tr("setup.loaded", {{"n", 5}}));
  CHECK(text_of_file().find("name") == std::string::npos);
}

TEST_CASE("a name from elsewhere is rubbed out sign by sign") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.journal = true;
  {
    Tour tour(options);
    tour.to_setup("junqi");
    tour.open_curtain();
    tour.press(Action::kBack);
    tour.activate("setup.save");
    tour.activate("slot.0");
    tour.activate("pad.key.z");
    tour.activate("pad.done");
  }
  std::string text;
  {
    std::ifstream in(scratch.path() / "layouts.json");
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  const std::size_t at = text.find("\"z\"");
  REQUIRE(at != std::string::npos);
  std::ofstream(scratch.path() / "layouts.json") << text.replace(at, 3, "\"铁桶𠮷\"");
  Tour tour(options);
  tour.to_setup("junqi");
  tour.open_curtain();
  tour.press(Action::kBack);
  tour.activate("setup.mine");
  CHECK(tour.says("铁桶𠮷"));
  tour.activate("slot.rename");
  tour.activate("slot.0");
  tour.activate("pad.rub");
  tour.activate("pad.done");
  CHECK(tour.says("铁桶"));
  CHECK_FALSE(tour.says("铁桶𠮷"));
}

TEST_CASE("a kiosk asks for no names and shows none") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.journal = true;
  {
    Tour tour(options);
    tour.to_setup("junqi");
    tour.open_curtain();
    tour.press(Action::kBack);
    tour.activate("setup.save");
    tour.activate("slot.1");
    tour.activate("pad.key.q");
    tour.activate("pad.key.q");
    tour.activate("pad.done");
  }
  options.kiosk = true;
  Tour tour(options);
  tour.to_setup("junqi");
  tour.open_curtain();
  tour.press(Action::kBack);
  tour.activate("setup.mine");
  CHECK_FALSE(tour.says("qq"));
  CHECK(tour.app().ui().focus().item("slot.rename") == nullptr);
  tour.activate("slot.1");
  CHECK(tour.setup().said() == tour.app().ui().tr("setup.loaded", {{"n", 2}}));
  tour.activate("setup.save");
  tour.activate("slot.1");
  CHECK_FALSE(tour.setup().key_pad().is_open());
  CHECK(tour.setup().said() == tour.app().ui().tr("setup.saved", {{"n", 2}}));
}
