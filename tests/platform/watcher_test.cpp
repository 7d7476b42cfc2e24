// A thread that waits for descriptors: it wakes once for what is ready, again only when it is asked to, and
// not at all for what it no longer watches.
#include "platform/watcher.hpp"

#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <ctime>
#include <memory>
#include <thread>
#include <utility>

using qitai::platform::Watcher;

namespace {

struct Pipe {
  Pipe() { REQUIRE(::pipe(ends) == 0); }
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void write() const { REQUIRE(::write(ends[1], "x", 1) == 1); }
  int ends[2] = {-1, -1};
};

void pause(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

// Waits for it, but not for ever.
bool reaches(const std::atomic<int>& count, int wanted) {
  for (int ms = 0; ms < 5000 && count < wanted; ++ms)
    pause(1);
  return count >= wanted;
}

std::unique_ptr<Watcher> counting(std::atomic<int>& count) {
  auto watcher = Watcher::start([&count] { ++count; });
  REQUIRE(watcher.ok());
  return std::move(*watcher);
}

}  // namespace

TEST_CASE("what is ready wakes once, and again only after it is watched anew", "[watcher]") {
  std::atomic<int> woken{0};
  const Pipe pipe;
  const auto watcher = counting(woken);
  watcher->watch({{pipe.ends[0], true, false}});
  pause(20);
  CHECK(woken == 0);
  pipe.write();
  REQUIRE(reaches(woken, 1));
  pause(20);
  CHECK(woken == 1);  // it is still readable, and nobody asked again
  watcher->watch({{pipe.ends[0], true, false}});
  REQUIRE(reaches(woken, 2));
}

TEST_CASE("a new set takes the place of the old one while that is waited for", "[watcher]") {
  std::atomic<int> woken{0};
  const Pipe first, second;
  const auto watcher = counting(woken);
  watcher->watch({{first.ends[0], true, false}});
  pause(20);
  watcher->watch({{second.ends[0], true, false}});
  pause(20);
  first.write();
  pause(20);
  CHECK(woken == 0);
  second.write();
  CHECK(reaches(woken, 1));
}

TEST_CASE("room to write, and a descriptor that was closed, count as ready", "[watcher]") {
  std::atomic<int> woken{0};
  Pipe pipe;
  const auto watcher = counting(woken);
  watcher->watch({{pipe.ends[1], false, true}});
  REQUIRE(reaches(woken, 1));
  ::close(pipe.ends[0]);
  const int closed = std::exchange(pipe.ends[0], -1);
  watcher->watch({{closed, true, false}});
  CHECK(reaches(woken, 2));
}

TEST_CASE("waiting takes no time of the processor, and ends at once", "[watcher]") {
  std::atomic<int> woken{0};
  const Pipe pipe;
  pipe.write();
  auto watcher = counting(woken);
  watcher->watch({{pipe.ends[0], true, false}});
  REQUIRE(reaches(woken, 1));
  timespec before{}, after{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  pause(300);
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  const auto spent = (after.tv_sec - before.tv_sec) * 1'000'000'000 + (after.tv_nsec - before.tv_nsec);
  CHECK(spent < 30'000'000);  // of 300 ms; a busy loop takes all of it
  const auto start = std::chrono::steady_clock::now();
  watcher.reset();
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
}
