// What the junqi tests share that look inside.
#pragma once

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "junqi/layout.hpp"
#include "junqi/notation.hpp"
#include "junqi/rules.hpp"
#include "variants/table.hpp"

namespace qitai::junqi {

inline constexpr std::array<std::uint8_t, 32> kNoSeed{};
inline constexpr std::string_view kSampleLayout = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";

inline Point point_of(std::string_view name) {
  Move move;
  INFO(name);
  REQUIRE(read_move(name, Notation::kCoordinates, move));
  REQUIRE(move.to == kNowhere);
  return move.from;
}

inline Move move_of(std::string_view text) {
  Move move;
  INFO(text);
  REQUIRE(read_move(text, Notation::kCoordinates, move));
  return move;
}

inline Layout layout_of(std::string_view text) {
  Layout layout;
  sdk::TextError error;
  INFO(text);
  REQUIRE(parse_layout(text, layout, error));
  return layout;
}

// The board of a position text from a list such as "a1:r4 d12:bF".
inline std::string board_of(std::string_view pieces) {
  std::map<Point, std::string> cells;
  while (!pieces.empty()) {
    const std::string_view one = pieces.substr(0, pieces.find(' '));
    const std::size_t colon = one.find(':');
    cells[point_of(one.substr(0, colon))] = one.substr(colon + 1);
    pieces.remove_prefix(std::min(pieces.size(), one.size() + 1));
  }
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    for (int column = 0; column < kColumns; ++column) {
      const auto found = cells.find(point_at(column, row));
      text += found == cells.end() ? "." : found->second;
    }
    if (row != 0) text += '/';
  }
  return text;
}

// A whole position text: nobody has fought, the missing pieces fell.
inline std::string position_of(std::string_view pieces, std::string_view turn = "red") {
  return board_of(pieces) + " " + std::string(turn) + " rb - 0 ~";
}

inline Game game_of(std::string_view position, const Options& options = {},
                    Knower knower = Knower::kEverything) {
  sdk::TextError error;
  INFO("position " << position);
  std::optional<Game> game = read_position(position, options, knower, kNoSeed, error);
  INFO(error.id << ": " << error.message);
  REQUIRE(game);
  return *game;
}

inline Game game_of_layouts(std::string_view red, std::string_view blue, const Options& options) {
  Game game(options, Knower::kEverything, kNoSeed);
  game.set_up(0, layout_of(red));
  game.set_up(1, layout_of(blue));
  return game;
}

// Options of the counts in data/junqi_perft.tsv: everything open, any piece takes the flag, no draws.
inline Options counting_options() {
  Options options;
  options.mode = Mode::kOpen;
  options.flag_taker = FlagTaker::kAny;
  options.no_fight_limit = 0;
  options.repetition_draw = false;
  return options;
}

inline std::string refusal_of(const Game& game, std::string_view move) {
  const std::optional<Refusal> refusal = game.refuse(game.turn(), move_of(move));
  return refusal ? std::string(refusal->id) : std::string();
}

inline bool lists(const Game& game, std::string_view text) {
  std::vector<Move> moves;
  REQUIRE(game.legal(moves));
  return std::find(moves.begin(), moves.end(), move_of(text)) != moves.end();
}

// A move is refused with this id if and only if legal() does not list it.
inline void check_refused(const Game& game, std::string_view text, std::string_view id) {
  INFO(text);
  CHECK(refusal_of(game, text) == id);
  CHECK(lists(game, text) == id.empty());
}

}  // namespace qitai::junqi
