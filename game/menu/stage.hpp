// Menu: the frame: panels' texture, board, focus brackets and dialog put together with copies only; the cut
// from one screen to the next and what a dialog darkens.
#pragma once

#include <SDL.h>

#include <cstdint>

#include "menu/screen.hpp"

namespace qitai::menu {

class Stage {
 public:
  explicit Stage(House& house) : house_(house) {}
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // A new size: the ground under all panels is painted again.
  void resize(int width, int height);
  // Keeps the frame as it is now: the next ones come out of it.
  void keep_for_cut(Screen& screen, std::uint64_t now);
  // Draws the whole frame into the present target. `ui_changed`: what a dialog has darkened is old.
  void draw(Screen& screen, bool ui_changed, std::uint64_t now);
  // When the next frame is due by itself; UINT64_MAX: none.
  [[nodiscard]] std::uint64_t next_frame(const Screen& screen, std::uint64_t now) const;

 private:
  void draw_frame(Screen& screen, bool ui_changed, std::uint64_t now);
  void draw_base(Screen& screen, std::uint64_t now);
  void draw_brackets(const SDL_Rect& rect);
  void draw_hold(const SDL_Rect& rect, float part);
  void paint_ground();

  House& house_;
  int width_ = 0, height_ = 0;
  SDL_Texture* ground_ = nullptr;
  SDL_Texture* cut_ = nullptr;   // the last screen
  SDL_Texture* dark_ = nullptr;  // what lies behind a dialog
  bool dark_ready_ = false;
  std::uint64_t cut_from_ = 0;
};

}  // namespace qitai::menu
