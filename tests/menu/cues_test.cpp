// What is heard of a clock that runs out: each second of the last ten, each tenth of the last minute, once
// each.
#include "menu/cues.hpp"

#include <catch2/catch.hpp>

using qitai::menu::low_time_heard;

TEST_CASE("the last minute is heard every ten seconds, its end every second") {
  int heard = 0;
  for (std::int64_t seconds = 90; seconds > 0; --seconds)
    heard += low_time_heard(seconds + 1, seconds) ? 1 : 0;
  CHECK(heard == 6 + 9);  // 60, 50, 40, 30, 20, 10, and 9 to 1
  CHECK_FALSE(low_time_heard(62, 61));
  CHECK(low_time_heard(61, 60));
  CHECK_FALSE(low_time_heard(60, 59));
  CHECK(low_time_heard(11, 10));
  // A screen that looked away hears one, not all that it missed.
  CHECK(low_time_heard(45, 7));
}

TEST_CASE("a clock that stands, or has been given time, is not heard, nor is one at nought") {
  CHECK_FALSE(low_time_heard(8, 8));
  CHECK_FALSE(low_time_heard(8, 20));
  CHECK_FALSE(low_time_heard(1, 0));
}
