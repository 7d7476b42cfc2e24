// Draws every screen to PNG, for looking at: shots FOLDER WIDTH HEIGHT LANGUAGE [timed|two].
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string_view>

#include "scratch.hpp"
#include "tour.hpp"

int main(int count, char** words) try {
  if (count < 5) {
    fmt::print(stderr, "shots FOLDER WIDTH HEIGHT LANGUAGE [timed|two]\n");
    return 2;
  }
  const std::filesystem::path folder = words[1];
  std::filesystem::create_directories(folder);
  const qitai::testing::Scratch scratch;
  qitai::testing::TourOptions options;
  options.width = std::atoi(words[2]);
  options.height = std::atoi(words[3]);
  options.language = words[4];
  options.timed = count > 5 && std::string_view(words[5]) == "timed";
  options.data = scratch.path();
  if (count > 5 && std::string_view(words[5]) == "two") {
    options.two_games = true;
    qitai::testing::Tour tour(options);
    const auto shoot = [&](std::string_view name) {
      const auto file =
          folder / fmt::format("two_{}_{}x{}_{}.png", name, options.width, options.height, options.language);
      if (const auto saved = tour.app().screenshot(file); !saved)
        fmt::print(stderr, "{}\n", saved.error().message);
    };
    shoot("title");
    tour.to_choice();
    shoot("choice");
    return 0;
  }
  qitai::testing::Tour tour(options);
  tour.everywhere([&](std::string_view name) {
    const auto file =
        folder / fmt::format("{}_{}x{}_{}.png", name, options.width, options.height, options.language);
    if (const auto saved = tour.app().screenshot(file); !saved)
      fmt::print(stderr, "{}\n", saved.error().message);
    for (const auto& problem : tour.app().ui().problems()) {
      fmt::print("{} {}x{} {}: problem {} {}\n", name, options.width, options.height, options.language,
                 static_cast<int>(problem.kind), problem.what);
    }
  });
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
