#include "menu/time_line.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "menu/time_terms.hpp"

namespace qitai::menu {
namespace {

using view::Face;

constexpr SDL_Color kWood{0xA8, 0x78, 0x42, 255};  // darker than a board's: next to gold it must not be gold
constexpr int kLaterShown = 3;                     // stages after the first; they go on for ever

struct Part {
  int minutes = 0;
  bool gold = false;
  int until = 0;       // own moves at its end; 0: lasts to the end of the game
  bool fades = false;  // the like of it follow
};

std::vector<Part> parts_of(const match::TimeLimits& limits) {
  std::vector<Part> parts;
  int moves = 0;
  if (limits.first_limit > 0) {
    moves = limits.first_moves;
    parts.push_back({limits.first_limit, true, moves, false});
    if (moves == 0) return parts;
  }
  if (limits.second_limit == 0) return parts;
  for (int i = 0; i < kLaterShown; ++i) {
    if (limits.second_moves == 0) {
      parts.push_back({limits.second_limit, false, 0, false});
      break;
    }
    moves += limits.second_moves;
    parts.push_back({limits.second_limit, false, moves, i + 1 == kLaterShown});
  }
  return parts;
}

// As wide as they last, but none so narrow that nobody can read it.
std::vector<int> widths_of(const std::vector<Part>& parts, int width) {
  const int least = width * 14 / 100;
  int minutes = 0;
  for (const Part& part : parts)
    minutes += part.minutes;
  const int room = width - least * static_cast<int>(parts.size());
  std::vector<int> widths;
  int used = 0;
  for (const Part& part : parts) {
    widths.push_back(least + room * part.minutes / std::max(1, minutes));
    used += widths.back();
  }
  widths.back() += width - used;
  return widths;
}

}  // namespace

void draw_time_line(Ui& ui, const SDL_Rect& bar, const match::TimeLimits& limits) {
  const view::Palette& c = ui.colours();
  const std::vector<Part> parts = parts_of(limits);
  if (parts.empty()) {
    ui.fill(bar, c.lacquer1);
    ui.frame(bar, ui.px(2), c.seam);
    const std::string words = limits.step_limit > 0 ? ui.tr("terms.limit.step_limit") + " " +
                                                          amount(ui.catalog(), "seconds", limits.step_limit)
                                                    : ui.tr("terms.preset.untimed");
    ui.text(bar, words, {Face::kSansBold, 30, c.paper2, Align::kCentre});
    return;
  }
  const std::vector<int> widths = widths_of(parts, bar.w);
  const int tick_h = std::clamp(bar.h * 34 / 100, 22, std::max(22, bar.h - 24));
  const SDL_Rect band{bar.x, bar.y, bar.w, bar.h - tick_h};
  int x = bar.x;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    const SDL_Rect box{x, band.y, widths[i], band.h};
    SDL_Color ground = part.gold ? c.gold : kWood;
    if (part.fades) {
      // Cut into ever thinner slices: so it goes on.
      const int slice = std::max(2, box.w / 12);
      for (int s = 0; s * slice < box.w; ++s) {
        const int thick = std::max(1, slice * (12 - s) / 12);
        ui.fill({box.x + s * slice, box.y, std::min(thick, box.w - s * slice), box.h}, ground);
      }
    } else {
      ui.fill(box, ground);
    }
    ui.fill({box.x, box.y, ui.px(2), box.h}, c.lacquer0);
    std::string words = amount(ui.catalog(), "minutes", part.minutes);
    if (limits.increment > 0 && i == 0) words += " + " + amount(ui.catalog(), "seconds", limits.increment);
    if (ui.text_width(words, {Face::kSansBold, 30}) > box.w - 2 * ui.px(8))
      words = std::to_string(part.minutes) + " " + ui.tr("terms.unit.minutes");
    if (part.fades) words.clear();
    ui.text({box.x + ui.px(8), box.y, box.w - 2 * ui.px(8), box.h}, words,
            {Face::kSansBold, 30, c.lacquer0, Align::kCentre});
    x += widths[i];
    // The tick and below it how many moves have been made by then.
    const bool end = part.until == 0;
    const std::string moves = end ? ui.tr("time.to_the_end") : amount(ui.catalog(), "moves", part.until);
    if (part.fades) continue;
    ui.fill({std::min(x, bar.x + bar.w) - ui.px(2), band.y, ui.px(3), band.h + tick_h / 4}, c.paper);
    const int label = std::min(widths[i], bar.w / 3);
    ui.text({x - label, band.y + band.h + tick_h / 8, label - ui.px(8), tick_h * 7 / 8}, moves,
            {Face::kSans, 24, c.paper2, Align::kEnd});
  }
}

}  // namespace qitai::menu
