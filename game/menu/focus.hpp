// Menu: the focus. Exactly one item has it; four directions move it to the nearest item, the pointer takes it
// along, select or a tap presses it. Knows rectangles and inputs only, so that it can be tested as numbers.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/action.hpp"

namespace qitai::menu {

struct FocusItem {
  std::string id;
  SDL_Rect rect{};
  bool enabled = true;     // a disabled item keeps the focus but is never activated
  bool adjusts = false;    // left and right change its value instead of moving on
  std::uint32_t hold = 0;  // ms that a press must last; 0: a press and release activates
  int layer = 0;           // only the items of the highest layer can have the focus
};

class Focus {
 public:
  // The items of one frame, in reading order. end() settles who has the focus: the same id as before, else
  // the default, else the first item.
  void begin();
  void add(FocusItem item);
  void end(std::uint64_t now);

  // Where the focus goes when the item that had it is gone, and at the start of a screen.
  void set_default(std::string_view id) { default_ = id; }
  // Gives it the focus (from the next end(), should the item not be there yet).
  void set(std::string_view id, std::uint64_t now);
  // Who was given it and is not there yet; empty: nobody. A list that scrolls brings it into sight.
  [[nodiscard]] const std::string& wanted() const { return wanted_; }
  // Forgets presses and the focus: a new screen.
  void reset();

  // What an input did.
  enum class Did : std::uint8_t {
    kNothing,
    kMoved,
    kPressed,    // the look of an item changed
    kActivated,  // an item was activated or adjusted
    kEdge,       // a direction in which there is nothing
  };
  Did input(const platform::Input& input, std::uint64_t now);
  // What is pressed is pressed no more: an input went elsewhere, and its release may go there too.
  void let_go() { pressed_.clear(); }
  // Held presses: true when one came to its end and activated its item.
  bool tick(std::uint64_t now);
  // When the next tick or frame is due because of a press that is held or brackets that slide; UINT64_MAX:
  // never.
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const;

  // Once per activation: whether this item was activated since it was last asked.
  bool take_activated(std::string_view id);
  // Once: by how many steps this item was adjusted (left negative); held presses step by ten.
  int take_adjusted(std::string_view id);

  [[nodiscard]] const std::string& focused() const { return focused_; }
  [[nodiscard]] const FocusItem* item(std::string_view id) const;
  [[nodiscard]] const std::vector<FocusItem>& items() const { return items_; }
  [[nodiscard]] bool pressed(std::string_view id) const {
    return !pressed_.empty() && pressed_ == id && inside_;
  }
  // Which part of its hold the pressed item has lasted, 0 to 1; 0 if none is held.
  [[nodiscard]] float held(std::uint64_t now) const;
  // The rectangle that the brackets show now, on their way from the last item to this one.
  [[nodiscard]] std::optional<SDL_Rect> brackets(std::uint64_t now, std::uint32_t slide_ms) const;
  [[nodiscard]] bool sliding(std::uint64_t now) const { return now < slide_from_ + kSlide; }
  // Where the pointer was when it activated an item: for items with parts.
  [[nodiscard]] SDL_FPoint pointer() const { return pointer_; }
  // Whether the last activation came by pointer.
  [[nodiscard]] bool by_pointer() const { return by_pointer_; }

  static constexpr std::uint32_t kSlide = 90;  // ms

 private:
  [[nodiscard]] const FocusItem* at(float x, float y) const;
  [[nodiscard]] const FocusItem* nearest(int dx, int dy) const;
  [[nodiscard]] bool reachable(const FocusItem& item) const { return item.layer == layer_; }
  void move_to(const std::string& id, std::uint64_t now);
  Did press(const platform::Input& input, std::uint64_t now);
  Did pointer_input(const platform::Input& input, std::uint64_t now);

  std::vector<FocusItem> items_;
  int layer_ = 0;
  std::string focused_, default_;
  std::string wanted_;       // given the focus before it was there
  std::string pressed_;      // empty: none
  bool inside_ = false;      // the pointer is still on the pressed item
  bool by_pointer_ = false;  // pressed by the pointer
  std::uint64_t pressed_at_ = 0;
  std::string activated_, adjusted_;
  int adjustment_ = 0;
  SDL_Rect slide_rect_{};
  std::uint64_t slide_from_ = 0;
  SDL_FPoint pointer_{};
};

}  // namespace qitai::menu
