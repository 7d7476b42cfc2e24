#include "cli/games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "base/log.hpp"
#include "base/paths.hpp"

namespace qitai::cli {
namespace {

// The paths as the loader wants them.
std::vector<std::filesystem::path> paths(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

std::string listed(const std::vector<std::shared_ptr<const host::Variant>>& variants) {
  std::string out;
  for (const auto& variant : variants)
    out += (out.empty() ? "" : ", ") + variant->info().id;
  return out.empty() ? "no game is installed" : "there is " + out;
}

}  // namespace

Result<Games> load_games(const Arguments& arguments, std::function<void()> wake) {
  std::optional<std::filesystem::path> named;
  if (const std::optional<std::string> file = arguments.value("--config")) named = *file;
  Result<config::Config> config = config::Config::load(config::usual_sources(named));
  if (!config) return config.error();
  text::Catalog catalog;
  if (const Result<std::filesystem::path> assets = assets_folder()) {
    (void)catalog.load(*assets / "translations");  // without it the sentences are bare, and still there
  }
  for (const config::Problem& problem : config->problems()) {
    log_warning("{}", config::sentence(problem, catalog, text::Language::kEnglish));
  }
  for (const std::string& file : arguments.values("--plugin")) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) {
      const bool there = std::filesystem::exists(file, error);
      return Error{"file-missing",
                   fmt::format("--plugin {}: {}", file,
                               there ? "that is no file; the path of a plugin's .so was expected"
                                     : "there is no such file")};
    }
  }
  host::LoaderOptions places =
      host::default_places(paths(config->values().plugin_paths), paths(arguments.values("--plugin")));
  places.setting = config->plugin_settings();
  places.wake = std::move(wake);
  host::Plugins plugins = host::Plugins::load(places);
  return Games{std::move(*config), std::move(plugins)};
}

Result<std::shared_ptr<const host::Variant>> chosen_variant(const Games& games, const Arguments& arguments) {
  const std::optional<std::string> id = arguments.value("--variant");
  if (!id) return Error{"usage", "--variant is needed: " + listed(games.plugins.variants())};
  std::shared_ptr<const host::Variant> variant = games.plugins.variant(*id);
  if (variant != nullptr) return variant;
  for (const host::PluginReport& report : games.plugins.reports()) {
    if (!report.loaded && (report.id == *id || report.file.stem() == *id)) return report.refusal;
  }
  std::vector<std::string_view> ids;
  for (const auto& known : games.plugins.variants())
    ids.push_back(known->info().id);
  return Error{"no-variant", fmt::format("There is no game \"{}\"{} ({})", *id, did_you_mean(*id, ids),
                                         listed(games.plugins.variants()))};
}

Result<host::State> chosen_state(const host::Variant& variant, const Arguments& arguments,
                                 std::span<const Preset> presets, match::Terms* rules) {
  const host::VariantInfo& info = variant.info();
  host::Start start;
  start.options = info.default_options();
  for (const Preset& preset : presets) {
    const int option = info.option(preset.option);
    if (option < 0) continue;
    if (const Result<std::int64_t> value = variant.option_value(option, preset.value))
      start.options[static_cast<std::size_t>(option)] = *value;
  }
  const auto given = arguments.pairs("--option");
  if (!given) return given.error();
  for (const auto& [key, text] : *given) {
    const int option = info.option(key);
    if (option < 0 && rules != nullptr) {
      const Result<bool> set = match::set_term(*rules, key, text);
      if (!set) return set.error();
      if (*set) continue;
    }
    if (option < 0) {
      std::vector<std::string_view> ids;
      for (const host::OptionInfo& known : info.options)
        ids.push_back(known.id);
      if (rules != nullptr) ids.insert(ids.end(), match::term_ids().begin(), match::term_ids().end());
      return Error{"usage", fmt::format("{} has no option \"{}\"{}", info.id, key, did_you_mean(key, ids))};
    }
    const Result<std::int64_t> value = variant.option_value(option, text);
    if (!value) return value.error();
    start.options[static_cast<std::size_t>(option)] = *value;
  }
  start.position = arguments.value("--fen").value_or("");
  if (arguments.has("--fen") && start.position.empty()) {
    return Error{"position", "--fen is empty: expected a position"};
  }
  host::Answer<host::State> state = variant.create(start);
  if (const auto* refusal = std::get_if<host::Refusal>(&state)) {
    return Error{refusal->id,
                 fmt::format("the position is refused ({}): {}{}", refusal->id, refusal->detail,
                             refusal->offset < 0 ? "" : fmt::format(" (byte {})", refusal->offset))};
  }
  return std::get<host::State>(std::move(state));
}

int acting_seat(const host::State& state) {
  const std::uint32_t acting = state.acting() & ((1U << QITAI_MAX_SEATS) - 1);
  return acting == 0 ? -1 : std::countr_zero(acting);
}

}  // namespace qitai::cli
