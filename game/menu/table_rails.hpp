// Menu: what stands beside the board at a table: the seats' cards, the state strip, the record. Drawing only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "menu/session.hpp"
#include "menu/table_layout.hpp"

namespace qitai::menu {

// What the state strip says: one thing at a time.
struct StripWords {
  std::string head;          // "红方走"
  std::string line;          // "第 13 回合"
  std::string note;          // a refusal, the help of an action
  bool danger = false;       // the head is a warning
  bool note_danger = false;  // the note is
  bool ask = false;          // 同意 / 不同意 stand in the strip
};

// "Reconnecting 1:24": what is left of the grace of a lost link.
[[nodiscard]] std::string coming_back_words(const Ui& ui, const Session::Link& link);

// The words by rank: result, lost link, claim, repetition warning, offer, check, whose turn. `reader`: who
// reads them, of those who share the screen and have a strip each; nothing: all read the same.
[[nodiscard]] StripWords strip_words(const House& house, const Session& session,
                                     std::optional<host::Seat> reader = {});

// `says`: what that seat has just said, in place of its tray; empty: nothing.
void draw_card(House& house, Session& session, host::Seat seat, const SDL_Rect& rect,
               const TableLayout& layout, bool far, std::string_view says = {});

enum class StripAnswer : std::uint8_t { kNone, kAgree, kDisagree };
StripAnswer draw_strip(House& house, const StripWords& words, const SDL_Rect& rect, TableLayout::Kind kind);

// The 回合 to which the move after `ply` plies belongs.
[[nodiscard]] int round_of(const Session& session, std::uint32_t ply);

// The move of a ply (from 0) in the notation that is chosen.
[[nodiscard]] std::string ply_text(const Session& session, std::size_t ply);

// The record; select on it starts browsing. Answers the ply that was asked for: a row by the pointer, else
// the one that is shown.
std::optional<std::uint32_t> draw_record(House& house, Session& session, const SDL_Rect& rect,
                                         const TableLayout& layout);

// The pieces that a seat has still to put on the board, by kind, at the ply that is shown.
[[nodiscard]] std::vector<host::Piece> men_in_hand(const Session& session, host::Seat seat);

// A seat's men in hand, then the captured pieces from left to right, wrapping, with ×n and the material
// difference; `seat` is who took them.
void draw_tray(House& house, Session& session, host::Seat seat, const SDL_Rect& box, int diameter);

}  // namespace qitai::menu
