// Menu: the hand of whoever sits at this machine, on the board: the cursor by points, the piece in hand, taps
// and drags. It turns inputs into moves; whether one is legal the referee says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
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
    kShown,        // what the board shows changed
    kMoved,        // a move was accepted by the referee
    kRefused,      // an illegal try: see refusal()
    kCorrected,    // an illegal move that the terms take back: see refusal()
    kClaimFailed,  // a move was accepted, and the claim that went with it stands as an offer
    kChoose,       // several moves lead there (promotion): see choices()
    kAsk,          // a hidden piece of the other side was chosen: see asked()
    kLeave,        // back with an empty hand
  };
  // `ready`: whether a move may be made now. The cursor walks anyway; presses, taps and drags wait for
  // deliver(), each meant for the position in which it was made.
  Did input(const platform::Input& input, bool ready, std::uint64_t now);
  // A move may be made now: what waited is done, up to the first that needs an answer or comes to nothing.
  // kNothing: nothing waits (any more).
  Did deliver(std::uint64_t now);
  [[nodiscard]] bool waits() const { return !waiting_.empty(); }
  // One of choices().
  Did choose(std::size_t index, std::uint64_t now);

  // Puts the piece down, forgets drags and what waits: the position changed, or the board was left.
  void drop(std::uint64_t now);
  // The next move claims a draw with it, or no longer.
  void claim_with_next(bool claim);
  [[nodiscard]] bool claims_with_next() const;
  // Whether some move would bring about what can then be claimed.
  [[nodiscard]] bool may_claim_with_next() const;

  // Marks of the position and of the hand, given to the board.
  void show(bool cursor, std::uint64_t now);

  [[nodiscard]] host::Point cursor() const { return cursor_; }
  void set_cursor(host::Point point) { cursor_ = point; }
  [[nodiscard]] std::optional<host::Point> lifted() const { return lifted_; }
  [[nodiscard]] const host::Refusal& refusal() const { return refusal_; }
  [[nodiscard]] host::Point asked() const { return asked_; }
  [[nodiscard]] const std::vector<host::Move>& choices() const { return choices_; }
  [[nodiscard]] bool dragging() const { return drag_.has_value(); }
  // Where a finger drags a piece; it hides what lies under it.
  [[nodiscard]] std::optional<SDL_FPoint> finger() const { return touch_ && lifted_ ? drag_ : std::nullopt; }

 private:
  // An input that came while the journal wrote.
  struct Waiting {
    platform::Input input;
    host::Point cursor = 0;   // where it was pressed
    std::uint32_t place = 0;  // Session::place() then: the position it is meant for
  };

  [[nodiscard]] const host::Piece* piece_at(host::Point point) const;
  [[nodiscard]] bool own(host::Point point) const;
  [[nodiscard]] bool waits_for_journal(const platform::Input& input) const;
  Did wait(const platform::Input& input);
  void put_back();
  void touch(host::Point point);
  // Whether the terms of touch-move hold the piece in the hand.
  [[nodiscard]] bool held_fast() const;
  // Puts the piece back by the player's wish; what was touched stays in the hand.
  Did let_go();
  // The id of what can be claimed after the move, or empty.
  [[nodiscard]] std::string claim_after(host::Seat seat, host::Move move) const;
  Did select(host::Point point, std::uint64_t now);
  Did lift(host::Point point);
  Did play_here(host::Point point, std::uint64_t now);
  Did try_move(host::Point to, std::uint64_t now);
  Did submit(const host::Move& move, std::uint64_t now);
  Did pointer(const platform::Input& input, std::uint64_t now);

  House& house_;
  Session& session_;
  host::Point cursor_ = 0;
  std::optional<host::Point> lifted_;
  std::vector<host::Move> moves_;  // of the lifted piece
  std::vector<host::Move> choices_;
  host::Refusal refusal_;
  host::Point asked_ = host::kNoPoint;
  bool down_ = false;        // a pointer is down that went down on the board
  bool touch_ = false;       // that pointer is a finger
  bool was_lifted_ = false;  // the piece under it was in hand already: a tap sets it down
  SDL_FPoint down_at_{};
  std::optional<SDL_FPoint> drag_;
  std::deque<Waiting> waiting_;
  std::optional<std::uint32_t> claims_at_;  // Session::place() when the next move was to claim
};

}  // namespace qitai::menu
