// Adapters: there, off, blocked, gone and back, which one is used; machines that were paired with.
#include <linux/rfkill.h>

#include "bluez_machine.hpp"
#include "network/bluetooth/bluez_objects.hpp"

namespace {

using namespace qitai::testing;
using namespace qitai::bluetooth;

constexpr const char* kStick = "00:11:22:33:44:66";

struct Room {
  PrivateBus bus;
  Places places;
  std::unique_ptr<FakeBluetoothd> daemon = std::make_unique<FakeBluetoothd>(bus.address());
  std::optional<BluezMachine> machine;
  void open() { machine.emplace(bus, places.settings); }
  bool until(const std::function<bool()>& so) { return machine->until(daemon.get(), so); }
  [[nodiscard]] const std::string& failure() const { return machine->bluez->failure(); }
  [[nodiscard]] std::string used() const {
    const Adapter* const adapter = machine->bluez->adapter();
    return adapter == nullptr ? std::string() : adapter->address;
  }
};

}  // namespace

TEST_CASE("bluetooth adapters: addresses are as they are written") {
  CHECK(is_address("00:1A:7D:DA:71:13"));
  CHECK_FALSE(is_address("00:1a:7d:da:71:13"));
  CHECK_FALSE(is_address("00:1A:7D:DA:71:1"));
  CHECK_FALSE(is_address("00-1A-7D-DA-71-13"));
  CHECK_FALSE(is_address("00:00:00:00:00:00"));
  CHECK_FALSE(is_address("FF:FF:FF:FF:FF:FF"));
  CHECK(hci_of("/org/bluez/hci0") == 0);
  CHECK(hci_of("/org/bluez/hci12") == 12);
  CHECK(hci_of("/org/bluez/hci") == -1);
  CHECK(hci_of("/org/bluez/hci-1") == -1);
  CHECK(hci_of("/org/bluez/hci99999999999") == -1);
  CHECK(hci_of("/org/bluez/hci0/dev_00_11_22_33_44_55") == -1);
  CHECK(device_of("/org/bluez/hci0/dev_00_11_22_33_44_55") == kHere);
  CHECK(device_of("/org/bluez/hci0/dev_00_11_22_33_44_5").empty());
  CHECK(device_of("/org/bluez/hci0/dev_00_11_22_33_44_55/sep1").empty());
  CHECK(device_of("/org/other/dev_00_11_22_33_44_55").empty());
}

TEST_CASE("bluetooth adapters: none, and one that is plugged in, pulled out and back") {
  Room room;
  room.open();
  REQUIRE(room.until([&] { return room.failure() == "no-adapter"; }));
  room.daemon->add_adapter(0, {kHere, "Corner table"});
  REQUIRE(room.until([&] { return room.used() == kHere; }));
  CHECK(room.failure().empty());
  const Adapter adapter = *room.machine->bluez->adapter();
  CHECK(adapter.name == "Corner table");
  CHECK(adapter.hci == 0);
  CHECK(adapter.chosen);
  CHECK(room.machine->last<told::AdapterSeen>()->adapter == adapter);
  room.daemon->remove_adapter(0);
  REQUIRE(room.until([&] { return room.failure() == "no-adapter"; }));
  CHECK(room.machine->last<told::AdapterGone>()->address == kHere);
  CHECK(room.machine->bluez->adapters().empty());
  room.daemon->add_adapter(3, {kHere, "Corner table"});
  REQUIRE(room.until([&] { return room.used() == kHere; }));
  CHECK(room.machine->bluez->adapter()->hci == 3);
}

TEST_CASE("bluetooth adapters: without bluetoothd it is told whether there is an adapter at all") {
  Room room;
  room.daemon.reset();
  room.open();
  REQUIRE(room.until([&] { return room.failure() == "no-adapter"; }));
  std::filesystem::create_directories(room.places.settings.bluetooth_class / "hci0");
  REQUIRE(room.until([&] { return room.failure() == "no-service"; }));
}

TEST_CASE("bluetooth adapters: switched off, and on again from here") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Corner table", false});
  room.open();
  REQUIRE(room.until([&] { return room.failure() == "off"; }));
  CHECK(room.used().empty());
  CHECK(room.machine->bluez->power(kHere, true));
  REQUIRE(room.until([&] { return room.used() == kHere; }));
  CHECK(room.machine->bluez->power(kHere, false));
  REQUIRE(room.until([&] { return room.failure() == "off"; }));
  CHECK_FALSE(room.machine->bluez->power(kStick, true));
}

TEST_CASE("bluetooth adapters: blocked by a program: told, and let go when it is switched on") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Corner table", false});
  room.places.radio_switch(0, "phy0", true, true);
  std::ofstream(room.places.settings.rfkill_class / "rfkill0" / "type") << "wlan\n";
  room.places.radio_switch(4, "hci0", true, false);
  std::ofstream(room.places.settings.rfkill_device).flush();
  room.daemon->errors["Set Powered"] = "org.bluez.Error.Failed";
  room.open();
  REQUIRE(room.until([&] { return room.failure() == "blocked"; }));
  CHECK(room.machine->bluez->power(kHere, true));
  REQUIRE(room.until([&] {
    return std::filesystem::file_size(room.places.settings.rfkill_device) >= sizeof(rfkill_event);
  }));
  rfkill_event event{};
  std::ifstream(room.places.settings.rfkill_device, std::ios::binary)
      .read(reinterpret_cast<char*>(&event), sizeof event);
  CHECK(event.idx == 4);
  CHECK(event.type == RFKILL_TYPE_BLUETOOTH);
  CHECK(event.op == RFKILL_OP_CHANGE);
  CHECK(event.soft == 0);
  // As the kernel does then; bluetoothd needs a moment until it notices.
  room.places.radio_switch(4, "hci0", false, false);
  room.daemon->errors.clear();
  BluezMachine::passed += 800'000;
  REQUIRE(room.until([&] { return room.used() == kHere; }));
}

TEST_CASE("bluetooth adapters: blocked by a key or switch, also where the adapter vanishes with it") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Corner table", false});
  room.places.radio_switch(1, "hci0", true, true);
  room.open();
  REQUIRE(room.until([&] { return room.failure() == "blocked-hard"; }));
  room.daemon->remove_adapter(0);
  room.places.radio_switch(1, "maker_bluetooth", false, true);
  REQUIRE(room.until([&] { return room.machine->bluez->adapters().empty(); }));
  CHECK(room.failure() == "blocked-hard");
}

TEST_CASE("bluetooth adapters: a switch that the system does not let us turn") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Corner table", false});
  room.daemon->errors["Set Powered"] = "org.freedesktop.DBus.Error.AccessDenied";
  room.open();
  REQUIRE(room.until([&] { return room.failure() == "off"; }));
  CHECK(room.machine->bluez->power(kHere, true));
  REQUIRE(room.until(
      [&] { return !room.daemon->calls.empty() && room.daemon->calls.back().ends_with("Powered 1"); }));
  BluezMachine::passed += 7'000'000;
  REQUIRE(room.until([&] { return room.failure() == "permission"; }));
}

TEST_CASE("bluetooth adapters: the first that can be used, unless one was chosen") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Inside", false});
  room.daemon->add_adapter(1, {kStick, "Stick"});
  room.open();
  REQUIRE(room.until([&] { return room.used() == kStick; }));
  CHECK(room.machine->bluez->adapters().size() == 2);
  room.machine->bluez->choose(kHere);
  REQUIRE(room.until([&] { return room.failure() == "off"; }));
  CHECK(room.used().empty());

  // Kept for the next start, and heard of by others.
  BluezMachine next(room.bus, room.places.settings);
  REQUIRE(next.until(room.daemon.get(), [&] { return next.bluez->failure() == "off"; }));
  next.bluez->choose(kStick);
  BluezMachine::passed += 2'100'000;
  REQUIRE(room.until([&] { return room.used() == kStick; }));
  room.daemon->remove_adapter(1);
  REQUIRE(room.until([&] { return room.failure() == "no-adapter"; }));  // the other one is not the chosen one
  room.machine->bluez->choose("");
  REQUIRE(room.until([&] { return room.failure() == "off"; }));
  room.machine->bluez->choose("nonsense");
  CHECK(room.failure() == "off");
}

TEST_CASE("bluetooth adapters: the operator's choice holds where no player made one") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Inside"});
  room.daemon->add_adapter(1, {kStick, "Stick"});
  room.places.settings.adapter = kStick;
  room.open();
  REQUIRE(room.until([&] { return room.used() == kStick; }));
  room.machine->bluez->choose(kHere);
  REQUIRE(room.until([&] { return room.used() == kHere; }));
}

TEST_CASE("bluetooth adapters: a bus that does not let us speak to bluetoothd is told as such") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Inside"});
  const bool denied = GENERATE(true, false);
  room.daemon->errors["GetManagedObjects"] =
      denied ? "org.freedesktop.DBus.Error.AccessDenied" : "org.bluez.Error.Failed";
  room.open();
  REQUIRE(room.until([&] { return !room.failure().empty(); }));
  CHECK(room.failure() == (denied ? "permission" : "unusable"));
}

TEST_CASE("bluetooth adapters: a choice that cannot be kept holds for this process") {
  Room room;
  std::ofstream(room.places.folder / "state") << "a file where a folder was expected";
  room.daemon->add_adapter(0, {kHere, "Inside"});
  room.daemon->add_adapter(1, {kStick, "Stick"});
  room.open();
  REQUIRE(room.until([&] { return room.used() == kHere; }));
  room.machine->bluez->choose(kStick);
  REQUIRE(room.until([&] { return room.used() == kStick; }));
  BluezMachine::passed += 2'100'000;  // the next look at what others chose
  room.machine->settle(room.daemon.get());
  CHECK(room.used() == kStick);
}

TEST_CASE(
    "bluetooth adapters: one that is to be switched and was pulled out meanwhile is not waited for busily") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Inside", false});
  room.open();
  REQUIRE(room.until([&] { return room.failure() == "off"; }));
  room.daemon->errors["Set Powered"] = "org.bluez.Error.Busy";
  CHECK(room.machine->bluez->power(kHere, true));
  room.daemon->remove_adapter(0);
  REQUIRE(room.until([&] { return room.failure() == "no-adapter"; }));
  CHECK(room.machine->pumps_in_a_second(room.daemon.get()) <= 5);
}

TEST_CASE("bluetooth adapters: the system's switches are not read again and again") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Inside", false});
  room.places.radio_switch(4, "hci0", false, false);
  room.open();
  REQUIRE(room.until([&] { return room.failure() == "off"; }));
  room.machine->settle(room.daemon.get());
  // A message over a link is no reason to look: what changed there is seen at the next look, within two
  // seconds.
  room.places.radio_switch(4, "hci0", true, false);
  room.machine->settle(room.daemon.get());
  CHECK(room.failure() == "off");
  BluezMachine::passed += 2'100'000;
  REQUIRE(room.until([&] { return room.failure() == "blocked"; }));
}

TEST_CASE("bluetooth adapters: never more of them than can be told") {
  Room room;
  for (int i = 0; i < 40; ++i)
    room.daemon->add_adapter(i, {"00:11:22:33:44:" + std::to_string(10 + i), std::string(2000, 'x')});
  room.open();
  REQUIRE(room.until([&] { return room.machine->bluez->adapters().size() == QITAI_TRANSPORT_ADAPTERS; }));
  room.machine->settle(room.daemon.get());
  CHECK(room.machine->bluez->adapters().size() == QITAI_TRANSPORT_ADAPTERS);
  CHECK(room.machine->bluez->adapters().front().name.size() == 248);
}

TEST_CASE(
    "bluetooth partners: those that were paired with, of the adapter that is used, forgotten for good") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Corner table"});
  room.daemon->add_adapter(1, {kStick, "Stick"});
  room.daemon->add_device(0, {kThere, "Li", true, false, false});
  room.daemon->add_device(0, {"66:77:88:99:AA:01", "Telephone", false, false, true});
  room.daemon->add_device(1, {"66:77:88:99:AA:02", "Zhao", true, true, true});
  room.open();
  REQUIRE(room.until([&] { return room.machine->bluez->partners().size() == 1; }));
  CHECK(room.machine->bluez->partners().front() == Partner{kThere, "Li", false, false});
  CHECK(room.machine->bluez->knows(kThere));
  CHECK(room.machine->bluez->knows("66:77:88:99:AA:02"));
  CHECK_FALSE(room.machine->bluez->knows("66:77:88:99:AA:01"));

  room.daemon->set_device(0, {"66:77:88:99:AA:01", "Telephone", true, false, true});
  REQUIRE(room.until([&] { return room.machine->bluez->partners().size() == 2; }));
  room.daemon->set_device(0, {kThere, "Li", true, true, true});
  REQUIRE(room.until([&] {
    return room.machine->bluez->partners().back() == Partner{kThere, "Li", true, true};
  }));

  CHECK(room.machine->bluez->forget(kThere));
  REQUIRE(room.until(
      [&] { return !room.daemon->has_device(0, kThere) && room.machine->bluez->partners().size() == 1; }));
  CHECK_FALSE(room.machine->bluez->knows(kThere));
  CHECK_FALSE(room.machine->bluez->forget(kThere));
  CHECK_FALSE(room.machine->bluez->forget("66:77:88:99:AA:99"));
}

TEST_CASE("bluetooth partners: however many devices pass by, the list stays short") {
  Room room;
  room.daemon->add_adapter(0, {kHere, "Corner table"});
  for (int i = 0; i < 300; ++i) {
    char address[18];
    std::snprintf(address, sizeof address, "66:77:88:99:%02X:%02X", i / 256, i % 256);
    room.daemon->add_device(0, {address, std::string(1000, 'n'), true});
  }
  room.open();
  REQUIRE(room.until([&] { return room.machine->bluez->partners().size() == QITAI_TRANSPORT_PEERS; }));
}
