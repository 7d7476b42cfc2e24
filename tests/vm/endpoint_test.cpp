// The transport "bluetooth" over real channels: being found, pairing, talking, ending.
#include "end.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;
using host::event::What;

TEST_CASE("bluetooth: two machines find each other, compare a number, talk, and part in order") {
  Room& in = room();
  Two two(in);
  two.near.endpoint.scan(true);
  REQUIRE(two.run_until([&] {
    const auto far = two.near.peer(in[1].address);
    return far && far->has_game == true;
  }));
  CHECK(two.near.peer(in[1].address)->name == "Far player");
  CHECK_FALSE(two.near.peer(in[1].address)->known);
  two.near.endpoint.scan(false);
  two.link();
  const auto asked_near = two.near.all<host::event::Pairing>(),
             asked_far = two.far.all<host::event::Pairing>();
  REQUIRE(asked_near.size() == 1);
  REQUIRE(asked_far.size() == 1);
  CHECK(asked_near[0].number == asked_far[0].number);
  CHECK(asked_near[0].kind == host::event::Pairing::Kind::kCompare);
  CHECK(two.near.all<host::event::PairingOver>().size() == 1);
  const host::LinkInfo here = two.near.all<host::event::Opened>().back().link;
  const host::LinkInfo there = two.far.all<host::event::Incoming>().back().link;
  CHECK(here.peer.name == "Far player");
  CHECK(there.peer.address == in[0].address);
  for (const host::LinkInfo& each : {here, there}) {
    CHECK(each.mtu >= QITAI_TRANSPORT_MESSAGE);
    CHECK(each.ciphered);
    CHECK(each.paired);
  }
  std::vector<std::string> sent;
  for (int i = 0; i < 20; ++i) {
    sent.emplace_back(i % 2 == 0 ? 600U : 1U, static_cast<char>('a' + i));
    CHECK(two.far.endpoint.send(two.there, sent.back()) == host::Endpoint::Sent::kTaken);
    CHECK(two.near.endpoint.send(two.here, sent.back()) == host::Endpoint::Sent::kTaken);
  }
  // What was sent before the hang-up arrives, then the end.
  two.near.endpoint.hang_up(two.here);
  REQUIRE(two.run_until([&] { return two.far.closed(two.there) && two.near.closed(two.here); }));
  CHECK(two.far.heard(two.there) == sent);
  CHECK(two.far.closed(two.there) == "far-closed");
  CHECK(two.near.closed(two.here) == "");
  // They know each other now: no question any more, and a partner is found without an inquiry.
  two.near.events.clear();
  two.link();
  CHECK(two.near.all<host::event::Pairing>().empty());
  End later(in[0]);  // another day; bluetoothd tells who is there already only after some seconds
  later.endpoint.scan(true);
  const std::int64_t begin = now();
  REQUIRE(run({&later, &two.far}, [&] { return later.peer(in[1].address).has_value(); }));
  CHECK(now() - begin < 4'000'000);
  CHECK(later.peer(in[1].address)->known);
}

TEST_CASE("bluetooth: a machine without the game is asked nothing, and no key of it is kept") {
  Room& in = room();
  const Desktop bystander(in[2].bus, Answer::kYes);
  in[2].discoverable(true);
  Two two(in);
  two.near.endpoint.scan(true);
  REQUIRE(two.run_until(
      [&] {
        const auto seen = two.near.peer(in[2].address);
        return seen && seen->has_game.has_value();
      },
      40s));
  CHECK(two.near.peer(in[2].address)->has_game == false);
  two.near.endpoint.scan(false);
  CHECK(two.fails(two.near.dial(in[2])) == "no-game");
  CHECK(bystander.asked == 0);
  CHECK(two.near.all<host::event::Pairing>().empty());
  CHECK_FALSE(in[2].knows(in[0]));
  CHECK_FALSE(in[0].knows(in[2]));
}

TEST_CASE("bluetooth: who knows many that are away still finds the one who is new") {
  Room& in = room();
  in.air.page_time(5100ms);
  in[0].meet_absent(6);
  Two two(in);
  two.near.endpoint.scan(true);
  // One partner, an inquiry, then whoever it found; all partners before it would take 30 s.
  CHECK(two.run_until([&] { return two.near.peer(in[1].address).has_value(); }, 20s));
}

TEST_CASE("bluetooth: pairing that the far player refuses, and then allows") {
  Room& in = room();
  Two two(in);
  two.far.says = false;
  CHECK(two.fails(two.near.dial(in[1])) == "pairing-refused");
  CHECK(two.far.all<host::event::Pairing>().size() == 1);
  CHECK_FALSE(in[0].knows(in[1]));
  two.far.says = true;
  two.link();
  CHECK(two.run_until([&] { return in[0].knows(in[1]); }));
}

TEST_CASE("bluetooth: pairing that the player here refuses") {
  Room& in = room();
  Two two(in);
  two.near.says = false;
  CHECK(two.fails(two.near.dial(in[1])) == "pairing-refused");
  CHECK_FALSE(in[1].knows(in[0]));
}

TEST_CASE("bluetooth: a call that overtakes the word that the link is secure is made again") {
  Room& in = room();
  Two two(in);
  in.air.hurry(1);
  const host::LinkId link = two.near.dial(in[1]);
  REQUIRE(two.run_until([&] { return two.near.opened(link) || two.near.closed(link); }, 40s));
  CHECK(two.near.closed(link).value_or("open") == "open");
  CHECK(two.near.all<host::event::Pairing>().size() == 1);
}

TEST_CASE("bluetooth: who takes no calls is refused, absent or without the game") {
  Room& in = room();
  Two two(in);
  two.link();
  two.near.endpoint.hang_up(two.here);
  SECTION("it is there and takes no calls") {
    two.far.endpoint.listen(false);
    REQUIRE(two.run_until([&] { return !two.far.listens(); }));
    CHECK(two.fails(two.near.dial(in[1])) == "refused");
  }
  SECTION("it is neither visible nor taking calls") {
    two.far.endpoint.listen(false);
    two.far.endpoint.visible("", 0);
    REQUIRE(two.run_until([&] { return !two.far.listens(); }));
    std::string how;
    // bluetoothd takes the record out a moment later.
    CHECK(two.run_until([&] { return (how = two.fails(two.near.dial(in[1]))) == "no-game"; }));
    INFO(how);
  }
  SECTION("its Bluetooth is off") {
    in[1].power(false);
    CHECK(two.fails(two.near.dial(in[1])) == "absent");
  }
  SECTION("it is out of reach") {
    in.air.cut(1);
    CHECK(two.fails(two.near.dial(in[1])) == "absent");
  }
  SECTION("nobody has that address") {
    CHECK(two.fails(two.near.endpoint.dial("00:AA:01:07:00:42").second) == "absent");
  }
  SECTION("that is no address") {
    CHECK(two.near.endpoint.dial("00:AA:01:07:00").first == host::Endpoint::Dialled::kBadAddress);
  }
}
