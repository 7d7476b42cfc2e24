#include "text/formats.hpp"

#include <catch2/catch.hpp>
#include <limits>

using namespace qitai::text;

namespace {

constexpr std::int64_t kMs = 1'000'000;

}  // namespace

TEST_CASE("a clock shows m:ss, h:mm:ss from an hour up and tenths under 10 s") {
  CHECK(clock_text(600'000 * kMs) == "10:00");
  CHECK(clock_text(3'600'000 * kMs) == "1:00:00");
  CHECK(clock_text(3'599'000 * kMs) == "59:59");
  CHECK(clock_text((3'600'000 + 125'000) * kMs) == "1:02:05");
  CHECK(clock_text(61'000 * kMs) == "1:01");
  CHECK(clock_text(10'000 * kMs) == "0:10");
  CHECK(clock_text(9'900 * kMs) == "0:09.9");
  CHECK(clock_text(300 * kMs) == "0:00.3");
}

TEST_CASE("a clock rounds up: zero is shown only when nothing is left") {
  CHECK(clock_text(599'001 * kMs) == "10:00");
  CHECK(clock_text(9'999 * kMs) == "0:10");
  CHECK(clock_text(1) == "0:00.1");
  CHECK(clock_text(0) == "0:00.0");
  CHECK(clock_text(-5) == "0:00.0");
}

TEST_CASE("the text stays the same until the announced change and differs at it") {
  for (const std::int64_t ns : {3'600'000 * kMs, 600'000 * kMs + 1, 60'500 * kMs, 10'001 * kMs, 10'000 * kMs,
                                9'950 * kMs, 9'900 * kMs, 4'321 * kMs, std::int64_t{1}}) {
    const std::int64_t wait = clock_next_change_ns(ns);
    REQUIRE(wait >= 1);
    CHECK(clock_text(ns - wait + 1) == clock_text(ns));
    CHECK(clock_text(ns - wait) != clock_text(ns));
  }
  CHECK(clock_next_change_ns(0) == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("time used is rounded down") {
  CHECK(duration_text(59'999 * kMs) == "0:59");
  CHECK(duration_text(3'661'500 * kMs) == "1:01:01");
}

TEST_CASE("Chinese numerals from 1 to 999") {
  CHECK(chinese_numeral(1) == "一");
  CHECK(chinese_numeral(10) == "十");
  CHECK(chinese_numeral(12) == "十二");
  CHECK(chinese_numeral(20) == "二十");
  CHECK(chinese_numeral(99) == "九十九");
  CHECK(chinese_numeral(100) == "一百");
  CHECK(chinese_numeral(105) == "一百零五");
  CHECK(chinese_numeral(110) == "一百一十");
  CHECK(chinese_numeral(112) == "一百一十二");
  CHECK(chinese_numeral(999) == "九百九十九");
  CHECK(chinese_numeral(0) == "0");
  CHECK(chinese_numeral(1000) == "1000");
}

TEST_CASE("full-width digits and grouped thousands") {
  CHECK(fullwidth_digits(19) == "１９");
  CHECK(fullwidth_digits(-5) == "－５");
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1240) == "1,240");
  CHECK(grouped(-1234567) == "-1,234,567");
  CHECK(grouped(-100) == "-100");
}

TEST_CASE("sentences follow each other with a space, in Chinese without") {
  CHECK(sentences("One.", "Two.") == "One. Two.");
  CHECK(sentences("先手：抽签。", "计分。") == "先手：抽签。计分。");
  CHECK(sentences("不限时", "可填 1–9") == "不限时 可填 1–9");
  CHECK(sentences("", "Two.") == "Two.");
  CHECK(sentences("One.", "") == "One.");
}
