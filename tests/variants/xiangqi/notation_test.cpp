// Moves as text: coordinates and Chinese, against the table of written moves.
#include <set>

#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {
namespace {

void reads_as(const Position& position, const std::string& text, Move move) {
  INFO(write_fen({position, 0, 1}) << " " << text);
  Move read;
  CHECK(read_move(position, text, read) == ReadResult::kRead);
  CHECK(write_coordinates(read) == write_coordinates(move));
}

}  // namespace

TEST_CASE("coordinates in all writings") {
  for (const char* text : {"h2e2", "H2E2", "H2-E2", "h2-e2"}) {
    Move move;
    REQUIRE(read_coordinates(text, move));
    CHECK(write_coordinates(move) == "h2e2");
  }
  Move move;
  for (const char* text : {"", "h2", "h2e", "h2e22", "j2e2", "h2-e", "h2--e2", "h:e2", "h2e2 ", "h2+e2",
                           // Ranks from 1 to 10, as some engines count them.
                           "a1a10", "a10a9", "a10-a9"})
    CHECK_FALSE(read_coordinates(text, move));
  CHECK_FALSE(read_coordinates(std::string_view("h2e\0", 4), move));
}

TEST_CASE("the texts of every notation equal the table's and read back, in every column") {
  for (const testing::Row& row : testing::read_table("xiangqi_notation.tsv")) {
    INFO(row.at("id") << " " << row.at("note"));
    const Position position = setup_of(row.at("fen")).position;
    const Move move = move_of(row.at("move_uci"));
    CHECK(write_move(position, move, Notation::kUci) == row.at("move_uci"));
    CHECK(write_move(position, move, Notation::kIccs) == row.at("iccs"));
    CHECK(write_move(position, move, Notation::kChinese) == row.at("chinese_simplified"));
    CHECK(write_move(position, move, Notation::kChineseTraditional) == row.at("chinese_traditional"));
    CHECK(write_move(position, move, Notation::kWxf) == row.at("wxf"));
    for (const char* column : {"move_uci", "iccs", "chinese_simplified", "chinese_traditional",
                               "chinese_traditional_pawn_style", "wxf", "wxf_fairy_stockfish"}) {
      if (!row.at(column).empty()) reads_as(position, row.at(column), move);
    }
  }
}

TEST_CASE("the reader takes the writings in use") {
  const Position start = Position::initial();
  for (const char* text : {"炮二平五", "砲二平五", "包二平五", "炮2平5", "炮２平５", " 炮二 平五 "})
    reads_as(start, text, move_of("h2e2"));
  for (const char* text : {"马八进七", "馬八進七", "傌８进7"})
    reads_as(start, text, move_of("b0c2"));
  for (const char* text : {"车一进一", "車一進一", "俥1进一"})
    reads_as(start, text, move_of("i0i1"));

  for (const char* text : {"C2.5", "C2=5", "c2.5"})
    reads_as(start, text, move_of("h2e2"));
  for (const char* text : {"H8+7", "N8+7", "n8+7"})
    reads_as(start, text, move_of("b0c2"));
  for (const char* text : {"E3+5", "B3+5", "M3+5"})
    reads_as(start, text, move_of("g0e2"));
  for (const char* text : {"K5+1", "G5+1"})
    reads_as(start, text, move_of("e0e1"));
  const Position chariots = setup_of("3k5/9/9/4R4/9/9/4R4/9/9/5K3 w").position;
  for (const char* text : {"R-.9", "-R.9", "R-=9", "后车平九", "後俥平9"})
    reads_as(chariots, text, move_of("e3a3"));

  // Two files with two soldiers each: the book's forms with the file, with and without the man.
  const Position doubled = setup_of("4k4/5P3/3P5/5P3/3P5/9/9/9/9/3K5 w").position;
  for (const char* text : {"一兵平五", "前兵四平五", "前四平五", "一兵四平五", "前卒４平5", "14.5"})
    reads_as(doubled, text, move_of("f8e8"));
  for (const char* text : {"四兵平五", "后兵六平五", "後兵六平五", "后六平五", "二兵六平五", "26=5"})
    reads_as(doubled, text, move_of("d5e5"));

  // Four on a file: 前 二 三 四 or 后.
  const Position four = setup_of("5k3/9/9/9/9/4p4/4p4/4p4/4p4/3K5 b").position;
  for (const char* text : {"前卒平4", "一卒平4", "前卒平四", "15.4", "P+.4"})
    reads_as(four, text, move_of("e1d1"));
  for (const char* text : {"后卒平4", "四卒平4", "45.4", "P-.4"})
    reads_as(four, text, move_of("e4d4"));
}

TEST_CASE("texts of any length are read to the end of what a move can be") {
  const Position start = Position::initial();
  Move move;
  for (const char* text : {"", "h2e2 ", "炮二平五五"})
    CHECK(read_move(start, text, move) == ReadResult::kNotThis);
  for (const char* part : {"1", "炮", "C", " ", "-"}) {
    std::string text;
    while (text.size() < 100'000)
      text += part;
    CHECK(read_move(start, text, move) == ReadResult::kNotThis);
  }
}

TEST_CASE("a text that names a man tells his move even where the rules refuse it") {
  // The reader answers what was meant; the refusal can then say what is wrong with it.
  const Position start = Position::initial();
  reads_as(start, "马八进六", move_of("b0d1"));
  reads_as(start, "H8+6", move_of("b0d1"));
  reads_as(start, "车一进三", move_of("i0i3"));
  reads_as(start, "兵三退一", move_of("g3g2"));
}

}  // namespace qitai::xiangqi
