// Menu: two lacquer doors over the whole screen, between two who share it and must not see each other's
// pieces. What lies behind is for the screen that has the curtain to take away once it is shut.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <string>

#include "host/variant.hpp"
#include "menu/screen.hpp"

namespace qitai::menu {

class Curtain {
 public:
  explicit Curtain(House& house) : house_(house) {}
  ~Curtain();
  Curtain(const Curtain&) = delete;
  Curtain& operator=(const Curtain&) = delete;

  static constexpr std::uint32_t kSlide = 240;  // ms that the doors move

  enum class State : std::uint8_t { kOpen, kClosing, kShut, kOpening };
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool open() const { return state_ == State::kOpen; }
  [[nodiscard]] bool shut() const { return state_ == State::kShut; }

  // The doors begin to close, or stand shut at once (a match that is gone on with).
  void close(std::uint64_t now);
  void stand_shut() { state_ = State::kShut; }
  void begin_opening(std::uint64_t now);
  // True: the doors came to an end of their way.
  bool tick(std::uint64_t now);
  [[nodiscard]] std::uint64_t next_frame(std::uint64_t now) const;

  // Size or look changed.
  void arrange();
  // What stands on the shut doors.
  struct Words {
    int colour = host::kNoColour;  // of the next side's seal
    std::string call;              // who is to sit down, who is to look away
    std::string ask;               // what that side is asked; may be empty
    std::string news;              // what all may know of the last move; may be empty
    bool ready = true;             // false: the doors stay shut a little longer
  };
  enum class Did : std::uint8_t { kNothing, kOpen, kLeave };
  // The panel of the shut doors; nothing else may be drawn with it.
  Did draw(const Words& words);
  // The doors on their way, over everything.
  void draw_over(std::uint64_t now);

 private:
  void bake();

  House& house_;
  State state_ = State::kOpen;
  State drawn_ = State::kOpen;  // in the last frame
  std::uint64_t since_ = 0;
  SDL_Texture* doors_ = nullptr;  // the whole screen's picture of them, shut
};

}  // namespace qitai::menu
