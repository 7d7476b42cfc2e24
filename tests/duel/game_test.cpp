// Whole games between two machines.
#include <catch2/catch.hpp>

#include "hall.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Event;

TEST_CASE("two machines play chess and xiangqi to the end: same events, same hash, same result") {
  const std::string game = GENERATE(std::string("chess"), std::string("xiangqi"));
  std::uint32_t plies = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Manner manner;
    manner.talks = 0.05;
    manner.resigns_at = 600;
    Hall hall(seed, bluetooth(), manner);
    hall.begin(duel::default_offer(*game_of(game)));
    hall.run_for(3600 * kSecond, [&] { return hall.over(); });
    INFO(game << " " << seed << " " << hall.machine(0).reason());
    REQUIRE(hall.over());
    hall.check_alike();
    CHECK(hall.machine(0).match()->number() == hall.machine(1).match()->number());
    CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
    CHECK(hall.machine(0).reason() == hall.machine(1).reason());
    CHECK(hall.machine(0).told(Event::Kind::kLost) == 0);
    plies += hall.referee(0).ply();
  }
  CHECK(plies > 100);
}
