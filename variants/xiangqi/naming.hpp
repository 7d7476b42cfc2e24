// Xiangqi: how the notations by files (纵线, WXF) name a move: which man, told from his equals, and what he
// does, seen from the mover. Each of them only spells this, in characters or in letters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "xiangqi/moves.hpp"
#include "xiangqi/position.hpp"

namespace qitai::xiangqi {

enum class Action : std::uint8_t { kAdvance, kRetreat, kTraverse };  // 进 退 平
enum class Place : std::uint8_t { kFront, kMiddle, kRear };          // 前 中 后

// What a man does. The number is the count of steps of a general, chariot, cannon or soldier that advances or
// retreats, else the file where he arrives, 1…9 from the mover's right.
struct Motion {
  Action action = Action::kTraverse;
  int number = 0;
};

// Where a man stands among his equals: those of his side and kind.
struct Company {
  int file = 0;           // 1…9 from the mover's right
  int on_file = 0;        // equals on his file, himself too
  int in_file = 0;        // his place among them, 1 is the foremost
  int crowded_files = 0;  // files with two or more equals
  int in_all = 0;         // his place among the equals on all such files, from the right, front to back

  // His file names him: he is alone there; or of two advisors or elephants, of which one can only go forward
  // and the other only back.
  bool file_is_enough = false;
  // Front, middle and rear name him. If not, and his file neither, he needs his number.
  bool place_is_enough = false;
  [[nodiscard]] Place place() const;
};

[[nodiscard]] Motion motion_of(const Position& position, Move move);
[[nodiscard]] Company company_of(const Position& position, Square at);

// What a text says: the kind and the motion always, the rest as it was written.
struct Naming {
  Kind kind = Kind::kSoldier;
  std::optional<int> file;
  std::optional<int> in_file;  // place among the equals of his file, from the front
  std::optional<int> in_all;   // place among those of all crowded files
  std::optional<Place> place;
  Motion motion;
};

enum class ReadResult {
  kRead,         // it names one move, which the rules may still refuse
  kNotThis,      // no text of this notation
  kNoSuchPiece,  // well written, but nobody of the side to move is called so
  kNoSuchMove,   // such a man is there, but his kind never moves so, or it would leave the board
  kAmbiguous,    // several could move so
};

// Finds the one move that is named so. Legal moves are tried first, then those that a man can make, then what
// the only man of that name would do if nothing stood in his way.
[[nodiscard]] ReadResult find(const Position& position, const Naming& said, Move& move);

}  // namespace qitai::xiangqi
