// A value as a file or the command line gives it, and whether a key takes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/problem.hpp"
#include "config/schema.hpp"
#include "config/values.hpp"

namespace qitai::config {

// Nothing: a kind that no key takes (a date, a table, a list of numbers).
using Raw = std::variant<std::monostate, bool, std::int64_t, std::string, std::vector<std::string>>;

// The text of a command-line option as the kind that the key takes; lists are separated by commas.
[[nodiscard]] Raw raw_from_text(const Key& key, std::string_view text);

// Puts the value into `values` if the key takes it: right kind, range, choice and form. False: nothing
// changed.
[[nodiscard]] bool put(const Key& key, const Raw& raw, Values& values);

// What the key takes, for a Problem; with `got` among the choices' neighbours as a suggestion.
void describe_expected(const Key& key, const Raw& got, Problem& problem);

// The key's value in `values`, as it would stand in a file.
[[nodiscard]] std::string shown(const Key& key, const Values& values);

}  // namespace qitai::config
