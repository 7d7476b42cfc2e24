// A table that lies flat between two: who gives an input, whom what is opened faces, what only one may see;
// and everything fits in every game and language.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kiosk/real_events.hpp"
#include "scratch.hpp"
#include "tour.hpp"

using qitai::menu::Facing;
using qitai::menu::Side;
using qitai::platform::Action;
using qitai::platform::Device;
using qitai::platform::Input;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;
using qitai::testing::VirtualPad;

namespace {

TourOptions flat(const Scratch& scratch, std::string_view edges = "long") {
  TourOptions options;
  options.data = scratch.path();
  options.settings.emplace_back("display.table", edges);
  return options;
}

void pad(Tour& tour, int number, Action action) {
  Input input;
  input.device = Device::kPad;
  input.pad = number;
  input.action = action;
  tour.app().give(input);
  input.kind = Input::Kind::kRelease;
  tour.app().give(input);
  tour.settle();
}

std::string focused(Tour& tour, Side side) {
  return tour.app().ui().focus(side).focused();
}

void touch(Tour& tour, std::string_view point) {
  const auto geometry = tour.table().session().variant().geometry(tour.table().session().terms().options);
  const SDL_FPoint at = tour.app().house().board.centre(geometry->point(point));
  tour.app().tap(at.x, at.y, Device::kTouch);
  tour.settle();
}

// A finger that goes down on an item of that side, and nothing else yet.
Input put_finger(Tour& tour, Side side, std::string_view id) {
  auto& ui = tour.app().ui();
  const Facing faced(ui, side);
  REQUIRE(ui.focus().item(id) != nullptr);
  const SDL_Rect rect = ui.facing(ui.focus().item(id)->rect);
  Input finger;
  finger.kind = Input::Kind::kPointerDown;
  finger.device = Device::kTouch;
  finger.x = static_cast<float>(rect.x + rect.w / 2);
  finger.y = static_cast<float>(rect.y + rect.h / 2);
  tour.app().give(finger);
  tour.pass(20);
  return finger;
}

std::size_t plies(Tour& tour) {
  return tour.table().session().reader().plies().size();
}

}  // namespace

TEST_CASE("everything fits at a flat table, in every game and language") {
  struct Case {
    int width, height;
    std::string_view edges;
  };
  const Case size = GENERATE(Case{1920, 1080, "long"}, Case{1280, 800, "long"}, Case{800, 480, "long"},
                             Case{1080, 1920, "short"}, Case{480, 800, "short"});
  const std::string_view language = GENERATE("zh-Hans", "zh-Hant", "en");
  const std::string_view game = GENERATE("xiangqi", "chess", "junqi");
  const Scratch scratch;
  TourOptions options = flat(scratch, size.edges);
  options.width = size.width;
  options.height = size.height;
  options.language = language;
  options.timed = true;
  Tour tour(options);
  tour.flat(game, [&](std::string_view name) {
    INFO(game << " " << name << " " << size.width << "x" << size.height << " " << language);
    for (const auto& problem : tour.app().ui().problems()) {
      INFO("problem " << static_cast<int>(problem.kind) << ": " << problem.what);
      CHECK(false);
    }
  });
}

TEST_CASE("a menu faces whoever opened it, lies before him alone, and the other goes on playing") {
  const Scratch scratch;
  TourOptions options = flat(scratch);
  options.timed = true;
  Tour tour(options);
  tour.open_table_of("xiangqi");
  REQUIRE(tour.table().flat());
  tour.tap(Side::kFar, "act.menu");
  CHECK(tour.table().menu_open(Side::kFar));
  CHECK_FALSE(tour.table().menu_open(Side::kNear));
  auto& ui = tour.app().ui();
  {
    const Facing faced(ui, Side::kFar);
    const SDL_Rect sheet = ui.facing(ui.dialog_rect(Side::kFar));
    CHECK(sheet.h > 0);
    CHECK(sheet.y + sheet.h <= 400);
  }
  const auto left = [&] {
    return tour.table().session().table().left(0, tour.app().house().match_now()).main;
  };
  const auto before = left();
  touch(tour, "h2");
  touch(tour, "e2");
  CHECK(plies(tour) == 1);
  tour.pass(1000);
  CHECK(tour.table().menu_open(Side::kFar));
  CHECK(left() < before);
  tour.tap(Side::kFar, "menu.continue");
  CHECK_FALSE(tour.table().menu_open(Side::kFar));
}

TEST_CASE("of two pads each has its seat, and its player's right is right") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  const VirtualPad first;
  std::optional<VirtualPad> second;
  second.emplace();
  tour.settle();
  REQUIRE(tour.app().window().pads() == 2);
  tour.open_table_of("xiangqi");
  // The second pad's player waits: his pad leads to his own actions, also before the first was used.
  pad(tour, 1, Action::kUp);
  CHECK(focused(tour, Side::kFar) == "act.draw");
  CHECK(tour.table().focus_on_board_of(Side::kNear));
  CHECK_FALSE(tour.table().focus_on_board_of(Side::kFar));
  pad(tour, 1, Action::kRight);
  CHECK(focused(tour, Side::kFar) == "act.takeback");
  // As he sees it the board is on the left of his rail.
  pad(tour, 1, Action::kLeft);
  pad(tour, 1, Action::kLeft);
  CHECK(tour.table().focus_on_board_of(Side::kFar));
  pad(tour, 1, Action::kMenu);
  CHECK(tour.table().menu_open(Side::kFar));
  CHECK_FALSE(tour.table().menu_open(Side::kNear));
  pad(tour, 1, Action::kBack);
  CHECK_FALSE(tour.table().menu_open(Side::kFar));
  // The one that is left goes from hand to hand.
  second.reset();
  tour.settle();
  REQUIRE(tour.app().window().pads() == 1);
  touch(tour, "h2");
  touch(tour, "e2");
  REQUIRE(plies(tour) == 1);
  pad(tour, 0, Action::kMenu);
  CHECK(tour.table().menu_open(Side::kFar));
  CHECK_FALSE(tour.table().menu_open(Side::kNear));
}

TEST_CASE("the board is drawn on under the menu of whoever does not play") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.open_table_of("xiangqi");
  tour.tap(Side::kFar, "act.menu");
  for (const std::string_view point : {"h2", "b2", "b0"}) {
    touch(tour, point);
    INFO(point);
    CHECK(tour.app().settled());
  }
  CHECK(tour.table().menu_open(Side::kFar));
}

TEST_CASE("what is held down on a key stays with whose it was when the other opens something") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.open_table_of("xiangqi");
  tour.press(Action::kBack);
  tour.focus("act.resign");
  Input key;
  key.action = Action::kSelect;
  tour.app().give(key);
  tour.pass(100);
  Input finger = put_finger(tour, Side::kFar, "act.menu");
  finger.kind = Input::Kind::kPointerUp;
  tour.app().give(finger);
  tour.pass(20);
  REQUIRE(tour.table().menu_open(Side::kFar));
  key.kind = Input::Kind::kRelease;
  tour.app().give(key);
  tour.pass(2500);
  tour.settle();
  CHECK(tour.screen() == "table");
}

TEST_CASE("a finger whose lifting nobody saw does not decide for the next one") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.open_table_of("xiangqi");
  put_finger(tour, Side::kNear, "act.draw");
  tour.tap(Side::kFar, "act.menu");
  CHECK(tour.table().menu_open(Side::kFar));
}

TEST_CASE("at a flat table only whoever moves is offered a claim with a move, and reads that it stands") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.table_of("chess");
  REQUIRE(tour.table().flat());
  // Black's knight would bring the first position about for the third time (FIDE 9.2).
  tour.submit("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
  tour.settle();
  auto& ui = tour.app().ui();
  tour.tap(Side::kNear, "act.menu");
  CHECK(ui.focus(Side::kNear).item("menu.continue") != nullptr);
  CHECK(ui.focus(Side::kNear).item("menu.claim") == nullptr);
  tour.tap(Side::kNear, "menu.continue");
  tour.tap(Side::kFar, "act.menu");
  tour.tap(Side::kFar, "menu.claim");
  REQUIRE(tour.table().hand().claims_with_next());
  const std::string armed = ui.tr("table.claim_armed");
  CHECK(std::count_if(ui.written().begin(), ui.written().end(),
                      [&](const std::string& text) { return text.find(armed) != std::string::npos; }) == 1);
}

TEST_CASE("whoever waits at a flat table does not take the board from one whose clock runs") {
  const Scratch scratch;
  TourOptions options = flat(scratch);
  options.timed = true;
  Tour tour(options);
  const VirtualPad first, second;
  tour.settle();
  REQUIRE(tour.app().window().pads() == 2);
  tour.open_table_of("xiangqi");
  touch(tour, "h2");
  touch(tour, "e2");
  REQUIRE(plies(tour) == 1);
  REQUIRE(tour.table().session().clock_runs());
  auto& ui = tour.app().ui();
  tour.tap(Side::kNear, "act.menu");
  REQUIRE(ui.focus(Side::kNear).item("menu.browse") != nullptr);
  CHECK_FALSE(ui.focus(Side::kNear).item("menu.browse")->enabled);
  tour.tap(Side::kNear, "menu.continue");
  tour.tap(Side::kFar, "act.menu");
  REQUIRE(ui.focus(Side::kFar).item("menu.browse") != nullptr);
  CHECK(ui.focus(Side::kFar).item("menu.browse")->enabled);
  tour.tap(Side::kFar, "menu.browse");
  REQUIRE(tour.table().session().browsed() == 1U);
  pad(tour, 1, Action::kLeft);
  REQUIRE(tour.table().session().browsed() == 0U);
  // Nor does he turn the pages for him.
  for (const Action other : {Action::kRight, Action::kBrowse, Action::kBack, Action::kSelect}) {
    pad(tour, 0, other);
    CHECK(tour.table().session().browsed() == 0U);
  }
  pad(tour, 1, Action::kRight);
  CHECK(tour.table().session().browsed() == 1U);
}

TEST_CASE("the cursor goes where whoever is to move calls it") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.open_table_of("xiangqi");
  const auto& board = tour.app().house().board;
  const auto at = [&] { return board.centre(tour.table().hand().cursor()); };
  SDL_FPoint before = at();
  tour.press(Action::kUp);
  CHECK(at().y < before.y);
  touch(tour, "h2");
  touch(tour, "e2");
  REQUIRE(plies(tour) == 1);
  // Black sits opposite: his up is down on the screen, and his left its right.
  touch(tour, "e6");
  touch(tour, "e6");
  before = at();
  tour.press(Action::kUp);
  CHECK(at().y > before.y);
  before = at();
  tour.press(Action::kLeft);
  CHECK(at().x > before.x);
}

TEST_CASE("an offer is answered by whom it was made to, and his answer is told to the other") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.open_table_of("xiangqi");
  tour.tap(Side::kNear, "act.draw");
  auto& ui = tour.app().ui();
  CHECK(ui.focus(Side::kNear).item("ask.agree") == nullptr);
  REQUIRE(ui.focus(Side::kFar).item("ask.agree") != nullptr);
  CHECK(focused(tour, Side::kFar) == "ask.agree");
  tour.tap(Side::kFar, "ask.disagree");
  CHECK(ui.focus(Side::kFar).item("ask.agree") == nullptr);
  const Facing faced(ui, Side::kNear);
  CHECK(tour.table().said() == ui.tr("table.disagreed"));
}

TEST_CASE("whoever is to move plays on while the other is asked") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.open_table_of("xiangqi");
  tour.tap(Side::kNear, "act.draw");
  REQUIRE(tour.app().ui().focus(Side::kFar).item("ask.agree") != nullptr);
  touch(tour, "h2");
  touch(tour, "e2");
  CHECK(plies(tour) == 1);
}

TEST_CASE("who asks back is answered by whom he asks") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.open_table_of("xiangqi");
  touch(tour, "h2");
  touch(tour, "e2");
  REQUIRE(plies(tour) == 1);
  tour.tap(Side::kFar, "act.draw");
  CHECK(focused(tour, Side::kNear) == "ask.agree");
  tour.tap(Side::kNear, "act.takeback");
  CHECK(focused(tour, Side::kFar) == "ask.agree");
  CHECK_FALSE(tour.table().focus_on_board_of(Side::kFar));
  // The keyboard goes to whoever is asked.
  tour.press(Action::kSelect);
  CHECK(plies(tour) == 0);
}

TEST_CASE("who goes on with a rematch at a flat table sits where he sat") {
  const Scratch scratch;
  TourOptions options = flat(scratch);
  options.journal = true;
  const bool again = GENERATE(false, true);  // the program is started anew in the middle of it
  std::optional<Tour> running;
  running.emplace(options);
  Tour& tour = *running;
  tour.open_table_of("xiangqi");
  tour.press(Action::kBack);
  tour.resign();
  REQUIRE(tour.screen() == "result");
  tour.tap(Side::kNear, "result.rematch");
  REQUIRE(tour.screen() == "table");
  REQUIRE(tour.table().session().near_seat() == 1);
  touch(tour, "h2");
  touch(tour, "e2");
  // The journal has a thread and a disk of its own, which know nothing of the test's clock.
  const auto written = [&] { return plies(tour) == 1 && tour.table().session().table().all_durable(); };
  for (int i = 0; i < 2000 && !written(); ++i) {
    SDL_Delay(1);
    tour.pass(20);
  }
  REQUIRE(written());
  tour.settle();
  if (again) {
    running.reset();
    running.emplace(options);
  } else {
    tour.tap(Side::kNear, "act.menu");
    tour.tap(Side::kNear, "menu.title");
  }
  REQUIRE(tour.screen() == "title");
  tour.activate("title.resume");
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().session().near_seat() == 1);
}

TEST_CASE("each acts for himself: whoever resigns has lost, whoever is to move") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.open_table_of("xiangqi");
  auto& ui = tour.app().ui();
  Input finger;
  {
    const Facing faced(ui, Side::kFar);
    const SDL_Rect rect = ui.facing(ui.focus().item("act.resign")->rect);
    finger.x = static_cast<float>(rect.x + rect.w / 2);
    finger.y = static_cast<float>(rect.y + rect.h / 2);
  }
  finger.kind = Input::Kind::kPointerDown;
  finger.device = Device::kTouch;
  tour.app().give(finger);
  tour.pass(1200);
  finger.kind = Input::Kind::kPointerUp;
  tour.app().give(finger);
  tour.pass(2500);
  tour.settle();
  REQUIRE(tour.screen() == "result");
  CHECK(tour.result().session().end()->seat == 1);
  // Both read it, and both may go on.
  CHECK(ui.focus(Side::kNear).item("result.rematch") != nullptr);
  CHECK(ui.focus(Side::kFar).item("result.rematch") != nullptr);
  // The players keep their places: whoever sits near has the other side now.
  tour.tap(Side::kFar, "result.rematch");
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().session().near_seat() == 1);
}

TEST_CASE("where chance deals the colours, pieces face their players as soon as they have some") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.table_of("junqi", [](qitai::match::Terms& terms) { terms.options[0] = 2; });
  REQUIRE(tour.screen() == "table");
  REQUIRE(tour.table().flat());
  CHECK(tour.table().turned_colour() == qitai::host::kNoColour);
  tour.cursor_to("c6");
  tour.press(Action::kSelect);
  tour.pass(2000);
  REQUIRE(plies(tour) == 1);
  const qitai::menu::Session& session = tour.table().session();
  REQUIRE(session.colour(session.far_seat()) != qitai::host::kNoColour);
  CHECK(tour.table().turned_colour() == session.colour(session.far_seat()));
}

TEST_CASE("a table that is stood up while a match goes on is one for all who look from its edge") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.open_table_of("xiangqi");
  REQUIRE(tour.table().flat());
  REQUIRE(tour.app().house().config.set(&qitai::config::Values::table, "off").ok());
  tour.settle();
  CHECK_FALSE(tour.table().flat());
}

TEST_CASE("against the machine a flat table is one player's") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.activate("title.one");
  tour.activate("terms.start");
  CHECK_FALSE(tour.table().flat());
  CHECK_FALSE(tour.table().turned());
}

TEST_CASE("where pieces are hidden the whole of a flat screen faces whoever is called, and him alone") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.to_setup("junqi");
  CHECK_FALSE(tour.setup().turned());
  tour.open_curtain();
  CHECK_FALSE(tour.setup().turned());
  tour.hand_over();
  REQUIRE(tour.setup().curtain().shut());
  CHECK(tour.setup().turned());
  tour.open_curtain();
  CHECK(tour.setup().turned());
  tour.hand_over();
  REQUIRE(tour.screen() == "table");
  CHECK_FALSE(tour.table().flat());
  CHECK_FALSE(tour.table().turned());
  tour.open_curtain();
  CHECK_FALSE(tour.table().turned());
  tour.play_hidden(tour.some_move());
  REQUIRE(tour.table().curtain().shut());
  // What is shown behind shut doors is nobody's.
  CHECK(tour.table().session().viewer() == qitai::host::kPublic);
  CHECK(tour.table().turned());
  tour.open_curtain();
  REQUIRE(tour.table().turned());
  // Once it is over the picture stays with whoever knows what is in it, until all is shown to both.
  tour.press(Action::kBack);
  tour.focus("act.resign");
  bool stayed = true;
  tour.watch = [&] { stayed = stayed && (tour.screen() != "table" || tour.table().turned()); };
  tour.hold_select(1100);
  tour.pass(2500);
  REQUIRE(tour.screen() == "result");
  CHECK(stayed);
}

TEST_CASE("no frame for one of the two is shown to the other: the picture turns before it") {
  const Scratch scratch;
  Tour tour(flat(scratch));
  tour.to_setup("junqi");
  tour.open_curtain();
  // Where a click would be in the picture, as soon as the other one is called.
  std::optional<Input> clicked;
  tour.watch = [&] {
    if (clicked || tour.screen() != "setup" || !tour.setup().turned()) return;
    for (const bool down : {true, false}) {
      qitai::testing::mouse_event(SDL_BUTTON_LEFT, down, 10, 20);
      for (const Input& input : tour.app().window().wait(0).inputs) {
        if (input.kind == Input::Kind::kPointerDown) clicked = input;
      }
    }
  };
  tour.hand_over();
  REQUIRE(clicked);
  CHECK(clicked->x == Approx(1280 - 10.5));
  CHECK(clicked->y == Approx(800 - 20.5));
}

TEST_CASE("a picture turned on its panel is laid out for its own size, and clicks find it") {
  const Scratch scratch;
  TourOptions options;
  options.data = scratch.path();
  options.settings.emplace_back("display.rotation", "90");
  Tour tour(options);
  CHECK(tour.app().window().width() == 800);
  CHECK(tour.app().window().height() == 1280);
  tour.to_table();
  CHECK(tour.table().layout().above);
  // A real click on the panel, which lies 1280 by 800: where h2 is shown after the turn.
  const auto click = [&](std::string_view point) {
    const auto geometry = tour.table().session().variant().geometry(tour.table().session().terms().options);
    const SDL_FPoint at = tour.app().house().board.centre(geometry->point(point));
    const SDL_FPoint panel = qitai::platform::on_panel(at, {1280, 800}, 90);
    SDL_Event event{};
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = static_cast<int>(panel.x);
    event.button.y = static_cast<int>(panel.y);
    for (const bool down : {true, false}) {
      event.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
      event.button.state = down ? SDL_PRESSED : SDL_RELEASED;
      SDL_PushEvent(&event);
      tour.settle();
    }
  };
  click("h2");
  click("e2");
  CHECK(plies(tour) == 1);
  // Turned back while it runs.
  REQUIRE(tour.app().house().config.set(&qitai::config::Values::rotation, 180).ok());
  tour.settle();
  CHECK(tour.app().window().width() == 1280);
  CHECK_FALSE(tour.table().layout().above);
  CHECK(plies(tour) == 1);
}
