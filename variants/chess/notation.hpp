// Chess: moves as text. Coordinates as UCI has them ("e2e4", "e7e8q"), short algebraic notation (FIDE
// appendix C, SAN: "Nf3", "exd6", "O-O"), the same with figurines, and long algebraic notation ("Ng1-f3").
#pragma once

#include <string>
#include <string_view>

#include "chess/moves.hpp"
#include "chess/position.hpp"

namespace qitai::chess {

// "e2e4", "e7e8q"; castling "e1g1", under Chess960 king takes rook ("e1h1").
[[nodiscard]] std::string write_coordinates(Move move);
// Reads e2e4, E2-E4, e7e8q, e7e8=Q and the like; false if it is nothing of the kind. Says nothing about the
// rules.
[[nodiscard]] bool read_coordinates(std::string_view text, Move& move);

enum class Style { kShort, kFigurine, kLong };

// A playable move of the side to move; each legal move of a position another text. Check is +, mate #.
[[nodiscard]] std::string write_algebraic(const Position& position, Move move, Style style);

enum class ReadResult {
  kRead,
  kNotThis,           // no text of this notation
  kNoSuchMove,        // well written, but no man can move so
  kAmbiguous,         // several could
  kPromotionMissing,  // a pawn reaches the last rank and nothing says what it becomes
  kNoCastling,        // king or rook are not where they castle from
};

// Reads an algebraic move of the side to move, short or long, with letters or figurines: signs for capture,
// check and mate may be missing or wrong, castling may be written with zeros, "e.p.", "!" and "?" behind it
// are passed over. Legal moves are tried first, then playable ones. Castling is read where king and rook
// stand for it, be it playable or not.
[[nodiscard]] ReadResult read_algebraic(const Position& position, std::string_view text, Move& move);

}  // namespace qitai::chess
