// A cabinet as its guests find it, on the test's own clock.
#pragma once

#include "kiosk/attract_screen.hpp"
#include "kiosk/cabinet.hpp"
#include "scratch.hpp"
#include "tour.hpp"

namespace qitai::testing {

inline TourOptions cabinet_in(const std::filesystem::path& data, int width = 1280, int height = 800) {
  TourOptions options;
  options.width = width;
  options.height = height;
  options.data = data;
  options.journal = true;
  options.kiosk = true;
  options.keeper = [data](menu::House& house) {
    kiosk::CabinetOptions cabinet;
    cabinet.state = data;
    return std::make_unique<kiosk::Cabinet>(house, cabinet);
  };
  return options;
}

inline kiosk::AttractScreen& attract_of(Tour& tour) {
  if (tour.screen() != "attract") throw std::runtime_error("not attract but " + std::string(tour.screen()));
  return static_cast<kiosk::AttractScreen&>(tour.app().screen());
}

// Time goes by until that holds; bots have threads, which know nothing of the tour's clock.
template <typename Holds>
bool comes(Tour& tour, Holds holds, int ms = 60'000) {
  for (int past = 0; past < ms && !holds(); past += 20) {
    tour.pass(20);
    SDL_Delay(1);
  }
  return holds();
}

}  // namespace qitai::testing
