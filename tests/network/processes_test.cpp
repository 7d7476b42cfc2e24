// Two processes, as in play.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "machine.hpp"

namespace {

using namespace qitai::host;
using namespace qitai::testing;

// A process that listens as machine 2, is visible, and sends back every message it gets. Ends when its link
// does, or is killed.
class Echo {
 public:
  Echo() : pid_(::fork()) {
    if (pid_ != 0) return;
    Machine far(2);
    far.endpoint.visible("echo", std::nullopt);
    far.endpoint.listen(true);
    std::size_t seen = 0;
    std::vector<std::pair<LinkId, std::string>> waiting;
    const auto step = [&] {
      for (; seen < far.events.size(); ++seen) {
        if (const auto* got = std::get_if<event::Received>(&far.events[seen]))
          waiting.emplace_back(got->link, got->bytes);
        if (std::holds_alternative<event::Closed>(far.events[seen])) return true;
      }
      while (!waiting.empty() &&
             far.endpoint.send(waiting.front().first, waiting.front().second) == Endpoint::Sent::kTaken)
        waiting.erase(waiting.begin());
      return false;
    };
    run({&far}, step, 60'000);
    ::_exit(0);
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;
  ~Echo() { end(SIGKILL); }
  int end(int signal) {
    if (pid_ <= 0) return -1;
    int status = 0;
    ::kill(pid_, signal);
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return status;
  }

 private:
  pid_t pid_;
};

LinkId dial(Machine& near) {
  LinkId link = 0;
  // The other process takes a moment to start.
  for (int i = 0; i < 200 && !near.has<event::Opened>(); ++i) {
    link = near.endpoint.dial(Machine::address(2)).second;
    REQUIRE(run({&near}, [&] { return near.has<event::Opened>() || near.closed(link); }));
    if (!near.has<event::Opened>()) ::usleep(20'000);
  }
  REQUIRE(near.has<event::Opened>());
  return near.all<event::Opened>().back().link.id;
}

}  // namespace

TEST_CASE("two processes find each other and exchange 2,000 messages") {
  const Around around;
  local();
  const Echo echo;
  Machine near(1);
  near.endpoint.scan(true);
  REQUIRE(run({&near}, [&] { return near.has<event::Found>(); }));
  CHECK(near.all<event::Found>().front().peer.name == "echo");
  const LinkId link = dial(near);
  unsigned sent = 0;
  REQUIRE(run(
      {&near},
      [&] {
        while (sent < 2000 && near.endpoint.send(link, std::to_string(sent)) == Endpoint::Sent::kTaken)
          ++sent;
        return near.heard(link).size() >= 2000;
      },
      60'000));
  const auto heard = near.heard(link);
  for (unsigned i = 0; i < 2000; ++i)
    REQUIRE(heard[i] == std::to_string(i));
}

TEST_CASE("a far process that is killed ends the link, is gone, and is met again at the same address") {
  const Around around;
  local();
  auto echo = std::make_unique<Echo>();
  Machine near(1);
  near.endpoint.scan(true);
  const LinkId link = dial(near);
  REQUIRE(near.endpoint.send(link, "are you there?") == Endpoint::Sent::kTaken);
  REQUIRE(run({&near}, [&] { return near.heard(link).size() == 1 && near.has<event::Found>(); }));
  echo->end(SIGKILL);
  const std::int64_t begin = now();
  REQUIRE(run({&near}, [&] { return near.closed(link).has_value(); }));
  CHECK(now() - begin < 1'000'000);
  CHECK(near.closed(link) == "far-closed");
  REQUIRE(run({&near}, [&] { return near.has<event::Gone>(); }));
  CHECK_FALSE(std::filesystem::exists(settings()["local-folder"] + "/" + Machine::address(2) + ".peer"));
  near.events.clear();
  echo = std::make_unique<Echo>();
  const LinkId again = dial(near);
  CHECK(again > link);
  REQUIRE(near.endpoint.send(again, "again") == Endpoint::Sent::kTaken);
  REQUIRE(run({&near}, [&] { return near.heard(again).size() == 1; }));
}

TEST_CASE("a far process that is stopped only keeps silent, and what was sent meanwhile arrives") {
  const Around around;
  local();
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    Machine far(2);
    far.endpoint.listen(true);
    run(
        {&far}, [&] { return far.has<event::Received>(); }, 30'000);
    const std::string got = far.has<event::Received>() ? far.all<event::Received>().front().bytes : "nothing";
    (void)!::write(pipe_ends[1], got.data(), got.size());
    ::_exit(0);
  }
  Machine near(1);
  const LinkId link = dial(near);
  ::kill(child, SIGSTOP);
  CHECK(near.endpoint.send(link, "wake up") == Endpoint::Sent::kTaken);
  run(
      {&near}, [] { return false; }, 300);
  CHECK_FALSE(near.closed(link));
  ::kill(child, SIGCONT);
  REQUIRE(run({&near}, [&] { return near.closed(link).has_value(); }));
  std::string got(64, '\0');
  const ssize_t size = ::read(pipe_ends[0], got.data(), got.size());
  REQUIRE(size > 0);
  got.resize(static_cast<std::size_t>(size));
  CHECK(got == "wake up");
  ::waitpid(child, nullptr, 0);
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
}
