// The dialogs of a table: its menu, and what is chosen at the end of a move.
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
    house_.go(std::make_unique<TitleScreen>(house_, session_->info().id));
  }
  if (leave) {
    const host::Seat mover = session_->mover().value_or(0);
    close_menu(now);
    submit(match::IntentKind::kLeave, mover);
  }
}

void TableScreen::draw_choices(std::uint64_t now) {
  const std::optional<std::size_t> chosen = promotion_.draw();
  if (!chosen) return;
  promotion_.close();
  if (hand_->choose(*chosen, now) == Hand::Did::kRefused) {
    say(house_.refusal_text(session_->variant(), hand_->refusal().id), now);
  }
  session_->follow(now);
  enter_board(now);
}

void TableScreen::close_choices(std::uint64_t now) {
  promotion_.close();
  hand_->drop(now);
  enter_board(now);
}

}  // namespace qitai::menu
