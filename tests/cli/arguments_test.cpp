#include "cli/arguments.hpp"

#include <catch2/catch.hpp>

using qitai::cli::Arguments;
using qitai::cli::Option;

namespace {

constexpr Option kTable[] = {
    {"--depth", "N", "how deep"},
    {"--divide", "", "divide"},
    {"--option", "K=V", "a rule", true},
};

std::string refusal(std::vector<std::string_view> words) {
  const auto parsed = Arguments::parse(kTable, words);
  return parsed ? "" : parsed.error().message;
}

}  // namespace

TEST_CASE("A value stands behind its option or behind an equals sign") {
  const std::vector<std::string_view> apart{"--depth", "3"}, together{"--depth=3"};
  for (const auto& words : {apart, together}) {
    const auto parsed = Arguments::parse(kTable, words);
    REQUIRE(parsed);
    CHECK(parsed->value("--depth") == "3");
    CHECK_FALSE(parsed->has("--divide"));
  }
}

TEST_CASE("Only an option marked so may be repeated") {
  const std::vector<std::string_view> words{"--option", "a=1", "--option=b=2"};
  const auto parsed = Arguments::parse(kTable, words);
  REQUIRE(parsed);
  CHECK(parsed->values("--option") == std::vector<std::string>{"a=1", "b=2"});
  CHECK(refusal({"--divide", "--divide"}) == "--divide was given twice");
}

TEST_CASE("An unknown option is refused with the nearest known one") {
  CHECK(refusal({"--dept", "3"}) == "There is no option --dept: did you mean --depth?");
  CHECK(refusal({"--xyzzyxyzzy"}) == "There is no option --xyzzyxyzzy");
}

TEST_CASE("A missing value, an unwanted value and a stray word are refused") {
  CHECK(refusal({"--depth"}) == "--depth needs a value: N");
  CHECK(refusal({"--divide=yes"}) == "--divide takes no value, \"yes\" was given");
  CHECK(refusal({"e2e4"}) == "\"e2e4\" is one word too many: options begin with --");
}

TEST_CASE("A number is read whole or refused with its range") {
  for (const std::string_view text : {"", "3x", "x", "101", "-1", "99999999999999999999"}) {
    const std::vector<std::string_view> words{"--depth", text};
    const auto parsed = Arguments::parse(kTable, words);
    REQUIRE(parsed);
    const auto number = parsed->number("--depth", 0, 100);
    REQUIRE_FALSE(number);
    CHECK(number.error().message.find("expected a whole number from 0 to 100") != std::string::npos);
  }
  const auto absent = Arguments::parse(kTable, {});
  REQUIRE(absent);
  CHECK_FALSE(absent->number("--depth", 0, 100)->has_value());
}

TEST_CASE("A key and its value are split at the first equals sign") {
  const auto pair = qitai::cli::key_and_value("a=b=c");
  REQUIRE(pair);
  CHECK(pair->first == "a");
  CHECK(pair->second == "b=c");
  CHECK_FALSE(qitai::cli::key_and_value("=b"));
  CHECK_FALSE(qitai::cli::key_and_value("ab"));
}
