// Where a line of mixed Chinese and Latin text may end (kinsoku; GB/T 15834-2011 section 5.1, JLREQ's
// classes), as far as a game's sentences need it.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace qitai::view {

// Ideographs, kana, hangul and full-width forms: a line may end on either side of one.
[[nodiscard]] bool is_wide(char32_t c);
// Closing punctuation and what leans on the character before it.
[[nodiscard]] bool forbidden_at_start(char32_t c);
// Opening punctuation and signs that lean on the character after them.
[[nodiscard]] bool forbidden_at_end(char32_t c);
// Whether a line may end between two neighbours. '\n' is the caller's affair.
[[nodiscard]] bool may_break(char32_t before, char32_t after);

// A line: characters [begin, end), spaces at its end left out.
struct LineSpan {
  std::size_t begin = 0, end = 0;
};

// Breaks `text` at '\n' and, if `max_width` > 0, so that no line is wider, greedily; but where that leaves a
// last line of a word or a character alone, all lines are made about even. `width(i)` is what
// character i adds when it follows its neighbour. A word wider than a line is cut where it must be, at least
// one character a line. Never empty.
[[nodiscard]] std::vector<LineSpan> break_lines(std::u32string_view text, float max_width,
                                                const std::function<float(std::size_t)>& width);

}  // namespace qitai::view
