// Words, bytes and keys of the SDK's texts.hpp; room in a caller's list.
#include <qitai/texts.hpp>
#include <qitai/values.hpp>

#include <array>
#include <catch2/catch.hpp>

using namespace qitai::sdk;

TEST_CASE("words come off the front, and at the end an empty one that stands there") {
  const std::string_view text = "  one\ttwo\r\n";
  std::string_view rest = text;
  CHECK(next_word(rest) == "one");
  CHECK(next_word(rest) == "two");
  const std::string_view none = next_word(rest);
  CHECK(none.empty());
  CHECK(none.data() == text.data() + text.size());
}

TEST_CASE("any byte can be shown in a sentence") {
  CHECK(shown('x') == "\"x\"");
  CHECK(shown('\0') == "byte 0x00");
  CHECK(shown(' ') == "byte 0x20");
  CHECK(shown('\xFF') == "byte 0xFF");
}

TEST_CASE("keys are those of splitmix64") {
  // The first outputs for the seed 1234567, as its author publishes them.
  CHECK(scramble(1234567, 0) == 6457827717110365317ULL);
  CHECK(scramble(1234567, 1) == 3203168211198807973ULL);
  CHECK(scramble(1234567, 2) == 9817491932198370423ULL);
}

TEST_CASE("a list gives its room only where all of it is there") {
  std::array<int, 4> buffer{};
  List<int> list(buffer.data(), 4);
  CHECK(list.room(5) == nullptr);
  REQUIRE(list.room(4) == buffer.data());
  *list.room(4) = 7;
  list.took(1);
  CHECK(list.count() == 1);
  CHECK(list.room(4) == nullptr);
  CHECK(list.room(3) == buffer.data() + 1);
  CHECK(list.status() == QITAI_OK);
}
