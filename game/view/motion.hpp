// What moves on the board, as a function of time: pieces lifted, gliding, hovering until the landing is
// allowed, set down, sent back, taken away; fights, pieces turned over, a side that falls. Knows times and
// places, nothing of pictures. All times in ms.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "host/variant.hpp"
#include "platform/audio.hpp"
#include "view/bake_piece.hpp"

namespace qitai::view {

inline constexpr std::uint64_t kNever = UINT64_MAX;

// A flag of pieces that only the view knows: it has fallen over and lies askew.
inline constexpr std::uint8_t kPieceFallen = 0x80;

// One piece off its place: draw `piece` in `pose` with its middle at `at`; `fade` 0 whole … 4 gone. `wide`
// and `high`: how much of it is seen from the side while it turns or falls (0…1).
struct Sprite {
  host::Piece piece{};
  SDL_FPoint at{};
  Pose pose = Pose::kRest;
  int fade = 0;
  bool in_hand = false;
  float wide = 1, high = 1;
};

// The strokes of ink that hide a fight, one picture after the other.
inline constexpr int kStrokeFrames = 6;

// What is seen of a fight besides its pieces.
struct FightScene {
  SDL_FPoint at{}, ink_at{};
  int stroke = -1;       // picture of the ink, −1: none
  bool verdict = false;  // the outcome as a seal
  float stamp = 1;       // its size, above 1 while it comes down
  std::int64_t value = 0;
  int colour = host::kNoColour;  // the attacker's
};

class Motion {
 public:
  using Centre = std::function<SDL_FPoint(host::Point)>;
  // Where a taken piece of a colour goes, or nothing: it fades where it stands.
  using Tray = std::function<std::optional<SDL_FPoint>(int colour)>;

  // New places (size, turn): everything that moves is at its end.
  void set_board(Centre centre, float pitch);
  void set_tray(Tray tray) { tray_ = std::move(tray); }
  void set_reduced(bool reduced);

  void set_pieces(const std::vector<host::Piece>& pieces);
  void play(const std::vector<host::Change>& changes, const std::vector<host::Piece>& after,
            std::uint64_t now);
  void land();
  // The piece goes back to its point from wherever it is.
  void send_back(host::Point point, std::uint64_t now);
  void set_hand(std::optional<host::Point> lifted, std::optional<SDL_FPoint> drag, std::uint64_t now);
  void skip();

  // Carries out what is due at `now` (landings). Call before asking the rest.
  void advance(std::uint64_t now);
  // The pieces that lie still and whole on their points, ascending by point.
  [[nodiscard]] std::vector<host::Piece> resting(std::uint64_t now) const;
  // Those that do not, in the order of drawing.
  [[nodiscard]] std::vector<Sprite> sprites(std::uint64_t now) const;
  // The fight that is being shown, if any.
  [[nodiscard]] std::optional<FightScene> fight(std::uint64_t now) const;
  // A glide is under way, its landing waits, or a fight is not decided on the screen: what comes after it is
  // not to be shown yet.
  [[nodiscard]] bool in_flight() const { return flight_.has_value() || (bout_ && !bout_->decided); }
  // Pictures change by themselves right now.
  [[nodiscard]] bool animating(std::uint64_t now) const;
  // Anything off its place but a piece held in the hand.
  [[nodiscard]] bool moving(std::uint64_t now) const { return in_flight() || bout_ || animating(now); }
  // When something still ends by itself (a fight's outcome has stood long enough), or kNever.
  [[nodiscard]] std::uint64_t wakes_at() const;
  // What was to be heard since this was last asked, in order: pieces lifted and set down, fights, a side that
  // falls. It tells no more than is seen.
  std::vector<platform::Sound> take_sounds() { return std::exchange(sounds_, {}); }
  // The piece shown at a point now (the hand's included), or null.
  [[nodiscard]] const host::Piece* piece_at(host::Point point) const;

 private:
  struct Mover {
    host::Piece piece{};
    host::Point from = host::kNoPoint, to = host::kNoPoint;
    SDL_FPoint start{};
    float start_rise = 0;
    std::uint64_t duration = 0;
  };
  struct Flight {
    std::vector<Mover> movers;
    std::vector<host::Piece> taken, after;
    std::vector<host::Point> shown;     // pieces that are turned over
    std::optional<host::Change> fight;  // from against to, and how it ends
    std::uint64_t start = 0;
    std::optional<std::uint64_t> arrived;  // when skipped
    bool landed = false;
  };
  // A piece on its way to its own point: set down (short) or back (from afar).
  struct Settling {
    host::Point point = host::kNoPoint;
    SDL_FPoint start{};
    float start_rise = 0;
    std::uint64_t begin = 0, glide = 0;  // then it is set down
    bool to_hand = false;                // ends hovering in the hand
  };
  struct Taken {
    host::Piece piece{};
    SDL_FPoint start{}, end{};
    std::uint64_t begin = 0;
  };
  // A fight after its landing: both rise, ink hides them, what is left stands there.
  struct Bout {
    Flight flight;
    host::Piece attacker{}, defender{};
    std::uint64_t begin = 0, seal = 0;  // the outcome is stamped then
    bool decided = false;               // under the ink the pieces have been exchanged
  };
  struct Turning {
    host::Point point = host::kNoPoint;
    host::Piece before{};
    std::uint64_t begin = 0;
  };
  struct Fall {
    host::Point point = host::kNoPoint;
    std::uint64_t begin = 0;
  };
  struct Hand {
    host::Point point = host::kNoPoint;
    std::uint64_t begin = 0;
    std::optional<SDL_FPoint> drag;
    bool still = false;  // lifted long ago
  };
  // Ground position and height (0 on the board … 1 lifted) of something.
  struct Air {
    SDL_FPoint at{};
    float rise = 0;
  };

  [[nodiscard]] Air air_of(host::Point point, std::uint64_t now) const;
  [[nodiscard]] Air air_of(const Mover& mover, std::uint64_t now) const;
  [[nodiscard]] Air air_of(const Settling& settling, std::uint64_t now) const;
  [[nodiscard]] Sprite sprite(const host::Piece& piece, Air air) const;
  [[nodiscard]] std::uint64_t end_of(const Settling& settling) const;
  [[nodiscard]] std::uint64_t arrival() const;
  [[nodiscard]] SDL_FPoint arrives_at(const Mover& mover) const;
  [[nodiscard]] SDL_FPoint beside(host::Point foe, host::Point from) const;
  void finish_flight(std::uint64_t at, bool animated);
  void exchange(const Flight& flight);
  void turn_over(const Flight& flight, const std::vector<host::Piece>& before, std::uint64_t at);
  void begin_bout(Flight flight, std::uint64_t at);
  void decide_bout(std::uint64_t at, bool animated);
  void topple(const host::Piece& flag, std::uint64_t at, bool animated);
  void advance_fights(std::uint64_t now);
  void add_fight_sprites(std::vector<Sprite>& out, std::uint64_t now) const;
  [[nodiscard]] bool off_board(host::Point point, std::uint64_t now) const;
  [[nodiscard]] bool fights_animate(std::uint64_t now) const;
  void settle(host::Point point, Air from, bool to_hand, std::uint64_t now);
  [[nodiscard]] float distance(SDL_FPoint a, SDL_FPoint b) const;
  void drop_all();
  void sound(platform::Sound which);

  Centre centre_ = [](host::Point) { return SDL_FPoint{}; };
  Tray tray_ = [](int) { return std::optional<SDL_FPoint>(); };
  float pitch_ = 1;
  bool reduced_ = false;
  std::vector<host::Piece> pieces_;
  std::optional<Flight> flight_;
  std::optional<Hand> hand_;
  std::vector<Settling> settling_;
  std::vector<Taken> taken_;
  std::optional<Bout> bout_;
  std::vector<Turning> turnings_;
  std::vector<Fall> falls_;  // under way; fallen pieces carry kPieceFallen
  std::vector<platform::Sound> sounds_;
};

}  // namespace qitai::view
