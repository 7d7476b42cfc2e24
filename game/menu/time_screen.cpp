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
  places_ = page_places(house_.ui);
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
  ui.panel("heading", places_.heading, Panel::kBare);
  const std::string name = page_.by_plugin() ? page_.title() : ui.tr("terms.time");
  ui.text({places_.heading.x, places_.heading.y, places_.heading.w - places_.done.w - ui.px(24),
           places_.heading.h},
          name + " · " + house_.text(*variant_, variant_->info().name_key),
          {Face::kKai, 72, ui.colours().gold_hi});
  const bool done =
      ui.button({"time.done", places_.done, true, ui.tr("help.time.done"), ""}, ui.tr("time.done"), 36, true);
  ui.end_panel();
  page_.draw(places_.page, now);
  ui.help_strip(page_.refusal(), true);
  if (done) back(now);
}

}  // namespace qitai::menu
