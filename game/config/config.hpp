// Config: what the operator and the menus set. Layers, later ones win: the defaults of Values, config.toml
// (the operator's, never written by the game), settings.toml (what menus change), the command line. A wrong
// value or an unknown key is a Problem with its place; everything else is used and the game starts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "config/problem.hpp"
#include "config/schema.hpp"
#include "config/values.hpp"

namespace qitai::config {

struct Sources {
  std::filesystem::path config_file;    // empty: none
  bool config_named = false;            // it was named by --config: missing it is an error
  std::filesystem::path settings_file;  // empty: settings are not kept
  std::vector<std::pair<std::string, std::string>> command_line;  // key path and value as text
};

// An option of a variant, as its plugin describes it; stands under [rules.VARIANT] in config.toml. Its value
// is a number: 0 or 1 for a toggle, the index for a choice.
struct RuleOption {
  std::string variant;
  std::string id;
  enum class Kind { kToggle, kChoice, kNumber } kind = Kind::kNumber;
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::int64_t fallback = 0;
  std::vector<std::string> choices;  // ids
};

class Config {
 public:
  // The usual files: config.toml in the XDG config folder or `named`, settings.toml in the state folder. A
  // folder that cannot be had is left out.
  static Sources usual_sources(const std::optional<std::filesystem::path>& named);

  // Fails only when a config file was named and cannot be read ("file-missing", …); all else is in
  // problems().
  static Result<Config> load(const Sources& sources);
  // The defaults, with nowhere to save: safe mode, tests.
  Config() = default;

  [[nodiscard]] const Values& values() const { return values_; }
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }

  // The options of the variants that were loaded, checked against [rules.…]; answers the values that the
  // files set, as (variant.option, value), and adds to problems(): wrong values, unknown options of known
  // variants, and variants that are not there. Call it once, when the plugins are known.
  std::map<std::string, std::int64_t> apply_rules(std::span<const RuleOption> options);

  // A check over several values together that stands above this folder (time limits): `check` answers the key
  // at fault and the reason, or nothing. On a fault, every key of that section that the files set goes back
  // to its default, and a Problem with the place of the key at fault is added.
  template <typename Check>
  void check_together(std::string_view section, const Check& check) {
    if (const std::optional<std::pair<std::string, std::string>> fault = check(values_)) {
      reset_section(section, fault->first, fault->second);
    }
  }

  // A menu changes a setting: checked like a file's value ("out-of-range"), used at once, kept by save().
  Status set(const Member& member, bool value);
  Status set(const Member& member, int value);
  Status set(const Member& member, std::string_view value);
  // Writes settings.toml whole or not at all: all that menus ever set, no defaults.
  [[nodiscard]] Status save() const;

 private:
  struct Place {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };
  struct RuleValue {
    std::variant<bool, std::int64_t, std::string> value;
    Place place;
  };
  friend class FileReader;

  void reset_section(std::string_view section, std::string_view key, std::string_view reason);

  Values values_;
  std::vector<Problem> problems_;
  std::map<std::string, Place, std::less<>> places_;     // of each key that a file or the command line set
  std::map<std::string, RuleValue, std::less<>> rules_;  // "xiangqi.natural_limit"
  std::map<std::string, std::string, std::less<>> settings_;  // key path and its value as TOML
  std::filesystem::path settings_file_;
};

}  // namespace qitai::config
