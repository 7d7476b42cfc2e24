// Names that people give and others see.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.hpp"

namespace qitai {

// Whether a code point may stand in a name: no control character, no separator of lines or paragraphs,
// nothing that changes the direction of writing (UAX #9), no mark of byte order, no non-character.
[[nodiscard]] bool may_stand_in_name(char32_t point);

// Nothing, or what is wrong with a name of at most `most` code points of UTF-8. Error code "name"; the
// sentence begins with `whose`, as in "a player's name".
[[nodiscard]] Status check_name(std::string_view text, std::size_t most, std::string_view whose);

// The same without the sentence.
[[nodiscard]] bool is_name(std::string_view text, std::size_t most);

}  // namespace qitai
