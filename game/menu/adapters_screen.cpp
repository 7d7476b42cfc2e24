#include "menu/adapters_screen.hpp"

#include <algorithm>

namespace qitai::menu {

using view::Face;

namespace {

constexpr std::uint64_t kLookAgain = 250;  // ms

// Where the plugin's page was dropped.
void draw_nothing(host::PageUi& ui) {
  ui.text({"adapters.none"});
}

}  // namespace

bool has_adapters(const House& house) {
  return house.plugins.page(QITAI_PLACE_ADAPTERS) != nullptr;
}

std::string adapters_title(const House& house) {
  const auto page = house.plugins.page(QITAI_PLACE_ADAPTERS);
  if (page == nullptr) return house.ui.tr("adapters.title");
  const std::string_view own = page->text(text::language_code(house.catalog.language()), page->title_key());
  return own.empty() ? house.ui.tr("adapters.title") : std::string(own);
}

AdaptersScreen::AdaptersScreen(House& house, std::function<std::unique_ptr<Screen>()> origin)
    : Screen(house),
      origin_(std::move(origin)),
      page_(house, QITAI_PLACE_ADAPTERS, draw_nothing, nullptr, nullptr) {}

void AdaptersScreen::arrange(std::uint64_t /*now*/) {
  places_ = page_places(house_.ui);
}

void AdaptersScreen::back(std::uint64_t /*now*/) {
  house_.go(origin_());
}

bool AdaptersScreen::tick(std::uint64_t now) {
  const bool due = now >= next_look_;
  if (due) next_look_ = now + kLookAgain;
  return page_.tick(now) || due;
}

std::uint64_t AdaptersScreen::next_wake(std::uint64_t now) const {
  return std::min(page_.next_wake(now), next_look_);
}

void AdaptersScreen::draw(std::uint64_t now) {
  Ui& ui = house_.ui;
  ui.panel("heading", places_.heading, Panel::kBare);
  ui.text({places_.heading.x, places_.heading.y, places_.heading.w - places_.done.w - ui.px(24),
           places_.heading.h},
          adapters_title(house_), {Face::kKai, 72, ui.colours().gold_hi});
  const bool done = ui.button({"adapters.done", places_.done, true, ui.tr("help.result.back"), ""},
                              ui.tr("common.back"), 36, true);
  ui.end_panel();
  page_.draw(places_.page, now);
  ui.help_strip(page_.refusal(), true);
  if (done) back(now);
}

}  // namespace qitai::menu
