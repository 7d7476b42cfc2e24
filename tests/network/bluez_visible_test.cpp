// Being found: only while it is wished, and the adapter is put back to what it was, whatever happens.
#include "network/bluetooth/bluez_visible.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>

#include "bluez_machine.hpp"

namespace {

using namespace qitai::testing;
using namespace qitai::bluetooth;

using FakeAdapter = FakeBluetoothd::FakeAdapter;

struct Room {
  PrivateBus bus;
  Places places;
  FakeBluetoothd daemon{bus.address()};
  BluezMachine machine{bus, places.settings};
  explicit Room(const FakeAdapter& adapter = {kHere, "Corner table"}) {
    daemon.add_adapter(0, adapter);
    REQUIRE(until([&] { return machine.bluez->adapter() != nullptr || !adapter.powered; }));
  }
  bool until(const std::function<bool()>& so) { return machine.until(&daemon, so); }
  void be_visible(std::uint32_t seconds) {
    machine.bluez->visible(seconds);
    REQUIRE(until([&] { return machine.visible_on(); }));
  }
  [[nodiscard]] std::filesystem::path before() const { return places.settings.state / "bluetooth-before"; }
};

// As long as there is one, the disk takes its time.
std::atomic<bool> slow_disk{false}, disk_done{false};
struct SlowDisk {
  static constexpr std::chrono::milliseconds kTime{600};
  SlowDisk() {
    disk_done = false;
    slow_disk = true;
  }
  ~SlowDisk() { slow_disk = false; }
  SlowDisk(const SlowDisk&) = delete;
  SlowDisk& operator=(const SlowDisk&) = delete;
  [[nodiscard]] static bool done() { return disk_done; }
};

bool same(const FakeAdapter& a, const FakeAdapter& b) {
  return a.discoverable == b.discoverable && a.pairable == b.pairable && a.timeout == b.timeout;
}

}  // namespace

// In place of the system's, for the whole program.
extern "C" int fsync(int fd) {
  if (slow_disk) std::this_thread::sleep_for(SlowDisk::kTime);
  const long result = ::syscall(SYS_fsync, fd);
  disk_done = true;
  return static_cast<int>(result);
}

TEST_CASE("bluetooth visible: for as long as it was asked for, then everything is as before") {
  Room room;
  const FakeAdapter before = room.daemon.adapter(0);
  room.be_visible(60);
  CHECK(room.daemon.adapter(0).discoverable);
  CHECK(room.daemon.adapter(0).pairable);
  // bluetoothd's own time-out is there for the case that we die, and comes after ours.
  CHECK(room.daemon.adapter(0).timeout > 60);
  CHECK(room.daemon.adapter(0).timeout <= 70);
  CHECK(std::filesystem::exists(room.before()));
  BluezMachine::passed += 59'000'000;
  room.machine.settle(&room.daemon);
  CHECK(room.machine.visible_on());
  BluezMachine::passed += 2'000'000;
  REQUIRE(room.until([&] { return same(room.daemon.adapter(0), before); }));
  CHECK_FALSE(room.machine.visible_on());
  CHECK(room.machine.visible_failure().empty());
  room.machine.settle(&room.daemon);
  CHECK_FALSE(std::filesystem::exists(room.before()));
}

TEST_CASE("bluetooth visible: until it is changed, with a time-out of bluetoothd that is set again in time") {
  Room room;
  const FakeAdapter before = room.daemon.adapter(0);
  room.be_visible(UINT32_MAX);
  for (int i = 0; i < 5; ++i) {
    const std::uint32_t timeout = room.daemon.adapter(0).timeout;
    CHECK(timeout >= 180);
    CHECK(timeout <= 181);
    room.machine.settle(&room.daemon);
    BluezMachine::passed += 121'000'000;
    // The same value again would be no new beginning: bluetoothd passes it over.
    REQUIRE(room.until([&] { return room.daemon.adapter(0).timeout != timeout; }));
    CHECK(room.machine.visible_on());
  }
  room.machine.bluez->visible(0);
  REQUIRE(room.until([&] { return same(room.daemon.adapter(0), before) && !room.machine.visible_on(); }));
}

TEST_CASE("bluetooth visible: what somebody had switched on stays on") {
  Room room({kHere, "Corner table", true, true, true, 0});
  const FakeAdapter before = room.daemon.adapter(0);
  room.be_visible(30);
  room.machine.bluez->visible(0);
  REQUIRE(room.until([&] { return same(room.daemon.adapter(0), before) && !room.machine.visible_on(); }));
  for (const std::string& call : room.daemon.calls)
    CHECK(call.find("Discoverable 0") == std::string::npos);
}

TEST_CASE("bluetooth visible: at the end of the program the adapter is put back") {
  Room room;
  const FakeAdapter before = room.daemon.adapter(0);
  room.be_visible(UINT32_MAX);
  room.machine.bluez.reset();
  REQUIRE(room.until([&] { return same(room.daemon.adapter(0), before); }));
  CHECK_FALSE(std::filesystem::exists(room.before()));
}

TEST_CASE(
    "bluetooth visible: after a crash the next start puts the adapter back, without being asked for "
    "anything") {
  Room room;
  const FakeAdapter before = room.daemon.adapter(0);
  // What a process that was killed leaves: the file, and the adapter changed.
  std::filesystem::create_directories(room.places.settings.state);
  room.machine.settle(&room.daemon);
  std::ofstream(room.before()) << befores_text(
      {{kHere, {before.discoverable, before.pairable, before.timeout}}});
  room.daemon.adapter(0) = {kHere, "Corner table", true, true, true, 185};
  room.daemon.changed(0, "Discoverable");
  room.daemon.changed(0, "Pairable");
  room.daemon.changed(0, "DiscoverableTimeout");
  BluezMachine next(room.bus, room.places.settings);
  REQUIRE(next.until(&room.daemon, [&] { return same(room.daemon.adapter(0), before); }));
  next.settle(&room.daemon);
  CHECK_FALSE(std::filesystem::exists(room.before()));
  CHECK_FALSE(next.visible_on());
}

TEST_CASE("bluetooth visible: an adapter that was away at the next start is put back when it comes") {
  Room room;
  std::filesystem::create_directories(room.places.settings.state);
  std::ofstream(room.before()) << "00:11:22:33:44:66 discoverable=0 timeout=300 pairable=0\n";
  BluezMachine next(room.bus, room.places.settings);
  next.settle(&room.daemon);
  CHECK(std::filesystem::exists(room.before()));
  room.daemon.add_adapter(1, {"00:11:22:33:44:66", "Stick", true, true, true, 60});
  REQUIRE(next.until(&room.daemon, [&] { return room.daemon.adapter(1).timeout == 300; }));
  REQUIRE(next.until(&room.daemon, [&] { return !std::filesystem::exists(room.before()); }));
  CHECK_FALSE(room.daemon.adapter(1).discoverable);
}

TEST_CASE("bluetooth visible: switched off by somebody else, it has ended and is not fought over") {
  Room room;
  room.be_visible(100);
  room.daemon.end_discoverable(0);
  REQUIRE(room.until([&] { return !room.machine.visible_on(); }));
  BluezMachine::passed += 1'000'000;
  REQUIRE(room.until([&] { return room.daemon.adapter(0).timeout == 180; }));
  CHECK_FALSE(room.daemon.adapter(0).discoverable);
  CHECK(room.machine.visible_failure().empty());
}

TEST_CASE(
    "bluetooth visible: an adapter that was off and is on again is visible again, for the time that is "
    "left") {
  Room room;
  const FakeAdapter before = room.daemon.adapter(0);
  room.be_visible(100);
  room.daemon.adapter(0).powered = false;
  room.daemon.adapter(0).discoverable = false;
  room.daemon.changed(0, "Discoverable");
  room.daemon.changed(0, "Powered");
  REQUIRE(room.until([&] { return room.machine.visible_failure() == "off"; }));
  BluezMachine::passed += 50'000'000;
  room.daemon.adapter(0).powered = true;
  room.daemon.changed(0, "Powered");
  REQUIRE(room.until([&] { return room.machine.visible_on(); }));
  CHECK(room.daemon.adapter(0).timeout <= 60);
  BluezMachine::passed += 51'000'000;
  REQUIRE(room.until([&] { return same(room.daemon.adapter(0), before); }));
}

TEST_CASE("bluetooth visible: with another adapter the first one is put back") {
  Room room;
  const FakeAdapter before = room.daemon.adapter(0);
  room.daemon.add_adapter(1, {"00:11:22:33:44:66", "Stick"});
  room.be_visible(100);
  room.machine.bluez->choose("00:11:22:33:44:66");
  REQUIRE(room.until(
      [&] { return same(room.daemon.adapter(0), before) && room.daemon.adapter(1).discoverable; }));
  CHECK(room.machine.bluez->adapter()->hci == 1);
}

TEST_CASE("bluetooth visible: two games of one machine: the second is told that it is in use") {
  Room room;
  room.be_visible(100);
  BluezMachine second(room.bus, room.places.settings);
  second.bluez->visible(100);
  REQUIRE(second.until(&room.daemon, [&] { return second.visible_failure() == "in-use"; }));
  room.machine.bluez.reset();
  BluezMachine::passed += 2'100'000;
  REQUIRE(second.until(&room.daemon, [&] { return second.visible_on(); }));
  // What was before both.
  second.bluez->visible(0);
  REQUIRE(second.until(&room.daemon, [&] { return same(room.daemon.adapter(0), {kHere, "Corner table"}); }));
}

TEST_CASE(
    "bluetooth visible: a slow disk stops nobody, and the adapter is changed only when it is written down") {
  Room room;
  const auto begin = std::chrono::steady_clock::now();
  const SlowDisk disk;
  room.machine.bluez->visible(60);
  std::chrono::steady_clock::duration longest{};
  REQUIRE(room.until([&] {
    const auto before = std::chrono::steady_clock::now();
    room.machine.turn(&room.daemon);
    longest = std::max(longest, std::chrono::steady_clock::now() - before);
    if (!disk.done()) CHECK_FALSE(room.daemon.adapter(0).discoverable);
    return room.machine.visible_on();
  }));
  CHECK(disk.done());
  CHECK(std::chrono::steady_clock::now() - begin >= SlowDisk::kTime);
  CHECK(longest < SlowDisk::kTime / 2);
  CHECK(read_befores(read_file(room.before(), 4096)).contains(kHere));
  // What a player chooses is nothing that has to outlive a power cut.
  const auto then = std::chrono::steady_clock::now();
  room.machine.bluez->choose(kHere);
  CHECK(std::chrono::steady_clock::now() - then < SlowDisk::kTime / 2);
}

TEST_CASE("bluetooth visible: what cannot be done now is waited for without turning round and round") {
  Room room;
  SECTION("the adapter is off") {
    room.daemon.adapter(0).powered = false;
    room.daemon.changed(0, "Powered");
    room.machine.bluez->visible(100);
    REQUIRE(room.until([&] { return room.machine.visible_failure() == "off"; }));
    CHECK(room.machine.pumps_in_a_second(&room.daemon) <= 4);
  }
  SECTION("another game has made it visible") {
    room.be_visible(100);
    BluezMachine second(room.bus, room.places.settings);
    second.bluez->visible(100);
    REQUIRE(second.until(&room.daemon, [&] { return second.visible_failure() == "in-use"; }));
    CHECK(second.pumps_in_a_second(&room.daemon) <= 4);
  }
  SECTION("bluetoothd refuses it") {
    room.daemon.errors["Set Discoverable"] = "org.bluez.Error.Failed";
    room.machine.bluez->visible(100);
    REQUIRE(room.until([&] { return room.machine.visible_failure() == "unusable"; }));
    CHECK(room.machine.pumps_in_a_second(&room.daemon) <= 8);
  }
  SECTION("it is visible") {
    room.be_visible(100);
    CHECK(room.machine.pumps_in_a_second(&room.daemon) <= 4);
  }
}

TEST_CASE("bluetooth visible: an adapter that refuses is told, and tried again") {
  Room room;
  room.daemon.errors["Set Discoverable"] = "org.freedesktop.DBus.Error.AccessDenied";
  room.machine.bluez->visible(100);
  REQUIRE(room.until([&] { return room.machine.visible_failure() == "permission"; }));
  room.daemon.errors.clear();
  BluezMachine::passed += 2'100'000;
  REQUIRE(room.until([&] { return room.machine.visible_on(); }));
}

TEST_CASE("bluetooth visible: without a folder that can be written it goes on, kept in memory") {
  PrivateBus bus;
  Places places;
  std::ofstream(places.folder / "state") << "a file where a folder was expected";
  FakeBluetoothd daemon(bus.address());
  daemon.add_adapter(0, {kHere, "Corner table"});
  BluezMachine machine(bus, places.settings);
  machine.bluez->visible(100);
  REQUIRE(machine.until(&daemon, [&] { return machine.visible_on(); }));
  machine.bluez->visible(0);
  REQUIRE(machine.until(&daemon,
                        [&] { return !daemon.adapter(0).discoverable && daemon.adapter(0).timeout == 180; }));
}

TEST_CASE(
    "bluetooth visible: the file of what was before reads back what it says, and passes nonsense over") {
  const Befores befores{{kHere, {true, false, 0}}, {kThere, {false, true, 4294967295u}}};
  CHECK(read_befores(befores_text(befores)) == befores);
  CHECK(read_befores("").empty());
  CHECK(read_befores("00:11:22:33:44:55\n00:11:22:33:44:55 discoverable=2 timeout=1 pairable=0\n"
                     "00:11:22:33:44:55 discoverable=0 timeout=-1 pairable=0\n"
                     "00:11:22:33:44:55 discoverable=0 timeout=1 pairable=0 more\n"
                     "00:11:22:33:44:GG discoverable=0 timeout=1 pairable=0\n"
                     "00:11:22:33:44:55 discoverable=0 timeout=99999999999 pairable=0")
            .empty());
  std::string many;
  for (int i = 10; i < 90; ++i)
    many += "00:11:22:33:44:" + std::to_string(i) + " discoverable=0 timeout=1 pairable=0\n";
  CHECK(read_befores(many).size() == QITAI_TRANSPORT_ADAPTERS);
}
