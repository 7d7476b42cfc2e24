// Texts as the characters that are set: repaired, without what has no picture, in the signs of their script.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace qitai::view {

enum class Script : std::uint8_t { kSimplified, kTraditional, kLatin };

// Latin letters, accented ones included.
[[nodiscard]] bool is_letter(char32_t c);
// Without ink and width of their own: joiners, marks of direction, variation selectors, the byte order mark.
[[nodiscard]] bool is_invisible(char32_t c);

// The characters of at most the first 8 KiB. Ill-formed bytes become U+FFFD, control characters but '\n' go,
// a tab becomes a space.
[[nodiscard]] std::u32string characters_of(std::string_view utf8);

// The signs of a script that fonts draw by a ligature or for another script: a Chinese dash is one unbroken
// stroke, and the dots of an English ellipsis lie on the baseline.
[[nodiscard]] std::u32string set_for(Script script, std::u32string_view text);

}  // namespace qitai::view
