// The flip game (翻棋): the published rule set that section 6 of the rules gives.
#include "variants/junqi/common.hpp"

namespace qitai::junqi {
namespace {

Options flip_options() {
  Options options;
  options.mode = Mode::kFlip;
  return options;
}

// A board with these pieces open and the rest of the fifty fallen but for `face_down` points.
Game flip_game(std::string_view pieces, std::string_view turn = "red", std::string_view seats = "rb",
               int quiet = 0, int plies = 50) {
  return game_of(board_of(pieces) + " " + std::string(turn) + " " + std::string(seats) + " " +
                     std::to_string(quiet) + " " + std::to_string(plies) + " ~",
                 flip_options());
}

}  // namespace

TEST_CASE("fifty pieces lie face down on all points but the camps, and the first turn settles the colours") {
  Game game(flip_options(), Knower::kEverything, kNoSeed);
  std::vector<Move> moves;
  REQUIRE(game.legal(moves));
  CHECK(moves.size() == 50);
  CHECK(game.side_of(0) == Side::kNone);
  check_refused(game, "a6", "");
  check_refused(game, "b3", "empty");
  check_refused(game, "a6a7", "turn-first");
  game.play(move_of("a6"), {});
  CHECK(game.phase() == Phase::kTurning);
  CHECK(game.draws() == 50);
  game.draw(49);  // Blue's flag, the last of the list
  CHECK(game.position().at(point_of("a6")).kind == Kind::kFlag);
  CHECK(game.position().at(point_of("a6")).side == Side::kBlue);
  CHECK(game.side_of(0) == Side::kBlue);
  CHECK(game.side_of(1) == Side::kRed);
  CHECK(game.turn() == 1);
  CHECK(game.phase() == Phase::kPlay);
}

TEST_CASE("each of the fifty is drawn once") {
  Game game(flip_options(), Knower::kEverything, kNoSeed);
  std::map<std::pair<Side, Kind>, int> seen;
  for (std::size_t left = 50; left > 0; --left) {
    std::vector<Move> moves;
    REQUIRE(game.legal(moves));
    const auto flip = std::find_if(moves.begin(), moves.end(), [](Move move) { return move.to == kNowhere; });
    if (flip == moves.end()) break;
    game.play(*flip, {});
    REQUIRE(game.draws() == left);
    const auto drawn = game.drawn(left / 2);
    game.draw(left / 2);
    CHECK(game.position().at(flip->from).kind == drawn.second);
    ++seen[drawn];
  }
  for (const Side side : {Side::kRed, Side::kBlue}) {
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      CHECK(seen[{side, static_cast<Kind>(kind)}] == kKindCount[kind]);
  }
}

TEST_CASE("face down cannot be attacked, and an attack that would be lost is not allowed") {
  const Game game = flip_game("a5:r4 a6:b5 b6:b4 c2:r3 c1:? b2:b3 c12:bF d2:bM a1:rF e1:r5 e2:bM");
  check_refused(game, "a5a6", "would-lose");
  check_refused(game, "c2c1", "face-down");
  check_refused(game, "c2b2", "");            // both fall
  check_refused(game, "c2d2", "would-lose");  // a mine
}

TEST_CASE("headquarters do not hold, camps protect, flag and mines stay where they are") {
  const Game game = flip_game("b1:r4 c3:r5 c4:b3 a2:rF c12:bF e2:rM e11:b3");
  check_refused(game, "b1a1", "");
  check_refused(game, "c3c4", "camp");
  check_refused(game, "a2a3", "immovable");
  check_refused(game, "e2e3", "immovable");
}

TEST_CASE("only an engineer takes the flag, once its three mines are gone") {
  // All of Blue's mines are on the board, then gone.
  const Game before = flip_game("a5:rE a6:bF a7:bM b7:bM c7:bM c2:r4 a1:rF c6:b3 b6:r8");
  check_refused(before, "a5a6", "mines-first");
  check_refused(before, "b6a6", "engineer-flag");
  Game after = flip_game("a5:rE a6:bF c2:r4 a1:rF c6:b3 b6:r8");
  check_refused(after, "b6a6", "engineer-flag");
  check_refused(after, "a5a6", "");
  after.play(move_of("a5a6"), {});
  CHECK(after.outcome().reason == "flag-captured");
  CHECK(after.outcome().winner == 0);
}

TEST_CASE("forty plies without a capture or a turn, and a thousand in all, are a draw") {
  Game forty = flip_game("a5:r4 a1:rF c12:bF e11:b3 c1:?", "red", "rb", 39);
  CHECK_FALSE(forty.over());
  CHECK(forty.outcome().plies_left == 1);
  Game turned = forty;
  forty.play(move_of("a5a6"), {});
  CHECK(forty.outcome().reason == "no-progress");
  turned.play(move_of("c1"), {});
  turned.draw(0);
  CHECK(turned.quiet() == 0);
  CHECK_FALSE(turned.over());
  Game thousand = flip_game("a5:r4 a1:rF c12:bF e11:b3 c1:?", "red", "rb", 0, 999);
  CHECK_FALSE(thousand.over());
  thousand.play(move_of("a5a6"), {});
  CHECK(thousand.outcome().reason == "no-progress");
}

TEST_CASE("the third occurrence of a position is a draw") {
  Game game = flip_game("a5:r4 a1:rF c12:bF e11:b3 c1:?");
  for (int round = 0; round < 2; ++round) {
    CHECK_FALSE(game.over());
    for (const std::string_view move : {"a5a6", "e11e10", "a6a5", "e10e11"})
      game.play(move_of(move), {});
  }
  CHECK(game.outcome().reason == "repetition");
}

TEST_CASE("a seat plays the colour that its first turn gave it") {
  const Game game = flip_game("a5:r4 a1:rF c12:bF e11:b3", "red", "br");
  check_refused(game, "a5a6", "not-your-piece");
  check_refused(game, "e11e10", "");
}

TEST_CASE("options that the flip game has no use for do not change it") {
  Options options = flip_options();
  options.flag_taker = FlagTaker::kAny;
  options.mine_survives = false;
  options.no_fight_limit = 7;
  options.repetition_draw = false;
  options.after_fight = AfterFight::kBoth;
  CHECK(options.in_force() == flip_options().in_force());
  Options open;
  open.mode = Mode::kOpen;
  Options other = open;
  other.reveal_flag = false;
  other.after_fight = AfterFight::kBoth;
  other.empty_hq_reveals = true;
  CHECK(open.in_force() == other.in_force());
}

}  // namespace qitai::junqi
