// The dialogs of a table: its menu, and the choice among several moves to one point (promotion).
#include <algorithm>

#include "menu/settings_rows.hpp"
#include "menu/table_screen.hpp"
#include "menu/title_screen.hpp"

namespace qitai::menu {
namespace {

constexpr std::uint32_t kHold = 1000;  // ms for what cannot be undone

}  // namespace

void TableScreen::open_menu(std::uint64_t now) {
  hand_->drop(now);
  menu_open_ = true;
  on_board_ = false;
  if (house_.config.values().menu_stops_clock) {
    session_->table().hold(house_.match_now());
    held_clock_ = true;
  }
  house_.ui.focus().set("menu.continue", now);
  show_marks(now);
}

void TableScreen::close_menu(std::uint64_t now) {
  menu_open_ = false;
  if (std::exchange(held_clock_, false)) session_->table().release(house_.match_now());
  house_.ui.focus().set("act.menu", now);
  enter_board(now);
}

void TableScreen::draw_menu(std::uint64_t now) {
  Ui& ui = house_.ui;
  const int settings = settings_row_count(house_);
  const int row = std::max(ui.px(76), 48);
  const int cap = ui.units().target(84);
  const int pad = std::max(ui.px(28), 10), gap = std::max(ui.px(16), 6);
  const int title = std::max(ui.px(84), 34);
  const int notation = session_->info().notations.empty() ? 0 : 1;
  const int rows = settings + notation;
  const int room = ui.units().height() - 2 * gap;
  // On a small screen the heading gives way first, then the caps stand in one line.
  const int caps_full = 2 * cap + gap;
  const bool one_line = title + rows * row + caps_full + 2 * pad + gap > room;
  const int caps = one_line ? cap : caps_full;
  const bool headed = title + rows * row + caps + 2 * pad + gap <= room;
  const int height = (headed ? title : 0) + rows * row + caps + 2 * pad + gap;
  const int width = std::min(ui.units().width() - 2 * gap, std::max(ui.px(860), 620));
  const SDL_Rect sheet{(ui.units().width() - width) / 2, (ui.units().height() - height) / 2, width, height};
  ui.dialog("table.menu", sheet);
  const int x = sheet.x + pad, inner = width - 2 * pad;
  int y = sheet.y + pad;
  if (headed) {
    ui.text({x, sheet.y + pad / 2, inner, title}, ui.tr("common.menu"),
            {view::Face::kKai, 48, ui.colours().gold_hi, Align::kCentre});
    y += title - pad / 2;
  }
  settings_rows(house_, x, y, inner, row);
  y += settings * row;
  if (notation != 0) {
    if (ui.row({"menu.notation", {x, y, inner, row - ui.px(4)}, true, ui.tr("help.menu.notation"), "", true},
               ui.tr("menu.notation"), session_->notation_name()) != 0) {
      session_->next_notation();
    }
    y += row;
  }
  y += gap;
  const int columns = one_line ? 4 : 2;
  const int cap_w = (inner - (columns - 1) * gap) / columns;
  const auto place = [&](int index) {
    return SDL_Rect{x + index % columns * (cap_w + gap), y + index / columns * (cap + gap), cap_w, cap};
  };
  const float size = ui.fit_keys({"menu.continue", "act.browse", "menu.to_title", "act.leave"},
                                 {view::Face::kSansBold, 32}, cap_w - 2 * std::max(ui.px(28), 14));
  const bool go_on = ui.button({"menu.continue", place(0), true, ui.tr("help.menu.continue"), ""},
                               ui.tr("menu.continue"), size, true);
  const bool browse = ui.button({"menu.browse", place(1), !session_->reader().plies().empty(),
                                 ui.tr("help.record"), ui.tr("disabled.no_record")},
                                ui.tr("act.browse"), size);
  const bool to_title = ui.button({"menu.title", place(2), true, ui.tr("help.menu.to_title"), ""},
                                  ui.tr("menu.to_title"), size);
  const bool leave = ui.button({"menu.leave", place(3), !session_->over(), ui.tr("help.act.leave_here"),
                                ui.tr("disabled.match_over"), false, kHold},
                               ui.tr("act.leave"), size);
  ui.end_panel();
  if (go_on) close_menu(now);
  if (browse) {
    close_menu(now);
    leave_board(now);
    session_->browse(session_->shown_ply(), now);
  }
  if (to_title) {
    // The clock stands while nobody is at the table; the title offers to go on.
    if (!std::exchange(held_clock_, false)) session_->table().hold(house_.match_now());
    session_->rest();
    house_.go(std::make_unique<TitleScreen>(house_, session_->info().id));
  }
  if (leave) {
    const host::Seat mover = session_->hand_seat();
    close_menu(now);
    submit(match::IntentKind::kLeave, mover);
  }
}

void TableScreen::draw_choices(std::uint64_t now) {
  Ui& ui = house_.ui;
  const std::vector<host::Move>& choices = hand_->choices();
  const int count = static_cast<int>(choices.size());
  const int disc = std::max(static_cast<int>(house_.board.pitch()), 48);
  const int gap = std::max(ui.px(16), 6), pad = std::max(ui.px(28), 12);
  const int cell = disc + 2 * gap;
  // A column from the target inwards.
  const host::Move& first = choices.front();
  const SDL_FPoint at = house_.board.centre(first.to != host::kNoPoint ? first.to : first.from);
  const int height = count * cell + 2 * pad - gap, width = cell + 2 * pad;
  const int middle = layout_.plate.y + layout_.plate.h / 2;
  const bool downwards = at.y < static_cast<float>(middle);
  SDL_Rect sheet{static_cast<int>(at.x) - width / 2,
                 static_cast<int>(at.y) - (downwards ? cell / 2 : height - cell / 2), width, height};
  sheet.x = std::clamp(sheet.x, 0, std::max(0, ui.units().width() - width));
  sheet.y = std::clamp(sheet.y, 0, std::max(0, ui.units().height() - height));
  ui.dialog("table.choice", sheet);
  std::optional<std::size_t> chosen;
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(downwards ? i : count - 1 - i);
    const host::Move& move = choices[index];
    const SDL_Rect rect{sheet.x + pad, sheet.y + pad + i * cell, cell, cell - gap};
    const Widget widget{"choice." + std::to_string(index), rect};
    const WidgetState state = ui.widget(widget);
    ui.ground(widget, state);
    if (move.choice > 0 && move.choice <= session_->info().kinds.size()) {
      const int colour = session_->colour(session_->mover().value_or(0));
      ui.image(house_.board.mini(move.choice - 1, colour, disc),
               {rect.x + (rect.w - disc) / 2, rect.y + (rect.h - disc) / 2, disc, disc});
    } else {
      ui.text(rect, std::to_string(move.choice),
              {view::Face::kSansBold, 36, ui.colours().paper, Align::kCentre});
    }
    if (state.activated) chosen = index;
  }
  ui.end_panel();
  if (!chosen) return;
  choosing_ = false;
  if (hand_->choose(*chosen, now) == Hand::Did::kRefused) {
    say(house_.refusal_text(session_->variant(), hand_->refusal().id), now);
  }
  session_->follow(now);
  enter_board(now);
}

}  // namespace qitai::menu
