#include "menu/pencil.hpp"

#include <algorithm>
#include <string>

namespace qitai::menu {
namespace {

constexpr float kSize = 34;  // u, of what stands on a field
constexpr int kRows = 3;     // of the ring: a row above the piece, one beside it, one below

}  // namespace

void Pencil::open(host::Point point, std::uint64_t now) {
  point_ = point;
  house_.ui.focus().set("pencil.unknown", now);
}

Pencil::Place Pencil::place() const {
  const Ui& ui = house_.ui;
  const auto kinds = static_cast<int>(session_.info().kinds.size());
  Place place;
  // So many columns that the ring's edge has a field for each kind.
  place.columns = std::max(3, (kinds + 1) / 2 - 1);
  place.pad = std::max(ui.px(16), 6);
  place.gap = std::max(ui.px(8), 3);
  place.width = std::max(ui.px(132), 66);
  for (int kind = 0; kind < kinds; ++kind) {
    const int needed =
        ui.text_width(session_.kind_mark(static_cast<host::Kind>(kind)), {view::Face::kSansBold, kSize}) +
        2 * std::max(ui.px(22), 9);
    place.width = std::max(place.width, needed);
  }
  place.height = std::max(ui.px(84), 46);
  const int room = (ui.units().width() - 2 * place.pad) / place.columns - place.gap;
  place.width = std::min(place.width, room);
  const int width = place.columns * (place.width + place.gap) - place.gap + 2 * place.pad;
  const int height = kRows * (place.height + place.gap) - place.gap + 2 * place.pad;
  const SDL_FPoint at = house_.board.centre(point_);
  const int x = static_cast<int>(at.x) - width / 2, y = static_cast<int>(at.y) - height / 2;
  place.sheet = {std::clamp(x, 0, std::max(0, ui.units().width() - width)),
                 std::clamp(y, 0, std::max(0, ui.units().height() - height)), width, height};
  return place;
}

bool Pencil::beside(float x, float y) const {
  if (!is_open()) return false;
  const SDL_Rect sheet = place().sheet;
  const SDL_Point at{static_cast<int>(x), static_cast<int>(y)};
  return SDL_PointInRect(&at, &sheet) == SDL_FALSE;
}

bool Pencil::draw() {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const Place where = place();
  const std::uint64_t may = session_.candidates(point_);
  const int colour = session_.colour_at(point_);
  const auto field = [&](int column, int row, int columns) {
    return SDL_Rect{where.sheet.x + where.pad + column * (where.width + where.gap),
                    where.sheet.y + where.pad + row * (where.height + where.gap),
                    columns * (where.width + where.gap) - where.gap, where.height};
  };
  std::optional<std::optional<host::Kind>> chosen;
  ui.dialog("pencil", where.sheet);
  const auto kinds = static_cast<int>(session_.info().kinds.size());
  std::vector<std::string> glyphs;
  glyphs.reserve(session_.info().kinds.size());
  for (int kind = 0; kind < kinds; ++kind)
    glyphs.push_back(session_.kind_mark(static_cast<host::Kind>(kind)));
  const float size = ui.fit(glyphs, {view::Face::kSansBold, kSize}, where.width - 2 * std::max(ui.px(20), 8));
  for (int kind = 0; kind < kinds; ++kind) {
    // Clockwise from the upper left: above, right, below, left.
    const int last = where.columns - 1;
    int column = kind, row = 0;
    if (kind > last) {
      column = last - std::max(0, kind - last - 1);
      row = kind == last + 1 ? 1 : 2;
      if (row == 2) column = last - (kind - last - 2);
    }
    if (column < 0) {
      column = 0;
      row = 1;
    }
    const std::string name = house_.kind_text(session_.variant(), kind, colour);
    const bool possible = may == 0 || kind >= 64 || ((may >> static_cast<unsigned>(kind)) & 1U) != 0;
    const Widget widget{"pencil." + std::to_string(kind), field(column, row, 1), possible,
                        ui.tr("help.pencil.kind", {{"kind", name}}),
                        ui.tr("pencil.excluded", {{"kind", name}})};
    const bool is = session_.guess(point_) == static_cast<host::Kind>(kind);
    if (ui.button(widget, glyphs[static_cast<std::size_t>(kind)], size, is))
      chosen = std::optional<host::Kind>(static_cast<host::Kind>(kind));
  }
  const SDL_Rect middle = field(1, 1, where.columns - 2);
  if (ui.button({"pencil.unknown", middle, true, ui.tr("help.pencil.unknown"), ""}, ui.tr("pencil.unknown"),
                40))
    chosen = std::optional<host::Kind>();
  ui.frame(where.sheet, std::max(2, ui.px(2)), c.gold);
  ui.end_panel();
  if (!chosen) return false;
  session_.set_guess(point_, *chosen);
  close();
  return true;
}

}  // namespace qitai::menu
