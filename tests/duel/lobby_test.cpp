// From the first word to another round: what a screen is told of a duel.
#include <catch2/catch.hpp>

#include "hall.hpp"
#include "text/catalog.hpp"

using namespace qitai;
using namespace qitai::test;
using duel::Event;
using Kind = duel::Event::Kind;

namespace {

struct Lobby : Hall {
  explicit Lobby(std::uint64_t seed = 1) : Hall(seed) {
    for (Machine& each : machines)
      each.plays = false;
    link.dial(now);
    run_for(kSecond);
  }
  // What a side was told since the last call.
  std::vector<Kind> news(int side) {
    std::vector<Kind> out;
    for (const Event& event : machines[static_cast<std::size_t>(side)].events)
      out.push_back(event.kind);
    machines[static_cast<std::size_t>(side)].events.clear();
    return out;
  }
  void play_and_resign() {
    const int side = first();
    move(side, "e2e4");
    run_for(kSecond);
    move(1 - side, "e7e5");
    run_for(kSecond);
    match::Intent resign;
    resign.kind = match::IntentKind::kResign;
    resign.seat = machines[0].match()->own();
    REQUIRE_FALSE((*this)[0].want(resign, now).has_value());
    run_for(kSecond);
    REQUIRE(over());
  }
};

duel::Offer chess() {
  return duel::default_offer(*game_of("chess"));
}

}  // namespace

TEST_CASE("met, challenged, other terms, agreed, played, and another round with the sides changed") {
  Lobby hall;
  CHECK(hall.news(0) == std::vector{Kind::kMet});
  CHECK(hall.news(1) == std::vector{Kind::kMet});
  CHECK(hall[0].far().name == "乙");
  for (const duel::Comparison& game : hall[0].games())
    CHECK(game.why.empty());
  CHECK(hall[0].games().size() == 3);
  REQUIRE(hall[1].challenge(chess(), hall.now).ok());
  hall.run_for(kSecond);
  CHECK(hall.news(0) == std::vector{Kind::kChallenged});
  duel::Offer other = chess();
  other.limits[0].first_limit = other.limits[1].first_limit = 5;
  REQUIRE(hall[0].challenge(other, hall.now).ok());
  hall.run_for(kSecond);
  CHECK(hall.news(1) == std::vector{Kind::kTermsChanged});
  CHECK(hall[1].agreement()->changed() == std::vector<std::string>{"first_limit"});
  REQUIRE(hall[1].accept(hall.now).ok());
  hall.run_for(kSecond);
  CHECK(hall.news(0) == std::vector{Kind::kAgreed, Kind::kBegan});
  CHECK(hall.news(1) == std::vector{Kind::kAgreed, Kind::kBegan});
  CHECK_FALSE(hall[0].challenge(chess(), hall.now).ok());
  const auto first_id = hall.machine(0).match()->config().id;
  const int first = hall.first();
  const auto terms = hall.referee(0).terms();
  hall.play_and_resign();
  CHECK(hall.news(1) == std::vector{Kind::kCommitted, Kind::kCommitted, Kind::kCommitted, Kind::kEnded});
  CHECK(duel::begins_journal(hall.machine(0).journal.front()));

  SECTION("one asks, the other accepts") {
    REQUIRE(hall[1].rematch(hall.now).ok());
    hall.run_for(kSecond);
    CHECK(hall.news(0).back() == Kind::kChallenged);
    REQUIRE(hall[0].accept(hall.now).ok());
  }
  SECTION("both ask at the same time") {
    REQUIRE(hall[1].rematch(hall.now).ok());
    REQUIRE(hall[0].rematch(hall.now).ok());
  }
  SECTION("both ask, one after the other") {
    REQUIRE(hall[0].rematch(hall.now).ok());
    hall.run_for(kSecond);
    REQUIRE(hall[1].rematch(hall.now).ok());
  }
  hall.run_for(kSecond);
  REQUIRE(hall.machine(0).playing());
  REQUIRE(hall.machine(1).playing());
  CHECK(hall.first() == 1 - first);
  CHECK(hall.machine(0).match()->config().id != first_id);
  CHECK(hall.referee(0).terms().seats[0].limits.first_limit == 5);
  CHECK(hall.referee(0).terms().seed != terms.seed);
  hall.play_and_resign();
  // And a third, from which it can be killed and come back like from any other.
  REQUIRE(hall[1].rematch(hall.now).ok());
  hall.run_for(kSecond);
  REQUIRE(hall[0].accept(hall.now).ok());
  hall.run_for(kSecond);
  CHECK(hall.first() == first);
  hall.move(first, "d2d4");
  hall.run_for(kSecond);
  hall.kill(1);
  hall.run_for(3 * kSecond);
  hall.restart(1);
  hall.run_for(30 * kSecond);
  CHECK(hall.machine(1).match()->together());
  CHECK(hall.machine(1).match()->number() == 1);
  hall.check_alike();
}

TEST_CASE("declined, blocked, and nobody there to be challenged") {
  Lobby hall;
  REQUIRE(hall[1].challenge(chess(), hall.now).ok());
  hall.run_for(kSecond);
  (void)hall.news(0);
  (void)hall.news(1);
  SECTION("declined: both may ask again") {
    REQUIRE(hall[0].decline(hall.now).ok());
    hall.run_for(kSecond);
    REQUIRE(hall.machine(1).events.size() == 1);
    CHECK(hall.machine(1).events[0].kind == Kind::kDropped);
    CHECK(hall.machine(1).events[0].reason == "declined");
    CHECK(hall[0].challenge(chess(), hall.now).ok());
  }
  SECTION("blocked: the channel is closed for good") {
    hall[0].block(hall.now);
    hall.run_for(kSecond);
    CHECK(hall.news(1) == std::vector{Kind::kDropped, Kind::kClosed});
    CHECK(hall[1].challenge(chess(), hall.now).error().code == "not-met");
  }
  SECTION("no answer: expired on both sides") {
    hall.run_for(31 * kSecond);
    CHECK(hall.news(0) == std::vector{Kind::kDropped});
    CHECK(hall.news(1) == std::vector{Kind::kDropped});
  }
  SECTION("the link is lost and comes back meanwhile: it can be accepted") {
    hall.link.cut(hall.now);
    hall.run_for(5 * kSecond);
    CHECK(hall.news(0) == std::vector{Kind::kLost, Kind::kBack});
    REQUIRE(hall[0].accept(hall.now).ok());
    hall.run_for(kSecond);
    CHECK(hall.machine(0).playing());
    CHECK(hall.machine(1).playing());
  }
}

TEST_CASE("phrases: of the list alone, and not more than one a second") {
  Lobby hall;
  (void)hall.news(0);
  CHECK(hall[1].say(2, hall.now));
  CHECK_FALSE(hall[1].say(3, hall.now));
  CHECK_FALSE(hall[1].say(99, hall.now + 2 * kSecond));
  hall.run_for(kSecond);
  REQUIRE(hall.machine(0).events.size() == 1);
  CHECK(hall.machine(0).events[0].kind == Kind::kPhrase);
  CHECK(hall.machine(0).events[0].phrase == 2);
}

TEST_CASE("games that are not the same on both machines are not offered, and why is known") {
  duel::Hello far;
  far.games = {duel::offer_of(game_of("chess")->info()), duel::offer_of(game_of("xiangqi")->info())};
  const std::vector<std::shared_ptr<const host::Variant>> own{game_of("chess"), game_of("xiangqi")};
  const auto why = [&](std::size_t i) { return duel::compare_games(own, far)[i].why; };
  CHECK(why(0).empty());
  ++far.games[0].rules_revision;
  CHECK(why(0) == "rules");
  CHECK(why(1).empty());
  far.games[1].options[5] ^= 1;
  CHECK(why(1) == "options");
  far.games.clear();
  CHECK(why(0) == "absent");
}

TEST_CASE("what a duel says to people has its text in every language") {
  text::Catalog catalog;
  REQUIRE(catalog.load(QITAI_BUILD_DIR "/share/qitai/translations").empty());
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < duel::kPhrases.size(); ++i)
    keys.push_back(duel::phrase_key(i));
  for (const char* reason :
       {"left", "silent", "gone", "version", "absent", "rules", "options", "owed", "forgotten", "forged"})
    keys.push_back(duel::reason_key(reason));
  for (const char* reason : {"declined", "expired", "withdrawn", "first_limit"})
    keys.push_back(duel::dropped_key(reason));
  for (const std::string& key : keys) {
    INFO(key);
    for (const text::Language language : text::kLanguages) {
      CHECK_FALSE(catalog.tr(language, key).empty());
      CHECK(catalog.tr(language, key) != key);
    }
  }
  CHECK(duel::reason_key("forged") == "duel.reason.broken");
  CHECK(duel::dropped_key("first_limit") == "duel.reason.terms");
}
