#include "match/time_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace qitai::match {
namespace {

constexpr std::array kFields{
    LimitField{"first_limit", &TimeLimits::first_limit, 180, "minutes"},
    LimitField{"first_moves", &TimeLimits::first_moves, 999, "moves"},
    LimitField{"second_limit", &TimeLimits::second_limit, 180, "minutes"},
    LimitField{"second_moves", &TimeLimits::second_moves, 999, "moves"},
    LimitField{"step_limit", &TimeLimits::step_limit, 999, "seconds"},
    LimitField{"increment", &TimeLimits::increment, 180, "seconds"},
    LimitField{"setup_limit", &TimeLimits::setup_limit, 30, "minutes"},
};

}  // namespace

std::span<const LimitField> limit_fields() {
  return kFields;
}

const LimitField* limit_field(std::string_view name) {
  const auto found = std::find_if(kFields.begin(), kFields.end(),
                                  [&](const LimitField& field) { return field.name == name; });
  return found == kFields.end() ? nullptr : &*found;
}

Status check(const TimeLimits& limits) {
  for (const LimitField& field : kFields) {
    const int value = limits.*field.value;
    if (value < 0 || value > field.max) {
      return Error{std::string(field.name),
                   fmt::format("{} is {}: expected 0 to {} {}", field.name, value, field.max, field.unit)};
    }
  }
  if (limits.first_limit == 0 && limits.second_limit == 0 && limits.increment > 0) {
    return Error{"increment",
                 fmt::format("increment is {}: expected 0 while both limits are 0", limits.increment)};
  }
  if (!limits.carry && limits.second_limit == 0)
    return Error{"carry", "carry is false: expected true while second_limit is 0"};
  return {};
}

Result<bool> set_limit(TimeLimits& limits, std::string_view id, std::string_view text) {
  const auto wrong = [&](std::string_view expected) {
    return Error{std::string(id), fmt::format("{} is \"{}\": expected {}", id, text, expected)};
  };
  if (id == "carry") {
    if (text != "true" && text != "false") return wrong("true or false");
    limits.carry = text == "true";
    return true;
  }
  const LimitField* const field = limit_field(id);
  if (field == nullptr) return false;
  int value = -1;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size() || value < 0 || value > field->max)
    return wrong(fmt::format("0 to {} {}", field->max, field->unit));
  limits.*field->value = value;
  return true;
}

void write(Writer& writer, const TimeLimits& limits) {
  for (const LimitField& field : kFields)
    writer.u32(static_cast<std::uint32_t>(limits.*field.value));
  writer.u8(limits.carry ? 1 : 0);
}

TimeLimits read_time_limits(qitai::Reader& reader) {
  TimeLimits limits;
  for (const LimitField& field : kFields)
    limits.*field.value = static_cast<int>(reader.u32());
  const std::uint8_t carry = reader.u8();
  if (carry > 1) reader.fail();
  limits.carry = carry == 1;
  return limits;
}

}  // namespace qitai::match
