// Duels over a bad link: whatever it does, each goes on or ends with the defined result on both sides, with
// the same public hash, and never in disagreement. QITAI_LONG plays ten times as many.
#include <catch2/catch.hpp>
#include <map>

#include "hall.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Event;

namespace {

#ifdef QITAI_LONG
constexpr std::uint64_t kDuels = 2000;
constexpr int kPacketStep = 1;
#else
constexpr std::uint64_t kDuels = 200;
constexpr int kPacketStep = 7;
#endif

// What came of all of them.
struct Tally {
  std::map<std::string, int> reasons;
  int lost = 0;       // times that the link was
  int one_sided = 0;  // one side has a commit that never reached the other, which is gone for good
};

duel::Offer terms_of(std::uint64_t seed) {
  duel::Offer offer = duel::default_offer(*game_of(seed % 2 == 0 ? "chess" : "xiangqi"));
  for (match::TimeLimits& limits : offer.limits) {
    if (seed % 3 == 0) limits.first_limit = 1;
    if (seed % 3 == 0) limits.increment = static_cast<int>(seed % 4);
    if (seed % 5 == 0) limits.step_limit = 4;
  }
  offer.touch_move = seed % 7 == 0;
  offer.illegal = seed % 11 == 0 ? match::Illegal::kCorrect : match::Illegal::kPrevent;
  return offer;
}

// Requires all that must hold when nothing happens any more.
void judge(Hall& hall, Tally& tally) {
  hall.check_alike();
  for (const int side : {0, 1}) {
    Machine& machine = hall.machine(side);
    tally.lost += machine.told(Event::Kind::kLost);
    if (machine.match() == nullptr) continue;
    INFO("side " << side << " number " << machine.match()->number() << " broken " << machine.match()->broken()
                 << " channel " << machine.duel->channel().reason());
    CHECK(machine.match()->broken().empty());
    REQUIRE_FALSE(machine.playing());
    REQUIRE(machine.reason() != "disagreement");
    ++tally.reasons[machine.reason()];
  }
  const duel::Match* one = hall.machine(0).match();
  const duel::Match* other = hall.machine(1).match();
  if (one == nullptr || other == nullptr) {
    // Begun by one alone, it has never been played.
    const duel::Match* alone = one != nullptr ? one : other;
    CHECK((alone == nullptr || alone->number() == 0));
    return;
  }
  INFO(hall.machine(0).reason() << " after " << one->number() << ", " << hall.machine(1).reason() << " after "
                                << other->number());
  if (one->number() == other->number()) {
    CHECK(hall.machine(0).reason() == hall.machine(1).reason());
    CHECK(hall.referee(0).public_hash() == hall.referee(1).public_hash());
  } else {
    // The orderer alone can know more, and then the other has heard nothing of it any more.
    CHECK(one->number() > other->number());
    CHECK(hall.machine(1).reason() == "disconnected");
    ++tally.one_sided;
  }
}

}  // namespace

TEST_CASE("a link that delays, drops, repeats, truncates, garbles, goes mute and is cut at random") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= kDuels; ++seed) {
    INFO("seed " << seed);
    Manner manner;
    manner.talks = 0.05;
    manner.resigns_at = 40;
    Hall hall(seed, {}, manner);
    hall.begin(terms_of(seed));
    Faults faults;
    faults.delay_max = seed % 4 == 0 ? 2 * kSecond : 60'000;
    faults.drop = seed % 5 == 1 ? 0.01 : 0;
    faults.repeat = seed % 5 == 2 ? 0.01 : 0;
    faults.truncate = seed % 5 == 3 ? 0.01 : 0;
    faults.garble = seed % 5 == 4 ? 0.01 : 0;
    faults.cut = seed % 2 == 0 ? 0.01 : 0;
    faults.mute = seed % 3 == 0 ? 0.005 : 0;
    hall.link.set(faults);
    hall.run_for(4000 * kSecond, [&] { return hall.over(); });
    // Whoever is left alone waits for its grace.
    hall.run_for(200 * kSecond, [&] { return hall.over(); });
    judge(hall, tally);
  }
  std::string reasons;
  for (const auto& [reason, count] : tally.reasons)
    reasons += reason + " " + std::to_string(count) + ", ";
  INFO(reasons << "lost " << tally.lost << ", one-sided " << tally.one_sided);
  CHECK(tally.lost > static_cast<int>(kDuels));
  CHECK(tally.reasons["resignation"] > 0);
  CHECK(tally.one_sided * 10 < static_cast<int>(kDuels));
}

TEST_CASE("each single packet of a duel cut off, late by two seconds, dropped, repeated, truncated") {
  enum class Fault { kCut, kLate, kDrop, kRepeat, kTruncate };
  const Fault fault = GENERATE(Fault::kCut, Fault::kLate, Fault::kDrop, Fault::kRepeat, Fault::kTruncate);
  Tally tally;
  std::uint64_t packets = 0;
  // The first time nothing happens, to count them.
  for (int at = 0; at == 0 || at <= static_cast<int>(packets); at += kPacketStep) {
    INFO("fault " << static_cast<int>(fault) << " at packet " << at);
    Manner manner;
    manner.think_max = 400'000;
    manner.resigns_at = 12;
    Hall hall(5, {}, manner);
    hall.offer = duel::default_offer(*game_of("chess"));
    int count = 0;
    hall.link.tamper = [&](int, std::string& bytes) {
      Faults faults;
      if (++count == at) {
        faults.cut = fault == Fault::kCut ? 1 : 0;
        faults.delay_min = faults.delay_max = fault == Fault::kLate ? 2 * kSecond : 1'000;
        faults.repeat = fault == Fault::kRepeat ? 1 : 0;
        if (fault == Fault::kTruncate) bytes.resize(bytes.size() / 2);
      }
      hall.link.set(faults);
      return count != at || fault != Fault::kDrop;
    };
    hall.link.dial(hall.now);
    hall.run_for(400 * kSecond, [&] { return hall.over(); });
    if (hall.machine(0).match() != nullptr || hall.machine(1).match() != nullptr) {
      judge(hall, tally);
    } else {
      // A first greeting that was disturbed is tried again by whoever asked for it: nobody is met halfway.
      const auto up = duel::Channel::State::kUp;
      CHECK((hall[0].channel().state() != up || hall[1].channel().state() != up));
    }
    if (packets == 0) packets = hall.link.sent;
  }
  CHECK(packets > 40);
  INFO("packets " << packets);
  CHECK(tally.one_sided == 0);
  CHECK(tally.reasons["resignation"] + tally.reasons["left"] > 2);
}
