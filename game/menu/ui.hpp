// Menu: what every screen draws with: panels, texts, buttons and rows in the look of the house (lacquer, one
// accent at a time), over ImGui windows and draw lists. Texts are set by view::Type, the focus is our own.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "menu/focus.hpp"
#include "menu/imgui_layer.hpp"
#include "text/catalog.hpp"
#include "view/theme.hpp"
#include "view/type.hpp"
#include "view/units.hpp"

namespace qitai::menu {

enum class Align : std::uint8_t { kStart, kCentre, kEnd };

struct TextStyle {
  view::Face face = view::Face::kSans;
  float size = 30;  // u
  SDL_Color colour{0xF3, 0xE9, 0xD2, 255};
  Align align = Align::kStart;
  Align vertical = Align::kCentre;
  int lines = 1;         // most lines
  bool tabular = false;  // figures in equal cells
};

enum class Panel : std::uint8_t {
  kBare,    // nothing drawn: a place for texts on the table itself
  kPlain,   // lacquer-2 with seam and the gold line
  kRaised,  // lacquer-3: whose turn it is
  kFlat,    // lacquer-2 with a seam only
};

// A button, row or card that can have the focus.
struct Widget {
  std::string id;
  SDL_Rect rect{};
  bool enabled = true;
  std::string help{};  // for the help line
  std::string why{};   // disabled: why, instead of the help
  bool adjusts = false;
  std::uint32_t hold = 0;
};
struct WidgetState {
  bool focused = false;
  bool pressed = false;
  bool activated = false;
  int adjusted = 0;
};

// What was wrong with a frame: tests read it. Filled while audit is on.
struct AuditProblem {
  enum class Kind : std::uint8_t { kClipped, kNoGlyph, kOverlap, kOutside, kSmall };
  Kind kind;
  std::string what;
};

class Ui {
 public:
  Ui(SDL_Renderer* renderer, view::Type& type, text::Catalog& catalog);

  void resize(int width, int height);
  void begin_frame(std::uint64_t now);
  // Ends the description: settles who has the focus. Then either another begin_frame or render().
  void settle();
  // Draws what changed; true when the picture did.
  bool render();

  // Between panel() and end_panel() everything is drawn into that window, clipped to `rect`. A dialog lies
  // over the board and takes the focus from all that is not in it.
  void panel(std::string_view name, const SDL_Rect& rect, Panel look = Panel::kPlain);
  // One of a higher layer lies over others.
  void dialog(std::string_view name, const SDL_Rect& rect, int layer = 1);
  void end_panel();
  // The rectangle of the dialog in this frame; empty: none.
  [[nodiscard]] const SDL_Rect& dialog_rect() const { return dialog_; }

  void fill(const SDL_Rect& rect, SDL_Color colour);
  void frame(const SDL_Rect& rect, int thick, SDL_Color colour);
  void image(SDL_Texture* texture, const SDL_Rect& rect, SDL_Color tint = {255, 255, 255, 255});
  // Sets a text into a box. One that is too wide is set smaller, down to 18 px, and then cut with an
  // ellipsis.
  void text(const SDL_Rect& box, std::string_view utf8, const TextStyle& style);
  // The largest size (u, at most style.size) at which each text fits the box: labels of one group share it.
  [[nodiscard]] float fit(std::span<const std::string> texts, const TextStyle& style, int width) const;
  // The same for texts of the catalog in the longest of the three languages.
  [[nodiscard]] float fit_keys(std::initializer_list<std::string_view> keys, const TextStyle& style,
                               int width) const;
  [[nodiscard]] int text_width(std::string_view utf8, const TextStyle& style) const;

  // Registers an item for the focus and answers how it stands. Draws nothing.
  WidgetState widget(const Widget& widget);
  // The ground of a widget (fill, seam, gold line by state); answers the rectangle for its content, moved
  // when pressed.
  SDL_Rect ground(const Widget& widget, const WidgetState& state, bool gold = false);
  // A button with one label.
  bool button(const Widget& widget, std::string_view label, float size = 36, bool gold = false);
  // A row: label left, value right between ‹ and ›. Answers the step wanted: −1, 0, +1 or more.
  int row(const Widget& widget, std::string_view label, std::string_view value);

  // The strip at the bottom of a menu screen: help line of the focused item and button prompts of the last
  // device.
  // `note` stands in its place where it is not empty.
  void help_strip(std::string_view note = {}, bool danger = false);
  // What can be played with, in words, at the strip's right end; empty: nothing.
  void set_purse(std::string words) { purse_ = std::move(words); }
  [[nodiscard]] SDL_Rect help_rect() const;
  // The sentence for the focused item.
  [[nodiscard]] const std::string& help_line() const { return help_; }
  // One prompt, as wide as its text: a cap with the button's name. Answers the width.
  void set_device(platform::Device device) { device_ = device; }

  [[nodiscard]] int px(float u) const { return units_.px(u); }
  [[nodiscard]] const view::Units& units() const { return units_; }
  [[nodiscard]] const view::Palette& colours() const { return view::palette(); }
  [[nodiscard]] Focus& focus() { return focus_; }
  [[nodiscard]] const Focus& focus() const { return focus_; }
  [[nodiscard]] ImGuiLayer& layer() { return layer_; }
  [[nodiscard]] view::Type& type() { return type_; }
  [[nodiscard]] const text::Catalog& catalog() const { return catalog_; }
  [[nodiscard]] std::string tr(std::string_view key) const { return std::string(catalog_.tr(key)); }
  [[nodiscard]] std::string tr(std::string_view key, std::initializer_list<text::Arg> args) const {
    return catalog_.tr(key, args);
  }
  [[nodiscard]] std::uint64_t now() const { return now_; }
  [[nodiscard]] bool focus_shown() const { return focus_shown_; }
  void show_focus(bool shown) { focus_shown_ = shown; }
  // The cursor on the board is the focus: no item looks as if it had it.
  void set_focus_elsewhere(bool elsewhere) { focus_elsewhere_ = elsewhere; }

  void set_audit(bool on) { audit_ = on; }
  [[nodiscard]] const std::vector<AuditProblem>& problems() const { return problems_; }
  // The texts of the frame, while audit is on.
  [[nodiscard]] const std::vector<std::string>& written() const { return written_; }

 private:
  [[nodiscard]] int font(float size) const { return units_.font(size); }
  void open_window(const std::string& name, const SDL_Rect& rect, bool over);
  void prompt(int& right, const SDL_Rect& strip, std::string_view cap, std::string_view word,
              SDL_Color cap_colour);
  void audit_items();

  view::Type& type_;
  const text::Catalog& catalog_;
  ImGuiLayer layer_;
  Focus focus_;
  view::Units units_;
  std::uint64_t now_ = 0;
  SDL_Rect dialog_{};
  int dialog_layer_ = 0;  // 0: what is described is in none
  SDL_Rect panel_{};
  bool focus_shown_ = true;
  bool focus_elsewhere_ = false;
  platform::Device device_ = platform::Device::kKeyboard;
  std::string help_, next_help_;
  std::string purse_;
  bool audit_ = false;
  std::vector<AuditProblem> problems_;
  std::vector<std::string> written_;
};

}  // namespace qitai::menu
