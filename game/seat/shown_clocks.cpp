#include "seat/shown_clocks.hpp"

#include <algorithm>
#include <cstdint>

#include "text/formats.hpp"

namespace qitai::seat {
namespace {

std::int64_t nanoseconds(match::Instant left) {
  return left > INT64_MAX / 1000 ? INT64_MAX : left * 1000;
}

int seat_count(const match::Referee& referee) {
  return static_cast<int>(referee.variant().info().seats.size());
}

}  // namespace

bool clock_runs(const match::Referee& referee, match::Instant at) {
  for (host::Seat seat = 0; seat < seat_count(referee); ++seat) {
    if (referee.left(seat, at).running) return true;
  }
  return false;
}

std::vector<std::string> shown_clocks(const match::Referee& referee, match::Instant at) {
  std::vector<std::string> out;
  for (host::Seat seat = 0; seat < seat_count(referee); ++seat) {
    const match::Referee::TimeLeft left = referee.left(seat, at);
    for (const match::Instant time : {left.main, left.step, left.setup})
      out.push_back(time == match::kNever ? std::string() : text::clock_text(nanoseconds(time)));
  }
  return out;
}

match::Instant next_shown_change(const match::Referee& referee, match::Instant at) {
  match::Instant next = match::kNever;
  for (host::Seat seat = 0; seat < seat_count(referee); ++seat) {
    const match::Referee::TimeLeft left = referee.left(seat, at);
    if (!left.running) continue;
    for (const match::Instant time : {left.main, left.step, left.setup}) {
      if (time == match::kNever) continue;
      const std::int64_t change = text::clock_next_change_ns(nanoseconds(time));
      // Rounded up to whole microseconds: a wake before the change would show the old text once more.
      if (change != INT64_MAX) next = std::min(next, at + change / 1000 + (change % 1000 != 0 ? 1 : 0));
    }
  }
  return next;
}

}  // namespace qitai::seat
