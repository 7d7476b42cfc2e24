#include <catch2/catch.hpp>

#include "channel_pair.hpp"
#include "duel/measure.hpp"

using namespace qitai;
using namespace qitai::duel;
using qitai::test::Pair;
using State = Channel::State;

TEST_CASE("a ping goes out each second and at once when it is up") {
  Pair pair(1);
  pair.greet();
  pair.run_for(kSecond / 2);
  const auto before = pair.link.sent;
  pair.run_for(10 * kSecond);
  // Each side ten pings and ten answers.
  CHECK(pair.link.sent - before == 40);
}

TEST_CASE("the round trip is the 90th percentile of the last 32 by nearest rank") {
  RoundTrips trips;
  CHECK(trips.ninth_decile() == 0);
  // 1 to 10 ms: nine of ten are not above 9 ms.
  Now now = 0;
  for (Now time = 1; time <= 10; ++time) {
    const auto id = trips.ask(now);
    trips.answer(id, now + time * 1'000);
    trips.answer(id, now + 900'000);  // a second answer to the same ping does not count
    now += kSecond;
  }
  CHECK(trips.ninth_decile() == 9'000);
  trips.answer(4711, now);
  trips.answer(0, now);
  CHECK(trips.ninth_decile() == 9'000);
  for (int i = 0; i < 32; ++i)
    trips.answer(trips.ask(now), now + 5);
  CHECK(trips.ninth_decile() == 5);
}

TEST_CASE("the round trip is measured on the link as it is") {
  Pair pair(1, {.delay_min = 30'000, .delay_max = 30'000});
  pair.greet();
  pair.run_for(5 * kSecond);
  CHECK(pair.side[0]->round_trip() == 60'000);
  CHECK(pair.side[1]->round_trip() == 60'000);
}

TEST_CASE("silence for 5 s is a lost link, for 25 s the connection is closed, then the dialler dials") {
  Pair pair(1);
  pair.greet();
  pair.run_for(kSecond);
  pair.link.mute();
  const Now heard = pair.side[0]->heard();
  CHECK(heard > 0);
  pair.run(heard + 5 * kSecond - 1);
  CHECK(pair.side[0]->state() == State::kUp);
  pair.run(heard + 5 * kSecond);
  CHECK(pair.side[0]->state() == State::kLost);
  CHECK(pair.side[0]->reason() == "silent");
  CHECK(pair.side[0]->heard() == heard);
  CHECK_FALSE(pair.side[0]->send("x"));
  pair.run(pair.side[1]->heard() + 25 * kSecond - 1);
  CHECK(pair.dialled.empty());
  pair.run_for(2 * kSecond);
  REQUIRE(pair.dialled.size() == 1);
  pair.run_for(kSecond);
  CHECK(pair.both(State::kUp));
  CHECK(pair.side[0]->connection() == 2);
  CHECK(pair.side[1]->connection() == 2);
}

TEST_CASE("dials that come to nothing are repeated after 1, 2, 4, 8, 8 s") {
  Pair pair(1, {.delay_min = 0, .delay_max = 0});
  pair.greet();
  pair.link.reachable = false;
  pair.link.cut(pair.now);
  const Now cut = pair.now;
  pair.run_for(38 * kSecond);
  REQUIRE(pair.dialled.size() == 6);
  std::vector<Now> waits{pair.dialled[0] - cut};
  for (std::size_t i = 1; i < pair.dialled.size(); ++i)
    waits.push_back(pair.dialled[i] - pair.dialled[i - 1]);
  CHECK(waits == std::vector<Now>{kSecond, 2 * kSecond, 4 * kSecond, 8 * kSecond, 8 * kSecond, 8 * kSecond});

  // Once it was up the waits begin anew.
  pair.link.reachable = true;
  pair.run_for(10 * kSecond);
  REQUIRE(pair.both(State::kUp));
  pair.dialled.clear();
  pair.link.cut(pair.now);
  const Now again = pair.now;
  pair.run_for(3 * kSecond);
  REQUIRE(pair.dialled.size() == 1);
  CHECK(pair.dialled[0] == again + kSecond);
}

TEST_CASE("a machine that slept for more than 5 s has lost the link, and both begin again on it") {
  Pair pair(1);
  pair.greet();
  pair.side[0]->protect({}, 11);
  pair.side[1]->protect({}, 22);
  pair.asleep[0] = true;
  // The link holds what comes meanwhile: the driver hands it over after it woke.
  std::vector<std::string> held;
  pair.link.tamper = [&](int from, std::string& bytes) {
    if (from == 1) held.push_back(bytes);
    return from == 0;
  };
  pair.run_for(4 * kSecond);
  CHECK(pair.side[1]->state() == State::kUp);
  pair.run_for(4 * kSecond);
  CHECK(pair.side[1]->state() == State::kLost);
  CHECK(pair.side[1]->reason() == "silent");
  pair.link.tamper = nullptr;
  pair.asleep[0] = false;
  pair.side[0]->poll(pair.now);
  CHECK(pair.side[0]->state() == State::kLost);
  CHECK(pair.side[0]->reason() == "suspended");
  for (const std::string& bytes : held)
    pair.side[0]->received(bytes, pair.now, 1);
  pair.run_for(kSecond);
  REQUIRE(pair.both(State::kUp));
  CHECK(pair.dialled.empty());
  CHECK(pair.side[0]->connection() == 2);
  CHECK(pair.side[1]->connection() == 2);
  CHECK(pair.side[0]->far_number() == 22);
  CHECK(pair.side[1]->far_number() == 11);
}

TEST_CASE("one side alone that slept brings the other to begin again too, what came between is left out") {
  Pair pair(1);
  pair.greet();
  pair.side[0]->protect({}, 3);
  pair.side[1]->protect({}, 5);
  pair.run_for(2 * kSecond);
  // The side's own time stands still for 6 s; for the other it was silent for less.
  const Now woke = pair.side[0]->heard() + 7 * kSecond;
  REQUIRE(pair.side[1]->send("while it slept"));
  std::vector<std::string> held;
  for (const Out& out : pair.side[1]->take_out())
    held.push_back(out.bytes);
  pair.side[0]->poll(woke);
  CHECK(pair.side[0]->state() == State::kLost);
  for (const std::string& bytes : held)
    pair.side[0]->received(bytes, woke, 1);
  CHECK(pair.side[0]->state() == State::kLost);
  CHECK_FALSE(pair.side[0]->take());
  pair.run_for(100'000);
  REQUIRE(pair.both(State::kUp));
  CHECK(pair.side[0]->connection() == 2);
  CHECK(pair.side[1]->connection() == 2);
  CHECK(pair.side[0]->far_number() == 5);
  CHECK(pair.side[1]->far_number() == 3);
  CHECK(pair.side[1]->send("now"));
  pair.run_for(100'000);
  const auto message = pair.side[0]->take();
  REQUIRE(message);
  CHECK(message->payload == "now");
}

TEST_CASE("time that goes backwards counts as standing still") {
  Pair pair(1);
  pair.greet();
  pair.side[0]->poll(pair.now - 100 * kSecond);
  CHECK(pair.side[0]->state() == State::kUp);
  CHECK(pair.side[0]->next_wake() >= pair.now);
}

TEST_CASE("a burst leaves at once, the rest at its pace, in order, and is not taken for a flood") {
  Pair pair(1);
  pair.greet();
  pair.run_for(2 * kSecond);
  for (int i = 0; i < 1'000; ++i)
    REQUIRE(pair.side[0]->send(std::to_string(i)));
  pair.run_for(100'000);
  int got = 0;
  while (auto message = pair.side[1]->take())
    REQUIRE(message->payload == std::to_string(got++));
  CHECK(got >= kSendBurst);
  // send() is told no time: it goes by the last poll, up to a second ago.
  CHECK(got <= kSendBurst + kSendRate + kSendRate / 5);
  pair.run_for(8 * kSecond);
  while (auto message = pair.side[1]->take())
    REQUIRE(message->payload == std::to_string(got++));
  CHECK(got == 1'000);
  CHECK(pair.both(State::kUp));
  CHECK(pair.side[0]->connection() == 1);

  // More than may wait is not taken.
  int sent = 0;
  while (pair.side[0]->send("x"))
    ++sent;
  CHECK(sent <= static_cast<int>(kMostWaiting) + kSendBurst);
  CHECK(sent >= static_cast<int>(kMostWaiting));
}
