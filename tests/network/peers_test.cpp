// Who is found, under which name, and until when.
#include "machine.hpp"

namespace {

using namespace qitai::host;
using namespace qitai::testing;

std::optional<event::State> last_state(const Machine& machine, event::What what) {
  std::optional<event::State> last;
  for (const auto& state : machine.all<event::State>()) {
    if (state.what == what) last = state;
  }
  return last;
}

}  // namespace

TEST_CASE("who is visible is found with name and game, and gone when he no longer is") {
  const Around around;
  Machine near(1), far(2);
  far.endpoint.visible("棋友", std::nullopt);
  far.endpoint.listen(true);
  near.endpoint.scan(true);
  REQUIRE(run({&near, &far}, [&] { return near.has<event::Found>(); }));
  const PeerInfo peer = near.all<event::Found>().front().peer;
  CHECK(peer.address == Machine::address(2));
  CHECK(peer.name == "棋友");
  CHECK(peer.has_game == true);
  CHECK_FALSE(peer.known);
  CHECK(peer.signal == Signal::kUnknown);
  CHECK(last_state(near, event::What::kScan)->on);
  CHECK(last_state(far, event::What::kVisible)->on);
  SECTION("another name is told as a change, the same one not again") {
    far.endpoint.visible("other", std::nullopt);
    REQUIRE(run({&near, &far}, [&] { return near.all<event::Found>().size() == 2; }));
    CHECK(near.all<event::Found>().back().peer.name == "other");
    run(
        {&near, &far}, [] { return false; }, 2500);
    CHECK(near.all<event::Found>().size() == 2);
  }
  SECTION("no longer visible") {
    far.endpoint.visible("棋友", 0);
    REQUIRE(run({&near, &far}, [&] { return near.has<event::Gone>(); }));
    CHECK(near.all<event::Gone>().front().address == Machine::address(2));
    CHECK_FALSE(last_state(far, event::What::kVisible)->on);
    // Whoever knows the address may still dial.
    REQUIRE(near.endpoint.dial(Machine::address(2)).first == Endpoint::Dialled::kDialling);
    REQUIRE(run({&near, &far}, [&] { return near.has<event::Opened>(); }));
    CHECK(near.all<event::Opened>().front().link.peer.name == "棋友");
  }
  SECTION("nobody looks any more") {
    near.endpoint.scan(false);
    far.endpoint.visible("other", std::nullopt);
    run(
        {&near, &far}, [] { return false; }, 1500);
    CHECK(near.all<event::Found>().size() == 1);
    CHECK_FALSE(near.has<event::Gone>());
    CHECK_FALSE(last_state(near, event::What::kScan)->on);
    // Found anew when somebody looks again.
    near.endpoint.scan(true);
    REQUIRE(run({&near, &far}, [&] { return near.all<event::Found>().size() == 2; }));
  }
}

TEST_CASE("being visible ends by itself in time, listening does not") {
  const Around around;
  Machine near(1), far(2);
  far.endpoint.visible("far", 1);
  far.endpoint.listen(true);
  const std::int64_t begin = now();
  REQUIRE(run({&far}, [&] {
    const auto state = last_state(far, event::What::kVisible);
    return state && !state->on;
  }));
  CHECK(now() - begin >= 1'000'000);
  CHECK(now() - begin < 2'000'000);
  CHECK(last_state(far, event::What::kListen)->on);
  CHECK(last_state(far, event::What::kVisible)->failure.empty());
}

TEST_CASE("two with the same identity have different addresses, and nobody finds himself") {
  const Around around;
  Machine first(1), second(1);
  for (Machine* machine : {&first, &second}) {
    machine->endpoint.visible("twin", std::nullopt);
    machine->endpoint.scan(true);
  }
  REQUIRE(run({&first, &second}, [&] { return first.has<event::Found>() && second.has<event::Found>(); }));
  run(
      {&first, &second}, [] { return false; }, 1500);
  CHECK(first.all<event::Found>().size() == 1);
  CHECK(second.all<event::Found>().size() == 1);
  CHECK(first.all<event::Found>().front().peer.address == Machine::address(1) + "-2");
  CHECK(second.all<event::Found>().front().peer.address == Machine::address(1));
}

TEST_CASE("an address is the same again after a start") {
  const Around around;
  Machine near(1);
  near.endpoint.scan(true);
  for (int start = 0; start < 3; ++start) {
    near.events.clear();
    Machine far(2);
    far.endpoint.visible("far", std::nullopt);
    REQUIRE(run({&near, &far}, [&] { return near.has<event::Found>(); }));
    CHECK(near.all<event::Found>().front().peer.address == Machine::address(2));
    far.endpoint.visible("far", 0);
    REQUIRE(run({&near, &far}, [&] { return near.has<event::Gone>(); }));
  }
}

TEST_CASE("a name is cut between characters, and shown without signs that deceive") {
  const Around around;
  Machine near(1), far(2);
  std::string name =
      "a\u202Eb\x01"
      "c\u200B";
  for (int i = 0; i < 30; ++i)
    name += "棋";
  far.endpoint.visible(name, std::nullopt);
  near.endpoint.scan(true);
  REQUIRE(run({&near, &far}, [&] { return near.has<event::Found>(); }));
  std::string shown = "abc";
  while (shown.size() + 3 <= 64)
    shown += "棋";
  CHECK(near.all<event::Found>().front().peer.name == shown);
}
