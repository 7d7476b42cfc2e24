// Xiangqi: the walker of the bot's search (qitai/search.h): a position with the keys of its past, without the
// reasons and counts that a game keeps.
#pragma once

#include <qitai/search.hpp>

#include <cstdint>
#include <vector>

#include "xiangqi/rules.hpp"

namespace qitai::xiangqi {

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
  // What was before a move or a pass, and what came of it.
  struct Past {
    Move move;  // from == to == kNowhere: a pass
    Undo undo;
    QuietCount quiet;
    bool check = false;         // it attacks the other general
    bool irreversible = false;  // it took something, or was no move
  };
  [[nodiscard]] bool repeats(bool& we_lose, bool& they_lose) const;

  Position position_;
  int natural_limit_ = 0;
  QuietCount quiet_;
  std::vector<Past> past_;
};

}  // namespace qitai::xiangqi
