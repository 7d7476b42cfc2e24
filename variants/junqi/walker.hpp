// Junqi: the walker of a full game (qitai.search/1): plays moves and takes them back, without what anybody
// learns of them. In the flip game it draws once what lies face down, from the game's seed.
#pragma once

#include <qitai/search.h>
#include <qitai/values.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "junqi/evaluate.hpp"

namespace qitai::junqi {

class Walker {
 public:
  // Of a full game in which a seat is to move.
  explicit Walker(const Game& game);

  void steps(int which, sdk::List<qitai_step>& out) const;
  bool play(qitai_move move);
  void undo();
  void pass();
  [[nodiscard]] qitai_look look() const;
  [[nodiscard]] int evaluate() const {
    return side_ == Side::kNone ? 0 : junqi::evaluate(board_, options_, side_);
  }

 private:
  struct Past {
    Board board;
    std::array<Side, 2> sides;
    std::uint64_t key;
    std::optional<std::size_t> winner;
  };

  [[nodiscard]] PointSet targets(Kind kind, Point from) const;
  [[nodiscard]] bool entitled(Kind kind) const;
  void turn_over(Point at);
  void fight_at(Point from, Point to);
  void remove(Point at);
  void end_turn();
  [[nodiscard]] std::uint64_t key_of(Point at) const;
  [[nodiscard]] bool repeated() const;

  Options options_;
  Board board_;
  std::array<Side, 2> sides_{};
  std::size_t seat_ = 0;
  Side side_ = Side::kNone;
  std::optional<std::size_t> winner_;  // a seat that took the flag
  std::uint64_t key_ = 0;
  std::vector<Past> past_;
};

}  // namespace qitai::junqi
