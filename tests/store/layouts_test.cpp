// The set-ups that players keep: what is put comes back, and whatever else a file holds does no harm.
#include <catch2/catch.hpp>
#include <fstream>

#include "../scratch.hpp"
#include "store/layouts.hpp"

using qitai::store::Layouts;
using qitai::testing::Scratch;
using Kept = Layouts::Kept;

TEST_CASE("a layout comes back from the file, by game, player and slot") {
  const Scratch scratch;
  const auto file = scratch.path() / "layouts.json";
  Layouts layouts = Layouts::open(file);
  CHECK_FALSE(layouts.get("junqi", "甲", 0));
  REQUIRE(layouts.put("junqi", "甲", 0, {"abc", {}}).ok());
  REQUIRE(layouts.put("junqi", "甲", 7, {"def", {}}).ok());
  REQUIRE(layouts.put("junqi", "乙", 0, {"ghi", {}}).ok());
  REQUIRE(layouts.put("junqi", "甲", 0, {"jkl", {}}).ok());
  const Layouts again = Layouts::open(file);
  CHECK(again.get("junqi", "甲", 0) == Kept{"jkl", {}});
  CHECK(again.get("junqi", "甲", 7) == Kept{"def", {}});
  CHECK(again.get("junqi", "乙", 0) == Kept{"ghi", {}});
  CHECK_FALSE(again.get("chess", "甲", 0));
}

TEST_CASE("what fits no slot is refused") {
  Layouts layouts;
  CHECK(layouts.put("junqi", "a", -1, {"x", {}}).error().code == "slot");
  CHECK(layouts.put("junqi", "a", Layouts::kSlots, {"x", {}}).error().code == "slot");
  CHECK(layouts.put("junqi", "a", 0, {"", {}}).error().code == "too-long");
  CHECK(layouts.put("junqi", "a", 0, {std::string(Layouts::kMostBytes + 1, 'x'), {}}).error().code ==
        "too-long");
  CHECK(layouts.put("junqi", "a", 0, {"\xff", {}}).error().code == "not-text");
}

TEST_CASE("a file that holds no layouts is set aside, entries that are none are left out") {
  const Scratch scratch;
  const auto file = scratch.path() / "layouts.json";
  std::ofstream(file) << "{\"version\":1,\"layouts\":";
  std::optional<qitai::Error> trouble;
  Layouts layouts = Layouts::open(file, &trouble);
  REQUIRE(trouble);
  CHECK(std::filesystem::exists(scratch.path() / "layouts.json.broken-1"));
  CHECK(layouts.put("junqi", "a", 1, {"x", {}}).ok());

  std::ofstream(file)
      << R"({"version":1,"layouts":[1,null,{"game":"junqi","player":"a","slot":1.5,"layout":"x"},
    {"game":"junqi","player":"a","slot":12345678901234567890,"layout":"x"},{"slot":3},
    {"game":"junqi","player":"a","slot":2,"layout":["x"]},{"game":"junqi","player":"a","slot":3,"layout":"good"}]})";
  const Layouts read = Layouts::open(file, &trouble);
  CHECK_FALSE(trouble);
  CHECK(read.get("junqi", "a", 3) == Kept{"good", {}});
  CHECK_FALSE(read.get("junqi", "a", 1));
  CHECK_FALSE(read.get("junqi", "a", 2));
}

TEST_CASE("a layout has the name that it was given, and another one later") {
  const Scratch scratch;
  const auto file = scratch.path() / "layouts.json";
  Layouts layouts = Layouts::open(file);
  REQUIRE(layouts.put("junqi", "甲", 0, {"abc", "铁桶阵"}).ok());
  REQUIRE(layouts.put("junqi", "甲", 1, {"def", "left-attack.2"}).ok());
  REQUIRE(layouts.put("junqi", "甲", 2, {"ghi", {}}).ok());
  CHECK(layouts.rename("junqi", "甲", 3, "x").error().code == "empty");
  REQUIRE(layouts.rename("junqi", "甲", 1, "十六个字的名字正好够长再多不行啦").ok());
  REQUIRE(layouts.rename("junqi", "甲", 2, "c").ok());
  const Layouts again = Layouts::open(file);
  CHECK(again.get("junqi", "甲", 0) == Kept{"abc", "铁桶阵"});
  CHECK(again.get("junqi", "甲", 1) == Kept{"def", "十六个字的名字正好够长再多不行啦"});
  CHECK(again.get("junqi", "甲", 2) == Kept{"ghi", "c"});
  // Back to its number; a layout put over it takes its own name.
  REQUIRE(layouts.rename("junqi", "甲", 0, "").ok());
  REQUIRE(layouts.put("junqi", "甲", 1, {"jkl", {}}).ok());
  const Layouts third = Layouts::open(file);
  CHECK(third.get("junqi", "甲", 0) == Kept{"abc", {}});
  CHECK(third.get("junqi", "甲", 1) == Kept{"jkl", {}});
}

TEST_CASE("a name that is none is refused, and left out where a file has it") {
  // Too long; a line's end; a delete; right-to-left override and isolate; a mark of byte order; no UTF-8;
  // half a surrogate pair; a non-character.
  const std::string bad[] = {std::string(17, 'x'),
                             "a\nb",
                             "\x7f",
                             "a\xE2\x80\xAE"
                             "b",
                             "\xE2\x81\xA6",
                             "\xEF\xBB\xBF",
                             "\xff",
                             "\xED\xA0\x80",
                             "\xEF\xBF\xBF",
                             std::string(1, 0)};
  Layouts layouts;
  REQUIRE(layouts.put("junqi", "a", 0, {"x", "good"}).ok());
  for (const std::string& name : bad) {
    INFO(name);
    CHECK(layouts.put("junqi", "a", 1, {"x", name}).error().code == "name");
    CHECK(layouts.rename("junqi", "a", 0, name).error().code == "name");
  }
  CHECK_FALSE(layouts.get("junqi", "a", 1));
  CHECK(layouts.get("junqi", "a", 0) == Kept{"x", "good"});

  // The layout itself is as good as ever.
  const Scratch scratch;
  const auto file = scratch.path() / "layouts.json";
  for (const std::string_view name : {R"("12345678901234567")", R"("a\nb")", R"("a\u202Eb")", R"("\uFEFF")",
                                      R"("\u0000")", "7", "null", R"(["a"])", R"({"a":1})"}) {
    INFO(name);
    std::ofstream(file)
        << R"({"version":1,"layouts":[{"game":"junqi","player":"a","slot":0,"layout":"x","name":)" << name
        << "}]}";
    std::optional<qitai::Error> trouble;
    CHECK(Layouts::open(file, &trouble).get("junqi", "a", 0) == Kept{"x", {}});
    CHECK_FALSE(trouble);
  }
}
