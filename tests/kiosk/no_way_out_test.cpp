// Nothing leads out of a cabinet but the row of the service menu behind the PIN: everything that somebody may
// try, on every screen, leaves the program running, full screen, at a screen of the game.
#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <vector>

#include "platform/window.hpp"
#include "real_events.hpp"
#include "service.hpp"

using namespace qitai;
using namespace qitai::testing;

namespace {

struct Way {
  std::string name;
  std::function<void(Tour&, VirtualPad&)> tried;
};

void turns(Tour& tour, int ms = 200) {
  tour.pass(ms);
}

std::vector<Way> ways() {
  std::vector<Way> all;
  const auto stroke = [&](std::string name, SDL_Keycode code, Uint16 mod = 0) {
    all.push_back({std::move(name), [code, mod](Tour&, VirtualPad&) { key_stroke(code, mod); }});
  };
  stroke("Alt+F4", SDLK_F4, KMOD_LALT);
  stroke("AltGr+F4", SDLK_F4, KMOD_RALT);
  stroke("Alt+Enter", SDLK_RETURN, KMOD_LALT);
  stroke("Alt+Tab", SDLK_TAB, KMOD_LALT);
  stroke("Alt+Escape", SDLK_ESCAPE, KMOD_LALT);
  stroke("Alt+Space", SDLK_SPACE, KMOD_LALT);
  stroke("Alt+F2", SDLK_F2, KMOD_LALT);
  stroke("Ctrl+Q", SDLK_q, KMOD_LCTRL);
  stroke("Ctrl+W", SDLK_w, KMOD_LCTRL);
  stroke("Ctrl+C", SDLK_c, KMOD_LCTRL);
  stroke("Ctrl+Z", SDLK_z, KMOD_LCTRL);
  stroke("Ctrl+D", SDLK_d, KMOD_LCTRL);
  stroke("Ctrl+Escape", SDLK_ESCAPE, KMOD_LCTRL);
  stroke("Ctrl+Shift+Escape", SDLK_ESCAPE, KMOD_LCTRL | KMOD_LSHIFT);
  stroke("Ctrl+Alt+Delete", SDLK_DELETE, KMOD_LCTRL | KMOD_LALT);
  stroke("Ctrl+Alt+Backspace", SDLK_BACKSPACE, KMOD_LCTRL | KMOD_LALT);
  stroke("Ctrl+Alt+T", SDLK_t, KMOD_LCTRL | KMOD_LALT);
  stroke("Super", SDLK_LGUI);
  stroke("Super+D", SDLK_d, KMOD_LGUI);
  stroke("Super+L", SDLK_l, KMOD_LGUI);
  stroke("Menu key", SDLK_APPLICATION);
  stroke("Print", SDLK_PRINTSCREEN);
  stroke("Pause", SDLK_PAUSE);
  stroke("Power key", SDLK_POWER);
  stroke("Sleep key", SDLK_SLEEP);
  stroke("Browser's home key", SDLK_AC_HOME);
  stroke("Mail key", SDLK_MAIL);
  stroke("Calculator key", SDLK_CALCULATOR);
  for (int i = 1; i <= 12; ++i)
    stroke("F" + std::to_string(i), SDLK_F1 + i - 1);
  for (int i = 1; i <= 7; ++i)
    stroke("Ctrl+Alt+F" + std::to_string(i), SDLK_F1 + i - 1, KMOD_LCTRL | KMOD_LALT);
  all.push_back({"Escape twenty times", [](Tour& tour, VirtualPad&) {
                   for (int i = 0; i < 20; ++i) {
                     key_stroke(SDLK_ESCAPE);
                     turns(tour, 40);
                   }
                 }});
  all.push_back({"F11 three times", [](Tour& tour, VirtualPad&) {
                   for (int i = 0; i < 3; ++i) {
                     key_stroke(SDLK_F11);
                     turns(tour, 40);
                   }
                 }});
  all.push_back({"Escape held for 10 s", [](Tour& tour, VirtualPad&) {
                   key_event(SDLK_ESCAPE, true);
                   turns(tour, 10'000);
                   key_event(SDLK_ESCAPE, false);
                 }});
  all.push_back({"all keys that mean something, held together", [](Tour& tour, VirtualPad&) {
                   const auto keys = {SDLK_UP,     SDLK_DOWN,  SDLK_LEFT, SDLK_RIGHT, SDLK_RETURN,
                                      SDLK_ESCAPE, SDLK_SPACE, SDLK_TAB,  SDLK_f,     SDLK_b};
                   for (const SDL_KeyCode code : keys)
                     key_event(code, true);
                   turns(tour, 8'000);
                   for (const SDL_KeyCode code : keys)
                     key_event(code, false);
                 }});
  const auto event = [&](std::string name, Uint32 type, Uint8 window = 0) {
    all.push_back({std::move(name), [type, window](Tour& tour, VirtualPad&) {
                     SDL_Event pushed{};
                     pushed.type = type;
                     if (type == SDL_WINDOWEVENT) {
                       pushed.window.event = window;
                       pushed.window.windowID =
                           SDL_GetWindowID(SDL_RenderGetWindow(tour.app().house().renderer));
                     }
                     SDL_PushEvent(&pushed);
                   }});
  };
  event("the window is closed", SDL_WINDOWEVENT, SDL_WINDOWEVENT_CLOSE);
  event("the session asks it to quit", SDL_QUIT);
  event("the window loses the focus", SDL_WINDOWEVENT, SDL_WINDOWEVENT_FOCUS_LOST);
  event("the window is minimised", SDL_WINDOWEVENT, SDL_WINDOWEVENT_MINIMIZED);
  event("the window is hidden", SDL_WINDOWEVENT, SDL_WINDOWEVENT_HIDDEN);
  event("a file is dropped", SDL_DROPFILE);
  event("the clipboard changes", SDL_CLIPBOARDUPDATE);
  const auto click = [&](std::string name, int button, double x, double y) {
    all.push_back({std::move(name), [button, x, y](Tour& tour, VirtualPad&) {
                     const auto at = [](double part, int size) {
                       return std::min(size - 1, static_cast<int>(part * size));
                     };
                     const int px = at(x, tour.app().window().width()),
                               py = at(y, tour.app().window().height());
                     for (int i = 0; i < 2; ++i) {
                       mouse_event(button, true, px, py);
                       mouse_event(button, false, px, py);
                     }
                   }});
  };
  for (const auto& [name, x, y] :
       std::vector<std::tuple<std::string, double, double>>{{"top left corner", 0, 0},
                                                            {"top edge", 0.5, 0},
                                                            {"top right corner", 1, 0},
                                                            {"left edge", 0, 0.5},
                                                            {"right edge", 1, 0.5},
                                                            {"bottom left corner", 0, 1},
                                                            {"bottom edge", 0.5, 1},
                                                            {"bottom right corner", 1, 1}}) {
    click("a double click at the " + name, SDL_BUTTON_LEFT, x, y);
    click("the right button at the " + name, SDL_BUTTON_RIGHT, x, y);
  }
  click("the middle button", SDL_BUTTON_MIDDLE, 0.5, 0.5);
  click("a side button of the mouse", SDL_BUTTON_X1, 0.5, 0.5);
  all.push_back({"a drag from edge to edge", [](Tour& tour, VirtualPad&) {
                   const int w = tour.app().window().width(), h = tour.app().window().height();
                   mouse_event(SDL_BUTTON_LEFT, true, w / 2, 0);
                   turns(tour, 100);
                   mouse_event(SDL_BUTTON_LEFT, false, w / 2, h - 1);
                 }});
  constexpr int kButtons = 15;
  all.push_back({"every button of a pad, one after the other", [](Tour& tour, VirtualPad& pad) {
                   for (int i = 0; i < kButtons; ++i) {
                     pad.button(i, true);
                     turns(tour, 40);
                     pad.button(i, false);
                     turns(tour, 40);
                   }
                 }});
  all.push_back({"every button of a pad, held together for 8 s", [](Tour& tour, VirtualPad& pad) {
                   for (int i = 0; i < kButtons; ++i)
                     pad.button(i, true);
                   turns(tour, 8'000);
                   for (int i = 0; i < kButtons; ++i)
                     pad.button(i, false);
                   turns(tour, 40);
                 }});
  all.push_back({"guide, back and start of a pad held", [](Tour& tour, VirtualPad& pad) {
                   for (const int i : {SDL_CONTROLLER_BUTTON_GUIDE, SDL_CONTROLLER_BUTTON_BACK,
                                       SDL_CONTROLLER_BUTTON_START})
                     pad.button(i, true);
                   turns(tour, 6'000);
                   for (const int i : {SDL_CONTROLLER_BUTTON_GUIDE, SDL_CONTROLLER_BUTTON_BACK,
                                       SDL_CONTROLLER_BUTTON_START})
                     pad.button(i, false);
                   turns(tour, 40);
                 }});
  all.push_back({"the service button and a guess", [](Tour& tour, VirtualPad&) {
                   key_stroke(SDLK_F2);
                   turns(tour, 100);
                   for (int i = 0; i < 8; ++i)
                     key_stroke(SDLK_1);
                 }});
  return all;
}

}  // namespace

TEST_CASE("whatever is tried, on every screen: the program runs, full screen, at a screen of the game") {
  const std::string place = GENERATE("attract", "title", "settings", "terms", "table", "pin");
  const Scratch scratch;
  TourOptions options = serviced(scratch.path());
  options.fullscreen = true;
  Tour tour(options);
  VirtualPad pad;
  tour.settle();
  const auto go = [&] {
    // What is open from before is left by time.
    for (int i = 0; i < 30 && tour.screen() != "attract"; ++i) {
      if (tour.screen() == "table") {
        tour.app().house().go(std::make_unique<kiosk::AttractScreen>(tour.app().house()));
        tour.settle();
      } else {
        tour.jump(21'000);
      }
    }
    REQUIRE(tour.screen() == "attract");
    if (place == "attract") return;
    if (place == "pin") return open_pin(tour);
    tour.press(platform::Action::kSelect);
    if (place == "settings") tour.activate("title.settings");
    if (place == "terms") tour.activate("title.two");
    if (place == "table") tour.table_of("xiangqi");
    REQUIRE(tour.screen() == place);
  };
  const std::vector<Way> all = ways();
  REQUIRE(all.size() >= 40);
  SDL_Window* const window = SDL_RenderGetWindow(tour.app().house().renderer);
  // A driver without a display has no full screen to begin with; the way out of one would show here all the
  // same.
  constexpr Uint32 kWhole =
      SDL_WINDOW_FULLSCREEN_DESKTOP | SDL_WINDOW_HIDDEN | SDL_WINDOW_MINIMIZED | SDL_WINDOW_SHOWN;
  const Uint32 before = SDL_GetWindowFlags(window) & kWhole;
  const int width = tour.app().window().width(), height = tour.app().window().height();
  const std::set<std::string_view> kGame{"attract", "title", "settings", "terms",  "time",  "table",
                                         "result",  "pin",   "setup",    "scores", "lobby", "card"};
  for (const Way& way : all) {
    INFO(way.name << " at " << place);
    go();
    way.tried(tour, pad);
    for (int i = 0; i < 20; ++i)
      REQUIRE(tour.app().turn());
    tour.settle();
    CHECK_FALSE(tour.app().house().quit);
    CHECK(kGame.contains(tour.screen()));
    CHECK((SDL_GetWindowFlags(window) & kWhole) == before);
    CHECK(tour.app().window().width() == width);
    CHECK(tour.app().window().height() == height);
    CHECK(tour.app().frames() > 0);
    // It still does what it is told.
    const std::uint64_t frames = tour.app().frames();
    tour.press(platform::Action::kDown);
    tour.press(platform::Action::kUp);
    tour.pass(1700);
    CHECK(tour.app().frames() > frames);
  }
}
