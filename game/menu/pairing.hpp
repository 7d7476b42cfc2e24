// Menu: what a transport asks the players before a first link, over whatever screen is shown: is this number
// on the other machine too?
#pragma once

#include <cstdint>

#include "menu/screen.hpp"

namespace qitai::menu {

class Pairing {
 public:
  explicit Pairing(House& house) : house_(house) {}

  // Whether there is a question; it has the focus then.
  [[nodiscard]] bool asks() const;
  // Back says no; true: it went no further.
  bool input(const platform::Input& input);
  // True: it must be drawn again, for its time goes by or it is over.
  bool tick();
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const;
  // Draws the dialog, if there is a question, and passes the answer on.
  void draw();

 private:
  [[nodiscard]] const host::event::Pairing* question() const;
  [[nodiscard]] int seconds_left() const;  // −1: not known

  House& house_;
  std::uint64_t shown_ = 0;  // id of the question that is shown; 0: none
  int shown_seconds_ = -1;
  seat::Now since_ = 0;
};

}  // namespace qitai::menu
