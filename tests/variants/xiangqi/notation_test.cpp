// Moves as text: coordinates and Chinese, against the table of written moves.
#include <set>

#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {
namespace {

void reads_as(const Position& position, const std::string& text, Move move) {
  INFO(write_fen({position, 0, 1}) << " " << text);
  Move read;
  CHECK(read_chinese(position, text, read) == ReadResult::kRead);
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
  for (const char* text : {"", "h2", "h2e", "h2e22", "j2e2", "h2-e", "h2--e2", "h:e2", "h2e2 ", "h2+e2"})
    CHECK_FALSE(read_coordinates(text, move));
  CHECK_FALSE(read_coordinates(std::string_view("h2e\0", 4), move));
}

TEST_CASE("Chinese texts equal the table's and read back, in every column") {
  for (const testing::Row& row : testing::read_table("xiangqi_notation.tsv")) {
    INFO(row.at("id") << " " << row.at("note"));
    const Setup setup = setup_of(row.at("fen"));
    const Move move = move_of(row.at("move_uci"));
    CHECK(write_coordinates(move_of(row.at("iccs"))) == row.at("move_uci"));
    CHECK(write_chinese(setup.position, move, Script::kSimplified) == row.at("chinese_simplified"));
    CHECK(write_chinese(setup.position, move, Script::kTraditional) == row.at("chinese_traditional"));
    for (const char* column :
         {"chinese_simplified", "chinese_traditional", "chinese_traditional_pawn_style"}) {
      if (!row.at(column).empty()) reads_as(setup.position, row.at(column), move);
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

  // Two files with two soldiers each: the book's forms with the file, with and without the man.
  const Position doubled = setup_of("4k4/5P3/3P5/5P3/3P5/9/9/9/9/3K5 w").position;
  for (const char* text : {"一兵平五", "前兵四平五", "前四平五", "一兵四平五", "前卒４平5"})
    reads_as(doubled, text, move_of("f8e8"));
  for (const char* text : {"四兵平五", "后兵六平五", "後兵六平五", "后六平五", "二兵六平五"})
    reads_as(doubled, text, move_of("d5e5"));

  // Four on a file: 前 二 三 四 or 后.
  const Position four = setup_of("5k3/9/9/9/9/4p4/4p4/4p4/4p4/3K5 b").position;
  for (const char* text : {"前卒平4", "一卒平4", "前卒平四"})
    reads_as(four, text, move_of("e1d1"));
  for (const char* text : {"后卒平4", "四卒平4"})
    reads_as(four, text, move_of("e4d4"));
}

TEST_CASE("what is no Chinese move, no possible one or not one only") {
  const Position start = Position::initial();
  Move move;
  for (const char* text : {"", "炮二平", "炮二平五五", "平五炮二", "h2e2", "炮二", "\xFF\xFE", "炮二平\xE4",
                           "一炮平五", "王二平五", "前后炮平"})
    CHECK(read_chinese(start, text, move) == ReadResult::kNotThis);
  CHECK(read_chinese(start, std::string(100'000, '1'), move) == ReadResult::kNotThis);
  for (const char* text : {"炮三平五", "马二进五", "前炮平五", "车一进三", "中兵进一", "前五进一"})
    CHECK(read_chinese(start, text, move) == ReadResult::kNoSuchMove);
  const Position doubled = setup_of("4k4/5P3/3P5/5P3/3P5/9/9/9/9/3K5 w").position;
  CHECK(read_chinese(doubled, "前兵平五", move) == ReadResult::kAmbiguous);
  CHECK(read_chinese(doubled, "兵四平五", move) == ReadResult::kAmbiguous);
}

TEST_CASE("every playable move of random positions has a text of its own that reads back") {
  const auto check_all = [](const Position& position) {
    MoveList list;
    playable_moves(position, list);
    for (const Script script : {Script::kSimplified, Script::kTraditional}) {
      std::set<std::string> texts;
      for (const Move move : list) {
        const std::string text = write_chinese(position, move, script);
        Move read;
        if (!texts.insert(text).second || read_chinese(position, text, read) != ReadResult::kRead ||
            !(read == move))
          FAIL(write_fen({position, 0, 1}) << " " << text << " " << write_coordinates(move));
      }
    }
  };
  for (std::uint64_t seed = 300; seed < 306; ++seed) {
    random_game(seed, 250, [&](const Game& game) {
      if (game.plies().size() % 3 == 0) check_all(game.position());
    });
  }
  // Soldiers crowded on few files, at random.
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    Position position;
    position.put(Side::kRed, Kind::kGeneral, square(3, 0));
    position.put(Side::kBlack, Kind::kGeneral, square(5, 9));
    const bool red = i % 2 == 0;
    for (int n = 0; n < 5; ++n) {
      const int rank = static_cast<int>(random() % 5);
      position.put(red ? Side::kRed : Side::kBlack, Kind::kSoldier,
                   square(static_cast<int>(random() % 3) * 2, red ? 5 + rank : 4 - rank));
    }
    position.set_side_to_move(red ? Side::kRed : Side::kBlack);
    check_all(position);
  }
}

}  // namespace qitai::xiangqi
