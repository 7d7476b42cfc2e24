#include "seat/shown_clocks.hpp"

#include <algorithm>
#include <cstdint>

#include "text/formats.hpp"

namespace qitai::seat {
namespace {

std::int64_t nanoseconds(match::Instant left) {
  return left > INT64_MAX / 1000 ? INT64_MAX : left * 1000;
}

}  // namespace

bool clock_runs(const TimesLeft& times) {
  return std::ranges::any_of(times, &match::Referee::TimeLeft::running);
}

std::vector<std::string> shown_clocks(const TimesLeft& times) {
  std::vector<std::string> out;
  for (const match::Referee::TimeLeft& left : times) {
    for (const match::Instant time : {left.main, left.step, left.setup})
      out.push_back(time == match::kNever ? std::string() : text::clock_text(nanoseconds(time)));
  }
  return out;
}

match::Instant until_shown_change(const TimesLeft& times) {
  match::Instant next = match::kNever;
  for (const match::Referee::TimeLeft& left : times) {
    if (!left.running) continue;
    for (const match::Instant time : {left.main, left.step, left.setup}) {
      if (time == match::kNever) continue;
      const std::int64_t change = text::clock_next_change_ns(nanoseconds(time));
      // Rounded up to whole microseconds: a wake before the change would show the old text once more.
      if (change != INT64_MAX) next = std::min(next, change / 1000 + (change % 1000 != 0 ? 1 : 0));
    }
  }
  return next;
}

}  // namespace qitai::seat
