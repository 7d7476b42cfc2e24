#include "menu/time_screen.hpp"

#include <algorithm>

namespace qitai::menu {

using view::Face;

void draw_limits_page(host::PageUi& ui) {
  bool first = true;
  for (const match::LimitField& field : match::limit_fields()) {
    const std::string name(field.name);
    const std::optional<std::int64_t> value = ui.terms_get(name);
    if (!value) continue;
    host::PageItem item{"time." + name, {"terms.limit." + name}, {"help.terms." + name}};
    item.first = std::exchange(first, false);
    const host::PageNumber range{0, field.max, {"terms.unit." + std::string(field.unit)}, {}};
    const std::int64_t wanted = ui.number(item, range, *value);
    if (wanted != *value) (void)ui.terms_set(std::vector<host::PageField>{{name, wanted}});
  }
  const std::optional<std::int64_t> carry = ui.terms_get("carry");
  if (carry) {
    const bool wanted = ui.toggle({"time.carry", {"terms.limit.carry"}, {"help.terms.carry"}}, *carry == 1);
    if (wanted != (*carry == 1)) (void)ui.terms_set(std::vector<host::PageField>{{"carry", wanted ? 1 : 0}});
  }
  ui.area(host::PageArea::kFoot);
  ui.time_line(-1);
}

TimeScreen::TimeScreen(House& house, std::shared_ptr<const host::Variant> variant, match::Terms terms,
                       Back back)
    : Screen(house),
      variant_(std::move(variant)),
      terms_(std::move(terms)),
      back_(std::move(back)),
      limits_(terms_, variant_->info()),
      page_(house, QITAI_PLACE_TIME, draw_limits_page, &limits_, variant_.get()) {}

void TimeScreen::arrange(std::uint64_t /*now*/) {
  Ui& ui = house_.ui;
  const view::Units& u = ui.units();
  const SDL_Rect help = ui.help_rect();
  const int title = std::max(ui.px(104), 48), edge = u.compact() ? 4 : ui.px(16);
  const int widest = std::min(u.width() - 2 * ui.px(32), std::max(ui.px(1600), 780));
  const int x = (u.width() - widest) / 2;
  const int cap = u.target(80), cap_w = std::max(ui.px(260), 130);
  heading_ = {x, edge, widest, title};
  done_ = {x + widest - cap_w, edge + (title - cap) / 2, cap_w, cap};
  rect_ = {x, edge + title, widest, help.y - edge - (edge + title)};
}

void TimeScreen::back(std::uint64_t /*now*/) {
  house_.go(back_(terms_));
}

bool TimeScreen::tick(std::uint64_t now) {
  // What a far player does meanwhile is for the screen that comes after.
  if (house_.company != nullptr && house_.company->has_events() && house_.next == nullptr) back(now);
  return page_.tick(now);
}

void TimeScreen::draw(std::uint64_t now) {
  Ui& ui = house_.ui;
  ui.panel("heading", heading_, Panel::kBare);
  const std::string name = page_.by_plugin() ? page_.title() : ui.tr("terms.time");
  ui.text({heading_.x, heading_.y, heading_.w - done_.w - ui.px(24), heading_.h},
          name + " · " + house_.text(*variant_, variant_->info().name_key),
          {Face::kKai, 72, ui.colours().gold_hi});
  const bool done =
      ui.button({"time.done", done_, true, ui.tr("help.time.done"), ""}, ui.tr("time.done"), 36, true);
  ui.end_panel();
  page_.draw(rect_, now);
  ui.help_strip(page_.refusal(), true);
  if (done) back(now);
}

}  // namespace qitai::menu
