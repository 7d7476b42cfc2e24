// Ends of a game by the table of endings: FIDE Laws 5.2.2, 6.9, 9.2, 9.3, 9.6.
#include "variants/chess/common.hpp"

namespace qitai::chess {
namespace {

std::string side_id(Side side) {
  return side == Side::kWhite ? "white" : "black";
}

std::string claims_of(const Game& game) {
  const Claims claims = game.claims();
  std::string text = claims.threefold.empty() ? "" : "threefold";
  if (claims.fifty_move) text += text.empty() ? "fifty-move" : " fifty-move";
  return text;
}

}  // namespace

TEST_CASE("every row of the table of endings ends as it says") {
  for (const testing::Row& row : testing::read_table("chess_endings.tsv")) {
    INFO(row.at("id") << " " << row.at("fen") << " " << row.at("moves") << ": " << row.at("note"));
    if (row.at("status") == "refused") {
      Setup setup;
      TextError error;
      CHECK_FALSE(read_fen(row.at("fen"), false, setup, error));
      CHECK(error.id == row.at("reason"));
      continue;
    }
    Game game = game_of(row.at("fen"));
    play_all(game, row.at("moves"));
    Outcome outcome = game.outcome();
    if (!outcome.over && !row.at("flag").empty()) {
      const Side flagged = row.at("flag") == "white" ? Side::kWhite : Side::kBlack;
      outcome = {true, other(flagged), "time"};
      if (!can_mate(game.position(), other(flagged))) outcome = {true, std::nullopt, "time-without-material"};
    }
    CHECK((outcome.over ? outcome.winner ? "win" : "draw" : "ongoing") == row.at("status"));
    CHECK((outcome.winner ? side_id(*outcome.winner) : "") == row.at("winner"));
    CHECK(outcome.reason == row.at("reason"));
    if (!outcome.over) CHECK(claims_of(game) == row.at("claims"));
    if (outcome.over && row.at("flag").empty()) {
      MoveList list;
      game.legal(list);
      CHECK(list.empty());
    }
  }
}

TEST_CASE("dead positions are recognized from either side and with the board turned over") {
  for (const testing::Row& row : testing::read_table("chess_endings.tsv")) {
    if (row.at("reason") != "dead-position" || !row.at("moves").empty()) continue;
    INFO(row.at("id"));
    const Position original = setup_of(row.at("fen")).position;
    Position turned;
    for (int at = 0; at < kSquares; ++at) {
      const auto here = static_cast<Square>(at);
      const Cell man = original.cell(here);
      if (man != kEmpty) turned.put(other(side_of(man)), kind_of(man), static_cast<Square>(at ^ 56));
    }
    turned.set_side_to_move(other(original.side_to_move()));
    CHECK(dead_position(turned) == dead_position(original));
    CHECK(dead_position(turned) != Dead::kNo);
  }
}

TEST_CASE("what can still be mated is not dead: random games never end so while a mate is found") {
  // Positions one ply before a mate, turned up by random play.
  int mates = 0;
  for (std::uint64_t seed = 1; seed < 200; ++seed) {
    random_game(seed, 300, [&](const Game& game) {
      MoveList list;
      game.legal(list);
      for (const Move move : list) {
        Position after = game.position();
        after.make(move);
        if (!in_check(after, after.side_to_move()) || count_legal_moves(after) != 0) continue;
        ++mates;
        CHECK(dead_position(game.position()) == Dead::kNo);
        CHECK(can_mate(game.position(), game.position().side_to_move()));
        break;
      }
    });
  }
  CHECK(mates > 20);
}

TEST_CASE("material that mates only with help: a knight needs a man to block, a bishop one off its colour") {
  struct Case {
    const char* fen;
    bool white_can;
  };
  // Counts of mate positions by exhaustion: B v R 0, B v Q 0, N v Q 0, N v R 8, B v N 8, B v B 112 on
  // opposite colours, N v P 8, NN v bare king 240.
  for (const Case each :
       {Case{"7k/8/8/8/8/8/1r6/KB6 w - - 0 1", false}, Case{"7k/8/8/8/8/3q4/8/KB6 w - - 0 1", false},
        Case{"7k/8/8/8/8/8/1r6/3KN3 b - - 0 1", true}, Case{"7k/6p1/8/8/8/8/8/KN6 w - - 0 1", true},
        Case{"7k/6n1/8/8/8/8/8/KB6 w - - 0 1", true}, Case{"6bk/8/8/8/8/8/8/KB6 w - - 0 1", false},
        Case{"5b1k/8/8/8/8/8/8/KB6 w - - 0 1", true}, Case{"7k/8/8/8/8/8/8/KNN5 w - - 0 1", true},
        Case{"7k/8/8/8/8/8/8/K7 w - - 0 1", false}, Case{"7k/8/8/8/8/8/8/KR6 w - - 0 1", true}}) {
    INFO(each.fen);
    CHECK(can_mate(setup_of(each.fen).position, Side::kWhite) == each.white_can);
  }
}

}  // namespace qitai::chess
