// The scores page, and what else the screens say of limits and results.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "match/scores.hpp"
#include "menu/scores_screen.hpp"
#include "scratch.hpp"
#include "tour.hpp"

using qitai::match::Standing;
using qitai::platform::Action;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

TourOptions looking(const Scratch& scratch) {
  TourOptions options;
  options.data = scratch.path();
  options.journal = true;
  return options;
}

void book(Tour& tour, const char* player, const char* device, Standing standing) {
  qitai::store::Journal& journal = *tour.app().house().journal;
  const auto match = journal.begin("xiangqi", "", "h");
  journal.finish(match, "r", {{player, device, static_cast<int>(standing)}});
}

qitai::menu::ScoresScreen& scores(Tour& tour) {
  REQUIRE(tour.screen() == "scores");
  return static_cast<qitai::menu::ScoresScreen&>(tour.app().screen());
}

}  // namespace

TEST_CASE("scores: win +10, loss and leaving -10, a win by leaving, a draw and a lost link 0 (match.md)") {
  const Scratch scratch;
  Tour tour(looking(scratch));
  for (const Standing standing : {Standing::kWon, Standing::kWon, Standing::kLost, Standing::kDrawn,
                                  Standing::kLeft, Standing::kWonByLeave, Standing::kDisconnected})
    book(tour, "老王", "", standing);
  book(tour, "小林", "bluetooth:AA:BB", Standing::kDisconnected);
  tour.title_of("xiangqi");
  tour.activate("title.scores");
  const auto& lines = scores(tour).lines();
  REQUIRE(lines.size() == 2);
  const auto near =
      std::find_if(lines.begin(), lines.end(), [](const auto& l) { return l.player == "老王"; });
  REQUIRE(near != lines.end());
  CHECK(near->won == 3);
  CHECK(near->lost == 2);
  CHECK(near->drawn == 1);
  CHECK(near->points == 0);  // 20 - 10 - 10
  CHECK(near->left == 1);
  CHECK(near->disconnected == 1);
  CHECK(tour.says("本机"));
  CHECK(tour.says("远方"));
}

TEST_CASE("scores: who has the most points stands first, whenever they were won") {
  const Scratch scratch;
  Tour tour(looking(scratch));
  book(tour, "second", "", Standing::kWon);
  book(tour, "first", "", Standing::kWon);
  book(tour, "first", "", Standing::kWon);
  book(tour, "last", "", Standing::kLost);
  book(tour, "third", "", Standing::kDrawn);
  tour.title_of("xiangqi");
  tour.activate("title.scores");
  std::vector<std::string> order;
  for (const auto& line : scores(tour).lines())
    order.push_back(line.player);
  CHECK(order == std::vector<std::string>{"first", "second", "third", "last"});
}

TEST_CASE("scores: each game has its own, an empty one a kind sentence, and back leads to the title") {
  const Scratch scratch;
  Tour tour(looking(scratch));
  book(tour, "老王", "", Standing::kWon);
  tour.title_of("xiangqi");
  tour.activate("title.scores");
  CHECK(tour.says("+10"));
  tour.focus("scores.game");
  tour.press(Action::kRight);
  CHECK(tour.says("还没有战绩"));
  CHECK(scores(tour).lines().empty());
  tour.activate("scores.back");
  CHECK(tour.screen() == "title");
}

TEST_CASE("scores: what a scored match of two hands came to is there") {
  const Scratch scratch;
  Tour tour(looking(scratch));
  tour.table_of("xiangqi", [](qitai::match::Terms& terms) { terms.scored = true; });
  tour.play("h2e2");
  tour.play("h9g7");
  tour.press(Action::kBack);
  tour.resign();
  REQUIRE(tour.screen() == "result");
  tour.title_of("xiangqi");
  tour.activate("title.scores");
  REQUIRE(scores(tour).lines().size() == 2);
  CHECK(tour.says("+10"));
  CHECK(tour.says("-10"));
}

TEST_CASE("scores: more players than there is room for stand on pages") {
  const Scratch scratch;
  Tour tour(looking(scratch));
  for (int i = 0; i < 30; ++i)
    book(tour, ("P" + std::to_string(i)).c_str(), "", Standing::kWon);
  tour.title_of("xiangqi");
  tour.activate("title.scores");
  CHECK(scores(tour).lines().size() == 30);
  tour.focus("scores.page");
  tour.press(Action::kRight);
  CHECK(tour.says("2 / "));
}

TEST_CASE("a flag before both have moved: nobody has lost, and the screen says that time ran out") {
  const Scratch scratch;
  Tour tour(looking(scratch));
  tour.table_of("xiangqi", [](qitai::match::Terms& terms) {
    for (auto& seat : terms.seats)
      seat.limits.first_limit = 1;
  });
  tour.play("h2e2");
  for (int i = 0; i < 200 && tour.screen() == "table"; ++i)
    tour.pass(500);
  REQUIRE(tour.screen() == "result");
  tour.settle();
  REQUIRE(tour.result().session().end()->text == "aborted");
  CHECK(tour.says("黑方时间用完"));
}

TEST_CASE("used times on the result are labelled") {
  const Scratch scratch;
  Tour tour(looking(scratch));
  tour.table_of("xiangqi", [](qitai::match::Terms& terms) {
    for (auto& seat : terms.seats)
      seat.limits.first_limit = 10;
  });
  tour.play("h2e2");
  tour.play("h9g7");
  tour.press(Action::kBack);
  tour.resign();
  CHECK(tour.says("红方用时 "));
  CHECK(tour.says("黑方用时 "));
}

TEST_CASE("the card of house rules has the time limits too") {
  const Scratch scratch;
  TourOptions options = looking(scratch);
  options.timed = true;
  Tour tour(options);
  tour.title_of("junqi");
  tour.activate("title.two");
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "card");
  CHECK(tour.says("60"));
  CHECK(tour.says("布阵时限"));
}

TEST_CASE("the cursor begins on a piece of the side to move, in every game") {
  const char* const game = GENERATE("xiangqi", "chess");
  const Scratch scratch;
  Tour tour(looking(scratch));
  tour.table_of(game);
  const auto& session = tour.table().session();
  const auto& pieces = session.reader().pieces(0);
  const auto under = std::find_if(pieces.begin(), pieces.end(), [&](const qitai::host::Piece& piece) {
    return piece.point == tour.table().hand().cursor();
  });
  REQUIRE(under != pieces.end());
  CHECK(under->colour == session.colour(0));
}
