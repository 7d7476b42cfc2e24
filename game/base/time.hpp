// The machine's clocks as numbers. The referee never reads one: whoever runs the loop reads and passes it on.
#pragma once

#include <cstdint>
#include <ctime>

namespace qitai {

// A named clock's reading in nanoseconds.
inline std::int64_t clock_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Nanoseconds since an arbitrary start; stands still while the machine sleeps. For motion and timeouts.
inline std::int64_t monotonic_ns() {
  return clock_ns(CLOCK_MONOTONIC);
}

// The same, running on while the machine sleeps, never set back. For players' clocks.
inline std::int64_t boottime_ns() {
  return clock_ns(CLOCK_BOOTTIME);
}

// The same in microseconds, as matches and transports count.
inline std::int64_t boottime_us() {
  return boottime_ns() / 1000;
}

// Seconds since 1970 by the wall clock, which may jump: for dates that people read, never for durations.
inline std::int64_t unix_seconds() {
  return clock_ns(CLOCK_REALTIME) / 1'000'000'000;
}

}  // namespace qitai
