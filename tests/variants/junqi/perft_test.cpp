// Counts of two other generators (data/junqi_perft.tsv): everything open, any piece takes the flag, whose
// taking ends a line.
#include "variants/junqi/common.hpp"

namespace qitai::junqi {
namespace {

std::uint64_t perft(const Game& game, int depth) {
  if (depth == 0) return 1;
  std::vector<Move> moves;
  REQUIRE(game.legal(moves));
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (const Move move : moves) {
    Game next = game;
    next.play(move, {});
    nodes += perft(next, depth - 1);
  }
  return nodes;
}

}  // namespace

TEST_CASE("perft equals other generators' counts") {
  int rows = 0;
  for (const testing::Row& row : testing::read_table("junqi_perft.tsv")) {
    INFO(row.at("id") << " depth " << row.at("depth"));
    const std::string& red = row.at("red_rows_front_to_back");
    const std::string& blue = row.at("blue_rows_front_to_back(own view)");
    const Options options = counting_options();
    const Game game = blue.empty() ? game_of(position_of(red, row.at("side")), options)
                                   : game_of_layouts(red, blue, options);
    CHECK(perft(game, std::stoi(row.at("depth"))) == std::stoull(row.at("nodes")));
    ++rows;
  }
  CHECK(rows == 33);
}

}  // namespace qitai::junqi
