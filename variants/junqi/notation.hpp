// Junqi: positions and moves as text.
//
// A position is six fields with a blank between:
//
//   BOARD TURN SEATS QUIET PLIES FALLEN
//
//   BOARD   the rows from 12 (Blue's back row) to 1, '/' between them, in each the points from a to e: '.' or
//   a
//           piece. A piece is r or b and a letter 9 8 7 6 5 4 3 2 E B M F, or '?' where its kind is hidden
//           from whoever the text is for; then, each if it applies and in this order,
//             !      its kind is public (hidden mode; in the others every kind is)
//             *      it has moved since the set-up
//             (…)    the letters of what the public holds possible of it
//             […]    the letters of what the other side holds possible of it, where the text may tell
//           '?' alone is a piece that lies face down in the flip game.
//           Without (…) a piece that has not moved may be what the rules of the set-up allow on its point,
//           one that has moved any that moves; without […] the other side holds possible what the public
//           does.
//   TURN    "red" or "blue": the seat on turn; "setup" while a seat has no pieces yet; "lot" before the lot
//   for
//           the first move; "red:c3" while chance turns c3 over for Red
//   SEATS   the colours of the seats red and blue: "rb", in the flip game also "br" or "--" (not settled)
//   QUIET   plies since the last fight (flip game: capture or turn), '-' if there was no fight yet
//   PLIES   plies played
//   FALLEN  the pieces that fell, first to last, one after another, without '*'; '-' if none did; '~' if it
//   is
//           not told: then what is missing on the board fell
//
// What is written reads back to the same state but for the positions that stood before.
//
// Moves are coordinates, "a6a7", a piece turned over "a6", or in Chinese characters: the columns 甲…戊 for a
// to e, the rows 一…十二: 甲六至甲七, in a fight 甲六攻甲七, turned over 翻甲六. Ranks never stand in a move:
// they may be hidden.
#pragma once

#include <qitai/texts.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "junqi/rules.hpp"

namespace qitai::junqi {

// The position as this state knows it.
[[nodiscard]] std::string write_position(const Game& game);
// As a viewer (a seat or kEverybody) may know it: what a state of that viewer would write.
[[nodiscard]] std::string write_position(const Game& game, std::size_t viewer);

// Reads a position from bytes of any origin. What `knower` may not know is left out. Nothing and `error`
// filled where it is refused; ids: position-empty, position-row-count, position-row-length, position-letter,
// position-colour, position-mark, position-kinds, position-turn, position-seats, position-quiet,
// position-plies, position-fallen, position-trailing, piece-count, side-count, flag-missing, flag-place,
// mine-place, hidden-kind, face-down-mode, shown-unknown, set-up-begun, turning-point.
[[nodiscard]] std::optional<Game> read_position(std::string_view text, const Options& options, Knower knower,
                                                std::span<const std::uint8_t, 32> seed,
                                                sdk::TextError& error);

// "c3".
[[nodiscard]] std::string write_point(Point at);

// In the order of the description's notations.
enum class Notation : std::uint8_t { kCoordinates, kChinese };
// `fight`: an enemy stands on move.to.
[[nodiscard]] std::string write_move(Move move, bool fight, Notation notation);
// Reads one notation, or any of them; whether the rules allow the move is another question. False: no move is
// written so.
[[nodiscard]] bool read_move(std::string_view text, std::optional<Notation> notation, Move& move);

}  // namespace qitai::junqi
