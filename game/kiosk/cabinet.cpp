#include "kiosk/cabinet.hpp"

#include <algorithm>
#include <utility>

#include "base/time.hpp"
#include "kiosk/attract_screen.hpp"
#include "kiosk/input_test.hpp"
#include "kiosk/pin_screen.hpp"
#include "kiosk/service_screen.hpp"
#include "kiosk/test_screen.hpp"

namespace qitai::kiosk {
namespace {

using Idle = menu::Screen::Idle;
using view::Face;
using Kind = platform::Input::Kind;
using platform::Action;

constexpr std::uint64_t kWarning = 10'000;  // ms before the end

// Where back that is held has nothing else to do.
bool waits_for_guests(const menu::Screen& screen) {
  return screen.name() == "attract" || screen.name() == "title";
}

bool is_service(const menu::Screen& screen) {
  const std::string_view name = screen.name();
  return name == PinScreen::kName || name == ServiceScreen::kName || name == TestScreen::kName ||
         name == InputTest::kName || name == "adapters";
}

}  // namespace

Cabinet::Cabinet(menu::House& house, CabinetOptions options)
    : house_(house),
      records_(options.records),
      settings_(house),
      lock_(options.state.empty() ? options.state : options.state / "service-tries"),
      desk_{house, settings_, lock_, std::move(options.state), std::move(options.root), options.wall, [this] {
              leave_service();
            }} {
  if (!desk_.wall) desk_.wall = unix_seconds;
  desk_.opened = desk_.wall();
  house.quiet = [this] { return settings_.values().quiet_at(local_time(desk_.wall()).minute_of_day()); };
}

// No coin is lost with the program.
Cabinet::~Cabinet() {
  for (const Action action : held_)
    book(action);
}

std::unique_ptr<menu::Screen> Cabinet::first() {
  return std::make_unique<AttractScreen>(house_, records_);
}

std::uint64_t Cabinet::patience(Idle idle) const {
  const config::Values& values = house_.config.values();
  switch (idle) {
    case Idle::kAway:
      return static_cast<std::uint64_t>(values.idle_seconds) * 1000;
    case Idle::kThinks:
      return static_cast<std::uint64_t>(values.idle_table_minutes) * 60'000;
    case Idle::kWaits:
    case Idle::kNobody:
      break;
  }
  return UINT64_MAX;
}

// What answers the warning does nothing else, and a coin is a coin wherever it falls.
bool Cabinet::input(const platform::Input& input, std::uint64_t now) {
  const bool pays = input.action == Action::kCoin || input.action == Action::kServiceCredit;
  const bool lets_go = input.kind == Kind::kRelease || input.kind == Kind::kPointerUp;
  if (input.kind == Kind::kRelease && input.action == Action::kBack) back_since_ = 0;
  if (lets_go) return pays;
  touched_ = now;
  // A key of coins may be a digit of the PIN: what it was shows when the page is left.
  if (pays && at_pin_ && input.typed >= '1' && input.typed <= '9') {
    held_.push_back(input.action);
    return false;
  }
  // Whoever tests the slot, or gives its key away, has put nothing in.
  const bool tests = screen_ != nullptr && screen_->name() == InputTest::kName;
  const bool tested = serves_ && (tests || desk_.listens);
  if (pays && !tested) take_coin(input.action);
  if (serves_) return pays && !tested;
  if (input.kind == Kind::kPress && input.action == Action::kService) {
    seconds_ = 0;
    open_service();
    return true;
  }
  const bool back = input.kind == Kind::kPress && input.action == Action::kBack;
  if (back && screen_ != nullptr && waits_for_guests(*screen_)) back_since_ = std::max<std::uint64_t>(now, 1);
  if (seconds_ == 0) return pays;
  seconds_ = 0;
  house_.ui.focus().set(focused_, now);
  return true;
}

void Cabinet::book(Action action) {
  if (action == Action::kCoin) {
    house_.journal->insert_coin(house_.config.values().coins_per_credit);
  } else {
    house_.journal->service_credit();
  }
}

void Cabinet::take_coin(Action action) {
  book(action);
  house_.play(platform::Sound::kCoin);
}

void Cabinet::take_held() {
  for (const Action action : std::exchange(held_, {}))
    take_coin(action);
}

// Over everything, whatever is done there. What it covers is kept, and comes back.
void Cabinet::open_service() {
  back_since_ = 0;
  opens_ = true;
  house_.go(std::make_unique<PinScreen>(desk_));
}

void Cabinet::leave_service() {
  leaves_ = true;
  house_.go(under_ != nullptr ? std::move(under_) : first());
}

void Cabinet::left(std::unique_ptr<menu::Screen> screen) {
  screen_ = nullptr;
  at_pin_ = opens_;
  if (std::exchange(opens_, false)) {
    serves_ = true;
    under_ = std::move(screen);
    // Nothing moves behind it but what somebody waits for.
    under_runs_ = under_->plays() || under_->idle() == Idle::kWaits;
  } else if (std::exchange(leaves_, false)) {
    serves_ = false;
    take_held();
  }
}

bool Cabinet::tick_service(const menu::Screen& screen, std::uint64_t now) {
  if (std::exchange(screen_, &screen) != &screen) touched_ = now;
  // Whoever leads elsewhere from behind it (a match is over, a link is gone) leads there once it is left.
  const auto take_over = [this] {
    if (house_.next == nullptr || leaves_ || is_service(*house_.next)) return;
    under_ = std::move(house_.next);
    under_runs_ = false;
  };
  take_over();
  if (!is_service(screen)) {
    serves_ = false;
    under_.reset();
    take_held();
    return false;
  }
  // It was the right PIN.
  if (!at_pin_) held_.clear();
  if (under_ != nullptr && under_runs_ && !leaves_) {
    std::unique_ptr<menu::Screen> own = std::move(house_.next);
    (void)under_->tick(now);
    take_over();
    house_.next = std::move(own);
  }
  const std::uint64_t limit = screen.name() == PinScreen::kName ? kPinPatience : kMenuPatience;
  if (now - touched_ >= limit && !leaves_) leave_service();
  return false;
}

bool Cabinet::plays() const {
  return serves_ && under_ != nullptr && under_->plays();
}

bool Cabinet::tick(const menu::Screen& screen, std::uint64_t now) {
  // So that the time for which it is closed runs.
  (void)lock_.closed_for(now);
  if (serves_) return tick_service(screen, now);
  if (back_since_ != 0 && !waits_for_guests(screen)) back_since_ = 0;
  if (back_since_ != 0 && now - back_since_ >= kHoldBack) {
    open_service();
    return true;
  }
  const std::uint64_t limit = patience(screen.idle());
  // A screen that came by itself (a far player is there, a match is over) is looked at from now on.
  if (std::exchange(screen_, &screen) != &screen || limit == UINT64_MAX) touched_ = now;
  const std::uint64_t past = now - touched_;
  if (past >= limit) {
    seconds_ = 0;
    // What a guest chose is not the next guest's, nor is what he was called.
    house_.guests = {};
    settings_.reset();
    if (house_.times != nullptr) *house_.times = store::TimeChoices();
    house_.go(first());
    return true;
  }
  const int seconds =
      limit != UINT64_MAX && past + kWarning >= limit ? static_cast<int>((limit - past + 999) / 1000) : 0;
  if (seconds_ == 0 && seconds > 0) focused_ = house_.ui.focus().focused();
  return std::exchange(seconds_, seconds) != seconds;
}

std::uint64_t Cabinet::next_wake(const menu::Screen& screen, std::uint64_t now) const {
  if (serves_) {
    const std::uint64_t end = touched_ + (screen.name() == PinScreen::kName ? kPinPatience : kMenuPatience);
    const std::uint64_t under = under_ != nullptr && under_runs_ ? under_->next_wake(now) : UINT64_MAX;
    return std::max(now, std::min(end, under));
  }
  const std::uint64_t held = back_since_ != 0 ? back_since_ + kHoldBack : UINT64_MAX;
  const std::uint64_t limit = patience(screen.idle());
  if (limit == UINT64_MAX) return held;
  const std::uint64_t end = touched_ + limit, warning = end - std::min(end, kWarning);
  if (now < warning) return std::min(held, warning);
  return end <= now ? now : now + (end - now - 1) % 1000 + 1;
}

void Cabinet::draw() {
  if (seconds_ == 0) return;
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int pad = std::max(ui.px(40), 14), title = std::max(ui.px(96), 44), line = std::max(ui.px(56), 28);
  const int gap = std::max(ui.px(24), 8), cap = ui.units().target(112);
  SDL_Rect sheet{};
  sheet.w = std::min(ui.units().width() - 2 * ui.px(32), std::max(ui.px(960), 420));
  sheet.h = 2 * pad + title + line + gap + cap;
  sheet.x = (ui.units().width() - sheet.w) / 2;
  sheet.y = std::max(0, (ui.help_rect().y - sheet.h) / 2);
  // Before whoever comes, also where the table lies flat and has half of the screen for each.
  ui.set_room({0, 0, ui.units().width(), ui.units().height()});
  ui.dialog("idle", sheet, 3);
  const int x = sheet.x + pad, w = sheet.w - 2 * pad;
  ui.text({x, sheet.y + pad, w, title}, ui.tr("kiosk.idle.title"),
          {Face::kKai, 64, c.gold_hi, menu::Align::kCentre});
  ui.text({x, sheet.y + pad + title, w, line}, ui.tr("kiosk.idle.left", {{"n", seconds_}}),
          {Face::kSans, 32, c.paper, menu::Align::kCentre});
  // Whatever is pressed answers: the button says so.
  const SDL_Rect button{x, sheet.y + pad + title + line + gap, w, cap};
  (void)ui.button({"idle.stay", button, true, ui.tr("help.kiosk.idle"), ""}, ui.tr("kiosk.idle.stay"), 40,
                  true);
  ui.end_panel();
}

}  // namespace qitai::kiosk
