#include "kiosk/cabinet.hpp"

#include <algorithm>

#include "kiosk/attract_screen.hpp"

namespace qitai::kiosk {
namespace {

using Idle = menu::Screen::Idle;
using view::Face;
using Kind = platform::Input::Kind;
using platform::Action;

constexpr std::uint64_t kWarning = 10'000;  // ms before the end

}  // namespace

Cabinet::Cabinet(menu::House& house, bool records) : house_(house), records_(records), fresh_(house.config) {}

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
  if (lets_go) return pays;
  touched_ = now;
  if (pays) take_coin(input.action);
  if (seconds_ == 0) return pays;
  seconds_ = 0;
  house_.ui.focus().set(focused_, now);
  return true;
}

void Cabinet::take_coin(Action action) {
  if (action == Action::kCoin) {
    house_.journal->insert_coin(house_.config.values().coins_per_credit);
  } else {
    house_.journal->service_credit();
  }
  house_.play(platform::Sound::kCoin);
}

bool Cabinet::tick(const menu::Screen& screen, std::uint64_t now) {
  const std::uint64_t limit = patience(screen.idle());
  // A screen that came by itself (a far player is there, a match is over) is looked at from now on.
  if (std::exchange(screen_, &screen) != &screen || limit == UINT64_MAX) touched_ = now;
  const std::uint64_t past = now - touched_;
  if (past >= limit) {
    seconds_ = 0;
    // What a guest chose is not the next guest's, nor is what he was called.
    house_.guests = {};
    if (house_.times != nullptr) *house_.times = store::TimeChoices();
    if (!(house_.config.values() == fresh_.values())) {
      house_.config = fresh_;
      const auto set = text::language_from_code(fresh_.values().language);
      house_.catalog.set_language(set.value_or(text::language_of_environment()));
      house_.look_changed = true;
    }
    house_.go(first());
    return true;
  }
  const int seconds =
      limit != UINT64_MAX && past + kWarning >= limit ? static_cast<int>((limit - past + 999) / 1000) : 0;
  if (seconds_ == 0 && seconds > 0) focused_ = house_.ui.focus().focused();
  return std::exchange(seconds_, seconds) != seconds;
}

std::uint64_t Cabinet::next_wake(const menu::Screen& screen, std::uint64_t now) const {
  const std::uint64_t limit = patience(screen.idle());
  if (limit == UINT64_MAX) return UINT64_MAX;
  const std::uint64_t end = touched_ + limit, warning = end - std::min(end, kWarning);
  if (now < warning) return warning;
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
