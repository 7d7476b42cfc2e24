// Links that fail in every way, by the thousand, in virtual time.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <map>
#include <random>

#include "channel_pair.hpp"

using namespace qitai;
using namespace qitai::duel;
using qitai::test::Faults;
using qitai::test::Pair;
using qitai::test::seeded;
using State = Channel::State;

namespace {

// Payloads say of themselves: the sender's connection, counted over all its lives, and the number in it.
std::string tagged(std::uint64_t connection, int number) {
  return std::to_string(connection) + ":" + std::to_string(number);
}
constexpr std::uint64_t kLife = 1'000'000;

struct Tally {
  int delivered = 0;
  int connections = 0;
  int closed = 0;
};

// Both sides talk for a minute over a link with faults, then the link is mended.
void run_schedule(std::uint64_t seed, Tally& tally) {
  std::mt19937_64 chance(seed);
  const auto one_of = [&](std::initializer_list<double> values) {
    return *(values.begin() + chance() % values.size());
  };
  Faults faults;
  faults.delay_min = static_cast<Now>(chance() % 50'000);
  faults.delay_max = faults.delay_min + static_cast<Now>(one_of({0, 20'000, 400'000, 3'000'000}));
  faults.drop = one_of({0, 0, 0.001, 0.01});
  faults.repeat = one_of({0, 0, 0.001, 0.01});
  faults.truncate = one_of({0, 0, 0.001, 0.01});
  faults.garble = one_of({0, 0, 0.001, 0.01});
  faults.cut = one_of({0, 0.001, 0.01, 0.05});
  faults.mute = one_of({0, 0, 0.001, 0.01});

  Pair pair(seed);
  pair.greet();
  REQUIRE(pair.both(State::kUp));
  Digest match{};
  match.fill(3);
  for (const int i : {0, 1})
    pair.side[i]->protect(match, 0);
  pair.link.set(faults);

  // What each side has sent, by its own connection, and what of it has arrived.
  std::array<std::map<std::uint64_t, int>, 2> sent, arrived;
  std::array<std::uint64_t, 2> last_of_far{}, life{};
  const Now end = pair.now + 60 * kSecond;
  while (pair.now < end) {
    pair.run_for(static_cast<Now>(chance() % (kSecond / 2)));
    for (const int i : {0, 1}) {
      Channel& channel = *pair.side[i];
      for (int n = static_cast<int>(chance() % 4); n > 0; --n) {
        const std::uint64_t connection = life[i] + channel.connection();
        int& number = sent[i][connection];
        const bool taken = channel.send(tagged(connection, number));
        REQUIRE(taken == (channel.state() == State::kUp));
        if (taken) ++number;
      }
      while (const auto message = channel.take()) {
        const std::uint64_t connection = std::strtoull(message->payload.c_str(), nullptr, 10);
        // In order, each once, none left out; and nothing of an older connection after a younger one.
        REQUIRE(connection >= last_of_far[i]);
        last_of_far[i] = connection;
        REQUIRE(message->payload == tagged(connection, arrived[i][connection]++));
        ++tally.delivered;
      }
      // A process may be killed at any time.
      if (chance() % 200 == 0 && channel.state() != State::kClosed) {
        const std::string saved = channel.save();
        pair.link.cut(pair.now);
        auto restored = Channel::restore(saved, i == 0 ? Role::kListener : Role::kDialler, seeded(chance()));
        REQUIRE(restored.ok());
        *pair.side[i] = std::move(*restored);
        pair.side[i]->protect(match, 0);
        life[i] += kLife;
      }
    }
  }
  pair.link.set({});
  pair.run_for(60 * kSecond);
  tally.connections += static_cast<int>(pair.side[0]->connection());
  // Up again on a sound link, or given up by both after many faults of it; never one without the other.
  if (pair.side[0]->state() == State::kUp) {
    REQUIRE(pair.both(State::kUp));
  } else {
    ++tally.closed;
    const bool closed = pair.side[0]->state() == State::kClosed || pair.side[1]->state() == State::kClosed;
    REQUIRE(closed);
  }
}

}  // namespace

TEST_CASE("on a thousand bad links messages arrive once and in order, or the channel says lost") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 1'000; ++seed) {
    INFO("schedule " << seed);
    run_schedule(seed, tally);
  }
  // The schedules are of use only if much was said over many connections, and most links were not hopeless.
  CAPTURE(tally.delivered, tally.connections, tally.closed);
  CHECK(tally.delivered > 50'000);
  CHECK(tally.connections > 3'000);
  CHECK(tally.closed < 500);
}
