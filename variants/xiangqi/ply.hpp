// Xiangqi: a ply as it was played.
#pragma once

#include <array>

#include "xiangqi/position.hpp"

namespace qitai::xiangqi {

// What the natural limit counts, since the last capture.
struct QuietCount {
  int plies = 0;
  std::array<int, 2> checks{};  // of each side
};

// One ply. With all of them a repetition is judged by what each move did.
struct Ply {
  Move move;
  Undo undo;           // undo.key is the key of the position before the move
  Cell man = kEmpty;   // who moved
  bool check = false;  // it attacks the other general
  bool legal = false;
  QuietCount before;
};

}  // namespace qitai::xiangqi
