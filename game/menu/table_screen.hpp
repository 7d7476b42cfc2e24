// Menu: the table: a match in progress, played by hands on this machine, or by one of them and a far player.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "menu/cues.hpp"
#include "menu/curtain.hpp"
#include "menu/hand.hpp"
#include "menu/pencil.hpp"
#include "menu/phrase_sheet.hpp"
#include "menu/promotion.hpp"
#include "menu/screen.hpp"
#include "menu/session.hpp"
#include "menu/table_layout.hpp"
#include "menu/table_rails.hpp"

namespace qitai::menu {

class TableScreen final : public Screen {
 public:
  TableScreen(House& house, std::unique_ptr<seat::Table> table);
  TableScreen(House& house, std::unique_ptr<Session> session);
  // Whoever shows the board next has it bright.
  ~TableScreen() override { house_.board.set_dimmed(false); }
  [[nodiscard]] std::string_view name() const override { return "table"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void edge(int dx, int dy, std::uint64_t now) override;
  void back(std::uint64_t now) override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override;
  void draw(std::uint64_t now) override;
  [[nodiscard]] Idle idle() const override;
  [[nodiscard]] bool plays() const override { return true; }
  void draw_over(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_frame(std::uint64_t now) const override {
    return curtain_.next_frame(now);
  }
  // Behind shut doors nothing is drawn.
  [[nodiscard]] bool shows_board() const override { return !curtain_.shut(); }
  [[nodiscard]] bool focus_on_board() const override { return focus_on_board_of(Side::kNear); }
  [[nodiscard]] bool focus_on_board_of(Side side) const override {
    if (!curtain_.open()) return !curtain_.shut();
    return own(side).on_board || session_->browsed();
  }
  [[nodiscard]] Side side_of(const platform::Input& input) override;
  [[nodiscard]] bool turned() const override;

  // For drivers and tests.
  [[nodiscard]] Session& session() { return *session_; }
  [[nodiscard]] const Hand& hand() const { return *hand_; }
  [[nodiscard]] bool menu_open(Side side = Side::kNear) const { return own(side).menu_open; }
  // It lies flat between two hands, each with clock, actions and menu before him.
  [[nodiscard]] bool flat() const { return flat_; }
  // Whose pieces face the far edge; −1: nobody's.
  [[nodiscard]] int turned_colour() const { return turned_colour_; }
  [[nodiscard]] bool choosing() const { return promotion_.is_open(); }
  [[nodiscard]] bool pencilling() const { return pencil_.is_open(); }
  [[nodiscard]] PhraseSheet& phrases() { return phrases_; }
  [[nodiscard]] const std::string& said() const { return own().said; }
  [[nodiscard]] const Curtain& curtain() const { return curtain_; }
  [[nodiscard]] const TableLayout& layout() const { return layout_; }

 private:
  struct Deed {
    std::string id, label, help, why;
    bool enabled = true;
    std::uint32_t hold = 0;
  };
  [[nodiscard]] std::vector<Deed> actions() const;
  void draw_actions();
  void act(std::string_view id);
  void answer(StripAnswer answer);
  void draw_menu(std::uint64_t now);
  // What can be done from the menu, in its order; what makes no sense in this match is not there.
  [[nodiscard]] std::vector<Deed> menu_deeds() const;
  void do_from_menu(std::string_view id, std::uint64_t now);
  void draw_choices(std::uint64_t now);
  void close_choices(std::uint64_t now);
  // A sheet lies over the board and has the inputs.
  [[nodiscard]] bool sheet_open() const {
    const bool asks = promotion_.is_open() || pencil_.is_open() || phrases_.is_open();
    return own().menu_open || (asks && house_.ui.side() == mover_side());
  }
  // What each of those who share a flat table has of his own; at any other table all have the first.
  struct Own {
    bool on_board = true;  // the cursor on the board is the focus
    bool menu_open = false;
    std::uint64_t left_board_at = 0;
    std::string said;  // a refusal, for a while
    bool said_danger = true;
    std::uint64_t said_until = 0;
    bool claim_next = false;  // a move is there that would complete a claim: the menu offers it to the mover
  };
  [[nodiscard]] Own& own(Side side) { return own_[static_cast<std::size_t>(side)]; }
  [[nodiscard]] const Own& own(Side side) const { return own_[static_cast<std::size_t>(side)]; }
  // Of the side that is described, or that acts.
  [[nodiscard]] Own& own() { return own(house_.ui.side()); }
  [[nodiscard]] const Own& own() const { return own(house_.ui.side()); }
  // table_flat.cpp
  [[nodiscard]] bool lies_flat() const;
  // Who sits there; for whom the hands act where all look from one edge.
  [[nodiscard]] host::Seat seat_here() const;
  [[nodiscard]] Side side_of_seat(host::Seat seat) const;
  [[nodiscard]] Side mover_side() const;
  [[nodiscard]] Side pointer_side(const platform::Input& input) const;
  [[nodiscard]] Side pad_side(int pad) const;
  // What is to be answered is asked of whom it concerns. True: something changed.
  bool tick_asked(std::uint64_t now);
  // Whether it lies flat, and whom the pieces face, as the match has it now. True: something changed.
  bool tick_flat();
  bool turn_pieces();
  // Shows the match as it stood after so many plies, unless that took the board from one whose clock runs.
  void browse(std::uint32_t ply, std::uint64_t now);
  [[nodiscard]] bool may_browse() const;
  [[nodiscard]] platform::Input on_board(const platform::Input& input) const;
  [[nodiscard]] bool waiting_input(const platform::Input& input, std::uint64_t now);
  void draw_side(std::uint64_t now);
  void open_menu(std::uint64_t now);
  void close_menu(std::uint64_t now);
  bool browse_input(const platform::Input& input, std::uint64_t now);
  bool board_input(const platform::Input& input, std::uint64_t now);
  void after(Hand::Did did, std::uint64_t now);
  void enter_board(std::uint64_t now);
  void leave_board(std::uint64_t now);
  void show_marks(std::uint64_t now);
  void say(std::string words, std::uint64_t now, bool danger = true);
  void submit(match::IntentKind kind, host::Seat seat);
  // Why an intent of that kind would be refused now, as a sentence; empty: it would not.
  [[nodiscard]] std::string why_not(match::IntentKind kind, host::Seat seat) const;
  // What the hand that sits here may claim now.
  [[nodiscard]] std::vector<host::Outcome::Claim> claims() const;
  // Nobody plays while a pause is agreed on: select goes on.
  bool resume_input(const platform::Input& input, std::uint64_t now);
  // Where hands take turns at the screen: the doors close once whoever sits has seen what he did, and what
  // he knows goes when they are shut. True: something changed.
  bool tick_curtain(std::uint64_t now);
  void draw_curtain(std::uint64_t now);
  void cursor_to_near_side();  // table_curtain.cpp
  void open_curtain(std::uint64_t now);
  void stop_for_curtain(std::uint64_t now);
  void leave_table();
  // table_far.cpp
  bool tick_far(std::uint64_t now);
  void hear_answers(std::uint64_t now);
  [[nodiscard]] std::uint64_t next_wake_far() const;
  // Who asks when 悔棋 is pressed: whoever moved last.
  [[nodiscard]] std::optional<host::Seat> takeback_asker() const;

  std::unique_ptr<Session> session_;
  Cues cues_;
  std::unique_ptr<Hand> hand_;
  Promotion promotion_;
  Pencil pencil_;
  PhraseSheet phrases_;
  Curtain curtain_;
  TableLayout layout_;
  bool flat_ = false;
  std::array<Own, 2> own_;
  std::optional<Side> pointer_side_;  // of the pointer that is down
  // Of what is held down on pads and keys: device, pad, action.
  std::map<std::tuple<platform::Device, int, platform::Action>, Side> held_sides_;
  Side asked_side_ = Side::kNear;
  int turned_colour_ = host::kNoColour;     // whose pieces face the far edge
  bool held_clock_ = false;                 // the operator lets the menu stop it
  std::optional<std::uint64_t> hand_over_;  // until when the clock stands for those who change seats
  bool asked_ = false;                      // an offer waits for its answer
  std::size_t heard_events_ = 0;            // of a far match: those that were looked at for answers
  std::uint64_t ended_at_ = 0;
  bool cursor_shown_ = true;  // whether the house showed the focus when the marks were last given
};

}  // namespace qitai::menu
