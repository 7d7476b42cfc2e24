#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/log.hpp"
#include "base/paths.hpp"
#include "cli/command.hpp"
#include "cli/games.hpp"
#include "kiosk/cabinet.hpp"
#include "kiosk/supervisor.hpp"
#include "menu/app.hpp"
#include "platform/window.hpp"
#include "text/language.hpp"

namespace qitai::cli {
namespace {

constexpr std::int64_t kMostFrames = 1'000'000;
// A picture without --video-frames: by then the first screen stands still.
constexpr int kFramesForPicture = 10;

constexpr Option kPlayOptions[] = {
    {"--windowed", "", "a window instead of the full screen"},
    {"--kiosk", "",
     "for a cabinet that strangers touch: nothing leads out of the game, and it is started again when it "
     "dies"},
    kConfigOption,
    kDataOption,
    kLangOption,
    kPluginOption,
    {"--video-frames", "N", "draw N frames and leave"},
    {"--screenshot", "FILE.png", "save the last of these frames as a picture"},
    {"--version", "", "say which version this is"},
};

constexpr Option kDemoOptions[] = {
    {"--variant", "ID", "the game; otherwise the first on the title"},
    {"--option", "K=V", "a rule of the game", true},
    {"--shots", "DIR", "save a picture of each screen and the moves (moves.txt) in this folder"},
    {"--seed", "N", "the same number plays the same game; otherwise 1"},
    kConfigOption,
    kLangOption,
    kPluginOption,
};

std::filesystem::path absolute(const std::string& path) {
  std::error_code error;
  std::filesystem::path out = std::filesystem::absolute(path, error);
  return error ? std::filesystem::path(path) : out;
}

// What both ways to start the screens share. Errors: a language or file that is not there.
Result<menu::AppOptions> shared_options(const Arguments& arguments) {
  menu::AppOptions options;
  if (const std::optional<std::string> lang = arguments.value("--lang")) {
    if (!text::language_from_code(*lang)) {
      return Error{"usage", fmt::format("--lang is \"{}\": expected zh-Hans, zh-Hant or en", *lang)};
    }
    options.language = *lang;
  }
  if (const std::optional<std::string> file = arguments.value("--config")) {
    options.config_file = absolute(*file);
  }
  for (const std::string& file : arguments.values("--plugin")) {
    options.plugin_files.push_back(absolute(file));
  }
  return options;
}

// The game as a child of a process that starts it again when it dies.
int play_supervised(const menu::AppOptions& options) {
  kiosk::Supervision supervision;
  supervision.state = options.data_folder;
  if (supervision.state.empty()) {
    if (Result<std::filesystem::path> folder = state_folder()) {
      supervision.state = std::move(*folder);
    } else {
      log_error("{}", folder.error().message);
    }
  }
  supervision.game = [&options, state = supervision.state](const kiosk::Start& start) {
    menu::AppOptions own = options;
    own.supervised = {start.go_on,  start.safe,    start.set_aside, start.beat,
                      start.deaths, start.counted, start.ran};
    // With built-in settings nothing is shown that the game may have died of.
    kiosk::CabinetOptions cabinet;
    cabinet.records = !start.safe;
    cabinet.state = state;
    own.keeper = [cabinet](menu::House& house) { return std::make_unique<kiosk::Cabinet>(house, cabinet); };
    return menu::run_app(own);
  };
  return kiosk::supervise(supervision);
}

int play(const Arguments& arguments) {
  if (arguments.has("--version")) {
    fmt::print("qitai {}\n", QITAI_VERSION);
    return kDone;
  }
  Result<menu::AppOptions> options = shared_options(arguments);
  if (!options) return refuse(kPlay, options.error().message);
  const Result<std::optional<std::int64_t>> frames = arguments.number("--video-frames", 1, kMostFrames);
  if (!frames) return refuse(kPlay, frames.error().message);
  options->windowed = arguments.has("--windowed");
  options->kiosk = arguments.has("--kiosk");
  options->sound = true;
  if (const std::optional<std::string> folder = arguments.value("--data")) {
    options->data_folder = absolute(*folder);
  }
  if (*frames) options->video_frames = static_cast<int>(**frames);
  if (const std::optional<std::string> file = arguments.value("--screenshot")) {
    options->screenshot = absolute(*file);
    if (!*frames) options->video_frames = kFramesForPicture;
  }
  return options->kiosk ? play_supervised(*options) : menu::run_app(*options);
}

int demo(const Arguments& arguments) {
  Result<menu::AppOptions> options = shared_options(arguments);
  if (!options) return refuse(kDemo, options.error().message);
  const Result<std::optional<std::int64_t>> seed = arguments.number("--seed", 0, INT64_MAX);
  if (!seed) return refuse(kDemo, seed.error().message);
  options->windowed = true;
  options->journal = false;
  options->demo.emplace();
  if (arguments.has("--variant") || arguments.has("--option")) {
    // Before a window opens, as every other command says it.
    Result<Games> games = load_games(arguments);
    if (!games) return refuse(kDemo, games.error().message);
    const Result<std::shared_ptr<const host::Variant>> variant = chosen_variant(*games, arguments);
    if (!variant) return refuse(kDemo, variant.error().message);
    const Result<host::State> state = chosen_state(**variant, arguments);
    if (!state) return refuse(kDemo, state.error().message);
    options->demo->variant = (*variant)->info().id;
    const auto rules = arguments.pairs("--option");
    if (!rules) return refuse(kDemo, rules.error().message);
    for (const auto& [key, value] : *rules)
      options->settings.emplace_back("rules." + options->demo->variant + "." + key, value);
  }
  options->demo->seed = static_cast<std::uint64_t>(seed->value_or(1));
  if (const std::optional<std::string> folder = arguments.value("--shots")) {
    options->demo->shots = absolute(*folder);
  }
  if (!platform::display_answers()) platform::use_offscreen();
  return menu::run_app(*options);
}

}  // namespace

const Command kPlay{
    "",
    "[--windowed] [--kiosk] [--config FILE] [--data DIR] [--lang LANGUAGE]\nqitai COMMAND ...",
    "a board-game cabinet",
    "Without a command: starts the game, full screen, and goes on with the match that was interrupted if the "
    "players want to. Everything can be reached with four directions and two buttons: arrows, Enter and "
    "Escape on a keyboard.\n"
    "What the operator sets stands in config.toml (~/.config/qitai/config.toml); a mistake there is reported "
    "with its line and never stops the game.",
    kPlayOptions,
    play,
};

const Command kDemo{
    "demo",
    "[--variant ID [--option K=V ...]] [--shots DIR] [--seed N]",
    "play a whole game by itself through the real screens",
    "Two bots play through the real screens from the title to the result, in a window, or without one "
    "where there is no display. Prints the moves; the last line says how the game ended. Nothing is kept but "
    "what goes into the folder of --shots.",
    kDemoOptions,
    demo,
};

}  // namespace qitai::cli
