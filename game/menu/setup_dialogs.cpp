// The sheets of a set-up: eight places for layouts of the player's own, and how many there are of each kind.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/log.hpp"
#include "menu/setup_screen.hpp"

namespace qitai::menu {
namespace {

using view::Face;

constexpr int kMostSteps = 6;

// In the middle of a sheet's lower edge, `height` high. True: it was pressed.
bool close_button(Ui& ui, const char* id, const SDL_Rect& sheet, int pad, int height) {
  const int width = std::max(ui.px(300), 150);
  return ui.button({id,
                    {sheet.x + (sheet.w - width) / 2, sheet.y + sheet.h - pad - height, width, height},
                    true,
                    ui.tr("help.setup.close"),
                    ""},
                   ui.tr("common.back"));
}

}  // namespace

// Its worth in six steps, for those that have one.
int SetupScreen::rank_steps(std::size_t kind) const {
  const std::vector<host::KindInfo>& kinds = session_->info().kinds;
  // Kinds that are ranked stand at the head of the table, highest first, each worth less than the one before.
  std::size_t ranked = 0;
  while (ranked < kinds.size() && kinds[ranked].value > 0 &&
         (ranked == 0 || kinds[ranked].value < kinds[ranked - 1].value))
    ++ranked;
  if (kind >= ranked) return 0;
  return static_cast<int>((ranked - kind) * kMostSteps + ranked - 1) / static_cast<int>(ranked);
}

void SetupScreen::open_sheet(Sheet sheet, std::uint64_t now) {
  const Sheet before = std::exchange(sheet_, sheet);
  Focus& focus = house_.ui.focus();
  switch (sheet) {
    case Sheet::kLoad:
    case Sheet::kSave:
    case Sheet::kRename:
      focus.set(before == Sheet::kRename ? "slot.rename" : "slot.0", now);
      break;
    case Sheet::kCount:
      focus.set("count.close", now);
      break;
    case Sheet::kNone:
      focus.set(before == Sheet::kLoad   ? "setup.mine"
                : before == Sheet::kSave ? "setup.save"
                                         : "setup.count",
                now);
      break;
  }
  show_marks(now);
}

void SetupScreen::draw_sheet(std::uint64_t now) {
  if (sheet_ == Sheet::kCount) {
    draw_count(now);
  } else {
    draw_slots(now);
  }
}

// Each piece a small plate where it stands, the brighter the higher it ranks; what is royal in gold.
void SetupScreen::draw_thumbnail(const SDL_Rect& rect, const std::vector<host::Piece>& pieces) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  std::vector<int> xs, ys;
  for (const host::Point point : half_) {
    xs.push_back(geometry_.points[point].x);
    ys.push_back(geometry_.points[point].y);
  }
  for (std::vector<int>* const line : {&xs, &ys}) {
    std::sort(line->begin(), line->end());
    line->erase(std::unique(line->begin(), line->end()), line->end());
  }
  if (xs.empty() || ys.empty()) return;
  const bool turned = session_->info().seats[static_cast<std::size_t>(*seat_)].facing == 180;
  const auto columns = static_cast<int>(xs.size()), rows = static_cast<int>(ys.size());
  const int cell_w = rect.w / columns, cell_h = rect.h / rows;
  const int left = rect.x + (rect.w - columns * cell_w) / 2, top = rect.y + (rect.h - rows * cell_h) / 2;
  ui.fill({left, top, columns * cell_w, rows * cell_h}, c.lacquer0);
  for (const host::Piece& piece : pieces) {
    if (piece.point >= geometry_.points.size() || piece.kind >= session_->info().kinds.size()) continue;
    const auto& at = geometry_.points[piece.point];
    int column = static_cast<int>(std::lower_bound(xs.begin(), xs.end(), at.x) - xs.begin());
    int row = static_cast<int>(std::lower_bound(ys.begin(), ys.end(), at.y) - ys.begin());
    if (turned) {
      column = columns - 1 - column;
      row = rows - 1 - row;
    }
    SDL_Color ink = c.mute;
    if (session_->info().kinds[piece.kind].royal) {
      ink = c.gold_hi;
    } else if (const int steps = rank_steps(piece.kind); steps > 0) {
      const float part = static_cast<float>(steps) / kMostSteps;
      const auto mixed = [part](Uint8 dark, Uint8 light) {
        return static_cast<Uint8>(static_cast<float>(dark) + part * static_cast<float>(light - dark));
      };
      ink = {mixed(c.seam.r, c.paper.r), mixed(c.seam.g, c.paper.g), mixed(c.seam.b, c.paper.b), 255};
    } else {
      ink = c.cinnabar_hi;
    }
    const int edge = std::max(1, cell_h / 8);
    ui.fill({left + column * cell_w + edge, top + row * cell_h + edge, cell_w - 2 * edge, cell_h - 2 * edge},
            ink);
  }
}

std::string SetupScreen::slot_name(int slot, std::string_view name) const {
  return name.empty() ? house_.ui.tr("setup.slot_name", {{"n", slot + 1}}) : std::string(name);
}

void SetupScreen::draw_slots(std::uint64_t now) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const bool saving = sheet_ == Sheet::kSave, naming = sheet_ == Sheet::kRename;
  const int pad = std::max(ui.px(28), 10), gap = std::max(ui.px(16), 6);
  const bool upright = ui.units().portrait();
  const int columns = upright ? 2 : 4, rows = store::Layouts::kSlots / columns;
  const int title = std::max(ui.px(84), 36), cap = ui.units().target(84);
  const int width = std::min(ui.units().width() - 2 * gap, std::max(ui.px(upright ? 900 : 1280), 640));
  const int height = std::min(ui.units().height() - 2 * gap, std::max(ui.px(upright ? 1400 : 900), 440));
  const SDL_Rect sheet{(ui.units().width() - width) / 2, (ui.units().height() - height) / 2, width, height};
  ui.dialog("setup.slots", sheet);
  ui.text({sheet.x + pad, sheet.y + pad / 2, width - 2 * pad, title},
          ui.tr(saving   ? "setup.save_where"
                : naming ? "setup.rename_which"
                         : "setup.mine"),
          {Face::kKai, 48, c.gold_hi, Align::kCentre});
  const int top = sheet.y + pad / 2 + title;
  const int room = sheet.y + height - pad - cap - gap - top;
  const int slot_w = (width - 2 * pad - (columns - 1) * gap) / columns;
  const int slot_h = (room - (rows - 1) * gap) / rows;
  std::optional<int> chosen;
  bool any = false;
  for (int slot = 0; slot < store::Layouts::kSlots; ++slot) {
    const SDL_Rect rect{sheet.x + pad + slot % columns * (slot_w + gap),
                        top + slot / columns * (slot_h + gap), slot_w, slot_h};
    const auto kept = house_.layouts->get(session_->info().id, player(), slot);
    // What the file holds is anybody's: a layout that cannot be read is none.
    std::vector<host::Piece> pieces;
    if (kept) {
      const auto read = state().setup_pieces(*seat_, kept->layout);
      if (const auto* const good = std::get_if<std::vector<host::Piece>>(&read)) pieces = *good;
    }
    any = any || !pieces.empty();
    // A kiosk shows nobody's words.
    const std::string name = pieces.empty() || house_.kiosk ? std::string() : kept->name;
    // Where the name is too long for its place, the help line has room for it.
    const std::string help = saving          ? ui.tr("help.setup.slot_save")
                             : naming        ? ui.tr("help.setup.slot_rename")
                             : !name.empty() ? ui.tr("help.setup.slot_load_name", {{"name", name}})
                                             : ui.tr("help.setup.slot_load");
    Widget widget{"slot." + std::to_string(slot), rect, saving || !pieces.empty(), help,
                  ui.tr("setup.slot_empty")};
    const WidgetState looks = ui.widget(widget);
    const SDL_Rect inside = ui.ground(widget, looks);
    const int name_h = std::max(ui.px(48), 24);
    const SDL_Rect picture{inside.x + gap / 2, inside.y + ui.px(12), inside.w - gap,
                           inside.h - name_h - ui.px(20)};
    if (pieces.empty()) {
      ui.text(picture, ui.tr("setup.slot_none"), {Face::kSans, 26, c.mute, Align::kCentre});
    } else {
      draw_thumbnail(picture, pieces);
    }
    TextStyle style{Face::kSansBold, 28, widget.enabled ? c.paper : c.mute, Align::kCentre};
    style.size = ui.fit(std::array{slot_name(slot, name)}, style, inside.w - gap);
    // The smallest places show whole names only.
    const bool fits = ui.units().width() >= 600 || ui.text_width(name, style) <= inside.w - gap;
    const std::string words = slot_name(slot, fits ? name : std::string());
    ui.text({inside.x + gap / 2, inside.y + inside.h - name_h, inside.w - gap, name_h}, words, style);
    if (looks.activated) chosen = slot;
  }
  // Names are for those whose own machine this is.
  bool rename = false;
  if (!saving && !naming && !house_.kiosk) {
    const int wide = std::max(ui.px(240), 130);
    rename = ui.button({"slot.rename",
                        {sheet.x + sheet.w - pad - wide, sheet.y + sheet.h - pad - cap, wide, cap},
                        any,
                        ui.tr("help.setup.rename"),
                        ui.tr("setup.slot_empty")},
                       ui.tr("setup.rename"), 32);
  }
  const bool close = close_button(ui, "slot.close", sheet, pad, cap);
  ui.end_panel();
  if (close) {
    open_sheet(naming ? Sheet::kLoad : Sheet::kNone, now);
  } else if (rename) {
    open_sheet(Sheet::kRename, now);
  } else if (chosen) {
    choose_slot(*chosen, now);
  }
}

void SetupScreen::choose_slot(int slot, std::uint64_t now) {
  if (sheet_ == Sheet::kRename || (sheet_ == Sheet::kSave && !house_.kiosk)) return ask_name(slot, now);
  if (sheet_ == Sheet::kSave) return keep(slot, {}, now);
  const auto kept = house_.layouts->get(session_->info().id, player(), slot);
  open_sheet(Sheet::kNone, now);
  if (kept && take(kept->layout, now)) {
    // It may be kept though the rules forbid it; then they say why.
    const std::optional<host::Refusal> refusal = state().refuse_setup(*seat_, layout_);
    const bool named = !kept->name.empty() && !house_.kiosk;
    say(refusal ? why(*refusal, pieces_)
        : named ? house_.ui.tr("setup.loaded_name", {{"name", kept->name}})
                : house_.ui.tr("setup.loaded", {{"n", slot + 1}}),
        now, refusal.has_value());
  }
  show_marks(now);
}

void SetupScreen::ask_name(int slot, std::uint64_t now) {
  const auto kept = house_.layouts->get(session_->info().id, player(), slot);
  naming_ = slot;
  KeyPad::Request request;
  request.item = "slot." + std::to_string(slot);
  request.label = house_.ui.tr("setup.name_of", {{"n", slot + 1}});
  request.shown = slot_name(slot, {});
  request.digits = false;
  request.most = store::Layouts::kMostNameSigns;
  if (kept) request.begins = kept->name;
  pad_.open(std::move(request), now);
}

void SetupScreen::close_pad(std::uint64_t now) {
  if (pad_.is_open()) pad_.close(now);
}

void SetupScreen::draw_pad(std::uint64_t now) {
  const std::optional<std::string> name = pad_.draw(now);
  if (!name) return;
  if (sheet_ == Sheet::kSave) return keep(naming_, *name, now);
  const Status named = house_.layouts->rename(session_->info().id, player(), naming_, *name);
  if (named.ok()) return;
  log_warning("layouts: {}", named.error().message);
  say(house_.ui.tr("setup.not_saved", {{"n", naming_ + 1}}), now);
}

void SetupScreen::keep(int slot, std::string name, std::uint64_t now) {
  open_sheet(Sheet::kNone, now);
  std::string words = name.empty() ? house_.ui.tr("setup.saved", {{"n", slot + 1}})
                                   : house_.ui.tr("setup.saved_name", {{"name", name}});
  const Status saved = house_.layouts->put(session_->info().id, player(), slot, {layout_, std::move(name)});
  if (!saved.ok()) {
    log_warning("layouts: {}", saved.error().message);
    words = house_.ui.tr("setup.not_saved", {{"n", slot + 1}});
  }
  say(std::move(words), now, !saved.ok());
}

void SetupScreen::draw_count(std::uint64_t now) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  std::vector<int> counts(session_->info().kinds.size(), 0);
  for (const host::Piece& piece : pieces_) {
    if (piece.kind < counts.size()) ++counts[piece.kind];
  }
  std::vector<std::size_t> kinds(counts.size());
  std::iota(kinds.begin(), kinds.end(), std::size_t{0});
  std::erase_if(kinds, [&](std::size_t kind) { return counts[kind] == 0; });
  std::stable_sort(kinds.begin(), kinds.end(), [&](std::size_t a, std::size_t b) {
    return session_->info().kinds[a].order < session_->info().kinds[b].order;
  });
  const int pad = std::max(ui.px(32), 10), gap = std::max(ui.px(16), 6);
  const int columns = 2, rows = (static_cast<int>(kinds.size()) + columns - 1) / columns;
  const int title = std::max(ui.px(84), 36), cap = ui.units().target(84);
  const int row_h =
      std::min(std::max(ui.px(72), 34), (ui.units().height() - title - cap - 4 * pad) / std::max(1, rows));
  const int width = std::min(ui.units().width() - 2 * gap, std::max(ui.px(860), 520));
  const int height = pad / 2 + title + rows * row_h + gap + cap + pad;
  const SDL_Rect sheet{(ui.units().width() - width) / 2, (ui.units().height() - height) / 2, width, height};
  ui.dialog("setup.counts", sheet);
  ui.text({sheet.x + pad, sheet.y + pad / 2, width - 2 * pad, title},
          ui.tr("setup.count_all", {{"n", pieces_.size()}}), {Face::kKai, 48, c.gold_hi, Align::kCentre});
  const int colour = session_->colour(*seat_);
  const int cell = (width - 2 * pad - gap) / columns;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const int column = static_cast<int>(i) / rows, row = static_cast<int>(i) % rows;
    const SDL_Rect line{sheet.x + pad + column * (cell + gap), sheet.y + pad / 2 + title + row * row_h, cell,
                        row_h};
    const std::size_t kind = kinds[i];
    ui.fill({line.x, line.y + line.h - ui.px(2), line.w, ui.px(2)}, c.seam);
    ui.text({line.x + ui.px(12), line.y, line.w - ui.px(100), line.h},
            house_.kind_text(session_->variant(), static_cast<int>(kind), colour),
            {Face::kSans, 32, c.paper});
    ui.text({line.x, line.y, line.w - ui.px(12), line.h}, "×" + std::to_string(counts[kind]),
            {Face::kSansBold, 32, c.gold, Align::kEnd});
  }
  const bool close = close_button(ui, "count.close", sheet, pad, cap);
  ui.end_panel();
  if (close) open_sheet(Sheet::kNone, now);
}

}  // namespace qitai::menu
