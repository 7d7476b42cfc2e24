// Playing through the real screens by inputs: keys, touch and mouse; what the table answers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>

#include "match/terms.hpp"
#include "menu/table_rails.hpp"
#include "menu/title_screen.hpp"
#include "scratch.hpp"
#include "store/journal.hpp"
#include "tour.hpp"

using qitai::host::Point;
using qitai::platform::Action;
using qitai::platform::Device;
using qitai::platform::Input;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;

namespace {

TourOptions small(const Scratch& scratch) {
  TourOptions options;
  options.data = scratch.path();
  options.language = "en";
  return options;
}

std::size_t plies(Tour& tour) {
  return tour.table().session().reader().plies().size();
}

SDL_FPoint at(Tour& tour, std::string_view name) {
  const auto geometry = tour.table().session().variant().geometry({});
  return tour.app().house().board.centre(geometry->point(name));
}

void pointer(Tour& tour, Input::Kind kind, SDL_FPoint where) {
  Input input;
  input.kind = kind;
  input.device = Device::kTouch;
  input.x = where.x;
  input.y = where.y;
  tour.app().give(input);
  tour.settle();
}

void tap(Tour& tour, std::string_view name) {
  const SDL_FPoint where = at(tour, name);
  pointer(tour, Input::Kind::kPointerDown, where);
  pointer(tour, Input::Kind::kPointerUp, where);
}

void drag(Tour& tour, std::string_view from, std::string_view to) {
  const SDL_FPoint a = at(tour, from), b = at(tour, to);
  pointer(tour, Input::Kind::kPointerDown, a);
  pointer(tour, Input::Kind::kPointerMove, {(a.x + b.x) / 2, (a.y + b.y) / 2});
  pointer(tour, Input::Kind::kPointerMove, b);
  pointer(tour, Input::Kind::kPointerUp, b);
}

}  // namespace

TEST_CASE("from the title to the table it takes three presses: the game, how to play it, its terms") {
  const Scratch scratch;
  Tour tour(small(scratch));
  CHECK(tour.screen() == "title");
  CHECK(tour.app().ui().focus().focused() == "title.game");
  tour.press(Action::kSelect);
  CHECK(tour.app().ui().focus().focused() == "title.one");
  tour.press(Action::kSelect);
  CHECK(tour.screen() == "terms");
  CHECK(tour.app().ui().focus().focused() == "terms.start");
  tour.press(Action::kSelect);
  REQUIRE(tour.screen() == "table");
  CHECK(tour.app().screen().focus_on_board());
}

TEST_CASE("select lifts and sets down, back drops, back again goes to the actions") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_table();
  tour.cursor_to("b0");
  tour.press(Action::kSelect);
  CHECK(tour.table().hand().lifted());
  tour.press(Action::kSelect);
  CHECK_FALSE(tour.table().hand().lifted());
  tour.press(Action::kSelect);
  tour.press(Action::kBack);
  CHECK_FALSE(tour.table().hand().lifted());
  CHECK(tour.table().focus_on_board());
  tour.press(Action::kBack);
  CHECK_FALSE(tour.table().focus_on_board());
  CHECK(tour.app().ui().focus().focused() == "act.draw");
  tour.pass(1000);
  tour.press(Action::kBack);
  CHECK(tour.table().focus_on_board());
  CHECK_FALSE(tour.table().session().browsed());
  // Two backs quickly: browsing. (The clock stands still between them but for the frames.)
  tour.app().press(Action::kBack);
  tour.app().press(Action::kBack);
  tour.settle();
  CHECK(tour.table().session().browsed());
  CHECK(plies(tour) == 0);
}

TEST_CASE("moves by cursor, by taps and by drags") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_table();
  tour.play("h2e2");
  CHECK(plies(tour) == 1);
  tap(tour, "h9");
  CHECK(tour.table().hand().lifted());
  tap(tour, "g7");
  CHECK(plies(tour) == 2);
  drag(tour, "h0", "g2");
  CHECK(plies(tour) == 3);
  CHECK(tour.table().session().reader().plies().back().coordinates == "h0g2");
  // Another own piece is taken up instead of the one in hand.
  tap(tour, "b9");
  tap(tour, "i9");
  REQUIRE(tour.table().hand().lifted());
  CHECK(at(tour, "i9").x == Approx(tour.app().house().board.centre(*tour.table().hand().lifted()).x));
  // A finger that lets go beside the board gives the piece back.
  pointer(tour, Input::Kind::kPointerDown, at(tour, "b9"));
  pointer(tour, Input::Kind::kPointerMove, {5, 5});
  pointer(tour, Input::Kind::kPointerUp, {5, 5});
  CHECK_FALSE(tour.table().hand().lifted());
  CHECK(plies(tour) == 3);
}

TEST_CASE("an illegal try changes nothing and says why") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_table();
  // 蹩马腿: the chariot's neighbour, the elephant, blocks nothing; the general does not walk diagonally.
  tour.play("e0d1");
  CHECK(plies(tour) == 0);
  CHECK_FALSE(tour.table().hand().lifted());
  CHECK_FALSE(tour.table().hand().refusal().id.empty());
  drag(tour, "b0", "d1");  // the horse's leg: the elephant on c0
  CHECK(plies(tour) == 0);
  CHECK(tour.table().hand().refusal().id == "horse-leg");
  CHECK(tour.table().hand().refusal().points.size() == 1);
}

TEST_CASE("a takeback is asked, and happens only when the other side agrees") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_table();
  tour.play("h2e2");
  tour.press(Action::kBack);
  tour.activate("act.takeback");
  CHECK(tour.app().ui().focus().focused() == "ask.agree");
  tour.activate("ask.disagree");
  CHECK(plies(tour) == 1);
  CHECK(tour.table().focus_on_board());
  tour.press(Action::kBack);
  tour.activate("act.takeback");
  tour.activate("ask.agree");
  CHECK(plies(tour) == 0);
}

TEST_CASE("a draw by agreement ends the match") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_table();
  tour.play("h2e2");
  tour.play("h9g7");
  tour.press(Action::kBack);
  tour.activate("act.draw");
  tour.activate("ask.agree");
  tour.pass(1500);
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().reader().ended()->text == "agreement");
  // A rematch changes the sides.
  const std::string first = tour.result().session().terms().seats[0].name;
  tour.activate("result.rematch");
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().session().terms().seats[1].name == first);
  CHECK(plies(tour) == 0);
}

TEST_CASE("resigning needs a press of a whole second") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_table();
  tour.play("h2e2");
  tour.press(Action::kBack);
  tour.focus("act.resign");
  tour.hold_select(600);
  tour.pass(1500);
  CHECK(tour.screen() == "table");
  tour.hold_select(1100);
  tour.pass(1500);
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().reader().ended()->text == "resignation");
}

// What cannot be undone happens only while the button is down: wherever its release goes to.
TEST_CASE("a hold on resign is broken by whatever leads away from it") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_table();
  tour.play("h2e2");
  tour.press(Action::kBack);
  tour.focus("act.resign");
  Input input;
  input.action = Action::kSelect;
  tour.app().give(input);
  tour.pass(200);
  SECTION("back to the board, and the release is the board's") {
    tour.press(Action::kBack);
  }
  SECTION("browsing, and the release is the browser's") {
    tour.press(Action::kBrowse);
  }
  SECTION("the menu opens over it") {
    tour.press(Action::kMenu);
  }
  SECTION("a finger on the board") {
    tap(tour, "e9");
  }
  SECTION("the mouse takes the focus to another item") {
    const SDL_Rect& other = tour.app().ui().focus().item("act.flip")->rect;
    pointer(tour, Input::Kind::kPointerMove,
            {static_cast<float>(other.x + other.w / 2), static_cast<float>(other.y + other.h / 2)});
  }
  input.kind = Input::Kind::kRelease;
  tour.app().give(input);
  tour.pass(3000);
  CHECK(tour.screen() == "table");
  CHECK_FALSE(tour.table().session().over());
}

TEST_CASE("terms are what was chosen: no takebacks, an option of the game, the sides changed") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.activate("title.two");
  tour.focus("rule.takeback");
  tour.press(Action::kRight);
  // More rules than one page holds: down goes on to those that are not seen yet.
  for (int i = 0; i < 20 && tour.app().ui().focus().focused() != "rule.natural_limit"; ++i)
    tour.press(Action::kDown);
  REQUIRE(tour.app().ui().focus().focused() == "rule.natural_limit");
  tour.press(Action::kLeft);
  tour.activate("terms.swap");
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "table");
  const auto& session = tour.table().session();
  CHECK_FALSE(session.terms().takeback);
  const auto index = static_cast<std::size_t>(session.info().option("natural_limit"));
  CHECK(session.terms().options[index] == session.info().options[index].fallback - 1);
  CHECK(session.terms().seats[0].name == "Player 2");
  tour.play("h2e2");
  tour.press(Action::kBack);
  tour.focus("act.takeback");
  CHECK_FALSE(tour.app().ui().focus().item("act.takeback")->enabled);
  // It says why in the strip's help.
  CHECK(tour.app().ui().help_line() == tour.app().house().catalog.tr("refusal.takeback-off"));
}

TEST_CASE("the language changes while it runs, and everything with it") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.activate("title.settings");
  tour.focus("set.language");
  tour.press(Action::kRight);  // en → zh-Hans
  CHECK(tour.app().house().catalog.language() == qitai::text::Language::kSimplified);
  tour.press(Action::kBack);
  tour.to_table();
  CHECK(tour.table().session().notation() == tour.table().session().info().notation("chinese"));
  // It is kept for the next start.
  TourOptions again = small(scratch);
  again.language = "";
  Tour later(again);
  CHECK(later.app().house().catalog.language() == qitai::text::Language::kSimplified);
}

TEST_CASE("a match that was left is offered at the title and goes on at the same ply") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.journal = true;
  {
    Tour tour(options);
    tour.to_table();
    tour.play("h2e2");
    tour.pass(300);
    tour.play("h9g7");
    tour.pass(300);
    REQUIRE(plies(tour) == 2);
    tour.press(Action::kMenu);
    tour.activate("menu.title");
    CHECK(tour.screen() == "title");
    CHECK(tour.app().ui().focus().focused() == "title.resume");
  }
  Tour tour(options);
  REQUIRE(tour.app().ui().focus().focused() == "title.resume");
  tour.press(Action::kSelect);
  REQUIRE(tour.screen() == "table");
  CHECK(plies(tour) == 2);
  tour.play("h0g2");
  CHECK(plies(tour) == 3);
}

TEST_CASE("a match under older rules is not offered, and the title says so") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.journal = true;
  std::string terms;
  {
    Tour tour(options);
    tour.to_table();
    tour.play("h2e2");
    tour.press(Action::kMenu);
    tour.activate("menu.title");
    REQUIRE(tour.app().ui().focus().item("title.resume") != nullptr);
    qitai::match::Terms older = qitai::match::default_terms(*tour.app().house().plugins.variant("xiangqi"));
    older.rules_revision -= 1;
    terms = qitai::match::encode(older);
  }
  {
    auto journal = qitai::store::Journal::open(scratch.path() / "journal.db", {});
    REQUIRE(journal);
    (*journal)->begin("xiangqi", "", terms);
  }
  Tour tour(options);
  REQUIRE(tour.screen() == "title");
  CHECK(tour.app().ui().focus().item("title.resume") == nullptr);
  const auto& title = static_cast<qitai::menu::TitleScreen&>(tour.app().screen());
  CHECK(title.notice() == tour.app().house().catalog.tr("title.trouble"));
  // It is there for a program that plays by those rules.
  const auto kept = tour.app().house().journal->resumable();
  REQUIRE(kept);
  REQUIRE(kept->has_value());
  CHECK((*kept)->header == terms);
}

TEST_CASE("a cabinet has no way out, and the title says what is wrong with the machine") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.kiosk = true;
  options.journal = true;
  // A folder stands where the journal should be: nothing can be kept.
  std::filesystem::create_directories(scratch.path() / "journal.db");
  Tour tour(options);
  CHECK(tour.app().ui().focus().item("title.quit") == nullptr);
  CHECK(tour.app().house().journal == nullptr);
  REQUIRE_FALSE(tour.app().house().notices.empty());
  CHECK_FALSE(tour.app().house().notices.front()().empty());
  tour.to_table();
  tour.play("h2e2");
  CHECK(plies(tour) == 1);
}

TEST_CASE("a clock that runs redraws its own card and nothing else, an untimed table draws nothing") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.timed = true;
  Tour tour(options);
  tour.to_table();
  tour.settle();
  tour.pass(1100);  // the figures below are of frames that the clock alone made
  const SDL_Rect& card = tour.table().layout().near_card;
  std::int64_t most = 0;
  int drawn = 0;
  for (int turn = 0; turn < 100; ++turn) {
    tour.pass(20);
    const std::int64_t pixels = tour.app().ui().layer().pixels_redrawn();
    most = std::max(most, pixels);
    if (pixels > 0) ++drawn;
  }
  CHECK(most > 0);
  CHECK(most <= std::int64_t{card.w} * card.h);

  Tour still(small(scratch));
  still.to_table();
  still.settle();
  const std::uint64_t before = still.app().frames();
  still.pass(3000);
  CHECK(still.app().frames() == before);
}

TEST_CASE("a flag that falls ends the match with its reason") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.timed = true;  // three minutes a move
  Tour tour(options);
  tour.to_table();
  tour.play("h2e2");
  tour.play("h9g7");
  for (int i = 0; i < 190; ++i)
    tour.pass(1000);
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().reader().ended()->text == "step-time");
  CHECK(tour.app().ui().problems().empty());  // the clock at the flag has its room
}

TEST_CASE("any plugin's game has its card, its options and its choices") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.two_games = true;
  Tour tour(options);
  // The carousel goes round with left and right, and every game is one press away.
  CHECK(tour.app().ui().focus().focused() == "title.game");
  tour.press(Action::kSelect);
  CHECK(tour.app().ui().focus().focused() == "title.one");
  tour.activate("title.two");
  REQUIRE(tour.screen() == "terms");
  // More rules than fit: down goes on to those that are not seen yet.
  tour.focus("rule.takeback");
  tour.press_many(Action::kDown, 14);
  CHECK(tour.app().ui().focus().focused() == "rule.rule12");
  tour.press(Action::kRight);
  tour.press(Action::kDown);
  CHECK(tour.app().ui().focus().focused() == "terms.start");
  tour.press(Action::kSelect);
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().session().terms().options.back() == 1);
  for (const std::string_view move : {"a1a2", "c5c4", "a2a3", "c4c3", "a3a4", "c3c2", "a4a5"})
    tour.play(move);
  CHECK(plies(tour) == 6);  // not before it is said what the pawn becomes
  CHECK(tour.app().ui().focus().focused() == "choice.0");
  tour.press(Action::kBack);
  CHECK(tour.table().focus_on_board());
  tour.play("a4a5");
  tour.press(Action::kDown);
  tour.press(Action::kSelect);
  tour.pass(1500);
  REQUIRE(tour.screen() == "result");
  // The most valuable first: below the queen stands the rook, the fourth kind of this game.
  CHECK(tour.result().session().reader().plies().back().move.choice == 4);
}

TEST_CASE("what a piece becomes is chosen by a finger, and a tap beside the column gives the pawn back") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.two_games = true;
  Tour tour(options);
  tour.to_choice();
  REQUIRE(tour.app().ui().focus().item("choice.3") != nullptr);
  const SDL_Rect queen = tour.app().ui().focus().item("choice.0")->rect;
  const SDL_FPoint target = at(tour, "a5");
  // The queen stands on the target, the others below her on the board.
  CHECK(std::abs(static_cast<float>(queen.x + queen.w / 2) - target.x) <= 2);
  CHECK(std::abs(static_cast<float>(queen.y + queen.h / 2) - target.y) <= 2);
  CHECK(tour.app().ui().focus().item("choice.1")->rect.y > queen.y);
  pointer(tour, Input::Kind::kPointerDown, at(tour, "d2"));
  pointer(tour, Input::Kind::kPointerUp, at(tour, "d2"));
  CHECK(tour.app().ui().focus().item("choice.0") == nullptr);
  CHECK_FALSE(tour.table().hand().lifted());
  CHECK(plies(tour) == 6);
  tap(tour, "a4");
  tap(tour, "a5");
  const SDL_Rect knight = tour.app().ui().focus().item("choice.2")->rect;
  const SDL_FPoint finger{static_cast<float>(knight.x + knight.w / 2),
                          static_cast<float>(knight.y + knight.h / 2)};
  pointer(tour, Input::Kind::kPointerDown, finger);
  pointer(tour, Input::Kind::kPointerUp, finger);
  tour.pass(1500);
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().reader().plies().back().move.choice == 2);
}

TEST_CASE(
    "a warning of the rules stands in the strip in the game's own words, and goes when the match ends") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.two_games = true;
  Tour tour(options);
  tour.to_choice();
  tour.press(Action::kBack);
  auto words = qitai::menu::strip_words(tour.app().house(), tour.table().session());
  CHECK(words.note == "One step more and White has come across");
  CHECK(words.note_danger);
  // Whose turn it is stands above it, whatever is warned of.
  CHECK(words.head == "White to move");
  tour.play("a4a5");
  tour.press(Action::kSelect);
  tour.pass(1500);
  CHECK(tour.result().session().reader().notice().empty());
}

// 重炮: two cannons on the general's file; whatever comes between them and him is one screen more.
TEST_CASE("a whole game by the cursor to the mate of the double cannon") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_table();
  for (const std::string_view move : {"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "h0h6", "c6c5", "e2e6",
                                      "a9a8", "b2b4", "i6i5", "b4e4"}) {
    tour.play(move);
  }
  tour.pass(1500);
  REQUIRE(tour.screen() == "result");
  const qitai::match::Event& end = *tour.result().session().reader().ended();
  CHECK(end.text == "checkmate");
  CHECK(end.result == std::vector<int>{1, -1});
}

TEST_CASE("browsing steps through the game and leaves it as it stands") {
  const Scratch scratch;
  Tour tour(small(scratch));
  tour.to_table();
  for (const std::string_view move : {"h2e2", "h9g7", "h0g2"})
    tour.play(move);
  tour.press(Action::kBrowse);
  REQUIRE(tour.table().session().browsed());
  tour.press_many(Action::kLeft, 2);
  CHECK(*tour.table().session().browsed() == 1);
  tour.press_many(Action::kLeft, 5);
  CHECK(*tour.table().session().browsed() == 0);
  tour.press(Action::kRight);
  CHECK(*tour.table().session().browsed() == 1);
  tour.press(Action::kSelect);
  CHECK_FALSE(tour.table().session().browsed());
  tour.play("i9h9");
  CHECK(plies(tour) == 4);
}

TEST_CASE("a journal that cannot be opened is said at the table: the match will not be there tomorrow") {
  const Scratch scratch;
  TourOptions options = small(scratch);
  options.journal = true;
  options.data = scratch.path() / "file";
  std::ofstream(options.data) << "not a folder";
  Tour tour(options);
  tour.to_table();
  const auto words = qitai::menu::strip_words(tour.app().house(), tour.table().session());
  CHECK(words.note == tour.app().house().catalog.tr("table.no_journal"));
  Tour kept(small(scratch));
  kept.to_table();
  CHECK(qitai::menu::strip_words(kept.app().house(), kept.table().session()).note.empty());
}
