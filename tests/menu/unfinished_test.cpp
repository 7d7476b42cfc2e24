// Matches that are interrupted or called off: what comes back, what is said of them, and what stays hidden.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "scratch.hpp"
#include "tour.hpp"

using qitai::host::Seat;
using qitai::platform::Action;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

TourOptions small(const Scratch& scratch, std::uint8_t seed = 0) {
  TourOptions options;
  options.width = 800;
  options.height = 480;
  options.data = scratch.path();
  options.language = "en";
  options.journal = true;
  options.seed = seed;
  return options;
}

std::ptrdiff_t hidden(const std::vector<qitai::host::Piece>& pieces) {
  return std::count_if(pieces.begin(), pieces.end(),
                       [](const auto& piece) { return piece.kind == qitai::host::kNoKind; });
}

}  // namespace

TEST_CASE("a set-up that somebody is at comes back as it stood, and to that side alone") {
  const Scratch scratch;
  std::string stood;
  {
    Tour tour(small(scratch));
    tour.to_setup("junqi");
    tour.open_curtain();
    tour.press(Action::kBack);
    const std::string suggested = tour.setup().layout();
    tour.activate("setup.mirror");
    stood = tour.setup().layout();
    REQUIRE(stood != suggested);
    tour.pass(200);
  }
  {
    // Other draws than the first time: a new suggestion would be another one.
    Tour tour(small(scratch, 50));
    tour.activate("title.resume");
    REQUIRE(tour.screen() == "setup");
    CHECK(tour.setup().curtain().shut());
    CHECK(tour.setup().layout().empty());
    tour.open_curtain();
    REQUIRE(tour.setup().seat() == 0);
    CHECK(tour.setup().layout() == stood);
    CHECK(tour.setup().said().empty());
    tour.hand_over();
    tour.open_curtain();
    REQUIRE(tour.setup().seat() == 1);
    CHECK(tour.setup().layout() != stood);
    tour.press(Action::kBack);
    tour.activate("setup.random");
    tour.activate("setup.random");
    stood = tour.setup().layout();
    tour.pass(200);
  }
  Tour tour(small(scratch, 100));
  tour.activate("title.resume");
  tour.open_curtain();
  REQUIRE(tour.setup().seat() == 1);
  CHECK(tour.setup().layout() == stood);
}

TEST_CASE("who leaves a set-up for the title and comes back finds it as it stood") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_setup("junqi");
  tour.open_curtain();
  tour.press(Action::kBack);
  tour.activate("setup.mirror");
  const std::string stood = tour.setup().layout();
  tour.activate("setup.title");
  REQUIRE(tour.screen() == "title");
  tour.activate("title.resume");
  tour.open_curtain();
  CHECK(tour.setup().layout() == stood);
}

TEST_CASE("a match that is called off shows nobody's layout, its record neither") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.journal = false;
  Tour tour(options);
  tour.to_setup("junqi");
  tour.set_up_both();
  tour.open_curtain();
  tour.play_hidden(tour.some_move());
  tour.open_curtain();
  REQUIRE(tour.table().session().seated() == 1);
  qitai::match::Intent abort;
  abort.kind = qitai::match::IntentKind::kAbort;
  abort.bytes = "aborted";
  const auto answer = tour.table().session().table().submit(abort, tour.app().house().match_now());
  REQUIRE(std::holds_alternative<qitai::match::Accepted>(answer));
  tour.pass(2500);
  REQUIRE(tour.screen() == "result");
  qitai::menu::Session& session = tour.result().session();
  REQUIRE(session.reader().ended() != nullptr);
  CHECK(session.reader().ended()->result.empty());
  CHECK(session.viewer() == qitai::host::kPublic);
  for (const std::uint32_t ply : {0U, 1U}) {
    const auto& pieces = session.reader().pieces(ply);
    CHECK(hidden(pieces) == static_cast<std::ptrdiff_t>(pieces.size()));
  }
  CHECK(hidden(session.table().reader(qitai::match::kTruth).pieces(0)) == 50);
}

TEST_CASE("a curtain with a question on it still says how the last fight went") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.journal = false;
  Tour tour(options);
  tour.to_setup("junqi");
  tour.set_up_both();
  tour.open_curtain();
  tour.press(Action::kBack);
  tour.activate("act.draw");
  tour.pass(1000);
  tour.press(Action::kBack);
  // Over the middle bridge, where a piece that moves stands on either side.
  tour.play("c6c7");
  tour.pass(2600);
  REQUIRE(tour.table().curtain().shut());
  REQUIRE(tour.table().session().has_fight());
  CHECK(tour.says("offers a draw"));
  CHECK((tour.says("the attacker won") || tour.says("the defender won") || tour.says("both fell")));
}

TEST_CASE(
    "the title says of a match in its set-up that the set-up goes on, and of another whose turn it is") {
  const Scratch scratch;
  {
    Tour tour(small(scratch));
    tour.to_setup("junqi");
    tour.open_curtain();
    tour.hand_over();
    tour.activate("curtain.leave");
    REQUIRE(tour.screen() == "title");
    CHECK(tour.says("the set-up goes on"));
    CHECK_FALSE(tour.says("to move"));
  }
  Tour tour(small(scratch));
  CHECK(tour.says("the set-up goes on"));
  tour.activate("title.resume");
  tour.open_curtain();
  tour.hand_over();
  REQUIRE(tour.screen() == "table");
  tour.activate("curtain.leave");
  REQUIRE(tour.screen() == "title");
  CHECK_FALSE(tour.says("the set-up goes on"));
  CHECK(tour.says("Red to move"));
}
