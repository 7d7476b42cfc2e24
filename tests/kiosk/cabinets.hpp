// A cabinet as its guests find it, on the test's own clock.
#pragma once

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

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

// Every text of the screen fits and every target can be hit; a picture of it where QITAI_E2E_SHOTS names a
// folder.
inline void audit(Tour& tour, const std::string& what) {
  const view::Units& units = tour.app().ui().units();
  const std::string shape = std::to_string(units.width()) + "x" + std::to_string(units.height());
  const std::string language(text::language_code(tour.app().house().catalog.language()));
  for (const menu::AuditProblem& problem : tour.app().ui().problems())
    FAIL_CHECK(what << " at " << shape << " in " << language << ": " << problem.what);
  const char* const shots = std::getenv("QITAI_E2E_SHOTS");  // NOLINT(concurrency-mt-unsafe)
  if (shots == nullptr) return;
  CHECK(tour.app()
            .screenshot(std::filesystem::path(shots) / (what + "_" + shape + "_" + language + ".png"))
            .ok());
}

}  // namespace qitai::testing
