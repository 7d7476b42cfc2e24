// The record that shows others the game: what is registered, when again, and what is told where it cannot be.
#include "network/bluetooth/bluez_record.hpp"
#include "bluez_machine.hpp"

namespace {

using namespace qitai::testing;
using namespace qitai::bluetooth;

struct Room {
  PrivateBus bus;
  Places places;
  std::unique_ptr<FakeBluetoothd> daemon = std::make_unique<FakeBluetoothd>(bus.address());
  Room() { daemon->add_adapter(0, {kHere, "Corner table"}); }
};

}  // namespace

TEST_CASE("bluetooth record: it has the UUID, L2CAP with the PSM, and the name, escaped") {
  const std::string xml = record_xml({kUuid, "<Wei & \"Li\">", 0x1003});
  CHECK(xml.find("<attribute id=\"0x0001\"><sequence><uuid value=\"" + std::string(kUuid) + "\"/>") !=
        std::string::npos);
  CHECK(xml.find("<uuid value=\"0x0100\"/><uint16 value=\"0x1003\"/>") != std::string::npos);
  CHECK(xml.find("<text value=\"&lt;Wei &amp; &quot;Li&quot;&gt;\"/>") != std::string::npos);
}

TEST_CASE("bluetooth record: a name is made whole UTF-8 without control characters and cut between them") {
  CHECK(tidy_name("棋友", 64) == "棋友");
  CHECK(tidy_name("棋友", 5) == "棋");
  CHECK(tidy_name("a\nb\x7f\xc2\x85", 64) == "a?b???");
  CHECK(tidy_name("\xff\xe6\xa3", 64) == "???");
  CHECK(tidy_name("\xed\xa0\x80\xc0\x80\xf5\x80\x80\x80", 64) == "?????????");
  CHECK(tidy_name("\xf0\x9f\x80\x84", 64) == "\xf0\x9f\x80\x84");
}

TEST_CASE("bluetooth record: published, exchanged when it is another one, withdrawn") {
  Room room;
  BluezMachine machine(room.bus, room.places.settings);
  machine.bluez->publish(kUuid, 0x1001, "Wei");
  REQUIRE(machine.until(room.daemon.get(), [&] { return machine.record_on(); }));
  REQUIRE(room.daemon->records.contains(kUuid));
  CHECK(room.daemon->records[kUuid].role == "server");
  CHECK(room.daemon->records[kUuid].xml == record_xml({kUuid, "Wei", 0x1001}));

  machine.bluez->publish(kUuid, 0x1003, "Li");
  REQUIRE(machine.until(room.daemon.get(), [&] {
    return room.daemon->records.contains(kUuid) &&
           room.daemon->records[kUuid].xml == record_xml({kUuid, "Li", 0x1003}) && machine.record_on();
  }));

  machine.bluez->withdraw();
  REQUIRE(
      machine.until(room.daemon.get(), [&] { return !machine.record_on() && room.daemon->records.empty(); }));
  CHECK(machine.record_failure().empty());
}

TEST_CASE("bluetooth record: in use by another game is told, and taken over when that one has gone") {
  Room room;
  BluezMachine first(room.bus, room.places.settings), second(room.bus, room.places.settings);
  first.bluez->publish(kUuid, 0x1001, "Wei");
  REQUIRE(first.until(room.daemon.get(), [&] { return first.record_on(); }));
  second.bluez->publish(kUuid, 0x1003, "Li");
  REQUIRE(second.until(room.daemon.get(), [&] { return second.record_failure() == "in-use"; }));
  CHECK_FALSE(second.record_on());
  first.bluez.reset();
  BluezMachine::passed += 3'000'000;
  REQUIRE(second.until(room.daemon.get(), [&] { return second.record_on(); }));
  CHECK(second.record_failure().empty());
}

TEST_CASE("bluetooth record: registered again with a bluetoothd that was restarted") {
  Room room;
  BluezMachine machine(room.bus, room.places.settings, true);
  machine.bluez->publish(kUuid, 0x1001, "Wei");
  REQUIRE(machine.until(room.daemon.get(), [&] { return machine.record_on() && room.daemon->has_agent(); }));

  room.daemon.reset();
  REQUIRE(machine.until(nullptr, [&] { return !machine.record_on(); }));
  CHECK(machine.record_failure() == "no-service");
  CHECK(machine.bluez->adapter() == nullptr);
  CHECK(machine.all<told::AdapterGone>().size() == 1);

  room.daemon = std::make_unique<FakeBluetoothd>(room.bus.address());
  room.daemon->add_adapter(0, {kHere, "Corner table"});
  REQUIRE(machine.until(room.daemon.get(), [&] {
    return machine.record_on() && room.daemon->has_agent() && machine.bluez->adapter() != nullptr;
  }));
  CHECK(room.daemon->records.contains(kUuid));
}

TEST_CASE("bluetooth record: without a bus, and when the bus comes back") {
  Room room;
  BluezMachine machine(room.bus, room.places.settings);
  machine.bluez->publish(kUuid, 0x1001, "Wei");
  REQUIRE(machine.until(room.daemon.get(), [&] { return machine.record_on(); }));
  room.daemon.reset();
  room.bus.stop();
  REQUIRE(machine.until(nullptr, [&] { return machine.record_failure() == "no-bus"; }));
  CHECK(machine.bluez->failure() == "no-bus");
  CHECK_FALSE(machine.bluez->descriptor());
  CHECK(machine.bluez->next() > BluezMachine::now());

  room.bus.start();
  room.daemon = std::make_unique<FakeBluetoothd>(room.bus.address());
  room.daemon->add_adapter(0, {kHere, "Corner table"});
  BluezMachine::passed += 3'000'000;
  REQUIRE(machine.until(room.daemon.get(),
                        [&] { return machine.record_on() && machine.bluez->failure().empty(); }));
}

TEST_CASE("bluetooth record: what bluetoothd refuses has an id, and is tried again") {
  Room room;
  BluezMachine machine(room.bus, room.places.settings);
  const bool denied = GENERATE(true, false);
  const char* const error =
      denied ? "org.freedesktop.DBus.Error.AccessDenied" : "org.bluez.Error.InvalidArguments";
  const std::string failure = denied ? "permission" : "unusable";
  room.daemon->errors["RegisterProfile"] = error;
  machine.bluez->publish(kUuid, 0x1001, "Wei");
  REQUIRE(machine.until(room.daemon.get(), [&] { return machine.record_failure() == failure; }));
  room.daemon->errors.clear();
  BluezMachine::passed += 3'000'000;
  REQUIRE(machine.until(room.daemon.get(), [&] { return machine.record_on(); }));
}

TEST_CASE("bluetooth record: nothing runs when nothing is due") {
  Room room;
  BluezMachine machine(room.bus, room.places.settings);
  machine.bluez->publish(kUuid, 0x1001, "Wei");
  REQUIRE(machine.until(room.daemon.get(), [&] { return machine.record_on(); }));
  machine.settle(room.daemon.get());
  REQUIRE(machine.bluez->descriptor());
  // Until the next look at the system's switches, at most two seconds.
  CHECK(machine.bluez->next() > BluezMachine::now());
}
