// What the referee says to intents: turns, offers, takebacks, pauses, claims, ends. The game is the race.
#include <catch2/catch.hpp>

#include "race_game.hpp"
#include "table.hpp"

using namespace qitai::test;
using qitai::host::Move;
using Lines = std::vector<std::string>;

namespace {

Terms race_terms() {
  return qitai::match::default_terms(*race_game());
}

Terms timed_terms(int first, int first_moves = 0, int second = 0, int second_moves = 0, int step = 0,
                  int increment = 0) {
  Terms terms = race_terms();
  for (auto& seat : terms.seats)
    seat.limits = {first, first_moves, second, second_moves, step, increment, 3, true};
  return terms;
}

Intent claim(int seat, const std::string& id) {
  Intent made = intent(IntentKind::kClaim, seat);
  made.bytes = id;
  return made;
}

}  // namespace

TEST_CASE("moves go from seat to seat, and the rules end the match") {
  Terms terms = race_terms();
  terms.options[kRaceLength] = 5;
  Table table(race_game(), terms);
  CHECK(table->phase() == Phase::kPlaying);
  CHECK(table->acting() == 1);
  CHECK(table->legal(0).size() == 3);
  CHECK(table->legal(1).empty());
  table.run(3);
  CHECK(table->acting() == 2);
  table.run(2);
  table.run(2);
  CHECK(table->phase() == Phase::kEnded);
  CHECK(table->acting() == 0);
  CHECK(table.news() == Lines{"started", "ply 0", "ply 1", "check", "ply 0", "ended goal [1,-1]"});
  table.refuse(IntentKind::kResign, 1, "ended");
  table.check_replay();
}

TEST_CASE("an illegal intent changes nothing and says why") {
  Table table(race_game(), race_terms());
  Intent move = intent(IntentKind::kMove, 0);
  move.move = {0, 4, 0, 0};
  table.refuse(move, "too-far");
  move.move = {0, 900, 0, 0};
  table.refuse(move, "no-such-point");
  move.move = {1, 2, 0, 0};
  table.refuse(move, "not-your-piece");
  const auto why = table->refuse(0, {1, 2, 0, 0});
  REQUIRE(why.has_value());
  CHECK(why->points == std::vector<qitai::host::Point>{1});
  CHECK_FALSE(table->refuse(0, {0, 2, 0, 0}).has_value());
  move.seat = 1;
  table.refuse(move, "not-your-turn");
  move.seat = 2;
  table.refuse(move, "bad-seat");
  move.seat = -1;
  table.refuse(move, "bad-seat");
  table.refuse(IntentKind::kSetUp, 0, "not-your-turn");
  table.refuse(IntentKind::kChance, 0, "not-your-turn");
  table.refuse(IntentKind::kResume, 0, "not-paused");
  table.refuse(IntentKind::kStartClock, 0, "not-paused");
  table.refuse(IntentKind::kTime, 0, "no-flag");
  Intent abort = intent(IntentKind::kAbort, 0);
  abort.bytes = "because";
  table.refuse(abort, "bad-reason");
  Intent large = intent(IntentKind::kSetUp, 0);
  large.bytes.assign(5000, 'x');
  table.refuse(large, "too-long");
  table.now = 100;
  table.run(1);
  table.now = 99;
  table.refuse(table.running(1), "time-backwards");
  table.now = qitai::match::kLastInstant + 1;
  table.refuse(table.running(1), "bad-time");
}

TEST_CASE(
    "a draw is offered by the seat to move only, stands until the other moves, and not again before three "
    "own "
    "moves more") {
  Table table(race_game(), race_terms());
  table.news();
  table.refuse(IntentKind::kOfferDraw, 1, "not-your-turn");
  table.refuse(IntentKind::kAcceptDraw, 1, "no-offer");
  table.accept(IntentKind::kOfferDraw, 0);
  table.refuse(IntentKind::kOfferDraw, 0, "already-asked");
  table.refuse(IntentKind::kAcceptDraw, 0, "no-offer");
  table.run(1);  // its own move does not withdraw it
  table.refuse(IntentKind::kOfferDraw, 1, "already-asked");
  table.run(2);  // the other's does
  CHECK(table.news() == Lines{"draw? 0", "ply 0", "ply 1", "draw-declined 1"});
  table.refuse(IntentKind::kAcceptDraw, 1, "no-offer");
  table.refuse(IntentKind::kOfferDraw, 0, "offer-too-soon");  // one own move since
  table.run(3);
  table.run(3);
  table.refuse(IntentKind::kOfferDraw, 0, "offer-too-soon");  // two
  table.run(3);
  table.accept(IntentKind::kOfferDraw, 1);  // the other's own count
  table.accept(IntentKind::kDeclineDraw, 0);
  table.run(3);
  table.accept(IntentKind::kOfferDraw, 0);  // three
  table.accept(IntentKind::kAcceptDraw, 1);
  CHECK(table->events().back().text == "agreement");
  CHECK(table->events().back().result == std::vector<int>{0, 0});
  table.check_replay();
}

TEST_CASE("a takeback goes back to before the asker's last move") {
  Table table(race_game(), race_terms());
  table.refuse(IntentKind::kAskTakeback, 0, "nothing-to-take-back");
  table.run(1);
  table.run(3);
  table.run(3);  // the first runner stands on 4, the second on 3
  table.news();
  table.refuse(IntentKind::kAcceptTakeback, 1, "no-offer");

  SECTION("asked on the other's turn: one ply") {
    table.accept(IntentKind::kAskTakeback, 0);
    table.refuse(IntentKind::kAskTakeback, 1, "already-asked");
    table.refuse(IntentKind::kAcceptTakeback, 0, "no-offer");
    table.accept(IntentKind::kAcceptTakeback, 1);
    CHECK(table->ply() == 2);
    CHECK(table->acting() == 1);
    CHECK(table->legal(0).at(0).from == 1);
    CHECK(table.news() == Lines{"takeback? 0", "taken-back 0"});
  }
  SECTION("asked on the own turn: two plies") {
    table.accept(IntentKind::kAskTakeback, 1);
    table.accept(IntentKind::kAcceptTakeback, 0);
    CHECK(table->ply() == 1);
    CHECK(table->acting() == 2);
    CHECK(table->legal(1).at(0).from == 0);
  }
  SECTION("declined, or void by any move") {
    table.accept(IntentKind::kAskTakeback, 0);
    table.accept(IntentKind::kDeclineTakeback, 1);
    table.accept(IntentKind::kAskTakeback, 0);
    table.run(2);
    CHECK(table.news() ==
          Lines{"takeback? 0", "takeback-declined 1", "takeback? 0", "ply 1", "takeback-declined 1"});
  }
  SECTION("an offer made since is gone, and three own moves more count from there") {
    table.run(3);
    table.accept(IntentKind::kOfferDraw, 0);
    table.accept(IntentKind::kAskTakeback, 0);
    table.accept(IntentKind::kAcceptTakeback, 1);
    table.refuse(IntentKind::kAcceptDraw, 1, "no-offer");
    for (int i = 0; i < 3; ++i) {
      table.refuse(IntentKind::kOfferDraw, 0, "offer-too-soon");
      table.run(3);
      table.run(3);
    }
    table.accept(IntentKind::kOfferDraw, 0);
  }
  table.check_replay();
}

TEST_CASE("a takeback is off by the terms") {
  Terms terms = race_terms();
  terms.takeback = false;
  Table table(race_game(), terms);
  table.run(1);
  table.refuse(IntentKind::kAskTakeback, 0, "takeback-off");
}

TEST_CASE("a takeback never crosses an irreversible ply") {
  Terms terms = race_terms();
  terms.options[kRaceBurn] = 4;
  Table table(race_game(), terms);
  table.run(1);
  table.run(2);
  table.run(3);  // onto 4
  table.run(3);
  table.refuse(IntentKind::kAskTakeback, 0, "irreversible");
  table.accept(IntentKind::kAskTakeback, 1);  // its last move was after it
  table.accept(IntentKind::kAcceptTakeback, 0);
  table.refuse(IntentKind::kAskTakeback, 1, "irreversible");
}

TEST_CASE("taken back: counters, bonuses and increments are withdrawn, time used stays used") {
  // 10 minutes for 2 moves, then 5 for each 2; 10 s a move.
  Table table(race_game(), timed_terms(10, 2, 5, 2, 0, 10));
  table.run(1, 60 * kSecond);  // first: 600−60+10 = 550
  table.run(2, 30 * kSecond);  // second: 600−30+10 = 580
  table.run(3, 50 * kSecond);  // first: 550−50+10+300 = 810, stage 2
  CHECK(table->clock(0).main == 810 * kSecond);
  CHECK(table->clock(0).stage == 2);
  table.run(3, 20 * kSecond);  // second: 580−20+10+300 = 870, stage 2
  table.now += 100 * kSecond;  // the first seat thinks
  table.accept(IntentKind::kAskTakeback, 0);
  table.accept(IntentKind::kAcceptTakeback, 1);
  // Before the first seat's second move: 550, of which 50 and 100 have been used since.
  CHECK(table->clock(0).main == 400 * kSecond);
  CHECK(table->clock(0).stage == 1);
  CHECK(table->clock(0).stage_moves == 1);
  CHECK(table->clock(0).used == 210 * kSecond);
  // The second seat: 580, of which 20 were used since.
  CHECK(table->clock(1).main == 560 * kSecond);
  CHECK(table->clock(1).stage == 1);
  CHECK(table->clock(1).used == 50 * kSecond);
  CHECK(table->next_flag() == table.now + 400 * kSecond);
  table.check_replay();
}

TEST_CASE("a takeback that would leave a clock without time is refused") {
  Table table(race_game(), timed_terms(1, 1, 10, 0));
  table.run(1, 59 * kSecond);  // 1 s left, and 10 minutes more
  table.run(2, kSecond);
  table.now += 2 * kSecond;
  table.refuse(IntentKind::kAskTakeback, 0, "takeback-no-time");
}

TEST_CASE("a pause is asked for, agreed, and ended by either seat, the clock stands") {
  Table table(race_game(), timed_terms(1));
  table.run(1, 10 * kSecond);
  table.run(2, 10 * kSecond);
  table.news();
  table.now += 5 * kSecond;
  table.accept(IntentKind::kAskPause, 1);
  table.refuse(IntentKind::kAskPause, 0, "already-asked");
  table.accept(IntentKind::kDeclinePause, 0);
  table.accept(IntentKind::kAskPause, 1);
  table.accept(IntentKind::kAcceptPause, 0);
  CHECK(table->phase() == Phase::kPaused);
  CHECK(table->next_flag() == kNever);
  table.now += 3600 * kSecond;
  CHECK(table->left(0, table.now).main == 45 * kSecond);
  CHECK_FALSE(table->left(0, table.now).running);
  table.refuse(table.running(1), "paused");
  table.refuse(IntentKind::kOfferDraw, 0, "paused");
  table.accept(IntentKind::kResume, 0);
  CHECK(table->next_flag() == table.now + 45 * kSecond);
  table.run(1, 44 * kSecond);
  CHECK(table->clock(0).main == kSecond);
  CHECK(table.news() == Lines{"pause? 1", "pause-declined 0", "pause? 1", "paused 1", "resumed 0", "ply 0"});
  table.check_replay();
}

TEST_CASE("the house stops and starts the clock") {
  Table table(race_game(), timed_terms(1));
  table.now = 20 * kSecond;
  table.accept(IntentKind::kStopClock, 0);
  CHECK(table->phase() == Phase::kPaused);
  table.refuse(IntentKind::kStopClock, 0, "paused");
  table.now = 200 * kSecond;
  table.refuse(table.running(1), "paused");
  table.accept(IntentKind::kOfferDraw, 0);  // what a menu offers goes on
  table.accept(IntentKind::kStartClock, 0);
  CHECK(table->next_flag() == 240 * kSecond);
  table.run(1);
  CHECK(table->clock(0).main == 40 * kSecond);
  CHECK(table.news() == Lines{"started", "paused", "draw? 0", "resumed", "ply 0"});
  table.check_replay();
}

TEST_CASE("resigning, leaving, aborting") {
  Table table(race_game(), race_terms());
  SECTION("resigning loses at any time") {
    table.accept(IntentKind::kResign, 1);
    CHECK(table.news().back() == "ended 1 resignation [1,-1]");
  }
  SECTION("leaving before both have moved: aborted") {
    table.run(1);
    table.accept(IntentKind::kLeave, 1);
    CHECK(table.news().back() == "ended 1 aborted []");
  }
  SECTION("leaving later loses") {
    table.run(1);
    table.run(2);
    table.accept(IntentKind::kLeave, 0);
    CHECK(table.news().back() == "ended 0 left [-1,1]");
  }
  SECTION("the house aborts") {
    Intent abort = intent(IntentKind::kAbort, 0);
    abort.bytes = "disconnected";
    table.accept(abort);
    CHECK(table.news().back() == "ended disconnected []");
  }
  table.check_replay();
}

TEST_CASE("a claim ends the match, a wrong one counts as an offer") {
  Terms terms = race_terms();
  terms.options[kRaceClaim] = 3;
  Table table(race_game(), terms);
  table.news();
  SECTION("right, alone") {
    table.run(1);
    table.run(2);
    table.run(2);
    CHECK(table->claims(0).empty());
    CHECK(table->claims(1).size() == 1);
    table.refuse(claim(0, "rest"), "no-claim");  // not to move
    table.accept(claim(1, "rest"));
    CHECK(table.news().back() == "ended repetition [0,0]");
  }
  SECTION("right, with the move that completes it") {
    table.run(1);
    table.run(2);
    Intent made = claim(0, "rest");
    made.with_move = true;
    made.move = {1, 9, 0, 0};
    table.refuse(made, "too-far");
    made.move = {1, 4, 0, 0};
    table.accept(made);
    CHECK(table->ply() == 3);
    CHECK(table.news() == Lines{"ply 0", "ply 1", "ply 0", "ended repetition [0,0]"});
  }
  SECTION("wrong, alone") {
    table.accept(claim(0, "rest"));
    table.refuse(claim(0, "rest"), "no-claim");  // no second offer
    table.accept(IntentKind::kAcceptDraw, 1);
    CHECK(table.news() == Lines{"claim-failed 0 rest", "ended agreement [0,0]"});
  }
  SECTION("wrong, with a move, which then is played") {
    Intent made = claim(0, "rest");
    made.with_move = true;
    made.move = {0, 2, 0, 0};
    table.accept(made);
    CHECK(table->ply() == 1);
    table.run(1);
    CHECK(table.news() == Lines{"ply 0", "claim-failed 0 rest", "ply 1", "draw-declined 1", "check"});
    table.refuse(IntentKind::kOfferDraw, 0, "offer-too-soon");  // one own move since, the claimed one
    table.run(3);
    table.run(3);
    table.refuse(IntentKind::kOfferDraw, 0, "offer-too-soon");
    table.run(3);
    table.run(3);
    table.accept(IntentKind::kOfferDraw, 0);
  }
  SECTION("no id") {
    table.refuse(claim(0, ""), "no-claim");
    table.refuse(claim(0, "Not An Id"), "no-claim");
  }
  table.check_replay();
}

TEST_CASE("any start: a position, or the reason why it is refused") {
  Terms terms = race_terms();
  terms.position = "5 4 1";
  Table table(race_game(), terms);
  CHECK(table->acting() == 2);
  CHECK(table->legal(1).at(0).from == 4);
  terms.position = "5 4 x";
  const auto refused = Referee::start(race_game(), terms);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "position");
  terms.position = "99 4 0";
  Table over(race_game(), terms);
  CHECK(over.news() == Lines{"started", "ended goal [1,-1]"});
}

TEST_CASE("a plugin that fails ends the match with plugin-error, and so does the replay") {
  const int where = GENERATE(0, 1, 2);
  INFO("break in " << where);
  Terms terms = race_terms();
  terms.options[kRaceBreak] = 3;
  terms.options[kRaceBreakIn] = where;
  Table table(race_game(), terms);
  table.run(1);
  table.run(2);
  table.now = 7;
  Intent last = table.running(2);
  last.at = 7;
  auto answer = table->submit(last);
  if (where != 2) {  // the third move is still good
    REQUIRE(std::holds_alternative<qitai::match::Accepted>(answer));
    Intent fourth = intent(IntentKind::kMove, 1, 8);
    fourth.move = {2, 3, 0, 0};
    answer = table->submit(fourth);
  }
  const auto* why = std::get_if<qitai::host::Refusal>(&answer);
  REQUIRE(why != nullptr);
  CHECK(why->id == "plugin-error");
  CHECK(table->phase() == Phase::kEnded);
  CHECK(table.news().back() == "ended plugin-error []");
  CHECK(table->ply() == (where == 2 ? 2u : 3u));
  CHECK(table->intents().back().kind == IntentKind::kAbort);
  const auto again = Referee::replay(race_game(), terms, table->intents());
  REQUIRE(again.ok());
  CHECK(dump((*again)->events()) == dump(table->events()));
}

TEST_CASE("a plugin that fails in a question leaves the screen without moves, no more") {
  Terms terms = race_terms();
  terms.options[kRaceBreak] = 1;
  terms.options[kRaceBreakIn] = 3;
  Table table(race_game(), terms);
  table.run(1);
  CHECK(table->legal(1).empty());
  CHECK(table->phase() == Phase::kPlaying);
}

TEST_CASE("a damaged journal stands up to the damage and says so") {
  Terms terms = timed_terms(1);
  Table table(race_game(), terms);
  table.run(1, kSecond);
  table.run(2, kSecond);
  table.run(3, kSecond);
  const std::vector<Intent> good = table->intents();
  struct Damage {
    std::string what;
    std::vector<Intent> intents;
    std::uint32_t plies;
  };
  std::vector<Damage> damages(4, {"", good, 2});
  damages[0].what = "an illegal move";
  damages[0].intents[2].move.to = 50;
  damages[1].what = "time that runs backwards";
  damages[1].intents[1].at = 0;
  damages[1].plies = 1;
  damages[2].what = "a move after the flag";
  damages[2].intents[2].at = 1000 * kSecond;
  damages[3].what = "bytes that would not be kept";
  damages[3].intents[2].index = 5;
  for (const Damage& each : damages) {
    INFO(each.what);
    std::optional<qitai::Error> damage;
    const auto again = Referee::replay(race_game(), terms, each.intents, &damage);
    REQUIRE(again.ok());
    REQUIRE(damage.has_value());
    CHECK(damage->code == "damaged");
    CHECK((*again)->ply() == each.plies);
    CHECK((*again)->phase() == Phase::kPlaying);
  }
}
