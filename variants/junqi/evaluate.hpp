// Junqi: a position as a search sees it, with every kind known, and how good it looks.
#pragma once

#include <array>
#include <cstdint>

#include "junqi/moves.hpp"
#include "junqi/position.hpp"
#include "junqi/rules.hpp"

namespace qitai::junqi {

// What a piece is worth, in hundredths of a lieutenant (排长).
inline constexpr std::array<int, kKinds> kWorth{900, 700, 480, 350, 250, 180, 130, 100, 170, 330, 160, 0};

struct Board {
  std::array<Kind, kPoints> kind{};  // counts where something stands
  std::array<PointSet, 2> of{};      // of the sides, face up
  PointSet down = 0;                 // of the flip game: face down, of `down_side`
  std::array<Side, kPoints> down_side{};
  std::array<Point, 2> flag{kNowhere, kNowhere};  // where it stands
  std::array<bool, 2> flag_shown{};
  std::array<int, 2> mines_gone{};
  int quiet = 0;
  bool fought = false;
  int plies = 0;

  [[nodiscard]] PointSet occupied() const { return of[0] | of[1] | down; }
  [[nodiscard]] Side side_at(Point at) const {
    return junqi::contains(of[0], at) ? Side::kRed : junqi::contains(of[1], at) ? Side::kBlue : Side::kNone;
  }
};

// How good it is for a side by its looks, in hundredths of a lieutenant, within ±20,000.
[[nodiscard]] int evaluate(const Board& board, const Options& options, Side side);

}  // namespace qitai::junqi
