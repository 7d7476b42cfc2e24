// Position texts (FEN) and the board itself.
#include <algorithm>

#include "variants/chess/common.hpp"

namespace qitai::chess {

TEST_CASE("the initial array reads and writes as itself") {
  CHECK(write_fen(setup_of(kInitialText)) == kInitialText);
  CHECK(write_fen({Position::initial(), 0, 1}) == kInitialText);
}

TEST_CASE("rights, en passant and counters may be missing from the end") {
  for (const char* text : {"4k3/8/8/8/8/8/8/4K2R b", "4k3/8/8/8/8/8/8/4K2R b -", "4k3/8/8/8/8/8/8/4K2R b - -",
                           "  4k3/8/8/8/8/8/8/4K2R\tb - - 0\n", "4k3/8/8/8/8/8/8/4K2R b - - 0 0"})
    CHECK(write_fen(setup_of(text)) == "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
  CHECK(write_fen(setup_of("4k3/8/8/8/8/8/8/4K2R w K - 17 42")) == "4k3/8/8/8/8/8/8/4K2R w K - 17 42");
}

TEST_CASE("every position text of the tables is read, and read again as it is written") {
  for (const testing::Row& row : testing::read_table("chess_perft.tsv")) {
    INFO(row.at("fen"));
    const bool chess960 = is_chess960(row);
    const Setup setup = setup_of(row.at("fen"), chess960);
    CHECK(setup.position.inconsistency().empty());
    const std::string written = write_fen(setup);
    const Setup again = setup_of(written, chess960);
    CHECK(again.position.same_as(setup.position));
    CHECK(again.position.key() == setup.position.key());
    CHECK(write_fen(again) == written);
  }
}

TEST_CASE("Chess960: X-FEN and Shredder-FEN name the same rooks, the inner one by its file") {
  const char* board = "1r1k1r2/8/8/8/8/8/8/1R1K1R2 w ";
  const Setup x_fen = setup_of(std::string(board) + "KQkq - 0 1", true);
  CHECK(setup_of(std::string(board) + "FBfb - 0 1", true).position.same_as(x_fen.position));
  CHECK(write_fen(x_fen) == std::string(board) + "KQkq - 0 1");
  // Two rooks right of the king: K is the outer one.
  const Setup outer = setup_of("3k4/8/8/8/8/8/8/3K1R1R w K - 0 1", true);
  CHECK(outer.position.board().castling == bit(square(7, 0)));
  const Setup inner = setup_of("3k4/8/8/8/8/8/8/3K1R1R w F - 0 1", true);
  CHECK(inner.position.board().castling == bit(square(5, 0)));
  CHECK(write_fen(inner) == "3k4/8/8/8/8/8/8/3K1R1R w F - 0 1");
  Setup setup;
  TextError error;
  CHECK_FALSE(read_fen("3k4/8/8/8/8/8/8/3K1R1R w KF - 0 1", true, setup, error));
  CHECK(error.id == "castling-repeated");
  CHECK_FALSE(read_fen("3k4/8/8/8/8/8/3K4/5R1R w F - 0 1", true, setup, error));
  CHECK(error.id == "castling-king");
  CHECK_FALSE(read_fen("3k4/8/8/8/8/8/8/3K1R1R w G - 0 1", true, setup, error));
  CHECK(error.id == "castling-rook");
}

TEST_CASE("an en passant square without a pawn beside it is dropped, one with it is kept") {
  CHECK(write_fen(setup_of("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1")) == "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1");
  CHECK(write_fen(setup_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")) == "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
}

TEST_CASE("malformed position texts are refused by id with a sentence") {
  const auto rows = testing::read_table("chess_malformed_fen.tsv");
  CHECK(rows.size() >= 60);
  for (const testing::Row& row : rows) {
    INFO(row.at("text") << " (" << row.at("note") << ")");
    Setup setup;
    TextError error;
    CHECK_FALSE(read_fen(testing::unescape(row.at("text")), false, setup, error));
    CHECK(error.id == row.at("id"));
    CHECK(error.message.size() > 10);
    CHECK((error.message.empty() || error.message.back() == '.'));
    CHECK(
        std::all_of(error.message.begin(), error.message.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  }
}

TEST_CASE("position texts of any bytes and length neither crash nor leave a bad position") {
  std::mt19937_64 random(7);
  Setup setup;
  TextError error;
  for (const char c : {'8', 'k', '/', ' ', '\0', '\xFF'})
    CHECK_FALSE(read_fen(std::string(1'000'000, c), false, setup, error));
  CHECK_FALSE(read_fen(std::string(kInitialText) + std::string(1'000'000, '7'), false, setup, error));
  for (int i = 0; i < 20'000; ++i) {
    std::string text(i % 2 == 0 ? kInitialText
                                : "rnb1kbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3");
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
          text.insert(at, 1, "kqrbnpKQRBNP12345678/ wb-aAhH"[random() % 29]);
      }
    }
    const bool chess960 = i % 3 == 0;
    if (!read_fen(text, chess960, setup, error)) continue;
    INFO(text);
    CHECK(setup.position.inconsistency().empty());
    const Setup again = setup_of(write_fen(setup), chess960);
    CHECK(again.position.same_as(setup.position));
    CHECK(again.position.key() == setup.position.key());
  }
}

TEST_CASE("make and unmake keep every redundant part, in any order of play") {
  for (const bool chess960 : {false, true}) {
    for (std::uint64_t seed = 1; seed < 9; ++seed) {
      std::mt19937_64 random(seed);
      Setup setup =
          setup_of(chess960 ? "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
                            : "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                   chess960);
      Position& position = setup.position;
      std::vector<Position> before;
      std::vector<std::pair<Move, Undo>> made;
      for (int step = 0; step < 400; ++step) {
        MoveList list;
        legal_moves(position, list);
        if (random() % 3 != 0 && !list.empty()) {
          const Move move = list[random() % list.size()];
          before.push_back(position);
          made.emplace_back(move, position.make(move));
        } else if (!made.empty()) {
          position.unmake(made.back().first, made.back().second);
          CHECK(position.same_as(before.back()));
          CHECK(position.key() == before.back().key());
          CHECK(position.board() == before.back().board());
          made.pop_back();
          before.pop_back();
        }
        REQUIRE(position.inconsistency() == "");
      }
    }
  }
}

TEST_CASE("keys tell sides, castling rights and a legal en passant capture apart (FIDE 9.2.3)") {
  const auto key = [](const char* fen) { return setup_of(fen).position.key(); };
  CHECK(key("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1") != key("4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1"));
  CHECK(key("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1") != key("4k3/8/8/8/8/8/8/R3K2R w K - 0 1"));
  CHECK(key("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1") != key("4k3/8/8/8/8/8/8/R3K2R w K - 0 1"));
  CHECK(key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") != key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
  CHECK(key("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1") == key("4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"));
  // The capturing pawn is pinned.
  CHECK(key("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1") == key("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
  CHECK(setup_of("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
            .position.same_as(setup_of("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1").position));
}

}  // namespace qitai::chess
