// What is refused and why, every option of the house-rule card, and how a game ends.
#include <set>

#include "junqi/explain.hpp"
#include "variants/junqi/common.hpp"

namespace qitai::junqi {
namespace {

// Pieces that every position needs to be one: a flag each, out of the way, and for Blue a piece that can
// move.
std::string with_flags(std::string_view pieces, std::string_view turn = "red") {
  return position_of("b1:rF b12:bF " + std::string(pieces), turn);
}

void play(Game& game, std::initializer_list<std::string_view> moves) {
  for (const std::string_view text : moves) {
    INFO(text);
    const Move move = move_of(text);
    const auto why = game.refuse(game.turn(), move);
    INFO((why ? why->id : ""));
    REQUIRE_FALSE(why);
    game.play(move, {});
  }
}

std::string reason(const Game& game) {
  return std::string(game.outcome().reason);
}

}  // namespace

TEST_CASE("refusals say why, with the points concerned") {
  const Game game =
      game_of(with_flags("a2:r5 c2:rM c3:r3 a6:b4 c4:b2 e2:rE e6:r2 d1:r7 b3:r6 e11:b3 d12:bM c6:r4 c7:b6"));
  check_refused(game, "a2a5", "");
  check_refused(game, "a2a6", "");
  check_refused(game, "a2a7", "blocked");
  check_refused(game, "c2c3", "immovable");
  check_refused(game, "b1a1", "locked");
  check_refused(game, "d1c1", "locked");
  check_refused(game, "c3c4", "camp");
  check_refused(game, "c3b3", "own-piece-there");
  check_refused(game, "c3e3", "no-road");
  check_refused(game, "a2d12", "no-road");
  check_refused(game, "c6a7", "no-road");
  check_refused(game, "a6a5", "not-your-piece");
  check_refused(game, "a1a2", "empty");
  check_refused(game, "e2e2", "no-road");
  check_refused(game, "e2e7", "blocked");
  const auto blocked = game.refuse(0, move_of("a2a7"));
  REQUIRE(blocked);
  REQUIRE(blocked->count == 1);
  CHECK(blocked->points[0] == point_of("a6"));
  CHECK(game.refuse(1, move_of("a6a5"))->id == "not-your-turn");
  CHECK(game.refuse(0, Move{70, 3})->id == "no-such-point");
  CHECK(game.refuse(0, Move{point_of("a2"), kNowhere})->id == "not-face-down");
}

TEST_CASE("only engineers turn on the railway") {
  const Game game = game_of(with_flags("a5:r3 e5:rE e11:b3 d12:bM"));
  check_refused(game, "a5b6", "turning");
  check_refused(game, "a5c2", "turning");
  check_refused(game, "e5b6", "");
  check_refused(game, "e5c2", "");
}

TEST_CASE(
    "a piece in a camp is safe from bombs too, may attack out of it, and an empty camp is open to all") {
  const Game game = game_of(with_flags("c3:rB c4:b2 d3:r3 c5:b8 d4:b9 b3:r2 e11:b3 d12:bM"));
  check_refused(game, "c3c4", "camp");
  check_refused(game, "d3d4", "");
  check_refused(game, "d3c4", "camp");
  check_refused(game, "b3c4", "camp");
}

TEST_CASE("a piece that enters a headquarters, its own or the foe's, stays there") {
  Game game = game_of(with_flags("c1:r3 c12:r5 a11:b3 c11:b4 e2:r2"));
  play(game, {"c1d1", "a11a10"});
  check_refused(game, "d1e1", "locked");
  play(game, {"c12d12", "a10a11"});
  check_refused(game, "d12e12", "locked");
}

TEST_CASE("flag_taker: until the flag is public, who may not take it attacks no headquarters that is held") {
  // Red's marshal beside both of Blue's headquarters, both held.
  const std::string two = "c12:r9 a12:r4 e12:rE a11:rB d12:b2 c11:b3 e11:b4";
  Game game = game_of(with_flags(two));
  check_refused(game, "c12b12", "marshal-flag");
  check_refused(game, "c12d12", "marshal-flag");  // no flag stands there, but who attacks may not know
  check_refused(game, "a12b12", "");
  check_refused(game, "e12d12", "");

  SECTION("a headquarters that is empty tells nothing") {
    const Game empty = game_of(with_flags("c12:r9 c11:b3"));
    check_refused(empty, "c12d12", "");
    check_refused(empty, "c12b12", "marshal-flag");
  }
  SECTION("once it is public the other headquarters may be attacked") {
    const Game shown = game_of(position_of("b1:rF b12:bF! " + two));
    check_refused(shown, "c12b12", "marshal-flag");
    check_refused(shown, "c12d12", "");
  }
  SECTION("in the open game it always is") {
    Options open;
    open.mode = Mode::kOpen;
    const Game all = game_of(with_flags(two), open);
    check_refused(all, "c12b12", "marshal-flag");
    check_refused(all, "c12d12", "");
  }
  SECTION("any piece") {
    Options any;
    any.flag_taker = FlagTaker::kAny;
    const Game all = game_of(with_flags(two), any);
    check_refused(all, "c12b12", "");
    check_refused(all, "c12d12", "");
  }
  SECTION("engineers alone") {
    Options engineer;
    engineer.flag_taker = FlagTaker::kEngineer;
    const Game all = game_of(with_flags(two), engineer);
    check_refused(all, "c12b12", "engineer-flag");
    check_refused(all, "a12b12", "engineer-flag");
    check_refused(all, "c12d12", "engineer-flag");
    check_refused(all, "e12d12", "");
  }
  SECTION("engineers once the mines are gone") {
    Options mines;
    mines.flag_taker = FlagTaker::kEngineerAfterMines;
    // Three mines fell, and were shown.
    const std::string text = board_of("b1:rF b12:bF " + two);
    const std::string rest = "b9b8b7b7b6b6b5b5b4b3b3b2b2bEbEbEbBbB";
    const std::string red = "r8r7r7r6r6r5r5r4r3r3r3r2r2r2rErErBrMrMrM";
    const Game before = game_of(text + " red rb - 0 " + red + rest + "bM!bM!bM", mines);
    check_refused(before, "e12d12", "mines-first");
    check_refused(before, "a12b12", "engineer-flag");
    const Game after = game_of(text + " red rb - 0 " + red + rest + "bM!bM!bM!", mines);
    check_refused(after, "e12d12", "");
    check_refused(after, "a12b12", "engineer-flag");
  }
  SECTION("bomb_takes_flag off") {
    Options no_bomb;
    no_bomb.bomb_takes_flag = false;
    const Game bomb = game_of(with_flags("b11:rB c12:r4 d12:b2 c11:b3"), no_bomb);
    check_refused(bomb, "b11b12", "bomb-flag");
    check_refused(bomb, "c12b12", "");
    const Game usual = game_of(with_flags("b11:rB c12:r4 d12:b2 c11:b3"));
    check_refused(usual, "b11b12", "");
  }
}

TEST_CASE("after the marshal's death the rule about the flag follows what is public") {
  // Blue's marshal dies on a bomb; then the flag at b12 is open and d12 may be attacked.
  Game game = game_of(with_flags("c12:r9 a6:rB a7:b9 d12:b2 e2:r3 c9:b4"));
  check_refused(game, "c12d12", "marshal-flag");
  play(game, {"a6a7"});
  CHECK(game.position().shown_flag(Side::kBlue) == point_of("b12"));
  CHECK(game.position().shown_flag(Side::kRed) == kNowhere);
  play(game, {"c9c10"});
  check_refused(game, "c12b12", "marshal-flag");
  check_refused(game, "c12d12", "");
}

TEST_CASE("reveal_flag off: nothing is shown when a marshal falls") {
  Options options;
  options.reveal_flag = false;
  Game game = game_of(with_flags("a6:rB a7:b9 e2:r3 c9:b4"), options);
  play(game, {"a6a7"});
  CHECK(game.position().shown_flag(Side::kBlue) == kNowhere);
}

TEST_CASE("both marshals fall: both flags are shown") {
  Game game = game_of(with_flags("a6:r9 a7:b9 e2:r3 c9:b4"));
  const Account account = game.play(move_of("a6a7"), {});
  CHECK(account.how == Fight::kBoth);
  CHECK(account.flags == std::array<Point, 2>{point_of("b1"), point_of("b12")});
}

TEST_CASE("mine_survives: a mine stays after killing, or goes with what dies on it") {
  for (const bool survives : {true, false}) {
    Options options;
    options.mine_survives = survives;
    Game game = game_of(with_flags("a10:r5 a11:bM e10:rE e11:bM c9:b4 d12:bM"), options);
    play(game, {"a10a11"});
    CHECK(game.position().at(point_of("a10")).side == Side::kNone);
    CHECK((game.position().at(point_of("a11")).side == Side::kBlue) == survives);
    play(game, {"c9c8", "e10e11"});
    CHECK(game.position().at(point_of("e11")).side == Side::kRed);
  }
}

TEST_CASE("after_fight: nothing, the survivor's kind, or both kinds become public") {
  const std::string text = with_flags("a6:r5 a7:b4 c6:r3 c7:b6 e6:rB e7:b2 c9:b7 a2:r7");
  const auto shown = [](const Game& game, std::string_view at) {
    return game.position().at(point_of(at)).shown;
  };
  for (const AfterFight after : {AfterFight::kHidden, AfterFight::kSurvivor, AfterFight::kBoth}) {
    Options options;
    options.after_fight = after;
    Game won = game_of(text, options);
    const std::size_t fell = won.position().fallen_count();
    const Account account = won.play(move_of("a6a7"), {});
    CHECK(shown(won, "a7") == (after != AfterFight::kHidden));
    CHECK(account.defender_shown == (after == AfterFight::kBoth));
    CHECK(won.position().fallen(fell).shown == (after == AfterFight::kBoth));
    Game lost = game_of(text, options);
    lost.play(move_of("c6c7"), {});
    CHECK(shown(lost, "c7") == (after != AfterFight::kHidden));
    CHECK(lost.position().fallen(fell).shown == (after == AfterFight::kBoth));
    Game both = game_of(text, options);
    both.play(move_of("e6e7"), {});
    CHECK(both.position().fallen(fell).shown == (after == AfterFight::kBoth));
    CHECK(both.position().fallen(fell + 1).shown == (after == AfterFight::kBoth));
  }
}

TEST_CASE("marshal_enters_hq: whether the field marshal may enter a headquarters") {
  const std::string text = with_flags("c1:r9 c12:r5 c9:b4");
  check_refused(game_of(text), "c1d1", "");
  Options options;
  options.marshal_enters_hq = false;
  check_refused(game_of(text, options), "c1d1", "marshal-headquarters");
  check_refused(game_of(text, options), "c12d12", "");
}

TEST_CASE("empty_hq_reveals: an attack on the headquarters without the flag shows the flag") {
  const std::string text = with_flags("c12:r4 d12:b2 e12:r3 e11:bM c9:b4");
  Options options;
  options.empty_hq_reveals = true;
  for (const std::string_view attack : {"c12d12", "e12d12"}) {
    Game off = game_of(text);
    play(off, {attack});
    CHECK(off.position().shown_flag(Side::kBlue) == kNowhere);
    Game on = game_of(text, options);
    play(on, {attack});
    CHECK(on.position().shown_flag(Side::kBlue) == point_of("b12"));
  }
  // A foe's piece that stands stuck in one's own headquarters is no reason.
  Game own = game_of(with_flags("c12:b4 d12:r2 c9:b3 a2:r3", "blue"), options);
  play(own, {"c12d12"});
  CHECK(own.position().shown_flag(Side::kRed) == kNowhere);
  CHECK(own.position().shown_flag(Side::kBlue) == kNowhere);
}

TEST_CASE(
    "no_fight_limit: a draw after so many plies without a fight, from the first fight on, and a notice") {
  const auto shuffle = [](Game& game, int plies) {
    for (int ply = 0; ply < plies; ++ply) {
      const std::array<std::string_view, 4> tour{"a2a3", "e11e10", "a3a2", "e10e11"};
      const Move move = move_of(tour[static_cast<std::size_t>(ply) % 4]);
      REQUIRE_FALSE(game.refuse(game.turn(), move));
      game.play(move, {});
    }
  };
  const std::string text = with_flags("a2:r5 e11:b5 c6:r4 c7:b3 d12:bM");
  Options options;
  options.repetition_draw = false;
  Game never = game_of(text, options);
  shuffle(never, 200);
  CHECK_FALSE(never.over());  // there was no fight yet
  CHECK(never.outcome().plies_left == 0);

  for (const int limit : {60, 30, 1}) {
    options.no_fight_limit = limit;
    Game game = game_of(with_flags("a2:r5 e11:b5 c6:r4 c7:b3 d12:bM", "blue"), options);
    play(game, {"c7c6"});  // lost: the count begins
    for (int quiet = 0; quiet < limit; ++quiet) {
      CHECK_FALSE(game.over());
      const int left = limit - quiet;
      CHECK(game.outcome().plies_left == (left <= 20 ? left : 0));
      shuffle(game, 0);
      const std::array<std::string_view, 4> tour{"a2a3", "e11e10", "a3a2", "e10e11"};
      game.play(move_of(tour[static_cast<std::size_t>(quiet) % 4]), {});
    }
    CHECK(game.over());
    CHECK(reason(game) == "no-progress");
    CHECK_FALSE(game.outcome().winner);
  }
  options.no_fight_limit = 0;
  Game unlimited = game_of(with_flags("a2:r5 e11:b5 c6:r4 c7:b3 d12:bM", "blue"), options);
  play(unlimited, {"c7c6"});
  shuffle(unlimited, 400);
  CHECK_FALSE(unlimited.over());
}

TEST_CASE("a fight begins the count anew") {
  Options options;
  options.no_fight_limit = 4;
  Game game = game_of(with_flags("a2:r5 e11:b5 c6:r4 c7:b3 e6:r4 e7:b3 d12:bM"), options);
  play(game, {"c6c7", "e11e10", "a2a3", "e10e9"});
  CHECK(game.outcome().plies_left == 1);
  play(game, {"e6e7"});
  CHECK(game.outcome().plies_left == 4);
}

TEST_CASE("repetition_draw: the third occurrence of a position as everybody sees it") {
  for (const bool draws : {true, false}) {
    Options options;
    options.repetition_draw = draws;
    Game game = game_of(with_flags("a3:r5 e10:b5 d12:bM"), options);
    play(game, {"a3a2", "e10e11", "a2a3", "e11e10"});
    CHECK(game.outcome().repeated == draws);
    CHECK_FALSE(game.over());
    play(game, {"a3a2", "e10e11", "a2a3", "e11e10"});
    CHECK(game.over() == draws);
    CHECK(reason(game) == (draws ? "repetition" : ""));
  }
}

TEST_CASE("the same pieces on the same points are the same position, whether they have moved or not") {
  // What may be a mine until it moves: c2 in Red's two back rows.
  Game game = game_of(with_flags("c2:r5 e10:b5 d12:bM"));
  const std::uint64_t known = game.key(kEverybody);
  play(game, {"c2d2", "e10e11", "d2c2", "e11e10"});
  CHECK(game.key(kEverybody) != known);  // everybody knows now that it is no mine
  CHECK(game.outcome().repeated);
  play(game, {"c2d2", "e10e11", "d2c2", "e11e10"});
  CHECK(reason(game) == "repetition");
  CHECK(explain(game) == R"({"kind":"repetition","cycle":{"first":1,"last":8,"occurrences":[0,4,8]}})");

  // From the set-up on: two pieces go out and come back twice.
  Game whole = game_of_layouts(kSampleLayout, kSampleLayout, {});
  for (int round = 0; round < 2; ++round) {
    CHECK_FALSE(whole.over());
    play(whole, {"a5b5", "e8d8", "b5a5", "d8e8"});
  }
  CHECK(reason(whole) == "repetition");
  for (const Knower knower : {Knower::kRed, Knower::kBlue, Knower::kPublic}) {
    Game partial({}, knower, kNoSeed);
    for (const std::size_t seat : {0, 1}) {
      const bool own = partial.needs_layout(seat);
      partial.set_up(seat, own ? std::optional(layout_of(kSampleLayout)) : std::nullopt);
    }
    for (int round = 0; round < 2; ++round)
      play(partial, {"a5b5", "e8d8", "b5a5", "d8e8"});
    CHECK(reason(partial) == "repetition");
  }
}

TEST_CASE("pieces that everybody can tell apart make another position when they change places") {
  const auto change_places = [](Game& game, bool back) {
    if (back)
      play(game, {"d2c2", "a9a8", "c2d2", "b9a9", "d2c2", "a8b8", "c2d2", "b8b9"});
    else
      play(game, {"d2c2", "b9b8", "c2d2", "a9b9", "d2c2", "b8a8", "c2d2", "a8a9"});
  };
  // Nothing is known of either piece: a third time is a third time, whichever stands where.
  Game alike = game_of(with_flags("d2:r3 a9:b5 b9:b4 d12:bM"));
  change_places(alike, false);
  CHECK(alike.outcome().repeated);
  change_places(alike, true);
  CHECK(reason(alike) == "repetition");
  // One of them has won a fight and cannot be an engineer; the other can.
  Game apart = game_of(with_flags("c6:r2 d2:r3 e2:r4 a9:b5 c7:b4 d12:bM", "blue"));
  play(apart, {"c7c6", "e2e3", "c6c7", "e3e2", "c7c8", "e2e3", "c8c9", "e3e2", "c9b9"});
  const std::uint64_t before = apart.repetition_key();
  change_places(apart, false);
  CHECK(apart.repetition_key() != before);
  CHECK_FALSE(apart.outcome().repeated);
  change_places(apart, true);
  CHECK(apart.repetition_key() == before);
  CHECK(apart.outcome().repeated);
}

TEST_CASE("the flag taken wins at once") {
  Game game = game_of(with_flags("a12:r4 c12:rB c9:b4"));
  play(game, {"a12b12"});
  CHECK(game.over());
  CHECK(reason(game) == "flag-captured");
  CHECK(game.outcome().winner == 0);
  CHECK(game.refuse(1, move_of("c9c8"))->id == "ended");
  std::vector<Move> moves;
  CHECK(game.legal(moves));
  CHECK(moves.empty());

  Game bomb = game_of(with_flags("a12:r4 c12:rB c9:b4"));
  play(bomb, {"c12b12"});
  CHECK(reason(bomb) == "flag-captured");
}

TEST_CASE("who has no move left loses: nothing that moves, or nothing that can") {
  // Blue's last piece that moves falls.
  Game fell = game_of(with_flags("a6:r5 a7:b4 a12:bM c2:r3"));
  play(fell, {"a6a7"});
  CHECK(reason(fell) == "no-moves");
  CHECK(fell.outcome().winner == 0);
  // Blue's last piece that moves went into a headquarters.
  Game locked = game_of(with_flags("a2:r5 e12:b4 c2:r3", "blue"));
  play(locked, {"e12d12", "a2a3"});
  CHECK(reason(locked) == "no-moves");
  CHECK(locked.outcome().winner == 0);
}

TEST_CASE("the count goes before the loss for want of moves: everybody sees it") {
  Options options;
  options.no_fight_limit = 1;
  const std::string board = board_of("b1:rF b12:bF a2:r5 e12:b4 c2:r3 d11:bM");
  Game game = game_of(board + " blue rb 0 40 ~", options);
  play(game, {"e12d12"});
  CHECK(reason(game) == "no-progress");
}

TEST_CASE("an explanation names the plies of a repetition, the limit, or the pieces that are stuck") {
  Game game = game_of(with_flags("a3:r5 e10:b5 d12:bM"));
  CHECK(explain(game).empty());
  for (int round = 0; round < 2; ++round)
    play(game, {"a3a2", "e10e11", "a2a3", "e11e10"});
  CHECK(explain(game) == R"({"kind":"repetition","cycle":{"first":1,"last":8,"occurrences":[0,4,8]}})");
  Options options;
  options.no_fight_limit = 1;
  Game limit = game_of(with_flags("a6:r5 a7:b4 c9:b3 c2:r3"), options);
  play(limit, {"a6a7", "c9c10"});
  CHECK(explain(limit) == R"({"kind":"limit"})");
  Game stuck = game_of(with_flags("a6:r5 a7:b4 a12:bM c2:r3"));
  play(stuck, {"a6a7"});
  CHECK(explain(stuck) == R"({"kind":"stalemate","stuck":["a12","b12"]})");
  Game taken = game_of(with_flags("a12:r4 c9:b4"));
  play(taken, {"a12b12"});
  CHECK(explain(taken).empty());
}

TEST_CASE("first = lot: chance says who begins") {
  Options options;
  options.first = First::kLot;
  for (const std::size_t drawn : {0, 1}) {
    Game game = game_of_layouts(kSampleLayout, kSampleLayout, options);
    CHECK(game.phase() == Phase::kLot);
    CHECK(game.draws() == 2);
    CHECK(game.refuse(0, move_of("a6a7"))->id == "draw-owed");
    game.draw(drawn);
    CHECK(game.turn() == drawn);
    CHECK(game.phase() == Phase::kPlay);
  }
  CHECK(game_of_layouts(kSampleLayout, kSampleLayout, {}).turn() == 0);
}

TEST_CASE("before the set-up nothing moves") {
  const Game game({}, Knower::kEverything, kNoSeed);
  CHECK(game.refuse(0, move_of("a6a7"))->id == "set-up-owed");
}

}  // namespace qitai::junqi
