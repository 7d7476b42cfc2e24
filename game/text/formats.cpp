#include "text/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace qitai::text {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kTenth = kSecond / 10;
constexpr std::int64_t kTenthsBelow = 10 * kSecond;

constexpr std::array<std::string_view, 10> kChinese{"零", "一", "二", "三", "四",
                                                    "五", "六", "七", "八", "九"};
constexpr std::array<std::string_view, 10> kFullwidth{"０", "１", "２", "３", "４",
                                                      "５", "６", "７", "８", "９"};

// Rounded up without overflow near the largest value.
std::int64_t units_left(std::int64_t ns, std::int64_t unit) {
  return ns / unit + (ns % unit != 0 ? 1 : 0);
}

std::string seconds_text(std::int64_t seconds) {
  const std::int64_t hours = seconds / 3600;
  const std::int64_t minutes = seconds / 60 % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, seconds % 60);
  return fmt::format("{}:{:02}", minutes, seconds % 60);
}

}  // namespace

std::string clock_text(std::int64_t remaining_ns) {
  const std::int64_t left = std::max<std::int64_t>(remaining_ns, 0);
  const std::int64_t tenths = left < kTenthsBelow ? units_left(left, kTenth) : 100;
  if (tenths < 100) return fmt::format("0:{:02}.{}", tenths / 10, tenths % 10);
  return seconds_text(units_left(left, kSecond));
}

std::int64_t clock_next_change_ns(std::int64_t remaining_ns) {
  if (remaining_ns <= 0) return std::numeric_limits<std::int64_t>::max();
  // From 9.9 s down the tenths count; between 10 s and there "0:10" stands.
  const std::int64_t tenths_from = kTenthsBelow - kTenth;
  if (remaining_ns <= tenths_from) return (remaining_ns - 1) % kTenth + 1;
  if (remaining_ns <= kTenthsBelow) return remaining_ns - tenths_from;
  return (remaining_ns - 1) % kSecond + 1;
}

std::string duration_text(std::int64_t used_ns) {
  return seconds_text(std::max<std::int64_t>(used_ns, 0) / kSecond);
}

std::string chinese_numeral(int number) {
  if (number < 1 || number > 999) return std::to_string(number);
  const auto hundreds = static_cast<std::size_t>(number / 100);
  const auto tens = static_cast<std::size_t>(number / 10 % 10);
  const auto ones = static_cast<std::size_t>(number % 10);
  std::string out;
  if (hundreds > 0) out.append(kChinese[hundreds]).append("百");
  if (tens > 0) {
    // 十二 alone, but 一百一十二 after hundreds.
    if (tens > 1 || hundreds > 0) out.append(kChinese[tens]);
    out.append("十");
  } else if (hundreds > 0 && ones > 0) {
    out.append("零");
  }
  if (ones > 0) out.append(kChinese[ones]);
  return out;
}

std::string fullwidth_digits(std::int64_t number) {
  std::string out;
  for (const char c : std::to_string(number)) {
    out += c == '-' ? "－" : kFullwidth[static_cast<std::size_t>(c - '0')];
  }
  return out;
}

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string sentences(std::string first, std::string_view second) {
  const bool wide = first.ends_with("。") || first.ends_with("！") || first.ends_with("？");
  if (!first.empty() && !second.empty() && !wide) first += ' ';
  return first.append(second);
}

std::string_view number_characters() {
  return "0123456789:.,-零一二三四五六七八九十百０１２３４５６７８９－";
}

}  // namespace qitai::text
