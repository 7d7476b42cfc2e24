// Menu: a match on the screen: the table with its reader, and the board that follows it. Of a match with a
// far player this machine has one seat: its own side is near, and what it does comes about when both machines
// have it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "match/reader.hpp"
#include "menu/screen.hpp"
#include "seat/opponent.hpp"
#include "seat/partner.hpp"

namespace qitai::menu {

// The notation of a record for readers of that language: an index into the variant's, -1: coordinates.
[[nodiscard]] int notation_for(const host::VariantInfo& info, text::Language language);

class Session {
 public:
  // `viewer`: whose knowledge the screen shows for good (host::kPublic: a spectator's); nothing: that of
  // whoever plays at it.
  Session(House& house, std::unique_ptr<seat::Table> table, std::optional<int> viewer = {});

  [[nodiscard]] seat::Table& table() { return *table_; }
  [[nodiscard]] const seat::Table& table() const { return *table_; }
  [[nodiscard]] const host::Variant& variant() const { return table_->variant(); }
  [[nodiscard]] const host::VariantInfo& info() const { return variant().info(); }
  [[nodiscard]] const match::Terms& terms() const { return table_->referee().terms(); }
  // What the viewer of the screen knows; all that is drawn comes from it.
  [[nodiscard]] const match::Reader& reader() const;
  [[nodiscard]] int viewer() const { return viewer_; }

  // Hands share the screen and know different things: a curtain falls between them.
  [[nodiscard]] bool curtained() const;
  // Who is to sit at the screen now: whoever is asked for something, else whoever is to move.
  [[nodiscard]] std::optional<host::Seat> due() const;
  [[nodiscard]] std::optional<host::Seat> seated() const { return seated_; }
  // This seat looks from now on. What the others did last is still to come: show_last().
  void sit(host::Seat seat, std::uint64_t now);
  // Nobody does: what is public is left.
  void stand_up(std::uint64_t now);
  // Plays the last move to whoever has just sat down, if somebody else made it.
  void show_last(std::uint64_t now);
  // Plays the last fight once more; false: there was none.
  bool again(std::uint64_t now);
  [[nodiscard]] bool has_fight() const { return last_fight().has_value(); }
  // The match is over: everything is shown, if it has a result. One that was called off gives nothing away.
  void reveal(std::uint64_t now);
  // What all may know of the last move, in words; empty before the first.
  [[nodiscard]] std::string news() const;
  // Who is asked for a takeback, a draw or a pause, and whether he sits here.
  [[nodiscard]] std::optional<host::Seat> asked() const;
  [[nodiscard]] bool answers_here() const;

  // Puts the board up as it stands: at the start, after a change of size or theme, when browsing ends.
  void put_up(std::uint64_t now);
  // Follows what happened since: glides, takebacks, landings when the journal answers. True: something
  // changed.
  bool follow(std::uint64_t now);
  // A hand may make a move now: everything is durable, nobody browses, no pause is agreed on, no bot and no
  // far player is to move, the link stands and nothing is on its way over it.
  [[nodiscard]] bool ready() const;

  // Which position stands now: see seat::Opponent::place().
  [[nodiscard]] std::uint32_t place() const { return seat::Opponent::place(*table_); }
  // Who is to move (the lowest acting seat); nothing after the end.
  [[nodiscard]] std::optional<host::Seat> mover() const;
  [[nodiscard]] host::Seat other(host::Seat seat) const;
  // The bot's level, or nothing: a hand holds the seat.
  [[nodiscard]] std::optional<int> bot(host::Seat seat) const { return seat::level_of(terms(), seat); }
  // Whether a hand at this machine holds the seat.
  [[nodiscard]] bool here(host::Seat seat) const;

  // The far player; null: all sit here. session_far.cpp
  [[nodiscard]] seat::Partner* far() const { return far_; }
  // The seat of this machine in a match with a far player.
  [[nodiscard]] std::optional<host::Seat> own() const;
  // What the screen shows of the link: how good it is (0: lost, to 3), and what is left of the grace.
  struct Link {
    int bars = 3;
    bool lost = false;  // the clocks stand, and both sides try to come back
    seat::Now grace = 0;
    // Of the grace, as it is counted down: rounded up.
    [[nodiscard]] seat::Now seconds() const { return (grace + duel::kSecond - 1) / duel::kSecond; }
  };
  [[nodiscard]] Link link() const;
  // The link as it was when this was last asked is not as it is now.
  bool link_changed();
  // What the own seat wants of that kind, and both machines have not agreed on yet.
  [[nodiscard]] std::optional<match::Intent> on_its_way(match::IntentKind kind) const;
  // The own seat is bound to a set-up, whether the other side knows it yet or not.
  [[nodiscard]] bool bound() const;
  // It is for the far player to act, and he is there.
  [[nodiscard]] bool awaits_far() const;
  // Something about the position is on its way: a move, a set-up, a claim.
  [[nodiscard]] bool busy() const;
  // Does not wait for a link that is lost: the match ends as if the grace were over.
  void give_up();
  // What the far side told since the last call.
  [[nodiscard]] std::vector<duel::Event> take_events();
  // A new match with the far player has begun, and this one is no longer to be seen.
  [[nodiscard]] bool superseded() const;
  // The match is over, and the other side is still opening what was hidden in it.
  [[nodiscard]] bool settling() const;

  // For whom the people here act: the seat to move if they hold it, else the other one of theirs.
  [[nodiscard]] host::Seat hand_seat() const;
  // Lets bots think, move and answer; part of follow(). True: something happened.
  bool serve(std::uint64_t now);
  // While it is held a bot thinks, and its move waits.
  void hold_bots(bool hold) { bots_held_ = hold; }
  // Shows what the computer would play, as soon as it knows.
  void ask_hint();
  // Why not, as a text key; empty: it may be asked for.
  [[nodiscard]] std::string_view no_hint() const;
  [[nodiscard]] bool thinking() const { return opponent_.thinking(); }
  // When a bot's move that waits for the screen is looked at again; UINT64_MAX: none waits.
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const;
  // The table is left: nobody thinks any more.
  void rest() { opponent_.rest(); }
  [[nodiscard]] bool over() const { return table_->referee().ended() != nullptr; }
  // How the match ended, with what the openings of hidden pieces have brought to light; null while it goes
  // on.
  [[nodiscard]] const match::Event* end() const;
  [[nodiscard]] bool timed() const;
  // Somebody's time runs out by itself, or will when a lost link is back.
  [[nodiscard]] bool clock_runs() const;

  // Which seat sits at the lower edge.
  [[nodiscard]] host::Seat near_seat() const { return near_; }
  [[nodiscard]] host::Seat far_seat() const { return other(near_); }
  void flip();

  // Browsing: how many plies are shown, or nothing: the game as it stands.
  [[nodiscard]] std::optional<std::uint32_t> browsed() const { return browsed_; }
  [[nodiscard]] std::uint32_t shown_ply() const;
  // A check stands in the game as it is, if checks are announced.
  [[nodiscard]] bool in_check() const;
  void browse(std::uint32_t ply, std::uint64_t now);
  // While browsing: left and up go a ply back, right and down one on; false for any other action.
  bool browse_step(platform::Action action, std::uint64_t now);
  void stop_browsing(std::uint64_t now);

  // The notation of the record: an index into the variant's notations, -1 coordinates; by language until the
  // player chooses another.
  [[nodiscard]] int notation() const;
  void next_notation();
  [[nodiscard]] std::string notation_name() const;

  [[nodiscard]] std::string seat_name(host::Seat seat) const;  // as agreed on, else the seat's own
  [[nodiscard]] int colour(host::Seat seat) const;
  // Whose words hold for a seat: where chance deals the colours, those of the colour that it got; null
  // before.
  [[nodiscard]] const host::SeatInfo* side(host::Seat seat) const;
  [[nodiscard]] std::string side_name(host::Seat seat) const;   // "Red"
  [[nodiscard]] std::string turn_words(host::Seat seat) const;  // "Red to move"

  // Pencil marks. Whether whoever looks may write on the piece there: it is not his and its kind is hidden.
  [[nodiscard]] bool may_guess(host::Point point) const;
  // What that piece may be as far as the viewer can be sure, bit per kind; 0: not said.
  [[nodiscard]] std::uint64_t candidates(host::Point point) const;
  // What the viewer has written on it; it stays with the piece wherever that goes. No other seat sees it.
  [[nodiscard]] std::optional<host::Kind> guess(host::Point point) const;
  void set_guess(host::Point point, std::optional<host::Kind> kind);
  // A kind as it is written on a piece.
  [[nodiscard]] std::string kind_mark(host::Kind kind) const;
  [[nodiscard]] int colour_at(host::Point point) const;

  // The marks that belong to the shown position; the hand adds its own.
  [[nodiscard]] view::BoardMarks marks() const;

 private:
  [[nodiscard]] std::optional<std::size_t> last_fight() const;  // its ply
  [[nodiscard]] int hands() const;
  void play_ply(std::size_t ply, std::uint64_t now);
  // Where the piece that stands there after `ply` plies stood at first.
  [[nodiscard]] host::Point origin(host::Point point, std::uint32_t ply) const;
  [[nodiscard]] std::vector<view::BoardMarks::Note> notes() const;
  bool follow_far(std::uint64_t now);

  House& house_;
  std::unique_ptr<seat::Table> table_;
  seat::Partner* far_;         // outlives the table
  Digest far_match_{};         // which of its matches this is
  std::uint32_t replays_ = 0;  // of its referee, as the board shows it
  std::optional<match::Event> far_end_;
  Link shown_link_;
  seat::Opponent opponent_;
  bool bots_held_ = false;
  host::Seat near_ = 0;
  bool spectates_ = false;  // the viewer is given once and for all
  int viewer_ = host::kPublic;
  std::optional<host::Seat> seated_;  // where hands take turns at the screen
  bool last_due_ = false;             // the last move is still to be shown to whoever sat down
  std::map<std::pair<int, host::Point>, host::Kind> guesses_;  // by viewer and where the piece stood at first
  bool repeats_ = false;                                       // a fight is shown once more
  std::uint32_t shown_events_ = 0;                             // events that the board shows
  std::uint32_t shown_plies_ = 0;
  bool landing_ = false;  // a piece hovers until the journal answers
  std::optional<std::uint32_t> browsed_;
  std::optional<int> chosen_notation_;  // empty: by language
};

}  // namespace qitai::menu
