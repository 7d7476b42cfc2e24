// UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qitai::utf8 {

// The first code point of `text`, which is then shortened by it. Nothing at the end and at an ill-formed
// sequence, of which nothing is taken; `text` tells the two apart.
std::optional<char32_t> next(std::string_view& text);

[[nodiscard]] bool is_valid(std::string_view text);

// The code points, or nothing when any byte is ill-formed.
[[nodiscard]] std::optional<std::u32string> decode(std::string_view text);

// How many code points; nothing when any byte is ill-formed.
[[nodiscard]] std::optional<std::size_t> count(std::string_view text);

// Appends one code point; a surrogate or a number above U+10FFFF becomes U+FFFD.
void append(std::string& text, char32_t point);

// The text with each ill-formed byte replaced by U+FFFD: for showing what came from outside.
[[nodiscard]] std::string repaired(std::string_view text);

// Each character by itself; bytes that are no UTF-8 stay with the one before them.
[[nodiscard]] std::vector<std::string> characters(std::string_view text);

}  // namespace qitai::utf8
