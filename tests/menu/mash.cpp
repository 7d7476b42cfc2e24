#include "mash.hpp"

#include <vector>

#include "scratch.hpp"

namespace qitai::testing {
namespace {

using platform::Action;
using platform::Device;
using platform::Input;

constexpr int kStep = 16;        // ms a turn
constexpr int kLongHold = 1000;  // ms: resigning and leaving take no less

}  // namespace

Masher::Masher(Tour& tour, std::uint64_t seed) : tour_(tour), random_(seed) {}

void Masher::pointer(Input::Kind kind, SDL_FPoint where, Device device) {
  Input input;
  input.kind = kind;
  input.device = device;
  input.x = where.x;
  input.y = where.y;
  input.at = tour_.app().now();
  tour_.app().give(input);
}

// A point of the board, the middle of something that can be pressed, or any place on or off the screen.
SDL_FPoint Masher::somewhere() {
  menu::App& app = tour_.app();
  const auto& items = app.ui().focus().items();
  const int kind = below(10);
  if (kind < 4 && !items.empty()) {
    const menu::FocusItem& item = items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
    if (item.id == "title.quit" && below(8) != 0) return {-5, -5};
    const SDL_Rect& r = item.rect;
    return {static_cast<float>(r.x + below(std::max(1, r.w))),
            static_cast<float>(r.y + below(std::max(1, r.h)))};
  }
  if (kind < 8 && app.screen().shows_board()) {
    return app.house().board.centre(static_cast<host::Point>(below(90)));
  }
  return {static_cast<float>(below(app.window().width() + 40) - 20),
          static_cast<float>(below(app.window().height() + 40) - 20)};
}

void Masher::key() {
  static constexpr Action kActions[] = {
      Action::kUp,     Action::kDown, Action::kLeft, Action::kRight, Action::kSelect, Action::kSelect,
      Action::kSelect, Action::kBack, Action::kMenu, Action::kFlip,  Action::kBrowse, Action::kFullscreen};
  Input input;
  input.action = kActions[below(static_cast<int>(std::size(kActions)))];
  input.device = below(2) == 0 ? Device::kKeyboard : Device::kPad;
  input.at = tour_.app().now();
  // Whoever quits is back at once, and that takes longer than anything else here.
  if (input.action == Action::kSelect && tour_.app().ui().focus().focused() == "title.quit" && below(8) != 0)
    return;
  if (!down_.contains(input.action)) {
    down_.insert(input.action);
    tour_.app().give(input);
    if (below(4) == 0) return;  // stays down
  } else if (input.action <= Action::kRight && below(2) == 0) {
    input.kind = Input::Kind::kRepeat;
    input.held = 400;
    tour_.app().give(input);
    return;
  }
  down_.erase(input.action);
  input.kind = Input::Kind::kRelease;
  tour_.app().give(input);
}

void Masher::a_legal_move() {
  menu::Session& session = tour_.table().session();
  const auto mover = session.mover();
  if (!mover) return;
  const std::vector<host::Move> legal = session.table().referee().legal(*mover);
  if (legal.empty()) return;
  const host::Move& move = legal[static_cast<std::size_t>(below(static_cast<int>(legal.size())))];
  const view::BoardView& board = tour_.app().house().board;
  const Device device = below(2) == 0 ? Device::kMouse : Device::kTouch;
  for (const host::Point point : {move.from, move.to}) {
    pointer(Input::Kind::kPointerDown, board.centre(point), device);
    pointer(Input::Kind::kPointerUp, board.centre(point), device);
  }
  pointer_down_ = false;
}

// Nobody gives up a match without holding the cap for as long as it takes.
void Masher::watch() {
  const std::string at(tour_.screen());
  if (at != at_) {
    if (at == "table" && at_ != "table") {
      held_long_ = false;
      ++matches_;
    }
    at_ = at;
  }
  const bool holding = pointer_down_ || down_.contains(Action::kSelect);
  const std::uint64_t now = tour_.app().now();
  if (!holding) held_since_ = now;
  // The release itself comes a few turns later.
  if (now - held_since_ + 5 * kStep >= kLongHold) held_long_ = true;
  if (at == "result") {
    const match::Event* const end = tour_.result().session().reader().ended();
    if (end == nullptr) {
      wrong_ = "a result without an end";
    } else if ((end->text == "resignation" || end->text == "left" || end->text == "aborted") && !held_long_) {
      wrong_ = "ended by " + end->text + " though nothing was held";
    }
  }
}

void Masher::input() {
  menu::App& app = tour_.app();
  const int kind = below(100);
  if (kind < 45) {
    key();
  } else if (kind < 60) {
    pointer(Input::Kind::kPointerMove, somewhere(), pointer_device_);
  } else if (kind < 75) {
    if (!pointer_down_) pointer_device_ = below(2) == 0 ? Device::kMouse : Device::kTouch;
    pointer(pointer_down_ ? Input::Kind::kPointerUp : Input::Kind::kPointerDown, somewhere(),
            pointer_device_);
    pointer_down_ = !pointer_down_;
  } else if (kind < 77) {
    if (pointer_down_) pointer(Input::Kind::kPointerCancel, somewhere(), pointer_device_);
    pointer_down_ = false;
  } else if (kind < 95) {
    if (tour_.screen() == "table") a_legal_move();
  } else if (kind < 96) {
    SDL_Window* const window = SDL_RenderGetWindow(app.window().renderer());
    static constexpr SDL_Point kSizes[] = {{800, 480}, {1280, 800}, {600, 900}, {480, 480}, {1024, 300}};
    const SDL_Point& size = kSizes[below(static_cast<int>(std::size(kSizes)))];
    if (below(6) == 0) SDL_SetWindowSize(window, size.x, size.y);
  } else if (kind < 97) {
    tour_.pass(below(3) == 0 ? 1200 : 200);
  }
  const int turns = below(4);
  for (int i = 0; i < turns; ++i) {
    watch();
    tour_.pass(kStep);
  }
  watch();
}

void Masher::let_go() {
  Input input;
  input.kind = Input::Kind::kRelease;
  for (const Action action : down_) {
    input.action = action;
    tour_.app().give(input);
  }
  down_.clear();
  if (pointer_down_) pointer(Input::Kind::kPointerCancel, {-5, -5}, pointer_device_);
  pointer_down_ = false;
  tour_.settle();
  held_since_ = tour_.app().now();
}

std::string Masher::to_title() {
  for (int tries = 0; tries < 40 && tour_.screen() != "title"; ++tries) {
    // While the keys are the board's, back leads to the rail.
    if (tour_.screen() == "setup" && !tour_.app().screen().focus_on_board() &&
        tour_.app().ui().focus().item("setup.title") != nullptr) {
      tour_.activate("setup.title");
      tour_.pass(500);
      continue;
    }
    if (tour_.screen() != "table") {
      tour_.press(Action::kBack);
      tour_.pass(500);
      continue;
    }
    menu::TableScreen& table = tour_.table();
    if (table.menu_open()) {
      if (tour_.app().ui().focus().item("menu.title") == nullptr) return "an open menu without its way out";
      tour_.activate("menu.title");
    } else if (table.session().over()) {
      tour_.press(Action::kBack);
      tour_.pass(2000);
    } else {
      tour_.press(Action::kBack);
      tour_.pass(500);
      if (tour_.screen() == "table" && !tour_.table().menu_open()) tour_.press(Action::kMenu);
    }
  }
  if (tour_.screen() != "title") return "no way back to the title from " + std::string(tour_.screen());
  return {};
}

std::string Masher::sound() {
  let_go();
  tour_.pass(1200);
  if (const std::string lost = to_title(); !lost.empty()) return lost;
  if (tour_.app().ui().focus().item("title.two") == nullptr) return "the title without a way to play";
  tour_.activate("title.two");
  if (tour_.screen() != "terms") return "no terms but " + std::string(tour_.screen());
  tour_.activate("terms.start");
  if (tour_.screen() == "card") {
    tour_.activate("card.agree.0");
    tour_.activate("card.agree.1");
    if (tour_.screen() == "setup") tour_.set_up_both();
    if (tour_.screen() == "table" && tour_.table().curtain().shut()) tour_.open_curtain();
  }
  if (tour_.screen() != "table") return "no table but " + std::string(tour_.screen());
  menu::Session& session = tour_.table().session();
  if (!tour_.app().screen().focus_on_board()) return "a new table's cursor is not on the board";
  // The journal has a thread and a disk of its own, which know nothing of the test's clock.
  for (int i = 0; i < 1000 && !session.ready(); ++i) {
    SDL_Delay(5);
    tour_.pass(1);
  }
  if (!session.ready()) return "a new table that takes no move";
  const host::Seat mover = session.mover().value_or(0);
  const std::vector<host::Move> legal = session.table().referee().legal(mover);
  if (legal.empty()) return "a new table without a move";
  tour_.play(session.table().referee().state().move_text(mover, legal.front(), -1));
  for (int i = 0; i < 50 && session.reader().plies().empty(); ++i) {
    SDL_Delay(2);  // the journal's own thread
    tour_.pass(20);
  }
  if (session.reader().plies().size() != 1) return "a legal move was not played";
  at_ = "table";
  held_long_ = false;
  return {};
}

std::string mash(std::uint64_t seed, int inputs) {
  const Scratch scratch;
  TourOptions options;
  options.width = 640;
  options.height = 480;
  options.data = scratch.path();
  options.journal = seed % 2 == 0;
  options.timed = seed % 3 == 0;
  options.reduced_motion = seed % 5 == 0;
  options.two_games = seed % 4 == 1;
  for (int done = 0; done < inputs;) {
    // Whoever chose "quit" comes back to the same folder.
    Tour tour(options);
    Masher masher(tour, seed * 1'000'000 + static_cast<std::uint64_t>(done));
    for (bool quit = false; done < inputs && !quit; ++done) {
      masher.input();
      quit = tour.app().house().quit;
      std::string wrong = masher.wrong();
      if (wrong.empty() && !quit && done % 250 == 249) wrong = masher.sound();
      if (!wrong.empty()) return wrong + ", seed " + std::to_string(seed) + ", input " + std::to_string(done);
    }
  }
  return {};
}

}  // namespace qitai::testing
