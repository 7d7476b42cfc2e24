// What stands beside the board and in the lists before it: words that fit, clocks, names, rows, columns.
#include <catch2/catch.hpp>
#include <string>

#include "menu/table_rails.hpp"
#include "scratch.hpp"
#include "tour.hpp"

using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

TourOptions looking(const Scratch& scratch, const char* language = "en") {
  TourOptions options;
  options.reduced_motion = false;  // the end is looked at for a while
  options.data = scratch.path();
  options.language = language;
  return options;
}

}  // namespace

TEST_CASE("every reason of an end stands whole in the state strip, in every language and shape of table") {
  struct Shape {
    int width, height;
  };
  const Shape shape = GENERATE(Shape{800, 480}, Shape{1280, 800}, Shape{480, 800}, Shape{1024, 768},
                               Shape{480, 480}, Shape{1080, 1920});
  const char* const language = GENERATE("en", "zh-Hans", "zh-Hant");
  const Scratch scratch;
  TourOptions options = looking(scratch, language);
  options.width = shape.width;
  options.height = shape.height;
  Tour tour(options);
  tour.to_table();
  qitai::menu::House& house = tour.app().house();
  const qitai::menu::TableLayout layout = tour.table().layout();
  for (const char* const reason : {"checkmate",
                                   "stalemate-loss",
                                   "king-captured",
                                   "resignation",
                                   "time",
                                   "step-time",
                                   "flag-captured",
                                   "no-moves",
                                   "perpetual-check",
                                   "perpetual-kill",
                                   "perpetual-chase",
                                   "perpetual-attack",
                                   "illegal-move",
                                   "left",
                                   "stalemate",
                                   "agreement",
                                   "repetition",
                                   "fifty-move",
                                   "seventy-five-move",
                                   "fivefold",
                                   "dead-position",
                                   "time-without-material",
                                   "mutual-perpetual",
                                   "natural-move-limit",
                                   "no-progress",
                                   "disconnected",
                                   "aborted",
                                   "disagreement"}) {
    qitai::menu::StripWords words;
    words.head = house.catalog.tr(std::string("res.") + reason);
    words.line = house.catalog.tr("number.round", {{"n", 188}});
    house.ui.begin_frame(house.ui.now());
    (void)qitai::menu::draw_strip(house, words, layout.strip, layout.kind);
    INFO(reason << " at " << shape.width << "x" << shape.height << " in " << language);
    for (const qitai::menu::AuditProblem& problem : house.ui.problems())
      FAIL_CHECK(problem.what);
    house.ui.settle();
  }
}

TEST_CASE("a match that has a step limit alone is untimed neither while it lasts nor when it is over") {
  const Scratch scratch;
  Tour tour(looking(scratch));
  bool untimed = false, as_it_fell = false;
  tour.watch = [&] {
    untimed = untimed || tour.says("Untimed");
    // Red's is gone; Black's stands whole.
    if (tour.screen() == "table" && tour.table().session().over())
      as_it_fell = as_it_fell || (tour.says("0:00") && tour.says("0:30"));
  };
  tour.table_of("xiangqi", [](qitai::match::Terms& terms) {
    for (qitai::match::SeatTerms& seat : terms.seats)
      seat.limits.step_limit = 30;
  });
  tour.play("h2e2");
  tour.play("h9g7");
  tour.jump(31'000);
  tour.pass(2000);
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().reader().ended()->text == "step-time");
  CHECK(as_it_fell);
  CHECK_FALSE(untimed);
}

TEST_CASE("a name that nobody chose is shown in the reader's language, one that somebody chose as it is") {
  const Scratch scratch;
  Tour tour(looking(scratch));
  tour.table_of("xiangqi", [](qitai::match::Terms& terms) {
    terms.seats[0].name = "玩家 2";  // made by a reader of Chinese, after the sides were changed
    terms.seats[1].name = "Player Ada";
  });
  CHECK(tour.table().session().seat_name(0) == "Player 2");
  CHECK(tour.table().session().seat_name(1) == "Player Ada");
  tour.app().house().catalog.set_language(qitai::text::Language::kTraditional);
  CHECK(tour.table().session().seat_name(0) == "玩家 2");
  CHECK(tour.table().session().seat_name(1) == "Player Ada");
}

TEST_CASE("terms have a row for a rule only where the game has what it is about") {
  const Scratch scratch;
  TourOptions options = looking(scratch);
  options.height = 1600;  // all rows are in sight
  options.width = 2560;
  options.plugins = {"morris.so"};
  Tour tour(options);
  const auto rows = [&](const char* game) {
    tour.title_of(game);
    tour.activate("title.two");
    std::vector<bool> there;
    for (const char* const rule :
         {"rule.takeback", "rule.illegal", "rule.illegal_limit", "rule.announce_check"})
      there.push_back(tour.app().ui().focus().item(rule) != nullptr);
    return there;
  };
  // Checks, and moves that leave one standing, are of games with a general or king.
  CHECK(rows("xiangqi") == std::vector<bool>{true, true, true, true});
  CHECK(rows("chess") == std::vector<bool>{true, true, true, true});
  CHECK(rows("junqi") == std::vector<bool>{true, false, false, false});
  CHECK(rows("morris") == std::vector<bool>{true, false, false, false});
}

TEST_CASE("two plies in a row of one seat are of one round, and men in hand lie on their seat's card") {
  const Scratch scratch;
  TourOptions options = looking(scratch);
  options.plugins = {"morris.so"};
  Tour tour(options);
  tour.table_of("morris");
  qitai::menu::Session& session = tour.table().session();
  const auto in_hand = [&](int seat) {
    int count = 0;
    for (const auto& man : qitai::menu::men_in_hand(session, seat))
      count += man.count;
    return count;
  };
  CHECK(in_hand(0) == 9);
  CHECK(in_hand(1) == 9);
  CHECK(tour.says("×9"));
  // White closes the mill a7 d7 g7 with his third man and takes one.
  tour.submit("@a7 @a1 @d7 @d1 @g7");
  REQUIRE(session.mover() == 0);
  tour.submit("d1");
  tour.submit("@b2");
  REQUIRE(session.reader().plies().size() == 7);
  CHECK(in_hand(0) == 6);
  CHECK(in_hand(1) == 6);
  // By the rules of play: White, Black, White, Black, White and White again, Black.
  const std::vector<int> rounds{1, 1, 2, 2, 3, 3, 3};
  for (std::uint32_t ply = 0; ply < rounds.size(); ++ply) {
    INFO(ply);
    CHECK(session.reader().plies()[ply].seat == (ply == 5 ? 0 : ply == 6 ? 1 : static_cast<int>(ply % 2)));
    CHECK(qitai::menu::round_of(session, ply) == rounds[ply]);
  }
  CHECK(qitai::menu::round_of(session, 7) == 4);
  // An earlier position has the men that were in hand then.
  session.browse(0, tour.app().now());
  CHECK(in_hand(0) == 9);
}
