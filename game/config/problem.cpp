#include "config/problem.hpp"

namespace qitai::config {

std::string sentence(const Problem& problem, const text::Catalog& catalog, text::Language language) {
  const bool from_file = !problem.file.empty();
  const bool near = !problem.suggestion.empty();
  std::string_view key;
  switch (problem.kind) {
    case Problem::Kind::kSyntax:
      key = "config.problem.syntax";
      break;
    case Problem::Kind::kUnknownKey:
      if (from_file) {
        key = near ? "config.problem.unknown_near" : "config.problem.unknown";
      } else {
        key = near ? "config.problem.command_line_near" : "config.problem.command_line_unknown";
      }
      break;
    case Problem::Kind::kWrongValue:
      if (from_file && problem.fallback.empty()) {
        key = "config.problem.value_ignored";
      } else if (from_file) {
        key = near ? "config.problem.value_near" : "config.problem.value";
      } else {
        key = "config.problem.command_line";
      }
      break;
    case Problem::Kind::kCombination:
      key = from_file ? "config.problem.combination" : "config.problem.command_line_combination";
      break;
    case Problem::Kind::kUnreadable:
      key = "config.problem.unreadable";
      break;
  }
  std::string expected;
  if (!problem.expected_key.empty()) {
    std::string choices;
    for (const std::string& choice : problem.choices) {
      if (!choices.empty()) choices += catalog.tr(language, "common.list_separator");
      choices += choice;
    }
    expected = catalog.tr(
        language, problem.expected_key,
        {{"least", problem.least}, {"most", problem.most}, {"choices", choices}, {"key", problem.key}});
  }
  return catalog.tr(language, key,
                    {{"file", problem.file},
                     {"line", problem.line},
                     {"column", problem.column},
                     {"key", problem.key},
                     {"got", problem.got},
                     {"expected", expected},
                     {"suggestion", problem.suggestion},
                     {"fallback", problem.fallback},
                     {"detail", problem.detail}});
}

}  // namespace qitai::config
