#include "base/utf8.hpp"

#include <cstdint>

namespace qitai::utf8 {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

constexpr bool is_scalar(char32_t point) {
  return point <= 0x10FFFF && !(point >= 0xD800 && point <= 0xDFFF);
}

}  // namespace

std::optional<char32_t> next(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = at(0);
  std::size_t length = 1;
  char32_t point = lead;
  char32_t least = 0;
  if (lead >= 0x80) {
    if (lead >= 0xC2 && lead <= 0xDF) {
      length = 2, point = lead & 0x1FU, least = 0x80;
    } else if ((lead & 0xF0U) == 0xE0) {
      length = 3, point = lead & 0x0FU, least = 0x800;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      length = 4, point = lead & 0x07U, least = 0x10000;
    } else {
      return std::nullopt;
    }
  }
  if (text.size() < length) return std::nullopt;
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xC0U) != 0x80) return std::nullopt;
    point = (point << 6) | (at(i) & 0x3FU);
  }
  if (point < least || !is_scalar(point)) return std::nullopt;
  text.remove_prefix(length);
  return point;
}

std::optional<std::u32string> decode(std::string_view text) {
  std::u32string points;
  while (const auto point = next(text))
    points.push_back(*point);
  if (!text.empty()) return std::nullopt;
  return points;
}

std::optional<std::size_t> count(std::string_view text) {
  std::size_t points = 0;
  while (next(text))
    ++points;
  if (!text.empty()) return std::nullopt;
  return points;
}

bool is_valid(std::string_view text) {
  return count(text).has_value();
}

void append(std::string& text, char32_t point) {
  if (!is_scalar(point)) point = kReplacement;
  const auto put = [&](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0 | (point >> 6));
    put(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    put(0xE0 | (point >> 12));
    put(0x80 | ((point >> 6) & 0x3F));
    put(0x80 | (point & 0x3F));
  } else {
    put(0xF0 | (point >> 18));
    put(0x80 | ((point >> 12) & 0x3F));
    put(0x80 | ((point >> 6) & 0x3F));
    put(0x80 | (point & 0x3F));
  }
}

std::string repaired(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (const auto point = next(text)) {
      append(out, *point);
    } else {
      append(out, kReplacement);
      text.remove_prefix(1);
    }
  }
  return out;
}

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> out;
  for (const char byte : text) {
    const bool goes_on = (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
    if (!goes_on || out.empty()) out.emplace_back();
    out.back() += byte;
  }
  return out;
}

}  // namespace qitai::utf8
