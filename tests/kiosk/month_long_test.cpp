// Thirty days of a cabinet: exact books at the end, and no more memory than after the first of them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>

#include "month.hpp"

using namespace qitai::testing;
using qitai::store::Tally;

TEST_CASE("thirty days of a cabinet: exact books, and as much memory as after the first day") {
  Month month(64);
  month.day();
  const auto first = month.memory();
  // What happens to be on the title differs from day to day by more than a per cent, in both directions: of
  // the last ten days the one with the least.
  auto last = std::numeric_limits<std::int64_t>::max();
  for (int day = 1; day < 30; ++day) {
    month.day();
    if (day >= 20) last = std::min(last, month.memory());
  }
  WARN("memory in use: " << first << " bytes after a day, " << last << " at the end; games "
                         << month.counted(Tally::kGames) << ", power cuts " << month.cuts());
  CHECK(last <= first + first / 100);
}
