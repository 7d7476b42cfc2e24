// Junqi: how the pieces move and what becomes of a fight (行棋, 战斗).
#pragma once

#include <cstddef>
#include <cstdint>

#include "junqi/position.hpp"

namespace qitai::junqi {

// `to` is kNowhere where a piece is turned over on its point (flip mode).
struct Move {
  Point from = kNowhere;
  Point to = kNowhere;
  friend constexpr bool operator==(const Move&, const Move&) = default;
  friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

// The numbers are those of QITAI_FIGHT_…; kNone: no fight.
enum class Fight : std::uint8_t { kNone, kWon, kLost, kBoth, kFlag };

// What happens when a piece that can move goes for another one. `mine_survives`: a mine stays after killing.
[[nodiscard]] Fight fight(Kind attacker, Kind defender, bool mine_survives);

// The points that a piece of this kind reaches from `from`: by one step of road, straight on by rail, as an
// engineer by rail in any direction; over empty points only, the first occupied one included. None for mines
// and flags. Whose pieces stand there, camps and headquarters are not looked at.
[[nodiscard]] PointSet reach(Kind kind, Point from, PointSet occupied);

// The same for every kind that moves but the engineer.
[[nodiscard]] PointSet reach_straight(Point from, PointSet occupied);
// By rail with turns, without the roads.
[[nodiscard]] PointSet reach_turning(Point from, PointSet occupied);

}  // namespace qitai::junqi
