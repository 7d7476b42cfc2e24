// Which monitor is the chosen one, while they come and go.
#include "platform/monitors.hpp"

#include <catch2/catch.hpp>

using namespace qitai::platform;

TEST_CASE("a monitor that was never seen is known by its number") {
  const std::vector<Monitor> two{{"LEFT", {0, 0, 1920, 1080}}, {"RIGHT", {1920, 0, 1080, 1920}}};
  CHECK(find_monitor(two, {}, 0) == 0);
  CHECK(find_monitor(two, {}, 1) == 1);
  CHECK(find_monitor(two, {}, 2) == -1);
  CHECK(find_monitor({}, {}, 0) == -1);
}

TEST_CASE("one that was seen is known by its name, wherever it comes back") {
  const Monitor left{"LEFT", {0, 0, 1920, 1080}}, right{"RIGHT", {1920, 0, 1080, 1920}};
  const std::vector<Monitor> alone{right};
  // Its number is another's now.
  CHECK(find_monitor(alone, left, 0) == -1);
  const std::vector<Monitor> again{right, left};
  CHECK(find_monitor(again, left, 0) == 1);
  const std::vector<Monitor> smaller{right, {"LEFT", {0, 0, 1280, 720}}};
  CHECK(find_monitor(smaller, left, 0) == 1);
}

TEST_CASE("of two of a kind the one at its place, then the one of its number") {
  const Monitor first{"TV", {0, 0, 1920, 1080}}, second{"TV", {1920, 0, 1920, 1080}};
  const std::vector<Monitor> both{first, second};
  CHECK(find_monitor(both, second, 0) == 1);
  const std::vector<Monitor> moved{{"TV", {0, 1080, 1920, 1080}}, {"TV", {0, 0, 1280, 720}}};
  CHECK(find_monitor(moved, second, 1) == 1);
  CHECK(find_monitor(moved, second, 5) == 0);
}
