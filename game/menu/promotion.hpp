// Menu: what a piece becomes: several legal moves share their points and differ by what is chosen. A column
// of fields from the target inwards, the most valuable piece first.
#pragma once

#include <SDL.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "menu/session.hpp"

namespace qitai::menu {

class Promotion {
 public:
  Promotion(House& house, const Session& session) : house_(house), session_(session) {}

  // The column opens over these moves (not empty) with its focus on the first.
  void open(std::vector<host::Move> moves, std::uint64_t now);
  void close() { moves_.clear(); }
  [[nodiscard]] bool is_open() const { return !moves_.empty(); }
  // Draws the column as a dialog; the index, in the order given to open(), of what was chosen.
  [[nodiscard]] std::optional<std::size_t> draw();
  // A pointer that goes down there means none of the pieces.
  [[nodiscard]] bool beside(float x, float y) const;

 private:
  struct Place {
    SDL_Rect sheet{};
    int cell = 0, pad = 0;
    bool downwards = true;  // from the target
  };
  [[nodiscard]] Place place() const;

  House& house_;
  const Session& session_;
  std::vector<host::Move> moves_;
  std::vector<std::size_t> order_;  // indices into moves_, from the target inwards
};

}  // namespace qitai::menu
