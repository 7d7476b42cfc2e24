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
  ui.panel("heading", heading_, Panel::kBare);
  ui.text({heading_.x, heading_.y, heading_.w - done_.w - ui.px(24), heading_.h}, adapters_title(house_),
          {Face::kKai, 72, ui.colours().gold_hi});
  const bool done = ui.button({"adapters.done", done_, true, ui.tr("help.result.back"), ""},
                              ui.tr("common.back"), 36, true);
  ui.end_panel();
  page_.draw(rect_, now);
  ui.help_strip(page_.refusal(), true);
  if (done) back(now);
}

}  // namespace qitai::menu
