#include "junqi/notation.hpp"

#include <array>

namespace qitai::junqi {
namespace {

constexpr std::size_t kCharacter = 3;  // bytes of a Chinese character
constexpr std::string_view kColumnNames = "甲乙丙丁戊";
constexpr std::array<std::string_view, kRows> kRowNames{"一", "二", "三", "四", "五",   "六",
                                                        "七", "八", "九", "十", "十一", "十二"};
constexpr std::string_view kGoes = "至";
constexpr std::string_view kAttacks = "攻";
constexpr std::string_view kTurns = "翻";

std::string chinese(Point at) {
  const auto column = static_cast<std::size_t>(column_of(at));
  return std::string(kColumnNames.substr(column * kCharacter, kCharacter)) +
         std::string(kRowNames[static_cast<std::size_t>(row_of(at))]);
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool take_chinese(std::string_view& text, Point& at) {
  const std::size_t column = kColumnNames.find(text.substr(0, kCharacter));
  if (text.size() < kCharacter || column == std::string_view::npos || column % kCharacter != 0) return false;
  text.remove_prefix(kCharacter);
  for (std::size_t row = kRowNames.size(); row-- > 0;) {  // 十二 before 十
    if (!take(text, kRowNames[row])) continue;
    at = point_at(static_cast<int>(column / kCharacter), static_cast<int>(row));
    return true;
  }
  return false;
}

bool take_point(std::string_view& text, Point& at) {
  if (text.size() < 2 || text[0] < 'a' || text[0] > 'e') return false;
  const int column = text[0] - 'a';
  std::size_t digits = 1;
  int row = 0;
  while (digits < text.size() && digits < 3 && text[digits] >= '0' && text[digits] <= '9')
    row = row * 10 + (text[digits++] - '0');
  if (digits == 1 || text[1] == '0' || row > kRows) return false;
  text.remove_prefix(digits);
  at = point_at(column, row - 1);
  return true;
}

bool read_coordinates(std::string_view text, Move& move) {
  Move read;
  if (!take_point(text, read.from)) return false;
  if (!text.empty() && (!(take(text, "-"), take_point(text, read.to)) || !text.empty())) return false;
  move = read;
  return true;
}

bool read_chinese(std::string_view text, Move& move) {
  Move read;
  const bool turns = take(text, kTurns);
  if (!take_chinese(text, read.from)) return false;
  if (!turns) {
    if (!take(text, kGoes) && !take(text, kAttacks)) return false;
    if (!take_chinese(text, read.to)) return false;
  }
  if (!text.empty()) return false;
  move = read;
  return true;
}

}  // namespace

std::string write_point(Point at) {
  return std::string(1, static_cast<char>('a' + column_of(at))) + std::to_string(row_of(at) + 1);
}

std::string write_move(Move move, bool fight, Notation notation) {
  const bool turns = move.to == kNowhere;
  if (notation == Notation::kCoordinates)
    return write_point(move.from) + (turns ? std::string() : write_point(move.to));
  if (turns) return std::string(kTurns) + chinese(move.from);
  return chinese(move.from) + std::string(fight ? kAttacks : kGoes) + chinese(move.to);
}

bool read_move(std::string_view text, std::optional<Notation> notation, Move& move) {
  if (notation != Notation::kChinese && read_coordinates(text, move)) return true;
  return notation != Notation::kCoordinates && read_chinese(text, move);
}

}  // namespace qitai::junqi
