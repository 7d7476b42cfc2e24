#include "xiangqi/notation.hpp"

#include <cstddef>

namespace qitai::xiangqi {

std::string write_point(Square at) {
  return {static_cast<char>('a' + file_of(at)), static_cast<char>('0' + rank_of(at))};
}

std::string write_coordinates(Move move) {
  return write_point(move.from) + write_point(move.to);
}

std::string write_iccs(Move move) {
  std::string text = write_point(move.from) + "-" + write_point(move.to);
  for (const std::size_t file : {std::size_t{0}, std::size_t{3}})
    text[file] = static_cast<char>(text[file] - 'a' + 'A');
  return text;
}

bool read_coordinates(std::string_view text, Move& move) {
  const bool dash = text.size() == 5 && text[2] == '-';
  if (text.size() != 4 && !dash) return false;
  const auto read = [](char file, char rank, Square& at) {
    const char lower = file >= 'A' && file <= 'I' ? static_cast<char>(file - 'A' + 'a') : file;
    if (lower < 'a' || lower > 'i' || rank < '0' || rank > '9') return false;
    at = square(lower - 'a', rank - '0');
    return true;
  };
  Move result;
  const std::size_t second = dash ? 3 : 2;
  if (!read(text[0], text[1], result.from) || !read(text[second], text[second + 1], result.to)) return false;
  move = result;
  return true;
}

std::string write_move(const Position& position, Move move, Notation notation) {
  switch (notation) {
    case Notation::kChinese:
      return write_chinese(position, move, Script::kSimplified);
    case Notation::kChineseTraditional:
      return write_chinese(position, move, Script::kTraditional);
    case Notation::kWxf:
      return write_wxf(position, move);
    case Notation::kIccs:
      return write_iccs(move);
    case Notation::kUci:
      return write_coordinates(move);
  }
  return {};
}

ReadResult read_move(const Position& position, std::string_view text, Notation notation, Move& move) {
  switch (notation) {
    case Notation::kChinese:
    case Notation::kChineseTraditional:
      return read_chinese(position, text, move);
    case Notation::kWxf:
      return read_wxf(position, text, move);
    case Notation::kIccs:
    case Notation::kUci:
      return read_coordinates(text, move) ? ReadResult::kRead : ReadResult::kNotThis;
  }
  return ReadResult::kNotThis;
}

ReadResult read_move(const Position& position, std::string_view text, Move& move) {
  // No text belongs to two of them: coordinates have a file's letter third or five characters in ASCII.
  for (const Notation notation : {Notation::kUci, Notation::kWxf, Notation::kChinese}) {
    const ReadResult result = read_move(position, text, notation, move);
    if (result != ReadResult::kNotThis) return result;
  }
  return ReadResult::kNotThis;
}

}  // namespace qitai::xiangqi
