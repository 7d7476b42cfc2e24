// A cabinet with a PIN, and its operator.
#pragma once

#include <fstream>
#include <string>

#include "cabinets.hpp"
#include "kiosk/pin_screen.hpp"
#include "kiosk/service_screen.hpp"

namespace qitai::testing {

inline constexpr std::string_view kPin = "24681357";

struct ServiceOptions {
  int width = 1280, height = 800;
  std::string language = "zh-Hans";
  std::string pin{kPin};  // empty: none is set
  std::string config{};   // more of config.toml
  std::filesystem::path root = "/";
  std::int64_t wall = 1'764'590'400;  // 2025-12-01 12:00 UTC; seconds go by with the tour's clock
  std::vector<std::string> plugins{};
};

inline TourOptions serviced(const std::filesystem::path& data, const ServiceOptions& service = {}) {
  TourOptions options = cabinet_in(data, service.width, service.height);
  options.language = service.language;
  options.plugins = service.plugins;
  options.config = data / "config.toml";
  std::ofstream(options.config) << "[kiosk]\npin = \"" << service.pin << "\"\n" << service.config;
  options.keeper = [data, service](menu::House& house) {
    kiosk::CabinetOptions cabinet;
    cabinet.state = data;
    cabinet.root = service.root;
    cabinet.wall = [start = service.wall, first = house.match_now(), &house] {
      return start + (house.match_now() - first) / 1'000'000;
    };
    return std::make_unique<kiosk::Cabinet>(house, cabinet);
  };
  return options;
}

// A key with that sign on it and no action.
inline void type(Tour& tour, std::string_view signs) {
  for (const char sign : signs) {
    platform::Input input;
    input.typed = sign;
    tour.app().give(input);
    tour.settle();
  }
}

inline void open_pin(Tour& tour) {
  tour.press(platform::Action::kService);
  if (tour.screen() != "pin") throw std::runtime_error("no PIN but " + std::string(tour.screen()));
}

inline void open_service(Tour& tour) {
  open_pin(tour);
  type(tour, kPin);
  if (tour.screen() != "service")
    throw std::runtime_error("no service menu but " + std::string(tour.screen()));
}

// From the headings to that page, by keys.
inline void to_page(Tour& tour, std::string_view page) {
  const auto count = static_cast<int>(kiosk::page_kinds().size());
  const std::string wanted = "head." + std::string(page);
  const auto there = [&] { return tour.app().ui().focus().focused() == wanted; };
  // Where they stand in two columns the way goes along both.
  tour.press(platform::Action::kLeft);
  for (const bool second : {false, true}) {
    tour.press_many(platform::Action::kUp, count);
    if (second) tour.press(platform::Action::kRight);
    for (int i = 0; i < count && !there(); ++i)
      tour.press(platform::Action::kDown);
    if (there()) return tour.press(platform::Action::kSelect);
  }
  throw std::runtime_error("no heading " + wanted);
}

// The focus on a row of the page that is open, by keys.
inline void to_row(Tour& tour, std::string_view row) {
  const std::string id = "row." + std::string(row);
  for (std::string before; tour.app().ui().focus().focused() != before;) {
    before = tour.app().ui().focus().focused();
    tour.press(platform::Action::kUp);
  }
  for (std::string before; tour.app().ui().focus().focused() != id;) {
    before = tour.app().ui().focus().focused();
    tour.press(platform::Action::kDown);
    if (tour.app().ui().focus().focused() == before) throw std::runtime_error("no row " + id);
  }
}

// A dangerous row, and yes to what is stated.
inline void hold_row(Tour& tour, std::string_view row) {
  to_row(tour, row);
  tour.hold_select(2100);
}

}  // namespace qitai::testing
