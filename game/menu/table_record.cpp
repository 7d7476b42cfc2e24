// The record of a table: a sheet of rounds, or the last plies where there is no room for one.
#include <algorithm>

#include "menu/table_rails.hpp"

namespace qitai::menu {
namespace {

using view::Face;

// Where each ply stands: under the seat that made it, and in a row of its own where that seat goes on.
struct Sheet {
  struct Place {
    int row = 0, column = 0;
    int round = 1;
  };
  int width = 2;              // seats
  std::vector<Place> places;  // of the plies, and of the one that comes next
  [[nodiscard]] int rows() const { return places.size() < 2 ? 0 : places[places.size() - 2].row + 1; }
  [[nodiscard]] int row_of(int ply) const { return places[static_cast<std::size_t>(ply)].row; }
};

Sheet sheet_of(const Session& session) {
  Sheet sheet;
  const auto& plies = session.reader().plies();
  sheet.width = std::max(1, static_cast<int>(session.info().seats.size()));
  sheet.places.reserve(plies.size() + 1);
  Sheet::Place at;
  host::Seat before = 0;
  for (std::size_t ply = 0; ply <= plies.size(); ++ply) {
    // After the end whoever would have been next.
    const host::Seat seat = ply < plies.size() ? plies[ply].seat
                            : ply == 0         ? session.mover().value_or(0)
                                               : session.mover().value_or(session.other(before));
    const int column = seat % sheet.width;
    if (ply > 0 && column <= at.column) {
      ++at.row;
      // A seat that moves twice in a row is still at the same round.
      if (seat != before) ++at.round;
    }
    at.column = column;
    sheet.places.push_back(at);
    before = seat;
  }
  return sheet;
}

// Whether the moves in the notation that is chosen fit cells of that width; else they stand in coordinates.
bool notation_fits(const House& house, const Session& session, std::size_t first, std::size_t last,
                   int width) {
  const Ui& ui = house.ui;
  const float least = 18.0F / ui.units().u();
  for (std::size_t ply = first; ply < last; ++ply) {
    if (ui.text_width(ply_text(session, ply), {Face::kSans, least}) > width) return false;
  }
  return true;
}

// The last plies of a small record, the newest at the end.
void draw_last_plies(House& house, Session& session, const SDL_Rect& box, int count, bool in_line) {
  Ui& ui = house.ui;
  const view::Palette& c = ui.colours();
  const auto shown = static_cast<int>(session.shown_ply());
  const Sheet sheet = sheet_of(session);
  if (shown == 0) {
    ui.text(box, ui.tr("table.record_empty"), {Face::kSans, 24, c.mute, Align::kCentre});
    return;
  }
  const int cell_w = in_line ? box.w / count : box.w;
  const int cell_h = in_line ? box.h : box.h / count;
  const int first = std::max(0, shown - count);
  const int words_w = cell_w - ui.px(in_line ? 44 : 60) - ui.px(4);
  const bool fits = notation_fits(house, session, static_cast<std::size_t>(first),
                                  static_cast<std::size_t>(shown), words_w);
  for (int ply = first; ply < shown; ++ply) {
    const int place = ply - first;
    const SDL_Rect cell{box.x + (in_line ? place * cell_w : 0), box.y + (in_line ? 0 : place * cell_h),
                        cell_w, cell_h};
    const bool current = ply == shown - 1;
    const int round = sheet.places[static_cast<std::size_t>(ply)].round;
    const int number_w = ui.px(in_line ? 44 : 60);
    ui.text({cell.x, cell.y, number_w, cell.h}, std::to_string(round), {Face::kSans, 22, c.mute});
    ui.text({cell.x + number_w, cell.y, cell.w - number_w - ui.px(4), cell.h},
            fits ? ply_text(session, static_cast<std::size_t>(ply))
                 : session.reader().plies()[static_cast<std::size_t>(ply)].coordinates,
            {Face::kSans, 26, current ? c.gold_hi : c.paper});
  }
}

}  // namespace

std::string ply_text(const Session& session, std::size_t ply) {
  const match::PlyRecord& record = session.reader().plies()[ply];
  const int notation = session.notation();
  if (notation >= 0 && static_cast<std::size_t>(notation) < record.texts.size()) {
    return record.texts[static_cast<std::size_t>(notation)];
  }
  return record.coordinates;
}

int round_of(const Session& session, std::uint32_t ply) {
  const Sheet sheet = sheet_of(session);
  return sheet.places[std::min<std::size_t>(ply, sheet.places.size() - 1)].round;
}

std::optional<std::uint32_t> draw_record(House& house, Session& session, const SDL_Rect& rect,
                                         const TableLayout& layout) {
  if (SDL_RectEmpty(&rect) == SDL_TRUE) return std::nullopt;
  Ui& ui = house.ui;
  const view::Palette& c = ui.colours();
  ui.panel("record", rect, layout.record_line ? Panel::kFlat : Panel::kPlain);
  const auto plies = static_cast<std::uint32_t>(session.reader().plies().size());
  // A line of one row is too low for a target; browsing is reached by other ways there.
  WidgetState state;
  if (rect.h >= 44) {
    state = ui.widget({"record", rect, plies > 0, ui.tr("help.record"), ui.tr("disabled.no_record")});
  }
  std::optional<std::uint32_t> wanted;
  if (state.activated) wanted = session.shown_ply();
  const int pad = ui.px(24);
  if (layout.record_line) {
    draw_last_plies(house, session, {rect.x + pad, rect.y, rect.w - 2 * pad, rect.h},
                    ui.units().compact() ? 3 : 5, true);
    ui.end_panel();
    return wanted;
  }
  if (layout.kind == TableLayout::Kind::kCompact) {
    draw_last_plies(house, session, {rect.x + 10, rect.y + 8, rect.w - 20, rect.h - 12}, 3, false);
    ui.end_panel();
    return wanted;
  }

  const Sheet sheet = sheet_of(session);
  // Four rounds alone where there is no room for more.
  constexpr int kBareRows = 4;
  const bool bare = layout.record_bare;
  const int row_h = bare ? (rect.h - 2 * ui.px(14)) / kBareRows : ui.px(48), head_y = rect.y + ui.px(18);
  const int body_y = bare ? rect.y + ui.px(14) : head_y + row_h;
  const int visible = bare ? kBareRows : std::max(1, (rect.y + rect.h - ui.px(12) - body_y) / row_h);
  const auto shown = static_cast<int>(session.shown_ply());
  const int current_row = shown == 0 ? 0 : sheet.row_of(shown - 1);
  // The sheet follows the game; a browser sees some rows after his own.
  const int first = std::clamp(current_row - visible + (session.browsed() ? visible / 3 : 0) + 1, 0,
                               std::max(0, sheet.rows() - visible));
  const int number_w = ui.px(84);
  const int cell_w = (rect.w - 2 * ui.px(12) - number_w) / sheet.width;
  const float ply_size = cell_w < ui.px(150) ? 25 : 28;  // narrow rails keep the two columns apart
  const auto cell_x = [&](int column) { return rect.x + ui.px(12) + number_w + column * cell_w; };
  if (!bare) {
    ui.text({rect.x + ui.px(12), head_y, number_w, row_h}, ui.tr("table.round"),
            {Face::kSans, 24, c.paper2, Align::kCentre});
  }
  for (int column = 0; column < sheet.width && !bare; ++column) {
    ui.text({cell_x(column), head_y, cell_w - ui.px(8), row_h}, session.side_name(column),
            {Face::kSans, 24, c.paper2});
  }
  if (plies == 0) {
    ui.text({rect.x + pad, body_y, rect.w - 2 * pad, rect.y + rect.h - body_y - pad},
            ui.tr("table.record_empty"), {Face::kSans, 26, c.mute, Align::kCentre, Align::kCentre, 3});
  }
  const int last = std::min(first + visible, sheet.rows());
  const auto first_ply = [&](int row) {
    const auto begin = sheet.places.begin(), end = begin + plies;
    return static_cast<int>(std::partition_point(begin, end, [row](const auto& at) { return at.row < row; }) -
                            begin);
  };
  const bool fits = notation_fits(house, session, static_cast<std::size_t>(first_ply(first)),
                                  static_cast<std::size_t>(first_ply(last)), cell_w - ui.px(8));
  for (int row = first; row < last; ++row) {
    const int y = body_y + (row - first) * row_h;
    const bool current = shown > 0 && row == current_row;
    if (current) {
      ui.fill({rect.x + ui.px(8), y, rect.w - 2 * ui.px(8), row_h}, c.lacquer3);
      ui.fill({rect.x + ui.px(8), y, ui.px(6), row_h}, c.gold);
    }
    const int begin = first_ply(row), end = first_ply(row + 1);
    const int round = sheet.places[static_cast<std::size_t>(begin)].round;
    if (begin == 0 || sheet.places[static_cast<std::size_t>(begin) - 1].round != round) {
      ui.text({rect.x + ui.px(12), y, number_w, row_h}, std::to_string(round),
              {Face::kSans, 24, c.mute, Align::kCentre});
    }
    for (int ply = begin; ply < end; ++ply) {
      const int column = sheet.places[static_cast<std::size_t>(ply)].column;
      const bool here = ply == shown - 1;
      SDL_Color ink = here ? c.gold_hi : c.paper;
      if (ply >= shown) ink = c.mute;
      ui.text({cell_x(column), y, cell_w - ui.px(8), row_h},
              fits ? ply_text(session, static_cast<std::size_t>(ply))
                   : session.reader().plies()[static_cast<std::size_t>(ply)].coordinates,
              {Face::kSans, ply_size, ink});
      if (state.activated && ui.focus().by_pointer()) {
        const SDL_FPoint at = ui.focus().pointer();
        if (at.y >= static_cast<float>(y) && at.y < static_cast<float>(y + row_h) &&
            (ply == begin || at.x >= static_cast<float>(cell_x(column)))) {
          wanted = static_cast<std::uint32_t>(ply + 1);
        }
      }
    }
  }
  ui.end_panel();
  return wanted;
}

}  // namespace qitai::menu
