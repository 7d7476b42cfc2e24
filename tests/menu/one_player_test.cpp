// One player against the computer, through the real screens.
#include <catch2/catch.hpp>

#include "scratch.hpp"
#include "seat/bot.hpp"
#include "tour.hpp"

using qitai::platform::Action;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

TourOptions options(const Scratch& scratch) {
  TourOptions out;
  out.data = scratch.path();
  out.language = "en";
  return out;
}

std::size_t plies(Tour& tour) {
  return tour.table().session().reader().plies().size();
}

// The bot thinks on a thread of its own, which knows nothing of the test's clock.
template <typename Until>
void wait(Tour& tour, Until until) {
  for (int i = 0; i < 60'000 && !until(); ++i) {
    SDL_Delay(1);
    tour.pass(20);
  }
}

void wait_for_turn(Tour& tour) {
  wait(tour, [&] { return tour.screen() != "table" || tour.table().session().ready(); });
}

}  // namespace

TEST_CASE("a whole game against the first level, by keys") {
  const Scratch scratch;
  Tour tour(options(scratch));
  tour.activate("title.one");
  REQUIRE(tour.screen() == "terms");
  tour.focus("terms.seat.1");
  tour.press(Action::kLeft);  // the second level is what one begins with
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().session().bot(1) == 1);
  CHECK_FALSE(tour.table().session().bot(0));

  qitai::seat::Mind mind;
  const std::atomic<bool> stop{false};
  for (;;) {
    wait_for_turn(tour);
    if (tour.screen() != "table" || tour.table().session().over()) break;
    qitai::menu::Session& session = tour.table().session();
    REQUIRE(session.mover() == 0);
    const qitai::host::State& state = session.table().referee().state(0);
    qitai::seat::Task task{state.clone()};
    task.level = 4;
    task.nodes = 4000;
    task.ply = 20;
    const auto move = mind.think(task, stop).move;
    REQUIRE(move);
    const std::size_t before = plies(tour);
    tour.play(state.move_text(0, *move, -1));
    wait(tour, [&] { return tour.screen() != "table" || plies(tour) > before; });
    REQUIRE(before < 400);
  }
  wait(tour, [&] { return tour.screen() == "result"; });
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().reader().ended() != nullptr);
}

TEST_CASE("the hand sits below, and a bot that has the first move makes it") {
  const Scratch scratch;
  Tour tour(options(scratch));
  tour.activate("title.one");
  tour.activate("terms.swap");
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().session().bot(0) == 2);
  CHECK(tour.table().session().near_seat() == 1);
  wait(tour, [&] { return plies(tour) == 1; });
  CHECK(plies(tour) == 1);
  wait_for_turn(tour);
  CHECK(tour.table().session().mover() == 1);
}

TEST_CASE("while the computer is to move, its pieces stay where they are") {
  const Scratch scratch;
  Tour tour(options(scratch));
  tour.activate("title.one");
  tour.activate("terms.start");
  tour.play("h2e2");
  // Whatever is pressed meanwhile belongs to nobody.
  tour.press_many(Action::kSelect, 3);
  wait_for_turn(tour);
  REQUIRE(plies(tour) == 2);
  CHECK(tour.table().session().reader().plies().back().seat == 1);
}

TEST_CASE("a takeback against the computer goes back to one's own last move") {
  const Scratch scratch;
  Tour tour(options(scratch));
  tour.activate("title.one");
  tour.activate("terms.start");
  tour.play("h2e2");
  wait(tour, [&] { return plies(tour) == 2; });
  wait_for_turn(tour);
  tour.press(Action::kBack);
  tour.activate("act.takeback");
  tour.settle();
  CHECK(plies(tour) == 0);
  CHECK(tour.app().ui().focus().focused() != "ask.agree");
}

TEST_CASE("a hint is shown on the board and goes with the next move") {
  const Scratch scratch;
  Tour tour(options(scratch));
  tour.to_table();
  tour.press(Action::kBack);
  tour.activate("act.hint");
  wait(tour, [&] { return tour.table().session().marks().hint.has_value(); });
  REQUIRE(tour.table().session().marks().hint);
  tour.pass(1000);
  tour.press(Action::kBack);
  tour.play("h2e2");
  CHECK_FALSE(tour.table().session().marks().hint);
}

TEST_CASE("a match against the computer is gone on with against the computer") {
  const Scratch scratch;
  TourOptions kept = options(scratch);
  kept.journal = true;
  {
    Tour tour(kept);
    tour.activate("title.one");
    tour.focus("terms.seat.1");
    tour.press(Action::kRight);
    tour.activate("terms.start");
    wait_for_turn(tour);
    tour.play("h2e2");
    wait(tour, [&] { return plies(tour) == 2; });
    wait_for_turn(tour);
    CHECK(plies(tour) == 2);
  }
  Tour again(kept);
  CHECK(again.app().ui().focus().focused() == "title.resume");
  again.press(Action::kSelect);
  REQUIRE(again.screen() == "table");
  CHECK(again.table().session().bot(1) == 3);
  CHECK(plies(again) == 2);
}
