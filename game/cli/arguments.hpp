// Cli: the subcommands of the one program. This header: a command's options as a table, and the words of a
// command line checked against it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace qitai::cli {

struct Option {
  std::string_view name;   // "--depth"
  std::string_view value;  // what stands behind it in the help, "N"; empty: nothing does
  std::string_view help;   // one sentence
  bool repeated = false;   // may be given several times
};

class Arguments {
 public:
  // `words`: what stands behind the command. "--name value" and "--name=value" are the same. Errors (code
  // "usage", one sentence with the nearest known option): an option that is not in the table, one given
  // twice, a value that is missing or not wanted, more than `most_others` words that are no options.
  static Result<Arguments> parse(std::span<const Option> table, std::span<const std::string_view> words,
                                 std::size_t most_others = 0);

  [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
  [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> values(std::string_view name) const;
  // A repeated option of the form K=V, taken apart. Errors "usage": no '=' or no key, a key given twice.
  [[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> pairs(std::string_view name) const;
  // A whole number from `least` to `most`, or nothing when the option is absent. Error "usage": anything
  // else.
  [[nodiscard]] Result<std::optional<std::int64_t>> number(std::string_view name, std::int64_t least,
                                                           std::int64_t most) const;
  [[nodiscard]] const std::vector<std::string>& others() const { return others_; }

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> others_;
};

// "k=v" taken apart; nothing without a '=' or without a key.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> key_and_value(std::string_view text);

// ": did you mean X?" for the nearest of the candidates, or empty.
[[nodiscard]] std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> candidates);

}  // namespace qitai::cli
