// The adapters through the real screens: the way there and back, what a press does at bluetoothd, what is
// shown while it changes by itself. bluetoothd is the tests' own, on a bus of its own.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <thread>

#include "menu/adapters_screen.hpp"
#include "network/fake_bluetoothd.hpp"
#include "scratch.hpp"
#include "tour.hpp"

namespace {

using namespace qitai;
using platform::Action;
using testing::FakeBluetoothd;
using testing::PrivateBus;
using testing::Scratch;
using testing::Tour;
using testing::TourOptions;

constexpr const char* kHere = "00:11:22:33:44:55";
constexpr const char* kThere = "66:77:88:99:AA:BB";

struct House {
  Scratch scratch;
  PrivateBus bus;
  FakeBluetoothd daemon{bus.address()};
  std::unique_ptr<Tour> tour;
  explicit House(int width = 1280, int height = 800) {
    ::setenv("QITAI_STATE", (scratch / "state").c_str(), 1);
    TourOptions options;
    options.data = scratch.path();
    options.language = "en";
    options.width = width;
    options.height = height;
    tour = std::make_unique<Tour>(options);
    ::setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address().c_str(), 1);
    tour->activate("title.settings");
    tour->activate("set.adapters");
  }
  ~House() { ::unsetenv("QITAI_STATE"); }
  bool until(const std::function<bool()>& so) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!so()) {
      if (std::chrono::steady_clock::now() > end) return false;
      daemon.process();
      tour->pass(250);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  bool there(std::string_view id) { return tour->app().ui().focus().item(id) != nullptr; }
};

}  // namespace

TEST_CASE("adapters: from the settings and back, switched off and on, a machine forgotten") {
  House house;
  Tour& tour = *house.tour;
  REQUIRE(tour.screen() == "adapters");
  CHECK(static_cast<menu::AdaptersScreen&>(tour.app().screen()).page().by_plugin());
  REQUIRE(house.until([&] { return tour.says("This computer has no Bluetooth adapter"); }));
  house.daemon.add_adapter(0, {kHere, "Corner table"});
  house.daemon.add_device(0, {kThere, "Li's machine", true});
  REQUIRE(house.until([&] { return house.there("link.partner.0") && house.there("link.power"); }));
  CHECK_FALSE(tour.says("This computer has no Bluetooth adapter"));

  tour.activate("link.power");
  REQUIRE(house.until([&] { return tour.says("Bluetooth is switched off"); }));
  CHECK_FALSE(house.daemon.adapter(0).powered);
  tour.activate("link.power");
  REQUIRE(house.until(
      [&] { return house.daemon.adapter(0).powered && !tour.says("Bluetooth is switched off"); }));

  tour.activate("link.partner.0");
  CHECK(tour.app().ui().focus().focused() == "link.keep");
  tour.activate("link.forget");
  REQUIRE(house.until([&] { return !house.daemon.has_device(0, kThere) && !house.there("link.partner.0"); }));
  tour.press(Action::kBack);
  CHECK(tour.screen() == "settings");
}

TEST_CASE("adapters: everything is reached with four directions on the smallest screen") {
  House house(800, 480);
  Tour& tour = *house.tour;
  house.daemon.add_adapter(0, {kHere, "Corner table"});
  house.daemon.add_adapter(1, {"00:11:22:33:44:66", "Stick"});
  house.daemon.add_device(0, {kThere, "Li's machine", true});
  REQUIRE(house.until([&] { return house.there("link.partner.0") && house.there("link.adapter.2"); }));
  CHECK(tour.app().ui().focus().focused() == "link.adapter.0");
  std::vector<std::string> seen;
  for (const Action action : {Action::kDown, Action::kDown, Action::kRight, Action::kUp, Action::kUp,
                              Action::kRight, Action::kUp}) {
    seen.push_back(tour.app().ui().focus().focused());
    tour.press(action);
  }
  const std::set<std::string> all(seen.begin(), seen.end());
  for (const char* id :
       {"link.adapter.0", "link.adapter.1", "link.adapter.2", "link.power", "link.partner.0"}) {
    INFO(id);
    CHECK(all.contains(id));
  }
  CHECK(tour.app().ui().focus().focused() == "adapters.done");
}

TEST_CASE("adapters: of a cabinet they are not offered to guests") {
  const Scratch scratch;
  TourOptions options;
  options.data = scratch.path();
  options.kiosk = true;
  Tour tour(options);
  REQUIRE(qitai::menu::has_adapters(tour.app().house()));  // there is such a page
  tour.activate("title.settings");
  CHECK(tour.app().ui().focus().item("set.adapters") == nullptr);
}
