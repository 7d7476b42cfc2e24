// Time limits through the real screens: stick, keyboard and pointer, the pad of digits, the game's own page,
// and that a match runs with what was chosen.
#include <catch2/catch.hpp>

#include "menu/terms_screen.hpp"
#include "menu/time_screen.hpp"
#include "scratch.hpp"
#include "tour.hpp"

namespace {

using namespace qitai;
using match::TimeLimits;
using platform::Action;
using platform::Input;
using testing::Scratch;
using testing::Tour;
using testing::TourOptions;

TourOptions options(const Scratch& scratch) {
  TourOptions out;
  out.data = scratch.path();
  out.language = "en";
  return out;
}

menu::TimeScreen& times(Tour& tour) {
  REQUIRE(tour.screen() == "time");
  return static_cast<menu::TimeScreen&>(tour.app().screen());
}

const TimeLimits& limits(Tour& tour, std::size_t seat = 0) {
  return times(tour).terms().seats.at(seat).limits;
}

void open(Tour& tour, std::string_view game = "xiangqi") {
  tour.title_of(game);
  tour.activate("title.two");
  tour.activate("terms.time");
  REQUIRE(times(tour).page().by_plugin());
}

void type(Tour& tour, std::string_view signs) {
  for (const char sign : signs) {
    Input input;
    input.typed = sign;
    if (sign == '\b') input.action = Action::kBack;  // the key has that action besides
    tour.app().give(input);
    tour.settle();
  }
}

// A direction that is held for so long.
void repeat(Tour& tour, Action action, std::uint32_t held) {
  Input input;
  input.kind = Input::Kind::kRepeat;
  input.action = action;
  input.held = held;
  tour.app().give(input);
  tour.settle();
}

void pointer(Tour& tour, Input::Kind kind, float x, float y) {
  Input input;
  input.kind = kind;
  input.device = platform::Device::kTouch;
  input.x = x;
  input.y = y;
  tour.app().give(input);
  tour.settle();
}

}  // namespace

TEST_CASE("time limits: left and right change a row by one, by ten when held, and stop at the ends") {
  const Scratch scratch;
  Tour tour(options(scratch));
  open(tour);
  CHECK(tour.app().ui().focus().focused() == "time.preset.0");
  tour.focus("time.first_limit");
  tour.press(Action::kRight);
  CHECK(limits(tour).first_limit == 1);
  repeat(tour, Action::kRight, 400);
  CHECK(limits(tour).first_limit == 2);
  repeat(tour, Action::kRight, 600);
  CHECK(limits(tour).first_limit == 12);
  for (int i = 0; i < 20; ++i)
    repeat(tour, Action::kRight, 700);
  CHECK(limits(tour).first_limit == 180);
  tour.press(Action::kRight);
  CHECK(limits(tour).first_limit == 180);
  for (int i = 0; i < 20; ++i)
    repeat(tour, Action::kLeft, 700);
  CHECK(limits(tour).first_limit == 0);
  CHECK(times(tour).page().refusal().empty());
}

TEST_CASE("time limits: the pad of digits takes what is in the range and nothing else") {
  const Scratch scratch;
  Tour tour(options(scratch));
  open(tour);
  tour.activate("time.first_limit");
  CHECK(tour.app().ui().focus().focused() == "pad.key.5");
  for (const std::string_view key : {"pad.key.1", "pad.key.8", "pad.key.1"})
    tour.activate(key);  // 181 is too much: the last digit is not taken
  tour.activate("pad.done");
  CHECK(limits(tour).first_limit == 18);
  CHECK(tour.app().ui().focus().focused() == "time.first_limit");
  // By a keyboard, from the row: digits, rub out, Enter.
  type(tour, "181\b05");
  tour.press(Action::kSelect);
  CHECK(limits(tour).first_limit == 105);
  // Back leaves what there was; a first rub out finds nothing to rub.
  tour.press(Action::kSelect);
  type(tour, "7");
  tour.press(Action::kBack);
  CHECK(limits(tour).first_limit == 105);
  REQUIRE(tour.screen() == "time");
  tour.activate("time.first_moves");
  type(tour, "9999");
  tour.press(Action::kSelect);
  CHECK(limits(tour).first_moves == 999);
  // Nothing entered: nothing changed.
  tour.activate("time.first_moves");
  tour.activate("pad.done");
  CHECK(limits(tour).first_moves == 999);
}

TEST_CASE(
    "time limits: a finger on plus counts one, by tens while it stays, and one on the number opens the pad") {
  const Scratch scratch;
  Tour tour(options(scratch));
  open(tour);
  tour.focus("time.step_limit");
  const SDL_Rect row = tour.app().ui().focus().item("time.step_limit")->rect;
  const auto y = static_cast<float>(row.y + row.h / 2);
  const auto plus = static_cast<float>(row.x + row.w - tour.app().ui().px(8) - row.h / 2);
  pointer(tour, Input::Kind::kPointerDown, plus, y);
  pointer(tour, Input::Kind::kPointerUp, plus, y);
  CHECK(limits(tour).step_limit == 1);
  pointer(tour, Input::Kind::kPointerDown, plus, y);
  tour.pass(400);
  CHECK(limits(tour).step_limit == 1);
  tour.pass(300);
  const int held = limits(tour).step_limit;
  CHECK(held >= 11);
  CHECK(held % 10 == 1);
  tour.pass(500);
  CHECK(limits(tour).step_limit >= held + 20);
  const int before = limits(tour).step_limit;
  pointer(tour, Input::Kind::kPointerUp, plus, y);
  CHECK(limits(tour).step_limit == before);  // letting go counts no further one
  tour.pass(1000);
  CHECK(limits(tour).step_limit == before);
  const auto label = static_cast<float>(row.x + tour.app().ui().px(60));
  pointer(tour, Input::Kind::kPointerDown, label, y);
  pointer(tour, Input::Kind::kPointerUp, label, y);
  CHECK(tour.app().ui().focus().focused() == "pad.key.5");
}

TEST_CASE("time limits: a greyed row keeps the focus and says why") {
  const Scratch scratch;
  Tour tour(options(scratch));
  open(tour);
  tour.activate("time.preset.1");
  tour.focus("time.second_limit");
  CHECK(tour.app().ui().help_line() ==
        "Moves in the first limit are 0: it lasts the whole game, there is no second");
  tour.press(Action::kRight);
  tour.press(Action::kSelect);
  CHECK(limits(tour).second_limit == 0);
  CHECK(tour.app().ui().focus().focused() == "time.second_limit");
}

TEST_CASE("time limits: a refusal is told until the next input") {
  const Scratch scratch;
  Tour tour(options(scratch));
  open(tour);
  tour.activate("time.preset.4");
  tour.focus("time.first_limit");
  type(tour, "0");
  tour.press(Action::kSelect);
  CHECK(times(tour).page().refusal() == "Added per move is 5: expected 0 while both limits are 0");
  CHECK(limits(tour).first_limit == 10);
  tour.press(Action::kRight);
  CHECK(times(tour).page().refusal().empty());
  CHECK(limits(tour).first_limit == 11);
}

TEST_CASE("time limits: every row is reached with four directions on the smallest screen") {
  const Scratch scratch;
  TourOptions small = options(scratch);
  small.width = 800;
  small.height = 480;
  Tour tour(small);
  open(tour, "junqi");
  tour.activate("time.preset.3");
  tour.focus("time.first_limit");
  std::vector<std::string> seen;
  for (int i = 0; i < 9; ++i) {
    seen.push_back(tour.app().ui().focus().focused());
    tour.press(Action::kDown);
  }
  CHECK(seen == std::vector<std::string>{"time.first_limit", "time.first_moves", "time.second_limit",
                                         "time.second_moves", "time.step_limit", "time.increment",
                                         "time.carry", "time.setup_limit", "time.odds"});
  tour.focus("time.odds");
  for (int i = 0; i < 8; ++i)
    tour.press(Action::kUp);
  CHECK(tour.app().ui().focus().focused() == "time.first_limit");
}

TEST_CASE("time limits: without the plugin's page the game's own sets every field") {
  const Scratch scratch;
  Tour tour(options(scratch));
  tour.app().house().dropped_pages.insert("network.time");
  tour.title_of("junqi");
  tour.activate("title.two");
  tour.activate("terms.time");
  REQUIRE_FALSE(times(tour).page().by_plugin());
  for (const match::LimitField& field : match::limit_fields()) {
    INFO(field.name);
    tour.focus("time." + std::string(field.name));
    tour.press(Action::kRight);
    type(tour, "7");
    tour.press(Action::kSelect);
    CHECK(limits(tour, 0).*field.value == 7);
    CHECK(limits(tour, 1).*field.value == 7);
    type(tour, std::to_string(field.max));
    tour.press(Action::kSelect);
    CHECK(limits(tour).*field.value == field.max);
  }
  tour.activate("time.carry");
  CHECK_FALSE(limits(tour).carry);
  tour.focus("time.second_limit");
  type(tour, "0");
  tour.press(Action::kSelect);
  CHECK(times(tour).page().refusal() == "While the second limit is 0, unspent time always carries over");
  tour.activate("time.done");
  CHECK(tour.screen() == "terms");
}

TEST_CASE("time limits: a page that breaks its contract gives way to the game's own for as long as it runs") {
  const Scratch scratch;
  TourOptions with = options(scratch);
  with.plugins.emplace_back("turncoat.so");
  Tour tour(with);
  REQUIRE(tour.app().house().plugins.page("terms.time")->plugin() == "turncoat");
  tour.activate("title.two");
  for (int visit = 0; visit < 2; ++visit) {
    tour.activate("terms.time");
    tour.focus("time.first_limit");
    CHECK_FALSE(times(tour).page().by_plugin());
    CHECK(tour.app().ui().focus().item("turncoat") == nullptr);
    tour.press(Action::kRight);
    CHECK(limits(tour).first_limit == visit + 1);
    tour.press(Action::kBack);
    REQUIRE(tour.screen() == "terms");
  }
  CHECK(tour.app().house().dropped_pages.contains("turncoat.turncoat"));
}

TEST_CASE("time limits: what was chosen is what is played, and the flag falls after a minute") {
  const std::string game = GENERATE("xiangqi", "chess");
  const Scratch scratch;
  Tour tour(options(scratch));
  open(tour, game);
  tour.activate("time.preset.1");
  tour.focus("time.first_limit");
  type(tour, "1");
  tour.press(Action::kSelect);
  tour.activate("time.done");
  REQUIRE(tour.screen() == "terms");
  tour.activate("terms.start");
  REQUIRE(tour.screen() == "table");
  CHECK(tour.table().session().terms().seats[0].limits.first_limit == 1);
  // Before both have moved there is nothing to lose yet.
  tour.play(game == "xiangqi" ? "h2e2" : "e2e4");
  tour.play(game == "xiangqi" ? "h9g7" : "e7e5");
  tour.jump(59'000);
  CHECK_FALSE(tour.table().session().over());
  tour.jump(2'000);
  tour.pass(3000);
  REQUIRE(tour.screen() == "result");
  const match::Event* const ended = tour.result().session().reader().ended();
  REQUIRE(ended != nullptr);
  CHECK(ended->text == "time");
}

TEST_CASE(
    "time limits: the last choice of a game is where its next match begins, but for a cabinet's guests") {
  const Scratch scratch;
  const std::string how = GENERATE("terms.start", "back");
  const auto choose = [&](Tour& tour) {
    open(tour, "chess");
    tour.activate("time.preset.3");
    tour.activate("time.odds");
    tour.focus("time.seat");
    tour.press(Action::kRight);
    tour.activate("time.preset.1");
    tour.activate("time.done");
    if (how != "back") return tour.activate(how);
    tour.press(Action::kBack);
    REQUIRE(tour.screen() == "title");
  };
  const auto first_limits = [](Tour& tour, std::string_view game) {
    const auto variant = tour.app().house().plugins.variant(game);
    const match::Terms terms = menu::usual_terms(tour.app().house(), *variant);
    return std::pair(terms.seats[0].limits.first_limit, terms.seats[1].limits.first_limit);
  };
  TourOptions kept = options(scratch);
  kept.journal = true;
  {
    Tour tour(kept);
    choose(tour);
  }
  {
    Tour again(kept);
    CHECK(first_limits(again, "chess") == std::pair(60, 10));
    CHECK(first_limits(again, "xiangqi") == std::pair(0, 0));
  }
  TourOptions cabinet = kept;
  cabinet.kiosk = true;
  cabinet.timed = true;
  {
    Tour guest(cabinet);
    CHECK(first_limits(guest, "chess") == std::pair(60, 60));  // the operator's
    choose(guest);
    CHECK(first_limits(guest, "chess") == std::pair(60, 10));  // his own as long as he is there
  }
  Tour next(cabinet);
  CHECK(first_limits(next, "chess") == std::pair(60, 60));
}
