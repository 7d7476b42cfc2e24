// A part of a board by itself and larger, as a screen shows it where a side puts up its own pieces: some of
// its points, at sizes of their own. Points keep their numbers; everything else of the board is left out.
#pragma once

#include <vector>

#include "host/variant.hpp"

namespace qitai::view {

struct BoardWindow {
  // What is shown: the own half, say. Lines between these points stay, others are cut off at their bounds;
  // labels are left out.
  std::vector<host::Point> points;
  // The design in u: distance of neighbours in a file and in a row, and a piece. One u of it is `pitch()` of
  // the view / row_pitch.
  float row_pitch = 150, column_pitch = 236;
  float piece_width = 176, piece_height = 92;
  // Margin between the outermost points and the edge of the plate, u.
  float margin_x = 128, margin_y = 82;
  // A bar of up to six steps at the left edge of each piece, for its kind: 0 none … 6. Kinds without an
  // entry have none.
  std::vector<int> rank_steps;

  friend bool operator==(const BoardWindow&, const BoardWindow&) = default;
};

}  // namespace qitai::view
