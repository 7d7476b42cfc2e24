#include "base/utf8.hpp"

#include <catch2/catch.hpp>

using namespace qitai;

TEST_CASE("code points of one to four bytes are counted, decoded and written back") {
  const std::string text = "a\u00e9\u5c06\U00020000";
  CHECK(utf8::count(text) == 4U);
  const auto points = utf8::decode(text);
  REQUIRE(points);
  CHECK(*points == U"a\u00e9\u5c06\U00020000");
  std::string back;
  for (const char32_t point : *points)
    utf8::append(back, point);
  CHECK(back == text);
}

// The ill-formed sequences of RFC 3629, sections 3 and 10.
TEST_CASE("overlong forms, surrogates, lone and missing bytes are ill-formed") {
  for (const char* bad :
       {"\xC0\x80", "\xE0\x80\xAF", "\xF0\x80\x80\x80", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80", "\x80", "\xFF", "\xE5\xB0", "\xE5\x41\x86"}) {
    CHECK_FALSE(utf8::is_valid(bad));
    CHECK_FALSE(utf8::decode(bad));
    CHECK(utf8::is_valid(utf8::repaired(bad)));
  }
  CHECK(utf8::repaired("a\xFFz") == "a\uFFFDz");
  std::string out;
  utf8::append(out, 0xD800);
  CHECK(out == "\uFFFD");
}

TEST_CASE("a text falls into its characters") {
  CHECK(utf8::characters("棋台 Q") == std::vector<std::string>{"棋", "台", " ", "Q"});
  CHECK(utf8::characters("").empty());
  CHECK(utf8::characters("\x80Z\xE6\xA3") == std::vector<std::string>{"\x80", "Z", "\xE6\xA3"});
}
