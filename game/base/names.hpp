// Names that people give and others see.
#pragma once

#include <cstddef>
#include <string_view>

namespace qitai {

// Whether a code point may stand in a name: no control character, no separator of lines or paragraphs,
// nothing that changes the direction of writing (UAX #9), no mark of byte order, no non-character.
[[nodiscard]] bool may_stand_in_name(char32_t point);

// Whether a text is UTF-8 of at most `most` code points, all of which may stand in a name.
[[nodiscard]] bool is_name(std::string_view text, std::size_t most);

}  // namespace qitai
