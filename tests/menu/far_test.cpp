// A match with a far player at the table: whose hands are here, what is asked over the link, a link that is
// lost, the end on both machines, and another round.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <string>

#include "far_side.hpp"
#include "scratch.hpp"

using qitai::match::EventKind;
using qitai::match::IntentKind;
using qitai::platform::Action;
using qitai::testing::FarSide;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;
using Seconds = std::int64_t;

namespace {

TourOptions plain(const Scratch& scratch) {
  TourOptions options;
  options.data = scratch.path() / "near";
  options.journal = true;
  std::filesystem::create_directories(options.data);
  return options;
}

void ten_minutes(qitai::duel::Offer& offer) {
  for (auto& limits : offer.limits)
    limits.first_limit = 10;
}

bool says_ply(Tour& tour, std::uint32_t ply) {
  return tour.table().session().reader().plies().size() == ply;
}

// The last that the far side's referee has told of.
bool told(FarSide& far, EventKind kind) {
  return far.referee().events().back().kind == kind;
}

}  // namespace

TEST_CASE("a far match: one seat is here, near and without a curtain, and a move exists once both have it") {
  const bool first = GENERATE(true, false);
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("xiangqi", {}, first);
  qitai::menu::Session& session = tour.table().session();
  const qitai::host::Seat own = first ? 0 : 1;
  CHECK(session.own() == own);
  CHECK(session.near_seat() == own);
  CHECK(session.here(own));
  CHECK_FALSE(session.here(1 - own));
  CHECK_FALSE(session.bot(1 - own).has_value());
  CHECK_FALSE(session.curtained());
  CHECK(session.no_hint() == "disabled.hint_far");
  CHECK(tour.says("小林"));
  CHECK(tour.says("连线良好"));
  if (first) {
    CHECK(session.ready());
    tour.play("h2e2");
  } else {
    CHECK_FALSE(session.ready());
    // What is pressed in the other side's time is nobody's move.
    tour.play("h9g7");
    CHECK(far.referee().ply() == 0);
    far.move("h2e2");
    REQUIRE(session.ready());
    tour.play("h9g7");
  }
  REQUIRE(far.until([&] { return says_ply(tour, first ? 1 : 2) && session.table().all_durable(); }));
  REQUIRE(far.until([&] { return far.referee().ply() == (first ? 1U : 2U); }));
  CHECK_FALSE(session.ready());
  CHECK_FALSE(session.busy());
  CHECK(far.referee().public_hash() == session.table().referee().public_hash());
}

TEST_CASE(
    "a far match: while a move is on its way its piece hovers, its goal is marked, and no other is made") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("xiangqi", {}, true, true);  // the far side orders: the program proposes
  qitai::menu::Session& session = tour.table().session();
  far.deaf = true;
  tour.play("h2e2");
  CHECK(says_ply(tour, 0));
  CHECK(session.busy());
  CHECK_FALSE(session.ready());
  const qitai::view::BoardMarks marks = session.marks();
  const auto point = [&](const char* name) {
    return session.variant().geometry(session.terms().options)->point(name);
  };
  CHECK(marks.lifted == point("h2"));
  CHECK(marks.targets == std::vector{point("e2")});
  // What is tried meanwhile is not made afterwards.
  tour.play("b2e2");
  far.deaf = false;
  REQUIRE(far.until([&] { return says_ply(tour, 1) && far.referee().ply() == 1; }));
  CHECK(session.reader().plies().front().coordinates == "h2e2");
  tour.pass(500);
  CHECK(says_ply(tour, 1));
  CHECK_FALSE(session.busy());
}

TEST_CASE("a far match: takeback, draw and pause are asked and answered over the link") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("xiangqi", ten_minutes);
  tour.play("h2e2");
  far.until([&] { return far.referee().ply() == 1; });
  far.move("h9g7");

  // The far side asks, the strip has the answers, and the asker's screen has none.
  far.want(IntentKind::kAskTakeback);
  REQUIRE(far.until([&] { return tour.app().ui().focus().focused() == "ask.agree"; }));
  CHECK(tour.says("请求悔棋"));
  tour.press(Action::kSelect);
  REQUIRE(far.until([&] { return far.referee().ply() == 1 && says_ply(tour, 1); }));
  far.move("b9c7");

  tour.press(Action::kBack);
  tour.activate("act.takeback");
  REQUIRE(far.until([&] { return told(far, EventKind::kTakebackAsked); }));
  tour.pass(200);
  CHECK(tour.app().ui().focus().item("ask.agree") == nullptr);
  CHECK(tour.says("等待对方答复"));
  far.want(IntentKind::kDeclineTakeback);
  REQUIRE(far.until([&] { return tour.says("对方不同意"); }));
  CHECK(says_ply(tour, 2));

  tour.pass(3000);
  tour.activate("act.draw");
  REQUIRE(far.until([&] { return told(far, EventKind::kDrawOffered); }));
  far.want(IntentKind::kDeclineDraw);
  REQUIRE(far.until([&] { return tour.says("对方不同意"); }));

  tour.press(Action::kMenu);
  CHECK(tour.app().ui().focus().item("menu.title") == nullptr);
  tour.activate("menu.pause");
  REQUIRE(far.until([&] { return told(far, EventKind::kPauseAsked); }));
  far.want(IntentKind::kAcceptPause);
  REQUIRE(far.until([&] { return tour.table().session().reader().pause_agreed(); }));
  CHECK_FALSE(tour.table().session().ready());
  far.want(IntentKind::kResume);
  REQUIRE(far.until([&] { return tour.table().session().ready(); }));
}

TEST_CASE(
    "a far match: a phrase is chosen from the sheet, the other side's stands beside its name for a while") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("chess");
  (void)far.take_events();
  tour.press(Action::kBack);
  tour.activate("act.say");
  REQUIRE(tour.table().phrases().is_open());
  tour.activate("phrase.2");
  CHECK_FALSE(tour.table().phrases().is_open());
  CHECK(tour.says("好棋"));
  std::optional<std::uint32_t> heard;
  REQUIRE(far.until([&] {
    for (const qitai::duel::Event& event : far.take_events()) {
      if (event.kind == qitai::duel::Event::Kind::kPhrase) heard = event.phrase;
    }
    return heard.has_value();
  }));
  CHECK(heard == 2U);
  tour.pass(6000);
  CHECK_FALSE(tour.says("好棋"));
  REQUIRE(far.duel().say(3, tour.app().house().match_now()));
  REQUIRE(far.until([&] { return tour.says("谢谢"); }));
  tour.pass(6000);
  CHECK_FALSE(tour.says("谢谢"));
}

TEST_CASE(
    "a lost link: the strip counts the grace down, clocks stand, the board is studied, and play goes on") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("xiangqi", ten_minutes);
  tour.play("h2e2");
  REQUIRE(far.until([&] { return far.referee().ply() == 1; }));
  far.move("h9g7");
  tour.pass(2000);
  far.kill();
  qitai::menu::Session& session = tour.table().session();
  REQUIRE(far.until([&] { return session.link().lost; }));
  tour.pass(100);
  CHECK(tour.says("连接中断"));
  CHECK(tour.says("正在重连 1:"));
  CHECK_FALSE(session.ready());
  const auto stood = session.table().left(0, tour.app().house().match_now());
  CHECK_FALSE(stood.running);
  const Seconds grace = session.link().seconds();
  tour.pass(10'000);
  CHECK(session.table().left(0, tour.app().house().match_now()).main == stood.main);
  CHECK(std::abs(grace - session.link().seconds() - 10) <= 1);
  // The record can be looked through meanwhile; no move is made.
  tour.press(Action::kBrowse);
  tour.press(Action::kLeft);
  CHECK(session.browsed() == 1U);
  CHECK(tour.says("正在重连"));
  tour.press(Action::kBack);
  tour.play("h0g2");
  CHECK(says_ply(tour, 2));
  far.come_back();
  REQUIRE(far.until([&] { return !session.link().lost && far.duel().match()->together(); }, 60'000));
  CHECK(tour.says("重新连上了"));
  tour.pass(200);
  CHECK(session.ready());
  const auto now = tour.app().house().match_now();
  CHECK(std::abs(session.table().left(0, now).main - far.duel().match()->left(0, now).main) <= 100'000);
  tour.play("h0g2");
  REQUIRE(far.until([&] { return far.referee().ply() == 3; }));
}

TEST_CASE("a lost link: whoever does not want to wait ends the match, and is told that nobody has lost") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("xiangqi");
  tour.play("h2e2");
  REQUIRE(far.until([&] { return far.referee().ply() == 1; }));
  far.move("h9g7");
  far.kill();
  REQUIRE(far.until([&] { return tour.table().session().link().lost; }));
  tour.pass(100);
  // Leaving, which costs the game, cannot reach the other side.
  tour.press(Action::kMenu);
  CHECK_FALSE(tour.app().ui().focus().item("menu.leave")->enabled);
  tour.press(Action::kBack);
  tour.press(Action::kBack);
  REQUIRE(far.is_given_up());
  tour.settle();
  CHECK(tour.result().session().end()->text == "disconnected");
  CHECK(tour.result().explained().find("谁也没有输") != std::string::npos);
  CHECK_FALSE(tour.app().ui().focus().item("result.rematch")->enabled);
}

TEST_CASE("a far match: leaving is held, costs the game, and both have the same result") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("chess", [](qitai::duel::Offer& offer) { offer.scored = true; });
  tour.play("e2e4");
  REQUIRE(far.until([&] { return far.referee().ply() == 1; }));
  far.move("e7e5");
  tour.press(Action::kMenu);
  tour.focus("menu.leave");
  tour.press(Action::kSelect);
  CHECK(tour.screen() == "table");  // a short press is not enough
  tour.focus("menu.leave");
  tour.hold_select(1100);
  REQUIRE(far.until([&] { return tour.screen() == "result"; }));
  tour.settle();
  const auto* const end = tour.result().session().end();
  REQUIRE(far.referee().ended() != nullptr);
  CHECK(end->text == "left");
  CHECK(far.referee().ended()->text == "left");
  CHECK(end->result == far.referee().ended()->result);
  CHECK(tour.says("离开的一方扣分"));
}

TEST_CASE("a far match: both ask for another round, and it begins with the sides changed") {
  const bool near_first = GENERATE(true, false);
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("chess");
  REQUIRE(tour.table().session().own() == 0);
  far.want(IntentKind::kResign);
  REQUIRE(far.until([&] { return tour.screen() == "result"; }));
  tour.settle();
  const auto now = [&] { return tour.app().house().match_now(); };
  if (near_first) {
    tour.activate("result.rematch");
    REQUIRE(far.until([&] { return tour.says("等待对方") && far.duel().rematch_asked(); }));
    CHECK_FALSE(tour.app().ui().focus().item("result.rematch")->enabled);
    REQUIRE(far.duel().rematch(now()).ok());
  } else {
    REQUIRE(far.duel().rematch(now()).ok());
    REQUIRE(far.until([&] { return tour.says("小林想再来一局"); }));
    tour.activate("result.rematch");
  }
  REQUIRE(far.until([&] { return tour.screen() == "table"; }));
  CHECK(tour.table().session().own() == 1);
  CHECK(tour.table().session().near_seat() == 1);
  REQUIRE(far.until([&] { return far.duel().match()->together(); }));
  far.move("e2e4");
  CHECK(says_ply(tour, 1));
}

TEST_CASE("a far match: a round that is declined, and a partner who leaves, are told of") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("chess");
  far.want(IntentKind::kResign);
  REQUIRE(far.until([&] { return tour.screen() == "result"; }));
  tour.settle();
  tour.activate("result.rematch");
  REQUIRE(far.until([&] { return far.duel().rematch_asked(); }));
  REQUIRE(far.duel().decline(tour.app().house().match_now()).ok());
  REQUIRE(far.until([&] { return tour.says("没有谈成"); }));
  CHECK(tour.app().ui().focus().item("result.rematch")->enabled);
  REQUIRE(far.duel().say(7, tour.app().house().match_now()));
  REQUIRE(far.until([&] { return tour.says("再见"); }));
  far.duel().leave(tour.app().house().match_now());
  REQUIRE(far.until([&] { return tour.says("对方已经离开"); }));
  tour.settle();
  CHECK_FALSE(tour.app().ui().focus().item("result.rematch")->enabled);
}

TEST_CASE("clocks of a far match are the same on both sides to a tenth of a second at 50 ms of delay") {
  const Scratch scratch;
  TourOptions options = plain(scratch);
  options.config = scratch / "config.toml";
  std::ofstream(options.config) << "[plugin.network]\nfault-delay-ms = 50\n";
  // A disk knows nothing of the tour's clock: what it takes would be many times as much there.
  options.journal = false;
  Tour tour(options);
  FarSide far(tour, scratch / "far", "小林", false);
  far.begin("xiangqi", ten_minutes);
  const char* const kMoves[] = {"h2e2", "h9g7", "h0g2", "i9h9"};
  const auto check = [&] {
    for (const qitai::host::Seat seat : {0, 1}) {
      const auto now = tour.app().house().match_now();
      const auto here = tour.table().session().table().left(seat, now);
      const auto there = far.duel().match()->left(seat, now);
      INFO("seat " << seat);
      CHECK(std::abs(here.main - there.main) <= 100'000);
      CHECK(here.running == there.running);
    }
  };
  for (int i = 0; i < 4; ++i) {
    tour.pass(3000 + 500 * i);  // somebody thinks
    if (i % 2 == 0) {
      tour.play(kMoves[i]);
      REQUIRE(far.until([&] { return far.referee().ply() == static_cast<std::uint32_t>(i) + 1; }));
    } else {
      far.move(kMoves[i]);
    }
    tour.pass(300);
    check();
    tour.pass(5000);
    check();
  }
  // The link was as slow as it was meant to be: there and back.
  CHECK(far.duel().channel().round_trip() >= 100'000);
}
