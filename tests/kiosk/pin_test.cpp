// The PIN of the service menu: how it is entered, how often, and what it covers.
#include <catch2/catch.hpp>

#include "base/file.hpp"
#include "kiosk/pin_lock.hpp"
#include "real_events.hpp"
#include "service.hpp"

using namespace qitai;
using namespace qitai::testing;
using kiosk::PinLock;
using platform::Action;
using Answer = PinLock::Answer;

namespace {

void hold(Tour& tour, Action action, bool down) {
  platform::Input input;
  input.action = action;
  input.kind = down ? platform::Input::Kind::kPress : platform::Input::Kind::kRelease;
  tour.app().give(input);
  tour.settle();
}

// The stick goes to that digit and back to the middle, one direction after the other.
void push(Tour& tour, char digit) {
  if (digit == '5') return tour.press(Action::kSelect);
  const int at = digit - '1', across = at % 3 - 1, along = 1 - at / 3;
  const Action x = across < 0 ? Action::kLeft : Action::kRight, y = along < 0 ? Action::kUp : Action::kDown;
  if (along != 0) hold(tour, y, true);
  if (across != 0) hold(tour, x, true);
  if (along != 0) hold(tour, y, false);
  if (across != 0) hold(tour, x, false);
}

std::size_t dots(Tour& tour) {
  return static_cast<kiosk::PinScreen&>(tour.app().screen()).entered();
}

}  // namespace

TEST_CASE("five wrong PINs close it for 60 s, and the right one is none of them meanwhile") {
  PinLock lock({});
  for (int i = 0; i < 4; ++i)
    CHECK(lock.answer("1234", "1235", 1000) == Answer::kWrong);
  CHECK(lock.closed_for(1000) == 0);
  CHECK(lock.answer("1234", "4321", 2000) == Answer::kClosed);
  CHECK(lock.closed_for(2000) == 60);
  CHECK(lock.answer("1234", "1234", 3000) == Answer::kClosed);
  CHECK(lock.closed_for(61'500) == 1);
  CHECK(lock.closed_for(62'000) == 0);
  CHECK(lock.answer("1234", "1234", 62'000) == Answer::kRight);
}

TEST_CASE("the right PIN begins the count anew, and no PIN is opened by nothing") {
  PinLock lock({});
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i)
      CHECK(lock.answer("1234", "9999", 0) == Answer::kWrong);
    CHECK(lock.answer("1234", "1234", 0) == Answer::kRight);
  }
  CHECK(lock.answer("", "", 0) == Answer::kWrong);
  CHECK(lock.answer("1234", "12345", 0) == Answer::kWrong);
  CHECK(lock.answer("1234", "123", 0) == Answer::kWrong);
}

TEST_CASE(
    "pulling the plug helps nobody: tries are counted over restarts, and what is closed stays so for 60 s") {
  const Scratch scratch;
  const auto file = scratch / "service-tries";
  {
    PinLock lock(file);
    for (int i = 0; i < 3; ++i)
      CHECK(lock.answer("1234", "9999", 0) == Answer::kWrong);
  }
  {
    PinLock lock(file);
    CHECK(lock.answer("1234", "9999", 0) == Answer::kWrong);
    CHECK(lock.answer("1234", "9999", 0) == Answer::kClosed);
  }
  PinLock lock(file);
  CHECK(lock.answer("1234", "1234", 5000) == Answer::kClosed);
  CHECK(lock.closed_for(5000) == 60);
  CHECK(lock.closed_for(65'000) == 0);
  CHECK(PinLock(file).answer("1234", "1234", 0) == Answer::kRight);
}

TEST_CASE("a file of tries that is none of ours counts as closed, and is ours after 60 s") {
  const Scratch scratch;
  const auto file = scratch / "service-tries";
  const std::string content = GENERATE("", "x", "-1\n", "3 of 5\n", "99999999999999999999\n");
  REQUIRE(write_file_atomic(file, content).ok());
  PinLock lock(file);
  CHECK(lock.answer("1234", "1234", 0) == Answer::kClosed);
  CHECK(lock.closed_for(60'000) == 0);
  CHECK(PinLock(file).answer("1234", "1234", 0) == Answer::kRight);
}

TEST_CASE("the service button opens the PIN from every screen, and back leads there again") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_pin(tour);
  tour.press(Action::kBack);
  CHECK(tour.screen() == "attract");
  tour.press(Action::kSelect);
  tour.activate("title.settings");
  open_pin(tour);
  tour.press(Action::kBack);
  CHECK(tour.screen() == "settings");
}

TEST_CASE("without a button for it: back held for 5 s where nobody plays, and nowhere else") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  const bool title = GENERATE(false, true);
  if (title) tour.press(Action::kSelect);
  hold(tour, Action::kBack, true);
  tour.pass(4500);
  CHECK(tour.screen() != "pin");
  tour.pass(700);
  CHECK(tour.screen() == "pin");
  hold(tour, Action::kBack, false);
  CHECK(tour.screen() == "pin");
  tour.press(Action::kBack);
  tour.table_of("xiangqi");
  hold(tour, Action::kBack, true);
  tour.pass(6000);
  hold(tour, Action::kBack, false);
  CHECK(tour.screen() == "table");
}

TEST_CASE("keys with digits enter the PIN, a dot each, and rubbing out takes one back") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_pin(tour);
  type(tour, "246");
  CHECK(dots(tour) == 3);
  type(tour, "\b");
  CHECK(dots(tour) == 2);
  type(tour, "681357");
  CHECK(tour.screen() == "service");
}

TEST_CASE("keys of coins enter the PIN, and are coins after all where it is not opened by them") {
  const Scratch scratch;
  ServiceOptions service;
  service.pin = "5951";
  service.config = "play = \"coins\"\n";
  Tour tour(serviced(scratch.path(), service));
  const auto purse = [&] { return tour.app().house().journal->purse(); };
  const auto keys = [&](const std::string& signs) {
    for (const char sign : signs) {
      key_stroke(sign);
      tour.settle();
    }
  };
  open_pin(tour);
  keys("59");
  CHECK(dots(tour) == 2);
  keys("51");
  REQUIRE(tour.screen() == "service");
  tour.press(Action::kBack);
  REQUIRE(tour.screen() == "attract");
  CHECK(purse() == store::Purse{0, 0});
  open_pin(tour);
  keys("59");
  CHECK(purse() == store::Purse{0, 0});
  tour.press(Action::kBack);
  CHECK(purse() == store::Purse{2, 0});
  const store::Ledger ledger = *tour.app().house().journal->ledger();
  CHECK(ledger.of(store::Tally::kCoins).life == 1);
  CHECK(ledger.of(store::Tally::kServiceCredits).life == 1);
  // A slot with a wire of its own is no digit.
  open_pin(tour);
  tour.press(Action::kCoin);
  CHECK(purse() == store::Purse{3, 0});
  CHECK(dots(tour) == 0);
}

TEST_CASE("coins at the PIN's page are not lost where the program ends there") {
  const Scratch scratch;
  ServiceOptions service;
  service.config = "play = \"coins\"\n";
  {
    Tour tour(serviced(scratch.path(), service));
    open_pin(tour);
    key_stroke(SDLK_5);
    tour.settle();
    CHECK(tour.app().house().journal->purse() == store::Purse{0, 0});
  }
  Tour tour(serviced(scratch.path(), service));
  CHECK(tour.app().house().journal->purse() == store::Purse{1, 0});
}

TEST_CASE("a match that the menu covers is still played: who starts the program anew leads back to it") {
  const Scratch scratch;
  bool told = false;
  TourOptions options = serviced(scratch.path());
  options.beat = [&](bool plays) {
    told = plays;
    return true;
  };
  Tour tour(options);
  open_pin(tour);
  tour.pass(40);
  CHECK_FALSE(told);
  tour.press(Action::kBack);
  tour.press(Action::kSelect);
  tour.table_of("xiangqi");
  tour.pass(40);
  CHECK(told);
  open_pin(tour);
  tour.pass(40);
  CHECK(told);
  type(tour, kPin);
  REQUIRE(tour.screen() == "service");
  tour.pass(40);
  CHECK(told);
}

TEST_CASE("a stick enters it: eight directions as a pad of numbers lies, and select in the middle") {
  const Scratch scratch;
  ServiceOptions service;
  service.pin = "789456123";
  Tour tour(serviced(scratch.path(), service));
  open_pin(tour);
  for (const char digit : service.pin)
    push(tour, digit);
  CHECK(tour.screen() == "service");
}

TEST_CASE("an analogue stick reaches the corners, though its actions are four") {
  const Scratch scratch;
  ServiceOptions service;
  service.pin = "7931846";
  Tour tour(serviced(scratch.path(), service));
  VirtualPad pad;
  tour.pass(600);
  open_pin(tour);
  constexpr int kFull = 32'000;
  for (const char digit : service.pin) {
    const int at = digit - '1';
    pad.axis(0, (at % 3 - 1) * kFull);
    tour.pass(60);
    pad.axis(1, (1 - at / 3) * kFull);
    tour.pass(60);
    pad.axis(0, 0);
    tour.pass(60);
    pad.axis(1, 0);
    tour.pass(60);
  }
  CHECK(tour.screen() == "service");
}

TEST_CASE("a finger enters it on the pad") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_pin(tour);
  for (const char digit : kPin) {
    const menu::FocusItem* const key = tour.app().ui().focus().item(std::string("pin.") + digit);
    REQUIRE(key != nullptr);
    const SDL_Rect rect = key->rect;
    tour.app().tap(static_cast<float>(rect.x + rect.w / 2), static_cast<float>(rect.y + rect.h / 2),
                   platform::Device::kTouch);
    tour.settle();
  }
  CHECK(tour.screen() == "service");
}

TEST_CASE("the page says what is wrong, and counts the 60 s down") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_pin(tour);
  const std::string wrong(kPin.size(), '9');
  type(tour, wrong);
  CHECK(tour.screen() == "pin");
  CHECK(tour.says("密码不对"));
  for (int i = 0; i < 4; ++i)
    type(tour, wrong);
  CHECK(tour.says("60 秒后再试"));
  tour.press(Action::kBack);
  tour.pass(30'000);
  open_pin(tour);
  CHECK(tour.says(" 秒后再试"));
  CHECK_FALSE(tour.says("60 秒后再试"));
  type(tour, kPin);
  CHECK(tour.screen() == "pin");
  CHECK(dots(tour) == 0);
  tour.press(Action::kBack);
  tour.pass(31'000);
  open_service(tour);
}

TEST_CASE("without a PIN nothing opens it, and the page says how to set one") {
  const Scratch scratch;
  ServiceOptions service;
  service.pin = "";
  Tour tour(serviced(scratch.path(), service));
  open_pin(tour);
  CHECK(tour.says("config.toml"));
  for (const char* tried : {"1", "5", "123456789", "\b"})
    type(tour, tried);
  tour.press_many(Action::kSelect, 20);
  CHECK(tour.screen() == "pin");
}

TEST_CASE("with built-in settings the PIN and the coins stand, if the files were read without harm before") {
  const Scratch scratch;
  ServiceOptions service;
  service.config = "play = \"coins\"\ncoins_per_credit = 2\nidle_seconds = 600\n";
  TourOptions options = serviced(scratch.path(), service);
  options.safe = true;
  options.ran = GENERATE(true, false);
  Tour tour(options);
  const config::Values& values = tour.app().house().config.values();
  CHECK(values.play == (options.ran ? "coins" : "free"));
  CHECK(values.coins_per_credit == (options.ran ? 2 : 1));
  CHECK(values.idle_seconds == config::Values().idle_seconds);
  open_pin(tour);
  type(tour, kPin);
  CHECK(tour.screen() == (options.ran ? "service" : "pin"));
}

TEST_CASE("a PIN that is none leaves the menu closed, and what was written is shown to nobody") {
  const Scratch scratch;
  ServiceOptions service;
  service.pin = GENERATE("123", "1234567890", "12a4", "1111111111111");
  Tour tour(serviced(scratch.path(), service));
  tour.press(Action::kSelect);
  tour.settle();
  CHECK_FALSE(tour.says(service.pin));
  open_pin(tour);
  CHECK(tour.says("[kiosk]"));
  CHECK_FALSE(tour.says(service.pin));
}

TEST_CASE("the PIN's page is left after 20 s without a touch, the menu after 120 s") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  open_pin(tour);
  tour.pass(15'000);
  type(tour, "2");
  tour.pass(15'000);
  CHECK(tour.screen() == "pin");
  tour.pass(6'000);
  CHECK(tour.screen() == "attract");
  open_service(tour);
  tour.pass(115'000);
  CHECK(tour.screen() == "service");
  tour.press(Action::kDown);
  tour.pass(115'000);
  CHECK(tour.screen() == "service");
  tour.pass(6'000);
  CHECK(tour.screen() == "attract");
}

TEST_CASE("a match under way is there again after the menu, its clock has run on") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  tour.press(Action::kSelect);
  tour.table_of("xiangqi", [](match::Terms& terms) {
    for (match::SeatTerms& seat : terms.seats)
      seat.limits.first_limit = 10;
  });
  tour.submit("h2e2 h9g7");
  const auto left = [&] {
    return tour.table().session().table().left(0, tour.app().house().match_now()).main;
  };
  const match::Instant before = left();
  open_service(tour);
  tour.pass(30'000);
  tour.press(Action::kBack);
  REQUIRE(tour.screen() == "table");
  CHECK(before - left() >= 30 * match::kSecond);
  CHECK(tour.table().session().reader().plies().size() == 2);
  tour.play("h0g2");
  CHECK(tour.table().session().reader().plies().size() == 3);
}

TEST_CASE("a clock that runs out behind the menu ends the match, and the result is what it leads back to") {
  const Scratch scratch;
  Tour tour(serviced(scratch.path()));
  tour.press(Action::kSelect);
  tour.table_of("xiangqi", [](match::Terms& terms) {
    for (match::SeatTerms& seat : terms.seats)
      seat.limits.step_limit = 20;
  });
  open_service(tour);
  tour.pass(30'000);
  CHECK(tour.screen() == "service");
  tour.press(Action::kBack);
  tour.pass(3000);
  CHECK(tour.screen() == "result");
}
