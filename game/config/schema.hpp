// The one table of all keys. Reading, checking, "did you mean", the command line, the sample config.toml (a
// test holds it to this table) all go by it; a new setting is one member in Values and one row here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/values.hpp"

namespace qitai::config {

// How a text or list is checked beyond its size.
enum class Form {
  kAny,
  kAbsolutePath,
  kInputName,
  kGameId,
  kPin,      // 4 to 12 digits from 1 to 9; never repeated in a Problem
  kDayTime,  // "HH:MM"
  kShort,    // at most 40 characters
};

// The member that a key fills; its type says what the key takes: true or false, a whole number, a text, a
// list of texts.
using Member =
    std::variant<bool Values::*, int Values::*, std::string Values::*, std::vector<std::string> Values::*>;

struct Key {
  std::string_view path;  // "display.theme"
  Member member;
  std::string_view help;                       // one English sentence with the unit
  int least = 0;                               // whole numbers
  int most = 0;                                // whole numbers; most elements of a list
  std::vector<std::string_view> choices = {};  // texts, numbers: one of these; empty: any
  Form form = Form::kAny;
  bool menu = false;  // changed by menus: may stand in settings.toml
};

// All keys, grouped by section in the order of the sample file.
[[nodiscard]] std::span<const Key> schema();
// The key of exactly this path, or null.
[[nodiscard]] const Key* find_key(std::string_view path);
// The key that fills this member.
[[nodiscard]] const Key& key_of(const Member& member);

// The most similar of `candidates` (Damerau-Levenshtein distance at most 2, or a third of the length), or
// empty.
[[nodiscard]] std::string_view nearest(std::string_view wrong, std::span<const std::string_view> candidates);
// The nearest known key: among all paths, and by its last part alone, for keys put into the wrong section.
[[nodiscard]] std::string_view nearest_key(std::string_view wrong);

}  // namespace qitai::config
