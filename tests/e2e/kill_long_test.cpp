#include "kill.hpp"

TEST_CASE("kill -9 at fifty random instants of the program: every durable ply is found again") {
  qitai::testing::kill_and_go_on(50);
}
