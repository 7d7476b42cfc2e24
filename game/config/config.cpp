#include "config/config.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.hpp"
#include "base/log.hpp"
#include "base/paths.hpp"

namespace qitai::config {
namespace {

constexpr std::size_t kMaxFileBytes = 1'000'000;

void unreadable(const std::filesystem::path& path, const Error& error, Layers& layers) {
  Problem problem;
  problem.kind = Problem::Kind::kUnreadable;
  problem.file = path.string();
  problem.detail = error.message;
  layers.problems.push_back(std::move(problem));
}

void read_file_layer(const std::filesystem::path& path, bool menus, Layers& layers) {
  const auto content = read_file(path, kMaxFileBytes);
  if (content) {
    read_layer(*content, path.string(), menus, layers);
  } else if (content.error().code != "file-missing") {
    unreadable(path, content.error(), layers);
  }
}

std::optional<std::int64_t> rule_value(const RuleOption& option, const Raw& raw) {
  switch (option.kind) {
    case RuleOption::Kind::kToggle:
      if (const auto* flag = std::get_if<bool>(&raw)) return *flag ? 1 : 0;
      break;
    case RuleOption::Kind::kNumber:
      if (const auto* number = std::get_if<std::int64_t>(&raw);
          number != nullptr && *number >= option.least && *number <= option.most) {
        return *number;
      }
      break;
    case RuleOption::Kind::kChoice:
      if (const auto* text = std::get_if<std::string>(&raw)) {
        const auto found = std::find(option.choices.begin(), option.choices.end(), *text);
        if (found != option.choices.end()) return found - option.choices.begin();
      }
      break;
  }
  return std::nullopt;
}

void describe_rule(const RuleOption& option, const Raw& raw, Problem& problem) {
  switch (option.kind) {
    case RuleOption::Kind::kToggle:
      problem.expected_key = "config.expected.boolean";
      problem.fallback = option.fallback != 0 ? "true" : "false";
      break;
    case RuleOption::Kind::kNumber:
      problem.expected_key = "config.expected.integer";
      problem.least = option.least;
      problem.most = option.most;
      problem.fallback = std::to_string(option.fallback);
      break;
    case RuleOption::Kind::kChoice: {
      problem.expected_key = "config.expected.choice";
      problem.choices = option.choices;
      const auto index = static_cast<std::size_t>(option.fallback);
      if (option.fallback >= 0 && index < option.choices.size()) problem.fallback = option.choices[index];
      const std::vector<std::string_view> choices(option.choices.begin(), option.choices.end());
      if (const auto* text = std::get_if<std::string>(&raw)) problem.suggestion = nearest(*text, choices);
      break;
    }
  }
}

}  // namespace

Sources usual_sources(const std::optional<std::filesystem::path>& named) {
  Sources sources;
  if (named) {
    sources.config_file = *named;
    sources.config_named = true;
  } else if (const auto folder = config_folder()) {
    sources.config_file = *folder / "config.toml";
    // One that is there and cannot be read is the user's, too: it is told.
    std::error_code failed;
    const auto there = std::filesystem::symlink_status(sources.config_file, failed).type();
    if (const auto all = system_config_folder(); all && there == std::filesystem::file_type::not_found)
      sources.config_file = *all / "config.toml";
  } else {
    log_warning("no config.toml is read: {}", folder.error().message);
  }
  if (const auto folder = state_folder()) {
    sources.settings_file = *folder / "settings.toml";
  } else {
    log_warning("settings are not kept: {}", folder.error().message);
  }
  return sources;
}

Result<Config> Config::load(const Sources& sources) {
  Config config;
  if (sources.config_named) {
    const auto content = read_file(sources.config_file, kMaxFileBytes);
    if (content) {
      read_layer(*content, sources.config_file.string(), false, config.layers_);
    } else if (content.error().code == "file-too-big") {
      unreadable(sources.config_file, content.error(), config.layers_);
    } else {
      return content.error();
    }
  } else if (!sources.config_file.empty()) {
    read_file_layer(sources.config_file, false, config.layers_);
  }
  if (!sources.settings_file.empty()) read_file_layer(sources.settings_file, true, config.layers_);
  read_command_line(sources.command_line, config.layers_);
  config.settings_file_ = sources.settings_file;
  return config;
}

Config Config::load_only(const Sources& sources, std::span<const std::string_view> paths) {
  Config config;
  if (const Result<Config> all = load(sources)) {
    for (const Key& key : schema()) {
      if (std::ranges::find(paths, key.path) == paths.end()) continue;
      std::visit([&](auto member) { config.layers_.values.*member = all->values().*member; }, key.member);
    }
  }
  read_command_line(sources.command_line, config.layers_);
  return config;
}

std::function<std::optional<std::string>(std::string_view, std::string_view)> Config::plugin_settings(
    bool kiosk) const {
  return [all = layers_.plugin_settings, kiosk](std::string_view plugin,
                                                std::string_view key) -> std::optional<std::string> {
    if (kiosk && key == "kiosk") return "true";
    const auto found = all.find(std::string(plugin) + "." + std::string(key));
    return found == all.end() ? std::nullopt : std::optional(found->second);
  };
}

std::map<std::string, std::int64_t, std::less<>> Config::apply_rules(std::span<const RuleOption> options) {
  std::map<std::string, std::int64_t, std::less<>> values;
  std::vector<std::string> names;
  for (const RuleOption& option : options)
    names.push_back(option.variant + "." + option.id);
  const std::vector<std::string_view> known(names.begin(), names.end());

  for (const auto& [name, rule] : layers_.rules) {
    const auto found = std::find(names.begin(), names.end(), name);
    const RuleOption* option =
        found == names.end() ? nullptr : &options[static_cast<std::size_t>(found - names.begin())];
    if (option != nullptr) {
      if (const auto value = rule_value(*option, rule.raw)) {
        values.emplace(name, *value);
        continue;
      }
    }
    Problem problem;
    problem.kind = option == nullptr ? Problem::Kind::kUnknownKey : Problem::Kind::kWrongValue;
    problem.file = rule.place.file;
    problem.line = rule.place.line;
    problem.column = rule.place.column;
    problem.key = "rules." + name;
    problem.got = rule.got;
    if (option != nullptr) {
      describe_rule(*option, rule.raw, problem);
    } else if (const auto near = nearest(name, known); !near.empty()) {
      problem.suggestion = "rules." + std::string(near);
    }
    layers_.problems.push_back(std::move(problem));
  }
  layers_.rules.clear();
  return values;
}

void Config::refuse_section(std::string_view key, std::string_view reason) {
  const std::string_view section = key.substr(0, std::min(key.find('.'), key.size()));
  Problem problem;
  problem.kind = Problem::Kind::kCombination;
  problem.key = key;
  problem.detail = reason;
  // The key at fault may stand at its default; then the place is that of another key of the section.
  auto place = layers_.places.find(key);
  const auto in_section = [&](std::string_view path) {
    return path.size() > section.size() && path.substr(0, section.size()) == section &&
           path[section.size()] == '.';
  };
  if (place == layers_.places.end()) {
    place = std::find_if(layers_.places.begin(), layers_.places.end(),
                         [&](const auto& entry) { return in_section(entry.first); });
  }
  if (place != layers_.places.end()) {
    problem.file = place->second.file;
    problem.line = place->second.line;
    problem.column = place->second.column;
  }
  layers_.problems.push_back(std::move(problem));
  const Values defaults;
  for (const Key& one : schema()) {
    if (!in_section(one.path)) continue;
    std::visit([&](auto member) { layers_.values.*member = defaults.*member; }, one.member);
    if (const auto set = layers_.places.find(one.path); set != layers_.places.end())
      layers_.places.erase(set);
  }
}

Status Config::set_raw(const Key& key, const Raw& raw) {
  if (!key.menu)
    return Error{"not-a-setting", fmt::format("{} is the operator's and not changed by menus", key.path)};
  if (!put(key, raw, layers_.values)) {
    return Error{"wrong-value", fmt::format("{} does not take this value; {}", key.path, key.help)};
  }
  layers_.menu_values.insert_or_assign(std::string(key.path), raw);
  return {};
}

Status Config::save() const {
  if (settings_file_.empty())
    return Error{"no-settings", "settings are not kept: there is no folder for them"};
  return write_file_atomic(settings_file_,
                           "# Written by the game: what its menus changed. The operator's file is "
                           "config.toml.\n" +
                               as_toml(layers_.menu_values));
}

}  // namespace qitai::config
