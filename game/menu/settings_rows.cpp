#include "menu/settings_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/log.hpp"

namespace qitai::menu {
namespace {

using config::Values;

// The choice `step` further on, around the end.
std::string_view next_choice(std::span<const std::string_view> choices, std::string_view present, int step) {
  const auto found = std::find(choices.begin(), choices.end(), present);
  const auto count = static_cast<int>(choices.size());
  const int index = found == choices.end() ? 0 : static_cast<int>(found - choices.begin());
  return choices[static_cast<std::size_t>(((index + step) % count + count) % count)];
}

void keep(House& house, const Status& changed) {
  if (!changed) {
    log_warning("settings: {}", changed.error().message);
    return;
  }
  house.look_changed = true;
  // What a guest of a cabinet chose is not the next guest's.
  if (house.kiosk) return;
  const Status saved = house.config.save();
  if (!saved) log_warning("settings.toml: {}", saved.error().message);
}

}  // namespace

int settings_row_count(const House& house) {
  return house.kiosk ? 5 : 6;
}

void settings_rows(House& house, const RowGrid& grid) {
  Ui& ui = house.ui;
  const Values& values = house.config.values();
  int line = 0;
  const auto row = [&](std::string_view id, std::string_view label, const std::string& value) {
    SDL_Rect rect = grid.place(line++);
    rect.h -= ui.px(4);
    return ui.row({std::string(id), rect, true, ui.tr("help." + std::string(label)), "", true}, ui.tr(label),
                  value);
  };

  const std::string_view language = text::language_code(house.catalog.language());
  if (const int step = row("set.language", "settings.language", ui.tr("lang." + std::string(language)))) {
    constexpr std::array<std::string_view, 3> kChoices{"zh-Hans", "zh-Hant", "en"};
    const std::string_view chosen = next_choice(kChoices, language, step);
    house.catalog.set_language(*text::language_from_code(chosen));
    keep(house, house.config.set(&Values::language, chosen));
  }
  if (const int step = row("set.theme", "settings.theme", ui.tr("settings.theme." + values.theme))) {
    constexpr std::array<std::string_view, 3> kChoices{"wood", "ink", "contrast"};
    keep(house, house.config.set(&Values::theme, next_choice(kChoices, values.theme, step)));
  }
  if (const int step = row("set.pieces", "settings.pieces", ui.tr("settings.pieces." + values.pieces))) {
    constexpr std::array<std::string_view, 4> kChoices{"auto", "traditional", "simplified", "pictures"};
    keep(house, house.config.set(&Values::pieces, next_choice(kChoices, values.pieces, step)));
  }
  const auto on_off = [&](bool on) { return ui.tr(on ? "common.on" : "common.off"); };
  if (row("set.motion", "settings.reduced_motion", on_off(values.reduced_motion)) != 0) {
    keep(house, house.config.set(&Values::reduced_motion, !values.reduced_motion));
  }
  constexpr int kStep = 20;  // per cent
  if (const int step = row("set.volume", "settings.volume",
                           values.volume == 0 ? ui.tr("common.off") : fmt::format("{} %", values.volume))) {
    const int whole = (values.volume + (step > 0 ? 0 : kStep - 1)) / kStep * kStep;
    const int next = (whole + step * kStep + (100 + kStep)) % (100 + kStep);
    keep(house, house.config.set(&Values::volume, next));
    house.play(platform::Sound::kSetDown);
  }
  if (house.kiosk) return;
  if (row("set.fullscreen", "settings.fullscreen", on_off(values.fullscreen)) != 0) {
    keep(house, house.config.set(&Values::fullscreen, !values.fullscreen));
    if (house.toggle_fullscreen) house.toggle_fullscreen();
  }
}

}  // namespace qitai::menu
