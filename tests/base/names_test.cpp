// What may stand in a name that others see: letters and signs of any script, nothing that hides or turns
// text.
#include "base/names.hpp"

#include <catch2/catch.hpp>

using qitai::is_name;
using qitai::may_stand_in_name;

TEST_CASE("letters, signs and spaces of any script may stand in a name") {
  for (const char32_t point : {U' ', U'a', U'~', U'é', U'甲', U'𠮷', U'，', U'\x1F600'}) {
    INFO(static_cast<std::uint32_t>(point));
    CHECK(may_stand_in_name(point));
  }
}

TEST_CASE("controls, line ends, turns of direction and non-characters may not") {
  // Unicode 15: general categories Cc, Zl, Zp; Bidi_Control (PropList.txt); U+FEFF; non-characters (D14).
  for (const char32_t point :
       {U'\x00',   U'\x0A',   U'\x1F',   U'\x7F',   U'\x9F',   U'\x061C',  U'\x200E',
        U'\x200F', U'\x2028', U'\x2029', U'\x202A', U'\x202E', U'\x2066',  U'\x2069',
        U'\xFEFF', U'\xFDD0', U'\xFDEF', U'\xFFFE', U'\xFFFF', U'\x1FFFE', U'\x10FFFF'}) {
    INFO(static_cast<std::uint32_t>(point));
    CHECK_FALSE(may_stand_in_name(point));
  }
}

TEST_CASE("a name is UTF-8 and counted in characters") {
  CHECK(is_name("", 0));
  CHECK(is_name("铁桶阵", 3));
  CHECK_FALSE(is_name("铁桶阵", 2));
  CHECK_FALSE(is_name("\xff", 16));
  CHECK_FALSE(is_name("\xED\xA0\x80", 16));  // half of a surrogate pair
  CHECK_FALSE(is_name("a\nb", 16));
}
