// Config: what the operator and the menus set. Layers, later ones win: the defaults of Values, config.toml
// (the operator's, never written by the game), settings.toml (what menus change), the command line. A wrong
// value or an unknown key is a Problem with its place; everything else is used and the game starts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "config/layers.hpp"
#include "config/problem.hpp"
#include "config/schema.hpp"
#include "config/values.hpp"

namespace qitai::config {

struct Sources {
  std::filesystem::path config_file;                              // empty: none
  bool config_named = false;                                      // by --config: missing it is an error
  std::filesystem::path settings_file;                            // empty: settings are not kept
  std::vector<std::pair<std::string, std::string>> command_line;  // key path and value as text
};

// The usual files: config.toml in the config folder, else the system's, or `named` (--config), and
// settings.toml in the state folder. A folder that cannot be had is left out with a line in the log.
[[nodiscard]] Sources usual_sources(const std::optional<std::filesystem::path>& named);

// An option of a variant, as its plugin describes it; it stands under [rules.VARIANT] in config.toml: true or
// false for a toggle, the id for a choice.
struct RuleOption {
  enum class Kind : std::uint8_t { kToggle, kChoice, kNumber };
  std::string variant;
  std::string id;
  Kind kind = Kind::kNumber;
  std::int64_t least = 0;  // kNumber
  std::int64_t most = 0;
  std::int64_t fallback = 0;
  std::vector<std::string> choices = {};  // kChoice: ids
};

class Config {
 public:
  // The defaults, with nowhere to save: safe mode, tests.
  Config() = default;
  // Fails only when a config file was named and cannot be opened ("file-missing", "no-permission", …); all
  // else, a file too big to be one among it, is in problems().
  static Result<Config> load(const Sources& sources);

  // The defaults and the command line; of the files only what they say of the keys `paths`, with nowhere to
  // save: safe mode. Files that cannot be read say nothing.
  [[nodiscard]] static Config load_only(const Sources& sources, std::span<const std::string_view> paths);

  [[nodiscard]] const Values& values() const { return layers_.values; }
  [[nodiscard]] const std::vector<Problem>& problems() const { return layers_.problems; }
  // Answers what [plugin.ID] says of a key, as text; nothing: it says nothing. Good from any thread, and
  // longer than this object. `kiosk`: strangers touch this machine; every plugin finds the key "kiosk" to be
  // true.
  [[nodiscard]] std::function<std::optional<std::string>(std::string_view plugin, std::string_view key)>
  plugin_settings(bool kiosk = false) const;

  // The values that the layers set for the options of the variants that were loaded, as (VARIANT.OPTION,
  // value): 0 or 1 for a toggle, the index for a choice. Adds to problems(): wrong values, unknown options,
  // variants that are not there. Call it once, when the plugins are known.
  [[nodiscard]] std::map<std::string, std::int64_t, std::less<>> apply_rules(
      std::span<const RuleOption> options);

  // For checks over several values together that stand above this folder (time limits): when `key` is at
  // fault for `reason`, all keys of its section go back to their defaults and a Problem with the key's place
  // is added.
  void refuse_section(std::string_view key, std::string_view reason);

  // A menu changes a setting: checked as a file's value is ("wrong-value"; "not-a-setting" for keys that
  // menus do not change), used at once, kept by save().
  Status set(bool Values::*member, bool value) { return set_raw(key_of(member), value); }
  Status set(int Values::*member, int value) { return set_raw(key_of(member), std::int64_t{value}); }
  Status set(std::string Values::*member, std::string_view value) {
    return set_raw(key_of(member), std::string(value));
  }
  Status set(std::vector<std::string> Values::*member, std::vector<std::string> value) {
    return set_raw(key_of(member), std::move(value));
  }
  // Writes settings.toml whole or not at all: everything that menus ever changed.
  [[nodiscard]] Status save() const;

 private:
  Status set_raw(const Key& key, const Raw& raw);

  Layers layers_;
  std::filesystem::path settings_file_;
};

}  // namespace qitai::config
