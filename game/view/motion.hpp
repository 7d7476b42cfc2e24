// What moves on the board, as a function of time: pieces lifted, gliding, hovering until the landing is
// allowed, set down, sent back, taken away. Knows times and places, nothing of pictures. All times in ms.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "host/variant.hpp"
#include "view/bake_piece.hpp"

namespace qitai::view {

inline constexpr std::uint64_t kNever = UINT64_MAX;

// One piece off its place: draw `piece` in `pose` with its middle at `at`; `fade` 0 whole … 4 gone.
struct Sprite {
  host::Piece piece{};
  SDL_FPoint at{};
  Pose pose = Pose::kRest;
  int fade = 0;
  bool in_hand = false;
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
  // A glide is under way or its landing waits: what comes after it is not to be shown yet.
  [[nodiscard]] bool in_flight() const { return flight_.has_value(); }
  // Pictures change by themselves right now.
  [[nodiscard]] bool animating(std::uint64_t now) const;
  // Anything off its place but a piece held in the hand.
  [[nodiscard]] bool moving(std::uint64_t now) const { return in_flight() || animating(now); }
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
  void finish_flight(std::uint64_t at, bool animated);
  void settle(host::Point point, Air from, bool to_hand, std::uint64_t now);
  [[nodiscard]] float distance(SDL_FPoint a, SDL_FPoint b) const;

  Centre centre_ = [](host::Point) { return SDL_FPoint{}; };
  Tray tray_ = [](int) { return std::optional<SDL_FPoint>(); };
  float pitch_ = 1;
  bool reduced_ = false;
  std::vector<host::Piece> pieces_;
  std::optional<Flight> flight_;
  std::optional<Hand> hand_;
  std::vector<Settling> settling_;
  std::vector<Taken> taken_;
};

}  // namespace qitai::view
