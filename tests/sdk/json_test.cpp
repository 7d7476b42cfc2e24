// What the writer writes is JSON as RFC 8259 has it.
#include <catch2/catch.hpp>
#include <qitai/json.hpp>

namespace {

namespace sdk = qitai::sdk;

}  // namespace

TEST_CASE("objects, arrays and values with their commas") {
  sdk::Json json;
  json.object().member("kind", "checkmate").member("ply", 13).array("checks");
  json.object().member("at", "e9").member("by", std::string("e5")).end();
  json.object().end();
  json.end().member("protected", false).array("fault").value("red").value("black").end().array("none").end();
  json.key("nothing").null().member("low", -1).end();
  CHECK(json.text() ==
        R"({"kind":"checkmate","ply":13,"checks":[{"at":"e9","by":"e5"},{}],"protected":false,)"
        R"("fault":["red","black"],"none":[],"nothing":null,"low":-1})");
}

TEST_CASE("what RFC 8259 section 7 demands is escaped, UTF-8 stands as it is") {
  sdk::Json json;
  json.array().value("\"\\\n\x01\x1f/").value("捉车").value(std::string_view("\0", 1));
  CHECK(json.text() == "[\"\\\"\\\\\\u000a\\u0001\\u001f/\",\"捉车\",\"\\u0000\"]");
}

TEST_CASE("what is open is closed at the end") {
  sdk::Json json;
  json.object().array("a").object().member("b", true);
  CHECK(json.text() == R"({"a":[{"b":true}]})");
  json.end().value(2);
  CHECK(json.text() == R"({"a":[{"b":true},2]})");
}
