// Position texts (FEN) and the board itself.
#include <algorithm>

#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {

TEST_CASE("the initial array reads and writes as itself") {
  CHECK(write_fen(setup_of(kInitialText)) == kInitialText);
  CHECK(write_fen({Position::initial(), 0, 1}) == kInitialText);
}

TEST_CASE("letters h and e, side r and missing counters are accepted") {
  const Setup usual = setup_of(kInitialText);
  for (const char* text : {"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
                           "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -",
                           "  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR\tr - - 0\n",
                           "rnbakabnr/111111111/1c5c1/p1p1p1p1p/45/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w 0 1"}) {
    const Setup setup = setup_of(text);
    CHECK(setup.position.same_as(usual.position));
    CHECK(setup.quiet_plies == 0);
    CHECK(setup.move_number == 1);
  }
  const Setup later = setup_of("4k4/9/9/9/9/9/9/9/9/3K5 b - - 17 42");
  CHECK(later.position.side_to_move() == Side::kBlack);
  CHECK(write_fen(later) == "4k4/9/9/9/9/9/9/9/9/3K5 b - - 17 42");
}

TEST_CASE("every position text of the tables reads and writes as itself") {
  for (const testing::Row& row : testing::read_table("xiangqi_perft.tsv"))
    CHECK(write_fen(setup_of(row.at("fen"))) == row.at("fen"));
}

TEST_CASE("malformed position texts are refused by id with a sentence") {
  for (const testing::Row& row : testing::read_table("xiangqi_malformed_fen.tsv")) {
    INFO(row.at("text") << " (" << row.at("note") << ")");
    Setup setup;
    TextError error;
    CHECK_FALSE(read_fen(testing::unescape(row.at("text")), setup, error));
    CHECK(error.id == row.at("id"));
    CHECK(error.message.size() > 10);
    CHECK(error.message.back() == '.');
    CHECK(
        std::all_of(error.message.begin(), error.message.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  }
}

TEST_CASE("position texts of any bytes and length neither crash nor leave a bad position") {
  std::mt19937_64 random(7);
  Setup setup;
  TextError error;
  for (const char c : {'9', 'k', '/', ' ', '\0', '\xFF'})
    CHECK_FALSE(read_fen(std::string(1'000'000, c), setup, error));
  CHECK_FALSE(read_fen(std::string(kInitialText) + std::string(1'000'000, '7'), setup, error));
  for (int i = 0; i < 20'000; ++i) {
    std::string text(kInitialText);
    for (int change = 0; change < 1 + i % 4; ++change) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random() % 256);
          break;
        case 1:
          text.erase(at, 1 + random() % 3);
          break;
        default:
          text.insert(at, 1, "kabnrcpKABNRCP123456789/ wb-"[random() % 28]);
      }
    }
    if (!read_fen(text, setup, error)) continue;
    INFO(text);
    CHECK(setup.position.inconsistency().empty());
    CHECK(setup_of(write_fen(setup)).position.same_as(setup.position));
  }
}

TEST_CASE("making and taking back random moves keeps every part of the position in step") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    Position position = Position::initial();
    std::vector<Position> before;
    std::vector<std::pair<Move, Undo>> made;
    for (int i = 0; i < 400; ++i) {
      MoveList list;
      // Illegal moves too: they are played where the terms allow it, until a general is taken.
      playable_moves(position, list);
      if (!list.empty() && random() % 3 != 0) {
        const Move move = list[random() % list.size()];
        before.push_back(position);
        made.emplace_back(move, position.make(move));
        // A position rebuilt from its text has the same key: the incremental one is right.
        Position rebuilt;
        for (int point = 0; point < kPoints; ++point) {
          const Square at = square_of_point(point);
          const Cell man = position.cell(at);
          if (man != kEmpty) CHECK(rebuilt.put(side_of(man), kind_of(man), at));
        }
        rebuilt.set_side_to_move(position.side_to_move());
        CHECK(rebuilt.key() == position.key());
        CHECK(rebuilt.same_as(position));
      } else if (!made.empty()) {
        position.unmake(made.back().first, made.back().second);
        CHECK(position.same_as(before.back()));
        made.pop_back();
        before.pop_back();
      }
      REQUIRE(position.inconsistency() == "");
    }
  }
}

TEST_CASE("keys tell positions and sides apart") {
  const Setup red = setup_of("4k4/9/9/9/9/9/9/9/9/3K4R w");
  const Setup black = setup_of("4k4/9/9/9/9/9/9/9/9/3K4R b");
  const Setup moved = setup_of("4k4/9/9/9/9/9/9/9/8R/3K5 w");
  CHECK(red.position.key() != black.position.key());
  CHECK(red.position.key() != moved.position.key());
  // Which of two chariots stands where does not count.
  Position swapped;
  Position plain;
  swapped.put(Side::kRed, Kind::kChariot, square(0, 0));
  swapped.put(Side::kRed, Kind::kChariot, square(8, 0));
  plain.put(Side::kRed, Kind::kChariot, square(8, 0));
  plain.put(Side::kRed, Kind::kChariot, square(0, 0));
  CHECK(swapped.key() == plain.key());
  CHECK(swapped.same_as(plain));
}

}  // namespace qitai::xiangqi
