// What the chess tests share.
#pragma once

#include <catch2/catch.hpp>
#include <random>
#include <sstream>
#include <string>
#include <string_view>

#include "chess/notation.hpp"
#include "chess/rules.hpp"
#include "variants/table.hpp"

namespace qitai::chess {

inline Setup setup_of(std::string_view fen, bool chess960 = false) {
  Setup setup;
  TextError error;
  INFO("FEN " << fen);
  const bool read = read_fen(fen, chess960, setup, error);
  INFO(error.id << ": " << error.message);
  REQUIRE(read);
  return setup;
}

inline Game game_of(std::string_view fen, Options options = {}) {
  return Game(setup_of(fen, options.chess960), options);
}

inline Move move_of(std::string_view coordinates) {
  Move move{};
  REQUIRE(read_coordinates(coordinates, move));
  return move;
}

// Plays a line of legal moves given as coordinates, separated by spaces.
inline void play_all(Game& game, const std::string& moves) {
  std::istringstream words(moves);
  for (std::string move; words >> move;) {
    INFO(move);
    REQUIRE_FALSE(game.refuse(move_of(move)).has_value());
    REQUIRE(game.play(move_of(move)));
  }
}

// Whether a row of chess_perft.tsv castles as Chess960 does.
inline bool is_chess960(const testing::Row& row) {
  return row.at("set").find("chess960") != std::string::npos;
}

// Plays random legal moves and calls visit(game) before each, until the game is over or `plies` are played.
template <class Visit>
void random_game(std::uint64_t seed, int plies, Visit&& visit, std::string_view fen = kInitialText,
                 Options options = {}) {
  std::mt19937_64 random(seed);
  Game game(setup_of(fen, options.chess960), options);
  for (int ply = 0; ply < plies; ++ply) {
    MoveList list;
    game.legal(list);
    if (list.empty()) return;
    visit(game);
    game.play(list[random() % list.size()]);
  }
}

}  // namespace qitai::chess
