// Menu: what is said to a far player: a sheet with the ready-made phrases to choose from, and what each side
// said last, for a while.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "menu/session.hpp"

namespace qitai::menu {

class PhraseSheet {
 public:
  PhraseSheet(House& house, Session& session) : house_(house), session_(session) {}

  void open(std::uint64_t now);
  void close() { open_ = false; }
  [[nodiscard]] bool is_open() const { return open_; }
  // Draws the sheet as a dialog and says what was chosen. True: it has closed itself.
  bool draw(std::uint64_t now);

  // The other side has said one.
  void heard(std::uint32_t phrase, std::uint64_t now);
  // What stands beside the seat just now, in the language that is set; empty: nothing.
  [[nodiscard]] std::string beside(host::Seat seat) const;
  // What was said goes by itself. True: something has gone.
  bool tick(std::uint64_t now);
  [[nodiscard]] std::uint64_t next_wake() const;

 private:
  struct Said {
    std::uint32_t phrase = 0;
    std::uint64_t until = 0;
  };
  House& house_;
  Session& session_;
  bool open_ = false;
  std::optional<Said> near_, far_;
};

}  // namespace qitai::menu
