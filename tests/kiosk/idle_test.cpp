// When a guest counts as gone: in menus after a minute, with a warning; at a table where nobody's clock runs
// after ten minutes, and the match stays; never while a clock runs.
#include <catch2/catch.hpp>

#include "cabinets.hpp"

using namespace qitai;
using namespace qitai::testing;
using platform::Action;

TEST_CASE(
    "a menu that nobody touches is warned of and then left, and any touch keeps it and does nothing else") {
  const Scratch scratch;
  Tour tour(cabinet_in(scratch.path()));
  tour.press(Action::kSelect);
  REQUIRE(tour.screen() == "title");
  tour.activate("title.settings");
  REQUIRE(tour.screen() == "settings");
  tour.pass(49'000);
  CHECK_FALSE(tour.says("还在吗"));
  tour.pass(1'500);
  CHECK(tour.says("还在吗"));
  CHECK(tour.says("10 秒后"));
  tour.pass(3'000);
  CHECK(tour.says("7 秒后"));
  tour.press(Action::kBack);
  CHECK_FALSE(tour.says("还在吗"));
  CHECK(tour.screen() == "settings");
  tour.pass(58'000);
  CHECK(tour.screen() == "settings");
  tour.pass(3'000);
  CHECK(tour.screen() == "attract");
}

TEST_CASE(
    "what a guest chose in the settings is not the next guest's, nor the machine's after its next start") {
  const Scratch scratch;
  {
    Tour tour(cabinet_in(scratch.path()));
    tour.press(Action::kSelect);
    tour.activate("title.settings");
    tour.focus("set.language");
    tour.press(Action::kRight);
    REQUIRE(tour.app().house().catalog.language() != text::Language::kSimplified);
    const std::string chosen = tour.app().house().config.values().language;
    match::TimeLimits limits;
    limits.first_limit = 20;
    REQUIRE(tour.app().house().times->put("chess", {limits, limits}).ok());
    tour.pass(61'000);
    REQUIRE(tour.screen() == "attract");
    CHECK(tour.app().house().times->of("chess") == nullptr);
    CHECK(tour.app().house().catalog.language() == text::Language::kSimplified);
    CHECK(tour.app().house().config.values().language != chosen);
    tour.settle();
    CHECK(tour.says("按任意键开始 · Press any button"));
  }
  CHECK_FALSE(std::filesystem::exists(scratch / "settings.toml"));
  CHECK_FALSE(std::filesystem::exists(scratch / "times.json"));
}

TEST_CASE("an untimed table is asked after ten minutes, and its match can be gone on with") {
  const Scratch scratch;
  Tour tour(cabinet_in(scratch.path()));
  tour.press(Action::kSelect);
  tour.table_of("xiangqi");
  tour.submit("h2e2 h9g7");
  tour.pass(580'000);
  CHECK(tour.screen() == "table");
  CHECK_FALSE(tour.says("还在吗"));
  tour.pass(15'000);
  CHECK(tour.says("还在吗"));
  tour.pass(10'000);
  REQUIRE(tour.screen() == "attract");
  tour.press(Action::kSelect);
  REQUIRE(tour.screen() == "title");
  CHECK(tour.app().ui().focus().focused() == "title.resume");
  tour.press(Action::kSelect);
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().session().reader().plies().size() == 2);
}

TEST_CASE("doors that were left shut at a set-up are no running clock: after ten minutes it is left") {
  const Scratch scratch;
  Tour tour(cabinet_in(scratch.path()));
  tour.press(Action::kSelect);
  tour.to_setup("junqi");
  REQUIRE(tour.screen() == "setup");
  REQUIRE(tour.setup().session().timed() == false);
  tour.pass(595'000);
  CHECK(tour.says("还在吗"));
  tour.pass(10'000);
  CHECK(tour.screen() == "attract");
}

TEST_CASE("answering the warning leaves the focus where it was") {
  const Scratch scratch;
  Tour tour(cabinet_in(scratch.path()));
  tour.press(Action::kSelect);
  tour.focus("title.scores");
  tour.pass(52'000);
  REQUIRE(tour.says("还在吗"));
  tour.press(Action::kSelect);
  tour.settle();
  CHECK(tour.screen() == "title");
  CHECK(tour.app().ui().focus().focused() == "title.scores");
}

TEST_CASE("a table is never left while somebody's clock has time") {
  const Scratch scratch;
  Tour tour(cabinet_in(scratch.path()));
  tour.press(Action::kSelect);
  tour.table_of("xiangqi", [](match::Terms& terms) {
    for (match::SeatTerms& seat : terms.seats)
      seat.limits.step_limit = 180;
  });
  tour.submit("h2e2");
  tour.jump(170'000);
  tour.pass(100);
  CHECK(tour.screen() == "table");
  CHECK_FALSE(tour.says("还在吗"));
  // Three minutes are the limit of a move: time is up, and whoever lost has gone.
  tour.jump(20'000);
  REQUIRE(comes(tour, [&] { return tour.screen() == "result"; }));
  tour.pass(45'000);
  CHECK(tour.screen() == "result");
  tour.pass(20'000);
  CHECK(tour.screen() == "attract");
}
