#include "base/names.hpp"

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

bool is_name(std::string_view text, std::size_t most) {
  if (text.size() > 4 * most) return false;
  const auto signs = utf8::decode(text);
  return signs && signs->size() <= most && std::all_of(signs->begin(), signs->end(), may_stand_in_name);
}

}  // namespace qitai
