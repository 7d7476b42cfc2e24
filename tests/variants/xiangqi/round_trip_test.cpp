// Every playable move of a position has a text of its own in every notation, and it reads back to that move.
#include <set>

#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {
namespace {

#ifdef QITAI_LONG
constexpr std::size_t kMoves = 1'000'000;
#else
constexpr std::size_t kMoves = 8'000;
#endif

// How many moves were looked at.
std::size_t check_all(const Position& position) {
  MoveList list;
  playable_moves(position, list);
  for (std::size_t i = 0; i < kNotations; ++i) {
    const auto notation = static_cast<Notation>(i);
    std::set<std::string> texts;
    for (const Move move : list) {
      const std::string text = write_move(position, move, notation);
      Move read;
      Move read_by_any;
      if (!texts.insert(text).second || read_move(position, text, notation, read) != ReadResult::kRead ||
          read_move(position, text, read_by_any) != ReadResult::kRead || !(read == move) ||
          !(read_by_any == move))
        FAIL(write_fen({position, 0, 1}) << " " << text << " " << write_coordinates(move));
    }
  }
  return list.size();
}

}  // namespace

TEST_CASE("moves of random games read back in every notation") {
  std::size_t moves = 0;
  for (std::uint64_t seed = 300; moves < kMoves; ++seed) {
    random_game(seed, 300, [&](const Game& game) {
      if (game.plies().size() % 3 == 0) moves += check_all(game.position());
    });
  }
}

TEST_CASE("moves of soldiers crowded on few files read back in every notation") {
  std::mt19937_64 random(5);
  std::size_t moves = 0;
  for (int i = 0; moves < kMoves / 2; ++i) {
    Position position;
    position.put(Side::kRed, Kind::kGeneral, square(3, 0));
    position.put(Side::kBlack, Kind::kGeneral, square(5, 9));
    const bool red = i % 2 == 0;
    for (int n = 0; n < 5; ++n) {
      const int rank = static_cast<int>(random() % 5);
      position.put(red ? Side::kRed : Side::kBlack, Kind::kSoldier,
                   square(static_cast<int>(random() % 3) * 2, red ? 5 + rank : 4 - rank));
    }
    position.set_side_to_move(red ? Side::kRed : Side::kBlack);
    moves += check_all(position);
  }
}

}  // namespace qitai::xiangqi
