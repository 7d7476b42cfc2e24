#include "junqi/moves.hpp"

namespace qitai::junqi {

Fight fight(Kind attacker, Kind defender, bool mine_survives) {
  if (defender == Kind::kFlag) return Fight::kFlag;
  if (attacker == Kind::kBomb || defender == Kind::kBomb) return Fight::kBoth;
  if (defender == Kind::kMine) {
    if (attacker == Kind::kEngineer) return Fight::kWon;
    return mine_survives ? Fight::kLost : Fight::kBoth;
  }
  if (attacker == defender) return Fight::kBoth;
  return attacker < defender ? Fight::kWon : Fight::kLost;  // the kinds stand in the order of rank
}

PointSet reach_straight(Point from, PointSet occupied) {
  PointSet set = kGraph.roads[from];
  for (std::size_t i = 0; i < kGraph.run_count[from]; ++i) {
    const Run& run = kGraph.runs[from][i];
    for (std::size_t step = 0; step < run.size; ++step) {
      set |= bit(run.points[step]);
      if (contains(occupied, run.points[step])) break;
    }
  }
  return set;
}

PointSet reach_turning(Point from, PointSet occupied) {
  PointSet seen = bit(from);
  PointSet edge = seen;
  while (edge != 0) {
    const PointSet found = kGraph.rails[take_first(edge)] & ~seen;
    seen |= found;
    edge |= found & ~occupied;
  }
  return seen & ~bit(from);
}

PointSet reach(Kind kind, Point from, PointSet occupied) {
  if (!contains(kMovers, kind)) return 0;
  if (kind == Kind::kEngineer) return kGraph.roads[from] | reach_turning(from, occupied);
  return reach_straight(from, occupied);
}

}  // namespace qitai::junqi
