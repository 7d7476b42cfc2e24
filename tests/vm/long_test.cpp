// What shows only after many repetitions, and how long it takes.
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <iostream>

#include "end.hpp"
#include "network/bluetooth/link.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;
using bluetooth::Channel;

namespace {

std::size_t entries(const std::string& folder) {
  const auto all = std::filesystem::directory_iterator(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

// What this process holds.
struct Held {
  std::size_t descriptors = entries("/proc/self/fd");
  std::size_t threads = entries("/proc/self/task");
  std::size_t children = [] {
    std::ifstream in("/proc/self/task/" + std::to_string(::getpid()) + "/children");
    return static_cast<std::size_t>(std::distance(std::istream_iterator<int>(in), {}));
  }();
  long memory = [] {  // KiB
    std::ifstream in("/proc/self/statm");
    long size = 0, resident = 0;
    in >> size >> resident;
    return resident * ::sysconf(_SC_PAGESIZE) / 1024;
  }();
};

int rounds(int usual) {
  const char* const wanted = std::getenv("QITAI_VM_ROUNDS");
  return wanted == nullptr ? usual : std::atoi(wanted);
}

// Ten messages there and ten back, each after the one before.
void talk(Two& two) {
  for (int i = 0; i < 10; ++i) {
    const std::size_t far = two.far.heard(two.there).size(), near = two.near.heard(two.here).size();
    REQUIRE(two.near.endpoint.send(two.here, std::string(150, 'm')) == host::Endpoint::Sent::kTaken);
    REQUIRE(two.run_until([&] { return two.far.heard(two.there).size() > far; }));
    REQUIRE(two.far.endpoint.send(two.there, std::string(150, 'c')) == host::Endpoint::Sent::kTaken);
    REQUIRE(two.run_until([&] { return two.near.heard(two.here).size() > near; }));
  }
}

}  // namespace

TEST_CASE("long: talk, cut, talk again, without a leak", "[long]") {
  Two two(room());
  std::optional<Held> first;
  const int all = rounds(25);
  for (int round = 0; round < all; ++round) {
    two.link();
    talk(two);
    two.in.air.cut(1, 50ms);
    REQUIRE(two.run_until([&] { return two.near.closed(two.here) && two.far.closed(two.there); }));
    two.in.air.heal(1);
    two.near.events.clear();
    two.far.events.clear();
    two.near.events.shrink_to_fit();
    if (round == all / 5) first.emplace();
  }
  const Held last;
  std::cout << all << " rounds: " << first->descriptors << " to " << last.descriptors << " descriptors, "
            << first->threads << " to " << last.threads << " threads, " << first->children << " to "
            << last.children << " children, " << first->memory << " to " << last.memory << " KiB\n";
  CHECK(last.descriptors <= first->descriptors);
  CHECK(last.threads <= first->threads);
  CHECK(last.children <= first->children);
  CHECK(last.memory - first->memory < 2048);
}

TEST_CASE("long: who is not wanted calls again and again", "[long]") {
  Room& in = room();
  Two two(in);
  // It has been paired with once, so that the kernel lets it through to the game.
  const Desktop desktop(in[2].bus, Answer::kYes);
  const auto psm = [] { return std::uint16_t{0x1A47}; }();
  std::optional<Held> first;
  const int all = rounds(10'000);
  int let_in = 0;
  for (int i = 0; i < all; ++i) {
    auto dialled = bluetooth::open_channel(in[2].address, in[1].address, psm, true);
    REQUIRE(dialled.error == 0);
    Channel channel(std::move(dialled.socket), Channel::State::kConnecting);
    // Its own socket is not among those that are polled: it is looked at each millisecond.
    for (int k = 0; k < 60'000 && channel.connect() == Channel::State::kConnecting; ++k)
      (void)two.run_until([] { return false; }, 1ms);
    if (channel.state() == Channel::State::kOpen) ++let_in;
    // The game wants none of them.
    for (const auto& told : two.far.all<host::event::Incoming>())
      two.far.endpoint.hang_up(told.link.id, true);
    two.far.events.clear();
    if (i == all / 10) first.emplace();
  }
  const Held last;
  std::cout << all << " calls, " << let_in << " let in: " << first->descriptors << " to " << last.descriptors
            << " descriptors, " << first->memory << " to " << last.memory << " KiB\n";
  CHECK(let_in > all / 2);
  CHECK(last.descriptors <= first->descriptors + 8);
  CHECK(last.memory - first->memory < 1024);
  // Who is wanted still gets through.
  two.link();
}

TEST_CASE("long: a message there and back takes at most 1.2 times what it takes over bare sockets",
          "[long][bench]") {
  Two two(room());
  two.link();
  constexpr int kTimes = 1000;  // ten turns of them
  const std::string move(150, 'm');
  const auto bare = [&] {
    std::uint16_t psm = 0;
    const auto listener = bluetooth::open_listener(two.in[1].address, psm);
    auto dialled = bluetooth::open_channel(two.in[0].address, two.in[1].address, psm, true);
    Channel near(std::move(dialled.socket), Channel::State::kConnecting);
    REQUIRE(two.run_until([&] { return near.connect() == Channel::State::kOpen; }));
    int error = 0;
    std::optional<bluetooth::Call> call;
    REQUIRE(two.run_until([&] { return (call = bluetooth::take_call(listener.socket, error)).has_value(); }));
    const int here = near.fd(), there = call->socket.get();
    std::array<char, 700> buffer{};
    const std::int64_t begin = now();
    for (int i = 0; i < 2 * kTimes; ++i) {
      const int from = i % 2 == 0 ? here : there, to = i % 2 == 0 ? there : here;
      REQUIRE(::send(from, move.data(), move.size(), MSG_NOSIGNAL) > 0);
      pollfd ready{to, POLLIN, 0};
      REQUIRE(::poll(&ready, 1, 5000) == 1);
      REQUIRE(::recv(to, buffer.data(), buffer.size(), 0) > 0);
    }
    return static_cast<double>(now() - begin) / kTimes;
  };
  const auto ours = [&] {
    two.near.events.clear();
    two.far.events.clear();
    const std::int64_t begin = now();
    for (int i = 0; i < 2 * kTimes; ++i) {
      End &from = i % 2 == 0 ? two.near : two.far, &to = i % 2 == 0 ? two.far : two.near;
      to.events.clear();
      REQUIRE(from.endpoint.send(i % 2 == 0 ? two.here : two.there, move) == host::Endpoint::Sent::kTaken);
      REQUIRE(run(
          {&to}, [&] { return !to.events.empty(); }, 5s));
    }
    return static_cast<double>(now() - begin) / kTimes;
  };
  // In turn, so that what else the machine does meets both: 10,000 there and back each, and the middle of
  // ten.
  std::vector<double> all_bare, all_ours;
  for (int i = 0; i < 10; ++i) {
    all_bare.push_back(bare());
    all_ours.push_back(ours());
  }
  const auto middle = [](std::vector<double> of) {
    std::ranges::sort(of);
    return (of[of.size() / 2 - 1] + of[of.size() / 2]) / 2;
  };
  const double took_bare = middle(all_bare), took_ours = middle(all_ours);
  std::cout << "there and back: " << took_bare << " us bare, " << took_ours << " us over the endpoint, "
            << took_ours / took_bare << " times\n";
  CHECK(took_ours < 1.2 * took_bare);
}
