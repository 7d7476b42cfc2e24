// Menu: a page of the place of that name, whoever brings it: the plugin's, or the game's own where there is
// none or it broke its contract. Implements the table of qitai/page.h on Ui. A frame is first taken down,
// then laid out for the shape of the screen, then drawn.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/page.hpp"
#include "menu/key_pad.hpp"
#include "menu/screen.hpp"
#include "menu/time_terms.hpp"

namespace qitai::menu {

// Where a screen that is one page has its parts: the heading, the way back in it, and the page.
struct PagePlaces {
  SDL_Rect heading{}, done{}, page{};
};
[[nodiscard]] PagePlaces page_places(const Ui& ui);

class PluginPage final : public host::PageUi {
 public:
  // `own`: the game's page, which speaks in keys of the game's catalogs. `variant` names the seats; null
  // where the place has no terms, and then `terms` is null, too.
  PluginPage(House& house, std::string place, std::function<void(host::PageUi&)> own, TimeTerms* terms,
             const host::Variant* variant);

  // Takes down, lays out and draws a frame within `rect`: between begin_frame and settle of the Ui.
  void draw(const SDL_Rect& rect, std::uint64_t now);
  // Before the focus gets it; true: it went no further.
  bool input(const platform::Input& input, std::uint64_t now);
  bool tick(std::uint64_t now);
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const;

  // The sentence of the last refusal, until the next input; empty: none.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  // What the plugin calls its page; empty: it is the game's own.
  [[nodiscard]] std::string title() const;
  [[nodiscard]] bool by_plugin() const { return state_.has_value(); }

  // PageUi: takes the frame down.
  void area(host::PageArea area) override { area_ = area; }
  void heading(const host::Words& words) override;
  void text(const host::Words& words) override;
  void badge(const host::Words& words, host::Tone tone) override;
  void progress(const host::Words& label, int permille) override;
  void spacing(int halves) override;
  void time_line(int seat) override;
  bool button(const host::PageItem& item) override;
  bool toggle(const host::PageItem& item, bool on) override;
  std::int64_t number(const host::PageItem& item, const host::PageNumber& number,
                      std::int64_t value) override;
  std::int64_t slider(const host::PageItem& item, const host::PageNumber& number,
                      std::int64_t value) override;
  int choice(const host::PageItem& item, std::span<const host::Words> choices, int index) override;
  Listed list(const host::PageItem& item, std::span<const host::Words> rows, int index) override;
  std::optional<std::string> text_entry(const host::PageItem& item, std::string_view text,
                                        std::size_t capacity) override;
  void focus(std::string_view id) override;
  [[nodiscard]] std::optional<std::int64_t> terms_get(std::string_view field) override;
  host::TermsAnswer terms_set(std::span<const host::PageField> fields) override;

 private:
  // One line of what was taken down.
  struct Slot {
    enum class Kind : std::uint8_t {
      kHeading,
      kText,
      kBadge,
      kProgress,
      kSpacing,
      kTimeLine,
      kButton,
      kRow,     // label and value between ‹ and ›: toggle, choice
      kNumber,  // − value +
      kSlider,
      kListed,  // a row of a list
      kEntry,
      kMore,  // the rows that did not fit
    };
    Kind kind = Kind::kText;
    host::PageArea area = host::PageArea::kMain;
    std::string id{}, label{}, value{}, help{}, why{};
    bool enabled = true, chosen = false;
    std::int64_t number = 0, min = 0, max = 0;
    std::string unit{};
    int amount = 0;  // spacing: halves; progress: permille; time line: seat; badge: tone; entry: most letters
    int height = 0;
    SDL_Rect rect{};
    [[nodiscard]] bool takes_focus() const { return !id.empty(); }
  };
  // What a player did with an item, until the page hears of it.
  struct Did {
    int steps = 0;
    bool pressed = false;
    std::optional<std::int64_t> number{};
    std::optional<std::string> text{};
  };
  // A pointer that rests on − or +.
  struct Rest {
    std::string id;
    int way = 0;
    std::uint64_t next = 0;  // when it counts again
    bool counted = false;
  };
  struct Column {
    SDL_Rect rect{};
    std::vector<Slot*> shown{};
  };

  void take_down();
  void drop(const Error& error);
  Slot& add(Slot::Kind kind);
  Slot& add(Slot::Kind kind, const host::PageItem& item);
  std::optional<Did> take(const std::string& id);
  void changed(const std::string& id) { changed_ = id; }
  [[nodiscard]] std::string said(const host::Words& words) const;

  // plugin_page_layout.cpp
  void lay_out(const SDL_Rect& rect);
  [[nodiscard]] std::vector<Slot*> slots_of(host::PageArea area);
  [[nodiscard]] int height_of(const Slot& slot, int width) const;
  [[nodiscard]] int bar_height() const;  // of a time line, with its ticks
  [[nodiscard]] int height_of(std::span<Slot* const> slots, int width);
  void fill_column(std::size_t area, const SDL_Rect& rect, const std::vector<Slot*>& slots);
  bool scroll(const platform::Input& input);

  // plugin_page_draw.cpp
  void draw_column(std::string_view name, const Column& column, Panel look);
  void draw_slot(Slot& slot);
  WidgetState begin_row(const Slot& slot);
  [[nodiscard]] SDL_Color value_ink(const Slot& slot, bool focused) const;
  void draw_row(Slot& slot);
  void draw_number(Slot& slot);
  void draw_slider(Slot& slot);
  void draw_listed(Slot& slot);
  void draw_line(Slot& slot);
  void glow(const Slot& slot);
  void open_pad(const Slot& slot, std::uint64_t now);
  [[nodiscard]] SDL_Rect step_box(const Slot& slot, int way) const;

  House& house_;
  Ui& ui_;
  std::string place_;
  std::function<void(host::PageUi&)> own_;
  TimeTerms* terms_;
  const host::Variant* variant_;
  std::shared_ptr<const host::Page> page_;
  std::optional<host::PageState> state_;
  std::string dropped_;  // the plugin whose page broke its contract

  host::PageArea area_ = host::PageArea::kMain;
  std::vector<Slot> slots_;
  std::string first_;
  std::map<std::string, Did, std::less<>> did_;
  bool heard_ = false;  // the page was told something in this frame
  std::string changed_, refusal_;
  std::optional<Rest> rest_;
  KeyPad pad_;
  float listed_size_ = 30;                 // u
  bool merged_ = false;                    // side and main are one column
  int row_ = 0;                            // height of a row, pixels
  std::array<Column, 3> columns_{};        // by area
  std::array<std::size_t, 3> scrolled_{};  // the first slot of each area that is seen
  std::array<Slot, 3> more_{};             // the buttons that show what does not fit
};

}  // namespace qitai::menu
