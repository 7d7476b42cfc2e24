// What the xiangqi tests share.
#pragma once

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <string_view>

#include "variants/table.hpp"
#include "xiangqi/notation.hpp"
#include "xiangqi/rules.hpp"

namespace qitai::xiangqi {

inline Setup setup_of(std::string_view fen) {
  Setup setup;
  TextError error;
  INFO("FEN " << fen);
  const bool read = read_fen(fen, setup, error);
  INFO(error.id << ": " << error.message);
  REQUIRE(read);
  return setup;
}

inline Game game_of(std::string_view fen, Options options = {}) {
  return Game(setup_of(fen), options);
}

inline Move move_of(std::string_view coordinates) {
  Move move;
  REQUIRE(read_coordinates(coordinates, move));
  return move;
}

// Plays a line of legal moves given as coordinates.
inline void play_all(Game& game, std::initializer_list<const char*> moves) {
  for (const char* move : moves) {
    INFO(move);
    REQUIRE_FALSE(game.refuse(move_of(move)).has_value());
    REQUIRE(game.play(move_of(move)));
  }
}

// Plays random legal moves from the initial position and calls visit(game) before each, until the game is
// over or `plies` are played.
template <class Visit>
void random_game(std::uint64_t seed, int plies, Visit&& visit) {
  std::mt19937_64 random(seed);
  Game game(setup_of(kInitialText));
  for (int ply = 0; ply < plies; ++ply) {
    MoveList list;
    game.legal(list);
    if (list.empty()) return;
    visit(game);
    game.play(list[random() % list.size()]);
  }
}

}  // namespace qitai::xiangqi
