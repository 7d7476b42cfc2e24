// Ends of a game, claims, repetition, illegal moves that were played, explanations.
#include <algorithm>
#include <map>

#include "chess/explain.hpp"
#include "variants/chess/common.hpp"

namespace qitai::chess {
namespace {

void check_end(const Game& game, std::optional<Side> winner, std::string_view reason) {
  const Outcome outcome = game.outcome();
  CHECK(outcome.over);
  CHECK(outcome.winner == winner);
  CHECK(outcome.reason == reason);
  MoveList list;
  game.legal(list);
  CHECK(list.empty());
}

const std::string kRound = "g1f3 g8f6 f3g1 f6g8 ";
const char* const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("checkmate ends the game (5.1.1), stalemate draws it (5.2.1)") {
  Game mate = game_of(kStart);
  play_all(mate, "f2f3 e7e5 g2g4 d8h4");
  check_end(mate, Side::kBlack, "checkmate");
  CHECK_FALSE(mate.play(move_of("e1f2")));
  REQUIRE(mate.refuse(move_of("a2a3")).has_value());
  CHECK(mate.refuse(move_of("a2a3"))->id == "ended");
  Game stalemate = game_of("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
  play_all(stalemate, "g5g6");
  check_end(stalemate, std::nullopt, "stalemate");
}

TEST_CASE("threefold is claimed by the side to move, fivefold ends the game (9.2, 9.6.1)") {
  Game game = game_of(kStart);
  play_all(game, kRound);
  CHECK(game.claims().threefold.empty());
  CHECK(game.standing().occurrences == 2);
  play_all(game, kRound);
  CHECK(game.claims().threefold == "repetition");
  CHECK(game.occurrences() == std::vector<std::size_t>{0, 4, 8});
  CHECK_FALSE(game.outcome().over);
  play_all(game, kRound + kRound);
  check_end(game, std::nullopt, "fivefold");
  CHECK_FALSE(game.play(move_of("g1f3")));
  REQUIRE(game.undo());
  CHECK_FALSE(game.outcome().over);
  CHECK(game.standing().occurrences == 4);
}

TEST_CASE("with automatic claims the third occurrence and the hundredth quiet ply end the game") {
  const Options automatic{true, false};
  Game repeated(setup_of(kStart), automatic);
  play_all(repeated, kRound + kRound);
  check_end(repeated, std::nullopt, "repetition");
  Game quiet(setup_of("7k/8/5K2/8/8/8/8/R7 w - - 99 80"), automatic);
  play_all(quiet, "a1a2");
  check_end(quiet, std::nullopt, "fifty-move");
  Game mated(setup_of("6k1/8/6K1/8/8/8/8/R7 w - - 99 80"), automatic);
  play_all(mated, "a1a8");
  check_end(mated, Side::kWhite, "checkmate");
}

TEST_CASE("a right to capture en passant that was there at first makes another position (9.2.3)") {
  Game game = game_of("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1");
  play_all(game, "a2a4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1");
  CHECK(game.standing().occurrences == 2);
  CHECK(game.claims().threefold.empty());
}

TEST_CASE("a repetition in which one side checks with every move is a perpetual check") {
  Game game = game_of("6k1/6p1/8/7Q/8/8/5rrP/7K w - - 0 1");
  play_all(game, "h5e8 g8h7 e8h5 h7g8 h5e8 g8h7 e8h5 h7g8");
  CHECK(game.claims().threefold == "perpetual-check-draw");
  play_all(game, "h5e8 g8h7 e8h5 h7g8 h5e8 g8h7 e8h5 h7g8");
  check_end(game, std::nullopt, "perpetual-check-draw");
}

TEST_CASE("fifty moves are claimed, seventy-five end the game, mate comes first (9.3, 9.6.2)") {
  Game claim = game_of("7k/8/5K2/8/8/8/8/R7 w - - 99 80");
  CHECK_FALSE(claim.claims().fifty_move);
  play_all(claim, "a1a2");
  CHECK(claim.claims().fifty_move);
  Game last = game_of("7k/8/5K2/8/8/8/8/R7 w - - 149 120");
  play_all(last, "a1a2");
  check_end(last, std::nullopt, "seventy-five-move");
  Game mate = game_of("6k1/8/6K1/8/8/8/8/R7 w - - 149 120");
  play_all(mate, "a1a8");
  check_end(mate, Side::kWhite, "checkmate");
}

TEST_CASE("an illegal move may be played, taking the king then ends the game") {
  Game game = game_of("4r1k1/8/8/8/8/8/4B3/R3K3 w Q - 0 1");
  REQUIRE(game.refuse(move_of("e2d3")).has_value());
  CHECK(game.refuse(move_of("e2d3"))->id == "pinned");
  REQUIRE(game.play(move_of("e2d3")));
  CHECK_FALSE(game.plies().back().legal);
  CHECK_FALSE(game.outcome().over);
  REQUIRE_FALSE(game.refuse(move_of("e8e1")).has_value());
  REQUIRE(game.play(move_of("e8e1")));
  check_end(game, Side::kBlack, "king-captured");
  CHECK(game.position().inconsistency().empty());
  CHECK(write_fen(game.setup()) == "6k1/8/8/8/8/3B4/8/R3r3 w - - 0 2");
  MoveList list;
  game.playable(list);
  CHECK(list.empty());
  CHECK(game.undo());
  CHECK(game.undo());
  CHECK_FALSE(game.undo());
  CHECK(game.position().same_as(game.start().position));
}

TEST_CASE("a king that steps next to the other may be taken, though two kings alone would be dead") {
  Game game = game_of("8/8/8/3k4/8/3K3P/8/8 w - - 0 1");
  REQUIRE(game.play(move_of("d3d4")));
  CHECK_FALSE(game.outcome().over);
  REQUIRE(game.play(move_of("d5d4")));
  check_end(game, Side::kBlack, "king-captured");
}

TEST_CASE("explanations name the rule, the cycle and what each ply did") {
  Game mate = game_of("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
  play_all(mate, "f7g7");
  CHECK(
      explain(mate) ==
      R"({"kind":"checkmate","rule":"fide-5-1-1","checks":[{"at":"h8","by":"g7"}],)"
      R"("flights":[{"at":"g7","guards":["g6"]},{"at":"h7","guards":["g6","g7"]},{"at":"g8","guards":["g7"]}]})");
  Game stalemate = game_of("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
  play_all(stalemate, "g5g6");
  CHECK(explain(stalemate) == R"({"kind":"stalemate","rule":"fide-5-2-1","stuck":["h8"]})");
  Game repeated = game_of(kStart);
  play_all(repeated, kRound);
  CHECK(explain(repeated).empty());
  play_all(repeated, kRound);
  CHECK(
      explain(repeated) ==
      R"({"kind":"repetition","rule":"fide-9-2","cycle":{"first":5,"last":8,"occurrences":[0,4,8]},"plies":[)"
      R"({"ply":5,"seat":"white","move":"g1f3","does":"idle"},{"ply":6,"seat":"black","move":"g8f6","does":"idle"},)"
      R"({"ply":7,"seat":"white","move":"f3g1","does":"idle"},{"ply":8,"seat":"black","move":"f6g8","does":"idle"}]})");
  CHECK(explain(game_of("8/8/4k3/8/8/3K4/8/8 w - - 0 1")) ==
        R"({"kind":"dead-position","rule":"fide-5-2-2","sentence":"dead-material"})");
  CHECK(explain(game_of("7k/8/5K2/8/8/8/8/R7 w - - 150 120")) ==
        R"({"kind":"limit","rule":"fide-9-6-2","limit":{"plies":150}})");
}

TEST_CASE("occurrences are those of the whole game, counted by position, side, castling and en passant") {
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    std::mt19937_64 random(seed);
    Game game = game_of("r3k2r/1p6/8/2p4P/3p4/8/P3P3/R3K2R w KQkq - 0 1");
    std::map<std::string, int> stood;
    for (int ply = 0; ply < 300 && !game.outcome().over; ++ply) {
      // A right en passant that is none does not count: the table's positions are the read ones' texts.
      Setup now = game.setup();
      MoveList list;
      game.legal(list);
      const bool taken = std::any_of(list.begin(), list.end(), [&](Move move) {
        return game.position().captured_by(move) != kNowhere && game.position().captured_by(move) != move.to;
      });
      std::string text = write_fen(now);
      for (int field = 0; field < 2 + (taken ? 0 : 1); ++field)
        text.erase(text.rfind(' '));
      CHECK(game.standing().occurrences == ++stood[text]);
      // Kings and rooks go to and fro, a pawn now and then.
      std::vector<Move> quiet;
      for (const Move move : list) {
        const Kind kind = kind_of(game.position().cell(move.from));
        if (kind != Kind::kPawn && game.position().captured_by(move) == kNowhere &&
            file_of(move.to) < 3 + ply % 3)
          quiet.push_back(move);
      }
      const bool any = quiet.empty() || random() % 20 == 0;
      game.play(any ? list[random() % list.size()]
                    : quiet[random() % std::min<std::size_t>(quiet.size(), 3)]);
    }
  }
}

}  // namespace qitai::chess
