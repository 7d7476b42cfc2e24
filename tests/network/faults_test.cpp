// Faults made on purpose: what they strike is what their settings say, and the same again with the same seed.
#include "network/faults.hpp"
#include "machine.hpp"

namespace {

using namespace qitai::host;
using namespace qitai::network;
using namespace qitai::testing;

std::vector<std::string> struck(const FaultSettings& settings, std::uint64_t link, unsigned count) {
  Faults faults(settings, link);
  std::vector<std::string> all;
  for (unsigned i = 0; i < count; ++i) {
    for (std::string& one : faults.strike(std::string(100, 'x') + std::to_string(i)))
      all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

TEST_CASE(
    "a share of the messages is dropped, repeated or truncated, the same ones again from the same seed") {
  FaultSettings settings;
  settings.seed = 7;
  settings.drop = 30;
  const auto dropped = struck(settings, 1, 1000);
  CHECK(dropped.size() > 600);
  CHECK(dropped.size() < 800);
  CHECK(struck(settings, 1, 1000) == dropped);
  CHECK(struck(settings, 2, 1000) != dropped);
  settings.drop = 0;
  settings.repeat = 30;
  const auto repeated = struck(settings, 1, 1000);
  CHECK(repeated.size() > 1200);
  CHECK(repeated.size() < 1400);
  settings.repeat = 0;
  settings.truncate = 30;
  const auto truncated = struck(settings, 1, 1000);
  REQUIRE(truncated.size() == 1000);
  unsigned whole = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    CHECK_FALSE(truncated[i].empty());
    if (truncated[i] == std::string(100, 'x') + std::to_string(i)) ++whole;
  }
  CHECK(whole > 600);
  CHECK(whole < 800);
  settings.truncate = 100;
  CHECK(struck(settings, 1, 1).front().size() <= 100);
}

TEST_CASE("a delayed message arrives after its time, in order, and is delivered before an orderly end") {
  const Around around;
  settings()["fault-delay-ms"] = "300";
  Pair pair;
  const std::int64_t begin = now();
  for (int i = 0; i < 3; ++i)
    CHECK(pair.near.endpoint.send(pair.here, std::to_string(i)) == Endpoint::Sent::kTaken);
  pair.near.endpoint.hang_up(pair.here);
  REQUIRE(pair.run_until([&] { return pair.far.heard(pair.there).size() == 3; }));
  CHECK(now() - begin >= 300'000);
  CHECK(pair.far.heard(pair.there) == std::vector<std::string>{"0", "1", "2"});
  REQUIRE(pair.run_until([&] { return pair.near.closed(pair.here) && pair.far.closed(pair.there); }));
  CHECK(pair.near.closed(pair.here) == "");
  CHECK(pair.near.pumps < 100);
}

TEST_CASE("a cut link is lost here and silent there, until that side hangs up") {
  const Around around;
  settings()["fault-cut"] = "2";
  Machine near(1);
  settings().erase("fault-cut");
  Machine far(2);
  far.endpoint.listen(true);
  REQUIRE(run({&far}, [&] { return far.has<event::State>(); }));
  const LinkId here = near.endpoint.dial(Machine::address(2)).second;
  REQUIRE(run({&near, &far}, [&] { return near.has<event::Opened>() && far.has<event::Incoming>(); }));
  const LinkId there = far.all<event::Incoming>().front().link.id;
  CHECK(near.endpoint.send(here, "1") == Endpoint::Sent::kTaken);
  REQUIRE(run({&near, &far}, [&] { return far.heard(there).size() == 1; }));
  CHECK(near.endpoint.send(here, "2") == Endpoint::Sent::kTaken);
  CHECK(near.endpoint.send(here, "3") == Endpoint::Sent::kEnding);
  CHECK(far.endpoint.send(there, "unheard") == Endpoint::Sent::kTaken);
  REQUIRE(run({&near, &far}, [&] { return near.closed(here).has_value(); }));
  CHECK(near.closed(here) == "lost");
  run(
      {&near, &far}, [] { return false; }, 500);
  CHECK_FALSE(far.closed(there));
  CHECK(far.heard(there).size() == 1);
  CHECK(near.heard(here).empty());
  // A new link is not dead.
  const LinkId again = near.endpoint.dial(Machine::address(2)).second;
  REQUIRE(run({&near, &far}, [&] { return near.all<event::Opened>().size() == 2; }));
  CHECK(near.endpoint.send(again, "1") == Endpoint::Sent::kTaken);
}

TEST_CASE("without settings nothing is struck, and nonsense in them counts as nothing") {
  const Around around;
  settings()["fault-drop"] = "101";
  settings()["fault-delay-ms"] = "soon";
  settings()["local-mtu"] = "12";
  Pair pair;
  CHECK(pair.near.all<event::Opened>().front().link.mtu == 600);
  for (int i = 0; i < 200; ++i)
    CHECK(pair.near.endpoint.send(pair.here, std::to_string(i)) == Endpoint::Sent::kTaken);
  REQUIRE(pair.run_until([&] { return pair.far.heard(pair.there).size() == 200; }));
}
