// Why a match ended, replayed on the result screen: a cycle in a loop, a mate, positions that were one; and
// castling by the board, which is no end but chess's own.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "scratch.hpp"
#include "tour.hpp"

using qitai::menu::Replay;
using qitai::platform::Action;
using qitai::platform::Input;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

TourOptions small(const Scratch& scratch) {
  TourOptions options;
  options.data = scratch.path();
  options.language = "zh-Hans";
  return options;
}

// Perpetual check: red_loses in the collection of AXF diagrams (R001 of the table in tests/variants/data).
void perpetual_check(Tour& tour) {
  tour.table_of("xiangqi", [](qitai::match::Terms& terms) {
    terms.position = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";
  });
  tour.submit("h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9");
  REQUIRE(tour.screen() == "result");
}

std::size_t current(Tour& tour) {
  const auto rows = tour.result().replay().rows();
  const auto at = std::find_if(rows.begin(), rows.end(), [](const Replay::Row& row) { return row.current; });
  return static_cast<std::size_t>(at - rows.begin());
}

void tap(Tour& tour, std::string_view point) {
  tour.finger(Input::Kind::kPointerDown, point);
  tour.finger(Input::Kind::kPointerUp, point);
}

std::size_t plies(Tour& tour) {
  return tour.table().session().reader().plies().size();
}

}  // namespace

TEST_CASE("a cycle plays by itself, one ply in 800 ms, and goes round") {
  const Scratch scratch;
  Tour tour(small(scratch));
  perpetual_check(tour);
  const Replay& replay = tour.result().replay();
  REQUIRE(replay.kind() == Replay::Kind::kCycle);
  REQUIRE(replay.rows().size() == 4);
  CHECK(replay.rows()[0].tag == "将");
  CHECK(replay.rows()[0].fault);
  CHECK_FALSE(replay.rows()[1].fault);
  CHECK_FALSE(replay.rule().empty());
  CHECK(replay.rulings().size() == 3);
  for (int round = 0; round < 6; ++round) {
    const std::size_t before = current(tour);
    tour.pass(800);
    CHECK(current(tour) == (before + 1) % 4);
  }
}

TEST_CASE("the replay steps with left and right, pauses with select, and back leaves it") {
  const Scratch scratch;
  Tour tour(small(scratch));
  perpetual_check(tour);
  // It runs while the buttons have the focus, and left there means the buttons.
  CHECK(tour.app().ui().focus().focused() == "result.rematch");
  CHECK_FALSE(tour.result().focus_on_board());
  tour.activate("result.verdict");
  CHECK(tour.result().focus_on_board());
  const std::size_t start = current(tour);
  tour.press(Action::kRight);
  CHECK(current(tour) == (start + 1) % 4);
  tour.press_many(Action::kLeft, 2);
  CHECK(current(tour) == (start + 3) % 4);
  const std::size_t still = current(tour);
  tour.pass(3000);
  CHECK(current(tour) == still);
  tour.press(Action::kSelect);
  CHECK(tour.result().replay().playing());
  tour.pass(900);
  CHECK(current(tour) == (still + 1) % 4);
  tour.press(Action::kBack);
  CHECK(tour.screen() == "result");
  CHECK_FALSE(tour.result().focus_on_board());
  // Looking through the game stops it, and leaving that starts it again.
  tour.activate("result.review");
  CHECK(tour.result().session().browsed());
  tour.press(Action::kBack);
  const std::size_t again = current(tour);
  tour.pass(2400);
  CHECK(current(tour) != again);
}

TEST_CASE("a mate shows its flights, 250 ms each") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.table_of("chess");
  tour.submit("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7");
  REQUIRE(tour.screen() == "result");
  const Replay& replay = tour.result().replay();
  REQUIRE(replay.kind() == Replay::Kind::kMate);
  // The scholar's mate: the queen guards e7, the bishop the queen.
  const auto rows = replay.rows();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].words == "e7");
  CHECK(rows[1].words == "f7");
  CHECK(rows[0].guards.size() == 1);
  tour.activate("result.verdict");
  // The whole, and each of both.
  std::size_t flights = 0;
  for (int i = 0; i < 3; ++i) {
    tour.press(Action::kRight);
    if (current(tour) < rows.size()) ++flights;
  }
  CHECK(flights == 2);
}

TEST_CASE("a position that stood there three times is shown three times") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.table_of("chess");
  tour.submit("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 claim");
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().replay().kind() == Replay::Kind::kDiagrams);
  CHECK(tour.result().replay().occurrences() == std::vector<std::uint32_t>{0, 4, 8});
}

TEST_CASE("the rules explain no end that was none of theirs") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.table_of("chess");
  // A draw is there for the claiming, and the player resigns.
  tour.submit("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
  REQUIRE_FALSE(tour.table().session().reader().claims().empty());
  tour.press(Action::kBack);
  tour.focus("act.resign");
  tour.hold_select(1100);
  tour.pass(2000);
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().reader().ended()->text == "resignation");
  CHECK_FALSE(tour.result().replay().any());
}

TEST_CASE("a chase by way of a check shows the check as a move, and the line of the taking after it") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.table_of("xiangqi", [&](qitai::match::Terms& terms) {
    terms.position = "1c2N4/4a4/5k3/5P3/9/3C5/2r6/4NA3/5c2n/3K4R b - - 0 1";
    terms.options[0] = 1;  // cxa2020
  });
  tour.submit("f7f8 f6e6 f8f7 e6f6 f7f8 f6e6 f8f7 e6f6");
  REQUIRE(tour.screen() == "result");
  const Replay& replay = tour.result().replay();
  REQUIRE(replay.kind() == Replay::Kind::kCycle);
  CHECK(replay.rows()[0].tag == "抽车");
  CHECK(replay.rows()[0].short_tag == "捉");
  CHECK(replay.rows()[1].tag == "闲");
}

TEST_CASE("what a limit counted stands on the sheet") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.table_of("xiangqi", [&](qitai::match::Terms& terms) {
    terms.position = "3k5/9/9/9/9/9/9/9/9/R4K3 w";
    terms.options[1] = 3;  // natural_limit
  });
  tour.submit("a0a9 d9d8 a9a8");
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().replay().counts() == "计 3 着 · 红方将军 2 次 · 黑方将军 0 次");
  CHECK_FALSE(tour.result().replay().rule().empty());
}

// FIDE Laws 6.9.
TEST_CASE("an end by the clock is explained by the game's own article") {
  struct Row {
    const char* game;
    const char* position;
    const char* moves;
    const char* reason;
    const char* words;
  };
  const auto row = GENERATE(values<Row>({
      {"chess", "", "e2e4 e7e5", "time", "国际棋联规则 6.9：超时，而对方仍有可能以合法着法将死其王"},
      {"chess", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "e2e4 e8d8", "time-without-material",
       "国际棋联规则 6.9：超时，但对方无论怎样走都不可能将死其王，和棋"},
      {"xiangqi", "", "h2e2 h9g7", "time", "超时判负，不论盘面如何"},
  }));
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.table_of(row.game, [&](qitai::match::Terms& terms) {
    terms.position = row.position;
    for (qitai::match::SeatTerms& seat : terms.seats)
      seat.limits.first_limit = 1;
  });
  tour.submit(row.moves);
  tour.pass(61'000);
  REQUIRE(tour.screen() == "result");
  const Replay& replay = tour.result().replay();
  CHECK(tour.result().session().reader().ended()->text == row.reason);
  CHECK(replay.rule() == row.words);
  CHECK(replay.any());
}

// FIDE Laws 3.8.2 and 4.4.2; under Chess960 the rook's square is how castling is written.
TEST_CASE("a tap on the own rook takes it up and never castles, but in Chess960") {
  const Scratch scratch;
  Tour tour(small(scratch));
  const bool free_castling = GENERATE(false, true);
  tour.table_of("chess", [&](qitai::match::Terms& terms) {
    terms.position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const auto& info = tour.app().house().plugins.variant("chess")->info();
    terms.options[static_cast<std::size_t>(info.option("chess960"))] = free_castling ? 1 : 0;
  });
  tap(tour, "e1");
  tap(tour, "h1");
  if (free_castling) {
    CHECK(plies(tour) == 1);
    return;
  }
  CHECK(plies(tour) == 0);
  tap(tour, "e1");
  tap(tour, "g1");
  CHECK(plies(tour) == 1);
}
