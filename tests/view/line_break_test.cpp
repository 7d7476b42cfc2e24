// GB/T 15834-2011 section 5.1: which signs may not stand at a line's start or end.
#include "view/line_break.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace qitai::view;

namespace {

// Every wide character counts 2, every other 1.
std::vector<std::u32string> broken(std::u32string_view text, float width) {
  std::vector<std::u32string> lines;
  for (const LineSpan& line :
       break_lines(text, width, [&](std::size_t i) { return is_wide(text[i]) ? 2.0F : 1.0F; })) {
    lines.emplace_back(text.substr(line.begin, line.end - line.begin));
  }
  return lines;
}

using Lines = std::vector<std::u32string>;

}  // namespace

TEST_CASE("Chinese breaks between any two characters") {
  CHECK(broken(U"楚河漢界", 4) == Lines{U"楚河", U"漢界"});
}

TEST_CASE("Closing punctuation takes the character before it to the next line") {
  CHECK(broken(U"马走日，象走田。", 6) == Lines{U"马走", U"日，象", U"走田。"});
  CHECK(broken(U"请红方就座（对方）", 12) == Lines{U"请红方就座", U"（对方）"});
}

TEST_CASE("No line starts with closing or ends with opening punctuation, at any width") {
  const std::u32string text =
      U"每方60分钟内走满40着；此后每20着加30分钟（每着不得超过3分钟）。“对方改为”：违例——可吃将……再重复一次将"
      U"按"
      U"「長捉」提醒！《象棋竞赛规则》第3.2款、第4款；是？否！";
  for (int width = 8; width < 60; ++width) {
    for (const std::u32string& line : broken(text, static_cast<float>(width))) {
      INFO("width " << width);
      REQUIRE_FALSE(line.empty());
      CHECK_FALSE(forbidden_at_start(line.front()));
      CHECK_FALSE(forbidden_at_end(line.back()));
    }
  }
}

TEST_CASE(
    "No character is left alone on the last line: the lines are evened out, at a clause if one ends there") {
  CHECK(broken(U"楚河汉界，两军对垒：将死对方的将帅", 32) ==
        Lines{U"楚河汉界，两军对垒：", U"将死对方的将帅"});
  CHECK(broken(U"不能走到这里来了", 14) == Lines{U"不能走到", U"这里来了"});
  CHECK(broken(U"two armies across a river to go", 29) == Lines{U"two armies across", U"a river to go"});
}

TEST_CASE("A dash and an ellipsis are never cut in two") {
  CHECK(broken(U"将军——长", 5) == Lines{U"将军", U"——长"});
  CHECK(broken(U"将军……长", 5) == Lines{U"将", U"军……", U"长"});
}

TEST_CASE("Latin breaks at spaces, which hang at the line's end") {
  CHECK(broken(U"one two three", 7) == Lines{U"one two", U"three"});
  CHECK(broken(U"one two  three", 7) == Lines{U"one two", U"three"});
  CHECK(broken(U"well-known rule", 6) == Lines{U"well-", U"known", U"rule"});
  CHECK_FALSE(may_break(U'-', U'4'));  // a range or a minus
}

TEST_CASE("A no-break space does not break") {
  CHECK(broken(U"a 10\u00A0s b", 5) == Lines{U"a", U"10\u00A0s", U"b"});
}

TEST_CASE("A word wider than the line is cut, every line gets at least one character") {
  CHECK(broken(U"abcdefgh", 3) == Lines{U"abc", U"def", U"gh"});
  CHECK(broken(U"楚河", 1) == Lines{U"楚", U"河"});
}

TEST_CASE("A line feed always breaks, also without a width") {
  CHECK(broken(U"棋\n台", 0) == Lines{U"棋", U"台"});
  CHECK(broken(U"a\n\nb\n", 0) == Lines{U"a", U"", U"b", U""});
  CHECK(broken(U"", 10) == Lines{U""});
}
