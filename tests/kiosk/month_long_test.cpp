// Thirty days of a cabinet: exact books at the end, and no more memory than after the first of them.
#include <catch2/catch.hpp>

#include "month.hpp"

using namespace qitai::testing;
using qitai::store::Tally;

TEST_CASE("thirty days of a cabinet: exact books, and as much memory as after the first day") {
  Month month(64);
  month.day();
  const auto first = month.memory();
  for (int day = 1; day < 30; ++day)
    month.day();
  const auto last = month.memory();
  WARN("memory in use: " << first << " bytes after a day, " << last << " after thirty; games "
                         << month.counted(Tally::kGames) << ", power cuts " << month.cuts());
  CHECK(last <= first + first / 100);
}
