// Menu: how a guest of a cabinet signs, with a stick and two buttons: a pad of letters and digits, and a page
// of seals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "menu/guest_name.hpp"
#include "menu/screen.hpp"

namespace qitai::menu {

class GuestPad {
 public:
  struct Request {
    std::string item;    // whose name it is; gets the focus back
    std::string label;   // above
    std::string begins;  // the name so far; empty: none
    std::string taken;   // what another guest is called, and nobody else; empty: nothing
  };
  explicit GuestPad(House& house) : house_(house) {}

  void open(Request request, std::uint64_t now);
  // Closed without a name; the item has the focus again.
  void close(std::uint64_t now);
  [[nodiscard]] bool is_open() const { return request_.has_value(); }
  // A key with a sign on it, or the way back; true: it was for the pad.
  bool input(const platform::Input& input, std::uint64_t now);
  // Draws the dialog, if it is open. Answers the name, once (empty: none is wanted); the pad is closed then.
  std::optional<std::string> draw(std::uint64_t now);

 private:
  void type(char sign, std::uint64_t now);
  [[nodiscard]] bool is_taken(std::string_view name) const {
    return !name.empty() && name == request_->taken;
  }
  // Each draws its page's keys into that place; the seals answer the one that was chosen.
  void draw_letters(const SDL_Rect& place, int columns, std::uint64_t now);
  std::optional<std::string> draw_seals(const SDL_Rect& place, int columns);

  House& house_;
  std::optional<Request> request_;
  std::string typed_;   // of letters
  bool seals_ = false;  // the page of seals is open
};

}  // namespace qitai::menu
