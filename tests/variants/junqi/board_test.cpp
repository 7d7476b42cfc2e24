// The board as a graph: the figures of the rules' first section, the mobility table of every node, and the
// railway edges one by one (data/junqi_mobility.tsv, compared with a public adjacency file).
#include <set>

#include "variants/junqi/common.hpp"

namespace qitai::junqi {
namespace {

int size(PointSet set) {
  return std::popcount(set);
}

PointSet links(Point at) {
  return kGraph.roads[at] | kGraph.rails[at];
}

}  // namespace

TEST_CASE("60 nodes, 133 edges: 35 of railway, 98 of road, three over the front") {
  int roads = 0;
  int rails = 0;
  int over_the_front = 0;
  int diagonals = 0;
  for (Point at = 0; at < kPoints; ++at) {
    roads += size(kGraph.roads[at]);
    rails += size(kGraph.rails[at]);
    CHECK((kGraph.roads[at] & kGraph.rails[at]) == 0);
    for (PointSet set = links(at); set != 0;) {
      const Point to = take_first(set);
      CHECK(contains(links(to), at));
      over_the_front += half_of(at) != half_of(to) ? 1 : 0;
      if (row_of(at) != row_of(to) && column_of(at) != column_of(to)) {
        ++diagonals;
        CHECK((is_camp(at) || is_camp(to)));
      }
    }
  }
  CHECK(roads == 2 * 98);
  CHECK(rails == 2 * 35);
  CHECK(over_the_front == 2 * 3);
  CHECK(diagonals == 2 * 2 * 16);
}

TEST_CASE("46 posts, 10 camps, 4 headquarters, 32 nodes of railway, and their degrees") {
  std::map<int, int> degrees;
  std::map<int, int> rail_degrees;
  for (Point at = 0; at < kPoints; ++at) {
    ++degrees[size(links(at))];
    ++rail_degrees[size(kGraph.rails[at])];
    if (is_camp(at)) CHECK(size(links(at)) == 8);
  }
  CHECK(size(kCamps) == 10);
  CHECK(size(kHeadquarters) == 4);
  CHECK(degrees == std::map<int, int>{{2, 4}, {3, 18}, {4, 20}, {5, 4}, {6, 4}, {8, 10}});
  CHECK(rail_degrees == std::map<int, int>{{0, 28}, {2, 26}, {3, 6}});
}

TEST_CASE("the railway's edges") {
  const std::set<std::string> expected{"a2b2",   "a2a3",   "b2c2",   "c2d2",   "d2e2",  "e2e3",   "a3a4",
                                       "e3e4",   "a4a5",   "e4e5",   "a5a6",   "e5e6",  "a6b6",   "b6c6",
                                       "c6d6",   "d6e6",   "a7b7",   "a7a8",   "b7c7",  "c7d7",   "d7e7",
                                       "e7e8",   "a8a9",   "e8e9",   "a9a10",  "e9e10", "a10a11", "e10e11",
                                       "a11b11", "b11c11", "c11d11", "d11e11", "a6a7",  "c6c7",   "e6e7"};
  std::set<std::string> found;
  for (Point at = 0; at < kPoints; ++at) {
    for (PointSet set = kGraph.rails[at]; set != 0;) {
      const Point to = take_first(set);
      if (at < to) found.insert(write_point(at) + write_point(to));
    }
  }
  CHECK(found == expected);
}

TEST_CASE("the mountains: nothing joins b6 to b7, nor d6 to d7") {
  CHECK_FALSE(contains(links(point_of("b6")), point_of("b7")));
  CHECK_FALSE(contains(links(point_of("d6")), point_of("d7")));
}

TEST_CASE("every node's kind, degrees and mobility on an empty board") {
  int nodes = 0;
  int ordinary = 0;
  int engineer = 0;
  for (const testing::Row& row : testing::read_table("junqi_mobility.tsv")) {
    INFO(row.at("node"));
    const Point at = point_of(row.at("node"));
    ++nodes;
    CHECK(is_camp(at) == (row.at("kind") == "camp"));
    CHECK(is_headquarters(at) == (row.at("kind") == "headquarters"));
    CHECK((kGraph.rails[at] != 0) == (row.at("rail") == "yes"));
    CHECK(size(kGraph.roads[at]) == std::stoi(row.at("road_degree")));
    CHECK(size(kGraph.rails[at]) == std::stoi(row.at("rail_degree")));
    CHECK(size(links(at)) == std::stoi(row.at("degree")));
    // A headquarters holds what stands in it: that is Game::targets, all else reach().
    const Game game(counting_options(), Knower::kEverything, kNoSeed);
    CHECK(size(game.targets(Side::kRed, Kind::kColonel, at)) == std::stoi(row.at("moves_ordinary")));
    CHECK(size(game.targets(Side::kRed, Kind::kEngineer, at)) == std::stoi(row.at("moves_engineer")));
    CHECK(size(game.targets(Side::kBlue, Kind::kMine, at)) == 0);
    CHECK(size(game.targets(Side::kBlue, Kind::kFlag, at)) == 0);
    ordinary += size(game.targets(Side::kBlue, Kind::kBomb, at));
    engineer += size(game.targets(Side::kBlue, Kind::kEngineer, at));
  }
  CHECK(nodes == 60);
  CHECK(ordinary == 446);
  CHECK(engineer == 1176);
}

}  // namespace qitai::junqi
