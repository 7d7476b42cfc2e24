// The time limits last played with: what is put comes back, and whatever else a file holds does no harm.
#include <catch2/catch.hpp>
#include <fstream>

#include "../scratch.hpp"
#include "store/time_choices.hpp"

using qitai::match::TimeLimits;
using qitai::store::TimeChoices;
using qitai::testing::Scratch;

namespace {

TimeLimits of(int first, int increment) {
  TimeLimits limits;
  limits.first_limit = first;
  limits.increment = increment;
  return limits;
}

}  // namespace

TEST_CASE("time choices come back from the file, by game, each seat its own") {
  const Scratch scratch;
  const auto file = scratch.path() / "times.json";
  TimeChoices choices = TimeChoices::open(file);
  CHECK(choices.of("chess") == nullptr);
  TimeLimits all{60, 40, 30, 20, 180, 5, 9, false};
  REQUIRE(choices.put("chess", {all, of(10, 0)}).ok());
  REQUIRE(choices.put("xiangqi", {of(1, 0), of(1, 0)}).ok());
  REQUIRE(choices.put("xiangqi", {of(2, 3), of(2, 3)}).ok());
  const TimeChoices again = TimeChoices::open(file);
  REQUIRE(again.of("chess") != nullptr);
  CHECK(*again.of("chess") == std::vector{all, of(10, 0)});
  CHECK(*again.of("xiangqi") == std::vector{of(2, 3), of(2, 3)});
  CHECK(again.of("junqi") == nullptr);
}

TEST_CASE("time choices that no match may have are not kept") {
  TimeChoices choices;
  CHECK(choices.put("Bad Id", {of(1, 0)}).error().code == "game");
  CHECK(choices.put("chess", {}).error().code == "seats");
  CHECK(choices.put("chess", std::vector<TimeLimits>(9)).error().code == "seats");
  CHECK(choices.put("chess", {of(181, 0)}).error().code == "first_limit");
  CHECK(choices.put("chess", {of(0, 5)}).error().code == "increment");
  for (int i = 0; i < static_cast<int>(TimeChoices::kMostGames); ++i)
    REQUIRE(choices.put("game-" + std::to_string(i), {of(1, 0)}).ok());
  CHECK(choices.put("one-more", {of(1, 0)}).error().code == "full");
  CHECK(choices.put("game-7", {of(2, 0)}).ok());
}

TEST_CASE("a file that holds no time choices is set aside, entries that are none are left out") {
  const Scratch scratch;
  const auto file = scratch.path() / "times.json";
  std::ofstream(file) << "{\"version\":1,\"games\":[]}";
  std::optional<qitai::Error> trouble;
  TimeChoices choices = TimeChoices::open(file, &trouble);
  REQUIRE(trouble);
  CHECK(std::filesystem::exists(scratch.path() / "times.json.broken-1"));
  REQUIRE(choices.put("chess", {of(5, 0)}).ok());
  CHECK_FALSE(TimeChoices::open(file, &trouble).of("chess") == nullptr);
  CHECK_FALSE(trouble);

  const std::string good =
      R"({"first_limit":5,"first_moves":0,"second_limit":0,"second_moves":0,"step_limit":0,)"
      R"("increment":0,"setup_limit":3,"carry":true})";
  const auto with = [&](std::string from, std::string to) {
    std::string entry = good;
    entry.replace(entry.find(from), from.size(), to);
    return entry;
  };
  std::ofstream(file) << "{\"version\":1,\"games\":{\"a\":[" << good << "],\"b\":[" << with("5", "181")
                      << "],\"c\":[" << with("5", "12345678901234567890") << "],\"d\":[" << with("true", "1")
                      << "],\"e\":[" << with("\"increment\":0,", "") << "],\"f\":[" << good
                      << ",null],\"g\":{},\"h\":[],\"I J\":[" << good << "],\"k\":["
                      << with("\"first_limit\":5", "\"first_limit\":5.5") << "]}}";
  const TimeChoices read = TimeChoices::open(file, &trouble);
  CHECK_FALSE(trouble);
  CHECK(read.of("a") != nullptr);
  for (const char* game : {"b", "c", "d", "e", "f", "g", "h", "I J", "k"}) {
    INFO(game);
    CHECK(read.of(game) == nullptr);
  }
}
