// Draws every screen to PNG, for looking at: shots FOLDER WIDTH HEIGHT LANGUAGE [timed|two|time|secrets|
// far|lobby|pictures], a flat table: shots FOLDER WIDTH HEIGHT LANGUAGE flat long|short VARIANT [timed], or
// one game to its end: shots FOLDER WIDTH HEIGHT LANGUAGE game NAME VARIANT "POSITION" "MOVES" [THEME[+]]
// [OPTION=VALUE…]; with + pieces bear pictures.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "far_side.hpp"
#include "lobby_side.hpp"
#include "scratch.hpp"
#include "tour.hpp"

namespace {

// Saves what the tour shows under a name, and prints what the audit found of it.
class Shooter {
 public:
  Shooter(qitai::testing::Tour& tour, const qitai::testing::TourOptions& options,
          std::filesystem::path folder, std::string prefix = {})
      : tour_(tour), folder_(std::move(folder)), prefix_(std::move(prefix)) {
    size_ = fmt::format("{}x{}_{}", options.width, options.height, options.language);
  }
  void operator()(std::string_view name) const {
    const auto file = folder_ / fmt::format("{}{}_{}.png", prefix_, name, size_);
    if (const auto saved = tour_.app().screenshot(file); !saved)
      fmt::print(stderr, "{}\n", saved.error().message);
    for (const auto& problem : tour_.app().ui().problems())
      fmt::print("{}{} {}: problem {} {}\n", prefix_, name, size_, static_cast<int>(problem.kind),
                 problem.what);
  }

 private:
  qitai::testing::Tour& tour_;
  std::filesystem::path folder_;
  std::string prefix_, size_;
};

}  // namespace

int main(int count, char** words) try {
  if (count < 5) {
    fmt::print(stderr,
               "shots FOLDER WIDTH HEIGHT LANGUAGE [timed|two|time|secrets|far|lobby|pictures|game ...]\n");
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
  const std::string_view what = count > 5 ? words[5] : "";
  options.two_games = what == "two";
  options.journal = what == "far";
  if (what == "pictures") options.pieces = what;
  if (what == "secrets") options.timed = count > 6 && std::string_view(words[6]) == "timed";
  if (what == "game" && count > 9) {
    if (count > 10) options.theme = words[10];
    if (options.theme.ends_with('+')) {
      options.theme.pop_back();
      options.pieces = "pictures";
    }
    for (const std::string_view example : {"tictactoe", "morris"}) {
      if (words[7] == example) options.plugins.push_back(std::string(example) + ".so");
    }
  }
  if (what == "flat" && count > 7) {
    options.settings.emplace_back("display.table", words[6]);
    options.timed = count > 8 && std::string_view(words[8]) == "timed";
  }
  qitai::testing::Tour tour(options);
  if (what == "two") {
    const Shooter shoot(tour, options, folder, "two_");
    shoot("title");
    tour.to_choice();
    shoot("choice");
  } else if (what == "time") {
    tour.times(Shooter(tour, options, folder));
  } else if (what == "lobby") {
    qitai::testing::lobby_screens(tour, scratch / "meet", Shooter(tour, options, folder));
  } else if (what == "far") {
    qitai::testing::far_screens(tour, scratch / "far", Shooter(tour, options, folder));
  } else if (what == "secrets") {
    tour.secrets(Shooter(tour, options, folder));
  } else if (what == "flat" && count > 7) {
    tour.flat(words[7], Shooter(tour, options, folder, std::string(words[7]) + "_" + words[6] + "_"));
  } else if (what == "game" && count > 9) {
    const Shooter shoot(tour, options, folder, std::string(words[6]) + "_");
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
  } else {
    tour.everywhere(Shooter(tour, options, folder));
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
