#include "view/line_break.hpp"

#include <algorithm>
#include <utility>

#include "view/characters.hpp"

namespace qitai::view {
namespace {

constexpr std::u32string_view kNotAtStart =
    U"!),.:;?]}%/"
    U"！），．：；？］｝％～／"
    U"、。〃々〉》」』】〕〗〙〛〞〟"
    U"’”…‥·‧•–‰°′″℃"
    U"ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ";
constexpr std::u32string_view kNotAtEnd = U"([{$£#/（［｛￥＄＃／〈《「『【〔〖〘〚〝‘“";
constexpr char32_t kNoBreakSpace = 0x00A0;
constexpr char32_t kZeroWidthSpace = 0x200B;
constexpr char32_t kEmDash = 0x2014;
// A last line under this part of the width looks left over, and the lines are evened out.
constexpr float kShortLine = 0.3F;
constexpr int kHalvings = 8;  // of the width, to find the narrowest that takes no line more

bool is_space(char32_t c) {
  return c == U' ' || c == 0x3000;
}

LineSpan without_spaces_at_end(std::u32string_view text, LineSpan line) {
  while (line.end > line.begin && is_space(text[line.end - 1]))
    --line.end;
  return line;
}

// The last place up to `limit` where the line that starts at `begin` may end. Without one, a word is cut;
// even then no forbidden character starts the next line if that can be had.
std::size_t cut_before(std::u32string_view text, std::size_t begin, std::size_t limit) {
  for (std::size_t i = limit; i > begin; --i) {
    if (may_break(text[i - 1], text[i])) return i;
  }
  for (std::size_t i = limit; i > begin; --i) {
    if (!forbidden_at_start(text[i]) && !forbidden_at_end(text[i - 1])) return i;
  }
  return limit;
}

std::vector<LineSpan> greedy_lines(std::u32string_view text, float max_width,
                                   const std::function<float(std::size_t)>& width) {
  std::vector<LineSpan> lines;
  std::size_t begin = 0;
  std::size_t i = 0;
  float x = 0;
  while (i < text.size()) {
    if (text[i] == U'\n') {
      lines.push_back(without_spaces_at_end(text, {begin, i}));
      begin = ++i;
      x = 0;
      continue;
    }
    x += width(i);
    if (max_width > 0 && x > max_width && i > begin && !is_space(text[i])) {
      const std::size_t cut = cut_before(text, begin, i);
      lines.push_back(without_spaces_at_end(text, {begin, cut}));
      begin = cut;
      i = begin;
      x = 0;
      continue;
    }
    ++i;
  }
  lines.push_back(without_spaces_at_end(text, {begin, text.size()}));
  return lines;
}

bool ends_with_clauses(std::u32string_view text, const std::vector<LineSpan>& lines) {
  return std::all_of(lines.begin(), lines.end() - 1, [&](LineSpan line) {
    return line.end > line.begin && forbidden_at_start(text[line.end - 1]);
  });
}

}  // namespace

bool is_wide(char32_t c) {
  struct Range {
    char32_t first, last;
  };
  static constexpr Range wide[] = {{0x1100, 0x115F}, {0x2460, 0x24FF},   {0x2E3A, 0x2E3B},
                                   {0x2E80, 0x303E}, {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
                                   {0xF900, 0xFAFF}, {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},
                                   {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
  for (const Range& range : wide) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

bool forbidden_at_start(char32_t c) {
  return kNotAtStart.find(c) != std::u32string_view::npos;
}

bool forbidden_at_end(char32_t c) {
  return kNotAtEnd.find(c) != std::u32string_view::npos;
}

bool may_break(char32_t before, char32_t after) {
  if (forbidden_at_start(after) || forbidden_at_end(before)) return false;
  if (before == kNoBreakSpace || after == kNoBreakSpace) return false;
  if (is_space(after)) return false;  // spaces stay at the end of their line
  if (is_space(before) || before == kZeroWidthSpace) return true;
  // The two halves of a Chinese dash are one sign (GB/T 15834 5.1.4).
  if (before == kEmDash && after == kEmDash) return false;
  if (is_wide(before) || is_wide(after)) return true;
  // After a hyphen inside a word, but not after a minus.
  return (before == U'-' || before == kEmDash) && is_letter(after);
}

std::vector<LineSpan> break_lines(std::u32string_view text, float max_width,
                                  const std::function<float(std::size_t)>& width) {
  std::vector<LineSpan> lines = greedy_lines(text, max_width, width);
  if (lines.size() < 2 || max_width <= 0) return lines;
  const auto width_of = [&](LineSpan line) {
    float sum = 0;
    for (std::size_t i = line.begin; i < line.end; ++i)
      sum += width(i);
    return sum;
  };
  if (width_of(lines.back()) >= kShortLine * max_width) return lines;
  float narrow = 0;
  float wide = max_width;
  for (int step = 0; step < kHalvings; ++step) {
    const float middle = (narrow + wide) / 2;
    (greedy_lines(text, middle, width).size() > lines.size() ? narrow : wide) = middle;
  }
  // The narrowest width is the most even; a little more, if each line then ends with its clause.
  std::vector<LineSpan> even = greedy_lines(text, wide, width);
  for (int step = 0; step <= kHalvings; ++step) {
    const float at = wide + (max_width - wide) * static_cast<float>(step) / kHalvings;
    std::vector<LineSpan> lines_at = greedy_lines(text, at, width);
    if (width_of(lines_at.back()) < kShortLine * max_width) break;
    if (ends_with_clauses(text, lines_at)) {
      even = std::move(lines_at);
      break;
    }
  }
  // A word cut to fit a narrower line would be a poor bargain.
  const bool cut = std::any_of(even.begin() + 1, even.end(), [&](LineSpan line) {
    return line.begin > 0 && text[line.begin - 1] != U'\n' &&
           !may_break(text[line.begin - 1], text[line.begin]);
  });
  return cut ? lines : even;
}

}  // namespace qitai::view
