#include "view/characters.hpp"

#include <cstddef>

#include "base/utf8.hpp"

namespace qitai::view {
namespace {

constexpr std::size_t kMaxText = 8192;  // bytes; a longer text is not for a screen
constexpr char32_t kEllipsis = 0x2026;
constexpr char32_t kEmDash = 0x2014;
constexpr char32_t kTwoEmDash = 0x2E3A;

}  // namespace

bool is_letter(char32_t c) {
  return (c >= U'A' && c <= U'Z') || (c >= U'a' && c <= U'z') || (c >= 0x00C0 && c < 0x0250);
}

bool is_invisible(char32_t c) {
  return (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) ||
         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0x00AD;
}

std::u32string characters_of(std::string_view text) {
  const std::string valid = utf8::repaired(text.substr(0, kMaxText));
  std::u32string characters = utf8::decode(valid).value_or(std::u32string());
  for (char32_t& c : characters) {
    if (c == U'\t') c = U' ';
  }
  std::erase_if(characters, [](char32_t c) { return (c < U' ' && c != U'\n') || (c >= 0x7F && c < 0xA0); });
  return characters;
}

std::u32string set_for(Script script, std::u32string_view text) {
  std::u32string set;
  set.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (script == Script::kLatin && text[i] == kEllipsis) {
      set += U"...";
    } else if (script != Script::kLatin && text.substr(i, 2) == std::u32string{kEmDash, kEmDash}) {
      set += kTwoEmDash;
      ++i;
    } else {
      set += text[i];
    }
  }
  return set;
}

}  // namespace qitai::view
