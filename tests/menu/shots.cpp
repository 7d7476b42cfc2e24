// Draws every screen to PNG, for looking at: shots FOLDER WIDTH HEIGHT LANGUAGE [timed|two|time|secrets], or
// one game to its end: shots FOLDER WIDTH HEIGHT LANGUAGE game NAME VARIANT "POSITION" "MOVES" [THEME]
// [OPTION=VALUE…].
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
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
  if (count > 5 && std::string_view(words[5]) == "time") {
    qitai::testing::Tour tour(options);
    tour.times([&](std::string_view name) {
      const auto file =
          folder / fmt::format("{}_{}x{}_{}.png", name, options.width, options.height, options.language);
      if (const auto saved = tour.app().screenshot(file); !saved)
        fmt::print(stderr, "{}\n", saved.error().message);
      for (const auto& problem : tour.app().ui().problems())
        fmt::print("{}: problem {} {}\n", name, static_cast<int>(problem.kind), problem.what);
    });
    return 0;
  }
  if (count > 5 && std::string_view(words[5]) == "secrets") {
    options.timed = count > 6 && std::string_view(words[6]) == "timed";
    qitai::testing::Tour tour(options);
    tour.secrets([&](std::string_view name) {
      const auto file =
          folder / fmt::format("{}_{}x{}_{}.png", name, options.width, options.height, options.language);
      if (const auto saved = tour.app().screenshot(file); !saved)
        fmt::print(stderr, "{}\n", saved.error().message);
      for (const auto& problem : tour.app().ui().problems())
        fmt::print("{}: problem {} {}\n", name, static_cast<int>(problem.kind), problem.what);
    });
    return 0;
  }
  if (count > 9 && std::string_view(words[5]) == "game") {
    if (count > 10) options.theme = words[10];
    for (const std::string_view example : {"tictactoe", "morris"}) {
      if (words[7] == example) options.plugins.push_back(std::string(example) + ".so");
    }
    qitai::testing::Tour tour(options);
    const auto shoot = [&](std::string_view name) {
      const auto file = folder / fmt::format("{}_{}_{}x{}_{}.png", words[6], name, options.width,
                                             options.height, options.language);
      if (const auto saved = tour.app().screenshot(file); !saved)
        fmt::print(stderr, "{}\n", saved.error().message);
      for (const auto& problem : tour.app().ui().problems())
        fmt::print("{} {}: problem {} {}\n", words[6], name, static_cast<int>(problem.kind), problem.what);
    };
    const auto variant = tour.app().house().plugins.variant(words[7]);
    tour.table_of(words[7], [&](qitai::match::Terms& terms) {
      terms.position = words[8];
      for (int i = 11; i < count; ++i) {
        const std::string_view pair = words[i];
        const int option = variant->info().option(pair.substr(0, pair.find('=')));
        if (option < 0) throw std::runtime_error("no option " + std::string(pair));
        const auto value = variant->option_value(option, pair.substr(pair.find('=') + 1));
        if (!value) throw std::runtime_error(value.error().message);
        terms.options[static_cast<std::size_t>(option)] = *value;
      }
    });
    shoot("begin");
    tour.submit(words[9]);
    shoot("end");
    if (tour.screen() == "result" && tour.app().ui().focus().item("result.verdict") != nullptr) {
      tour.activate("result.verdict");
      tour.press(qitai::platform::Action::kRight);
      shoot("step1");
      tour.press(qitai::platform::Action::kRight);
      shoot("step2");
      tour.press(qitai::platform::Action::kRight);
      shoot("step3");
    }
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
