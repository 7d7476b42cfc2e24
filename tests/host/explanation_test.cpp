// What a game says of its end (the JSON of qitai_variant.explain in qitai/variant.h), read as hostile text.
#include "host/explanation.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace qitai;
using namespace qitai::host;

namespace {

VariantInfo info() {
  VariantInfo info;
  info.id = "game";
  info.seats = {{"red", "", "", 0, 0}, {"black", "", "", 1, 180}};
  info.kinds.resize(2);
  info.kinds[0].id = "K";
  info.kinds[1].id = "R";
  OptionInfo rules;
  rules.id = "repetition";
  rules.kind = OptionKind::kChoice;
  rules.choices = {{"axf", ""}, {"cxa2020", ""}};
  info.options = {rules, OptionInfo{}};
  info.options[1].id = "limit";
  return info;
}

Geometry board() {
  Geometry board;
  for (const char* const name : {"a0", "b0", "e2", "e5"})
    board.points.push_back({0, 0, name, 0});
  return board;
}

Result<Explanation> read(std::string_view json, std::uint32_t plies = 20) {
  return read_explanation(json, info(), board(), plies);
}

}  // namespace

TEST_CASE("every member of an explanation is read") {
  const auto read_it = read(R"({
    "kind":"repetition","rule":"wxf-27","fault":["red"],"sentence":"why","new":[1,{"x":2}],
    "cycle":{"first":13,"last":16,"occurrences":[12,14,16]},
    "plies":[{"ply":13,"seat":"red","move":"h2e2","does":"chase","victims":[
                {"at":"e5","kind":"R","by":["e2","a0"],"protected":true},
                {"at":"b0","by":[],"check":{"from":"e2","to":"a0"}}]},
             {"ply":14,"seat":"black","does":"something-new"}],
    "rulings":[{"option":"repetition","choice":"axf","result":"draw","reason":"repetition"},
               {"option":"repetition","choice":"cxa2020","result":"black"},
               {"option":"repetition","choice":"axf","result":"none"}],
    "checks":[{"at":"e5","by":"e2"}],"flights":[{"at":"a0","guards":["e2","b0"]}],"stuck":["a0","b0"],
    "limit":{"plies":120,"checks":{"red":14,"black":0}}})");
  REQUIRE(read_it);
  const Explanation& e = *read_it;
  CHECK(e.kind == "repetition");
  CHECK(e.rule == "wxf-27");
  CHECK(e.sentence == "why");
  CHECK(e.fault == std::vector<Seat>{0});
  REQUIRE(e.limit.has_value());
  CHECK(e.limit->plies == 120);
  CHECK(e.limit->checks == std::vector<std::uint32_t>{14, 0});
  CHECK(e.first == 13);
  CHECK(e.last == 16);
  CHECK(e.occurrences == std::vector<std::uint32_t>{12, 14, 16});
  REQUIRE(e.plies.size() == 2);
  CHECK(e.plies[0].deed == Deed::kChase);
  REQUIRE(e.plies[0].victims.size() == 2);
  CHECK(e.plies[0].victims[0].at == 3);
  CHECK(e.plies[0].victims[0].kind == 1);
  CHECK(e.plies[0].victims[0].by == std::vector<Point>{2, 0});
  CHECK(e.plies[0].victims[0].is_protected);
  CHECK(e.plies[0].victims[0].check_from == kNoPoint);
  CHECK(e.plies[0].victims[1].kind == -1);
  CHECK(e.plies[0].victims[1].check_from == 2);
  CHECK(e.plies[0].victims[1].check_to == 0);
  CHECK(e.plies[1].seat == 1);
  CHECK(e.plies[1].deed == Deed::kIdle);
  REQUIRE(e.rulings.size() == 3);
  CHECK(e.rulings[0].result == Explanation::Ruling::Result::kDraw);
  CHECK(e.rulings[1].choice == 1);
  CHECK(e.rulings[1].winner == 1);
  CHECK(e.rulings[2].result == Explanation::Ruling::Result::kGoesOn);
  REQUIRE(e.checks.size() == 1);
  CHECK(e.checks[0].by == 2);
  REQUIRE(e.flights.size() == 1);
  CHECK(e.flights[0].guards.size() == 2);
  CHECK(e.stuck.size() == 2);
}

TEST_CASE("members that do not apply may be absent") {
  const auto empty = read("{}");
  REQUIRE(empty);
  CHECK(empty->kind.empty());
  CHECK(empty->first == 0);
}

TEST_CASE("what is not as the header says is refused as a whole, and the sentence names the member") {
  struct Bad {
    std::string json;
    const char* member;
  };
  const std::string deep = std::string(20, '[') + std::string(20, ']');
  std::string many = "{\"stuck\":[";
  for (int i = 0; i < 300; ++i)
    many += "\"a0\",";
  many += "\"a0\"]}";
  const auto bad = GENERATE_REF(values<Bad>(
      {{"", ""},
       {"[]", ""},
       {"{\"kind\":", ""},
       {"{\"a\":" + deep + "}", ""},
       {"{\"kind\":7}", "kind"},
       {"{\"kind\":\"Über\"}", "kind"},
       {R"({"fault":"red"})", "fault"},
       {R"({"fault":["green"]})", "fault"},
       {R"({"cycle":[]})", "cycle"},
       {R"({"cycle":{"first":3}})", "last"},
       {R"({"cycle":{"first":5,"last":3}})", "cycle"},
       {R"({"cycle":{"first":0,"last":3}})", "cycle"},
       {R"({"cycle":{"first":1,"last":21}})", "last"},
       {R"({"cycle":{"first":1,"last":-1}})", "last"},
       {R"({"cycle":{"first":1,"last":2,"occurrences":[1.5]}})", "occurrences"},
       {R"({"plies":[3]})", "plies"},
       {R"({"plies":[{"seat":"red"}]})", "ply"},
       {R"({"plies":[{"ply":1}]})", "seat"},
       {R"({"plies":[{"ply":4,"seat":"red"},{"ply":4,"seat":"red"}]})", "ply"},
       {R"({"plies":[{"ply":1,"seat":"red","victims":[{"by":[]}]}]})", "at"},
       {R"({"plies":[{"ply":1,"seat":"red","victims":[{"at":"z9"}]}]})", "at"},
       {R"({"plies":[{"ply":1,"seat":"red","victims":[{"at":"e5","by":[1]}]}]})", "by"},
       {R"({"plies":[{"ply":1,"seat":"red","victims":[{"at":"e5","kind":"X"}]}]})", "kind"},
       {R"({"plies":[{"ply":1,"seat":"red","victims":[{"at":"e5","protected":1}]}]})", "protected"},
       {R"({"plies":[{"ply":1,"seat":"red","victims":[{"at":"e5","check":"a0"}]}]})", "check"},
       {R"({"plies":[{"ply":1,"seat":"red","victims":[{"at":"e5","check":{"from":"a0"}}]}]})", "to"},
       {R"({"limit":120})", "limit"},
       {R"({"limit":{}})", "plies"},
       {R"({"limit":{"plies":-1}})", "plies"},
       {R"({"limit":{"plies":4000000000}})", "plies"},
       {R"({"limit":{"plies":1,"checks":[1,2]}})", "checks"},
       {R"({"limit":{"plies":1,"checks":{"red":1}}})", "black"},
       {R"({"rulings":[{"option":"limit","choice":"axf","result":"draw"}]})", "option"},
       {R"({"rulings":[{"option":"repetition","choice":"fide","result":"draw"}]})", "choice"},
       {R"({"rulings":[{"option":"repetition","choice":"axf","result":"green"}]})", "result"},
       {R"({"checks":[{"at":"e5"}]})", "by"},
       {R"({"flights":[{"guards":[]}]})", "at"},
       {R"({"stuck":{"a0":1}})", "stuck"},
       {many, "stuck"}}));
  INFO(bad.json.substr(0, 200));
  const auto refused = read(bad.json);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "explanation");
  CHECK(refused.error().message.find(bad.member) != std::string::npos);
}

TEST_CASE("no text that was cut off or changed in a byte stops the reader") {
  const std::string whole =
      R"({"kind":"x","cycle":{"first":1,"last":2},"plies":[{"ply":1,"seat":"red","victims":[{"at":"e5"}]}]})";
  for (std::size_t size = 0; size <= whole.size(); ++size)
    (void)read(whole.substr(0, size));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char byte : {'\0', '"', '{', '[', '9', '\\', '\xFF'}) {
      std::string changed = whole;
      changed[at] = byte;
      (void)read(changed);
    }
  }
  CHECK_FALSE(read(std::string(kMaxExplainedBytes + 1, ' ')));
}
