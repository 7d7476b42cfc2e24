// Menu: why a match ended, shown on the board: the cycle of a repetition ply by ply in a loop, a mate with
// its flights one after the other, men that cannot move, the positions that were one; and the words for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/explanation.hpp"
#include "menu/session.hpp"

namespace qitai::menu {

class Replay {
 public:
  enum class Kind : std::uint8_t {
    kNothing,   // nothing to show on the board; there may be words
    kCycle,     // plies with tags and lines of attack
    kMate,      // checks, and each flight with its guards
    kStuck,     // locks
    kDiagrams,  // the position each time it stood there
  };

  // Asks the session's game about the end of its match. Nothing, where it did not end by the game's own
  // rules.
  Replay(House& house, Session& session);

  [[nodiscard]] Kind kind() const { return kind_; }
  // There are words or rows: a sheet is worth its room.
  [[nodiscard]] bool any() const;
  // There are steps to walk through.
  [[nodiscard]] bool steps() const { return count() > 1; }

  // Puts the present step on the board; the board was taken for something else before.
  void show(std::uint64_t now);
  // The next step if its time has come.
  bool tick(std::uint64_t now);
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const;
  // A step by hand pauses the loop.
  void step(int by, std::uint64_t now);
  void toggle(std::uint64_t now);
  [[nodiscard]] bool playing() const { return playing_; }

  // What the sheet lists: plies of the cycle, or flights.
  struct Row {
    std::string number, words;
    std::string tag, short_tag;  // with and without what is chased
    bool quiet = true;           // the tag is none that is forbidden anywhere
    bool fault = false;
    bool current = false;
    std::vector<host::Piece> guards;  // of a flight
  };
  [[nodiscard]] std::vector<Row> rows() const;
  // The article in force; one sentence more; what a limit counted; what each rule set says of it. Empty where
  // nothing is said.
  [[nodiscard]] std::string rule() const;
  [[nodiscard]] std::string sentence() const;
  [[nodiscard]] std::string counts() const;
  [[nodiscard]] std::vector<std::string> rulings() const;
  // Of kDiagrams: after how many plies the position stood there, the last three.
  [[nodiscard]] std::vector<std::uint32_t> occurrences() const;

 private:
  [[nodiscard]] int count() const;  // steps of the loop
  [[nodiscard]] const host::Explanation::Ply* ply() const;
  [[nodiscard]] std::string tag(const host::Explanation::Ply& ply) const;
  void put(bool glide, std::uint64_t now);
  [[nodiscard]] view::BoardMarks marks() const;
  [[nodiscard]] std::uint64_t pause_after() const;

  House& house_;
  Session& session_;
  std::optional<host::Explanation> explanation_;
  Kind kind_ = Kind::kNothing;
  int step_ = 0;
  bool playing_ = true;
  std::uint64_t due_ = 0;  // when the next step comes
};

}  // namespace qitai::menu
