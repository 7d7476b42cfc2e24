// The rules of play at the table: touch-move, forbidden moves, claims, pauses, and what the journal lost.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <string>

#include "menu/table_rails.hpp"
#include "menu/terms_screen.hpp"
#include "scratch.hpp"
#include "tour.hpp"

using qitai::match::Illegal;
using qitai::match::Terms;
using qitai::platform::Action;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

namespace menu = qitai::menu;

TourOptions usual(const Scratch& scratch) {
  TourOptions options;
  options.data = scratch.path();
  options.language = "en";
  return options;
}

// A table of that game with the terms as `change` leaves them.
template <typename Change>
void sit_down(Tour& tour, std::string_view game, Change change) {
  menu::House& house = tour.app().house();
  const auto variant = house.plugins.variant(game);
  REQUIRE(variant != nullptr);
  Terms terms = menu::usual_terms(house, *variant);
  change(terms, *variant);
  auto table = qitai::seat::Table::begin(variant, terms, nullptr, house.match_now());
  if (!table) FAIL(table.error().message);
  house.go(std::make_unique<menu::TableScreen>(house, std::move(*table)));
  tour.settle();
}

std::size_t plies(Tour& tour) {
  return tour.table().session().reader().plies().size();
}

menu::StripWords strip(Tour& tour) {
  return menu::strip_words(tour.app().house(), tour.table().session());
}

std::string word(Tour& tour, std::string_view key) {
  return std::string(tour.app().house().catalog.tr(key));
}

bool in_menu(Tour& tour, std::string_view id) {
  return tour.app().ui().focus().item(id) != nullptr;
}

}  // namespace

TEST_CASE("the terms show the rules of play, and what makes no sense with others is grey") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  tour.activate("title.two");
  REQUIRE(tour.screen() == "terms");
  const auto terms = [&]() -> const Terms& {
    return static_cast<menu::TermsScreen&>(tour.app().screen()).terms();
  };
  CHECK_FALSE(tour.app().ui().focus().item("rule.illegal_limit")->enabled);
  tour.focus("rule.illegal");
  tour.press(Action::kRight);
  CHECK(terms().illegal == Illegal::kCorrect);
  tour.focus("rule.illegal_limit");
  CHECK(tour.app().ui().focus().item("rule.illegal_limit")->enabled);
  tour.press_many(Action::kRight, 2);
  CHECK(terms().illegal_limit == 2);
  tour.focus("rule.illegal");
  tour.press_many(Action::kRight, 2);
  CHECK(terms().illegal == Illegal::kCapture);
  CHECK_FALSE(tour.app().ui().focus().item("rule.announce_check")->enabled);
  tour.focus("rule.touch_move");
  tour.press(Action::kRight);
  CHECK(terms().touch_move);
  tour.focus("rule.scored");
  tour.press(Action::kRight);
  CHECK(terms().scored);
  CHECK_FALSE(tour.app().ui().focus().item("rule.takeback")->enabled);
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().session().terms().illegal == Illegal::kCapture);
}

TEST_CASE("a claim with the next move is forgotten where the position it was meant for is taken back") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  tour.table_of("chess");
  // Black's knight would bring the first position about for the third time (FIDE 9.2).
  tour.submit("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
  tour.press(Action::kMenu);
  tour.activate("menu.claim");
  CHECK(tour.table().hand().claims_with_next());
  tour.press(Action::kBack);
  tour.activate("act.takeback");
  tour.activate("ask.agree");
  REQUIRE(plies(tour) == 6);
  CHECK_FALSE(tour.table().hand().claims_with_next());
  // As many plies as before, but another game.
  tour.submit("a2a3");
  REQUIRE(plies(tour) == 7);
  CHECK_FALSE(tour.table().hand().claims_with_next());
}

TEST_CASE("touch-move: a piece taken up stays in the hand until it is set down somewhere else") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  sit_down(tour, "xiangqi", [](Terms& terms, const auto&) { terms.touch_move = true; });
  tour.cursor_to("e0");
  tour.press(Action::kSelect);
  REQUIRE(tour.table().hand().lifted());
  tour.press(Action::kBack);
  CHECK(tour.table().hand().lifted());
  CHECK(tour.table().focus_on_board());
  CHECK(tour.table().hand().refusal().id == "touch-move");
  tour.press(Action::kSelect);  // on itself
  CHECK(tour.table().hand().lifted());
  tour.cursor_to("b0");
  tour.press(Action::kSelect);  // on another own piece
  CHECK(plies(tour) == 0);
  tour.cursor_to("e5");
  tour.press(Action::kSelect);  // where it cannot go: it is still in the hand
  CHECK(tour.table().hand().lifted());
  tour.cursor_to("e1");
  tour.press(Action::kSelect);
  REQUIRE(plies(tour) == 1);
  CHECK(tour.table().session().reader().plies().back().coordinates == "e0e1");
}

TEST_CASE("touch-move: whoever leaves the board and comes back still must move what was touched") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  sit_down(tour, "xiangqi", [](Terms& terms, const auto&) { terms.touch_move = true; });
  tour.cursor_to("e0");
  tour.press(Action::kSelect);
  tour.press(Action::kMenu);
  tour.press(Action::kBack);
  tour.play("h2e2");
  CHECK(plies(tour) == 0);
  CHECK(tour.table().hand().refusal().id == "touch-move");
  CHECK(tour.table().hand().refusal().points.size() == 1);
}

TEST_CASE("touch-move: what is adjusted first is free, once") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  sit_down(tour, "xiangqi", [](Terms& terms, const auto&) { terms.touch_move = true; });
  tour.press(Action::kMenu);
  tour.activate("menu.adjust");
  tour.cursor_to("e0");
  tour.press(Action::kSelect);
  CHECK(tour.table().hand().lifted());
  tour.press(Action::kBack);
  CHECK_FALSE(tour.table().hand().lifted());
  tour.play("h2e2");
  CHECK(plies(tour) == 1);
  // A piece of the other side, touched: it must be taken.
  tour.cursor_to("e3");
  tour.press(Action::kSelect);
  CHECK(tour.table().session().reader().touched().size() == 1);
}

TEST_CASE("a forbidden move that the terms correct goes back, is said, and the same piece must move") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  sit_down(tour, "xiangqi", [](Terms& terms, const auto&) {
    terms.position = "4k4/9/9/9/9/4C4/9/9/9/4K4 w - - 0 1";
    terms.illegal = Illegal::kCorrect;
    terms.illegal_limit = 2;
  });
  tour.play("e4d4");
  CHECK(plies(tour) == 0);
  CHECK(tour.table().hand().refusal().id == "facing");
  CHECK_FALSE(tour.table().hand().refusal().points.empty());
  tour.play("e0e1");
  CHECK(plies(tour) == 0);
  CHECK(tour.table().hand().refusal().id == "same-piece");
  SECTION("it does") {
    tour.play("e4e5");
    CHECK(plies(tour) == 1);
  }
  SECTION("the second one loses") {
    tour.play("e4f4");
    tour.pass(2000);
    REQUIRE(tour.screen() == "result");
    CHECK(tour.result().session().reader().ended()->text == "illegal-move");
  }
}

TEST_CASE("where generals can be taken every move is offered and nobody says check") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  sit_down(tour, "xiangqi", [](Terms& terms, const auto&) {
    terms.position = "4k4/9/9/9/9/4R4/9/9/9/4K4 b - - 0 1";
    terms.illegal = Illegal::kCapture;
  });
  CHECK(strip(tour).head != word(tour, "table.check"));
  CHECK(tour.table().session().reader().marks(0).empty());
  tour.play("e9e8");  // stays in the chariot's file
  REQUIRE(plies(tour) == 1);
  tour.play("e4e8");
  tour.pass(2000);
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().reader().ended()->text == "king-captured");
}

TEST_CASE("a pause is asked from the menu, the other side answers, and select goes on") {
  const Scratch scratch;
  TourOptions options = usual(scratch);
  options.timed = true;
  Tour tour(options);
  tour.to_table();
  tour.play("h2e2");
  tour.press(Action::kMenu);
  tour.activate("menu.pause");
  REQUIRE(tour.app().ui().focus().focused() == "ask.agree");
  CHECK(strip(tour).ask);
  SECTION("it does not agree") {
    tour.activate("ask.disagree");
    CHECK_FALSE(tour.table().session().reader().paused());
    CHECK(tour.table().session().ready());
  }
  SECTION("it agrees") {
    tour.activate("ask.agree");
    CHECK(strip(tour).head == word(tour, "table.paused"));
    const auto left = [&] {
      return tour.table().session().table().left(1, tour.app().house().match_now()).main;
    };
    const auto before = left();
    tour.pass(60'000);
    CHECK(left() == before);
    CHECK(tour.table().focus_on_board());
    tour.cursor_to("h9");
    tour.press(Action::kSelect);  // goes on, and lifts nothing
    CHECK_FALSE(tour.table().hand().lifted());
    CHECK_FALSE(tour.table().session().reader().paused());
    tour.play("h9g7");
    CHECK(plies(tour) == 2);
    tour.pass(2000);
    CHECK(tour.table().session().table().left(0, tour.app().house().match_now()).running);
  }
}

TEST_CASE("an untimed match has no pause in its menu, one without touch-move nothing to adjust") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  tour.to_table();
  tour.press(Action::kMenu);
  CHECK(in_menu(tour, "menu.continue"));
  CHECK_FALSE(in_menu(tour, "menu.pause"));
  CHECK_FALSE(in_menu(tour, "menu.adjust"));
  CHECK_FALSE(in_menu(tour, "menu.claim"));
  tour.focus("menu.leave");
  tour.hold_select(1100);
  tour.pass(2000);
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().reader().ended()->text == "aborted");  // before both had moved
}

// FIDE 9.2: the player to move claims when the position has appeared for the third time, or is about to.
TEST_CASE("a draw by repetition is claimed, alone or with the move that brings it about") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  sit_down(tour, "chess", [](Terms& terms, const qitai::host::Variant& variant) {
    const auto option = variant.info().option("claims");
    REQUIRE(option >= 0);
    terms.options[static_cast<std::size_t>(option)] = variant.option_value(option, "claim").value();
  });
  for (const std::string_view move : {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"})
    tour.play(move);
  REQUIRE(plies(tour) == 7);
  tour.press(Action::kMenu);
  REQUIRE(in_menu(tour, "menu.claim"));
  SECTION("with the move") {
    tour.activate("menu.claim");
    CHECK(tour.table().hand().claims_with_next());
    tour.play("f6g8");
    tour.pass(2000);
    REQUIRE(tour.screen() == "result");
    CHECK(tour.result().session().reader().ended()->text == "repetition");
    CHECK(tour.result().session().reader().plies().size() == 8);
  }
  SECTION("with a move that does not: it stands as an offer") {
    tour.activate("menu.claim");
    tour.play("f6d5");
    REQUIRE(tour.screen() == "table");
    CHECK(plies(tour) == 8);
    REQUIRE(tour.table().session().reader().draw_offer());
    tour.activate("ask.disagree");
    CHECK_FALSE(tour.table().hand().claims_with_next());
  }
  SECTION("when it is there") {
    tour.press(Action::kBack);
    tour.play("f6g8");
    REQUIRE(tour.screen() == "table");
    CHECK(strip(tour).note == word(tour, "table.claim_available"));
    tour.press(Action::kBack);
    tour.focus("act.draw");
    CHECK(tour.app().ui().help_line() == word(tour, "help.act.claim"));
    tour.press(Action::kSelect);
    tour.pass(2000);
    REQUIRE(tour.screen() == "result");
    CHECK(tour.result().session().reader().ended()->text == "repetition");
  }
}

TEST_CASE("a claim with a move that brings nothing about, too soon for another offer, is given up and said") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  tour.table_of("chess");
  tour.submit("g1f3 g8f6 f3g1 f6g8 g1f3");
  tour.press(Action::kBack);
  tour.activate("act.draw");
  tour.submit("g8f6 f3g1");  // the offer goes with White's move
  tour.press(Action::kMenu);
  tour.activate("menu.claim");
  CHECK(tour.table().hand().claims_with_next());
  tour.play("f6d5");
  CHECK(plies(tour) == 7);
  CHECK(tour.table().hand().refusal().id == "no-claim");
  CHECK_FALSE(tour.table().hand().claims_with_next());
  tour.play("f6d5");
  CHECK(plies(tour) == 8);
}

// FIDE 4.4.4, 4.7: the promotion is final when the piece touches the square; a rook touched first castles no
// more.
TEST_CASE("touch-move in chess: castling begins with the king, a promotion is not taken back") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  sit_down(tour, "chess", [](Terms& terms, const auto&) {
    terms.touch_move = true;
    terms.position = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1";
  });
  const auto targets = [&] {
    const auto& session = tour.table().session();
    const auto legal = session.table().referee().legal(0);
    const auto king = session.variant().geometry()->point("e1");
    return std::count_if(legal.begin(), legal.end(), [&](const auto& move) { return move.from == king; });
  };
  CHECK(targets() == 6);  // five steps and the castling
  SECTION("the rook first") {
    tour.cursor_to("h1");
    tour.press(Action::kSelect);
    CHECK(targets() == 0);
  }
  SECTION("the king first") {
    tour.cursor_to("e1");
    tour.press(Action::kSelect);
    CHECK(targets() == 6);
  }
  SECTION("the pawn to its last rank") {
    tour.play("a7a8");
    REQUIRE(plies(tour) == 0);
    tour.press(Action::kBack);
    tour.press(Action::kSelect);
    REQUIRE(plies(tour) == 1);
    CHECK(tour.table().session().reader().plies().back().move.choice != 0);
  }
}

TEST_CASE("a data folder taken away while a match is on is said at the table") {
  const Scratch scratch;
  TourOptions options = usual(scratch);
  std::filesystem::create_directories(scratch.path() / "data");
  options.data = scratch.path() / "data";
  options.journal = true;
  Tour tour(options);
  tour.to_table();
  tour.play("h2e2");
  std::filesystem::remove_all(scratch.path() / "data");
  tour.app().house().journal->flush();
  tour.play("h9g7");
  tour.app().house().journal->flush();
  tour.pass(200);
  CHECK(strip(tour).note == word(tour, "table.journal_gone"));
  tour.play("h0g2");
  CHECK(plies(tour) == 3);
}

// The sentence in the strip and the crosses on the board come from these.
TEST_CASE("whatever the rules refuse has a sentence in every language, and points that are on the board") {
  const Scratch scratch;
  Tour tour(usual(scratch));
  menu::House& house = tour.app().house();
  for (const auto& variant : house.plugins.variants()) {
    INFO(variant->info().id);
    auto made = qitai::match::Referee::start(variant, qitai::match::default_terms(*variant));
    REQUIRE(made.ok());
    qitai::match::Referee& referee = **made;
    const auto points = static_cast<qitai::host::Point>(referee.state().geometry().points.size());
    std::set<std::string> ids;
    for (int seat = 0; referee.phase() == qitai::match::Phase::kSetUp; ++seat) {
      // Nothing: a layout of the game's own choice.
      qitai::match::Intent layout;
      layout.kind = qitai::match::IntentKind::kSetUp;
      layout.seat = seat;
      REQUIRE(std::holds_alternative<qitai::match::Accepted>(referee.submit(layout)));
    }
    for (int ply = 0; ply < 40 && referee.phase() == qitai::match::Phase::kPlaying; ++ply) {
      const int seat = (referee.acting() & 1U) != 0 ? 0 : 1;
      for (qitai::host::Point from = 0; from < points; ++from) {
        for (qitai::host::Point to = 0; to < points; ++to) {
          const auto why = referee.refuse(seat, {from, to, 0, 0});
          if (!why) continue;
          ids.insert(why->id);
          REQUIRE(std::all_of(why->points.begin(), why->points.end(),
                              [&](qitai::host::Point point) { return point < points; }));
        }
      }
      const auto legal = referee.legal(seat);
      qitai::match::Intent move;
      move.kind = qitai::match::IntentKind::kMove;
      move.seat = seat;
      move.move = legal[static_cast<std::size_t>(ply * 7) % legal.size()];
      REQUIRE(std::holds_alternative<qitai::match::Accepted>(referee.submit(move)));
    }
    CHECK(ids.size() > 3);
    for (const std::string& id : ids) {
      INFO(id);
      for (const auto language : qitai::text::kLanguages) {
        house.catalog.set_language(language);
        const std::string key = "refusal." + id;
        const auto& texts = variant->info().texts;
        const bool own = std::any_of(texts.begin(), texts.end(), [&](const auto& text) {
          return text.key == key && text.lang == qitai::text::language_code(language);
        });
        CHECK((own || house.catalog.has(key)));
        CHECK(house.refusal_text(*variant, id) != id);
      }
    }
  }
}
