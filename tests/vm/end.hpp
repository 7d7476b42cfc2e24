// Tests: the ends of the transport "bluetooth" on machines of one room.
#pragma once

#include <array>
#include <catch2/catch.hpp>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "endpoint.hpp"
#include "room.hpp"

namespace qitai::testing {

inline std::shared_ptr<const host::Transport> bluetooth() {
  static const host::Plugins kPlugins = load_plugin("bluetooth", LogLevel::kInfo);
  return transport_of(kPlugins, "bluetooth");
}

// What a player reads where it fails so.
inline std::string says(const std::string& failure) {
  const host::FailureInfo* const info = bluetooth()->info().failure(failure);
  if (info == nullptr) return "no such failure: " + failure;
  return std::string(bluetooth()->text("en", info->what_key));
}

// Questions of pairing are its player's own.
class End : public Driven {
 public:
  explicit End(const Host& on) : Driven(open(on)) {}

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

  std::optional<bool> says = true;  // to a question; nothing: it is ignored

 private:
  void hear(const host::TransportEvent& told) override {
    const auto* const question = std::get_if<host::event::Pairing>(&told);
    if (question != nullptr && says) endpoint.answer(question->id, *says);
  }
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
    here = near.dial(in[1]);
    REQUIRE(run_until(
        [&] {
          return (near.opened(here) && far.all<host::event::Incoming>().size() > before) || near.closed(here);
        },
        std::chrono::seconds(60)));
    INFO(near.closed(here).value_or(""));
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
