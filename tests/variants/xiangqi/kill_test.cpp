// 杀: the threat to mate.
#include "xiangqi/kill.hpp"

#include <algorithm>
#include <optional>

#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {
namespace {

// The position as if the side that is named in it passed: its opponent may threaten.
bool kills(std::string_view fen) {
  return threatens_mate(setup_of(fen).position);
}

// The position with the other side to move: in a study that wins by checks the winner's last move was a kill.
bool killed_before(std::string_view fen) {
  Position position = setup_of(fen).position;
  position.set_side_to_move(other(position.side_to_move()));
  return threatens_mate(position);
}

// Whether the side to move mates by at most so many checks, by trying every move.
bool mates_plainly(const Position& position, int checks) {
  MoveList moves;
  legal_moves(position, moves);
  for (const Move move : moves) {
    Position after = position;
    after.make(move);
    if (!in_check(after, after.side_to_move())) continue;
    MoveList answers;
    legal_moves(after, answers);
    const bool mate = std::all_of(answers.begin(), answers.end(), [&](Move answer) {
      Position next = after;
      next.make(answer);
      return checks > 1 && mates_plainly(next, checks - 1);
    });
    if (mate) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a mate on the next move is threatened") {
  // 双车错: the second chariot goes to the last rank.
  CHECK(kills("4k4/R8/9/9/9/9/9/9/1R7/5K3 b"));
  CHECK_FALSE(kills("4k4/R8/9/9/9/9/9/9/9/5K3 b"));
  CHECK_FALSE(kills("4k4/9/9/9/9/9/9/9/9/3K5 b"));
}

TEST_CASE("the six patterns of mate in one") {
  // 双车错, 马后炮, 重炮, 闷宫, 卧槽马, 白脸将.
  CHECK(killed_before("4k4/R8/9/9/9/9/9/9/1R7/5K3 w"));
  CHECK(killed_before("3k5/9/3N5/9/9/9/9/9/4C4/4K4 w"));
  CHECK(killed_before("3aka3/9/9/4C4/9/9/9/9/7C1/5K3 w"));
  CHECK(killed_before("4ka3/4a4/9/9/9/9/9/9/7C1/5K3 w"));
  CHECK(killed_before("4ka3/4a4/9/1N7/3R5/9/9/9/9/5K3 w"));
  CHECK(killed_before("3k5/9/9/9/9/9/9/9/R8/4K4 w"));
}

TEST_CASE("checks alone lead to mate: old studies, mate in three to five") {
  // 由中应外 (梦入神机), 双鹭窥鱼 41, 蜻蜓点水 139, 诳楚救王 86 (适情雅趣).
  CHECK(killed_before("1RN1k4/3P3rC/6n2/9/9/9/9/4p4/3p5/c1rAK4 w"));
  CHECK(killed_before("3ak3N/4aP3/8R/1rr5N/9/9/9/9/5p3/4K4 w"));
  CHECK(killed_before("3ak4/4aR3/n3N4/4P4/2b6/8C/4c4/N3B1n2/1r2A4/3RKAr2 w"));
}

TEST_CASE("a win that needs a quiet move is no kill") {
  // 兵 goes to e8 and the general is stuck (困毙): no check, so no threat of mate.
  CHECK_FALSE(killed_before("3k5/9/4P4/9/9/9/9/9/9/4K4 w"));
}

TEST_CASE("checks without end are no kill, and the search ends") {
  // A lone chariot checks for ever.
  CHECK_FALSE(kills("3k5/9/9/9/9/9/9/9/9/R4K3 b"));
  // Two chariots and two cannons against a guarded general: checks in plenty.
  CHECK_FALSE(kills("2bakab2/9/2n1c1n2/9/9/9/R8/1C5C1/9/4K3R b"));
}

TEST_CASE("whether the mover could check next: the same as trying every move") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    random_game(seed, 300, [](const Game& game) {
      const Position& position = game.position();
      bool expected = false;
      if (!in_check(position, position.side_to_move())) {
        Position again = position;
        again.set_side_to_move(other(position.side_to_move()));
        MoveList list;
        legal_moves(again, list);
        for (const Move move : list) {
          Position after = again;
          after.make(move);
          expected = expected || in_check(after, after.side_to_move());
        }
      }
      CHECK(has_check(position) == expected);
    });
  }
}

TEST_CASE("no mate is overlooked, and a glance says what the whole search says") {
  int mates = 0;
  int glances = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    random_game(seed, 300, [&](const Game& game) {
      const Position& position = game.position();
      if (in_check(position, position.side_to_move())) return;
      const bool kill = threatens_mate(position);
      if (const std::optional<bool> glance = threatens_mate_at_a_glance(position)) {
        CHECK(*glance == kill);
        ++glances;
      }
      Position again = position;
      again.set_side_to_move(other(position.side_to_move()));
      if (!mates_plainly(again, 2)) return;
      CHECK(kill);
      ++mates;
    });
  }
  CHECK(mates > 20);
  CHECK(glances > 500);
}

TEST_CASE("a check is no kill") {
  CHECK_FALSE(kills("4k4/R8/9/9/4R4/9/9/9/9/3K5 b"));
}

}  // namespace qitai::xiangqi
