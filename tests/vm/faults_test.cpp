// What may happen to a link and to the adapter under it.
#include <poll.h>

#include <cerrno>
#include <fstream>

#include "end.hpp"
#include "network/bluetooth/link.hpp"
#include "network/bluetooth/search.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;
using host::event::What;

namespace {

// What the question for the game comes to between two machines; empty: it has it.
std::string asked(const Host& near, const Host& far) {
  bluetooth::Asking one(near.address, far.address, now());
  while (!one.pump(now()))
    (void)::poll(nullptr, 0, 5);
  return one.failure();
}

}  // namespace

TEST_CASE("faults: out of reach both sides lose the link, and in reach they talk again without a question") {
  Room& in = room();
  Two two(in);
  two.link();
  two.near.events.clear();
  in.air.cut(1);
  REQUIRE(two.run_until([&] { return two.near.closed(two.here) && two.far.closed(two.there); }));
  CHECK(two.near.closed(two.here) == "lost");
  CHECK(two.far.closed(two.there) == "lost");
  CHECK(two.fails(two.near.dial(in[1])) == "absent");
  in.air.heal(1);
  two.link();
  CHECK(two.near.all<host::event::Pairing>().empty());
}

TEST_CASE("faults: the own adapter is switched off and on, and everything wished comes back by itself") {
  Room& in = room();
  Two two(in);
  two.link();
  in[1].power(false);
  REQUIRE(two.run_until([&] { return two.near.closed(two.here) && two.far.closed(two.there); }));
  // bluetoothd ends the links before it switches off.
  CHECK((two.far.closed(two.there) == "lost" || two.far.closed(two.there) == "adapter-lost"));
  CHECK(two.near.closed(two.here) != "");
  REQUIRE(two.run_until([&] { return two.far.state(What::kListen).failure == "off"; }));
  CHECK_FALSE(two.far.listens());
  CHECK(two.far.endpoint.power(in[1].address, true));
  REQUIRE(two.run_until([&] { return two.far.listens() && two.far.state(What::kVisible).on; }));
  two.link();
  // The caller's own.
  two.near.endpoint.hang_up(two.here);
  in[0].power(false);
  REQUIRE(two.run_until([&] { return two.near.closed(two.here).has_value(); }));
  CHECK(two.fails(two.near.dial(in[1])) == "off");
}

TEST_CASE("faults: the adapter is pulled out and put back in the middle of a link") {
  Room& in = room();
  Two two(in);
  two.link();
  in.air.unplug(1);
  REQUIRE(two.run_until([&] { return two.near.closed(two.here) && two.far.closed(two.there); }));
  CHECK(two.far.closed(two.there) == "adapter-lost");
  REQUIRE(two.run_until([&] { return two.far.state(What::kListen).failure == "no-adapter"; }));
  const auto gone = two.far.all<host::event::AdapterGone>();
  REQUIRE(gone.size() == 1);
  CHECK(gone[0].id == in[1].address);
  in.air.plug(1);
  in[1].power(true);
  REQUIRE(two.run_until([&] { return two.far.listens(); }));
  two.near.events.clear();
  two.link();
  CHECK(two.near.all<host::event::Pairing>().empty());
}

TEST_CASE("faults: the radio is blocked, as in flight mode, and let go from the game") {
  Room& in = room();
  Two two(in);
  two.link();
  const auto soft = [&] {
    for (const auto& each : std::filesystem::directory_iterator("/sys/class/bluetooth/hci" +
                                                                std::to_string(in[1].hci().value()))) {
      if (each.path().filename().string().starts_with("rfkill")) return each.path() / "soft";
    }
    FAIL("the kernel has no rfkill");
    return std::filesystem::path();
  }();
  std::ofstream(soft) << "1";
  REQUIRE(two.run_until([&] { return two.near.closed(two.here) && two.far.closed(two.there); }));
  CHECK(two.far.closed(two.there) != "");
  REQUIRE(two.run_until([&] { return two.far.state(What::kListen).failure == "blocked"; }));
  CHECK(two.far.state(What::kVisible).failure == "blocked");
  CHECK(says("blocked") == "Bluetooth is blocked, as in flight mode");
  CHECK(two.far.endpoint.power(in[1].address, true));
  REQUIRE(two.run_until([&] { return two.far.listens(); }));
  two.link();
}

TEST_CASE("faults: without bluetoothd there is a sentence, and who was paired with can still be dialled") {
  Room& in = room();
  Two two(in);
  two.link();
  two.near.endpoint.hang_up(two.here);
  in[0].kill_service();
  two.near.endpoint.listen(true);
  REQUIRE(two.run_until([&] { return two.near.state(What::kListen).failure == "no-service"; }));
  two.near.events.clear();
  two.link();
  CHECK(two.near.endpoint.send(two.here, "hello") == host::Endpoint::Sent::kTaken);
  CHECK(two.run_until([&] { return two.far.heard(two.there) == std::vector<std::string>{"hello"}; }));
  in[0].start_service();
  CHECK(two.run_until([&] { return two.near.listens(); }, 40s));
}

TEST_CASE("faults: a second game on one machine, and a channel that is taken") {
  Room& in = room();
  Two two(in);
  SECTION("a second game") {
    End second(in[1]);
    second.endpoint.listen(true);
    CHECK(run({&second, &two.far}, [&] { return second.state(What::kListen).failure == "in-use"; }));
    CHECK(two.far.listens());
  }
  SECTION("the channel that the operator has set is taken") {
    std::uint16_t psm = 0x1003;
    const auto other = bluetooth::open_listener(in[0].address, psm);
    REQUIRE(other.error == 0);
    settings()["psm"] = "4099";
    End one(in[0]);
    settings().erase("psm");
    one.endpoint.visible("Taken", std::nullopt);
    one.endpoint.listen(true);
    CHECK(run({&one}, [&] { return one.state(What::kListen).failure == "psm-in-use"; }));
    REQUIRE(run({&one}, [&] { return one.state(What::kVisible).on; }));
    // Nobody is sent to that program.
    CHECK(run({&one, &two.far}, [&] { return asked(in[1], in[0]) == "no-game"; }));
  }
}

TEST_CASE("faults: who has lost the channel on which calls are taken has no record any more") {
  Room& in = room();
  Two two(in);
  two.link();
  two.near.endpoint.hang_up(two.here);
  two.far.endpoint.visible("", 0);
  REQUIRE(two.run_until([&] { return !two.far.state(What::kVisible).on; }));
  CHECK(asked(in[0], in[1]).empty());
  two.far.endpoint.choose_adapter("00:AA:01:07:00:42");  // that is not there
  REQUIRE(two.run_until([&] { return !two.far.listens(); }));
  CHECK(two.run_until([&] { return asked(in[0], in[1]) == "no-game"; }));
  two.far.endpoint.choose_adapter("");
  REQUIRE(two.run_until([&] { return two.far.listens(); }));
  CHECK(asked(in[0], in[1]).empty());
}

TEST_CASE("faults: what waits for an answer or an adapter is pumped a few times in a second") {
  Room& in = room();
  Two two(in);
  CHECK(pumps_in_a_second(two.far) <= 4);
  // Somebody is asked for the game who answers nothing, and the adapter is gone meanwhile.
  in.air.mute(1, true);
  const host::LinkId link = two.near.dial(in[1]);
  REQUIRE_FALSE(two.run_until([&] { return two.near.closed(link).has_value(); }, 500ms));
  two.near.endpoint.choose_adapter("00:AA:01:07:00:42");
  REQUIRE_FALSE(two.run_until([&] { return two.near.closed(link).has_value(); }, 500ms));
  CHECK(pumps_in_a_second(two.near) <= 4);
  in.air.mute(1, false);
}

TEST_CASE("faults: what cannot be sent now is told, and leaves later") {
  Room& in = room();
  Two two(in);
  two.link();
  std::size_t sent = 0;
  const std::string message(600, 'x');
  while (two.near.endpoint.send(two.here, message) == host::Endpoint::Sent::kTaken)
    ++sent;
  CHECK(sent > 4);
  CHECK(sent < 5000);
  REQUIRE(two.run_until([&] { return two.near.has<host::event::Writable>(); }, 60s));
  CHECK(two.near.endpoint.send(two.here, "and this") == host::Endpoint::Sent::kTaken);
  REQUIRE(two.run_until([&] { return two.far.heard(two.there).size() == sent + 1; }, 60s));
  CHECK(two.far.heard(two.there).back() == "and this");
  two.near.endpoint.hang_up(two.here);
  REQUIRE(two.run_until([&] { return two.near.closed(two.here) && two.far.closed(two.there); }));
  CHECK(two.near.closed(two.here) == "");
  CHECK(two.far.closed(two.there) == "far-closed");
}

TEST_CASE("faults: a call to a channel on which nobody is") {
  Room& in = room();
  Two two(in);
  two.link();
  auto dialled = bluetooth::open_channel(in[0].address, in[1].address, 0x1E01, true);
  REQUIRE(dialled.error == 0);
  bluetooth::Channel channel(std::move(dialled.socket), bluetooth::Channel::State::kConnecting);
  REQUIRE(two.run_until([&] { return channel.connect() != bluetooth::Channel::State::kConnecting; }));
  CHECK(channel.error() == ECONNREFUSED);
  CHECK(bluetooth::dial_failure(channel.error()) == "refused");
  std::uint16_t psm = 0x1003;
  CHECK(bluetooth::open_listener("00:AA:01:07:00:42", psm).error == 0);  // only connecting tells
  const auto nowhere = bluetooth::open_channel("00:AA:01:07:00:42", in[1].address, 1, false);
  CHECK(nowhere.error == EHOSTUNREACH);
  CHECK(bluetooth::query_failure(EHOSTUNREACH) == "adapter-lost");
}

TEST_CASE("faults: pairing that nobody answers", "[long]") {
  Room& in = room();
  Two two(in);
  two.far.says.reset();
  CHECK(two.fails(two.near.dial(in[1]), 90s) == "pairing-failed");
  CHECK_FALSE(in[0].knows(in[1]));
  CHECK(two.run_until([&] { return two.far.all<host::event::PairingOver>().size() == 1; }, 40s));
}

TEST_CASE("faults: a partner who has forgotten this machine", "[long]") {
  Room& in = room();
  Two two(in);
  two.link();
  REQUIRE(two.run_until([&] {
    const auto near = two.near.peer(in[1].address);
    two.near.endpoint.scan(true);
    return near && near->known;
  }));
  two.near.endpoint.scan(false);
  two.near.endpoint.hang_up(two.here);
  in[1].forget(in[0]);
  (void)two.run_until([] { return false; }, 6s);  // until the radio link is gone, too
  two.near.events.clear();
  CHECK_FALSE(in[1].knows(in[0]));
  // The emulated controllers are silent about it for half a minute. Then the kernel pairs anew, and both
  // players are asked again: nobody comes in unasked.
  two.far.events.clear();
  CHECK(two.fails(two.near.dial(in[1]), 90s) == "it opened");
  CHECK(two.near.all<host::event::Pairing>().size() == 1);
  CHECK(two.far.all<host::event::Pairing>().size() == 1);
  CHECK(in[1].knows(in[0]));
}
