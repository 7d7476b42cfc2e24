#include "menu/guest_name.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "menu/screen.hpp"

namespace qitai::menu {
namespace {

int stamp_side(const Ui& ui, int height, const TextStyle& style) {
  return std::min(height - 2, ui.units().font(style.size) * 3 / 2);
}

}  // namespace

bool is_seal(std::string_view name) {
  return std::ranges::find(kSeals, name) != kSeals.end();
}

std::string seal_text(const text::Catalog& catalog, std::string_view name) {
  const auto found = std::ranges::find(kSeals, name);
  if (found == kSeals.end()) return std::string(name);
  const std::vector<std::string> written = utf8::characters(catalog.tr("guest.seal_set"));
  const auto index = static_cast<std::size_t>(found - kSeals.begin());
  return index < written.size() ? written[index] : std::string(name);
}

bool is_nameless(const text::Catalog& catalog, std::string_view name) {
  if (name.empty()) return true;
  for (const text::Language language : text::kLanguages) {
    for (int n = 1; n <= QITAI_MAX_SEATS; ++n) {
      if (name == catalog.tr(language, "player.number", {{"n", n}})) return true;
    }
  }
  return false;
}

int guest_width(Ui& ui, int height, const std::string& words, bool seal, const TextStyle& style) {
  return seal ? stamp_side(ui, height, style) : ui.text_width(words, style);
}

void draw_guest(Ui& ui, const SDL_Rect& rect, const std::string& words, bool seal, const TextStyle& style) {
  if (!seal) return ui.text(rect, words, style);
  const view::Palette& c = ui.colours();
  const int side = stamp_side(ui, rect.h, style);
  int x = rect.x;
  if (style.align == Align::kCentre) x += (rect.w - side) / 2;
  if (style.align == Align::kEnd) x += rect.w - side;
  const SDL_Rect stamp{x, rect.y + (rect.h - side) / 2, side, side};
  const int inset = std::max(2, side / 16);
  ui.fill(stamp, c.cinnabar);
  ui.frame({stamp.x + inset, stamp.y + inset, side - 2 * inset, side - 2 * inset}, std::max(1, side / 28),
           c.paper);
  const float size = static_cast<float>(side) * 0.62F / ui.units().u();
  ui.text(stamp, words, {view::Face::kKai, size, c.paper, Align::kCentre});
}

}  // namespace qitai::menu
