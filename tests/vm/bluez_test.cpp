// What is said to bluetoothd, to BlueZ's own: record, being found, questions of pairing, switches, partners.
#include <qitai/transport.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>

#include "base/time.hpp"
#include "network/bluetooth/bluez.hpp"
#include "network/bluetooth/link.hpp"
#include "room.hpp"

using namespace qitai::testing;
using namespace qitai::bluetooth;
using namespace std::chrono_literals;

namespace {

constexpr const char* kUuid = "3f1c0a52-6c1f-4d3e-9c39-7a1b5d2e8f41";

std::int64_t now() {
  return qitai::boottime_us();
}

// One machine's Bluez, and all that it told.
struct Talker {
  explicit Talker(const Host& host, bool agent = false) {
    BluezSettings settings;
    settings.bus = host.bus;
    settings.agent = agent;
    settings.state = host.folder / "home" / "state";
    bluez.emplace(settings);
    REQUIRE(until([&] { return bluez->adapter() != nullptr; }));
  }
  void turn() {
    bluez->pump(now());
    while (auto event = bluez->take())
      events.push_back(std::move(*event));
  }
  bool until(const std::function<bool()>& so, std::chrono::milliseconds time = 30s) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!so()) {
      if (std::chrono::steady_clock::now() > end) return false;
      turn();
      std::this_thread::sleep_for(2ms);
    }
    return true;
  }
  template <typename Kind>
  [[nodiscard]] std::optional<Kind> last() const {
    std::optional<Kind> found;
    for (const auto& event : events) {
      if (const Kind* one = std::get_if<Kind>(&event)) found = *one;
    }
    return found;
  }
  [[nodiscard]] bool visible() const { return last<told::Visible>().value_or(told::Visible{}).on; }
  [[nodiscard]] bool published() const { return last<told::Record>().value_or(told::Record{}).on; }

  std::optional<Bluez> bluez;
  std::vector<BluezEvent> events;
};

// As bluetoothd says it: "b true", "u 180".
std::string property(const Host& host, const std::string& name) {
  Process busctl({"busctl", "--address=" + host.bus, "get-property", "org.bluez",
                  "/org/bluez/hci" + std::to_string(host.hci().value_or(-1)), "org.bluez.Adapter1", name});
  busctl.finish(20s);
  return busctl.out.substr(0, busctl.out.find('\n'));
}

struct Shown {
  std::string discoverable, timeout, pairable;
  friend bool operator==(const Shown&, const Shown&) = default;
};
Shown shown(const Host& host) {
  return {property(host, "Discoverable"), property(host, "DiscoverableTimeout"), property(host, "Pairable")};
}

// Dials from one machine to a listener of another until that has come to something; 0, or errno.
int dial(const Host& from, const Host& to, const std::function<void()>& meanwhile) {
  std::uint16_t psm = 0;
  const Opened listener = open_listener(to.address, psm);
  REQUIRE(listener.error == 0);
  Opened dialled = open_channel(from.address, to.address, psm, true);
  REQUIRE(dialled.error == 0);
  Channel channel(std::move(dialled.socket), Channel::State::kConnecting);
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (channel.connect() == Channel::State::kConnecting && std::chrono::steady_clock::now() < end) {
    meanwhile();
    std::this_thread::sleep_for(2ms);
  }
  return channel.state() == Channel::State::kOpen ? 0 : channel.error();
}

}  // namespace

TEST_CASE("bluetoothd: visible for a time, then the adapter is as it was") {
  Room& in = room();
  Talker talker(in[0]);
  const Shown before = shown(in[0]);
  CHECK(before.discoverable == "b false");
  talker.bluez->visible(60);
  REQUIRE(talker.until([&] { return talker.visible(); }));
  CHECK(property(in[0], "Discoverable") == "b true");
  CHECK(property(in[0], "Pairable") == "b true");
  talker.bluez->visible(0);
  REQUIRE(talker.until([&] { return !talker.visible() && shown(in[0]) == before; }));
}

TEST_CASE("bluetoothd: what a dead game left is put back by the next") {
  Room& in = room();
  const Shown before = shown(in[0]);
  const auto folder = in[0].folder / "home" / "state";
  const auto file = folder / "bluetooth-before";
  std::string left;
  {
    Talker talker(in[0]);
    talker.bluez->visible(UINT32_MAX);
    REQUIRE(talker.until([&] { return talker.visible(); }));
    std::getline(std::ifstream(file), left);
  }
  REQUIRE(left.starts_with(in[0].address));
  // As if the process had been killed before it could say anything.
  std::ofstream(file) << left << "\n";
  in[0].discoverable(true);
  Talker next(in[0]);
  CHECK(next.until([&] { return !std::filesystem::exists(file); }));
  CHECK(shown(in[0]) == before);
}

TEST_CASE("bluetoothd: a record once, in use for the second, published again after a restart") {
  Room& in = room();
  Talker first(in[0], true);
  first.bluez->publish(kUuid, 0x1003, "棋友 <1>");
  REQUIRE(first.until([&] { return first.published(); }));
  {
    Talker second(in[0]);
    second.bluez->publish(kUuid, 0x1005, "Li");
    REQUIRE(second.until(
        [&] { return second.last<told::Record>().value_or(told::Record{}).failure == "in-use"; }));
  }
  in[0].stop_service();
  REQUIRE(first.until([&] { return first.last<told::Record>()->failure == "no-service"; }));
  CHECK(first.bluez->failure() == "no-service");
  in[0].start_service();
  REQUIRE(first.until([&] { return first.published() && first.bluez->adapter() != nullptr; }));
}

TEST_CASE("bluetoothd: two players compare numbers, and their machines know each other until one forgets") {
  Room& in = room();
  Talker near(in[0], true), far(in[1], true);
  far.bluez->publish(kUuid, 0x1003, "Li");
  far.bluez->visible(60);
  near.bluez->dialling(in[1].address, true);
  REQUIRE(far.until([&] {
    near.turn();
    return far.published() && far.visible();
  }));
  std::optional<told::Question> here, there;
  const int error = dial(in[0], in[1], [&] {
    near.turn();
    far.turn();
    if (!here && (here = near.last<told::Question>())) near.bluez->answer(here->id, true);
    if (!there && (there = far.last<told::Question>())) far.bluez->answer(there->id, true);
  });
  CHECK(error == 0);
  REQUIRE(here);
  REQUIRE(there);
  CHECK(here->kind == QITAI_PAIRING_COMPARE);
  CHECK(here->address == in[1].address);
  CHECK(there->address == in[0].address);
  CHECK(here->number == there->number);
  CHECK(near.until([&] { return in[0].knows(in[1]); }));
  REQUIRE(near.until([&] { return near.bluez->knows(in[1].address); }));
  REQUIRE(near.bluez->partners().size() == 1);

  CHECK(near.bluez->forget(in[1].address));
  REQUIRE(near.until([&] { return near.bluez->partners().empty(); }));
  CHECK_FALSE(in[0].knows(in[1]));
}

TEST_CASE("bluetoothd: a player who says no, or is not asked because he takes no calls") {
  Room& in = room();
  const bool listens = GENERATE(true, false);
  Talker near(in[0], true), far(in[1], true);
  if (listens) far.bluez->publish(kUuid, 0x1003, "Li");
  far.bluez->visible(60);
  near.bluez->dialling(in[1].address, true);
  REQUIRE(far.until([&] {
    near.turn();
    return far.visible() && far.published() == listens;
  }));
  std::optional<told::Question> here, there;
  const int error = dial(in[0], in[1], [&] {
    near.turn();
    far.turn();
    if (!here && (here = near.last<told::Question>())) near.bluez->answer(here->id, true);
    if (!there && (there = far.last<told::Question>())) far.bluez->answer(there->id, false);
  });
  CHECK(error == EACCES);
  CHECK(there.has_value() == listens);
  CHECK_FALSE(in[0].knows(in[1]));
}

TEST_CASE("bluetoothd: an adapter is switched, pulled out and back") {
  Room& in = room();
  Talker talker(in[0]);
  CHECK(talker.bluez->power(in[0].address, false));
  REQUIRE(talker.until([&] { return talker.bluez->failure() == "off"; }));
  CHECK(talker.bluez->power(in[0].address, true));
  REQUIRE(talker.until([&] { return talker.bluez->adapter() != nullptr; }));
  in.air.unplug(0);
  REQUIRE(talker.until([&] { return talker.bluez->failure() == "no-adapter"; }));
  in.air.plug(0);
  REQUIRE(talker.until([&] { return !talker.bluez->adapters().empty(); }));
  CHECK(talker.bluez->adapters().front().address == in[0].address);
}
