// Our legal moves and counts against those of Stockfish.
#include "variants/engine.hpp"

#include <map>
#include <memory>

#include "variants/chess/common.hpp"

namespace qitai::chess {
namespace {

constexpr const char* kEngine = "/usr/games/stockfish";
#ifdef QITAI_LONG
constexpr int kGames = 1000;
#else
constexpr int kGames = 25;
#endif
// Every so many plies the engine is asked; an odd number sees both sides.
constexpr std::size_t kEvery = 5;

std::map<std::string, std::uint64_t> our_division(const Position& position, int depth) {
  std::map<std::string, std::uint64_t> parts;
  for (const Division& part : divide(position, depth))
    parts[write_coordinates(part.move)] = part.nodes;
  return parts;
}

// The engine, or a word why the test says nothing.
std::unique_ptr<testing::Engine> open_engine(bool chess960) {
  auto engine = testing::Engine::open(kEngine);
  if (engine == nullptr)
    WARN("skipped: " << kEngine << " is not installed (Debian package stockfish)");
  else if (chess960)
    engine->send("setoption name UCI_Chess960 value true");
  return engine;
}

void compare_games(bool chess960, int games, std::string_view fen) {
  const auto engine = open_engine(chess960);
  if (engine == nullptr) return;
  std::size_t asked = 0;
  for (int game = 0; game < games; ++game) {
    random_game(
        static_cast<std::uint64_t>(game) + 1, 250,
        [&](const Game& now) {
          if (now.plies().size() % kEvery != 0) return;
          const std::string text = write_fen(now.setup());
          ++asked;
          INFO(text);
          CHECK(our_division(now.position(), 1) == engine->divide(text, 1));
        },
        fen, Options{false, chess960});
  }
  CHECK(asked > static_cast<std::size_t>(games) * 10);
}

}  // namespace

TEST_CASE("divide equals Stockfish's, move by move") {
  const auto engine = open_engine(false);
  if (engine == nullptr) return;
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"})
    CHECK(our_division(setup_of(fen).position, 3) == engine->divide(fen, 3));
}

TEST_CASE("legal moves equal Stockfish's in random games") {
  compare_games(false, kGames, kInitialText);
}

TEST_CASE("legal moves equal Stockfish's in random games of Chess960") {
  compare_games(true, kGames / 5, "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1");
}

}  // namespace qitai::chess
