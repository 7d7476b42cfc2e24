// A process that is killed at a random instant, and what it had told until then.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <optional>
#include <random>

namespace qitai::testing {

// Runs `work(report)` in a child that is killed with SIGKILL after at most 40 ms; the last T that it had
// written whole to the descriptor `report`, or nothing.
template <typename T, typename Work>
std::optional<T> told_before_kill(std::minstd_rand& random, const Work& work) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    work(ends[1]);
  }
  ::close(ends[1]);
  ::usleep(static_cast<useconds_t>(std::uniform_int_distribution<int>(0, 40'000)(random)));
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  std::optional<T> last;
  T told{};
  while (::read(ends[0], &told, sizeof told) == sizeof told)
    last = told;
  ::close(ends[0]);
  return last;
}

}  // namespace qitai::testing
