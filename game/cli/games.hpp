// Cli: the games that a command works on: configuration read, plugins loaded, a position made.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "cli/arguments.hpp"
#include "config/config.hpp"
#include "host/loader.hpp"
#include "match/terms.hpp"

namespace qitai::cli {

struct Games {
  config::Config config;
  host::Plugins plugins;
};

// By --config and --plugin. What is wrong in the configuration goes to the log; only a file named by --config
// that cannot be read is an error. `wake` is what plugins may ask of the command's loop, from any thread.
Result<Games> load_games(const Arguments& arguments, std::function<void()> wake = {});

// The variant of --variant. Errors: it is missing (the sentence lists what is there), or was refused.
Result<std::shared_ptr<const host::Variant>> chosen_variant(const Games& games, const Arguments& arguments);

// What a command sets unless --option says otherwise, in games that have such an option and value.
struct Preset {
  std::string_view option, value;
};

// The state that --fen and --option k=v describe, over the presets and the variant's defaults. Errors name
// the option or the place in the position text.
// With `rules` the terms that all games share are options, too, and set there.
Result<host::State> chosen_state(const host::Variant& variant, const Arguments& arguments,
                                 std::span<const Preset> presets = {}, match::Terms* rules = nullptr);

// The lowest seat that is to move, or -1.
[[nodiscard]] int acting_seat(const host::State& state);

}  // namespace qitai::cli
