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
  if (house_.ui.side() == mover_side()) hand_->drop(now);
  own().menu_open = true;
  own().on_board = false;
  own().claim_next =
      seat_here() == session_->hand_seat() && (hand_->claims_with_next() || hand_->may_claim_with_next());
  // Whoever opens it at a flat table does not stop the other's clock.
  if (house_.config.values().menu_stops_clock && !flat_) {
    session_->table().hold(house_.match_now());
    held_clock_ = true;
  }
  house_.ui.focus().set("menu.continue", now);
  show_marks(now);
}

void TableScreen::close_menu(std::uint64_t now) {
  own().menu_open = false;
  if (std::exchange(held_clock_, false)) session_->table().release(house_.match_now());
  house_.ui.focus().set("act.menu", now);
  enter_board(now);
}

std::vector<TableScreen::Deed> TableScreen::menu_deeds() const {
  const Ui& ui = house_.ui;
  const host::Seat mover = seat_here();
  std::vector<Deed> all;
  all.push_back({"menu.continue", "menu.continue", "help.menu.continue", "", true, 0});
  const bool record = !session_->reader().plies().empty();
  all.push_back({"menu.browse", "act.browse", "help.record",
                 ui.tr(record ? "disabled.browse_other_clock" : "disabled.no_record"), record && may_browse(),
                 0});
  if (session_->timed()) {
    const std::string why = why_not(match::IntentKind::kAskPause, mover);
    all.push_back({"menu.pause", "act.pause", "help.act.pause", why, why.empty(), 0});
  }
  if (session_->terms().touch_move) {
    const std::string why = why_not(match::IntentKind::kAdjust, mover);
    all.push_back({"menu.adjust", "act.adjust", "help.act.adjust", why, why.empty(), 0});
  }
  if (own().claim_next && mover == session_->hand_seat())
    all.push_back({"menu.claim", "act.claim_move", "help.act.claim_move", "", true, 0});
  // From a far player nobody goes away in silence: leaving costs the game.
  const bool far = session_->far() != nullptr, lost = session_->link().lost;
  if (!far) all.push_back({"menu.title", "menu.to_title", "help.menu.to_title", "", true, 0});
  all.push_back({"menu.leave", "act.leave", far ? "help.act.leave_far" : "help.act.leave_here",
                 ui.tr(lost ? "disabled.leave_lost" : "disabled.match_over"), !lost && !session_->over(),
                 kHold});
  return all;
}

void TableScreen::do_from_menu(std::string_view id, std::uint64_t now) {
  const host::Seat mover = seat_here();
  if (id == "menu.title") {
    leave_table();
    return;
  }
  close_menu(now);
  if (id == "menu.browse") {
    browse(session_->shown_ply(), now);
  } else if (id == "menu.pause") {
    submit(match::IntentKind::kAskPause, mover);
  } else if (id == "menu.adjust") {
    submit(match::IntentKind::kAdjust, mover);
    say(house_.ui.tr("table.adjusting"), now);
  } else if (id == "menu.claim") {
    hand_->claim_with_next(!hand_->claims_with_next());
  } else if (id == "menu.leave") {
    submit(match::IntentKind::kLeave, mover);
  }
}

// The clock stands while nobody is at the table; the title offers to go on.
void TableScreen::leave_table() {
  held_clock_ = false;
  session_->table().hold(house_.match_now());
  session_->rest();
  house_.go(std::make_unique<TitleScreen>(house_, session_->info().id));
}

void TableScreen::draw_menu(std::uint64_t now) {
  Ui& ui = house_.ui;
  const std::vector<Deed> deeds = menu_deeds();
  const auto count = static_cast<int>(deeds.size());
  // Half of a small screen has no room for how the house looks; the title has those rows too.
  const int settings = flat_ && ui.units().compact() ? 0 : settings_row_count(house_);
  int row = std::max(ui.px(76), 48);
  int cap = ui.units().target(84);
  const int pad = std::max(ui.px(28), 10), gap = std::max(ui.px(16), 6);
  const int title = std::max(ui.px(84), 34);
  const int notation = session_->info().notations.empty() ? 0 : 1;
  const SDL_Rect whole = ui.room();
  const int room = whole.h - 2 * gap;
  const auto caps_of = [&](int columns) {
    const int lines = (count + columns - 1) / columns;
    return lines * (cap + gap) - gap;
  };
  const auto height_of = [&](bool headed, int abreast, int caps) {
    const int lines = (settings + abreast - 1) / abreast + notation;
    return (headed ? title : 0) + lines * row + caps + 2 * pad + gap;
  };
  // On a small screen the heading gives way first, then the caps stand in fewer lines; in half of a screen
  // the rows stand two abreast.
  int columns = 2, abreast = 1;
  while (columns < 4 && height_of(false, abreast, caps_of(columns)) > room)
    ++columns;
  while (height_of(false, abreast, caps_of(columns)) > room && abreast < 2) {
    row = std::max(ui.px(64), 48);
    cap = ui.units().target(72);
    ++abreast;
    columns = 3;
    while (columns < 6 && height_of(false, abreast, caps_of(columns)) > room)
      ++columns;
  }
  const int caps = caps_of(columns);
  const bool headed = height_of(true, abreast, caps) <= room;
  const int height = height_of(headed, abreast, caps);
  const int width = std::min(whole.w - 2 * gap, std::max(ui.px(abreast > 1 ? 1000 : 860), 620));
  const SDL_Rect sheet{whole.x + (whole.w - width) / 2, whole.y + (whole.h - height) / 2, width, height};
  ui.dialog("table.menu", sheet);
  const int x = sheet.x + pad, inner = width - 2 * pad;
  int y = sheet.y + pad;
  if (headed) {
    ui.text({x, sheet.y + pad / 2, inner, title}, ui.tr("common.menu"),
            {view::Face::kKai, 48, ui.colours().gold_hi, Align::kCentre});
    y += title - pad / 2;
  }
  const RowGrid grid{x, y, inner, row, abreast, gap};
  if (settings > 0) settings_rows(house_, grid);
  if (notation != 0) {
    // A notation's name is long: it has a line of its own.
    const SDL_Rect place{x, y + (settings + abreast - 1) / abreast * row, inner, row - ui.px(4)};
    if (ui.row({"menu.notation", place, true, ui.tr("help.menu.notation"), "", true}, ui.tr("menu.notation"),
               session_->notation_name()) != 0) {
      session_->next_notation();
    }
  }
  y += ((settings + abreast - 1) / abreast + notation) * row + gap;
  const int cap_w = (inner - (columns - 1) * gap) / columns;
  const float size = ui.fit_keys({"menu.continue", "act.browse", "menu.to_title", "act.leave", "act.pause",
                                  "act.adjust", "act.claim_move"},
                                 {view::Face::kSansBold, 32}, cap_w - 2 * std::max(ui.px(28), 14));
  std::string chosen;
  for (int i = 0; i < count; ++i) {
    const Deed& deed = deeds[static_cast<std::size_t>(i)];
    SDL_Rect place{x + i % columns * (cap_w + gap), y + i / columns * (cap + gap), cap_w, cap};
    // The last one fills its line.
    if (i + 1 == count) place.w = x + inner - place.x;
    if (ui.button({deed.id, place, deed.enabled, ui.tr(deed.help), deed.why, false, deed.hold},
                  ui.tr(deed.label), size, i == 0)) {
      chosen = deed.id;
    }
  }
  ui.end_panel();
  if (!chosen.empty()) do_from_menu(chosen, now);
}

void TableScreen::draw_choices(std::uint64_t now) {
  const std::optional<std::size_t> chosen = promotion_.draw();
  if (!chosen) return;
  promotion_.close();
  after(hand_->choose(*chosen, now), now);
  enter_board(now);
}

void TableScreen::close_choices(std::uint64_t now) {
  // Under touch-move the piece stands where it was put; what it becomes is still to be said.
  if (session_->terms().touch_move) return;
  promotion_.close();
  hand_->drop(now);
  enter_board(now);
}

}  // namespace qitai::menu
