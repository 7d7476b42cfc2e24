#include "menu/app.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/log.hpp"
#include "menu/lobby_screen.hpp"
#include "menu/till.hpp"
#include "platform/stop_signals.hpp"
#include "platform/watcher.hpp"

namespace qitai::menu {
namespace {

constexpr std::uint64_t kFrame = 16;                // ms between frames while something moves
constexpr seat::Now kLongest = 60 * duel::kSecond;  // that the loop waits at one time
constexpr int kBeat = 1000;                         // ms that it waits at most under a supervisor

}  // namespace

std::uint64_t App::now() const {
  return options_.ticks ? options_.ticks() : platform::ticks();
}

void App::press(platform::Action action, platform::Device device) {
  platform::Input input;
  input.action = action;
  input.device = device;
  input.at = now();
  give(input);
  input.kind = platform::Input::Kind::kRelease;
  give(input);
}

void App::tap(float x, float y, platform::Device device) {
  platform::Input input;
  input.device = device;
  input.x = x;
  input.y = y;
  input.at = now();
  using Kind = platform::Input::Kind;
  for (const Kind kind : {Kind::kPointerMove, Kind::kPointerDown, Kind::kPointerUp}) {
    input.kind = kind;
    give(input);
  }
}

Status App::screenshot(const std::filesystem::path& file) {
  return window_->screenshot(file);
}

platform::Turn App::lie() const {
  using Shape = platform::Turn::Shape;
  const config::Values& values = config_.values();
  platform::Turn turn;
  turn.degrees = values.rotation;
  if (values.table != "off") turn.shape = values.table == "long" ? Shape::kWide : Shape::kTall;
  turn.half = values.table != "off" && screen_ != nullptr && screen_->turned();
  return turn;
}

bool App::take_turn() {
  const platform::Turn wanted = lie();
  if (wanted == lie_) return false;
  lie_ = wanted;
  frame_due_ = true;
  return window_->set_turn(wanted);
}

void App::arrange() {
  ui_->resize(window_->width(), window_->height());
  stage_->resize(window_->width(), window_->height());
  type_->set_language(text::language_code(catalog_.language()));
  screen_->arrange(now());
  ui_->layer().invalidate();
  panels_due_ = frame_due_ = true;
}

void App::change_screen() {
  const std::uint64_t at = now();
  stage_->keep_for_cut(*screen_, at);
  for (const Side side : kSides) {
    const Facing faced(*ui_, side);
    ui_->focus().reset();
  }
  ui_->set_side(Side::kNear);
  std::unique_ptr<Screen> before = std::exchange(screen_, std::move(house_->next));
  if (keeper_ != nullptr) keeper_->left(std::move(before));
  before.reset();
  // At the title nobody far is awaited or met; what was played with him is in the journal.
  if (screen_->name() == "title" || screen_->idle() == Screen::Idle::kNobody) house_->company.reset();
  screen_->arrange(at);
  // Textures that panels name may have been painted anew under the same name.
  ui_->layer().invalidate();
  panels_due_ = frame_due_ = true;
}

void App::handle(const platform::Input& given) {
  const std::uint64_t at = now();
  platform::Input input = given;
  using platform::Action;
  const bool pays = input.action == Action::kCoin || input.action == Action::kServiceCredit;
  if (pays && !charges(*house_)) {
    // Where nobody pays the key is but the sign on it.
    input.action = Action::kNone;
    if (input.typed == 0 || input.kind != platform::Input::Kind::kPress) return;
  }
  panels_due_ = true;
  ui_->set_device(input.device);
  ui_->show_focus(input.device != platform::Device::kMouse || !window_->pointer_idle());
  const bool asked = pairing_->asks() || (keeper_ != nullptr && keeper_->asks());
  ui_->set_side(asked ? Side::kNear : screen_->side_of(input));
  ui_->layer().feed(ui_->facing(input));
  using Kind = platform::Input::Kind;
  if (input.kind == Kind::kPress && input.action == platform::Action::kFullscreen) {
    // Nothing leads a cabinet's guest out of its full screen.
    if (!house_->kiosk) window_->toggle_fullscreen();
    return;
  }
  if (keeper_ != nullptr && keeper_->input(input, at)) {
    if (!pays) ui_->focus().let_go();
    return;
  }
  if (pairing_->input(input) || (!pairing_->asks() && screen_->input(input, at))) {
    ui_->focus().let_go();
    return;
  }
  if (input.kind == Kind::kPress && input.action == platform::Action::kBack) {
    ui_->focus().let_go();
    screen_->back(at);
    return;
  }
  const std::string focused = ui_->focus().focused();
  const Focus::Did did = ui_->focus().input(ui_->facing(input), at);
  if (did == Focus::Did::kActivated) {
    house_->play(platform::Sound::kSelect);
  } else if (focused != ui_->focus().focused() && input.kind == Kind::kPress) {
    house_->play(platform::Sound::kMove);
  }
  if (did == Focus::Did::kEdge && input.kind == Kind::kPress && !pairing_->asks()) {
    const auto is = [&](platform::Action action) { return input.action == action ? 1 : 0; };
    screen_->edge(is(platform::Action::kRight) - is(platform::Action::kLeft),
                  is(platform::Action::kDown) - is(platform::Action::kUp), at);
  }
}

// Panels are described again until they stand still: an item that was activated changes what another shows.
void App::draw_panels() {
  panels_due_ = false;
  const Facing described(*ui_, Side::kNear);
  // Who has the focus and what is said of it, of both sides.
  const auto standing = [this] {
    std::string all;
    for (const Side side : kSides) {
      const Facing faced(*ui_, side);
      all += ui_->focus().focused() + '\n' + ui_->help_line() + '\n';
    }
    return all;
  };
  for (int pass = 0; pass < 4; ++pass) {
    const std::string before = standing();
    ui_->begin_frame(now());
    ui_->set_purse(purse_text(*house_));
    const bool asked = pairing_->asks() || (keeper_ != nullptr && keeper_->asks());
    for (const Side side : kSides)
      ui_->set_focus_elsewhere(!asked && screen_->focus_on_board_of(side), side);
    screen_->draw(now());
    pairing_->draw();
    if (keeper_ != nullptr) keeper_->draw();
    ui_->settle();
    if (std::exchange(house_->look_changed, false)) {
      arrange();
      continue;
    }
    if (house_->next != nullptr) {
      change_screen();
      continue;
    }
    if (before == standing() && pass > 0) break;
  }
  panels_due_ = false;
  if (ui_->render()) ui_changed_ = frame_due_ = true;
}

void App::draw_frame() {
  const std::uint64_t at = now();
  window_->begin_frame();
  stage_->draw(*screen_, std::exchange(ui_changed_, false), at);
  ++frames_;
  if (options_.video_frames >= 0 && frames_ >= static_cast<std::uint64_t>(options_.video_frames) &&
      !options_.screenshot.empty()) {
    if (const Status saved = window_->screenshot(options_.screenshot); !saved) {
      log_error("{}", saved.error().message);
      picture_lost_ = true;
    }
  }
  window_->present();
  if (shown_ != screen_->name()) {
    shown_ = screen_->name();
    log_info("screen: {}", shown_);
  }
  last_frame_ = at;
  frame_due_ = false;
}

bool App::settled() const {
  const std::uint64_t at = now();
  return given_.empty() && !panels_due_ && !frame_due_ && stage_->next_frame(*screen_, at) == UINT64_MAX;
}

int App::wait_for() const {
  const int ms = wait_for_something();
  return !options_.supervised.beat ? ms : ms < 0 ? kBeat : std::min(ms, kBeat);
}

int App::wait_for_something() const {
  if (lie() != lie_ || !given_.empty() || panels_due_ || frame_due_) return 0;
  const std::uint64_t at = now();
  std::uint64_t due = std::min(screen_->next_wake(at), stage_->next_frame(*screen_, at));
  due = std::min(due, pairing_->next_wake(at));
  if (keeper_ != nullptr) due = std::min(due, keeper_->next_wake(*screen_, at));
  if (options_.driver != nullptr) due = std::min(due, at);
  if (options_.video_frames >= 0) due = std::min(due, at);
  if (house_->company != nullptr) {
    if (company_told_) return 0;
    const seat::Now next = house_->company->next_wake(), match_at = house_->match_now();
    if (next != duel::kNever) {
      const seat::Now left = next <= match_at ? 0 : (std::min(next - match_at, kLongest) + 999) / 1000;
      due = std::min(due, at + static_cast<std::uint64_t>(left));
    }
  }
  if (due == UINT64_MAX) return -1;
  // Never more frames than a screen shows.
  if (options_.driver == nullptr) due = std::max(due, last_frame_ + kFrame);
  return due <= at ? 0 : static_cast<int>(std::min<std::uint64_t>(due - at, 60'000));
}

// What far players do reaches the screens between two of their own steps.
void App::pump_company() {
  if (house_->company == nullptr) {
    company_told_ = false;
    return;
  }
  if (house_->company->pump(house_->match_now())) company_told_ = true;
  // A transport that broke down takes what is played over it along, wherever that is shown.
  if (house_->company->take_fault()) house_->go(std::make_unique<LobbyScreen>(*house_));
}

// Boards of screens that hear nothing more of a match than its pieces. Where nobody is, nothing sounds.
void App::play_sounds() {
  for (const platform::Sound sound : board_->take_sounds()) {
    if (screen_->idle() != Screen::Idle::kNobody || config_.values().attract_sound) house_->play(sound);
  }
}

bool App::turn() {
  const bool plays = screen_->plays() || (keeper_ != nullptr && keeper_->plays());
  if (options_.supervised.beat && !options_.supervised.beat(plays)) return false;
  if (options_.driver != nullptr && given_.empty() && !options_.driver->turn(*this)) return false;
  platform::Window::Happened happened = window_->wait(wait_for());
  if (happened.quit && !house_->kiosk) return false;
  if (take_turn()) happened.resized = true;
  if (happened.textures_lost) {
    type_->restore();
    board_->restore(window_->renderer());
  }
  if (happened.resized) arrange();
  if (happened.exposed) frame_due_ = true;
  if (audio_ != nullptr && happened.audio_lost) audio_->device_lost();
  if (audio_ != nullptr && happened.audio_came) audio_->device_came();
  for (const platform::Input& input : happened.inputs)
    given_.push_back(input);
  pump_company();
  if (std::exchange(company_told_, false)) panels_due_ = true;
  // An input may change the screen; what comes after it belongs to the new one.
  while (!given_.empty()) {
    const platform::Input input = given_.front();
    given_.pop_front();
    handle(input);
    const std::uint64_t at = now();
    if (screen_->tick(at)) panels_due_ = true;
    if (house_->next != nullptr) change_screen();
    if (panels_due_) draw_panels();
  }
  const std::uint64_t at = now();
  for (const Side side : kSides) {
    const Facing faced(*ui_, side);
    if (ui_->focus().tick(at)) panels_due_ = true;
  }
  if (screen_->tick(at)) panels_due_ = true;
  if (pairing_->tick()) panels_due_ = true;
  if (keeper_ != nullptr && keeper_->tick(*screen_, at)) panels_due_ = true;
  if (ui_->focus_shown() && window_->pointer_idle()) {
    ui_->show_focus(false);
    panels_due_ = true;
  }
  if (house_->next != nullptr) change_screen();
  if (panels_due_) draw_panels();
  pump_company();
  play_sounds();
  if (house_->quit) return false;
  // No frame of whoever looks now is shown to who looked before.
  if (take_turn()) {
    arrange();
    draw_panels();
  }
  if (stage_->next_frame(*screen_, at) <= at) frame_due_ = true;
  if (frame_due_ || options_.video_frames >= 0) draw_frame();
  return options_.video_frames < 0 || frames_ < static_cast<std::uint64_t>(options_.video_frames);
}

int run_app(const AppOptions& options) {
  // Before SDL, which would make the closing of the window of them: a cabinet's window is not closed.
  const platform::StopSignals signals;
  Result<std::unique_ptr<App>> app = App::open(options);
  if (!app) {
    fmt::print(stderr, "qitai: {}\n", app.error().message);
    return 2;
  }
  const Result<std::unique_ptr<platform::Watcher>> watcher =
      platform::Watcher::start([&window = (*app)->window()] { window.wake(); });
  if (watcher) {
    (*watcher)->watch({{signals.descriptor(), true, false}});
  } else {
    log_warning("{}", watcher.error().message);
  }
  while (!signals.asked() && (*app)->turn()) {
  }
  const House& house = (*app)->house();
  if (house.quit && house.again) return kAgain;
  if (house.quit && house.kiosk) return kLeft;
  return (*app)->content() ? 0 : 1;
}

}  // namespace qitai::menu
