#include "menu/pairing.hpp"

#include <algorithm>

namespace qitai::menu {

using view::Face;
using Kind = host::event::Pairing::Kind;

const host::event::Pairing* Pairing::question() const {
  return house_.company == nullptr ? nullptr : house_.company->lobby().question();
}

bool Pairing::asks() const {
  return question() != nullptr;
}

int Pairing::seconds_left() const {
  const host::event::Pairing* const asked = question();
  if (asked == nullptr || asked->seconds == 0) return -1;
  const seat::Now past = (house_.match_now() - since_) / duel::kSecond;
  return static_cast<int>(std::max<seat::Now>(0, seat::Now{asked->seconds} - past));
}

bool Pairing::input(const platform::Input& input) {
  if (!asks() || input.kind != platform::Input::Kind::kPress || input.action != platform::Action::kBack)
    return false;
  house_.company->lobby().answer(false);
  return true;
}

bool Pairing::tick() {
  const host::event::Pairing* const asked = question();
  const std::uint64_t id = asked == nullptr ? 0 : asked->id;
  if (id != shown_) {
    shown_ = id;
    since_ = house_.match_now();
    shown_seconds_ = seconds_left();
    // A number that nobody looked at is not confirmed by a press that was meant for something else.
    if (id != 0) house_.ui.focus().set("pairing.no", house_.ui.now());
    return true;
  }
  if (seconds_left() == shown_seconds_) return false;
  shown_seconds_ = seconds_left();
  return true;
}

std::uint64_t Pairing::next_wake(std::uint64_t now) const {
  if (!asks() || shown_seconds_ <= 0) return UINT64_MAX;
  const seat::Now into = (house_.match_now() - since_) % duel::kSecond;
  return now + static_cast<std::uint64_t>((duel::kSecond - into) / 1000 + 1);
}

void Pairing::draw() {
  const host::event::Pairing* const asked = question();
  if (asked == nullptr) return;
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int pad = std::max(ui.px(40), 14), gap = std::max(ui.px(24), 8);
  const int title = std::max(ui.px(80), 40), line = std::max(ui.px(56), 28), cap = ui.units().target(112);
  const int digits = asked->number.empty() ? 0 : std::max(ui.px(176), 80);
  SDL_Rect sheet{};
  sheet.w = std::min(ui.units().width() - 2 * ui.px(32), std::max(ui.px(1080), 480));
  sheet.h = 2 * pad + title + 2 * line + digits + gap + cap;
  sheet.x = (ui.units().width() - sheet.w) / 2;
  sheet.y = std::max(0, (ui.help_rect().y - sheet.h) / 2);
  // It concerns both, also where the table lies flat and has half of the screen for each.
  ui.set_room({0, 0, ui.units().width(), ui.units().height()});
  ui.dialog("pairing", sheet, 2);
  const int x = sheet.x + pad, w = sheet.w - 2 * pad;
  int y = sheet.y + pad;
  ui.text({x, y, w, title}, ui.tr("pairing.title", {{"name", house_.readable(asked->peer.name)}}),
          {Face::kKai, 52, c.gold_hi, Align::kCentre});
  y += title;
  if (digits > 0) {
    const std::string groups = asked->number.substr(0, 3) + "  " + asked->number.substr(3);
    ui.text({x, y, w, digits}, groups,
            {Face::kSansBold, 120, c.paper, Align::kCentre, Align::kCentre, 1, true});
    y += digits;
  }
  const std::string_view kind = asked->kind == Kind::kCompare ? "pairing.compare"
                                : asked->kind == Kind::kAllow ? "pairing.allow"
                                                              : "pairing.show";
  const int left = seconds_left();
  ui.text({x, y, w, line}, ui.tr(kind), {Face::kSans, 36, c.paper, Align::kCentre});
  y += line;
  if (left >= 0)
    ui.text({x, y, w, line}, ui.tr("pairing.left", {{"n", left}}),
            {Face::kSans, 28, c.paper2, Align::kCentre});
  y += line + gap;
  const bool answers = asked->kind != Kind::kShow;
  const int half = answers ? (w - gap) / 2 : w;
  bool yes = false;
  if (answers) {
    yes = ui.button({"pairing.yes", {x, y, half, cap}, true, ui.tr("help.pairing.yes"), ""},
                    ui.tr("pairing.yes"), 40, true);
  }
  const bool no = ui.button({"pairing.no", {x + w - half, y, half, cap}, true, ui.tr("help.pairing.no"), ""},
                            ui.tr(answers ? "pairing.no" : "pairing.cancel"), 40);
  ui.end_panel();
  if (yes || no) house_.company->lobby().answer(yes);
}

}  // namespace qitai::menu
