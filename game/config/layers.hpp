// Reading one layer: a TOML file or the command line, onto the values below it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "config/problem.hpp"
#include "config/raw.hpp"
#include "config/values.hpp"

namespace qitai::config {

struct Place {
  std::string file;  // empty: the command line
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// A value under [rules.…], kept until the variants are known.
struct RuleValue {
  Raw raw;
  std::string got;
  Place place;
};

// What the layers read so far come to.
struct Layers {
  Values values;
  std::vector<Problem> problems;
  std::map<std::string, Place, std::less<>> places;     // of each key that was set
  std::map<std::string, RuleValue, std::less<>> rules;  // "xiangqi.natural_limit"
  std::map<std::string, Raw, std::less<>> menu_values;  // what settings.toml holds
  // "network.local-folder": of [plugin.ID], as text; what they mean is the plugins' to say.
  std::map<std::string, std::string, std::less<>> plugin_settings;
};

// Reads a TOML file's content; `menus` for settings.toml, which may hold only what menus change.
void read_layer(std::string_view content, const std::string& file, bool menus, Layers& layers);

// Reads (key path, value) pairs of the command line.
void read_command_line(const std::vector<std::pair<std::string, std::string>>& pairs, Layers& layers);

// `values` as a TOML file, in sections.
[[nodiscard]] std::string as_toml(const std::map<std::string, Raw, std::less<>>& values);

}  // namespace qitai::config
