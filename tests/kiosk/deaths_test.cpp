// What follows a death, by the figures of the operator's manual (docs/cabinet.md).
#include "kiosk/deaths.hpp"

#include <catch2/catch.hpp>

#include "../scratch.hpp"
#include "base/file.hpp"
#include "kiosk/quarantine.hpp"

using namespace qitai;
using namespace qitai::kiosk;
using namespace std::chrono_literals;

TEST_CASE("A plugin is set aside after two deaths within ten minutes, and not before") {
  Deaths deaths;
  CHECK(deaths.died(1min, "a").set_aside.empty());
  CHECK(deaths.died(2min, "b").set_aside.empty());
  CHECK(deaths.died(12min, "a").set_aside.empty());
  CHECK(deaths.died(13min, "b").set_aside.empty());
  CHECK(deaths.died(22min, "a").set_aside == "a");
  CHECK(deaths.died(22min + 1s, "b").set_aside == "b");
}

TEST_CASE("Deaths in a plugin never lead to built-in settings, and three others within a minute do") {
  Deaths deaths;
  for (const char* plugin : {"a", "b", "c", "d"})
    CHECK_FALSE(deaths.died(0s, plugin).safe);
  CHECK_FALSE(deaths.died(1s, "").safe);
  CHECK_FALSE(deaths.died(31s, "").safe);
  CHECK_FALSE(deaths.died(62s, "").safe);
  CHECK_FALSE(deaths.died(63s, "a").safe);
  CHECK(deaths.died(90s, "").safe);
  // Until the cabinet is started anew.
  CHECK(deaths.died(24h, "").safe);
}

TEST_CASE("The game is started again at once, and slowly where built-in settings do not help either") {
  Deaths deaths;
  for (int i = 0; i < 3; ++i)
    CHECK(deaths.died(0s, "").pause < 1s);
  CHECK(deaths.died(0s, "").pause == 10s);
  CHECK(deaths.died(2min, "").pause < 1s);
}

TEST_CASE("What is set aside is kept as lines that an operator may take out") {
  const testing::Scratch folder;
  const auto file = folder / "plugins-set-aside";
  CHECK(read_quarantine(file).empty());
  REQUIRE(write_quarantine(file, {"one", "two-2"}));
  CHECK(read_quarantine(file) == std::vector<std::string>{"one", "two-2"});
  REQUIRE(write_file_atomic(file, "# a remark\ntwo-2\nBad Id\n\n../etc\ntwo-2\n"));
  CHECK(read_quarantine(file) == std::vector<std::string>{"two-2"});
}

TEST_CASE("A game that never comes to run dies three times in five minutes: built-in settings") {
  Deaths deaths;
  CHECK_FALSE(deaths.died(60s, "", false).safe);
  CHECK_FALSE(deaths.died(121s, "", false).safe);
  CHECK(deaths.died(182s, "", false).safe);
  Deaths others;
  CHECK_FALSE(others.died(60s, "").safe);
  CHECK_FALSE(others.died(121s, "").safe);
  CHECK_FALSE(others.died(182s, "").safe);
}
