// What talks to bluetoothd, with a bluetoothd of the test's, on a bus of the test's, in time that the test
// can let pass.
#pragma once

#include <poll.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/time.hpp"
#include "fake_bluetoothd.hpp"
#include "network/bluetooth/bluez.hpp"

namespace qitai::testing {

inline constexpr const char* kUuid = "3f1c0a52-6c1f-4d3e-9c39-7a1b5d2e8f40";
inline constexpr const char* kHere = "00:11:22:33:44:55";
inline constexpr const char* kThere = "66:77:88:99:AA:BB";

// The system's places, in a scratch folder.
struct Places {
  Scratch folder;
  bluetooth::BluezSettings settings;
  Places() {
    settings.state = folder / "state";
    settings.bluetooth_class = folder / "bluetooth";
    settings.rfkill_class = folder / "rfkill";
    settings.rfkill_device = folder / "rfkill-device";
    std::filesystem::create_directories(settings.bluetooth_class);
    std::filesystem::create_directories(settings.rfkill_class);
  }
  void radio_switch(int index, const std::string& name, bool soft, bool hard) const {
    const auto at = settings.rfkill_class / ("rfkill" + std::to_string(index));
    std::filesystem::create_directories(at);
    std::ofstream(at / "type") << "bluetooth\n";
    std::ofstream(at / "name") << name << "\n";
    std::ofstream(at / "soft") << (soft ? "1\n" : "0\n");
    std::ofstream(at / "hard") << (hard ? "1\n" : "0\n");
  }
};

class BluezMachine {
 public:
  explicit BluezMachine(const PrivateBus& bus, const bluetooth::BluezSettings& places, bool agent = false) {
    bluetooth::BluezSettings settings = places;
    settings.bus = bus.address();
    settings.agent = agent;
    bluez.emplace(settings);
  }

  static inline std::int64_t passed = 0;  // microseconds that the test let pass
  static std::int64_t now() { return boottime_us() + passed; }

  // Everybody does what is due, once.
  void turn(FakeBluetoothd* daemon) {
    if (daemon != nullptr) daemon->process();
    if (!bluez) return;
    bluez->pump(now());
    while (auto event = bluez->take())
      events.push_back(std::move(*event));
  }
  // Until it is so; false: it never was.
  bool until(FakeBluetoothd* daemon, const std::function<bool()>& so) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!so()) {
      if (std::chrono::steady_clock::now() > end) return false;
      turn(daemon);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    return true;
  }
  // Long enough for everything that was sent to have been answered.
  void settle(FakeBluetoothd* daemon) {
    for (int i = 0; i < 60; ++i) {
      turn(daemon);
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
  }

  // How often the game's loop would pump it in a second in which nothing happens.
  int pumps_in_a_second(FakeBluetoothd* daemon) {
    settle(daemon);
    int pumps = 0;
    const std::int64_t end = now() + 1'000'000;
    for (std::int64_t at = now(); at < end; at = now()) {
      if (daemon != nullptr) daemon->process();
      const std::int64_t wait = std::clamp<std::int64_t>(bluez->next(), at, end) - at;
      const auto wanted = bluez->descriptor();
      pollfd polled{wanted ? wanted->fd : -1, POLLIN, 0};
      const int ready = ::poll(&polled, 1, static_cast<int>(std::min<std::int64_t>((wait + 999) / 1000, 20)));
      if (ready <= 0 && bluez->next() > now()) continue;
      ++pumps;
      turn(daemon);
    }
    return pumps;
  }

  template <typename Kind>
  [[nodiscard]] std::vector<Kind> all() const {
    std::vector<Kind> out;
    for (const auto& event : events) {
      if (const Kind* one = std::get_if<Kind>(&event)) out.push_back(*one);
    }
    return out;
  }
  template <typename Kind>
  [[nodiscard]] std::optional<Kind> last() const {
    const std::vector<Kind> kinds = all<Kind>();
    return kinds.empty() ? std::nullopt : std::optional(kinds.back());
  }
  [[nodiscard]] bool record_on() const {
    return last<bluetooth::told::Record>().value_or(bluetooth::told::Record{}).on;
  }
  [[nodiscard]] std::string record_failure() const {
    return last<bluetooth::told::Record>().value_or(bluetooth::told::Record{}).failure;
  }
  [[nodiscard]] bool visible_on() const {
    return last<bluetooth::told::Visible>().value_or(bluetooth::told::Visible{}).on;
  }
  [[nodiscard]] std::string visible_failure() const {
    return last<bluetooth::told::Visible>().value_or(bluetooth::told::Visible{}).failure;
  }

  std::optional<bluetooth::Bluez> bluez;
  std::vector<bluetooth::BluezEvent> events;
};

}  // namespace qitai::testing
