#include "menu/settings_screen.hpp"

#include <algorithm>

#include "menu/adapters_screen.hpp"
#include "menu/settings_rows.hpp"
#include "menu/title_screen.hpp"

namespace qitai::menu {

void SettingsScreen::arrange(std::uint64_t /*now*/) {
  house_.ui.focus().set_default("set.language");
}

bool SettingsScreen::input(const platform::Input& /*input*/, std::uint64_t /*now*/) {
  return false;
}

void SettingsScreen::back(std::uint64_t /*now*/) {
  house_.go(std::make_unique<TitleScreen>(house_));
}

void SettingsScreen::draw(std::uint64_t now) {
  Ui& ui = house_.ui;
  const SDL_Rect help = ui.help_rect();
  const int width = std::min(ui.units().width() - 2 * ui.px(32), std::max(ui.px(960), 560));
  const int row = std::max(ui.px(84), 48);
  // Of a cabinet the adapters are the operator's.
  const bool adapters = !house_.kiosk && has_adapters(house_);
  const int rows = settings_row_count(house_);
  const int title = std::max(ui.px(110), 48);
  const int cap = ui.units().target(96);
  const int pad = ui.px(32);
  const int height = rows * row + 2 * pad;
  const int all = title + height + ui.px(24) + cap;
  const int x = (ui.units().width() - width) / 2;
  const int y = std::max(ui.px(16), (help.y - all) / 2);
  ui.panel("heading", {x, y, width, title}, Panel::kBare);
  ui.text({x, y, width, title}, ui.tr("common.settings"),
          {view::Face::kKai, 72, ui.colours().gold_hi, Align::kCentre});
  ui.end_panel();
  const SDL_Rect sheet{x, y + title, width, height};
  ui.panel("settings", sheet);
  settings_rows(house_, {x + pad, sheet.y + pad, width - 2 * pad, row});
  ui.end_panel();
  const int cap_w = std::max(ui.px(300), 140);
  const int gap = ui.px(24), caps = adapters ? 2 * cap_w + gap : cap_w;
  const SDL_Rect foot{x + (width - caps) / 2, sheet.y + height + gap, caps, cap};
  ui.panel("back", foot, Panel::kBare);
  const SDL_Rect back_cap{foot.x + foot.w - cap_w, foot.y, cap_w, cap};
  const bool open =
      adapters &&
      ui.button({"set.adapters", {foot.x, foot.y, cap_w, cap}, true, ui.tr("help.settings.adapters"), ""},
                adapters_title(house_));
  const bool leave =
      ui.button({"settings.back", back_cap, true, ui.tr("help.result.back"), ""}, ui.tr("common.back"));
  ui.end_panel();
  ui.help_strip();
  if (leave) {
    back(now);
  } else if (open) {
    House& house = house_;
    house.go(std::make_unique<AdaptersScreen>(
        house, [&house]() -> std::unique_ptr<Screen> { return std::make_unique<SettingsScreen>(house); }));
  }
}

}  // namespace qitai::menu
