// SIGTERM and SIGINT are wishes as long as somebody hears them, and what they were before afterwards.
#include "platform/stop_signals.hpp"

#include <poll.h>

#include <catch2/catch.hpp>
#include <csignal>

using qitai::platform::StopSignals;

namespace {

bool ready(int fd) {
  pollfd descriptor{fd, POLLIN, 0};
  return ::poll(&descriptor, 1, 0) == 1;
}

int heard = 0;

extern "C" void hear(int) {
  ++heard;
}

}  // namespace

TEST_CASE("being asked to end makes a descriptor ready and ends nothing") {
  const int signal = GENERATE(SIGTERM, SIGINT);
  const StopSignals signals;
  CHECK_FALSE(signals.asked());
  CHECK_FALSE(ready(signals.descriptor()));
  REQUIRE(std::raise(signal) == 0);
  CHECK(signals.asked());
  CHECK(ready(signals.descriptor()));
}

TEST_CASE("afterwards a signal does what it did before, and what was asked of one is not asked of the next") {
  struct sigaction own {};
  struct sigaction before {};
  own.sa_handler = hear;
  REQUIRE(::sigaction(SIGTERM, &own, &before) == 0);
  {
    const StopSignals signals;
    REQUIRE(std::raise(SIGTERM) == 0);
    CHECK(heard == 0);
  }
  REQUIRE(std::raise(SIGTERM) == 0);
  CHECK(heard == 1);
  CHECK_FALSE(StopSignals().asked());
  REQUIRE(::sigaction(SIGTERM, &before, nullptr) == 0);
}
