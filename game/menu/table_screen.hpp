// Menu: the table: a match in progress, played by hands on this machine, or by one of them and a far player.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
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
  [[nodiscard]] bool focus_on_board() const override {
    if (!curtain_.open()) return !curtain_.shut();
    return on_board_ || session_->browsed();
  }

  // For drivers and tests.
  [[nodiscard]] Session& session() { return *session_; }
  [[nodiscard]] const Hand& hand() const { return *hand_; }
  [[nodiscard]] bool menu_open() const { return menu_open_; }
  [[nodiscard]] bool choosing() const { return promotion_.is_open(); }
  [[nodiscard]] bool pencilling() const { return pencil_.is_open(); }
  [[nodiscard]] PhraseSheet& phrases() { return phrases_; }
  [[nodiscard]] const std::string& said() const { return said_; }
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
    return menu_open_ || promotion_.is_open() || pencil_.is_open() || phrases_.is_open();
  }
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
  bool on_board_ = true;  // the cursor on the board is the focus
  bool menu_open_ = false;
  bool held_clock_ = false;                 // the operator lets the menu stop it
  std::optional<std::uint64_t> hand_over_;  // until when the clock stands for those who change seats
  bool asked_ = false;                      // an offer waits for its answer
  bool claim_next_ = false;                 // a move is there that would complete a claim: the menu offers it
  std::uint64_t left_board_at_ = 0;
  std::string said_;  // a refusal, for a while
  bool said_danger_ = true;
  std::uint64_t said_until_ = 0;
  std::size_t heard_events_ = 0;  // of a far match: those that were looked at for answers
  std::uint64_t ended_at_ = 0;
  bool cursor_shown_ = true;  // whether the house showed the focus when the marks were last given
};

}  // namespace qitai::menu
