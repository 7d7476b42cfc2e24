// What a result screen is told about an end: the written form of variant.h.
#include "xiangqi/explain.hpp"

#include <nlohmann/json.hpp>

#include "variants/xiangqi/cases.hpp"

namespace qitai::xiangqi {
namespace {

using Json = nlohmann::json;

Json told(const Game& game) {
  const std::string text = explain(game);
  INFO(text);
  Json json = Json::parse(text, nullptr, false);
  REQUIRE(json.is_object());
  return json;
}

// The game of a row of the tables.
Game case_of(std::string_view id, Repetition rules = Repetition::kAxf) {
  for (const auto& row : testing::read_table("xiangqi_repetition.tsv")) {
    if (row.at("id") == id) return played(row, rules);
  }
  throw std::runtime_error("no such row");
}

std::string does(const Json& json) {
  std::string all;
  for (const Json& ply : json.at("plies"))
    all += (all.empty() ? "" : " ") + ply.at("does").get<std::string>();
  return all;
}

}  // namespace

TEST_CASE("nothing is told while a game goes on, nor of a general taken") {
  Game game = game_of("3k5/9/9/9/4r4/9/9/9/9/R3KA3 w");
  CHECK(explain(game).empty());
  play_all(game, {});
  REQUIRE(game.play(move_of("a0a5")));
  REQUIRE(game.play(move_of("e5e0")));
  CHECK(game.over());
  CHECK(explain(game).empty());
}

TEST_CASE("a mate: who checks, and who guards each flight") {
  Game game = game_of("4k4/R8/9/9/9/9/9/9/9/1R1K5 w");
  play_all(game, {"b0b9"});
  CHECK(told(game) == Json::parse(R"({"kind":"checkmate","checks":[{"at":"e9","by":"b9"}],"flights":[
          {"at":"e8","guards":["a8"]},{"at":"d9","guards":["d0","b9"]},{"at":"f9","guards":["b9"]}]})"));
}

TEST_CASE("困毙: the men that cannot move") {
  Game game = game_of("3k5/9/4P4/9/9/9/9/9/9/4K4 w");
  play_all(game, {"e7e8"});
  CHECK(told(game) == Json::parse(R"({"kind":"stalemate","stuck":["d9"]})"));
}

TEST_CASE("the natural limit: how many plies, how many checks") {
  Game game = game_of("3k5/9/9/9/9/9/9/9/9/R4K3 w", {.natural_limit = 3});
  play_all(game, {"a0a9", "d9d8", "a9a8"});
  CHECK(told(game) == Json::parse(R"({"kind":"limit","rule":"natural-limit",
    "limit":{"plies":3,"checks":{"red":2,"black":0}}})"));
}

TEST_CASE("perpetual check: the cycle once, each check with its line, the rulings of all sets") {
  Game game = game_of("3k5/9/9/9/9/9/9/9/9/R4K3 w");
  play_all(game, {"a0a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8", "a9a8", "d8d9", "a8a9"});
  CHECK(told(game) == Json::parse(R"({"kind":"repetition","rule":"axf-check","fault":["red"],
    "cycle":{"first":6,"last":9,"occurrences":[1,5,9]},"plies":[
    {"ply":6,"seat":"black","move":"d9d8","does":"idle","victims":[]},
    {"ply":7,"seat":"red","move":"a9a8","does":"check",
     "victims":[{"at":"d8","kind":"K","by":["a8"],"protected":false}]},
    {"ply":8,"seat":"black","move":"d8d9","does":"idle","victims":[]},
    {"ply":9,"seat":"red","move":"a8a9","does":"check",
     "victims":[{"at":"d9","kind":"K","by":["a9"],"protected":false}]}],"rulings":[
    {"option":"repetition","choice":"axf","result":"black","reason":"perpetual-check"},
    {"option":"repetition","choice":"cxa2020","result":"black","reason":"perpetual-check"},
    {"option":"repetition","choice":"simple","result":"black","reason":"perpetual-check"}]})"));
}

TEST_CASE("perpetual chase: the man chased and his chasers, and what has a root is told too") {
  const Json horse = told(case_of("R145"));  // a chariot after a lone horse
  CHECK(horse["rule"] == "axf-chase");
  CHECK(horse["fault"] == Json({"red"}));
  CHECK(does(horse) == "chase idle chase idle");
  CHECK(horse["plies"][0]["victims"] ==
        Json::parse(R"([{"at":"i9","kind":"N","by":["i0"],"protected":false}])"));
  const Json chariot = told(case_of("R019"));  // a cannon after a protected chariot
  CHECK(chariot["rule"] == "axf-chase-chariot");
  CHECK(chariot["plies"][0]["victims"] ==
        Json::parse(R"([{"at":"c1","kind":"R","by":["h1"],"protected":true}])"));
  const Json rooted = told(case_of("R033"));  // diagram 29: the cannon has a root
  CHECK(rooted["rule"] == "axf-rooted");
  CHECK(rooted["fault"] == Json::array());
  CHECK(does(rooted) == "follow idle follow idle");
  CHECK(rooted["plies"][0]["victims"] ==
        Json::parse(R"([{"at":"h1","kind":"C","by":["h2"],"protected":true}])"));
}

TEST_CASE("Chinese rules, a man won by way of a check: that check, and where he is taken from then") {
  // 抽车: the chariot on c3 attacks nobody on i0, but checks on c0, and takes there whatever is answered.
  Game game = game_of("1c2N4/4a4/5k3/5P3/9/3C5/2r6/4NA3/5c2n/3K4R b", {Repetition::kCxa2020});
  play_all(game, {"f7f8", "f6e6", "f8f7", "e6f6", "f7f8", "f6e6", "f8f7", "e6f6"});
  const Json json = told(game);
  CHECK(json["plies"][0]["does"] == "chase");
  CHECK(json["plies"][0]["victims"] == Json::parse(R"([{"at":"i0","kind":"R","by":["c0"],
    "check":{"from":"c3","to":"c0"},"protected":false}])"));
}

TEST_CASE(
    "a chase by way of a check names a legal check and a man to be taken, from left and right, by both") {
  const std::string fen = "1c2N4/4a4/5k3/5P3/9/3C5/2r6/4NA3/5c2n/3K4R b - - 0 1";
  const std::string moves = "f7f8 f6e6 f8f7 e6f6 f7f8 f6e6 f8f7 e6f6";
  const std::pair<std::string, std::string> games[] = {
      {fen, moves}, {mirror_fen(fen), mirror_moves(moves)}, {swap_fen(fen), swap_moves(moves)}};
  for (const auto& [start, line] : games) {
    INFO(start);
    const Game game = play_until_over(start, line, Repetition::kCxa2020);
    int told_so = 0;
    const Json json = told(game);
    for (const Json& ply : json["plies"]) {
      for (const Json& victim : ply["victims"]) {
        if (!victim.contains("check")) continue;
        ++told_so;
        // The position after the ply, its mover on turn again.
        Game until(game.start(), game.options());
        for (std::size_t i = 0; i < ply["ply"].get<std::size_t>(); ++i)
          REQUIRE(until.play(game.plies()[i].move));
        Position position = until.position();
        position.set_side_to_move(other(position.side_to_move()));
        const Json& by = victim["check"];
        const Move check = move_of(by["from"].get<std::string>() + by["to"].get<std::string>());
        MoveList list;
        legal_moves(position, list);
        REQUIRE(list.contains(check));
        position.make(check);
        CHECK(in_check(position, position.side_to_move()));
        const Move taking = move_of(victim["by"][0].get<std::string>() + victim["at"].get<std::string>());
        CHECK(side_of(position.cell(taking.from)) == other(position.side_to_move()));
        CHECK(side_of(position.cell(taking.to)) == position.side_to_move());
      }
    }
    CHECK(told_so == 1);
  }
}

TEST_CASE("which rule: by the headings of the diagrams") {
  const std::pair<const char*, const char*> rules[] = {
      {"R001", "axf-check"},         {"R137", "axf-mutual-check"},    {"R043", "axf-chase-bound"},
      {"R009", "axf-kill"},          {"R016", "axf-mixture"},         {"R031", "axf-several"},
      {"R058", "axf-interrupted"},   {"R059", "axf-chase-unequal"},   {"R064", "axf-soldier-at-home"},
      {"R121", "axf-chase-chariot"}, {"R072", "axf-general-soldier"}, {"R074", "axf-general-soldier"},
      {"R118", "axf-chase"},         {"R154", "axf-mutual-chase"}};
  for (const auto& [id, rule] : rules) {
    INFO(id);
    CHECK(told(case_of(id))["rule"] == rule);
  }
  CHECK(told(case_of("R001", Repetition::kSimple))["rule"] == "simple-check");
  CHECK(told(case_of("R164", Repetition::kSimple))["rule"] == "simple-mutual-check");
  CHECK(told(case_of("R145", Repetition::kSimple))["rule"] == "simple-draw");
  CHECK(told(case_of("R009", Repetition::kCxa2020))["rule"] == "cxa-kill");
  CHECK(told(case_of("R145", Repetition::kCxa2020))["rule"] == "cxa-chase");
  CHECK(told(case_of("R016", Repetition::kCxa2020))["rule"] == "cxa-mixture");
  CHECK(told(case_of("R043", Repetition::kCxa2020))["rule"] == "cxa-both-one-varies");
  CHECK(told(case_of("R154", Repetition::kCxa2020))["rule"] == "cxa-both");
  CHECK(told(case_of("R064", Repetition::kCxa2020))["rule"] == "cxa-allowed");
}

TEST_CASE("where the first way round was another, the whole stretch is told") {
  Game game = game_of("3k5/9/9/9/9/9/9/9/9/R4K3 w");
  play_all(game, {"a0a9", "d9d8", "a9a7", "d8d9", "a7a9", "d9d8", "a9a8", "d8d9", "a8a9"});
  const Json json = told(game);
  CHECK(json["cycle"] == Json::parse(R"({"first":2,"last":9,"occurrences":[1,5,9]})"));
  CHECK(json["plies"].size() == 8);
  CHECK(json["rule"] == "axf-interrupted");
}

TEST_CASE("of a very long cycle the last hundred plies are told") {
  // The chariot walks the lines 1 to 6 and goes home, twice.
  Game game = game_of("4k4/9/4b4/9/9/9/9/9/9/R4K3 w", {.natural_limit = 0});
  for (int round = 0; round < 2; ++round) {
    std::vector<std::string> walk{"a0"};
    for (int rank = 1; rank <= 6; ++rank) {
      for (int i = 0; i < 9; ++i)
        walk.push_back({static_cast<char>(rank % 2 == 1 ? 'a' + i : 'i' - i), static_cast<char>('0' + rank)});
    }
    walk.push_back("a0");
    // Home after an even number of moves, so that Black's general is home as well.
    if (walk.size() % 2 == 0) walk.insert(walk.end() - 1, "a7");
    for (std::size_t i = 1; i < walk.size(); ++i) {
      REQUIRE(game.play(move_of(walk[i - 1] + walk[i])));
      REQUIRE(game.play(move_of(i % 2 == 1 ? "e9e8" : "e8e9")));
    }
  }
  REQUIRE(game.over());
  const Json json = told(game);
  CHECK(json["plies"].size() == 100);
  CHECK(json["plies"].back()["ply"] == game.plies().size());
  CHECK(json["cycle"]["last"].get<std::size_t>() - json["cycle"]["first"].get<std::size_t>() > 100);
  CHECK(explain(game).size() < 65536);
}

TEST_CASE("every case of the tables is told whole, under each rule set") {
  for (const auto& row : testing::read_table("xiangqi_repetition.tsv")) {
    for (const Repetition rules : kRepetitions) {
      const Game game = played(row, rules);
      INFO(row.at("id"));
      const Json json = told(game);
      CHECK(json["kind"] == "repetition");
      CHECK(json["rulings"].size() == 3);
      CHECK(json["rulings"][static_cast<std::size_t>(rules)]["reason"] == game.outcome().reason);
      const std::size_t first = json["cycle"]["first"];
      const std::size_t last = json["cycle"]["last"];
      CHECK(last == game.plies().size());
      CHECK(json["plies"].size() == last - first + 1);
      // At fault under AXF: every move is a check, or every one a chase with a victim.
      if (rules != Repetition::kAxf || !game.outcome().winner) continue;
      const std::string_view expected = game.outcome().reason == "perpetual-check" ? "check" : "chase";
      for (const Json& ply : json["plies"]) {
        if (ply["seat"] != json["fault"][0]) continue;
        CHECK(ply["does"] == expected);
        CHECK_FALSE(ply["victims"].empty());
      }
    }
  }
}

}  // namespace qitai::xiangqi
