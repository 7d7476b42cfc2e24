#include "menu/ui.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace qitai::menu {
namespace {

constexpr ImGuiWindowFlags kWindowFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                                          ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                                          ImGuiWindowFlags_NoInputs;

ImU32 packed(SDL_Color c) {
  return IM_COL32(c.r, c.g, c.b, c.a);
}

ImVec2 corner(const SDL_Rect& rect) {
  return {static_cast<float>(rect.x), static_cast<float>(rect.y)};
}

ImVec2 far_corner(const SDL_Rect& rect) {
  return {static_cast<float>(rect.x + rect.w), static_cast<float>(rect.y + rect.h)};
}

constexpr int kLeastFont = 18;  // px

}  // namespace

Ui::Ui(SDL_Renderer* renderer, view::Type& type, text::Catalog& catalog)
    : type_(type), catalog_(catalog), layer_(renderer) {}

void Ui::resize(int width, int height) {
  units_ = view::Units(width, height);
  layer_.resize(width, height);
}

void Ui::begin_frame(std::uint64_t now) {
  now_ = now;
  room_.reset();
  problems_.clear();
  written_.clear();
  help_shown_ = false;
  layer_.begin_frame(now);
  for (Own& own : sides_) {
    own.dialog = {};
    own.next_help.clear();
    own.focus.begin();
  }
}

void Ui::settle() {
  for (Own& own : sides_) {
    own.focus.end(now_);
    own.help = own.next_help;
  }
  if (audit_) audit_items();
}

SDL_Rect Ui::facing(const SDL_Rect& rect) const {
  if (side_ == Side::kNear) return rect;
  return {units_.width() - rect.x - rect.w, units_.height() - rect.y - rect.h, rect.w, rect.h};
}

SDL_FPoint Ui::facing(SDL_FPoint at) const {
  if (side_ == Side::kNear) return at;
  return {static_cast<float>(units_.width()) - at.x, static_cast<float>(units_.height()) - at.y};
}

platform::Input Ui::facing(const platform::Input& input) const {
  platform::Input faced = input;
  if (input.kind >= platform::Input::Kind::kPointerDown) {
    const SDL_FPoint at = facing(SDL_FPoint{input.x, input.y});
    faced.x = at.x;
    faced.y = at.y;
  }
  return faced;
}

SDL_Rect Ui::room() const {
  return room_.value_or(SDL_Rect{0, 0, units_.width(), units_.height()});
}

bool Ui::render() {
  return layer_.end_frame();
}

void Ui::open_window(const std::string& name, const SDL_Rect& rect, bool over) {
  ImGui::SetNextWindowPos(corner(rect));
  ImGui::SetNextWindowSize({static_cast<float>(rect.w), static_cast<float>(rect.h)});
  // The same panel of both sides is two windows.
  const std::string own = side_ == Side::kNear ? name : name + " (far)";
  if (side_ == Side::kFar) layer_.turn_window(own);
  ImGui::Begin(own.c_str(), nullptr,
               kWindowFlags | (over ? 0 : static_cast<int>(ImGuiWindowFlags_NoBringToFrontOnFocus)));
  panel_ = rect;
}

void Ui::panel(std::string_view name, const SDL_Rect& rect, Panel look) {
  open_window(std::string(name), rect, false);
  if (look == Panel::kBare) return;
  fill(rect, look == Panel::kRaised ? colours().lacquer3 : colours().lacquer2);
  frame(rect, px(2), colours().seam);
  if (look != Panel::kFlat) {
    fill({rect.x + px(8), rect.y + px(8), rect.w - 2 * px(8), px(2)}, colours().gold);
  }
}

void Ui::dialog(std::string_view name, const SDL_Rect& rect, int layer) {
  open_window(std::string(name), rect, true);
  sides_[index(side_)].dialog = rect;
  dialog_layer_ = layer;
  fill(rect, colours().lacquer2);
  frame(rect, px(2), colours().seam);
  fill({rect.x + px(8), rect.y + px(8), rect.w - 2 * px(8), px(2)}, colours().gold);
}

void Ui::end_panel() {
  dialog_layer_ = 0;
  ImGui::End();
}

void Ui::fill(const SDL_Rect& rect, SDL_Color colour) {
  if (rect.w <= 0 || rect.h <= 0) return;
  ImGui::GetWindowDrawList()->AddRectFilled(corner(rect), far_corner(rect), packed(colour));
}

void Ui::frame(const SDL_Rect& r, int thick, SDL_Color colour) {
  fill({r.x, r.y, r.w, thick}, colour);
  fill({r.x, r.y + r.h - thick, r.w, thick}, colour);
  fill({r.x, r.y + thick, thick, r.h - 2 * thick}, colour);
  fill({r.x + r.w - thick, r.y + thick, thick, r.h - 2 * thick}, colour);
}

void Ui::image(SDL_Texture* texture, const SDL_Rect& rect, SDL_Color tint) {
  if (texture == nullptr) return;
  ImGui::GetWindowDrawList()->AddImage(texture, corner(rect), far_corner(rect), {0, 0}, {1, 1}, packed(tint));
}

int Ui::text_width(std::string_view utf8, const TextStyle& style) const {
  if (style.tabular) {
    return static_cast<int>(std::ceil(type_.layout_tabular(style.face, font(style.size), utf8).width));
  }
  return static_cast<int>(std::ceil(type_.width(style.face, font(style.size), utf8)));
}

void Ui::text(const SDL_Rect& box, std::string_view utf8, const TextStyle& style) {
  if (utf8.empty() || box.w <= 0) return;
  if (audit_) written_.emplace_back(utf8);
  int size = font(style.size);
  // A text that almost fits one line is set a little smaller rather than with one word on a second.
  const int one_line = std::max(kLeastFont, size * 85 / 100);
  const bool breaks = style.lines > 1 && type_.width(style.face, one_line, utf8) > static_cast<float>(box.w);
  const int lines = breaks ? style.lines : 1;
  const auto set = [&](int at_size) -> const view::TextRun& {
    if (style.tabular) return type_.layout_tabular(style.face, at_size, utf8);
    return type_.layout(style.face, at_size, utf8, breaks ? box.w : 0);
  };
  const auto fits = [&](const view::TextRun& run) {
    return run.width <= static_cast<float>(box.w) + 0.5F && run.lines <= lines;
  };
  const view::TextRun* run = &set(size);
  while (!fits(*run) && size > kLeastFont) {
    size = std::max(kLeastFont, size - std::max(1, size / 16));
    run = &set(size);
  }
  if (!fits(*run)) {
    if (audit_) problems_.push_back({AuditProblem::Kind::kClipped, std::string(utf8)});
    if (!style.tabular) run = &type_.layout(style.face, size, utf8, box.w, lines);
  }
  if (audit_ && !type_.covers(utf8)) problems_.push_back({AuditProblem::Kind::kNoGlyph, std::string(utf8)});
  if (audit_ && run->height > static_cast<float>(box.h) * 1.36F + 2) {
    problems_.push_back({AuditProblem::Kind::kClipped, std::string(utf8) + " (height)"});
  }

  const float free_h = static_cast<float>(box.h) - run->height;
  const auto part = [](Align align) {
    return align == Align::kStart ? 0.0F : align == Align::kCentre ? 0.5F : 1.0F;
  };
  // Each line stands by itself between the box's edges.
  const float line_height = run->height / static_cast<float>(std::max(1, run->lines));
  std::vector<float> ends(static_cast<std::size_t>(std::max(1, run->lines)), 0.0F);
  const auto line_of = [&](const view::GlyphQuad& quad) {
    const float middle = quad.target.y + quad.target.h * 0.5F;
    const auto line = static_cast<std::size_t>(std::max(0.0F, middle / std::max(1.0F, line_height)));
    return std::min(line, ends.size() - 1);
  };
  if (ends.size() == 1) {
    ends.front() = run->width;
  } else {
    for (const view::GlyphQuad& quad : run->quads) {
      ends[line_of(quad)] = std::max(ends[line_of(quad)], quad.target.x + quad.target.w);
    }
  }
  for (float& end : ends) {  // from the width of a line to where it starts
    end = std::round(static_cast<float>(box.x) + (static_cast<float>(box.w) - end) * part(style.align));
  }
  const float y = std::round(static_cast<float>(box.y) + free_h * part(style.vertical));
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const ImU32 colour = packed(style.colour);
  SDL_Texture* last = nullptr;
  float page_w = 1, page_h = 1;
  for (const view::GlyphQuad& quad : run->quads) {
    SDL_Texture* const page = type_.page(quad.page);
    if (page == nullptr) continue;
    if (page != last) {
      int w = 1, h = 1;
      SDL_QueryTexture(page, nullptr, nullptr, &w, &h);
      page_w = static_cast<float>(w);
      page_h = static_cast<float>(h);
      last = page;
    }
    const float left = std::round(ends[line_of(quad)] + quad.target.x), top = std::round(y + quad.target.y);
    const SDL_Rect& s = quad.source;
    list->AddImage(page, {left, top}, {left + quad.target.w, top + quad.target.h},
                   {static_cast<float>(s.x) / page_w, static_cast<float>(s.y) / page_h},
                   {static_cast<float>(s.x + s.w) / page_w, static_cast<float>(s.y + s.h) / page_h}, colour);
  }
}

float Ui::fit(std::span<const std::string> texts, const TextStyle& style, int width) const {
  TextStyle tried = style;
  const float least = static_cast<float>(kLeastFont) / units_.u();
  for (const std::string& each : texts) {
    while (tried.size > least && text_width(each, tried) > width)
      tried.size = std::max(least, tried.size - 1);
  }
  return tried.size;
}

float Ui::fit_keys(std::initializer_list<std::string_view> keys, const TextStyle& style, int width) const {
  std::vector<std::string> texts;
  for (const std::string_view key : keys) {
    for (const text::Language language : text::kLanguages)
      texts.emplace_back(catalog_.tr(language, key));
  }
  return fit(texts, style, width);
}

WidgetState Ui::widget(const Widget& widget) {
  Own& own = sides_[index(side_)];
  const bool here = own.focus.focused() == widget.id && !own.focus_elsewhere;
  own.focus.add({widget.id, widget.rect, widget.enabled, widget.adjusts, widget.hold, dialog_layer_});
  if (here) own.next_help = widget.enabled || widget.why.empty() ? widget.help : widget.why;
  return {here && focus_shown_, widget.enabled && own.focus.pressed(widget.id),
          own.focus.take_activated(widget.id), own.focus.take_adjusted(widget.id)};
}

SDL_Rect Ui::ground(const Widget& widget, const WidgetState& state, bool gold) {
  const SDL_Rect& r = widget.rect;
  const view::Palette& c = colours();
  fill(r, state.focused ? c.lacquer3 : c.lacquer2);
  frame(r, px(2), gold ? c.gold : c.seam);
  if (r.h >= units_.target()) fill({r.x + px(8), r.y + px(8), r.w - 2 * px(8), px(2)}, c.gold);
  const int inset = std::min(px(16), r.w / 28);
  SDL_Rect content{r.x + inset, r.y + px(8), r.w - 2 * inset, r.h - 2 * px(8)};
  if (state.pressed) content.y += px(3);
  return content;
}

bool Ui::button(const Widget& widget, std::string_view label, float size, bool gold) {
  const WidgetState state = this->widget(widget);
  const SDL_Rect content = ground(widget, state, gold);
  const view::Palette& c = colours();
  TextStyle style{view::Face::kSansBold, size, widget.enabled ? c.paper : c.mute, Align::kCentre};
  if (gold && widget.enabled) style.colour = c.gold_hi;
  // The seal square stands left of the label; both together are centred no differently than the label alone.
  text(content, label, style);
  if (state.focused) {
    const int side = px(10);
    const int label_w = std::min(content.w, text_width(label, style));
    const int free = (widget.rect.w - label_w) / 2;  // on either side of the label
    const int left = std::min(px(14), (free - side) / 2);
    // Without room beside it the seal stands under the label, if the button is that high; brackets and ground
    // tell the focus anyway.
    const int below = content.y + content.h - side - px(4);
    const int label_end = content.y + (content.h + px(style.size)) / 2;
    if (left >= px(3)) {
      fill({widget.rect.x + left, content.y + (content.h - side) / 2, side, side}, c.cinnabar_hi);
    } else if (below > label_end) {
      fill({widget.rect.x + (widget.rect.w - side) / 2, below, side, side}, c.cinnabar_hi);
    }
  }
  return state.activated;
}

int Ui::row(const Widget& widget, std::string_view label, std::string_view value) {
  const WidgetState state = this->widget(widget);
  const view::Palette& c = colours();
  const SDL_Rect& r = widget.rect;
  fill(r, state.focused ? c.lacquer3 : c.lacquer2);
  fill({r.x, r.y + r.h - px(2), r.w, px(2)}, c.seam);
  SDL_Rect content{r.x + px(36), r.y, r.w - px(36) - px(16), r.h};
  if (state.pressed) content.y += px(3);
  if (state.focused) {
    const int side = px(10);
    fill({r.x + px(14), content.y + (content.h - side) / 2, side, side}, c.cinnabar_hi);
  }
  const SDL_Color ink = widget.enabled ? c.paper : c.mute;
  // Beside the value stand the two steps; the pointer can tap them.
  const int step = std::max(px(40), 28);
  const TextStyle value_style{view::Face::kSansBold, 30};
  // A long value takes room from a short label.
  const int wanted = text_width(value, value_style) + (widget.adjusts ? 2 * step : 0) + px(8);
  const int label_w = text_width(label, {view::Face::kSans, 30}) + px(12);
  int value_w = std::max(content.w * 46 / 100, std::min(wanted, content.w - label_w));
  // A long label has what a short value leaves; in a row that is only read both have a second line.
  if (label_w > content.w - value_w)
    value_w = std::clamp(content.w - label_w, std::min(wanted, content.w / 2), value_w);
  const int lines = widget.adjusts ? 1 : 2;
  const SDL_Rect value_box{content.x + content.w - value_w + (widget.adjusts ? step : 0), content.y,
                           value_w - (widget.adjusts ? 2 * step : 0), content.h};
  text({content.x, content.y, content.w - value_w - px(12), content.h}, label,
       {view::Face::kSans, 30, ink, Align::kStart, Align::kCentre, lines});
  SDL_Color value_ink = c.paper2;
  if (!widget.enabled) {
    value_ink = c.mute;
  } else if (state.focused) {
    value_ink = c.gold_hi;
  }
  text(value_box, value,
       {view::Face::kSansBold, 30, value_ink, widget.adjusts ? Align::kCentre : Align::kEnd, Align::kCentre,
        lines});
  if (!widget.adjusts) return state.activated ? 1 : 0;
  const SDL_Rect minus{content.x + content.w - value_w, content.y, step, content.h};
  const SDL_Rect plus{content.x + content.w - step, content.y, step, content.h};
  const TextStyle arrow{view::Face::kSans, 30, state.focused ? c.gold : c.mute, Align::kCentre};
  text(minus, "‹", arrow);
  text(plus, "›", arrow);
  if (!state.activated) return state.adjusted;
  if (!focus().by_pointer()) return 1;
  const float at = focus().pointer().x;
  return at < static_cast<float>(minus.x + step) && at >= static_cast<float>(minus.x) ? -1 : 1;
}

SDL_Rect Ui::help_rect() const {
  const int height = std::max(px(64), 36);
  return {0, units_.height() - height, units_.width(), height};
}

void Ui::prompt(int& right, const SDL_Rect& strip, std::string_view cap, std::string_view word,
                SDL_Color cap_colour) {
  const view::Palette& c = colours();
  const TextStyle word_style{view::Face::kSans, 26, c.paper2};
  const TextStyle cap_style{view::Face::kSansBold, 22, c.paper, Align::kCentre};
  const int word_w = text_width(word, word_style);
  right -= word_w;
  text({right, strip.y, word_w, strip.h}, word, word_style);
  const int cap_h = std::max(px(40), 24);
  const int cap_w = std::max(cap_h, cap.empty() ? 0 : text_width(cap, cap_style) + px(24));
  right -= px(12) + cap_w;
  const SDL_Rect box{right, strip.y + (strip.h - cap_h) / 2, cap_w, cap_h};
  fill(box, cap_colour);
  frame(box, px(2), c.seam);
  if (!cap.empty()) text(box, cap, cap_style);
  right -= px(32);
}

void Ui::help_strip(std::string_view note, bool danger) {
  const SDL_Rect strip = help_rect();
  const view::Palette& c = colours();
  help_shown_ = true;
  danger = danger && !note.empty();
  const std::string_view words = note.empty() ? std::string_view(help_line()) : note;
  panel("help", strip, Panel::kBare);
  fill({strip.x, strip.y, strip.w, px(2)}, c.seam);
  int right = strip.x + strip.w - px(32);
  const TextStyle style{view::Face::kSans, 30, danger ? c.cinnabar_hi : c.paper2};
  const int needed = text_width(words, style) + 2 * px(32);
  const TextStyle gold{view::Face::kSansBold, 30, c.gold};
  const int wide = purse_.empty() ? 0 : text_width(purse_, gold) + 1;
  if (wide > 0 && right - wide - px(32) - strip.x >= needed) {
    text({right - wide, strip.y, wide, strip.h}, purse_, gold);
    right -= wide + px(32);
  }
  // What a choice means comes before which button makes it: on a narrow screen the prompts give way.
  const auto room_for = [&](int prompts) {
    return right - strip.x - prompts * std::max(px(190), 132) >= needed;
  };
  if (device_ == platform::Device::kKeyboard || device_ == platform::Device::kPad) {
    const bool keys = device_ == platform::Device::kKeyboard;
    if (room_for(2)) prompt(right, strip, keys ? "Esc" : "B", catalog_.tr("prompt.back"), c.lacquer3);
    if (room_for(1)) prompt(right, strip, keys ? "Enter" : "A", catalog_.tr("prompt.select"), c.lacquer3);
  }
  text({strip.x + px(32), strip.y, right - strip.x - px(32), strip.h}, words, style);
  end_panel();
}

void Ui::audit_items() {
  const SDL_Rect screen{0, 0, units_.width(), units_.height()};
  // Those of both sides as they lie on the screen.
  std::vector<FocusItem> items;
  for (const Side side : kSides) {
    const Facing faced(*this, side);
    for (FocusItem item : focus().items()) {
      item.rect = facing(item.rect);
      items.push_back(std::move(item));
    }
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const SDL_Rect& a = items[i].rect;
    SDL_Rect shared;
    SDL_IntersectRect(&a, &screen, &shared);
    if (!SDL_RectEquals(&shared, &a)) problems_.push_back({AuditProblem::Kind::kOutside, items[i].id});
    if (std::min(a.w, a.h) < 44) problems_.push_back({AuditProblem::Kind::kSmall, items[i].id});
    for (std::size_t j = i + 1; j < items.size(); ++j) {
      if (items[j].layer == items[i].layer && SDL_HasIntersection(&a, &items[j].rect) == SDL_TRUE) {
        problems_.push_back({AuditProblem::Kind::kOverlap, items[i].id + " and " + items[j].id});
      }
    }
  }
}

}  // namespace qitai::menu
