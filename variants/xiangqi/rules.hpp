// Xiangqi: a game. The position with its history, what is refused and why, and how a game ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "xiangqi/cycle.hpp"
#include "xiangqi/moves.hpp"
#include "xiangqi/occurrences.hpp"
#include "xiangqi/ply.hpp"
#include "xiangqi/position.hpp"

namespace qitai::xiangqi {

struct Options {
  // What becomes of a position that stands for the third time.
  Repetition repetition = Repetition::kAxf;
  // 自然限着: a draw after so many plies without capture; 0: never.
  int natural_limit = 120;
};
// The time of standing at which a position is judged; the one before carries a warning. The first position
// counts.
inline constexpr int kJudgedTime = 3;
inline constexpr int kMaxNaturalLimit = 1000;
// Of each side's checks since the last capture so many count towards the natural limit.
inline constexpr int kCountedChecks = 10;

// Why a move is refused. Ids: ended, no-such-point, empty, not-your-piece, not-a-move-of-that-piece,
// own-piece-there, outside-palace, across-river, backwards, sideways-before-river, horse-leg, elephant-eye,
// blocked, no-screen, too-many-screens, facing, into-check, check-unanswered.
struct Refusal {
  std::string_view id;
  // What stands in the way: the leg, the eye, the men between, the attackers, the generals.
  std::array<Square, kSlots> points{};
  std::size_t count = 0;
};

// Reasons: checkmate, stalemate-loss (困毙), king-captured, natural-move-limit, those of Verdict (cycle.hpp).
struct Outcome {
  bool over = false;
  std::optional<Side> winner;  // none while the game goes on and after a draw
  std::string_view reason;     // empty while the game goes on
  // While it goes on, the position having come for the second time: what comes at the third.
  std::optional<Verdict> warning;
};

// A position that stands at least for the second time, by the numbers of plies after which it stood.
struct Repeat {
  std::vector<std::size_t> places;  // ascending, the last is now
  Stretch stretch;                  // from the first of them to the last
};

class Game {
 public:
  explicit Game(const Setup& start, Options options = {});

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const Setup& start() const { return start_; }
  [[nodiscard]] Options options() const { return options_; }
  [[nodiscard]] const std::vector<Ply>& plies() const { return plies_; }
  // The position with its counters as write_fen takes them (each at most kMaxCounter).
  [[nodiscard]] Setup setup() const;
  [[nodiscard]] const QuietCount& quiet() const { return quiet_; }

  // No move is possible any more although there may be men to move: a general was taken, the natural limit
  // reached, or the position stands for the third time. (Mate and 困毙 leave no legal move anyway.)
  [[nodiscard]] bool stopped() const;

  // The moves of the side to move, sorted by from, then to; none when the game is over.
  void legal(MoveList& out) const;
  void playable(MoveList& out) const;

  // Why the side to move may not move so; nothing if it is legal. Any value of move.
  [[nodiscard]] std::optional<Refusal> refuse(Move move) const;

  // Plays a move that a man can make, legal or not. False, and nothing has changed, if no man can make it or
  // the game is over.
  bool play(Move move);
  // Takes the last ply back; false at the start.
  bool undo();

  // Whether it is over, without the reason: cheap, as every move asks for it.
  [[nodiscard]] bool over() const;
  [[nodiscard]] Outcome outcome() const;

  // What the repetition rules judge; nothing while the position stands for the first time.
  [[nodiscard]] std::optional<Repeat> repeat() const;

 private:
  [[nodiscard]] Verdict verdict() const;

  Setup start_;
  Options options_;
  Position position_;
  QuietCount quiet_;
  std::vector<Ply> plies_;
  Occurrences places_;
  // What was found out about the plies played, and the verdict on the position that stands now. A game is
  // used by one thread at a time.
  mutable Findings findings_;
  mutable std::optional<Verdict> verdict_;
};

}  // namespace qitai::xiangqi
