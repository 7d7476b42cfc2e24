// Xiangqi: moves as text. Coordinates ("h2e2": files a-i from Red's left, ranks 0-9 from Red's side, as ICCS
// has them) and the Chinese file notation (纵线: 炮二平五).
#pragma once

#include <string>
#include <string_view>

#include "xiangqi/moves.hpp"
#include "xiangqi/position.hpp"

namespace qitai::xiangqi {

// "h2".
[[nodiscard]] std::string write_point(Square at);
// "h2e2".
[[nodiscard]] std::string write_coordinates(Move move);
// Reads h2e2, h2-e2, H2-E2 and the like; false if it is nothing of the kind. Says nothing about the rules.
[[nodiscard]] bool read_coordinates(std::string_view text, Move& move);

enum class Script { kSimplified, kTraditional };

// A playable move of the side to move in Chinese: four characters, each legal move of a position another
// text. Red's numbers are 一…九; Black's １…９ (simplified) or 1…9 (traditional). Two of a kind on one file:
// 前 后; three soldiers: 前 中 后; four, five, or two files with several soldiers: 一…五 from the mover's
// right, front to back.
[[nodiscard]] std::string write_chinese(const Position& position, Move move, Script script);

enum class ReadResult {
  kRead,
  kNotThis,     // no text of this notation
  kNoSuchMove,  // well written, but no man can move so
  kAmbiguous,   // several could
};

// Reads a Chinese move of the side to move in any of the writings in use: either script and either side's
// characters, any digits, 后 or 後; soldiers by 前 中 后, by 一…五, with their file (前兵四平五) or by it
// alone (前四平五). Legal moves are tried first, then playable ones.
[[nodiscard]] ReadResult read_chinese(const Position& position, std::string_view text, Move& move);

}  // namespace qitai::xiangqi
