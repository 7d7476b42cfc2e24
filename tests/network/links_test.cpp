// Links between two endpoints of one process.
#include "machine.hpp"

namespace {

using namespace qitai::host;
using namespace qitai::testing;
using Sent = Endpoint::Sent;

// A message that says which it is.
std::string numbered(unsigned number, std::size_t size) {
  std::string message = std::to_string(number) + " ";
  message.resize(std::max(size, message.size()), static_cast<char>('a' + number % 26));
  return message;
}

}  // namespace

TEST_CASE("a link is dialled, taken, talked over in both directions and ended in order") {
  const Around around;
  Pair pair;
  const auto incoming = pair.far.all<event::Incoming>().front().link;
  const auto opened = pair.near.all<event::Opened>().front().link;
  CHECK(incoming.mtu == 600);
  CHECK(opened.mtu == 600);
  CHECK(opened.id == pair.here);
  CHECK(opened.peer.address == Machine::address(2));
  CHECK(incoming.peer.address == Machine::address(1));
  CHECK(opened.peer.has_game == true);
  CHECK(pair.near.endpoint.send(pair.here, "hello") == Sent::kTaken);
  CHECK(pair.far.endpoint.send(pair.there, "and you") == Sent::kTaken);
  REQUIRE(pair.run_until(
      [&] { return pair.far.heard(pair.there).size() == 1 && pair.near.heard(pair.here).size() == 1; }));
  CHECK(pair.far.heard(pair.there).front() == "hello");
  CHECK(pair.near.heard(pair.here).front() == "and you");
  pair.near.endpoint.hang_up(pair.here);
  REQUIRE(pair.run_until([&] { return pair.near.closed(pair.here) && pair.far.closed(pair.there); }));
  CHECK(pair.near.closed(pair.here) == "");
  CHECK(pair.far.closed(pair.there) == "far-closed");
  CHECK(pair.near.endpoint.send(pair.here, "x") == Sent::kEnding);
  CHECK(pair.far.endpoint.send(pair.there, "x") == Sent::kEnding);
}

TEST_CASE("who does not listen refuses, and who is not there is absent") {
  const Around around;
  Machine near(1), far(2);
  far.endpoint.visible("far", std::nullopt);  // there is a socket, and no calls are taken
  REQUIRE(run({&far}, [&] { return far.has<event::State>(); }));
  const auto refused = near.endpoint.dial(Machine::address(2)).second;
  const auto absent = near.endpoint.dial(Machine::address(3)).second;
  REQUIRE(run({&near, &far}, [&] { return near.closed(refused) && near.closed(absent); }));
  CHECK(near.closed(refused) == "refused");
  CHECK(near.closed(absent) == "absent");
  CHECK_FALSE(far.has<event::Incoming>());
  const FailureInfo* const why = local()->info().failure("absent");
  REQUIRE(why != nullptr);
  CHECK(why->retry);
  for (const char* lang : {"zh-Hans", "zh-Hant", "en"}) {
    CHECK_FALSE(local()->text(lang, why->what_key).empty());
    CHECK_FALSE(local()->text(lang, why->help_key).empty());
  }
}

TEST_CASE("nobody dials himself, and an address of another form is refused at once") {
  const Around around;
  Machine near(1);
  near.endpoint.listen(true);
  REQUIRE(run({&near}, [&] { return near.has<event::State>(); }));
  const auto self = near.endpoint.dial(Machine::address(1)).second;
  REQUIRE(run({&near}, [&] { return near.closed(self).has_value(); }));
  CHECK(near.closed(self) == "refused");
  for (const char* wrong : {"", "x", "00:AA:01:00:00:42", "0101010101010101-1", "010101010101010",
                            "../0101010101010101", "0101010101010101\n", "0101010101010101-007"}) {
    CHECK(near.endpoint.dial(wrong).first == Endpoint::Dialled::kBadAddress);
  }
}

TEST_CASE("a dial that is given up tells nothing but its end") {
  const Around around;
  Machine near(1), far(2);
  far.endpoint.listen(true);
  REQUIRE(run({&far}, [&] { return far.has<event::State>(); }));
  const auto at_once = near.endpoint.dial(Machine::address(2)).second;
  near.endpoint.hang_up(at_once);
  const auto later = near.endpoint.dial(Machine::address(2)).second;
  near.pump();  // the far side has not answered yet
  near.endpoint.hang_up(later);
  REQUIRE(run({&near, &far}, [&] { return near.closed(at_once) && near.closed(later); }));
  CHECK(near.closed(at_once) == "");
  CHECK(near.closed(later) == "");
  CHECK_FALSE(near.has<event::Opened>());
  REQUIRE(run({&near, &far},
              [&] { return far.all<event::Incoming>().size() == far.all<event::Closed>().size(); }));
}

TEST_CASE("messages of 1 to mtu bytes arrive whole, larger and empty ones do not leave") {
  const Around around;
  const auto mtu = GENERATE(600u, 1000u);
  settings()["local-mtu"] = std::to_string(mtu);
  Pair pair;
  REQUIRE(pair.near.all<event::Opened>().front().link.mtu == mtu);
  std::vector<std::string> sent{"x", std::string(mtu - 1, 'y'), std::string(mtu, '\0')};
  for (const std::string& message : sent)
    CHECK(pair.near.endpoint.send(pair.here, message) == Sent::kTaken);
  CHECK(pair.near.endpoint.send(pair.here, "") == Sent::kBadSize);
  CHECK(pair.near.endpoint.send(pair.here, std::string(mtu + 1, 'z')) == Sent::kBadSize);
  REQUIRE(pair.run_until([&] { return pair.far.heard(pair.there).size() == sent.size(); }));
  CHECK(pair.far.heard(pair.there) == sent);
}

TEST_CASE("the smaller of two mtus holds for both ends") {
  const Around around;
  settings()["local-mtu"] = "2000";
  Machine near(1);
  settings()["local-mtu"] = "700";
  Machine far(2);
  far.endpoint.listen(true);
  REQUIRE(run({&far}, [&] { return far.has<event::State>(); }));
  REQUIRE(near.endpoint.dial(Machine::address(2)).first == Endpoint::Dialled::kDialling);
  REQUIRE(run({&near, &far}, [&] { return near.has<event::Opened>() && far.has<event::Incoming>(); }));
  CHECK(near.all<event::Opened>().front().link.mtu == 700);
  CHECK(far.all<event::Incoming>().front().link.mtu == 700);
}

TEST_CASE("10,000 messages arrive in order, once each, whenever there is room for the next") {
  const Around around;
  Pair pair;
  constexpr unsigned kMessages = 10'000;
  unsigned sent = 0, blocked = 0;
  bool writable = true;
  std::size_t seen = 0;
  const auto done = [&] {
    for (; seen < pair.near.events.size(); ++seen)
      writable = writable || std::holds_alternative<event::Writable>(pair.near.events[seen]);
    while (writable && sent < kMessages) {
      const Sent how = pair.near.endpoint.send(pair.here, numbered(sent, 1 + sent % 600));
      if (how == Sent::kWouldBlock) {
        writable = false;
        ++blocked;
      } else {
        REQUIRE(how == Sent::kTaken);
        ++sent;
      }
    }
    return pair.far.events.size() > kMessages;  // all messages, and the two events before
  };
  REQUIRE(pair.run_until(done, 60'000));
  const auto heard = pair.far.heard(pair.there);
  REQUIRE(heard.size() == kMessages);
  for (unsigned i = 0; i < kMessages; ++i)
    REQUIRE(heard[i] == numbered(i, 1 + i % 600));
  CHECK(blocked > 0);
  CHECK(pair.near.all<event::Writable>().size() == blocked);
}

TEST_CASE("a far side that does not read blocks the sender, who is told once when there is room") {
  const Around around;
  Pair pair;
  const std::string message(600, 'm');
  unsigned taken = 0;
  while (pair.near.endpoint.send(pair.here, message) == Sent::kTaken)
    REQUIRE(++taken < 100'000);
  CHECK(pair.near.endpoint.send(pair.here, message) == Sent::kWouldBlock);
  // Nothing changes as long as nobody reads, and nothing is busy meanwhile.
  const unsigned before = pair.near.pumps;
  CHECK_FALSE(run(
      {&pair.near}, [&] { return pair.near.has<event::Writable>(); }, 300));
  CHECK(pair.near.pumps - before < 10);
  REQUIRE(pair.run_until([&] { return pair.far.heard(pair.there).size() == taken; }));
  CHECK(pair.near.all<event::Writable>().size() == 1);
  CHECK(pair.near.endpoint.send(pair.here, message) == Sent::kTaken);
}

TEST_CASE("what was sent before an orderly end is received before the end is told") {
  const Around around;
  Pair pair;
  unsigned taken = 0;
  while (pair.near.endpoint.send(pair.here, numbered(taken, 600)) == Sent::kTaken)
    ++taken;
  // The far side has sent too, and its message will never be read: the system tells that as an error.
  CHECK(pair.far.endpoint.send(pair.there, "too late") == Sent::kTaken);
  pair.near.endpoint.hang_up(pair.here);
  REQUIRE(pair.run_until([&] { return pair.far.closed(pair.there) && pair.near.closed(pair.here); }));
  const auto heard = pair.far.heard(pair.there);
  REQUIRE(heard.size() == taken);
  for (unsigned i = 0; i < taken; ++i)
    CHECK(heard[i] == numbered(i, 600));
  CHECK(pair.far.closed(pair.there) == "far-closed");
  CHECK(pair.near.closed(pair.here) == "");
  CHECK(pair.near.heard(pair.here).empty());
  CHECK(std::holds_alternative<event::Closed>(pair.far.events.back()));
}

TEST_CASE("an end that the far side does not read is lost in time, one at once is not waited for") {
  const Around around;
  Pair pair;
  const std::string message(600, 'm');
  while (pair.near.endpoint.send(pair.here, message) == Sent::kTaken) {
  }
  SECTION("in order") {
    pair.near.endpoint.hang_up(pair.here);
    const std::int64_t begin = now();
    REQUIRE(run({&pair.near}, [&] { return pair.near.closed(pair.here).has_value(); }));
    CHECK(pair.near.closed(pair.here) == "lost");
    CHECK(now() - begin > 4'500'000);
    CHECK(pair.near.pumps < 100);
  }
  SECTION("at once") {
    pair.near.endpoint.hang_up(pair.here, true);
    pair.near.pump();
    CHECK(pair.near.closed(pair.here) == "");
  }
}

TEST_CASE("an endpoint that goes takes its links with it, and what was sent before still arrives") {
  const Around around;
  Machine far(2);
  far.endpoint.listen(true);
  {
    Machine near(1);
    REQUIRE(run({&far}, [&] { return far.has<event::State>(); }));
    const auto link = near.endpoint.dial(Machine::address(2)).second;
    REQUIRE(run({&near, &far}, [&] { return near.has<event::Opened>(); }));
    CHECK(near.endpoint.send(link, "last words") == Sent::kTaken);
  }
  REQUIRE(run({&far}, [&] { return far.has<event::Closed>(); }));
  const auto id = far.all<event::Incoming>().front().link.id;
  CHECK(far.heard(id) == std::vector<std::string>{"last words"});
  CHECK(far.closed(id) == "far-closed");
}

TEST_CASE("there are eight links and no ninth, whoever dials") {
  const Around around;
  Machine far(9);
  far.endpoint.listen(true);
  REQUIRE(run({&far}, [&] { return far.has<event::State>(); }));
  Machine near(1), other(2);
  for (int i = 0; i < 8; ++i)
    CHECK(near.endpoint.dial(Machine::address(9)).first == Endpoint::Dialled::kDialling);
  CHECK(near.endpoint.dial(Machine::address(9)).first == Endpoint::Dialled::kTooMany);
  REQUIRE(run({&near, &far}, [&] { return near.all<event::Opened>().size() == 8; }));
  const auto ninth = other.endpoint.dial(Machine::address(9)).second;
  REQUIRE(run({&near, &far, &other}, [&] { return other.closed(ninth).has_value(); }));
  CHECK(other.closed(ninth) == "busy");
  // One that ends makes room.
  near.endpoint.hang_up(near.all<event::Opened>().front().link.id);
  REQUIRE(run({&near, &far}, [&] { return far.has<event::Closed>(); }));
  CHECK(other.endpoint.dial(Machine::address(9)).first == Endpoint::Dialled::kDialling);
  REQUIRE(run({&near, &far, &other}, [&] { return other.has<event::Opened>(); }));
}

TEST_CASE("1,000 links one after the other leave no descriptor behind") {
  const Around around;
  std::size_t before = 0;
  {
    Machine near(1), far(2);
    far.endpoint.listen(true);
    REQUIRE(run({&far}, [&] { return far.has<event::State>(); }));
    for (int i = 0; i < 1000; ++i) {
      if (i == 10) before = open_descriptors();
      near.events.clear();
      far.events.clear();
      const auto link = near.endpoint.dial(Machine::address(2)).second;
      REQUIRE(run({&near, &far}, [&] { return near.has<event::Opened>() && far.has<event::Incoming>(); }));
      const auto id = far.all<event::Incoming>().front().link.id;
      // In turn each side hangs up, in order or not.
      if (i % 2 == 0) {
        near.endpoint.hang_up(link, i % 4 == 0);
      } else {
        far.endpoint.hang_up(id, i % 4 == 1);
      }
      REQUIRE(run({&near, &far}, [&] { return near.closed(link) && far.closed(id); }));
    }
    CHECK(open_descriptors() == before);
  }
  CHECK(open_descriptors() < before);
}

TEST_CASE("an idle link and an idle endpoint hardly wake the loop") {
  const Around around;
  Pair pair;
  pair.run_until([] { return false; }, 200);
  const unsigned before = pair.near.pumps + pair.far.pumps;
  pair.run_until([] { return false; }, 2000);
  CHECK(pair.near.pumps + pair.far.pumps - before <= 4);
}
