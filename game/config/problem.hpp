// What is wrong in a configuration file or on the command line, and the sentence that says it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/catalog.hpp"

namespace qitai::config {

struct Problem {
  enum class Kind : std::uint8_t {
    kSyntax,       // not TOML: the whole file is left out; `detail` is the parser's reason
    kUnknownKey,   // `suggestion`: the nearest known key, or empty
    kWrongValue,   // `got`, `expected…`, `fallback`: what is used instead, or empty; `suggestion` among
                   // choices, or empty
    kCombination,  // values that do not go together: `detail` says why, `key` is the one at fault
    kUnreadable,   // the file is there and cannot be read: `detail`
  };

  Kind kind = Kind::kUnknownKey;
  std::string file;        // empty: the command line
  std::uint32_t line = 0;  // from 1; 0: unknown
  std::uint32_t column = 0;
  std::string key;
  std::string got;
  std::string suggestion;
  std::string fallback;
  std::string detail;

  // What was expected: the key of a text ("config.expected.integer") and what fills it.
  std::string expected_key;
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::vector<std::string> choices;
};

// The sentence in a language: where, what, what was expected, the nearest known key.
[[nodiscard]] std::string sentence(const Problem& problem, const text::Catalog& catalog,
                                   text::Language language);

}  // namespace qitai::config
