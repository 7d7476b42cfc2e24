// The set-ups that players keep: what is put comes back, and whatever else a file holds does no harm.
#include <catch2/catch.hpp>
#include <fstream>

#include "../scratch.hpp"
#include "store/layouts.hpp"

using qitai::store::Layouts;
using qitai::testing::Scratch;

TEST_CASE("a layout comes back from the file, by game, player and slot") {
  const Scratch scratch;
  const auto file = scratch.path() / "layouts.json";
  Layouts layouts = Layouts::open(file);
  CHECK_FALSE(layouts.get("junqi", "甲", 0));
  REQUIRE(layouts.put("junqi", "甲", 0, "abc").ok());
  REQUIRE(layouts.put("junqi", "甲", 7, "def").ok());
  REQUIRE(layouts.put("junqi", "乙", 0, "ghi").ok());
  REQUIRE(layouts.put("junqi", "甲", 0, "jkl").ok());
  const Layouts again = Layouts::open(file);
  CHECK(again.get("junqi", "甲", 0) == "jkl");
  CHECK(again.get("junqi", "甲", 7) == "def");
  CHECK(again.get("junqi", "乙", 0) == "ghi");
  CHECK_FALSE(again.get("chess", "甲", 0));
}

TEST_CASE("what fits no slot is refused") {
  Layouts layouts;
  CHECK(layouts.put("junqi", "a", -1, "x").error().code == "slot");
  CHECK(layouts.put("junqi", "a", Layouts::kSlots, "x").error().code == "slot");
  CHECK(layouts.put("junqi", "a", 0, "").error().code == "too-long");
  CHECK(layouts.put("junqi", "a", 0, std::string(Layouts::kMostBytes + 1, 'x')).error().code == "too-long");
  CHECK(layouts.put("junqi", "a", 0, "\xff").error().code == "not-text");
}

TEST_CASE("a file that holds no layouts is set aside, entries that are none are left out") {
  const Scratch scratch;
  const auto file = scratch.path() / "layouts.json";
  std::ofstream(file) << "{\"version\":1,\"layouts\":";
  std::optional<qitai::Error> trouble;
  Layouts layouts = Layouts::open(file, &trouble);
  REQUIRE(trouble);
  CHECK(std::filesystem::exists(scratch.path() / "layouts.json.broken-1"));
  CHECK(layouts.put("junqi", "a", 1, "x").ok());

  std::ofstream(file)
      << R"({"version":1,"layouts":[1,null,{"game":"junqi","player":"a","slot":1.5,"layout":"x"},
    {"game":"junqi","player":"a","slot":12345678901234567890,"layout":"x"},{"slot":3},
    {"game":"junqi","player":"a","slot":2,"layout":["x"]},{"game":"junqi","player":"a","slot":3,"layout":"good"}]})";
  const Layouts read = Layouts::open(file, &trouble);
  CHECK_FALSE(trouble);
  CHECK(read.get("junqi", "a", 3) == "good");
  CHECK_FALSE(read.get("junqi", "a", 1));
  CHECK_FALSE(read.get("junqi", "a", 2));
}
