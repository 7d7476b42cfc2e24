// Our legal moves against those of Fairy-Stockfish at positions of random games.
#include <algorithm>

#include "variants/engine.hpp"
#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {
namespace {

constexpr const char* kEngine = "/usr/games/fairy-stockfish";
#ifdef QITAI_LONG
constexpr int kGames = 1000;
#else
constexpr int kGames = 25;
#endif
// Every so many plies the engine is asked; an odd number sees both sides.
constexpr std::size_t kEvery = 5;

// The engine counts ranks from 1 to 10.
std::string engine_text(Move move) {
  std::string text;
  for (const Square at : {move.from, move.to}) {
    text += write_point(at).substr(0, 1);
    text += std::to_string(rank_of(at) + 1);
  }
  return text;
}

}  // namespace

TEST_CASE("legal moves equal Fairy-Stockfish's in random games") {
  const auto engine = testing::Engine::open(kEngine);
  if (engine == nullptr) {
    WARN("skipped: " << kEngine << " is not installed (Debian package fairy-stockfish)");
    return;
  }
  engine->send("setoption name UCI_Variant value xiangqi");
  std::size_t asked = 0;
  for (int game = 0; game < kGames; ++game) {
    random_game(static_cast<std::uint64_t>(game) + 1, 200, [&](const Game& now) {
      if (now.plies().size() % kEvery != 0) return;
      MoveList list;
      now.legal(list);
      std::vector<std::string> ours;
      for (const Move move : list)
        ours.push_back(engine_text(move));
      std::sort(ours.begin(), ours.end());
      const std::string fen = write_fen(now.setup());
      const std::vector<std::string> theirs = engine->moves(fen);
      ++asked;
      if (ours != theirs) {
        INFO(fen);
        CHECK(ours == theirs);
      }
    });
  }
  CHECK(asked > static_cast<std::size_t>(kGames) * 10);
}

}  // namespace qitai::xiangqi
