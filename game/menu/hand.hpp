// Menu: the hand of whoever sits at this machine, on the board: the cursor by points, the piece in hand, taps
// and drags. It turns inputs into moves; whether one is legal the referee says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "menu/session.hpp"

namespace qitai::menu {

class Hand {
 public:
  Hand(House& house, Session& session);

  enum class Did : std::uint8_t {
    kNothing,
    kShown,    // what the board shows changed
    kMoved,    // a move was accepted by the referee
    kRefused,  // an illegal try: see refusal()
    kChoose,   // several moves lead there (promotion): see choices()
    kLeave,    // back with an empty hand
  };
  // `ready`: whether a move may be made now; the cursor walks anyway.
  Did input(const platform::Input& input, bool ready, std::uint64_t now);
  // One of choices().
  Did choose(std::size_t index, std::uint64_t now);

  // Puts the piece down and forgets drags: the position changed, or the board was left.
  void drop(std::uint64_t now);
  // Marks of the position and of the hand, given to the board.
  void show(bool cursor, std::uint64_t now);

  [[nodiscard]] host::Point cursor() const { return cursor_; }
  void set_cursor(host::Point point) { cursor_ = point; }
  [[nodiscard]] std::optional<host::Point> lifted() const { return lifted_; }
  [[nodiscard]] const host::Refusal& refusal() const { return refusal_; }
  [[nodiscard]] const std::vector<host::Move>& choices() const { return choices_; }
  [[nodiscard]] bool dragging() const { return drag_.has_value(); }
  // Where a finger drags a piece; it hides what lies under it.
  [[nodiscard]] std::optional<SDL_FPoint> finger() const { return touch_ && lifted_ ? drag_ : std::nullopt; }

 private:
  [[nodiscard]] const host::Piece* piece_at(host::Point point) const;
  [[nodiscard]] bool own(host::Point point) const;
  Did select(host::Point point, bool ready, std::uint64_t now);
  Did lift(host::Point point, bool ready);
  Did play_here(host::Point point, bool ready, std::uint64_t now);
  Did try_move(host::Point to, std::uint64_t now);
  Did submit(const host::Move& move, std::uint64_t now);
  Did pointer(const platform::Input& input, bool ready, std::uint64_t now);

  House& house_;
  Session& session_;
  host::Point cursor_ = 0;
  std::optional<host::Point> lifted_;
  std::vector<host::Move> moves_;  // of the lifted piece
  std::vector<host::Move> choices_;
  host::Refusal refusal_;
  bool down_ = false;        // a pointer is down that went down on the board
  bool touch_ = false;       // that pointer is a finger
  bool was_lifted_ = false;  // the piece under it was in hand already: a tap sets it down
  SDL_FPoint down_at_{};
  std::optional<SDL_FPoint> drag_;
};

}  // namespace qitai::menu
