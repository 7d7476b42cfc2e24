// What is heard of the program: each sound where it belongs, once, and nothing of what was there before.
#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "scratch.hpp"
#include "tour.hpp"

using qitai::platform::Action;
using qitai::platform::Sound;
using qitai::testing::Scratch;
using qitai::testing::Tour;
using qitai::testing::TourOptions;
using Heard = std::vector<Sound>;

namespace {

// A tour that listens.
struct Listener {
  explicit Listener(const Scratch& scratch, bool timed = false)
      : tour([&] {
          TourOptions options;
          options.data = scratch.path();
          options.language = "en";
          options.timed = timed;
          return options;
        }()) {
    tour.app().house().hear = [this](Sound sound) { heard_.push_back(sound); };
  }
  Heard take() { return std::exchange(heard_, {}); }
  // Without those of menus.
  Heard take_of_match() {
    Heard all = take();
    std::erase_if(all, [](Sound sound) { return sound == Sound::kMove || sound == Sound::kSelect; });
    return all;
  }

  Tour tour;

 private:
  Heard heard_;
};

}  // namespace

TEST_CASE("menus tick when the focus moves and answer when something is chosen") {
  const Scratch scratch;
  Listener listener(scratch);
  listener.tour.press(Action::kDown);
  CHECK(listener.take() == Heard{Sound::kMove});
  listener.tour.press(Action::kSelect);
  CHECK(listener.take() == Heard{Sound::kSelect});
}

TEST_CASE(
    "a piece is heard when it is lifted and when it lands, a taken one, a check, a refusal and the end") {
  const Scratch scratch;
  Listener listener(scratch);
  listener.tour.to_table();
  (void)listener.take();
  listener.tour.play("h2e2");
  CHECK(listener.take_of_match() == Heard{Sound::kLift, Sound::kSetDown});
  listener.tour.play("b7e7");
  (void)listener.take();
  // A cannon takes the pawn before the general: heard as a capture, and the gong of a check.
  listener.tour.play("e2e6");
  CHECK(listener.take_of_match() == Heard{Sound::kLift, Sound::kCapture, Sound::kCheck});
  // Out of check one must come.
  listener.tour.cursor_to("a9");
  listener.tour.press(Action::kSelect);
  (void)listener.take();
  listener.tour.cursor_to("a8");
  listener.tour.press(Action::kSelect);
  const Heard refused = listener.take_of_match();
  CHECK(std::ranges::count(refused, Sound::kIllegal) == 1);
  CHECK(std::ranges::count(refused, Sound::kCheck) == 0);  // it stands, and was heard
  listener.tour.press(Action::kBack);                      // the refused piece is back already
  listener.tour.resign();
  const Heard end = listener.take_of_match();
  CHECK(listener.tour.screen() == "result");
  CHECK(std::ranges::count(end, Sound::kWin) == 1);  // two people sit here: one of them has won
  CHECK(std::ranges::count(end, Sound::kLoss) == 0);
}

TEST_CASE("a question to whoever sits here is heard once") {
  const Scratch scratch;
  Listener listener(scratch);
  listener.tour.to_table();
  listener.tour.play("h2e2");
  (void)listener.take();
  listener.tour.press(Action::kBack);
  listener.tour.activate("act.draw");
  listener.tour.pass(2000);
  const Heard asked = listener.take_of_match();
  CHECK(std::ranges::count(asked, Sound::kAsk) == 1);
  listener.tour.activate("ask.agree");
  listener.tour.pass(3000);
  const Heard end = listener.take_of_match();
  CHECK(std::ranges::count(end, Sound::kDraw) == 1);
}
