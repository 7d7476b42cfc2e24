// What `qitai bench` prints. Its times depend on the machine and are not looked at.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "qitai.hpp"

using namespace qitai::testing;
using Catch::Matchers::Contains;
using Json = nlohmann::json;

TEST_CASE("bench prints one JSON object: the machine, and each game counted, judged and drawn") {
  const Finished done = qitai::testing::qitai({"bench", "--json", "--variant", "xiangqi", "--moves", "200"});
  INFO(done.err);
  REQUIRE(done.status == 0);
  CHECK(std::count(done.out.begin(), done.out.end(), '\n') == 1);
  const Json json = Json::parse(done.out);
  CHECK_FALSE(json["machine"]["name"].get<std::string>().empty());
  CHECK(json["machine"]["processors"] > 0);
  REQUIRE(json["games"].size() == 1);
  const Json& game = json["games"][0];
  CHECK(game["variant"] == "xiangqi");
  // The published counts of the first position.
  const std::map<unsigned, std::uint64_t> nodes{
      {2, 1920}, {3, 79666}, {4, 3290240}, {5, 133312995}, {6, 5392831844}};
  for (const char* way : {"native", "abi"}) {
    const auto expected = nodes.find(game["perft"][way]["depth"].get<unsigned>());
    REQUIRE(expected != nodes.end());
    CHECK(game["perft"][way]["nodes"] == expected->second);
  }
  // The long game is as long as it is meant to be: no rule has ended it.
  REQUIRE(game["long_games"].size() == 3);
  std::vector<std::string> rules;
  for (const Json& judged : game["long_games"]) {
    rules.push_back(judged["repetition"]);
    CHECK(judged["plies"] == 1000);
    for (const char* part :
         {"milliseconds", "first_100_milliseconds", "last_100_milliseconds", "last_to_first"})
      CHECK(judged[part].is_number());
  }
  CHECK(rules == std::vector<std::string>{"axf", "cxa2020", "simple"});
  for (const char* part : {"baking_milliseconds", "moving_milliseconds"})
    CHECK(game["board"][part].is_number());
  CHECK(game["link"]["moves"] == 200);
  CHECK(game["link"]["microseconds"] > 0);
}

TEST_CASE("bench prints lines without --json, and knows its games") {
  const Finished done = qitai::testing::qitai({"bench", "--variant", "xiangqi", "--moves", "200"});
  CHECK(done.status == 0);
  CHECK_THAT(done.out,
             Contains("machine ") && Contains("xiangqi: perft ") && Contains("xiangqi: judging 1000"));
  const Finished unknown = qitai::testing::qitai({"bench", "--variant", "xianqi"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, Contains("did you mean xiangqi?"));
}
