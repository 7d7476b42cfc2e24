// Our legal moves and counts against those of Fairy-Stockfish.
#include "variants/engine.hpp"

#include <map>
#include <memory>

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

std::map<std::string, std::uint64_t> our_division(const Position& position, int depth) {
  Position copy = position;
  std::map<std::string, std::uint64_t> parts;
  for (const Division& part : divide(copy, depth))
    parts[engine_text(part.move)] = part.nodes;
  return parts;
}

// The engine, or a word why the test says nothing.
std::unique_ptr<testing::Engine> open_engine() {
  auto engine = testing::Engine::open(kEngine);
  if (engine == nullptr)
    WARN("skipped: " << kEngine << " is not installed (Debian package fairy-stockfish)");
  else
    engine->send("setoption name UCI_Variant value xiangqi");
  return engine;
}

}  // namespace

TEST_CASE("divide equals Fairy-Stockfish's, move by move") {
  const auto engine = open_engine();
  if (engine == nullptr) return;
  for (const char* fen : {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
                          "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
                          "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1"})
    CHECK(our_division(setup_of(fen).position, 3) == engine->divide(fen, 3));
}

TEST_CASE("legal moves equal Fairy-Stockfish's in random games") {
  const auto engine = open_engine();
  if (engine == nullptr) return;
  std::size_t asked = 0;
  for (int game = 0; game < kGames; ++game) {
    random_game(static_cast<std::uint64_t>(game) + 1, 200, [&](const Game& now) {
      if (now.plies().size() % kEvery != 0) return;
      const std::string fen = write_fen(now.setup());
      ++asked;
      INFO(fen);
      CHECK(our_division(now.position(), 1) == engine->divide(fen, 1));
    });
  }
  CHECK(asked > static_cast<std::size_t>(kGames) * 10);
}

}  // namespace qitai::xiangqi
