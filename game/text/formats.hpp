// Clocks and numbers as players read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace qitai::text {

// What a clock with `remaining_ns` nanoseconds shows: "h:mm:ss" from an hour up, "m:ss" below, with tenths
// ("0:09.3") under 10 s. Rounded up, so that zero is shown only when nothing is left; a negative rest is
// zero.
[[nodiscard]] std::string clock_text(std::int64_t remaining_ns);

// In how many nanoseconds a running clock that now shows `remaining_ns` shows something else: the loop sleeps
// that long. At least 1; at zero, when nothing changes any more, the largest value.
[[nodiscard]] std::int64_t clock_next_change_ns(std::int64_t remaining_ns);

// Time that was used, rounded down to seconds: "m:ss" or "h:mm:ss".
[[nodiscard]] std::string duration_text(std::int64_t used_ns);

// 1 to 999 as Chinese numerals: 十, 十二, 二十, 一百零五, 一百一十. Outside that range ASCII digits.
[[nodiscard]] std::string chinese_numeral(int number);

// The number in full-width digits, as Black's files and moves are written in xiangqi: １２.
[[nodiscard]] std::string fullwidth_digits(std::int64_t number);

// The number with a comma between thousands: 1,240.
[[nodiscard]] std::string grouped(std::int64_t number);

// One sentence after another: with a space in between, but after a full-width stop (GB/T 15834-2011,
// section 5.1). What is empty adds nothing.
[[nodiscard]] std::string sentences(std::string first, std::string_view second);

// All characters that the functions above can write.
[[nodiscard]] std::string_view number_characters();

}  // namespace qitai::text
