// Xiangqi: moves as text. Coordinates ("h2e2": files a-i from Red's left, ranks 0-9 from Red's side, as ICCS
// has them), the Chinese file notation (纵线: 炮二平五) and the same in letters (WXF: C2.5).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "xiangqi/moves.hpp"
#include "xiangqi/naming.hpp"
#include "xiangqi/position.hpp"

namespace qitai::xiangqi {

// In the order of the description's notations.
enum class Notation : std::uint8_t { kChinese, kChineseTraditional, kWxf, kIccs, kUci };
inline constexpr std::size_t kNotations = 5;

// A playable move of the side to move; every one of a position has another text.
[[nodiscard]] std::string write_move(const Position& position, Move move, Notation notation);
// Reads one notation: both Chinese ones are read alike, and so are ICCS and UCI. Whether the rules allow the
// move is another question.
[[nodiscard]] ReadResult read_move(const Position& position, std::string_view text, Notation notation,
                                   Move& move);
// Reads any of them.
[[nodiscard]] ReadResult read_move(const Position& position, std::string_view text, Move& move);

// "h2".
[[nodiscard]] std::string write_point(Square at);
// "h2e2".
[[nodiscard]] std::string write_coordinates(Move move);
// "H2-E2".
[[nodiscard]] std::string write_iccs(Move move);
// Reads h2e2, h2-e2, H2-E2 and the like; false if it is nothing of the kind. Ranks from 1 to 10, which some
// engines write, are not read: their h3e3 would be another move here.
[[nodiscard]] bool read_coordinates(std::string_view text, Move& move);

enum class Script { kSimplified, kTraditional };

// Four characters. Red's numbers are 一…九; Black's １…９ (simplified) or 1…9 (traditional). Two of a kind on
// one file: 前 后; three soldiers: 前 中 后; four, five, or two files with several soldiers: 一…五 from the
// mover's right, front to back.
[[nodiscard]] std::string write_chinese(const Position& position, Move move, Script script);

// Any of the writings in use: either script and either side's characters, any digits, 后 or 後; soldiers by
// 前 中 后, by 一…五, with their file (前兵四平五) or by it alone (前四平五).
[[nodiscard]] ReadResult read_chinese(const Position& position, std::string_view text, Move& move);

// Four letters: K A E H R C P and the file, "+" forward, "-" back, "." sideways, the number: H2+3. Two of a
// kind on one file: "+" front, "-" rear in the place of the file: C+.5. More soldiers on a file, or two files
// with several: the place from the front and the file, without a letter: 15+1.
[[nodiscard]] std::string write_wxf(const Position& position, Move move);

// Also "=" for ".", B or M for E, N for H, G for K, S for P, small letters, and the place before the letter
// (+C.5).
[[nodiscard]] ReadResult read_wxf(const Position& position, std::string_view text, Move& move);

}  // namespace qitai::xiangqi
