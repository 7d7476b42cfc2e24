// Chess: a game. The position with its history, what is refused and why, and how a game ends (FIDE Laws
// 5, 6.9 and 9).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/dead.hpp"
#include "chess/moves.hpp"
#include "chess/position.hpp"

namespace qitai::chess {

struct Options {
  // Threefold repetition and fifty moves end the game by themselves instead of by a claim.
  bool automatic = false;
  bool chess960 = false;
};

// FIDE 9.2, 9.3, 9.6: occurrences of a position; plies without capture or pawn move.
inline constexpr int kClaimOccurrences = 3;
inline constexpr int kLastOccurrence = 5;
inline constexpr int kClaimQuietPlies = 100;
inline constexpr int kLastQuietPly = 150;

// Why a move is refused. Ids: ended, no-such-point, empty, not-your-piece, not-a-move-of-that-piece,
// own-piece-there, blocked, backwards, pawn-blocked, pawn-two-steps, pawn-captures-only, no-en-passant,
// promotion-missing, promotion-kind, not-a-promotion, castling-king-moved, castling-rook-moved,
// castling-lost, castling-blocked, castling-out-of-check, castling-through-check, castling-into-check,
// into-check, pinned, check-unanswered.
struct Refusal {
  std::string_view id;
  // What stands in the way: the men between, the attackers, the squares attacked.
  std::array<Square, 16> points{};
  std::size_t count = 0;
};

// Reasons: checkmate, king-captured, stalemate, dead-position, repetition, perpetual-check-draw, fivefold,
// fifty-move, seventy-five-move.
struct Outcome {
  bool over = false;
  std::optional<Side> winner;  // none while the game goes on and after a draw
  std::string_view reason;     // empty while the game goes on
};

// What the side to move may claim as a draw.
struct Claims {
  std::string_view threefold;  // reason of the draw (repetition or perpetual-check-draw); empty: none
  bool fifty_move = false;
};

// How the position stands among those before it, and whether that ends the game.
struct Standing {
  int quiet = 0;        // plies since the last capture or pawn move
  int occurrences = 1;  // of this position, this one counted
  Dead dead = Dead::kNo;
  bool searched = false;  // since the last capture or pawn move, for a dead position
  bool stopped = false;   // a king was taken, or a draw without a claim
  bool check = false;     // of the side to move
  // The other side is not in check. Else the last ply was illegal, and its king may be taken.
  bool normal = true;
};

// One ply as it was played.
struct Ply {
  Move move;
  Undo undo;          // undo.key is the key of the position before the move
  Cell man = kEmpty;  // who moved; a pawn that promoted is a pawn
  bool legal = false;
  Standing before;
};

class Game {
 public:
  explicit Game(const Setup& start, Options options = {});

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const Setup& start() const { return start_; }
  [[nodiscard]] Options options() const { return options_; }
  [[nodiscard]] const std::vector<Ply>& plies() const { return plies_; }
  [[nodiscard]] const Standing& standing() const { return standing_; }
  // The position with its counters as write_fen takes them (each at most kMaxCounter).
  [[nodiscard]] Setup setup() const;

  // No move is possible any more although there may be men to move. (Mate and stalemate leave no legal move
  // anyway.)
  [[nodiscard]] bool stopped() const { return standing_.stopped; }

  // The moves of the side to move, sorted; none when the game is over.
  void legal(MoveList& out) const;
  // The same to a place with room for MoveList::kRoom; the place behind the last is answered.
  [[nodiscard]] Move* legal(Move* out) const;
  void playable(MoveList& out) const;

  // Why the side to move may not move so; nothing if it is legal. Any value of move.
  [[nodiscard]] std::optional<Refusal> refuse(Move move) const;

  // Plays a move that a man can make, legal or not. False, and nothing has changed, if no man can make it or
  // the game is over.
  bool play(Move move);
  // Takes the last ply back; false at the start.
  bool undo();

  [[nodiscard]] Outcome outcome() const;
  // What may be claimed while the game goes on.
  [[nodiscard]] Claims claims() const;

  // The plies after which the present position stood on the board, ascending, the last is now; 0: the start.
  [[nodiscard]] std::vector<std::size_t> occurrences() const;
  // Whether one side checked with every move since the first of them.
  [[nodiscard]] bool perpetual_check() const;

 private:
  void look();
  // Calls visit(number of plies) for each earlier time that this position stood, latest first.
  template <class Visit>
  void each_earlier(Visit&& visit) const;

  Setup start_;
  Options options_;
  Position position_;
  Standing standing_;
  std::vector<Ply> plies_;
};

}  // namespace qitai::chess
