// Endpoints of the transport "local" in a folder of the test's own.
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "endpoint.hpp"
#include "scratch.hpp"

namespace qitai::testing {

inline std::shared_ptr<const host::Transport> local() {
  static const host::Plugins kPlugins = load_plugin("network");
  return transport_of(kPlugins, "local");
}

class Machine : public Driven {
 public:
  explicit Machine(std::uint8_t number) : Driven(open(number)) {}

  static std::string address(std::uint8_t number) {
    std::string digits;
    for (int i = 0; i < 8; ++i)
      digits += fmt::format("{:02x}", number);
    return digits;
  }

 private:
  static host::Endpoint open(std::uint8_t number) {
    std::array<std::uint8_t, 16> identity{};
    identity.fill(number);
    auto opened = local()->open(identity);
    REQUIRE(opened);
    return std::move(*opened);
  }
};

inline bool run(const std::vector<Driven*>& machines, const std::function<bool()>& done, int milliseconds) {
  return run(machines, done, std::chrono::milliseconds(milliseconds));
}

// Two machines with an open link between them.
struct Pair {
  Pair() { link(); }
  void link() {
    far.endpoint.listen(true);
    REQUIRE(run({&near, &far}, [&] { return far.has<host::event::State>(); }));
    const auto [dialled, id] = near.endpoint.dial(Machine::address(2));
    REQUIRE(dialled == host::Endpoint::Dialled::kDialling);
    here = id;
    REQUIRE(run({&near, &far},
                [&] { return far.has<host::event::Incoming>() && near.has<host::event::Opened>(); }));
    there = far.all<host::event::Incoming>().back().link.id;
  }
  bool run_until(const std::function<bool()>& done, int milliseconds = 10'000) {
    return run({&near, &far}, done, milliseconds);
  }
  Machine near{1}, far{2};
  host::LinkId here = 0, there = 0;
};

// A folder of the test's own for the sockets, and no other settings.
class Around {
 public:
  Around() {
    settings().clear();
    settings()["local-folder"] = folder / "meet";
  }
  Scratch folder;
};

// How many descriptors this process has.
inline std::size_t open_descriptors() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    (void)entry;
    ++count;
  }
  return count;
}

}  // namespace qitai::testing
