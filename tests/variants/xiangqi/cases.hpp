// Cases of repetition: a first position, the moves, the verdicts.
#pragma once

#include <sstream>

#include "variants/xiangqi/common.hpp"
#include "xiangqi/cycle.hpp"

namespace qitai::xiangqi {

// The tables' columns of kRepetitions.
inline constexpr std::array<std::string_view, 3> kColumns{"axf", "cxa2020", "simple"};

// Plays legal moves until the game is over: a line may go on past the third time of a position.
inline Game play_until_over(std::string_view fen, const std::string& moves, Repetition rules) {
  Game game = game_of(fen, {rules, Options{}.natural_limit});
  std::istringstream words(moves);
  std::string word;
  while (words >> word && !game.over()) {
    INFO(word);
    REQUIRE_FALSE(game.refuse(move_of(word)).has_value());
    REQUIRE(game.play(move_of(word)));
  }
  return game;
}

inline Game played(const testing::Row& row, Repetition rules) {
  return play_until_over(row.at("fen"), row.at("moves"), rules);
}

inline std::string verdict_of(const Outcome& outcome) {
  if (!outcome.over) return "none";
  if (!outcome.winner) return "draw";
  return *outcome.winner == Side::kRed ? "black_loses" : "red_loses";
}

// What each ply of the judged stretch counts as.
inline std::vector<Deed> deeds_of(const Game& game) {
  std::vector<Deed> deeds;
  const Repetition rules = game.options().repetition;
  Repeat repeat = game.repeat().value();
  const Verdict verdict = judge(repeat.stretch, rules);
  for (std::size_t i = repeat.stretch.first(); i < repeat.stretch.last(); ++i)
    deeds.push_back(deed(repeat.stretch, i, rules, verdict));
  return deeds;
}

// Left and right changed.
inline std::string mirror_fen(const std::string& fen) {
  std::istringstream words(fen);
  std::string board;
  std::string rest;
  words >> board;
  std::getline(words, rest);
  std::istringstream ranks(board);
  std::string out;
  for (std::string rank; std::getline(ranks, rank, '/');)
    out += (out.empty() ? "" : "/") + std::string(rank.rbegin(), rank.rend());
  return out + rest;
}

inline std::string mirror_moves(std::string moves) {
  for (char& c : moves) {
    if (c >= 'a' && c <= 'i') c = static_cast<char>('a' + 'i' - c);
  }
  return moves;
}

// Red and Black changed, the board turned upside down.
inline std::string swap_fen(const std::string& fen) {
  std::istringstream words(fen);
  std::string board;
  std::string side;
  words >> board >> side;
  std::istringstream ranks(board);
  std::string out;
  for (std::string rank; std::getline(ranks, rank, '/');)
    out = rank + (out.empty() ? "" : "/") + out;
  for (char& c : out) {
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
    else if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  }
  return out + (side == "b" ? " w" : " b");
}

inline std::string swap_moves(std::string moves) {
  for (char& c : moves) {
    if (c >= '0' && c <= '9') c = static_cast<char>('0' + '9' - c);
  }
  return moves;
}

}  // namespace qitai::xiangqi
