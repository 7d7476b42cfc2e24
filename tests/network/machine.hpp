// Endpoints of the transport "local" in a folder of the test's own, driven by their descriptors and instants
// as the game's loop drives them.
#pragma once

#include <dirent.h>
#include <poll.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/log.hpp"
#include "base/time.hpp"
#include "host/loader.hpp"
#include "host/transport.hpp"
#include "scratch.hpp"

namespace qitai::testing {

// What the plugin is told of its own section; changed by the tests before an endpoint is opened.
inline std::map<std::string, std::string>& settings() {
  static std::map<std::string, std::string> values;
  return values;
}

inline std::shared_ptr<const host::Transport> local() {
  static const host::Plugins kPlugins = [] {
    set_log_level(LogLevel::kError);
    host::LoaderOptions options;
    options.files = {QITAI_BUILD_DIR "/lib/qitai/plugins/network.so"};
    options.vetter = QITAI_BUILD_DIR "/libexec/qitai/qitai-vet";
    options.setting = [](std::string_view plugin, std::string_view key) -> std::optional<std::string> {
      const auto found = settings().find(std::string(key));
      if (plugin != "network" || found == settings().end()) return std::nullopt;
      return found->second;
    };
    return host::Plugins::load(options);
  }();
  const auto transport = kPlugins.transport("local");
  if (transport == nullptr) FAIL(kPlugins.reports().front().refusal.message);
  return transport;
}

inline std::int64_t now() {
  return boottime_us();
}

// One endpoint and all that it told.
class Machine {
 public:
  explicit Machine(std::uint8_t number) : endpoint(open(number)) {}

  static std::string address(std::uint8_t number) {
    std::string digits;
    for (int i = 0; i < 8; ++i)
      digits += fmt::format("{:02x}", number);
    return digits;
  }

  void pump() {
    ++pumps;
    for (host::TransportEvent& told : endpoint.pump(now()))
      events.push_back(std::move(told));
  }

  template <typename T>
  [[nodiscard]] std::vector<T> all() const {
    std::vector<T> found;
    for (const auto& told : events) {
      if (const T* const one = std::get_if<T>(&told)) found.push_back(*one);
    }
    return found;
  }
  template <typename T>
  [[nodiscard]] bool has() const {
    return std::any_of(events.begin(), events.end(),
                       [](const auto& e) { return std::holds_alternative<T>(e); });
  }
  // The bytes of all messages of a link.
  [[nodiscard]] std::vector<std::string> heard(host::LinkId link) const {
    std::vector<std::string> messages;
    for (const auto& message : all<host::event::Received>()) {
      if (message.link == link) messages.push_back(message.bytes);
    }
    return messages;
  }
  // Why a link was closed; nothing: it was not.
  [[nodiscard]] std::optional<std::string> closed(host::LinkId link) const {
    for (const auto& told : all<host::event::Closed>()) {
      if (told.link == link) return told.failure;
    }
    return std::nullopt;
  }

  host::Endpoint endpoint;
  std::vector<host::TransportEvent> events;
  unsigned pumps = 0;

 private:
  static host::Endpoint open(std::uint8_t number) {
    std::array<std::uint8_t, 16> identity{};
    identity.fill(number);
    auto opened = local()->open(identity);
    REQUIRE(opened);
    return std::move(*opened);
  }
};

// Runs the machines until `done`; false after so many milliseconds.
inline bool run(const std::vector<Machine*>& machines, const std::function<bool()>& done,
                int milliseconds = 10'000) {
  const std::int64_t end = now() + std::int64_t{milliseconds} * 1000;
  for (;;) {
    std::int64_t next = end;
    std::vector<pollfd> polled;
    std::vector<std::size_t> owner;
    for (std::size_t i = 0; i < machines.size(); ++i) {
      next = std::min(next, machines[i]->endpoint.next());
      for (const auto& one : machines[i]->endpoint.descriptors()) {
        const int wanted = (one.in ? POLLIN : 0) | (one.out ? POLLOUT : 0);
        polled.push_back({one.fd, static_cast<short>(wanted), 0});
        owner.push_back(i);
      }
    }
    if (done()) return true;
    const std::int64_t at = now();
    if (at >= end) return false;
    const std::int64_t wait = next <= at ? 0 : (next - at + 999) / 1000;
    (void)::poll(polled.data(), polled.size(), static_cast<int>(std::min<std::int64_t>(wait, 1000)));
    for (std::size_t i = 0; i < machines.size(); ++i) {
      bool ready = machines[i]->endpoint.next() <= now();
      for (std::size_t k = 0; k < polled.size(); ++k)
        ready = ready || (owner[k] == i && polled[k].revents != 0);
      if (ready) machines[i]->pump();
    }
  }
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
