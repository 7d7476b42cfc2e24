// Moves as text: coordinates, SAN, figurines and long algebraic, against the table of written moves.
#include <set>

#include "variants/chess/common.hpp"

namespace qitai::chess {
namespace {

constexpr Style kStyles[] = {Style::kShort, Style::kFigurine, Style::kLong};

[[maybe_unused]] void reads_as(const Position& position, const std::string& text, const std::string& move) {
  INFO(write_fen({position, 0, 1}) << " " << text);
  Move read{};
  CHECK(read_algebraic(position, text, read) == ReadResult::kRead);
  CHECK(write_coordinates(read) == move);
}

// Every move of a position has a text of its own that reads back; the number of moves.
std::size_t check_all(const Position& position, bool playable) {
  MoveList list;
  playable ? playable_moves(position, list) : legal_moves(position, list);
  for (const Style style : kStyles) {
    std::set<std::string> texts;
    for (const Move move : list) {
      const std::string text = write_algebraic(position, move, style);
      Move read{};
      if (!texts.insert(text).second || read_algebraic(position, text, read) != ReadResult::kRead ||
          !(read == move))
        FAIL(write_fen({position, 0, 1}) << " " << text << " " << write_coordinates(move));
    }
  }
  for (const Move move : list) {
    Move read{};
    if (!read_coordinates(write_coordinates(move), read) || !(read == move))
      FAIL(write_fen({position, 0, 1}) << " " << write_coordinates(move));
  }
  return list.size();
}

}  // namespace

#ifndef QITAI_LONG

TEST_CASE("coordinates in all writings") {
  for (const char* text : {"e7e8q", "E7E8Q", "e7-e8q", "E7-E8=Q", "e7e8=q"}) {
    Move move{};
    INFO(text);
    REQUIRE(read_coordinates(text, move));
    CHECK(write_coordinates(move) == "e7e8q");
  }
  Move move{};
  REQUIRE(read_coordinates("e2e4", move));
  CHECK(write_coordinates(move) == "e2e4");
  for (const char* text :
       {"", "e2", "e2e", "i2e4", "e0e4", "e9e4", "e2e4qq", "e2e4=", "e2--e4", "e2 e4", "e2e4x"})
    CHECK_FALSE(read_coordinates(text, move));
  CHECK_FALSE(read_coordinates(std::string_view("e2e\0", 4), move));
}

TEST_CASE("SAN equals the table's and reads back") {
  for (const testing::Row& row : testing::read_table("chess_san.tsv")) {
    INFO(row.at("fen") << " " << row.at("note"));
    const Setup setup = setup_of(row.at("fen"));
    const Move move = move_of(row.at("uci"));
    CHECK(write_algebraic(setup.position, move, Style::kShort) == row.at("san"));
    reads_as(setup.position, row.at("san"), row.at("uci"));
  }
}

TEST_CASE("figurines and long algebraic") {
  const Position start = Position::initial();
  CHECK(write_algebraic(start, move_of("g1f3"), Style::kFigurine) == "♘f3");
  CHECK(write_algebraic(start, move_of("g1f3"), Style::kLong) == "Ng1-f3");
  CHECK(write_algebraic(start, move_of("e2e4"), Style::kFigurine) == "e4");
  CHECK(write_algebraic(start, move_of("e2e4"), Style::kLong) == "e2-e4");
  const Position promotion = setup_of("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").position;
  CHECK(write_algebraic(promotion, move_of("a7b8q"), Style::kFigurine) == "axb8=♕+");
  CHECK(write_algebraic(promotion, move_of("a7b8q"), Style::kLong) == "a7xb8=Q+");
  const Position black = setup_of("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1").position;
  CHECK(write_algebraic(black, move_of("e8c8"), Style::kLong) == "O-O-O");
  CHECK(write_algebraic(black, move_of("a8a1"), Style::kFigurine) == "♖a1+");
}

TEST_CASE("the reader takes the writings in use") {
  const Position start = Position::initial();
  for (const char* text : {"Nf3", "Nf3!?", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "♘f3", "♞f3", "Nf3+", " Nf3 "})
    reads_as(start, text, "g1f3");
  for (const char* text : {"e4", "e2e4", "e2-e4", "Pe4", "♙e4", "e4!"})
    reads_as(start, text, "e2e4");
  const Position passed = setup_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").position;
  for (const char* text : {"exd6", "exd6 e.p.", "exd6e.p.", "ed6", "e5xd6", "e:d6", "exd6ep"})
    reads_as(passed, text, "e5d6");
  const Position castling = setup_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").position;
  for (const char* text : {"O-O", "0-0", "o-o", "O-O!", "O-O+"})
    reads_as(castling, text, "e1g1");
  for (const char* text : {"O-O-O", "0-0-0", "0-0-0#"})
    reads_as(castling, text, "e1c1");
  const Position promotion = setup_of("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").position;
  for (const char* text : {"a8=Q+", "a8Q", "a8(Q)", "a8/Q", "a8=q", "a8=♕", "a7-a8=Q"})
    reads_as(promotion, text, "a7a8q");
  reads_as(promotion, "a8=N", "a7a8n");
  // A pinned knight does not make the other one ambiguous, but its own illegal move can be written.
  const Position pinned = setup_of("4k3/4r3/8/8/8/8/4N3/4K1N1 w - - 0 1").position;
  reads_as(pinned, "Nf3", "g1f3");
  reads_as(pinned, "Nc3", "e2c3");
  const Position free =
      setup_of("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", true).position;
  Move move{};
  CHECK(read_algebraic(free, "O-O-O", move) == ReadResult::kRead);
  CHECK(write_coordinates(move) == "g1f1");
}

TEST_CASE("what is no move, no possible one or not one only") {
  const Position start = Position::initial();
  Move move{};
  for (const testing::Row& row : testing::read_table("chess_malformed_moves.tsv")) {
    INFO(row.at("text") << " (" << row.at("note") << ")");
    const std::string text = testing::unescape(row.at("text"));
    if (row.at("id") == "move-text") CHECK(read_algebraic(start, text, move) == ReadResult::kNotThis);
    if (row.at("id") == "no-such-move") CHECK(read_algebraic(start, text, move) == ReadResult::kNoSuchMove);
  }
  CHECK(read_algebraic(start, std::string(100'000, 'N'), move) == ReadResult::kNotThis);
  const Position two = setup_of("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").position;
  CHECK(read_algebraic(two, "Nd2", move) == ReadResult::kAmbiguous);
  const Position promotion = setup_of("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").position;
  CHECK(read_algebraic(promotion, "a8", move) == ReadResult::kPromotionMissing);
  const Position away = setup_of("4k3/8/8/8/8/8/4K3/8 w - - 0 1").position;
  CHECK(read_algebraic(away, "O-O", move) == ReadResult::kNoCastling);
}

TEST_CASE("texts of any bytes are read or refused, never more") {
  std::mt19937_64 random(11);
  const Position position =
      setup_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").position;
  for (int i = 0; i < 50'000; ++i) {
    std::string text;
    for (std::uint64_t n = random() % 9; n > 0; --n)
      text += random() % 8 == 0 ? static_cast<char>(random() % 256)
                                : "KQRBNPabcdefgh12345678xO0-=+#(). "[random() % 33];
    Move move{};
    if (read_algebraic(position, text, move) == ReadResult::kRead) {
      CHECK(move.from < kSquares);
      CHECK(move.to < kSquares);
    }
    (void)read_coordinates(text, move);
  }
}

TEST_CASE("every legal and every playable move of random positions has a text of its own that reads back") {
  for (std::uint64_t seed = 300; seed < 306; ++seed) {
    random_game(seed, 250, [&](const Game& game) {
      if (game.plies().size() % 3 != 0) return;
      check_all(game.position(), false);
      check_all(game.position(), true);
    });
  }
  // Many queens and knights on open boards.
  for (const char* fen :
       {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "4k3/8/2N1N3/1N3N2/8/1N3N2/2N1N3/4K3 w - - 0 1", "q2q3q/8/8/q3k2q/8/8/1q6/6KR b - - 0 1"})
    check_all(setup_of(fen).position, true);
  for (const testing::Row& row : testing::read_table("chess_perft.tsv")) {
    if (is_chess960(row)) check_all(setup_of(row.at("fen"), true).position, false);
  }
}

#else

TEST_CASE("a million moves of random play are written and read back in every notation") {
  std::size_t moves = 0;
  for (std::uint64_t seed = 1; moves < 1'000'000; ++seed)
    random_game(seed, 300, [&](const Game& game) { moves += check_all(game.position(), false); });
}

#endif

}  // namespace qitai::chess
