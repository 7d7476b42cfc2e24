// Input: config.toml.
#include "config/config.hpp"

#include "input.hpp"

using namespace qitai;

void fuzz::one_input(std::string_view input) {
  static fuzz::MemoryFile file;
  file.put(input);
  config::Sources sources;
  sources.config_file = file.path();
  Result<config::Config> config = config::Config::load(sources);
  fuzz::require(config.ok(), "a file that is there never stops the program");
  const config::RuleOption options[] = {
      {"xiangqi", "natural_limit", config::RuleOption::Kind::kNumber, 0, 1000, 120},
      {"xiangqi", "repetition", config::RuleOption::Kind::kChoice, 0, 0, 0, {"axf", "cxa2020", "simple"}},
      {"chess", "chess960", config::RuleOption::Kind::kToggle}};
  for (const auto& [key, value] : config->apply_rules(options)) {
    if (key == "xiangqi.natural_limit") fuzz::require(value >= 0 && value <= 1000, "a rule is in its range");
    if (key == "xiangqi.repetition") fuzz::require(value >= 0 && value < 3, "a choice is one of its choices");
    if (key == "chess.chess960") fuzz::require(value == 0 || value == 1, "a toggle is on or off");
  }
  static const text::Catalog catalog;
  for (const config::Problem& problem : config->problems())
    fuzz::require(!config::sentence(problem, catalog, text::Language::kEnglish).empty(),
                  "a problem has a sentence");
}
