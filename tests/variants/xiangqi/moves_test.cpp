// Lists of moves: order, legality, check; refusals by id and points.
#include <algorithm>
#include <sstream>

#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {
namespace {

// Legality the slow way: make the move and ask who attacks the general.
std::vector<Move> legal_by_trial(const Position& position) {
  MoveList list;
  playable_moves(position, list);
  const Side us = position.side_to_move();
  std::vector<Move> legal;
  for (const Move move : list) {
    Position after = position;
    after.make(move);
    if (after.general(other(us)) == kNowhere || attackers_of_general(after, us).count == 0)
      legal.push_back(move);
  }
  return legal;
}

void compare_lists(const Position& position) {
  INFO(write_fen({position, 0, 1}));
  MoveList playable;
  playable_moves(position, playable);
  CHECK(std::is_sorted(playable.begin(), playable.end()));
  CHECK(std::adjacent_find(playable.begin(), playable.end()) == playable.end());
  MoveList legal;
  legal_moves(position, legal);
  CHECK(std::vector<Move>(legal.begin(), legal.end()) == legal_by_trial(position));
  CHECK(count_legal_moves(position) == static_cast<int>(legal.size()));
  for (const Move move : playable) {
    CHECK(is_playable(position, move));
    CHECK(is_legal(position, move) == legal.contains(move));
  }
  for (const Side side : {Side::kRed, Side::kBlack})
    CHECK(in_check(position, side) == (attackers_of_general(position, side).count != 0));
}

}  // namespace

TEST_CASE("legal moves are the playable ones after which nothing attacks the general, in order") {
  for (std::uint64_t seed = 100; seed < 110; ++seed)
    random_game(seed, 200, [](const Game& game) { compare_lists(game.position()); });
}

TEST_CASE("lists hold in positions that only illegal moves reach") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::mt19937_64 random(seed);
    Position position = Position::initial();
    for (int ply = 0; ply < 200; ++ply) {
      if (position.general(Side::kRed) == kNowhere || position.general(Side::kBlack) == kNowhere) break;
      compare_lists(position);
      MoveList list;
      playable_moves(position, list);
      if (list.empty()) break;
      position.make(list[random() % list.size()]);
    }
  }
}

TEST_CASE("a general whom the other faces on an open file may be taken across it") {
  Game game = game_of("4k4/9/9/9/4C4/9/9/9/9/4K4 w");
  REQUIRE(game.play(move_of("e5d5")));
  MoveList legal;
  game.legal(legal);
  CHECK(legal.contains(move_of("e9e0")));
  CHECK(attackers_of_general(game.position(), Side::kBlack).count == 1);
}

TEST_CASE("without its general a side has no moves, and the other has all of its own") {
  const Setup setup = setup_of("3k5/9/9/9/9/9/9/9/3R5/4K4 b");
  Position position = setup.position;
  position.make(move_of("d9d8"));
  position.make(move_of("d1d8"));
  MoveList list;
  legal_moves(position, list);
  CHECK(list.empty());
  playable_moves(position, list);
  CHECK(list.empty());
  CHECK(count_legal_moves(position) == 0);
  CHECK_FALSE(in_check(position, Side::kBlack));
  CHECK_FALSE(is_playable(position, move_of("d8d7")));
}

TEST_CASE("no list is longer than its array: the most open board") {
  // All fighting men in the open, soldiers across.
  const Setup setup = setup_of("3k5/9/1R2P2R1/P1P3P1P/3C1C3/2N3N2/9/9/9/4K4 w");
  MoveList list;
  playable_moves(setup.position, list);
  CHECK(list.size() < 112);
}

TEST_CASE("refusals name the rule and the points") {
  for (const testing::Row& row : testing::read_table("xiangqi_refusals.tsv")) {
    INFO(row.at("fen") << " " << row.at("move") << " (" << row.at("note") << ")");
    const Game game = game_of(row.at("fen"));
    const auto refusal = game.refuse(move_of(row.at("move")));
    REQUIRE(refusal.has_value());
    CHECK(refusal->id == row.at("id"));
    std::string points;
    for (std::size_t i = 0; i < refusal->count; ++i)
      points += (i > 0 ? " " : "") + write_point(refusal->points[i]);
    CHECK(points == row.at("points"));
  }
}

TEST_CASE("refuse, playable and legal agree on every pair of squares") {
  for (std::uint64_t seed = 200; seed < 203; ++seed) {
    random_game(seed, 120, [](const Game& game) {
      if (game.plies().size() % 40 != 10) return;
      MoveList legal;
      MoveList playable;
      game.legal(legal);
      game.playable(playable);
      for (int from = 0; from < 256; ++from) {
        for (int to = 0; to < 256; ++to) {
          const Move move{static_cast<Square>(from), static_cast<Square>(to)};
          const auto refusal = game.refuse(move);
          const bool unsafe = refusal && (refusal->id == "facing" || refusal->id == "into-check" ||
                                          refusal->id == "check-unanswered");
          if (refusal.has_value() == legal.contains(move) ||
              (!refusal || unsafe) != playable.contains(move) || (refusal && refusal->id.empty()))
            FAIL(write_fen(game.setup()) << " " << from << " " << to);
        }
      }
    });
  }
}

}  // namespace qitai::xiangqi
