// The verdict on the result screen: a sheet with the words of the rules and what the board shows as rows; the
// inputs of the replay; the diagrams of a repeated position.
#include <algorithm>
#include <cmath>

#include "menu/result_screen.hpp"
#include "menu/table_rails.hpp"

namespace qitai::menu {
namespace {

using platform::Action;
using platform::Input;
using view::Face;

constexpr float kDiagram = 0.28F;  // of the board

}  // namespace

bool ResultScreen::can_study() const {
  const view::Units& units = house_.ui.units();
  return replay_.steps() || (replay_.any() && (units.compact() || units.portrait() || house_.flat()));
}

void ResultScreen::study(bool on, std::uint64_t now) {
  studying_ = on;
  if (!on && !replay_.playing()) replay_.toggle(now);
}

bool ResultScreen::study_input(const Input& input, std::uint64_t now) {
  if (input.kind == Input::Kind::kPointerDown) {
    if (!can_study() || !house_.board.point_at(input.x, input.y)) {
      study(false, now);
      return false;
    }
    // Left and right thirds of the board step, its middle pauses.
    const float part = (input.x - static_cast<float>(layout_.plate.x)) / static_cast<float>(layout_.plate.w);
    studying_ = true;
    if (part < 1.0F / 3) {
      replay_.step(-1, now);
    } else if (part > 2.0F / 3) {
      replay_.step(1, now);
    } else {
      replay_.toggle(now);
    }
    return true;
  }
  if (!studying_ || input.kind > Input::Kind::kPointerDown) return false;
  if (input.kind == Input::Kind::kRelease) return true;
  switch (input.action) {
    case Action::kLeft:
    case Action::kUp:
      replay_.step(-1, now);
      return true;
    case Action::kRight:
    case Action::kDown:
      replay_.step(1, now);
      return true;
    case Action::kSelect:
      if (input.kind == Input::Kind::kPress) replay_.toggle(now);
      return true;
    case Action::kBack:
      if (input.kind == Input::Kind::kPress) study(false, now);
      return true;
    default:
      return false;
  }
}

int ResultScreen::draw_words(const SDL_Rect& rect, bool draw) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  struct Part {
    std::string words;
    float size;
    SDL_Color colour;
  };
  std::vector<Part> parts{
      {replay_.sentence(), 28, c.paper}, {replay_.rule(), 24, c.paper}, {replay_.counts(), 24, c.gold_hi}};
  std::vector<std::string> rulings = replay_.rulings();
  std::string joined;
  for (const std::string& ruling : rulings)
    joined += (joined.empty() ? "" : " · ") + ruling;
  // One after the other where that saves lines: on wide sheets below the board.
  const auto lines_of = [&](const std::string& words) {
    return ui.type().layout(Face::kSans, ui.units().font(24), words, rect.w).lines;
  };
  if (!beside() && lines_of(joined) < static_cast<int>(rulings.size())) rulings = {joined};
  for (std::string& ruling : rulings)
    parts.push_back({std::move(ruling), 24, c.gold_hi});
  if (studying_ && beside() && replay_.steps()) parts.push_back({ui.tr("replay.help"), 24, c.paper2});
  const int gap = std::max(ui.px(10), 5);
  int y = rect.y;
  for (const Part& part : parts) {
    if (part.words.empty()) continue;
    const view::TextRun& run = ui.type().layout(Face::kSans, ui.units().font(part.size), part.words, rect.w);
    const int height = static_cast<int>(std::ceil(run.height));
    const int lines = run.lines;
    if (draw) {
      ui.text({rect.x, y, rect.w, height}, part.words,
              {Face::kSans, part.size, part.colour, Align::kStart, Align::kStart, lines});
    }
    y += height + gap;
  }
  return std::max(0, y - rect.y - gap);
}

// Rows around the present one, as many as there is room for.
void ResultScreen::draw_rows(const SDL_Rect& rect, int row_height) {
  Ui& ui = house_.ui;
  const view::Palette& c = ui.colours();
  const std::vector<Replay::Row> rows = replay_.rows();
  const int count = static_cast<int>(rows.size());
  const int visible = std::clamp(rect.h / row_height, 0, count);
  const auto at = std::find_if(rows.begin(), rows.end(), [](const Replay::Row& row) { return row.current; });
  const int current = at == rows.end() ? 0 : static_cast<int>(at - rows.begin());
  const int first = std::clamp(current - visible / 2, 0, count - visible);
  const int bar = std::max(ui.px(6), 3), edge = 2 * bar, pad = std::max(ui.px(10), 6);
  const int disc = std::min(row_height - 4, std::max(ui.px(40), 20));
  for (int i = 0; i < visible; ++i) {
    const Replay::Row& row = rows[static_cast<std::size_t>(first + i)];
    const SDL_Rect line{rect.x, rect.y + i * row_height, rect.w, row_height};
    if (row.current) ui.fill(line, c.lacquer3);
    if (row.current) ui.fill({line.x, line.y, bar, line.h}, c.gold);
    if (row.fault) ui.fill({line.x + bar, line.y + bar / 2, bar, line.h - bar}, c.cinnabar_hi);
    int x = line.x + edge + pad;
    if (!row.number.empty()) {
      const int width = std::max(ui.px(48), 24);
      ui.text({x, line.y, width, line.h}, row.number, {Face::kSans, 22, c.mute});
      x += width;
    }
    int right = line.x + line.w - pad;
    for (const host::Piece& guard : row.guards) {
      right -= disc;
      if (right < x) break;
      ui.image(house_.board.mini(guard.kind, guard.colour, disc),
               {right, line.y + (line.h - disc) / 2, disc, disc});
      right -= pad / 2;
    }
    if (!row.tag.empty()) {
      const TextStyle style{Face::kKai, 30, row.quiet ? c.paper2 : c.cinnabar_hi, Align::kEnd};
      const int room = right - x;
      const bool whole =
          ui.text_width(row.tag, style) + ui.text_width(row.words, {Face::kSans, 28}) + pad <= room;
      const std::string& words = whole ? row.tag : row.short_tag;
      const int width = std::min(ui.text_width(words, style), room * 55 / 100);
      ui.text({right - width, line.y, width, line.h}, words, style);
      right -= width + pad;
    }
    ui.text({x, line.y, right - x, line.h}, row.words, {Face::kSans, 28, row.current ? c.gold_hi : c.paper});
  }
}

std::optional<std::uint32_t> ResultScreen::draw_sheet(const SDL_Rect& rect) {
  if (SDL_RectEmpty(&rect) == SDL_TRUE) return std::nullopt;
  Ui& ui = house_.ui;
  if (!beside()) {
    if (replay_.rows().empty()) return draw_record(house_, *session_, rect, layout_);
    ui.panel("sheet", rect, layout_.record_line ? Panel::kFlat : Panel::kPlain);
    const int room = rect.h - (layout_.record_line ? 0 : 12);
    const int row = layout_.record_line ? rect.h : std::max(room / 3, 26);
    draw_rows({rect.x + 6, rect.y + (layout_.record_line ? 0 : 10), rect.w - 12, room}, row);
    ui.end_panel();
    return std::nullopt;
  }
  const int pad = ui.px(24), title = ui.px(76), row = ui.px(48), inner = rect.w - 2 * pad;
  const int words = draw_words({0, 0, inner, 0}, false);
  const int wanted = title + static_cast<int>(replay_.rows().size()) * row + words + 2 * pad;
  SDL_Rect sheet = rect;
  std::optional<std::uint32_t> asked;
  // What the sheet does not need is the record's, if that is worth a heading.
  if (const int left = rect.h - wanted - ui.px(24); left >= ui.px(190)) {
    asked = draw_record(house_, *session_, {rect.x, rect.y, rect.w, left}, layout_);
    sheet = {rect.x, rect.y + rect.h - wanted, rect.w, wanted};
  }
  ui.panel("sheet", sheet);
  ui.text({sheet.x + pad, sheet.y + ui.px(16), inner, title - ui.px(20)}, ui.tr("act.verdict"),
          {Face::kKai, 44, ui.colours().gold_hi, Align::kCentre});
  const bool listed = !replay_.rows().empty();
  const int words_y = listed ? sheet.y + sheet.h - pad - words : sheet.y + title + ui.px(8);
  draw_rows(
      {sheet.x + ui.px(12), sheet.y + title, sheet.w - 2 * ui.px(12), words_y - sheet.y - title - ui.px(12)},
      row);
  draw_words({sheet.x + pad, words_y, inner, words}, true);
  ui.end_panel();
  return asked;
}

void ResultScreen::forget_diagrams() {
  for (SDL_Texture* const texture : diagrams_) {
    if (texture != nullptr) SDL_DestroyTexture(texture);
  }
  diagrams_.clear();
}

void ResultScreen::draw_diagrams() {
  const std::vector<std::uint32_t> plies = replay_.occurrences();
  if (plies.empty()) return;
  Ui& ui = house_.ui;
  SDL_Renderer* const renderer = house_.renderer;
  const view::Palette& c = ui.colours();
  const SDL_Rect& plate = layout_.plate;
  const int width = static_cast<int>(kDiagram * static_cast<float>(plate.w));
  if (diagrams_.empty()) {
    for (const std::uint32_t ply : plies)
      diagrams_.push_back(house_.board.diagram(session_->reader().pieces(ply), width));
  }
  const int height = width * plate.h / std::max(1, plate.w);
  const int count = static_cast<int>(plies.size());
  const int gap = (plate.w - count * width) / (count + 1);
  const int font = ui.units().font(24);
  // In two lines where three of them in one would touch.
  std::vector<std::string> captions;
  int lines = 1;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t ply = plies[static_cast<std::size_t>(i)];
    captions.push_back(
        ui.tr("replay.diagram", {{"k", i + 1}, {"n", round_of(*session_, ply == 0 ? 0 : ply - 1)}}));
    lines = std::max(lines, ui.type().layout(Face::kSans, font, captions.back(), width + gap / 2).lines);
  }
  const int caption = font * 3 / 2 * lines;
  const SDL_Rect sheet{plate.x, plate.y + (plate.h - height - caption - 2 * gap) / 2, plate.w,
                       height + caption + 2 * gap};
  const auto fill = [&](const SDL_Rect& rect, SDL_Color colour) {
    SDL_SetRenderDrawColor(renderer, colour.r, colour.g, colour.b, 255);
    SDL_RenderFillRect(renderer, &rect);
  };
  const int seam = std::max(1, ui.px(2));
  fill({sheet.x, sheet.y - seam, sheet.w, sheet.h + 2 * seam}, c.gold);
  fill(sheet, c.lacquer2);
  for (int i = 0; i < count; ++i) {
    const SDL_Rect place{sheet.x + gap + i * (width + gap), sheet.y + gap, width, height};
    if (SDL_Texture* const picture = diagrams_[static_cast<std::size_t>(i)])
      SDL_RenderCopy(renderer, picture, nullptr, &place);
    const int room = width + gap / 2;
    const int below = place.y + height + gap / 2;
    const view::TextRun& run = ui.type().layout(Face::kSans, font, captions[static_cast<std::size_t>(i)],
                                                room, 2, view::Align::kCentre);
    const float beyond = std::max(static_cast<float>(room), run.width) - static_cast<float>(width);
    ui.type().draw(run, std::round(static_cast<float>(place.x) - beyond / 2), static_cast<float>(below),
                   c.paper);
  }
}

}  // namespace qitai::menu
