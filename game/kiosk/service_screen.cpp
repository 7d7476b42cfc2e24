#include "kiosk/service_screen.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace qitai::kiosk {
namespace {

using menu::Align;
using platform::Action;
using view::Face;
using Kind = platform::Input::Kind;

constexpr std::uint64_t kLookAgain = 1000;  // ms between two looks at the clock
constexpr int kBarsHigh = 3;                // rows that bars take

std::string heading_id(std::string_view page) {
  return "head." + std::string(page);
}

}  // namespace

ServiceScreen::ServiceScreen(Desk& desk, std::string_view row) : Screen(desk.house), desk_(desk) {
  const auto kinds = page_kinds();
  const auto found = std::ranges::find(kinds, std::string_view(desk.page), &PageKind::id);
  show(found == kinds.end() ? 0 : static_cast<std::size_t>(found - kinds.begin()));
  inside_ = !row.empty();
  if (inside_) begins_ = "row." + std::string(row);
}

void ServiceScreen::show(std::size_t page) {
  const PageKind& kind = page_kinds()[page];
  if (page_ != nullptr && index_ == page) return;
  index_ = page;
  desk_.page = kind.id;
  page_ = kind.make(desk_);
  rows_ = page_->rows();
  top_ = 0;
}

void ServiceScreen::arrange(std::uint64_t /*now*/) {
  const view::Units& u = house_.ui.units();
  const int edge = std::max(u.px(32), 8), title = std::max(u.px(88), 40);
  title_ = {edge, 0, u.width() - 2 * edge, title};
  const SDL_Rect room{edge, title, u.width() - 2 * edge,
                      house_.ui.help_rect().y - title - std::max(u.px(16), 4)};
  columns_ = {};
  page_rect_ = room;
  if (!u.portrait() && !u.compact()) {
    columns_ = {room.x, room.y, u.px(480), room.h};
    const int gap = u.px(40);
    page_rect_.x += columns_.w + gap;
    page_rect_.w -= columns_.w + gap;
  }
  const std::string heading = heading_id(page_kinds()[index_].id);
  house_.ui.focus().set_default(!inside_ || rows_.empty() ? heading : row_id(rows_.front()));
  if (!begins_.empty()) house_.ui.focus().set(std::exchange(begins_, {}), house_.ui.now());
}

bool ServiceScreen::on_row() const {
  const menu::Focus& focus = house_.ui.focus();
  return (focus.wanted().empty() ? focus.focused() : focus.wanted()).starts_with("row.");
}

void ServiceScreen::enter(std::uint64_t now) {
  if (rows_.empty()) return;
  inside_ = true;
  house_.ui.focus().set_default(row_id(rows_.front()));
  house_.ui.focus().set(row_id(rows_.front()), now);
}

void ServiceScreen::to_headings(std::uint64_t now) {
  inside_ = false;
  top_ = 0;
  const std::string id = heading_id(page_kinds()[index_].id);
  house_.ui.focus().set_default(id);
  house_.ui.focus().set(id, now);
}

// One heading or row on; true: there was one.
bool ServiceScreen::walk(int step, std::uint64_t now) {
  const menu::Focus& focus = house_.ui.focus();
  const std::string& at = focus.wanted().empty() ? focus.focused() : focus.wanted();
  std::vector<std::string> ids;
  const bool row = at.starts_with("row.");
  if (row) {
    for (const Row& each : rows_)
      ids.push_back(row_id(each));
  } else {
    for (const PageKind& kind : page_kinds())
      ids.push_back(heading_id(kind.id));
  }
  const auto found = std::ranges::find(ids, at);
  if (found == ids.end()) return false;
  const auto next = found - ids.begin() + step;
  if (next < 0 || next >= static_cast<std::ptrdiff_t>(ids.size())) return true;
  house_.ui.focus().set(ids[static_cast<std::size_t>(next)], now);
  if (!row) show(static_cast<std::size_t>(next));
  house_.play(platform::Sound::kMove);
  return true;
}

bool ServiceScreen::input(const platform::Input& input, std::uint64_t now) {
  const bool press = input.kind == Kind::kPress;
  if (press || input.kind == Kind::kPointerDown) desk_.say({});
  if (asked_) return false;
  if (on_row() && page_->input(input, now)) return true;
  if (!press && input.kind != Kind::kRepeat) return false;
  const bool row = on_row();
  // Where the headings stand in two columns, the focus itself knows the way among them.
  const bool grid = !beside() && !row;
  if (!grid && (input.action == Action::kUp || input.action == Action::kDown))
    return walk(input.action == Action::kDown ? 1 : -1, now);
  if (beside() && !row && input.action == Action::kRight) {
    enter(now);
    return true;
  }
  if (row && input.action == Action::kLeft) {
    const menu::FocusItem* const item = house_.ui.focus().item(house_.ui.focus().focused());
    if (item != nullptr && item->adjusts) return false;
    if (beside()) to_headings(now);
    return true;
  }
  return false;
}

void ServiceScreen::back(std::uint64_t now) {
  if (asked_) {
    house_.ui.focus().set("row." + asked_->row, now);
    asked_.reset();
  } else if (inside_ || on_row()) {
    to_headings(now);
  } else {
    desk_.leave();
  }
}

bool ServiceScreen::tick(std::uint64_t now) {
  const int minute = local_time(desk_.wall()).minute_of_day();
  const bool later = std::exchange(minute_, minute) != minute;
  return page_->tick(now) || later;
}

std::uint64_t ServiceScreen::next_wake(std::uint64_t now) const {
  return std::min(page_->next_wake(now), now + kLookAgain);
}

int ServiceScreen::height_of(const Row& row) const {
  const view::Units& u = house_.ui.units();
  const int high = std::max(u.target(72), u.compact() || u.portrait() ? 56 : 0);
  return row.bars.empty() ? high : kBarsHigh * high;
}

void ServiceScreen::scroll(const std::vector<Row>& rows) {
  const menu::Focus& focus = house_.ui.focus();
  const std::string& wanted = focus.wanted().starts_with("row.") ? focus.wanted() : focus.focused();
  const auto found = std::ranges::find_if(rows, [&](const Row& row) { return row_id(row) == wanted; });
  int all = 0;
  for (const Row& row : rows)
    all += height_of(row);
  // With more rows than fit two buttons that turn the page stand below.
  const int room = page_rect_.h - (all > page_rect_.h ? house_.ui.units().target() : 0);
  const auto fits_from = [&](std::size_t top) {
    int used = 0;
    std::size_t count = 0;
    while (top + count < rows.size() && used + height_of(rows[top + count]) <= room)
      used += height_of(rows[top + count++]);
    return std::max<std::size_t>(count, 1);
  };
  top_ = std::min(top_, rows.empty() ? 0 : rows.size() - 1);
  if (found != rows.end()) {
    const auto at = static_cast<std::size_t>(found - rows.begin());
    top_ = std::min(top_, at);
    while (at >= top_ + fits_from(top_))
      ++top_;
  }
  // No empty place below while rows are above.
  while (top_ > 0 && top_ - 1 + fits_from(top_ - 1) >= rows.size())
    --top_;
  shown_ = std::min(fits_from(top_), rows.size() - top_);
}

void ServiceScreen::draw(std::uint64_t now) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const SDL_Rect ground{0, 0, ui.units().width(), ui.help_rect().y};
  rows_ = page_->rows();
  ui.panel("service.ground", ground, menu::Panel::kBare);
  ui.fill(ground, c.lacquer1);
  const std::string clock = moment_text(local_time(desk_.wall()));
  const int clock_w = ui.text_width(clock, {Face::kSans, 30});
  std::string title = ui.tr("service.title");
  const bool page_alone = !beside() && inside_;
  if (page_alone) title = ui.tr("service.page." + std::string(page_kinds()[index_].id));
  ui.text({title_.x, title_.y, title_.w - clock_w - ui.px(24), title_.h}, title, {Face::kKai, 48, c.gold});
  ui.text(title_, clock, {Face::kSans, 30, c.paper2, Align::kEnd});
  ui.fill({title_.x, title_.y + title_.h - ui.px(8), title_.w, std::max(ui.px(2), 1)}, c.seam);
  if (!page_alone) draw_headings(now);
  if (beside() || inside_) draw_page(now);
  ui.end_panel();
  if (asked_) ask(now);
  page_->draw_over(now);
  ui.help_strip(desk_.note, desk_.bad);
}

void ServiceScreen::draw_headings(std::uint64_t now) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const auto kinds = page_kinds();
  const auto count = static_cast<int>(kinds.size());
  const SDL_Rect room = beside() ? columns_ : page_rect_;
  int columns = 1;
  if (!beside() && room.h / count < ui.units().target(56)) columns = 2;
  const int lines = (count + columns - 1) / columns;
  const int high = std::min(room.h / lines, std::max(ui.px(84), 64)), wide = room.w / columns;
  for (int i = 0; i < count; ++i) {
    const std::string id(kinds[static_cast<std::size_t>(i)].id);
    const SDL_Rect rect{room.x + i / lines * wide, room.y + i % lines * high, wide, high - 1};
    const bool chosen = beside() && static_cast<std::size_t>(i) == index_;
    const menu::WidgetState state =
        ui.widget({heading_id(id), rect, true, ui.tr("help.service.page." + id), ""});
    if (state.focused || chosen) ui.fill(rect, state.focused ? c.lacquer3 : c.lacquer2);
    if (chosen) ui.fill({rect.x, rect.y, std::max(ui.px(6), 3), rect.h}, c.gold);
    const int pad = std::max(ui.px(28), 12);
    ui.text(
        {rect.x + pad, rect.y, rect.w - 2 * pad, rect.h}, ui.tr("service.page." + id),
        {Face::kSans, 30, chosen || state.focused ? c.gold_hi : c.paper, Align::kStart, Align::kCentre, 2});
    if (!state.activated) continue;
    show(static_cast<std::size_t>(i));
    enter(now);
  }
}

void ServiceScreen::draw_page(std::uint64_t now) {
  // Whoever acts on a row may change the page or leave it: after all are drawn.
  const std::vector<Row> rows = rows_;
  scroll(rows);
  std::optional<std::pair<Row, int>> acted;
  int y = page_rect_.y;
  for (std::size_t i = top_; i < top_ + shown_; ++i) {
    const Row& row = rows[i];
    const int high = height_of(row);
    const SDL_Rect rect{page_rect_.x, y, page_rect_.w, high - 1};
    y += high;
    const bool open = row.why.empty();
    menu::Widget widget{row_id(row),
                        rect,
                        open,
                        row.help,
                        row.why,
                        row.adjusts && row.act != nullptr,
                        row.dangerous ? kHold : 0};
    const menu::WidgetState state = house_.ui.widget(widget);
    const view::Palette& c = house_.ui.colours();
    if (state.focused) house_.ui.fill(rect, c.lacquer3);
    house_.ui.fill({rect.x, rect.y + rect.h - 1, rect.w, 1}, c.seam);
    if (state.focused && row.act != nullptr) {
      const int side = std::max(house_.ui.px(10), 5);
      house_.ui.fill({rect.x + house_.ui.px(10), rect.y + (rect.h - side) / 2, side, side}, c.cinnabar_hi);
    }
    draw_row(row, rect);
    const int step = state.activated ? 1 : state.adjusted;
    if (step != 0 && row.act && open) acted.emplace(row, step);
  }
  draw_turn(rows.size(), now);
  if (!acted) return;
  const auto& [row, step] = *acted;
  inside_ = true;
  if (row.dangerous) {
    asked_ = Asked{row.id, row.change, row.act};
    house_.ui.focus().set("ask.no", now);
  } else {
    row.act(step);
    rows_ = page_->rows();
  }
}

// For fingers; keys walk from row to row.
void ServiceScreen::draw_turn(std::size_t count, std::uint64_t now) {
  if (shown_ >= count) return;
  menu::Ui& ui = house_.ui;
  const int high = ui.units().target(), wide = std::min(page_rect_.w / 3, std::max(ui.px(240), 90));
  const int y = page_rect_.y + page_rect_.h - high;
  const bool above = top_ > 0, below = top_ + shown_ < count;
  const auto turn = [&](std::size_t to) {
    inside_ = true;
    house_.ui.focus().set(row_id(rows_[std::min(to, rows_.size() - 1)]), now);
  };
  const SDL_Rect up{page_rect_.x + page_rect_.w - 2 * wide - 2, y, wide, high};
  const SDL_Rect down{page_rect_.x + page_rect_.w - wide, y, wide, high};
  const std::string place = fmt::format("{}–{} / {}", top_ + 1, top_ + shown_, count);
  ui.text({page_rect_.x, y, page_rect_.w - 2 * wide - ui.px(24), high}, place,
          {Face::kSans, 24, ui.colours().mute, Align::kStart});
  if (ui.button({"turn.up", up, above, "", ""}, "▲", 24)) turn(top_ > shown_ ? top_ - shown_ : 0);
  if (ui.button({"turn.down", down, below, "", ""}, "▼", 24)) turn(top_ + 2 * shown_ - 1);
}

void ServiceScreen::draw_row(const Row& row, const SDL_Rect& rect) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int pad = std::max(ui.px(32), 14), gap = std::max(ui.px(20), 8);
  const SDL_Rect inner{rect.x + pad, rect.y, rect.w - 2 * pad, rect.h};
  if (!row.bars.empty()) return draw_bars(row, inner);
  const SDL_Color ink = row.why.empty() ? c.paper : c.mute;
  const bool narrow = inner.w < 560;
  if (row.value.empty()) {
    const SDL_Color tone = row.tone == Row::Tone::kBad    ? c.cinnabar_hi
                           : row.tone == Row::Tone::kGood ? c.jade
                                                          : ink;
    ui.text(inner, row.label, {Face::kSans, 30, tone, Align::kStart, Align::kCentre, 2});
    return;
  }
  SDL_Color tone = row.act ? c.gold_hi : c.paper2;
  if (row.tone == Row::Tone::kGood) tone = c.jade;
  if (row.tone == Row::Tone::kBad) tone = c.cinnabar_hi;
  if (row.tone == Row::Tone::kMute || !row.why.empty()) tone = c.mute;
  const std::string value = row.adjusts && row.act ? "‹ " + row.value + " ›" : row.value;
  const menu::TextStyle value_style{Face::kSansBold, 30, tone, Align::kEnd, Align::kCentre, 2};
  const menu::TextStyle usual_style{Face::kSans, 24, c.mute, Align::kEnd, Align::kCentre, 2};
  const std::string usual =
      row.usual.empty() ? std::string() : ui.tr("service.usual", {{"value", row.usual}});
  const int usual_most = usual.empty() ? 0 : inner.w * (narrow ? 26 : 24) / 100;
  const int usual_w = std::min(usual_most, usual.empty() ? 0 : ui.text_width(usual, usual_style) + 2);
  const int label_w = ui.text_width(row.label, {Face::kSans, 30});
  // What a short label leaves belongs to the value.
  const int left = inner.w - gap - (usual_w > 0 ? usual_w + gap : 0);
  const int wanted = ui.text_width(value, value_style) + 2;
  const int value_w = std::min(wanted, std::max(left * 50 / 100, left - label_w - 2));
  const int value_x = inner.x + inner.w - value_w;
  ui.text({value_x, inner.y, value_w, inner.h}, value, value_style);
  int label_end = value_x - gap;
  if (usual_w > 0) {
    ui.text({label_end - usual_w, inner.y, usual_w, inner.h}, usual, usual_style);
    label_end -= usual_w + gap;
  }
  ui.text({inner.x, inner.y, label_end - inner.x, inner.h}, row.label,
          {Face::kSans, 30, ink, Align::kStart, Align::kCentre, 2});
}

void ServiceScreen::draw_bars(const Row& row, const SDL_Rect& rect) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int head = rect.h / 4, foot = std::max(ui.px(36), 24);
  ui.text({rect.x, rect.y, rect.w, head}, row.label, {Face::kSans, 30, c.paper});
  const auto count = static_cast<int>(row.bars.size());
  const std::int64_t most = std::max<std::int64_t>(1, *std::ranges::max_element(row.bars));
  const int room = rect.h - head - foot, base = rect.y + head + room, wide = rect.w / count;
  for (int i = 0; i < count; ++i) {
    const std::int64_t value = row.bars[static_cast<std::size_t>(i)];
    const int high = static_cast<int>(value * room / most);
    ui.fill({rect.x + i * wide, base - high, std::max(1, wide - std::max(2, ui.px(6))), std::max(high, 1)},
            value == most && value > 0 ? c.gold_hi : c.gold);
    if (i % 6 == 0) {
      ui.text({rect.x + i * wide, base, 2 * wide, foot}, std::to_string(i), {Face::kSans, 20, c.mute});
    }
  }
}

void ServiceScreen::ask(std::uint64_t now) {
  menu::Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const int pad = std::max(ui.px(40), 14), text = std::max(ui.px(180), 88), cap = ui.units().target(96);
  const int gap = std::max(ui.px(24), 8);
  SDL_Rect sheet{};
  sheet.w = std::min(ui.units().width() - 2 * ui.px(32), std::max(ui.px(960), 440));
  sheet.h = 2 * pad + text + gap + cap;
  sheet.x = (ui.units().width() - sheet.w) / 2;
  sheet.y = std::max(0, (ui.help_rect().y - sheet.h) / 2);
  ui.dialog("service.ask", sheet);
  const int x = sheet.x + pad, w = sheet.w - 2 * pad, half = (w - gap) / 2, y = sheet.y + pad + text + gap;
  ui.text({x, sheet.y + pad, w, text}, asked_->change,
          {Face::kSans, 36, c.paper, Align::kCentre, Align::kCentre, 4});
  const bool no = ui.button({"ask.no", {x, y, half, cap}, true, ui.tr("help.service.ask.no"), ""},
                            ui.tr("service.ask.no"), 32);
  const bool yes =
      ui.button({"ask.yes", {x + half + gap, y, half, cap}, true, ui.tr("help.service.ask.yes"), ""},
                ui.tr("service.ask.yes"), 32);
  ui.end_panel();
  if (!no && !yes) return;
  const Asked asked = *asked_;
  asked_.reset();
  house_.ui.focus().set("row." + asked.row, now);
  if (yes) asked.act(1);
  rows_ = page_->rows();
}

}  // namespace qitai::kiosk
