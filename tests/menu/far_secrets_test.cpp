// Games with secrets against a far player: the private set-up, what the screen may show, and the openings at
// the end.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "far_side.hpp"
#include "scratch.hpp"

using qitai::match::IntentKind;
using qitai::platform::Action;
using qitai::testing::FarSide;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

TourOptions plain(const Scratch& scratch) {
  TourOptions options;
  options.data = scratch.path() / "near";
  options.journal = true;
  std::filesystem::create_directories(options.data);
  return options;
}

std::ptrdiff_t hidden(const std::vector<qitai::host::Piece>& pieces) {
  return std::count_if(pieces.begin(), pieces.end(),
                       [](const auto& piece) { return piece.kind == qitai::host::kNoKind; });
}

// Both have set up: the program shows its table.
void both_ready(Tour& tour, FarSide& far) {
  far.set_up();
  tour.press(Action::kBack);
  tour.activate("setup.ready");
  REQUIRE(far.until([&] { return tour.screen() == "table"; }));
}

}  // namespace

TEST_CASE(
    "a far match with a set-up: the own half alone, no curtain, and waiting for the other side is said") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("junqi", {}, GENERATE(true, false));
  REQUIRE(tour.screen() == "setup");
  CHECK(tour.setup().seat() == tour.setup().session().own());
  CHECK(tour.setup().curtain().open());
  CHECK(tour.app().ui().focus().item("setup.title") != nullptr);
  const std::string layout = tour.setup().layout();
  tour.press(Action::kBack);
  tour.activate("setup.ready");
  REQUIRE(far.until([&] { return tour.says("等待对方布阵"); }));
  CHECK_FALSE(tour.app().ui().focus().item("setup.ready")->enabled);
  // What was given is not changed any more.
  CHECK(tour.setup().layout() == layout);
  far.set_up();
  REQUIRE(far.until([&] { return tour.screen() == "table"; }));
  qitai::menu::Session& session = tour.table().session();
  CHECK(session.viewer() == session.own());
  CHECK_FALSE(session.curtained());
  // 25 pieces of the other side, none of which this screen knows.
  CHECK(hidden(session.reader().pieces(0)) == 25);
}

TEST_CASE("a far match: at the end of the set-up limit the layout that stands is given") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("junqi", [](qitai::duel::Offer& offer) {
    for (auto& limits : offer.limits)
      limits.setup_limit = 1;
  });
  tour.press(Action::kBack);
  tour.activate("setup.mirror");
  const std::string stands = tour.setup().layout();
  const qitai::host::Seat own = *tour.setup().session().own();
  REQUIRE(far.until([&] { return tour.screen() == "table"; }, 80'000));
  const auto& referee = tour.table().session().table().referee();
  const auto mine = referee.state(own).view(own);
  // Asked of a game that has not begun: this one takes no set-ups any more.
  const auto fresh =
      qitai::match::Referee::start(tour.app().house().plugins.variant("junqi"), referee.terms());
  REQUIRE(fresh.ok());
  const auto wanted =
      std::get<std::vector<qitai::host::Piece>>((*fresh)->state(own).setup_pieces(own, stands));
  for (const qitai::host::Piece& piece : wanted) {
    CHECK(std::any_of(mine.begin(), mine.end(), [&](const qitai::host::Piece& other) {
      return other.point == piece.point && other.kind == piece.kind;
    }));
  }
}

TEST_CASE("a far match of a hidden game: after the openings the result stands and everything is shown") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("junqi");
  both_ready(tour, far);
  far.want(IntentKind::kResign);
  REQUIRE(far.comes_to_result());
  tour.settle();
  qitai::menu::Session& session = tour.result().session();
  REQUIRE(far.duel().match()->verdict().has_value());
  CHECK(session.end()->text == "resignation");
  CHECK(session.end()->result == far.duel().match()->result());
  CHECK(session.viewer() == qitai::match::kTruth);
  CHECK(hidden(session.reader().pieces(0)) == 0);
}

TEST_CASE("a far match of a hidden game: until the other side has opened its pieces the screen waits") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("junqi");
  both_ready(tour, far);
  far.kill();
  REQUIRE(far.until([&] { return tour.table().session().link().lost; }));
  // It does not come back: past its grace the match ends without a result, and nothing is given away.
  REQUIRE(far.until([&] { return tour.screen() == "result"; }, 120'000));
  tour.settle();
  qitai::menu::Session& session = tour.result().session();
  CHECK(session.end()->text == "disconnected");
  CHECK(session.viewer() == session.own());
  CHECK(hidden(session.reader().pieces(0)) == 25);
}

TEST_CASE("a far match: a move that is fought over the link arrives, with its outcome, on both screens") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("junqi", [](qitai::duel::Offer& offer) { offer.takeback = false; });
  both_ready(tour, far);
  qitai::menu::Session& session = tour.table().session();
  // Both go forward by what the rules let them until two have met.
  const auto fought = [&] {
    return std::any_of(session.reader().plies().begin(), session.reader().plies().end(), [](const auto& ply) {
      return std::any_of(ply.changes.begin(), ply.changes.end(),
                         [](const qitai::host::Change& change) { return change.what == QITAI_CHANGE_FACT; });
    });
  };
  const auto geometry = session.variant().geometry(session.terms().options);
  for (int ply = 0; ply < 60 && !fought() && !session.over(); ++ply) {
    const bool near = session.mover() == session.own();
    const auto& referee = near ? session.table().referee() : far.referee();
    const qitai::host::Seat seat = near ? *session.own() : far.own();
    const auto legal = referee.legal(seat);
    REQUIRE_FALSE(legal.empty());
    const auto attacks = [&](const qitai::host::Move& move) {
      for (const auto& piece : referee.state(seat).view(seat)) {
        if (piece.point == move.to && piece.kind == qitai::host::kNoKind) return true;
      }
      return false;
    };
    const auto ahead = [&](const qitai::host::Move& move) {
      const int way = geometry->points[move.to].y - geometry->points[move.from].y;
      return session.info().seats[static_cast<std::size_t>(seat)].facing == 180 ? way : -way;
    };
    auto chosen = std::find_if(legal.begin(), legal.end(), attacks);
    if (chosen == legal.end()) {
      chosen = std::max_element(legal.begin(), legal.end(),
                                [&](const auto& a, const auto& b) { return ahead(a) < ahead(b); });
    }
    const std::size_t before = session.reader().plies().size();
    const qitai::host::Move move = *chosen;
    qitai::match::Intent intent;
    intent.kind = IntentKind::kMove;
    intent.seat = seat;
    intent.move = move;
    if (near) {
      REQUIRE(std::holds_alternative<qitai::match::Accepted>(
          session.table().submit(intent, tour.app().house().match_now())));
    } else {
      REQUIRE_FALSE(far.duel().want(intent, tour.app().house().match_now()).has_value());
    }
    REQUIRE(far.until([&] { return session.reader().plies().size() > before; }));
    REQUIRE(far.until([&] { return far.referee().ply() == session.reader().plies().size(); }));
  }
  CHECK(fought());
  CHECK(far.referee().public_hash() == session.table().referee().public_hash());
}

TEST_CASE("a far match: whose program ends during the set-up comes back to it, and what was given stands") {
  const bool given = GENERATE(false, true);
  INFO("given " << given);
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far");
  far.begin("junqi");
  if (given) far.set_up();
  far.kill();
  REQUIRE(far.until([&] { return tour.setup().session().link().lost; }));
  tour.settle();
  CHECK(tour.says("连接中断"));
  far.come_back();
  REQUIRE(far.until([&] { return !tour.setup().session().link().lost && far.duel().match()->together(); },
                    60'000));
  if (!given) far.set_up();
  tour.press(Action::kBack);
  tour.activate("setup.ready");
  REQUIRE(far.until([&] { return tour.screen() == "table"; }));
  far.want(IntentKind::kResign);
  REQUIRE(far.comes_to_result());
  CHECK(far.duel().match()->verdict()->kind == qitai::duel::Verdict::Kind::kHonest);
}

TEST_CASE(
    "a far match of a hidden game: who opened something else than he had committed to has lied and lost") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far", "小林", true, "liar_opening.so");
  far.begin("junqi");
  both_ready(tour, far);
  // It is given up by the honest side: the lie turns the result round.
  tour.press(Action::kBack);
  REQUIRE(far.is_resigned());
  tour.settle();
  qitai::menu::Session& session = tour.result().session();
  REQUIRE(session.end() != nullptr);
  CHECK(session.end()->text == "lied");
  const auto own = static_cast<std::size_t>(*session.own());
  CHECK(session.end()->result[own] == 1);
  CHECK(session.end()->result[1 - own] == -1);
  CHECK(tour.says("对不上"));
}

TEST_CASE("a far match: two machines that see another position end it, and nobody has won") {
  const Scratch scratch;
  Tour tour(plain(scratch));
  FarSide far(tour, scratch / "far", "小林", true, "liar_position.so");
  far.begin("chess", {}, true, true);
  tour.play("e2e4");
  REQUIRE(far.until([&] { return tour.screen() == "result"; }));
  tour.settle();
  qitai::menu::Session& session = tour.result().session();
  REQUIRE(session.end() != nullptr);
  CHECK(session.end()->text == "disagreement");
  CHECK(session.end()->result.empty());
  CHECK(tour.says("记下的局面不同"));
}
