// The transport "bluetooth" on a machine that cannot do it: what is missing is said, and nothing waits or
// falls over. Its links are tested in tests/vm.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <memory>

#include "endpoint.hpp"
#include "fake_bluetoothd.hpp"
#include "network/bluetooth/link.hpp"
#include "scratch.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;
using host::event::What;

namespace {

std::shared_ptr<const host::Transport> transport() {
  static const host::Plugins kPlugins = load_plugin("bluetooth");
  return transport_of(kPlugins, "bluetooth");
}

host::Endpoint open(const std::string& bus, const Scratch& folder) {
  settings()["bus"] = bus;
  ::setenv("QITAI_STATE", folder.path().c_str(), 1);
  auto opened = transport()->open(std::array<std::uint8_t, 16>{});
  REQUIRE(opened);
  return std::move(*opened);
}

// An endpoint on a bus that is not there.
struct Alone {
  Scratch folder;
  Driven end{open("unix:path=" + (folder / "no-bus").string(), folder)};
};

}  // namespace

TEST_CASE("bluetooth: without a bus each wish says what is missing, and a call ends with it") {
  Alone alone;
  Driven& end = alone.end;
  end.endpoint.visible("Ann", 60);
  end.endpoint.scan(true);
  end.endpoint.listen(true);
  const std::array all{What::kVisible, What::kScan, What::kListen};
  REQUIRE(run({&end}, [&] {
    return std::ranges::all_of(all, [&](What each) { return end.state(each).failure == "no-bus"; });
  }));
  for (const What each : all)
    CHECK_FALSE(end.state(each).on);
  const auto [dialled, id] = end.endpoint.dial("00:11:22:33:44:55");
  REQUIRE(dialled == host::Endpoint::Dialled::kDialling);
  const host::LinkId link = id;
  REQUIRE(run({&end}, [&] { return end.closed(link).has_value(); }));
  CHECK(end.closed(link) == "no-bus");
  // What was wished goes on being tried for, now and then.
  CHECK(pumps_in_a_second(end) <= 4);
}

TEST_CASE("bluetooth: only addresses of Bluetooth are dialled") {
  Alone alone;
  for (const char* const text : {"", "any", "00:11:22:33:44", "00:11:22:33:44:5g", "00:00:00:00:00:00",
                                 "FF:FF:FF:FF:FF:FF", "00:11:22:33:44:55:66", "0123456789abcdef"})
    CHECK(alone.end.endpoint.dial(text).first == host::Endpoint::Dialled::kBadAddress);
  for (int i = 0; i < 8; ++i)
    CHECK(alone.end.endpoint.dial("00:11:22:33:44:55").first == host::Endpoint::Dialled::kDialling);
  CHECK(alone.end.endpoint.dial("00:11:22:33:44:55").first == host::Endpoint::Dialled::kTooMany);
  CHECK_FALSE(alone.end.endpoint.forget("00:11:22:33:44:55"));
  CHECK_FALSE(alone.end.endpoint.power("00:11:22:33:44:55", true));
}

TEST_CASE("bluetooth: every errno that sockets answer has a sentence and a help in each language") {
  const auto bluetooth = transport();
  for (int error = 0; error < 134; ++error) {
    for (const std::string& id :
         {bluetooth::dial_failure(error), bluetooth::query_failure(error), bluetooth::listen_failure(error),
          bluetooth::end_failure(error, false), bluetooth::end_failure(error, true)}) {
      const host::FailureInfo* const info = bluetooth->info().failure(id);
      INFO(error << " " << id);
      REQUIRE(info != nullptr);
      for (const char* const language : {"en", "zh-Hans", "zh-Hant"}) {
        for (const std::string& key : {info->what_key, info->help_key}) {
          CHECK_FALSE(bluetooth->text(language, key).empty());
          CHECK(bluetooth->text(language, key) != key);
        }
      }
    }
  }
  // As measured (plugins/network/README.md).
  CHECK(bluetooth::dial_failure(ECONNREFUSED) == "refused");
  CHECK(bluetooth::dial_failure(EHOSTDOWN) == "absent");
  CHECK(bluetooth::dial_failure(EHOSTUNREACH) == "adapter-lost");
  CHECK(bluetooth::dial_failure(EACCES) == "pairing-refused");
  CHECK(bluetooth::dial_failure(ECONNRESET) == "pairing-failed");
  CHECK(bluetooth::dial_failure(EBADE) == "key-missing");
  CHECK(bluetooth::query_failure(ECONNREFUSED) == "no-game");
  CHECK(bluetooth::query_failure(EHOSTDOWN) == "absent");
  CHECK(bluetooth::listen_failure(EADDRINUSE) == "psm-in-use");
  CHECK(bluetooth::listen_failure(EAFNOSUPPORT) == "unsupported");
  CHECK(bluetooth::listen_failure(EACCES) == "permission");
  CHECK(bluetooth::end_failure(ETIMEDOUT, false) == "lost");
  CHECK(bluetooth::end_failure(ECONNABORTED, false) == "adapter-lost");
  CHECK(bluetooth::end_failure(EMSGSIZE, false) == "protocol");
  CHECK(bluetooth::end_failure(ECONNRESET, true) == "far-closed");
}

TEST_CASE(
    "bluetooth: a call that came to nothing is told from a no, and from a question that nobody answered") {
  const auto failure = [](bluetooth::Refusal refusal) { return bluetooth::refusal_failure(refusal); };
  constexpr std::int64_t kSecond = 1'000'000;
  for (const int error : {EACCES, ECONNREFUSED}) {
    INFO(error);
    bluetooth::Refusal refusal{.error = error, .dialled_for = 28 * kSecond, .asked_for = 27 * kSecond};
    CHECK(failure(refusal) == "pairing-refused");  // a player may take 30 s for it
    refusal.dialled_for = 35 * kSecond;
    CHECK(failure(refusal) == "pairing-refused");
    refusal.asked_for = 30 * kSecond;
    CHECK(failure(refusal) == "pairing-failed");
    // The desktop asks here: when, is not known.
    CHECK(failure({.error = error, .dialled_for = 29 * kSecond}) == "pairing-refused");
    CHECK(failure({.error = error, .dialled_for = 30 * kSecond}) == "pairing-failed");
  }
  // Who says no knows it, whatever the kernel calls it.
  for (const int error : {EACCES, ECONNREFUSED, ECONNRESET, ETIMEDOUT})
    CHECK(failure({.error = error, .said_no = true, .dialled_for = 40 * kSecond}) == "pairing-refused");
  CHECK(failure({.error = ECONNREFUSED, .enciphered = true}) == "refused");
  CHECK(failure({.error = ECONNREFUSED, .enciphered = true, .known = true}) == "refused");
  // Partners of whom one has lost the key: whatever the time, nobody was asked.
  for (const int error : {EACCES, ECONNREFUSED, EBADE}) {
    CHECK(failure({.error = error, .known = true}) == "key-missing");
    CHECK(failure({.error = error, .known = true, .dialled_for = 40 * kSecond}) == "key-missing");
  }
  CHECK(failure({.error = EACCES, .known = true, .asked_for = 3 * kSecond}) == "pairing-refused");
  // No agent; of a partner nothing is asked, the radio link broke.
  CHECK(failure({.error = ECONNRESET, .dialled_for = 4 * kSecond}) == "pairing-failed");
  CHECK(failure({.error = ECONNRESET, .known = true}) == "absent");
  CHECK(failure({.error = EHOSTDOWN, .known = true}) == "absent");
}

TEST_CASE("bluetooth: a call while bluetoothd begins again waits for what it says of adapters") {
  PrivateBus bus;
  Scratch folder;
  auto daemon = std::make_unique<FakeBluetoothd>(bus.address());
  daemon->add_adapter(0, {"00:11:22:33:44:55", "Corner table"});
  Driven end(open(bus.address(), folder));
  const auto turn = [&] { daemon->process(); };
  REQUIRE(run({&end}, [&] { return turn(), end.has<host::event::Adapter>(); }));
  daemon.reset();
  REQUIRE(run({&end}, [&] { return end.has<host::event::AdapterGone>(); }));
  daemon = std::make_unique<FakeBluetoothd>(bus.address());
  (void)run(
      {&end}, [] { return false; }, 5500ms);  // long after the first word about adapters was due
  daemon.reset();
  (void)run(
      {&end}, [] { return false; }, 300ms);
  daemon = std::make_unique<FakeBluetoothd>(bus.address());
  (void)run(
      {&end}, [] { return false; }, 300ms);
  const auto link = end.endpoint.dial("66:77:88:99:AA:BB").second;
  (void)run(
      {&end}, [] { return false; }, 1s);
  CHECK(end.closed(link).value_or("waits") == "waits");
  daemon->add_adapter(0, {"00:11:22:33:44:55", "Corner table"});
  REQUIRE(run({&end}, [&] { return turn(), end.closed(link).has_value(); }));
  CHECK(end.closed(link).value_or("") != "no-adapter");
}
