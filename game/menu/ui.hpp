// Menu: what every screen draws with: panels, texts, buttons and rows in the look of the house (lacquer, one
// accent at a time), over ImGui windows and draw lists. Texts are set by view::Type, the focus is our own.
#pragma once

#include <SDL.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
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

// Whom something on the screen faces. Everybody looks at it from the near edge, unless it lies flat between
// two.
enum class Side : std::uint8_t { kNear, kFar };
inline constexpr std::array<Side, 2> kSides{Side::kNear, Side::kFar};

class Ui {
 public:
  Ui(SDL_Renderer* renderer, view::Type& type, text::Catalog& catalog);

  void resize(int width, int height);
  void begin_frame(std::uint64_t now);
  // Ends the description: settles who has the focus. Then either another begin_frame or render().
  void settle();
  // Draws what changed; true when the picture did.
  bool render();

  // Whose panels are described, and who acts: the far side's are described as if it sat at the near edge (its
  // right is right), have a focus of their own, and are shown turned by half a turn of the screen.
  void set_side(Side side) { side_ = side; }
  [[nodiscard]] Side side() const { return side_; }
  // From the screen to what the present side sees, and back: the same half turn.
  [[nodiscard]] SDL_Rect facing(const SDL_Rect& rect) const;
  [[nodiscard]] SDL_FPoint facing(SDL_FPoint at) const;
  [[nodiscard]] platform::Input facing(const platform::Input& input) const;
  // Where dialogs lie, as the present side sees it: the whole screen, or what is before him of a flat one.
  [[nodiscard]] SDL_Rect room() const;
  // On a flat screen: until the next frame begins. The far side's is the same, opposite.
  void set_room(const SDL_Rect& room) { room_ = room; }

  // Between panel() and end_panel() everything is drawn into that window, clipped to `rect`. A dialog lies
  // over the board and takes the focus from all that is not in it.
  void panel(std::string_view name, const SDL_Rect& rect, Panel look = Panel::kPlain);
  // One of a higher layer lies over others.
  void dialog(std::string_view name, const SDL_Rect& rect, int layer = 1);
  void end_panel();
  // The rectangle of that side's dialog in this frame, as the side sees it; empty: none.
  [[nodiscard]] const SDL_Rect& dialog_rect(Side side = Side::kNear) const {
    return sides_[index(side)].dialog;
  }

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
  // The last frame has it.
  [[nodiscard]] bool help_shown() const { return help_shown_; }
  // The sentence for the focused item.
  [[nodiscard]] const std::string& help_line() const { return sides_[index(side_)].help; }
  // One prompt, as wide as its text: a cap with the button's name. Answers the width.
  void set_device(platform::Device device) { device_ = device; }

  [[nodiscard]] int px(float u) const { return units_.px(u); }
  [[nodiscard]] const view::Units& units() const { return units_; }
  [[nodiscard]] const view::Palette& colours() const { return view::palette(); }
  // The present side's.
  [[nodiscard]] Focus& focus() { return sides_[index(side_)].focus; }
  [[nodiscard]] const Focus& focus() const { return sides_[index(side_)].focus; }
  [[nodiscard]] const Focus& focus(Side side) const { return sides_[index(side)].focus; }
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
  void set_focus_elsewhere(bool elsewhere, Side side = Side::kNear) {
    sides_[index(side)].focus_elsewhere = elsewhere;
  }

  void set_audit(bool on) { audit_ = on; }
  [[nodiscard]] const std::vector<AuditProblem>& problems() const { return problems_; }
  // The texts of the frame, while audit is on.
  [[nodiscard]] const std::vector<std::string>& written() const { return written_; }

 private:
  // What each side of the screen has of its own.
  struct Own {
    Focus focus;
    SDL_Rect dialog{};
    bool focus_elsewhere = false;
    std::string help, next_help;
  };
  [[nodiscard]] static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  [[nodiscard]] int font(float size) const { return units_.font(size); }
  void open_window(const std::string& name, const SDL_Rect& rect, bool over);
  void prompt(int& right, const SDL_Rect& strip, std::string_view cap, std::string_view word,
              SDL_Color cap_colour);
  void audit_items();

  view::Type& type_;
  const text::Catalog& catalog_;
  ImGuiLayer layer_;
  std::array<Own, 2> sides_;
  Side side_ = Side::kNear;
  std::optional<SDL_Rect> room_;
  view::Units units_;
  std::uint64_t now_ = 0;
  int dialog_layer_ = 0;  // 0: what is described is in none
  SDL_Rect panel_{};
  bool focus_shown_ = true;
  platform::Device device_ = platform::Device::kKeyboard;
  std::string purse_;
  bool help_shown_ = false;
  bool audit_ = false;
  std::vector<AuditProblem> problems_;
  std::vector<std::string> written_;
};

// What is described or done while it lives belongs to that side.
class Facing {
 public:
  Facing(Ui& ui, Side side) : ui_(ui), before_(ui.side()) { ui.set_side(side); }
  ~Facing() { ui_.set_side(before_); }
  Facing(const Facing&) = delete;
  Facing& operator=(const Facing&) = delete;

 private:
  Ui& ui_;
  Side before_;
};

}  // namespace qitai::menu
