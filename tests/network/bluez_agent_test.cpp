// Questions of pairing: told to the player, the answer given to bluetoothd; who is not expected is not asked
// about.
#include "bluez_machine.hpp"

namespace {

using namespace qitai::testing;
using namespace qitai::bluetooth;

constexpr const char* kRejected = "org.bluez.Error.Rejected";

struct Cabinet {
  PrivateBus bus;
  Places places;
  FakeBluetoothd daemon{bus.address()};
  BluezMachine machine{bus, places.settings, true};
  Cabinet() {
    daemon.add_adapter(0, {kHere, "Cabinet"});
    daemon.add_device(0, {kThere, "Li's machine"});
    machine.bluez->publish(kUuid, 0x1001, "Wei");
    REQUIRE(until([&] { return daemon.has_agent() && machine.record_on(); }));
  }
  bool until(const std::function<bool()>& so) { return machine.until(&daemon, so); }
  told::Question question() {
    REQUIRE(until([&] { return machine.last<told::Question>().has_value(); }));
    return *machine.last<told::Question>();
  }
  [[nodiscard]] bool over(std::uint64_t id) const {
    for (const auto& one : machine.all<told::QuestionOver>()) {
      if (one.id == id) return true;
    }
    return false;
  }
};

}  // namespace

TEST_CASE("bluetooth agent: a number to compare becomes a question, yes and no its answer") {
  Cabinet cabinet;
  CHECK(cabinet.daemon.capability == "DisplayYesNo");
  const bool yes = GENERATE(true, false);
  cabinet.daemon.ask_confirmation(0, kThere, 4711);
  const told::Question question = cabinet.question();
  CHECK(question.id != 0);
  CHECK(question.kind == QITAI_PAIRING_COMPARE);
  CHECK(question.address == kThere);
  CHECK(question.name == "Li's machine");
  CHECK(question.number == 4711);
  CHECK(question.seconds == 30);
  cabinet.machine.settle(&cabinet.daemon);
  CHECK_FALSE(cabinet.daemon.answer);  // nothing before the player said so
  cabinet.machine.bluez->answer(question.id, yes);
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == (yes ? "yes" : kRejected));
  CHECK(cabinet.over(question.id));
  cabinet.machine.bluez->answer(question.id, true);  // a question that is over is taken
}

TEST_CASE("bluetooth agent: a question that nobody answers is answered with no after its time") {
  Cabinet cabinet;
  cabinet.daemon.ask_confirmation(0, kThere, 0);
  const told::Question question = cabinet.question();
  BluezMachine::passed += 29'000'000;
  cabinet.machine.settle(&cabinet.daemon);
  CHECK_FALSE(cabinet.over(question.id));
  BluezMachine::passed += 1'100'000;
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == kRejected);
  CHECK(cabinet.over(question.id));
}

TEST_CASE("bluetooth agent: a question that bluetoothd takes back is over") {
  Cabinet cabinet;
  cabinet.daemon.ask_confirmation(0, kThere, 123456);
  const told::Question question = cabinet.question();
  cabinet.daemon.cancel();
  REQUIRE(cabinet.until([&] { return cabinet.over(question.id); }));
}

TEST_CASE("bluetooth agent: a question ends with the bluetoothd that asked it") {
  Cabinet cabinet;
  cabinet.daemon.ask_confirmation(0, kThere, 123456);
  const told::Question question = cabinet.question();
  cabinet.bus.stop();
  REQUIRE(cabinet.machine.until(nullptr, [&] { return cabinet.over(question.id); }));
}

TEST_CASE("bluetooth agent: whether a machine may connect is asked, too") {
  Cabinet cabinet;
  cabinet.daemon.ask_authorization(0, kThere);
  const told::Question question = cabinet.question();
  CHECK(question.kind == QITAI_PAIRING_ALLOW);
  cabinet.machine.bluez->answer(question.id, true);
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == "yes");
}

TEST_CASE("bluetooth agent: a number to be typed over there is shown until the pairing is done") {
  Cabinet cabinet;
  cabinet.daemon.show_passkey(0, kThere, 42);
  const told::Question question = cabinet.question();
  CHECK(question.kind == QITAI_PAIRING_SHOW);
  CHECK(question.number == 42);
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == "yes");
  cabinet.daemon.show_passkey(0, kThere, 42);  // once more for each digit
  cabinet.machine.settle(&cabinet.daemon);
  CHECK(cabinet.machine.all<told::Question>().size() == 1);
  CHECK_FALSE(cabinet.over(question.id));
  cabinet.daemon.set_device(0, {kThere, "Li's machine", true});
  REQUIRE(cabinet.until([&] { return cabinet.over(question.id); }));
}

TEST_CASE("bluetooth agent: no to a number that is shown breaks the pairing off") {
  Cabinet cabinet;
  cabinet.daemon.show_passkey(0, kThere, 42);
  cabinet.machine.bluez->answer(cabinet.question().id, false);
  REQUIRE(cabinet.until([&] {
    return std::find(cabinet.daemon.calls.begin(), cabinet.daemon.calls.end(), "CancelPairing") !=
           cabinet.daemon.calls.end();
  }));
}

TEST_CASE("bluetooth agent: only the game's own service may be used without asking") {
  Cabinet cabinet;
  const auto answer_to = [&](const std::string& uuid) {
    cabinet.daemon.ask_service(0, kThere, uuid);
    REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
    return *cabinet.daemon.answer;
  };
  CHECK(answer_to("3F1C0A52-6C1F-4D3E-9C39-7A1B5D2E8F40") == "yes");
  CHECK(answer_to("0000110b-0000-1000-8000-00805f9b34fb") == kRejected);  // loudspeakers
  CHECK(cabinet.machine.all<told::Question>().empty());
}

TEST_CASE("bluetooth agent: machines that want something typed here are refused") {
  Cabinet cabinet;
  cabinet.daemon.ask_passkey(0, kThere);
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == kRejected);
}

TEST_CASE("bluetooth agent: no question is put while the game neither takes calls nor dials that machine") {
  Cabinet cabinet;
  cabinet.machine.bluez->withdraw();
  REQUIRE(cabinet.until([&] { return cabinet.daemon.records.empty(); }));
  cabinet.daemon.ask_confirmation(0, kThere, 1);
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == kRejected);

  cabinet.machine.bluez->dialling(kThere, true);
  cabinet.daemon.ask_confirmation(0, "66:77:88:99:AA:BC", 1);
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == kRejected);
  CHECK(cabinet.machine.all<told::Question>().empty());

  cabinet.daemon.ask_confirmation(0, kThere, 1);
  const told::Question question = cabinet.question();
  cabinet.machine.bluez->dialling(kThere, false);  // given up meanwhile
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == kRejected);
  CHECK(cabinet.over(question.id));
}

TEST_CASE("bluetooth agent: nonsense from the bus is refused") {
  Cabinet cabinet;
  cabinet.daemon.ask_confirmation(0, kThere, 1'000'000);
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == kRejected);
  cabinet.daemon.ask_confirmation(0, "nobody", 1);
  REQUIRE(cabinet.until([&] { return cabinet.daemon.answer.has_value(); }));
  CHECK(*cabinet.daemon.answer == kRejected);
  CHECK(cabinet.machine.all<told::Question>().empty());
}

TEST_CASE("bluetooth agent: nobody but bluetoothd may ask") {
  Cabinet cabinet;
  // On this bus everybody may send to everybody.
  sd_bus* other = nullptr;
  REQUIRE(sd_bus_new(&other) >= 0);
  REQUIRE(sd_bus_set_address(other, cabinet.bus.address().c_str()) >= 0);
  REQUIRE(sd_bus_set_bus_client(other, 1) >= 0);
  REQUIRE(sd_bus_start(other) >= 0);
  std::string answer;
  const std::string device = FakeBluetoothd::path_of(0, kThere);
  const auto told = [](sd_bus_message* reply, void* into, sd_bus_error* /*error*/) {
    const sd_bus_error* const error = sd_bus_message_get_error(reply);
    *static_cast<std::string*>(into) = error == nullptr ? "yes" : error->name;
    return 1;
  };
  REQUIRE(sd_bus_call_method_async(other, nullptr, cabinet.daemon.agent_owner.c_str(),
                                   cabinet.daemon.agent_path.c_str(), "org.bluez.Agent1",
                                   "RequestConfirmation", told, &answer, "ou", device.c_str(), 1u) >= 0);
  CHECK(cabinet.until([&] {
    while (sd_bus_process(other, nullptr) > 0) {
    }
    return !answer.empty();
  }));
  CHECK(answer == kRejected);
  CHECK(cabinet.machine.all<told::Question>().empty());
  sd_bus_flush_close_unref(other);
}

TEST_CASE("bluetooth agent: without the setting the desktop's agent stays the one that is asked") {
  PrivateBus bus;
  Places places;
  FakeBluetoothd daemon(bus.address());
  daemon.add_adapter(0, {kHere, "Desktop"});
  BluezMachine machine(bus, places.settings, false);
  machine.bluez->publish(kUuid, 0x1001, "Wei");
  REQUIRE(machine.until(&daemon, [&] { return machine.record_on(); }));
  machine.settle(&daemon);
  CHECK(daemon.agent_owner.empty());
  CHECK_FALSE(daemon.has_agent());
}
