// Far machines that are kept out: a file that is read as hostile and written whole.
#include "store/blocked.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "../scratch.hpp"

using qitai::store::Blocked;
using qitai::testing::Scratch;

TEST_CASE("who is blocked stays so, who is let in again does not", "[blocked]") {
  const Scratch scratch;
  const auto file = scratch / "blocked.json";
  {
    Blocked blocked = Blocked::open(file);
    CHECK(blocked.entries().empty());
    REQUIRE(blocked.block({"local:0011", "小林", 7}).ok());
    REQUIRE(blocked.block({"bluetooth:00:11", "", 8}).ok());
    REQUIRE(blocked.block({"local:0011", "again", 9}).ok());  // it is already
  }
  Blocked blocked = Blocked::open(file);
  REQUIRE(blocked.entries().size() == 2);
  CHECK(blocked.entries().front().device == "bluetooth:00:11");
  CHECK(blocked.entries().back().name == "小林");
  CHECK(blocked.entries().back().since == 7);
  CHECK(blocked.has("local:0011"));
  CHECK_FALSE(blocked.has("local:001"));
  REQUIRE(blocked.unblock("local:0011").ok());
  CHECK_FALSE(Blocked::open(file).has("local:0011"));
  CHECK(blocked.unblock("local:0011").ok());
}

TEST_CASE("what is no entry is left out, what is no such file is set aside", "[blocked]") {
  const Scratch scratch;
  const auto file = scratch / "blocked.json";
  std::ofstream(file)
      << R"({"version": 1, "blocked": [{"device": 7}, 8, {"device": ""}, {"device": "local:1"},
    {"device": "local:1", "name": "twice"}, {"device": "local:2", "name": 5, "since": "x"},
    {"device": "local:3", "name": "a\nb"}]})";
  const Blocked blocked = Blocked::open(file);
  REQUIRE(blocked.entries().size() == 3);
  CHECK(blocked.has("local:1"));
  CHECK(blocked.entries()[1].since == 0);
  // Whoever is blocked stays so, whatever his name is.
  CHECK(blocked.has("local:3"));
  CHECK(blocked.entries().back().name.empty());
  std::ofstream(file) << "[[[";
  std::optional<qitai::Error> trouble;
  CHECK(Blocked::open(file, &trouble).entries().empty());
  CHECK(trouble.has_value());
  CHECK(std::filesystem::exists(scratch / "blocked.json.broken-1"));
}

TEST_CASE("names of machines and players have bounds", "[blocked]") {
  Blocked blocked;
  CHECK(blocked.block({"", "", 0}).error().code == "device");
  CHECK(blocked.block({std::string(Blocked::kMostName + 1, 'a'), "", 0}).error().code == "device");
  CHECK(blocked.block({"local:1", "\xff", 0}).error().code == "not-text");
  CHECK(blocked.block({"local:1", "a\nb", 0}).error().code == "not-text");
  for (std::size_t i = 0; i < Blocked::kMost; ++i)
    REQUIRE(blocked.block({"local:" + std::to_string(i), "", 0}).ok());
  CHECK(blocked.block({"local:x", "", 0}).error().code == "full");
}
