#include "menu/table_layout.hpp"

#include <algorithm>
#include <cmath>

#include "view/units.hpp"

namespace qitai::menu {
namespace {

SDL_Rect centred(int cx, int cy, float w, float h) {
  const int width = static_cast<int>(w), height = static_cast<int>(h);
  return {cx - width / 2, cy - height / 2, width, height};
}

// `count` caps in `columns` columns that fill `area`; a last one alone in its row is as wide as the row.
std::vector<SDL_Rect> grid(const SDL_Rect& area, int count, int columns, int gap_x, int gap_y) {
  std::vector<SDL_Rect> caps;
  const int rows = (count + columns - 1) / columns;
  const int height = (area.h - (rows - 1) * gap_y) / rows;
  for (int i = 0; i < count; ++i) {
    const int row = i / columns;
    const int in_row = std::min(columns, count - row * columns);
    const int width = (area.w - (in_row - 1) * gap_x) / in_row;
    const int column = i % columns;
    // The last cap ends exactly at the area's edge.
    const int x = column == in_row - 1 ? area.x + area.w - width : area.x + column * (width + gap_x);
    caps.push_back({x, area.y + row * (height + gap_y), width, height});
  }
  return caps;
}

float shorter_pitch(float width, float height, const TableShape& shape) {
  return std::min(width / shape.plate_width, height / shape.plate_height);
}

TableLayout landscape(const TableShape& shape) {
  const view::Units u(shape.width, shape.height);
  TableLayout layout;
  const int outer = u.px(32), gutter = u.px(24), top = u.px(36);
  const int inner_height = shape.height - 2 * top;
  const float widest = static_cast<float>(shape.width);
  // Rails of 451u; narrower ones to 330u before the plate gives way.
  const float full = shorter_pitch(widest, static_cast<float>(inner_height), shape);
  const int margins = 2 * (outer + gutter);
  const int plate_full = static_cast<int>(full * shape.plate_width);
  const int rail = std::clamp((shape.width - plate_full - margins) / 2, u.px(330), u.px(451));
  layout.pitch = shorter_pitch(static_cast<float>(shape.width - margins - 2 * rail),
                               static_cast<float>(inner_height), shape);
  layout.plate = centred(shape.width / 2, shape.height / 2, layout.pitch * shape.plate_width,
                         layout.pitch * shape.plate_height);
  // On screens wider than 16:9 the rails stay beside the plate.
  const int left = layout.plate.x - gutter - rail;
  const int right = layout.plate.x + layout.plate.w + gutter;

  const int card = u.px(shape.timed ? 360 : 240);
  layout.far_card = {left, top, rail, card};
  layout.near_card = {left, shape.height - top - card, rail, card};
  const int strip = u.px(240);
  layout.strip = {left, (shape.height - strip) / 2, rail, strip};

  const int columns = shape.actions <= 3 ? 1 : 2;
  const int rows = (shape.actions + columns - 1) / columns;
  const int cap = u.px(124), gap = u.px(18);
  const int actions = rows * cap + (rows - 1) * gap;
  layout.actions =
      grid({right, shape.height - top - actions, rail, actions}, shape.actions, columns, u.px(25), gap);
  layout.record = {right, top, rail, inner_height - actions - gutter};
  return layout;
}

TableLayout compact(const TableShape& shape) {
  TableLayout layout;
  layout.kind = TableLayout::Kind::kCompact;
  constexpr int kMargin = 8;
  const float height = static_cast<float>(shape.height - 2 * kMargin);
  const float width = static_cast<float>(shape.width - 2 * shape.least_rail - 4 * kMargin);
  layout.pitch = shorter_pitch(width, height, shape);
  layout.plate = centred(shape.width / 2, shape.height / 2, layout.pitch * shape.plate_width,
                         layout.pitch * shape.plate_height);
  const int rail = std::min(layout.plate.x - 2 * kMargin, 260);
  const int left = layout.plate.x - kMargin - rail;
  const int right = layout.plate.x + layout.plate.w + kMargin;
  const int inner = shape.height - 2 * kMargin;

  const int card = inner * (shape.timed ? 31 : 26) / 100;
  layout.far_card = {left, kMargin, rail, card};
  layout.near_card = {left, shape.height - kMargin - card, rail, card};
  layout.strip = {left, kMargin + card + kMargin, rail, inner - 2 * card - 2 * kMargin};

  // Words of three languages do not fit two columns here.
  const int record = std::max(inner / 4, 104);
  layout.record = {right, kMargin, rail, record};
  layout.actions =
      grid({right, 2 * kMargin + record, rail, inner - record - kMargin}, shape.actions, 1, 0, 6);
  return layout;
}

// Cards above and below a plate: on a square screen they are of one line, so that the plate is not a stamp.
int stacked_card(const TableShape& shape, const view::Units& u) {
  if (shape.height <= shape.width * 5 / 4 && !u.compact()) return u.px(112);
  return u.px(shape.timed ? 216 : 176);
}

TableLayout portrait(const TableShape& shape) {
  const view::Units u(shape.width, shape.height);
  TableLayout layout;
  layout.kind = TableLayout::Kind::kPortrait;
  layout.above = true;
  const int side = u.px(32), gap = std::max(u.px(12), 6);
  const int target = u.target();
  const bool small = u.compact();
  const bool with_record = shape.height > shape.width * 5 / 4;
  const int inner_width = shape.width - 2 * side;

  // The far card needs no more room than the near one: what its tray holds fits one row of this width.
  const int card = std::max(stacked_card(shape, u), shape.timed || !u.compact() ? 108 : 88);
  const int record = with_record ? std::max(u.px(48), 32) : 0;
  const int columns = small ? std::min(shape.actions, 3) : shape.actions;
  const int rows = (shape.actions + columns - 1) / columns;
  const int cap = u.target(80);
  const int actions = rows * cap + (rows - 1) * gap;
  const int gaps = (with_record ? 5 : 4) + 2;  // one between all, and above and below
  const int fixed = card + target + card + record + actions + gaps * gap;
  const float room = static_cast<float>(shape.height - fixed);
  layout.pitch = shorter_pitch(static_cast<float>(shape.width - 2 * u.px(24)), room, shape);
  const int plate_height = static_cast<int>(layout.pitch * shape.plate_height);
  // What is left over opens all gaps alike.
  const int extra = std::max(0, (shape.height - fixed - plate_height) / gaps);
  const int step = gap + extra;

  int y = step;
  layout.far_card = {side, y, inner_width, card};
  y += card + step;
  layout.plate = {(shape.width - static_cast<int>(layout.pitch * shape.plate_width)) / 2, y,
                  static_cast<int>(layout.pitch * shape.plate_width), plate_height};
  y += plate_height + step;
  // The state strip is laid into the near card's top.
  layout.strip = {side, y, inner_width, target};
  y += target;
  layout.near_card = {side, y, inner_width, card};
  y += card + step;
  if (with_record) {
    layout.record = {side, y, inner_width, record};
    layout.record_line = true;
    y += record + step;
  }
  layout.actions = grid({side, y, inner_width, actions}, shape.actions, columns, gap, gap);
  return layout;
}

// The middle of the screen is the middle of the plate, to the pixel.
void centre_plate(TableLayout& layout, const TableShape& shape) {
  SDL_Rect& plate = layout.plate;
  plate.w -= (shape.width - plate.w) % 2;
  plate.h -= (shape.height - plate.h) % 2;
  plate.x = (shape.width - plate.w) / 2;
  plate.y = (shape.height - plate.h) / 2;
}

// Flat, players at the long edges: each has the rail on his right, from his edge inwards clock, actions,
// state and record. Plate and rails stand where they do on an upright screen.
TableLayout flat_beside(const TableShape& shape) {
  const view::Units u(shape.width, shape.height);
  const bool small = u.compact();
  TableLayout layout = small ? compact(shape) : landscape(shape);
  layout.flat = true;
  layout.record_bare = !small;
  const int rail = layout.near_card.w, x = layout.record.x;
  centre_plate(layout, shape);
  const int top = small ? 8 : u.px(36), gap = small ? 8 : u.px(18);
  int y = shape.height - top;
  const auto take = [&](int height) {
    y -= height;
    const SDL_Rect place{x, y, rail, height};
    y -= gap;
    return place;
  };
  layout.far_card = {};
  const int columns = small || shape.actions <= 2 ? 1 : 2;
  const int rows = (shape.actions + columns - 1) / columns;
  const int cap = small ? 44 : u.target(96), between = small ? 4 : u.px(12);
  const int caps = rows * cap + (rows - 1) * between;
  const int room = shape.height - 2 * top;
  // On a small screen what the actions leave is for the clock and for what is said.
  const int card =
      small ? std::min(std::max(96, (room - caps - 2 * gap) * 55 / 100), 128) : u.px(shape.timed ? 300 : 236);
  layout.near_card = take(card);
  layout.actions = grid(take(caps), shape.actions, columns, small ? 0 : u.px(25), between);
  layout.strip = small ? take(y - top) : take(u.px(160));
  layout.record = small ? SDL_Rect{} : SDL_Rect{x, top, rail, y - top};
  return layout;
}

// Flat, players at the short edges: card, state and actions below the plate, and above it turned.
TableLayout flat_above(const TableShape& shape) {
  const view::Units u(shape.width, shape.height);
  const bool small = u.compact();
  TableLayout layout;
  layout.kind = small ? TableLayout::Kind::kCompact : TableLayout::Kind::kPortrait;
  layout.above = layout.flat = true;
  const int side = small ? 12 : u.px(32), gap = std::max(u.px(16), 6);
  const int inner = shape.width - 2 * side;
  // On a small screen the state stands beside the card.
  const int card = small ? 120 : std::max(stacked_card(shape, u), 108);
  const int strip = small ? 0 : u.target();
  const int columns = small ? std::min(shape.actions, 3) : shape.actions;
  const int rows = (shape.actions + columns - 1) / columns;
  const int cap = u.target(80), caps = rows * cap + (rows - 1) * gap;
  const int half = card + strip + caps + 3 * gap;
  const auto room = static_cast<float>(shape.height - 2 * half);
  layout.pitch = shorter_pitch(static_cast<float>(shape.width - 2 * u.px(24)), room, shape);
  layout.plate = centred(shape.width / 2, shape.height / 2, layout.pitch * shape.plate_width,
                         layout.pitch * shape.plate_height);
  centre_plate(layout, shape);
  // What is left over opens all gaps alike.
  const int end = layout.plate.y + layout.plate.h;
  const int step = gap + std::max(0, (shape.height - end - half) / 3);
  int y = end + step;
  if (small) {
    const int part = (inner - gap) * 55 / 100;
    layout.strip = {side, y, inner - gap - part, card};
    layout.near_card = {side + inner - part, y, part, card};
  } else {
    layout.strip = {side, y, inner, strip};
    layout.near_card = {side, y + strip, inner, card};
  }
  y += strip + card + step;
  layout.actions = grid({side, y, inner, caps}, shape.actions, columns, gap, gap);
  return layout;
}

}  // namespace

SDL_Rect opposite(const TableShape& shape, const SDL_Rect& rect) {
  return {shape.width - rect.x - rect.w, shape.height - rect.y - rect.h, rect.w, rect.h};
}

namespace {

TableLayout places(const TableShape& shape) {
  const view::Units u(shape.width, shape.height);
  const auto stack = [&] { return shape.flat ? flat_above(shape) : portrait(shape); };
  if (u.portrait()) return stack();
  TableLayout beside = shape.flat ? flat_beside(shape) : u.compact() ? compact(shape) : landscape(shape);
  // Under 64u of pitch for the usual 92u, cards above and below may leave a larger board.
  const float usual = 1008.0F * u.u() / shape.plate_height;
  if (beside.pitch >= usual * 64.0F / 92.0F) return beside;
  TableLayout stacked = stack();
  return stacked.pitch > beside.pitch ? stacked : beside;
}

// What a dialog may cover: of a flat screen a half, and beside the plate as little as it can do with.
SDL_Rect room_of(const TableShape& shape, const TableLayout& layout) {
  if (!layout.flat) return {0, 0, shape.width, shape.height};
  const int top = shape.height - shape.height / 2;
  const bool small = view::Units(shape.width, shape.height).compact();
  if (layout.above || small) return {0, top, shape.width, shape.height - top};
  constexpr int kLeast = 620;  // pixels: rows of words
  const int beside = (layout.near_card.x - layout.plate.x - layout.plate.w) / 2;
  const int left = layout.plate.x - beside;
  const int width =
      std::clamp(layout.plate.w + 2 * beside, std::min(kLeast, shape.width - left), shape.width - left);
  return {left, top, width, shape.height - top};
}

}  // namespace

TableLayout table_layout(const TableShape& shape) {
  TableLayout layout = places(shape);
  layout.room = room_of(shape, layout);
  return layout;
}

}  // namespace qitai::menu
