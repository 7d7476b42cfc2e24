// The verdicts on repeated positions.
#include <sstream>

#include "variants/xiangqi/common.hpp"

namespace qitai::xiangqi {
namespace {

Game play_until_over(std::string_view fen, const std::string& moves, Options options) {
  Game game = game_of(fen, options);
  std::istringstream words(moves);
  std::string word;
  while (words >> word && !game.over()) {
    INFO(word);
    REQUIRE_FALSE(game.refuse(move_of(word)).has_value());
    REQUIRE(game.play(move_of(word)));
  }
  return game;
}

std::string verdict_of(const Outcome& outcome) {
  if (!outcome.over) return "none";
  if (!outcome.winner) return "draw";
  return *outcome.winner == Side::kRed ? "black_loses" : "red_loses";
}

}  // namespace

TEST_CASE("AXF: the diagrams of the rules and other published cases") {
  for (const auto& row : testing::read_table("xiangqi_repetition.tsv")) {
    if (row.at("axf").empty() || !row.at("not_held").empty()) continue;
    const Game game =
        play_until_over(row.at("fen"), row.at("moves"), {Repetition::kAxf, Options{}.natural_limit});
    const Outcome outcome = game.outcome();
    INFO(row.at("id") << " " << row.at("category") << ": " << outcome.reason);
    CHECK(verdict_of(outcome) == row.at("axf"));
  }
}

}  // namespace qitai::xiangqi
