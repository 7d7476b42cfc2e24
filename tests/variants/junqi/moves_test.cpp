// How pieces move and fight: sections "Moves" and "Battle" of the rules.
#include "variants/junqi/common.hpp"

namespace qitai::junqi {
namespace {

PointSet points(std::initializer_list<std::string_view> names) {
  PointSet set = 0;
  for (const std::string_view name : names)
    set |= bit(point_of(name));
  return set;
}

}  // namespace

TEST_CASE("the battle table: 10 that attack against 12") {
  // Rows and columns 9 8 7 6 5 4 3 2 E B, then M F for the defender. A attacker stays, D defender stays, X
  // both go, W the flag is taken.
  const std::array<std::string_view, 10> table{"XAAAAAAAAXDW", "DXAAAAAAAXDW", "DDXAAAAAAXDW", "DDDXAAAAAXDW",
                                               "DDDDXAAAAXDW", "DDDDDXAAAXDW", "DDDDDDXAAXDW", "DDDDDDDXAXDW",
                                               "DDDDDDDDXXAW", "XXXXXXXXXXXW"};
  const std::map<char, Fight> meaning{
      {'A', Fight::kWon}, {'D', Fight::kLost}, {'X', Fight::kBoth}, {'W', Fight::kFlag}};
  for (std::size_t attacker = 0; attacker < table.size(); ++attacker) {
    for (std::size_t defender = 0; defender < kKinds; ++defender) {
      INFO(kLetters[attacker] << " against " << kLetters[defender]);
      const auto a = static_cast<Kind>(attacker);
      const auto d = static_cast<Kind>(defender);
      const Fight expected = meaning.at(table[attacker][defender]);
      CHECK(fight(a, d, true) == expected);
      // mine_survives off: whoever dies on a mine takes it along; an engineer still removes it.
      const bool on_mine = d == Kind::kMine && expected == Fight::kLost;
      CHECK(fight(a, d, false) == (on_mine ? Fight::kBoth : expected));
    }
  }
}

TEST_CASE("by rail an ordinary piece runs straight, over empty points, up to the first piece") {
  const PointSet clear = reach(Kind::kColonel, point_of("a2"), 0);
  CHECK((clear & points({"a3", "a6", "a7", "a11", "e2", "b2"})) ==
        points({"a3", "a6", "a7", "a11", "e2", "b2"}));
  CHECK((clear & points({"b6", "b11", "a12", "e3"})) == 0);
  const PointSet barred = reach(Kind::kColonel, point_of("a2"), points({"a7", "c2"}));
  CHECK((barred & points({"a6", "a7", "b2", "c2"})) == points({"a6", "a7", "b2", "c2"}));
  CHECK((barred & points({"a8", "d2"})) == 0);
}

TEST_CASE("an engineer turns on the railway wherever it is empty") {
  CHECK(contains(reach(Kind::kEngineer, point_of("a6"), 0), point_of("e3")));
  CHECK(contains(reach(Kind::kEngineer, point_of("c2"), 0), point_of("c11")));
  // a2 b2 c2 d2 barred on both sides of c2: only c2's roads are left.
  const PointSet walled = points({"b2", "d2"});
  CHECK(reach(Kind::kEngineer, point_of("c2"), walled) == (kGraph.roads[point_of("c2")] | walled));
  // Not over pieces: the far side of a closed ring.
  const PointSet ring = points({"a7", "c7", "e7"});
  CHECK((reach(Kind::kEngineer, point_of("b6"), ring) & points({"a8", "b7", "d7", "e8"})) == 0);
}

TEST_CASE("mines and flags never move") {
  for (Point at = 0; at < kPoints; ++at) {
    CHECK(reach(Kind::kMine, at, 0) == 0);
    CHECK(reach(Kind::kFlag, at, 0) == 0);
  }
}

TEST_CASE("a road and the railway are never one move") {
  // From b3 (a camp) by road to b2; not on along the rail.
  const PointSet set = reach(Kind::kEngineer, point_of("b3"), 0);
  CHECK(set == kGraph.roads[point_of("b3")]);
}

}  // namespace qitai::junqi
