// Tests: the ends of the transport "bluetooth" on machines of one room, driven by their descriptors and
// instants as the game's loop drives them.
#pragma once

#include <poll.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/log.hpp"
#include "base/time.hpp"
#include "host/loader.hpp"
#include "host/transport.hpp"
#include "room.hpp"

namespace qitai::testing {

// The section [plugin.bluetooth] for the next end that is opened.
inline std::map<std::string, std::string>& settings() {
  static std::map<std::string, std::string> values;
  return values;
}

inline std::shared_ptr<const host::Transport> bluetooth() {
  static const host::Plugins kPlugins = [] {
    set_log_level(LogLevel::kInfo);
    host::LoaderOptions options;
    options.files = {QITAI_BUILD_DIR "/lib/qitai/plugins/bluetooth.so"};
    options.vetter = QITAI_BUILD_DIR "/libexec/qitai/qitai-vet";
    options.setting = [](std::string_view plugin, std::string_view key) -> std::optional<std::string> {
      const auto found = settings().find(std::string(key));
      if (plugin != "bluetooth" || found == settings().end()) return std::nullopt;
      return found->second;
    };
    return host::Plugins::load(options);
  }();
  const auto transport = kPlugins.transport("bluetooth");
  if (transport == nullptr) FAIL(kPlugins.reports().front().refusal.message);
  return transport;
}

inline std::int64_t now() {
  return boottime_us();
}

// One endpoint and all that it told. Questions of pairing are its player's own.
class End {
 public:
  explicit End(const Host& on) : endpoint(open(on)) {}

  void pump() {
    for (host::TransportEvent& told : endpoint.pump(now())) {
      if (const auto* question = std::get_if<host::event::Pairing>(&told); question != nullptr && says)
        endpoint.answer(question->id, *says);
      events.push_back(std::move(told));
    }
  }
  template <typename T>
  [[nodiscard]] std::vector<T> all() const {
    std::vector<T> found;
    for (const auto& told : events) {
      if (const T* const one = std::get_if<T>(&told)) found.push_back(*one);
    }
    return found;
  }
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
  [[nodiscard]] bool opened(host::LinkId link) const {
    return std::ranges::any_of(all<host::event::Opened>(),
                               [&](const auto& one) { return one.link.id == link; });
  }
  // As last told.
  [[nodiscard]] host::event::State state(host::event::What what) const {
    host::event::State last{what, false, ""};
    for (const auto& told : all<host::event::State>()) {
      if (told.what == what) last = told;
    }
    return last;
  }
  [[nodiscard]] bool listens() const { return state(host::event::What::kListen).on; }
  [[nodiscard]] std::optional<host::PeerInfo> peer(const std::string& address) const {
    std::optional<host::PeerInfo> last;
    for (const auto& told : all<host::event::Found>()) {
      if (told.peer.address == address) last = told.peer;
    }
    return last;
  }
  host::LinkId dial(const Host& far) {
    const auto [dialled, id] = endpoint.dial(far.address);
    REQUIRE(dialled == host::Endpoint::Dialled::kDialling);
    return id;
  }

  host::Endpoint endpoint;
  std::optional<bool> says = true;  // to a question; nothing: it is ignored
  std::vector<host::TransportEvent> events;

 private:
  static host::Endpoint open(const Host& on) {
    settings()["bus"] = on.bus;
    settings()["agent"] = "true";
    ::setenv("QITAI_STATE", (on.folder / "home").c_str(), 1);
    std::array<std::uint8_t, 16> identity{};
    auto opened = bluetooth()->open(identity);
    REQUIRE(opened);
    return std::move(*opened);
  }
};

// Runs the ends until `done`; false after so long.
inline bool run(const std::vector<End*>& ends, const std::function<bool()>& done,
                std::chrono::milliseconds time = std::chrono::seconds(20)) {
  const std::int64_t last = now() + time.count() * 1000;
  for (;;) {
    std::int64_t next = last;
    std::vector<pollfd> polled;
    std::vector<std::size_t> owner;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      next = std::min(next, ends[i]->endpoint.next());
      for (const auto& one : ends[i]->endpoint.descriptors()) {
        const int wanted = (one.in ? POLLIN : 0) | (one.out ? POLLOUT : 0);
        polled.push_back({one.fd, static_cast<short>(wanted), 0});
        owner.push_back(i);
      }
    }
    if (done()) return true;
    const std::int64_t at = now();
    if (at >= last) return false;
    const std::int64_t wait = next <= at ? 0 : (next - at + 999) / 1000;
    (void)::poll(polled.data(), polled.size(), static_cast<int>(std::min<std::int64_t>(wait, 1000)));
    for (std::size_t i = 0; i < ends.size(); ++i) {
      bool ready = ends[i]->endpoint.next() <= now();
      for (std::size_t k = 0; k < polled.size(); ++k)
        ready = ready || (owner[k] == i && polled[k].revents != 0);
      if (ready) ends[i]->pump();
    }
  }
}

// Two machines, of which the far one takes calls.
struct Two {
  explicit Two(Room& room) : in(room), near(in[0]), far(in[1]) {
    far.endpoint.visible("Far player", std::nullopt);
    far.endpoint.listen(true);
    REQUIRE(run_until([&] { return far.listens() && far.state(host::event::What::kVisible).on; }));
  }
  // An open link.
  void link() {
    const std::size_t before = far.all<host::event::Incoming>().size();
    std::string failed;
    // That pairing fails for want of time, or nobody answers, may be tried again, as the failure says.
    for (int tries = 0; tries < 3; ++tries) {
      here = near.dial(in[1]);
      REQUIRE(run_until(
          [&] {
            return (near.opened(here) && far.all<host::event::Incoming>().size() > before) ||
                   near.closed(here);
          },
          std::chrono::seconds(60)));
      if (near.opened(here)) break;
      failed += *near.closed(here) + " ";
      const host::FailureInfo* const info = bluetooth()->info().failure(*near.closed(here));
      if (info == nullptr || !info->retry) break;
    }
    INFO(failed);
    REQUIRE(near.opened(here));
    there = far.all<host::event::Incoming>().back().link.id;
  }
  bool run_until(const std::function<bool()>& done,
                 std::chrono::milliseconds time = std::chrono::seconds(20)) {
    return run({&near, &far}, done, time);
  }
  // How a call ends that comes to nothing.
  std::string fails(host::LinkId link, std::chrono::milliseconds time = std::chrono::seconds(60)) {
    REQUIRE(run_until([&] { return near.closed(link) || near.opened(link); }, time));
    return near.closed(link).value_or("it opened");
  }
  Room& in;
  End near, far;
  host::LinkId here = 0, there = 0;
};

}  // namespace qitai::testing
