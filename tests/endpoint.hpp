// Tests: endpoints of a transport, driven by their descriptors and instants as the game's loop drives them.
#pragma once

#include <poll.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/log.hpp"
#include "base/time.hpp"
#include "host/loader.hpp"
#include "host/transport.hpp"

namespace qitai::testing {

// What the plugin is told of its own section; changed by the tests before an endpoint is opened.
inline std::map<std::string, std::string>& settings() {
  static std::map<std::string, std::string> values;
  return values;
}

// The plugin file that was just built, and the transport of that id in it.
inline host::Plugins load_plugin(const std::string& plugin, LogLevel level = LogLevel::kError) {
  set_log_level(level);
  host::LoaderOptions options;
  options.files = {QITAI_BUILD_DIR "/lib/qitai/plugins/" + plugin + ".so"};
  options.vetter = QITAI_BUILD_DIR "/libexec/qitai/qitai-vet";
  options.vet_timeout = std::chrono::seconds(30);  // an emulated machine reads it slowly
  options.setting = [plugin](std::string_view section, std::string_view key) -> std::optional<std::string> {
    const auto found = settings().find(std::string(key));
    if (section != plugin || found == settings().end()) return std::nullopt;
    return found->second;
  };
  return host::Plugins::load(options);
}
inline std::shared_ptr<const host::Transport> transport_of(const host::Plugins& plugins,
                                                           const std::string& id) {
  const auto transport = plugins.transport(id);
  if (transport == nullptr) FAIL(plugins.reports().front().refusal.message);
  return transport;
}

// Microseconds of CLOCK_BOOTTIME.
inline std::int64_t now() {
  return boottime_ns() / 1000;
}

// One endpoint and all that it told.
class Driven {
 public:
  explicit Driven(host::Endpoint made) : endpoint(std::move(made)) {}
  virtual ~Driven() = default;

  void pump() {
    ++pumps;
    for (host::TransportEvent& told : endpoint.pump(now())) {
      hear(told);
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
  template <typename T>
  [[nodiscard]] bool has() const {
    return std::ranges::any_of(events, [](const auto& told) { return std::holds_alternative<T>(told); });
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

  host::Endpoint endpoint;
  std::vector<host::TransportEvent> events;
  unsigned pumps = 0;

 private:
  virtual void hear(const host::TransportEvent& /*told*/) {}
};

// Runs them until `done`; false after so long.
inline bool run(const std::vector<Driven*>& all, const std::function<bool()>& done,
                std::chrono::milliseconds time = std::chrono::seconds(20)) {
  const std::int64_t last = now() + time.count() * 1000;
  while (!done()) {
    std::int64_t next = last;
    std::vector<pollfd> polled;
    std::vector<std::size_t> owner;
    for (std::size_t i = 0; i < all.size(); ++i) {
      next = std::min(next, all[i]->endpoint.next());
      for (const auto& one : all[i]->endpoint.descriptors()) {
        const int wanted = (one.in ? POLLIN : 0) | (one.out ? POLLOUT : 0);
        polled.push_back({one.fd, static_cast<short>(wanted), 0});
        owner.push_back(i);
      }
    }
    const std::int64_t at = now();
    if (at >= last) return false;
    const std::int64_t wait = next <= at ? 0 : (next - at + 999) / 1000;
    (void)::poll(polled.data(), polled.size(), static_cast<int>(std::min<std::int64_t>(wait, 1000)));
    for (std::size_t i = 0; i < all.size(); ++i) {
      bool ready = false;
      for (std::size_t k = 0; k < polled.size(); ++k)
        ready = ready || (owner[k] == i && polled[k].revents != 0);
      if (ready || all[i]->endpoint.next() <= now()) all[i]->pump();
    }
  }
  return true;
}

// How often an endpoint was pumped in a second in which nothing happened.
inline unsigned pumps_in_a_second(Driven& one) {
  const unsigned before = one.pumps;
  (void)run(
      {&one}, [] { return false; }, std::chrono::seconds(1));
  return one.pumps - before;
}

}  // namespace qitai::testing
