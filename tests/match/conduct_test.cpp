// How one behaves at the board: forbidden moves by the four terms, touch-move, checks that nobody announces.
// The game is the race, in which more than three points at once are forbidden and five can be made.
#include <catch2/catch.hpp>

#include "match/reader.hpp"
#include "race_game.hpp"
#include "table.hpp"

using namespace qitai::test;
using qitai::match::Illegal;
using qitai::match::Reader;
using Lines = std::vector<std::string>;
using Points = std::vector<qitai::host::Point>;

namespace {

Terms race(Illegal illegal, int limit = 0) {
  Terms terms = qitai::match::default_terms(*race_game());
  terms.illegal = illegal;
  terms.illegal_limit = limit;
  return terms;
}

Terms touching() {
  Terms terms = qitai::match::default_terms(*race_game());
  terms.touch_move = true;
  return terms;
}

Intent touch(int seat, int point) {
  Intent made = intent(IntentKind::kTouch, seat);
  made.move.from = static_cast<qitai::host::Point>(point);
  return made;
}

}  // namespace

TEST_CASE("prevented: a forbidden move changes nothing, and only legal ones are offered") {
  Table table(race_game(), race(Illegal::kPrevent));
  CHECK(table->legal(0).size() == 3);
  table.refuse(table.running(4), "too-far");
}

TEST_CASE("corrected: the move is taken back, the clock runs on, and what no piece can make stays refused") {
  Terms terms = race(Illegal::kCorrect);
  terms.seats[0].limits.first_limit = 1;
  Table table(race_game(), terms);
  table.news();
  CHECK(table->legal(0).size() == 3);
  table.refuse(table.running(6), "too-far");
  table.run(4, 10 * kSecond);
  CHECK(table.news() == Lines{"corrected 0 too-far"});
  CHECK(table->events().back().move == qitai::host::Move{0, 4, 0, 0});
  CHECK(table->ply() == 0);
  CHECK(table->acting() == 1);
  CHECK(table->left(0, table.now).main == 50 * kSecond);
  CHECK(table->left(0, table.now).running);
  table.run(5, 5 * kSecond);  // without a limit as often as one likes
  table.run(4, 5 * kSecond);
  table.run(2, 5 * kSecond);
  CHECK(table->clock(0).main == 35 * kSecond);
  CHECK(table.news() == Lines{"corrected 0 too-far", "corrected 0 too-far", "ply 0"});
  table.check_replay();
}

TEST_CASE("corrected twice loses where the terms say so, each seat on its own") {
  Table table(race_game(), race(Illegal::kCorrect, 2));
  table.news();
  table.run(4);
  table.run(1);
  table.run(5);
  table.run(2);
  CHECK(table.news() == Lines{"corrected 0 too-far", "ply 0", "corrected 1 too-far", "ply 1"});
  SECTION("the second one of a seat") {
    table.run(4);
    CHECK(table.news() == Lines{"corrected 0 too-far", "ended 0 illegal-move [-1,1]"});
  }
  SECTION("a takeback does not make the first one undone") {
    table.accept(IntentKind::kAskTakeback, 0);
    table.accept(IntentKind::kAcceptTakeback, 1);
    table.run(4);
    CHECK(table.news() ==
          Lines{"takeback? 0", "taken-back 0", "corrected 0 too-far", "ended 0 illegal-move [-1,1]"});
  }
  table.check_replay();
}

TEST_CASE("forfeit: every move that can be made is offered, and a forbidden one stands and loses") {
  Table table(race_game(), race(Illegal::kForfeit, 2));
  table.news();
  CHECK(table->legal(0).size() == 5);
  table.refuse(table.running(6), "too-far");
  table.run(3);
  table.run(4);
  CHECK(table.news() == Lines{"ply 0", "ply 1", "ended 1 illegal-move [1,-1]"});
  CHECK(table->ply() == 2);
  table.check_replay();
}

TEST_CASE("forfeit: a forbidden move loses even where the rules would have it win") {
  Terms terms = race(Illegal::kForfeit);
  terms.options[kRaceLength] = 4;
  Table table(race_game(), terms);
  table.run(4);
  CHECK(table->events().back().text == "illegal-move");
  CHECK(table->events().back().result == std::vector<int>{-1, 1});
  table.check_replay();
}

TEST_CASE("capture: a forbidden move stands, and the game goes on by its own rules") {
  Table table(race_game(), race(Illegal::kCapture));
  table.news();
  CHECK(table->legal(0).size() == 5);
  table.run(5);
  table.run(5);  // onto the first runner
  CHECK(table.news() == Lines{"ply 0", "ply 1"});
  CHECK(table->legal(0).at(0).from == 0);
  table.check_replay();
}

TEST_CASE("a check is announced where the terms say so, and never where one must see it for oneself") {
  Terms terms = qitai::match::default_terms(*race_game());
  bool said = true;
  SECTION("by default") {}
  SECTION("corrected moves") {
    terms.illegal = Illegal::kCorrect;
  }
  SECTION("not agreed on") {
    terms.announce_check = false;
    said = false;
  }
  SECTION("forfeit") {
    terms.illegal = Illegal::kForfeit;
    said = false;
  }
  SECTION("capture") {
    terms.illegal = Illegal::kCapture;
    said = false;
  }
  Table table(race_game(), terms);
  table.news();
  table.run(3);
  table.run(2);  // right behind: check
  CHECK(table.news() == (said ? Lines{"ply 0", "ply 1", "check"} : Lines{"ply 0", "ply 1"}));
  auto reader = Reader::make(race_game(), terms, qitai::host::kPublic);
  REQUIRE(reader.ok());
  (*reader)->feed(table->events(qitai::host::kPublic));
  CHECK((*reader)->marks(2).empty() != said);
}

TEST_CASE("nothing is claimed with a forbidden move") {
  Terms terms = race(Illegal::kForfeit);
  terms.options[kRaceClaim] = 1;
  Table table(race_game(), terms);
  Intent claim = table.running(4);
  claim.kind = IntentKind::kClaim;
  claim.bytes = "rest";
  claim.with_move = true;
  table.refuse(claim, "too-far");
  claim.move.to = 3;
  table.accept(claim);
  CHECK(table->events().back().text == "repetition");
}

TEST_CASE("a scored match has no takebacks") {
  Terms terms = qitai::match::default_terms(*race_game());
  terms.scored = true;
  Table table(race_game(), terms);
  table.run(1);
  table.refuse(IntentKind::kAskTakeback, 0, "takeback-off");
}

TEST_CASE("touch-move: touching is of matches that agreed on it, by the seat on turn, and of a piece") {
  Table loose(race_game(), qitai::match::default_terms(*race_game()));
  loose.refuse(touch(0, 0), "touch-off");
  loose.refuse(IntentKind::kAdjust, 0, "touch-off");
  Table table(race_game(), touching());
  table.refuse(touch(1, 0), "not-your-turn");
  table.refuse(IntentKind::kAdjust, 1, "not-your-turn");
  table.refuse(touch(0, 50), "empty");
  table.refuse(touch(0, 60000), "empty");
  table.accept(touch(0, 0));
  table.refuse(touch(0, 0), "already-touched");
  table.accept(IntentKind::kAdjust, 0);
  table.refuse(IntentKind::kAdjust, 0, "already-adjusting");
  CHECK(table.news() == Lines{"started", "touched 0", "adjusted 0"});
  table.check_replay();
}

TEST_CASE("touch-move: a piece of the other side that is touched must be taken, until the turn passes") {
  Terms terms = touching();
  terms.position = "2 4 0";  // the first runner two points behind the second
  Table table(race_game(), terms);
  auto reader = Reader::make(race_game(), terms, qitai::host::kPublic);
  REQUIRE(reader.ok());
  const auto touched = [&] {
    (*reader)->feed(table->events(qitai::host::kPublic, (*reader)->next_event()));
    return (*reader)->touched();
  };
  SECTION("it can be taken") {
    table.accept(touch(0, 4));
    CHECK(touched() == Points{4});
    REQUIRE(table->legal(0).size() == 1);
    CHECK(table->legal(0).at(0).to == 4);
    table.refuse(table.running(1), "touch-capture");
    CHECK(table->refuse(0, {2, 3, 0, 0})->points == Points{4});
    table.accept(touch(0, 2));  // with whatever takes it
    CHECK(table->legal(0).size() == 1);
    table.run(2);
    CHECK(touched().empty());
    CHECK(table->legal(1).size() == 3);
  }
  SECTION("it cannot be taken: then nothing binds") {
    terms.position = "2 9 0";
    Table far(race_game(), terms);
    far.accept(touch(0, 9));
    CHECK(far->legal(0).size() == 3);
    far.run(1);
    far.check_replay();
  }
  SECTION("adjusted first, it is free, and the touch after that is not") {
    table.accept(IntentKind::kAdjust, 0);
    table.accept(touch(0, 4));
    CHECK(table->legal(0).size() == 3);
    CHECK(touched().empty());
    table.accept(touch(0, 4));
    CHECK(table->legal(0).size() == 1);
    CHECK(table.news() == Lines{"started", "adjusted 0", "touched 0 adjust", "touched 0"});
  }
  SECTION("the own piece first: it must move, and take the other one if it can") {
    table.accept(touch(0, 2));
    CHECK(table->legal(0).size() == 3);
    table.accept(touch(0, 4));
    CHECK(table->legal(0).size() == 1);
  }
  table.check_replay();
}
