// Chess: the walker of the bot's search (qitai/search.h): a position with the keys of its past, without the
// reasons and counts that a game keeps.
#pragma once

#include <qitai/search.hpp>

#include <cstdint>
#include <vector>

#include "chess/rules.hpp"

namespace qitai::chess {

class Walker {
 public:
  explicit Walker(const Game& game);

  void steps(int which, sdk::List<qitai_step>& out) const;
  bool play(qitai_move value);
  void undo();
  void pass();
  [[nodiscard]] qitai_look look() const;
  [[nodiscard]] int evaluate() const;

 private:
  // What was before a move or a pass.
  struct Past {
    Move move{kNowhere, kNowhere, 0, 0};  // a pass, unless there is one
    Undo undo;
    int quiet = 0;
    bool irreversible = false;  // it took something, moved a pawn, or was no move
  };
  [[nodiscard]] bool repeats() const;
  [[nodiscard]] qitai_step step_of(Move move) const;

  Position position_;
  int quiet_ = 0;
  std::vector<Past> past_;
};

}  // namespace qitai::chess
