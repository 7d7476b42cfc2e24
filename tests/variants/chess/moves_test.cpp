// Lists of moves: order, legality, check; refusals by id and points.
#include <algorithm>
#include <bit>

#include "chess/attacks.hpp"
#include "chess/generator.hpp"
#include "variants/chess/common.hpp"

namespace qitai::chess {
namespace {

// Legality the slow way: make the move and ask who attacks the king.
std::vector<Move> legal_by_trial(const Position& position) {
  MoveList list;
  playable_moves(position, list);
  const Side us = position.side_to_move();
  std::vector<Move> legal;
  for (const Move move : list) {
    Position after = position;
    after.make(move);
    if (after.king(other(us)) == kNowhere || checkers(after, us) == 0) legal.push_back(move);
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
}

}  // namespace

TEST_CASE("legal moves are the playable ones after which nothing attacks the king, in order") {
  for (std::uint64_t seed = 100; seed < 110; ++seed)
    random_game(seed, 200, [](const Game& game) { compare_lists(game.position()); });
  for (const testing::Row& row : testing::read_table("chess_perft.tsv"))
    compare_lists(setup_of(row.at("fen"), is_chess960(row)).position);
}

TEST_CASE("lists hold in positions that only illegal moves reach") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::mt19937_64 random(seed);
    Position position =
        setup_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").position;
    for (int ply = 0; ply < 200; ++ply) {
      if (position.king(Side::kWhite) == kNowhere || position.king(Side::kBlack) == kNowhere) break;
      compare_lists(position);
      MoveList list;
      playable_moves(position, list);
      if (list.empty()) break;
      position.make(list[random() % list.size()]);
      REQUIRE(position.inconsistency() == "");
    }
  }
}

TEST_CASE("without its king a side has no moves, and the other has all of its own") {
  Position position = setup_of("3k4/8/8/8/8/8/8/3RK3 b - - 0 1").position;
  position.make(move_of("d8d7"));
  position.make(move_of("d1d7"));
  MoveList list;
  legal_moves(position, list);
  CHECK(list.empty());
  playable_moves(position, list);
  CHECK(list.empty());
  CHECK(count_legal_moves(position) == 0);
  CHECK_FALSE(in_check(position, Side::kBlack));
  CHECK_FALSE(is_playable(position, move_of("d8d7")));
}

TEST_CASE("the most legal moves a position can have fit, 218 of them") {
  // Petrovic 1964, the known maximum.
  const Position position = setup_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").position;
  MoveList list;
  legal_moves(position, list);
  CHECK(list.size() == 218);
}

TEST_CASE("each generator counts and lists as the others do") {
  make_magic_sliders();
  std::vector<const Engine*> engines{&kPlainEngine};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt") != 0) engines.push_back(&kPopcountEngine);
  if (__builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("avx2") != 0) {
    make_pext_sliders();
    engines.push_back(&kPextEngine);
    if (__builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vbmi2") != 0)
      engines.push_back(&kAvx512Engine);
  }
#endif
  for (const testing::Row& row : testing::read_table("chess_perft.tsv")) {
    const std::uint64_t nodes = std::stoull(row.at("nodes"));
    if (nodes > 200'000) continue;
    const Setup setup = setup_of(row.at("fen"), is_chess960(row));
    for (const Engine* engine : engines) {
      INFO(row.at("fen") << " depth " << row.at("depth"));
      MoveList expected;
      legal_moves(setup.position, expected);
      MoveList listed;
      listed.fill([&](Move* out) {
        return engine->list(setup.position.board(), setup.position.side_to_move(), is_chess960(row), out);
      });
      CHECK(listed.size() == expected.size());
      CHECK(std::equal(listed.begin(), listed.end(), expected.begin(), expected.end()));
      CHECK(engine->perft(setup.position.board(), setup.position.side_to_move(),
                          std::stoi(row.at("depth"))) == nodes);
    }
  }
}

TEST_CASE("sliders see as far as the first man in each direction") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20'000; ++i) {
    const Bits men = random() & random();
    const auto at = static_cast<Square>(random() % 64);
    Bits bishop = 0;
    Bits rook = 0;
    for (const auto step : detail::kBishopSteps)
      bishop |= detail::ray(at, step, men);
    for (const auto step : detail::kRookSteps)
      rook |= detail::ray(at, step, men);
    CHECK(attacks(Side::kWhite, Kind::kBishop, at, men) == bishop);
    CHECK(attacks(Side::kWhite, Kind::kRook, at, men) == rook);
    CHECK(attacks(Side::kBlack, Kind::kQueen, at, men) == (bishop | rook));
  }
}

TEST_CASE("refusals name the rule and the points") {
  for (const testing::Row& row : testing::read_table("chess_refusals.tsv")) {
    INFO(row.at("fen") << " " << row.at("move") << " (" << row.at("note") << ")");
    const Game game = game_of(row.at("fen"));
    const auto refusal = game.refuse(move_of(row.at("move")));
    REQUIRE(refusal.has_value());
    CHECK(refusal->id == row.at("id"));
    std::string points;
    for (std::size_t i = 0; i < refusal->count; ++i)
      points += (i > 0 ? " " : "") + write_square(refusal->points[i]);
    CHECK(points == row.at("points"));
  }
}

TEST_CASE("a king or rook that has moved and come back does not castle, and the refusal says which") {
  Game king = game_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  play_all(king, "e1e2 a8b8 e2e1 b8a8");
  REQUIRE(king.refuse(move_of("e1g1")).has_value());
  CHECK(king.refuse(move_of("e1g1"))->id == "castling-king-moved");
  Game rook = game_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  play_all(rook, "h1g1 e8e7 g1h1 e7e8");
  REQUIRE(rook.refuse(move_of("e1g1")).has_value());
  CHECK(rook.refuse(move_of("e1g1"))->id == "castling-rook-moved");
  CHECK_FALSE(rook.refuse(move_of("e1c1")).has_value());
  // En passant is over after one ply.
  Game passed = game_of("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
  play_all(passed, "d7d5 e1e2 e8e7");
  CHECK(passed.refuse(move_of("e5d6"))->id == "no-en-passant");
}

TEST_CASE("Chess960 castling bars: the rook's square names the move") {
  const Options options{false, true};
  // The a-side rook shields the king from b1's own rank.
  const Game shielded = game_of("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", options);
  REQUIRE(shielded.refuse(move_of("d1b1")).has_value());
  CHECK(shielded.refuse(move_of("d1b1"))->id == "castling-into-check");
  const Game blocked = game_of("4k3/8/8/8/8/8/8/1R1K1NR1 w GB - 0 1", options);
  CHECK(blocked.refuse(move_of("d1g1"))->id == "castling-blocked");
  CHECK_FALSE(blocked.refuse(move_of("d1b1")).has_value());
  // The king already stands on its target: only the rook moves.
  Game still = game_of("4k3/8/8/8/8/8/8/6KR w H - 0 1", options);
  play_all(still, "g1h1");
  CHECK(write_fen(still.setup()) == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

TEST_CASE("refuse, playable and legal agree on every pair of squares") {
  for (std::uint64_t seed = 200; seed < 203; ++seed) {
    random_game(seed, 160, [](const Game& game) {
      if (game.plies().size() % 40 != 10) return;
      MoveList legal;
      MoveList playable;
      game.legal(legal);
      game.playable(playable);
      for (int from = 0; from < 70; ++from) {
        for (int to = 0; to < 70; ++to) {
          for (int choice = 0; choice < 8; ++choice) {
            const Move move{static_cast<Square>(from), static_cast<Square>(to),
                            static_cast<std::uint8_t>(choice), 0};
            const auto refusal = game.refuse(move);
            if (refusal.has_value() == legal.contains(move) || (!refusal && !playable.contains(move)) ||
                (refusal && refusal->id.empty()) ||
                is_playable(game.position(), move) != playable.contains(move))
              FAIL(write_fen(game.setup()) << " " << from << " " << to << " " << choice);
          }
        }
      }
    });
  }
}

}  // namespace qitai::chess
