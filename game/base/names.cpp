#include "base/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/utf8.hpp"

namespace qitai {
namespace {

struct Range {
  char32_t first, last;
};
// Unicode's control characters, the separators of lines and paragraphs, what has the property Bidi_Control,
// the mark of byte order and the block of non-characters. The others of these are told by their number.
constexpr Range kRefused[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C}, {0x200E, 0x200F},
                              {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFDD0, 0xFDEF}, {0xFEFF, 0xFEFF}};

}  // namespace

bool may_stand_in_name(char32_t point) {
  if ((point & 0xFFFE) == 0xFFFE) return false;
  return std::none_of(std::begin(kRefused), std::end(kRefused),
                      [point](Range range) { return point >= range.first && point <= range.last; });
}

Status check_name(std::string_view text, std::size_t most, std::string_view whose) {
  if (text.size() > 4 * most)
    return Error{"name", fmt::format("{} has {} bytes, expected at most {} characters of UTF-8", whose,
                                     text.size(), most)};
  const auto points = utf8::decode(text);
  if (!points) return Error{"name", fmt::format("{} is not UTF-8, expected a text of UTF-8", whose)};
  if (points->size() > most)
    return Error{"name",
                 fmt::format("{} has {} characters, expected at most {}", whose, points->size(), most)};
  const auto wrong = std::find_if_not(points->begin(), points->end(), may_stand_in_name);
  if (wrong == points->end()) return {};
  return Error{"name", fmt::format("character {} of {} is U+{:04X}, which nobody can see or which turns the "
                                   "text around; expected letters, digits and signs",
                                   wrong - points->begin() + 1, whose, static_cast<std::uint32_t>(*wrong))};
}

bool is_name(std::string_view text, std::size_t most) {
  return check_name(text, most, {}).ok();
}

}  // namespace qitai
