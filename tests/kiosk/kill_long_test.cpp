#include "kill.hpp"

TEST_CASE("kill -9 of game, supervisor or both at 200 random instants: the match goes on where it was") {
  qitai::testing::kill_a_cabinet(200);
}
