// Ends of a game, the natural limit, illegal moves that were played.
#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {
namespace {

void check_end(const Game& game, Side winner, std::string_view reason) {
  const Outcome outcome = game.outcome();
  CHECK(outcome.over);
  CHECK(outcome.winner == winner);
  CHECK(outcome.reason == reason);
  MoveList list;
  game.legal(list);
  CHECK(list.empty());
}

}  // namespace

TEST_CASE("checkmate: in check and no move") {
  // Two chariots on the last two ranks.
  Game game = game_of("4k4/R8/9/9/9/9/9/9/9/1R1K5 w");
  CHECK_FALSE(game.outcome().over);
  play_all(game, {"b0b9"});
  check_end(game, Side::kRed, "checkmate");
  CHECK_FALSE(game.play(move_of("e9d9")));
  const auto refusal = game.refuse(move_of("e9d9"));
  REQUIRE(refusal.has_value());
  CHECK(refusal->id == "ended");
}

TEST_CASE("no move out of check loses as well (困毙)") {
  // The soldier covers the neighbours; the general itself is not attacked.
  Game game = game_of("3k5/9/4P4/9/9/9/9/9/9/4K4 w");
  play_all(game, {"e7e8"});
  CHECK_FALSE(in_check(game.position(), Side::kBlack));
  check_end(game, Side::kRed, "stalemate-loss");
}

TEST_CASE("an illegal move may be played, taking the general then ends the game") {
  Game game = game_of("3k5/9/9/9/4r4/9/9/9/9/R3KA3 w");
  REQUIRE(game.refuse(move_of("a0a5")).has_value());
  REQUIRE(game.play(move_of("a0a5")));
  CHECK_FALSE(game.plies().back().legal);
  CHECK_FALSE(game.outcome().over);
  REQUIRE_FALSE(game.refuse(move_of("e5e0")).has_value());
  REQUIRE(game.play(move_of("e5e0")));
  check_end(game, Side::kBlack, "king-captured");
  CHECK(game.position().inconsistency().empty());
  MoveList list;
  game.playable(list);
  CHECK(list.empty());
  CHECK_FALSE(game.play(move_of("a5a6")));
  CHECK(game.undo());
  CHECK(game.undo());
  CHECK_FALSE(game.undo());
  CHECK(game.position().same_as(game.start().position));
}

TEST_CASE("natural limit: plies without capture, a capture starts anew, 0 is off") {
  const char* fen = "3k5/9/9/9/9/9/9/9/p8/R3K4 w - - 118 60";
  Game game = game_of(fen);
  play_all(game, {"a0b0"});
  CHECK_FALSE(game.outcome().over);
  play_all(game, {"d9d8"});
  CHECK(game.outcome().over);
  CHECK_FALSE(game.outcome().winner.has_value());
  CHECK(game.outcome().reason == "natural-move-limit");
  CHECK_FALSE(game.play(move_of("b0a0")));

  Game capture = game_of(fen);
  play_all(capture, {"a0a1", "d9d8"});
  CHECK_FALSE(capture.outcome().over);
  CHECK(capture.setup().quiet_plies == 1);
  CHECK(write_fen(capture.setup()) == "9/3k5/9/9/9/9/9/9/R8/4K4 w - - 1 61");

  Game off = game_of(fen, Options{.natural_limit = 0});
  play_all(off, {"a0b0", "d9d8", "b0a0", "d8d9"});
  CHECK_FALSE(off.outcome().over);

  Game shorter = game_of("3k5/9/9/9/9/9/9/9/p8/R3K4 w", Options{.natural_limit = 2});
  play_all(shorter, {"a0b0", "d9d8"});
  CHECK(shorter.outcome().reason == "natural-move-limit");
}

TEST_CASE("natural limit: of each side's checks only ten count") {
  Game game = game_of("3k5/9/9/9/9/9/9/9/9/R4K3 w");
  // On one file after the other, so that no position comes for the third time.
  play_all(game, {"a0a9", "d9d8", "a9a8", "d8d9"});
  CHECK(game.quiet().plies == 4);
  play_all(game, {"a8a9", "d9d8", "a9a8", "d8d9", "a8b8", "d9e9", "b8b9", "e9e8", "b9b8", "e8e9"});
  play_all(game, {"b8c8", "e9d9", "c8c9", "d9d8", "c9c8", "d8d9"});
  CHECK(game.quiet().checks[0] == 8);
  play_all(game, {"c8g8", "d9e9", "g8g9", "e9e8", "g9g8", "e8e9", "g8h8", "e9d9"});
  CHECK(game.quiet().checks[0] == 10);
  CHECK(game.quiet().plies == 28);
  // The eleventh check no longer counts, its answer does.
  play_all(game, {"h8h9", "d9d8"});
  CHECK(game.quiet().plies == 29);
  CHECK(game.undo());
  CHECK(game.undo());
  CHECK(game.quiet().plies == 28);
  CHECK(game.quiet().checks[0] == 10);
}

TEST_CASE("mate comes before the natural limit on the same move") {
  Game game = game_of("4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 119 60");
  play_all(game, {"b0b9"});
  check_end(game, Side::kRed, "checkmate");
}

TEST_CASE("bare generals and elephants play on: there is no rule of a dead position") {
  const Game game = game_of("4k4/9/9/9/9/9/9/9/9/3K5 w");
  CHECK_FALSE(game.outcome().over);
}

TEST_CASE("every ply is kept with what it did") {
  Game game = game_of("3k5/9/9/9/9/9/9/9/p8/R3K4 w");
  const std::uint64_t key = game.position().key();
  play_all(game, {"a0a1", "d9d8", "a1d1"});
  REQUIRE(game.plies().size() == 3);
  CHECK(game.plies()[0].undo.key == key);
  CHECK(kind_of(game.plies()[0].man) == Kind::kChariot);
  CHECK(kind_of(game.plies()[0].undo.captured) == Kind::kSoldier);
  CHECK(game.plies()[1].undo.captured == kEmpty);
  CHECK_FALSE(game.plies()[1].check);
  CHECK(game.plies()[2].check);
  CHECK(game.plies()[2].legal);
}

}  // namespace qitai::xiangqi
