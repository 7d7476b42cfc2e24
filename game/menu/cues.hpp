// Menu: what is heard of a match besides the pieces: a check, a question for whoever sits here, time that
// runs out, the end. Nothing is heard of what was there before the screen looked.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "menu/session.hpp"

namespace qitai::menu {

class Cues {
 public:
  Cues(House& house, const Session& session);

  // Plays what has become due since it was last called; `at` is the match's clock. Call it after the session
  // has followed.
  void follow(Session& session, seat::Now at);

 private:
  void hear_board(const Session& session);
  void hear_time(const Session& session, seat::Now at);
  void hear_end(const Session& session);

  House& house_;
  std::size_t events_ = 0;    // of the list, already heard
  std::uint32_t gonged_ = 0;  // the ply whose check was heard last
  bool asked_ = false;
  bool ended_ = false;
  std::map<host::Seat, std::int64_t> seconds_;  // that the clock of a seat last showed
};

// Whether a clock that shows so many seconds, after another number, is to be heard: each second of the last
// ten, each tenth one of the last minute.
[[nodiscard]] bool low_time_heard(std::int64_t before, std::int64_t seconds);

}  // namespace qitai::menu
