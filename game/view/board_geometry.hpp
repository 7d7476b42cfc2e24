// Where a variant's board stands on the screen: thousandths of the pitch to pixels for a plate, a pitch and a
// turn. Pitch and points are whole pixels, so every line is crisp.
#pragma once

#include <SDL.h>

#include <optional>

#include "host/variant.hpp"
#include "view/board_window.hpp"

namespace qitai::view {

class BoardGeometry {
 public:
  BoardGeometry() = default;
  // With a window, only that part of the board, at its sizes.
  explicit BoardGeometry(const host::Geometry& geometry,
                         const std::optional<BoardWindow>& window = std::nullopt);

  // Pieces stand on crossings (discs), in cells, or on posts (flat plates). Decided by the first point.
  enum class Style { kCrossings, kCells, kPosts };
  [[nodiscard]] Style style() const { return style_; }

  // The plate for a pitch in pixels: bounds and margins, rounded to even pixels.
  [[nodiscard]] SDL_Point plate_size(float pitch, int turn) const;
  // The largest whole pitch whose plate fits `plate`; the board is centred in it. turn: 0, 90, 180, 270.
  void place(const SDL_Rect& plate, int turn);

  [[nodiscard]] const SDL_Rect& plate() const { return plate_; }
  [[nodiscard]] int turn() const { return turn_; }
  [[nodiscard]] int pitch() const { return pitch_; }
  // One u of screens drawn to these proportions (pitch 92u of xiangqi, 116u of chess, 78u of junqi).
  [[nodiscard]] float u() const;
  // The board's bounds inside the screen, turned.
  [[nodiscard]] SDL_Rect bounds() const;

  // A place of the board in pixels (the middle of a pixel).
  [[nodiscard]] SDL_FPoint at(int x, int y) const;
  [[nodiscard]] SDL_FPoint centre(host::Point point) const;  // kNoPoint or unknown: the plate's middle
  // The direction of the board's side (0 bottom, 1 right, 2 top, 3 left) after the turn, as a unit vector.
  [[nodiscard]] SDL_Point outward(unsigned side) const;

  // The point whose own area holds this pixel.
  [[nodiscard]] std::optional<host::Point> point_at(float x, float y) const;
  // The neighbour in a direction of the screen (each −1, 0, 1); `from` itself at the edge.
  [[nodiscard]] host::Point step(host::Point from, int dx, int dy) const;
  // Distance of two points in pitches, by the longer of both directions.
  [[nodiscard]] float steps(host::Point a, host::Point b) const;

  // Half sizes of a resting piece and the radius of its corners, in pixels. Discs: all alike.
  struct Body {
    float hx = 0, hy = 0, corner = 0;
  };
  [[nodiscard]] Body body() const;
  // Usual distances of neighbours in a row and in a file, in pitches.
  [[nodiscard]] float row_step() const { return row_step_; }
  [[nodiscard]] float file_step() const { return file_step_; }

  // Whether a point is there to be seen: unknown ones and those outside the window are not.
  [[nodiscard]] bool shown(host::Point point) const { return point < shown_.size() && shown_[point]; }

  // The board's tables, cut to the window. Points outside of it keep their places in the list.
  [[nodiscard]] const host::Geometry& table() const { return geometry_; }
  [[nodiscard]] const std::optional<BoardWindow>& window() const { return window_; }

 private:
  [[nodiscard]] SDL_FPoint on_screen(float x, float y) const;  // turned, in pitches from the bounds' corner
  [[nodiscard]] float usual_step(bool along_x) const;
  void cut();

  host::Geometry geometry_;
  std::optional<BoardWindow> window_;
  std::vector<bool> shown_;
  Style style_ = Style::kCrossings;
  float margin_x_ = 0, margin_y_ = 0;   // pitches, of the unturned board
  float row_step_ = 1, file_step_ = 1;  // pitches
  SDL_Rect plate_{0, 0, 1, 1};
  SDL_Point origin_{0, 0};  // upper left of the turned bounds
  int turn_ = 0, pitch_ = 1;
};

}  // namespace qitai::view
