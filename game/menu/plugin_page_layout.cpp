// Where what was taken down of a page stands, on every shape of screen. Rows are set closer before one of
// them is out of sight; then the focus takes the list along, and fingers have a button.
#include <algorithm>
#include <cmath>

#include "menu/plugin_page.hpp"

namespace qitai::menu {
namespace {

using view::Face;

constexpr int kMostLines = 4;
constexpr int kLeastForTwo = 700;  // pixels beside each other

}  // namespace

PagePlaces page_places(const Ui& ui) {
  const view::Units& u = ui.units();
  const int title = std::max(ui.px(104), 48), edge = u.compact() ? 4 : ui.px(16);
  const int widest = std::min(u.width() - 2 * ui.px(32), std::max(ui.px(1600), 780));
  const int x = (u.width() - widest) / 2;
  const int cap = u.target(80), cap_w = std::max(ui.px(260), 130);
  return {{x, edge, widest, title},
          {x + widest - cap_w, edge + (title - cap) / 2, cap_w, cap},
          {x, edge + title, widest, ui.help_rect().y - edge - (edge + title)}};
}

std::vector<PluginPage::Slot*> PluginPage::slots_of(host::PageArea area) {
  std::vector<Slot*> found;
  if (merged_ && area == host::PageArea::kSide) return found;
  if (merged_ && area == host::PageArea::kMain) {
    for (Slot& slot : slots_) {
      if (slot.area == host::PageArea::kSide) found.push_back(&slot);
    }
  }
  for (Slot& slot : slots_) {
    if (slot.area == area) found.push_back(&slot);
  }
  return found;
}

int PluginPage::bar_height() const {
  return std::max(ui_.px(96), 48);
}

int PluginPage::height_of(const Slot& slot, int width) const {
  const auto lines_of = [&](std::string_view words, float size) {
    const int wide = ui_.text_width(words, {Face::kSans, size});
    if (wide <= width) return 1;
    // A line that is broken between words is not full.
    const float lines = static_cast<float>(wide) * 1.08F / static_cast<float>(width);
    return std::clamp(static_cast<int>(std::ceil(lines)), 2, kMostLines);
  };
  const int line = std::max(ui_.px(42), 25);
  switch (slot.kind) {
    case Slot::Kind::kText:
      return lines_of(slot.label, 28) * line + ui_.px(8);
    case Slot::Kind::kSpacing:
      return slot.amount * row_ / 2;
    case Slot::Kind::kTimeLine:
      return bar_height() + ui_.px(8) + std::min(3, lines_of(slot.value, 30)) * line;
    default:
      return row_;
  }
}

int PluginPage::height_of(std::span<Slot* const> slots, int width) {
  int height = 0;
  for (Slot* const slot : slots) {
    slot->height = height_of(*slot, width);
    height += slot->height;
  }
  return height;
}

void PluginPage::fill_column(std::size_t area, const SDL_Rect& rect, const std::vector<Slot*>& slots) {
  Column& column = columns_[area];
  column.rect = rect;
  column.shown.clear();
  if (slots.empty()) {
    column.rect = {};
    return;
  }
  const int pad = ui_.px(24), top = ui_.px(20);
  const SDL_Rect inner{rect.x + pad, rect.y + top, rect.w - 2 * pad, rect.h - top - ui_.px(16)};
  std::size_t& first = scrolled_[area];
  int all = height_of(slots, inner.w);
  int room = inner.h;
  const bool scrolls = all > room;
  const int more_h = ui_.units().target();
  if (scrolls) room -= more_h + ui_.px(4);
  const auto last_from = [&](std::size_t from) {
    int used = 0;
    while (from < slots.size() && used + slots[from]->height <= room)
      used += slots[from++]->height;
    return from;
  };
  if (!scrolls) first = 0;
  while (first > 0 && last_from(first - 1) == slots.size())
    --first;
  // What has the focus, or is to have it, is seen; of a list without it what is chosen.
  const std::string& wanted = ui_.focus().wanted().empty() ? ui_.focus().focused() : ui_.focus().wanted();
  auto seen = std::find_if(slots.begin(), slots.end(),
                           [&](const Slot* slot) { return !wanted.empty() && slot->id == wanted; });
  if (seen == slots.end() && wanted != more_[area].id)
    seen = std::find_if(slots.begin(), slots.end(), [](const Slot* slot) { return slot->chosen; });
  if (scrolls && seen != slots.end()) {
    const auto index = static_cast<std::size_t>(seen - slots.begin());
    first = std::min(first, index);
    while (index >= last_from(first) && first < index)
      ++first;
  }
  const std::size_t last = scrolls ? std::max(last_from(first), first + 1) : slots.size();
  int y = inner.y;
  for (std::size_t i = first; i < last; ++i) {
    slots[i]->rect = {inner.x, y, inner.w, slots[i]->height - ui_.px(4)};
    y += slots[i]->height;
    column.shown.push_back(slots[i]);
  }
  if (!scrolls) return;
  Slot& more = more_[area];
  more = {};
  more.kind = Slot::Kind::kMore;
  more.id = "page.more." + std::to_string(area);
  more.label = ui_.tr("terms.more");
  more.help = ui_.tr("help.terms.more");
  more.amount = static_cast<int>(last == slots.size() ? 0 : last);
  more.rect = {inner.x, inner.y + inner.h - more_h, inner.w, more_h};
  column.shown.push_back(&more);
}

void PluginPage::lay_out(const SDL_Rect& rect) {
  for (Slot& slot : slots_) {
    slot.rect = {};
    if (slot.kind != Slot::Kind::kTimeLine) continue;
    const std::string who = slot.amount < 0 || variant_ == nullptr
                                ? ui_.tr("time.each_side")
                                : said({"seat." + std::to_string(slot.amount)});
    slot.value = limits_sentence(house_.catalog, terms_->limits(slot.amount), who, terms_->has_setup());
  }
  merged_ = false;
  std::vector<Slot*> side = slots_of(host::PageArea::kSide), main = slots_of(host::PageArea::kMain);
  const std::vector<Slot*> foot = slots_of(host::PageArea::kFoot);
  const int gutter = std::max(ui_.px(24), 6), pads = ui_.px(20) + ui_.px(16), pad = ui_.px(24);
  // Two columns need room for two.
  const bool portrait = ui_.units().portrait() || rect.w < kLeastForTwo;
  const int side_w = portrait ? rect.w : side.empty() ? 0 : (rect.w - gutter) * 36 / 100;
  const int main_w = portrait || side.empty() ? rect.w : rect.w - gutter - side_w;
  row_ = std::max(ui_.px(80), 50);
  // Two lines of the smallest type fit into a row: a name, and the range under it.
  const int closest = std::max(ui_.units().target() + ui_.px(4), 48);
  const int foot_h = foot.empty() ? 0 : height_of(foot, rect.w - 2 * pad) + pads;
  const int room = rect.h - (foot.empty() ? 0 : foot_h + gutter);
  const auto needed = [&] {
    const int left = side.empty() ? 0 : height_of(side, side_w - 2 * pad) + pads;
    const int right = main.empty() ? 0 : height_of(main, main_w - 2 * pad) + pads;
    return portrait ? left + right + (side.empty() || main.empty() ? 0 : gutter) : std::max(left, right);
  };
  int height = needed();
  while (height > room && row_ > closest) {
    --row_;
    height = needed();
  }
  if (portrait && height > room && !side.empty() && !main.empty()) {
    // One long list that scrolls instead of two short ones.
    merged_ = true;
    side.clear();
    main = slots_of(host::PageArea::kMain);
    height = needed();
  }
  height = std::min(height, room);
  // What is left over goes half above, half below.
  const int y = rect.y + (room - height) / 2;
  const auto fill = [&](host::PageArea area, const SDL_Rect& at, const std::vector<Slot*>& slots) {
    fill_column(static_cast<std::size_t>(area), at, slots);
  };
  if (portrait) {
    const int wanted = side.empty() ? 0 : height_of(side, side_w - 2 * pad) + pads;
    const int above = main.empty() ? std::min(wanted, height) : std::min(wanted, height / 2);
    fill(host::PageArea::kSide, {rect.x, y, rect.w, above}, side);
    const int from = side.empty() ? y : y + above + gutter;
    fill(host::PageArea::kMain, {rect.x, from, rect.w, y + height - from}, main);
  } else {
    fill(host::PageArea::kSide, {rect.x, y, side_w, height}, side);
    fill(host::PageArea::kMain, {rect.x + rect.w - main_w, y, main_w, height}, main);
  }
  fill(host::PageArea::kFoot, {rect.x, y + height + gutter, rect.w, foot_h}, foot);
}

// From the last item that is seen of a column to the one that is not, and back.
bool PluginPage::scroll(const platform::Input& input) {
  using Kind = platform::Input::Kind;
  if (input.kind != Kind::kPress && input.kind != Kind::kRepeat) return false;
  const bool down = input.action == platform::Action::kDown;
  if (!down && input.action != platform::Action::kUp) return false;
  for (std::size_t area = 0; area < columns_.size(); ++area) {
    const std::vector<Slot*> slots = slots_of(static_cast<host::PageArea>(area));
    const auto at = std::find_if(slots.begin(), slots.end(), [&](const Slot* slot) {
      return slot->takes_focus() && slot->id == ui_.focus().focused();
    });
    if (at == slots.end()) continue;
    const auto takes = [](const Slot* slot) { return slot->takes_focus(); };
    const Slot* next = nullptr;
    if (down) {
      const auto found = std::find_if(at + 1, slots.end(), takes);
      if (found != slots.end()) next = *found;
    } else {
      const auto found = std::find_if(std::make_reverse_iterator(at), slots.rend(), takes);
      if (found != slots.rend()) next = *found;
    }
    if (next == nullptr || next->rect.w > 0) return false;  // the focus finds its way
    focus(next->id);
    return true;
  }
  return false;
}

}  // namespace qitai::menu
