// Menu: what a player takes a hidden piece for: a ring of kinds around it, those that it cannot be greyed.
// The marks are the session's, each seat's own.
#pragma once

#include <SDL.h>

#include <cstdint>

#include "menu/session.hpp"

namespace qitai::menu {

class Pencil {
 public:
  Pencil(House& house, Session& session) : house_(house), session_(session) {}

  // The ring opens around a piece that Session::may_guess().
  void open(host::Point point, std::uint64_t now);
  void close() { point_ = host::kNoPoint; }
  [[nodiscard]] bool is_open() const { return point_ != host::kNoPoint; }
  // Draws the ring as a dialog; true: a mark was made or rubbed out, and the ring is closed.
  bool draw();
  // A pointer that goes down there means none of the kinds.
  [[nodiscard]] bool beside(float x, float y) const;

 private:
  struct Place {
    SDL_Rect sheet{};
    int columns = 3, pad = 0, gap = 0, width = 0, height = 0;  // of a field
  };
  [[nodiscard]] Place place() const;

  House& house_;
  Session& session_;
  host::Point point_ = host::kNoPoint;
};

}  // namespace qitai::menu
