// Two days of a cabinet: what it has counted is what its guests have done.
#include <catch2/catch.hpp>

#include "month.hpp"

using namespace qitai::testing;
using qitai::store::Tally;

TEST_CASE(
    "two days of a cabinet: coins, credits, counts and scores are exact over power cuts and clock jumps") {
  Month month(20261130);
  month.day();
  month.day();
  CHECK(month.cuts() >= 4);
  CHECK(month.counted(Tally::kGames) >= 10);
  CHECK(month.counted(Tally::kFaults) >= 2);
}
