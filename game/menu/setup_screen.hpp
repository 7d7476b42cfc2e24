// Menu: a seat puts up its pieces in private, before the first move: own half of the board, two picks change
// places. What may stand where the game says, asked of what this seat knows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "menu/curtain.hpp"
#include "menu/key_pad.hpp"
#include "menu/screen.hpp"
#include "menu/session.hpp"
#include "view/board_view.hpp"

namespace qitai::menu {

class SetupScreen final : public Screen {
 public:
  // A match in which a hand owes its set-up.
  SetupScreen(House& house, std::unique_ptr<Session> session);
  ~SetupScreen() override;
  [[nodiscard]] std::string_view name() const override { return "setup"; }
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
  [[nodiscard]] std::uint64_t next_frame(std::uint64_t now) const override;
  [[nodiscard]] bool focus_on_board() const override;
  // Each side puts up its pieces at its own edge.
  [[nodiscard]] bool turned() const override;

  // For drivers and tests.
  [[nodiscard]] Session& session() { return *session_; }
  [[nodiscard]] const Curtain& curtain() const { return curtain_; }
  // Whose set-up it is; nothing while nobody sits here.
  [[nodiscard]] std::optional<host::Seat> seat() const { return seat_; }
  [[nodiscard]] const std::string& layout() const { return layout_; }
  [[nodiscard]] std::optional<host::Point> picked() const { return picked_; }
  [[nodiscard]] host::Point cursor() const { return cursor_; }
  [[nodiscard]] const view::BoardView& board() const { return *board_; }
  // What the help strip answers to the last wish.
  [[nodiscard]] const std::string& said() const { return said_; }
  [[nodiscard]] const KeyPad& key_pad() const { return pad_; }

 private:
  enum class Sheet : std::uint8_t { kNone, kLoad, kSave, kRename, kCount };

  void begin_seat(host::Seat seat, std::uint64_t now);
  void end_seat(std::uint64_t now);
  [[nodiscard]] bool owes(host::Seat seat) const;
  // It can still be changed: not given, nor on its way to the other machine.
  [[nodiscard]] bool mine() const;
  // What a far player tells. True: something changed.
  bool tick_far(std::uint64_t now);
  // The lowest hand that owes its set-up.
  [[nodiscard]] std::optional<host::Seat> next_seat() const;
  [[nodiscard]] const host::State& state() const;
  bool tick_seats(std::uint64_t now);
  void draw_curtain(std::uint64_t now);

  // Takes a layout that can be read; else says why not.
  bool take(const std::string& layout, std::uint64_t now);
  void take_suggestion(std::uint64_t now);
  // Those pieces, as a layout.
  bool take_pieces(const std::vector<host::Piece>& pieces, std::uint64_t now);
  void mirror(std::uint64_t now);
  void ready(std::uint64_t now);
  void say(std::string words, std::uint64_t now, bool refused = true);
  // Which piece, and which rule.
  [[nodiscard]] std::string why(const host::Refusal& refusal, const std::vector<host::Piece>& pieces) const;
  [[nodiscard]] const host::Piece* piece_at(host::Point point) const;

  bool board_input(const platform::Input& input, std::uint64_t now);
  bool pointer(const platform::Input& input, std::uint64_t now);
  void select(host::Point point, std::uint64_t now);
  void pick(std::optional<host::Point> point);
  void show_marks(std::uint64_t now);

  void draw_heading();
  void draw_rail(std::uint64_t now);
  void act(std::string_view id, std::uint64_t now);
  void leave(std::uint64_t now);
  [[nodiscard]] std::string player() const;
  // setup_dialogs.cpp
  void open_sheet(Sheet sheet, std::uint64_t now);
  void draw_sheet(std::uint64_t now);
  void draw_slots(std::uint64_t now);
  void choose_slot(int slot, std::uint64_t now);
  // Asks for the name of what is or will be kept in a slot.
  void ask_name(int slot, std::uint64_t now);
  void draw_pad(std::uint64_t now);
  void close_pad(std::uint64_t now);
  // Keeps the present layout under that name.
  void keep(int slot, std::string name, std::uint64_t now);
  // What is kept in a slot: its name, or its number.
  [[nodiscard]] std::string slot_name(int slot, std::string_view name) const;
  void draw_count(std::uint64_t now);
  void draw_thumbnail(const SDL_Rect& rect, const std::vector<host::Piece>& pieces);
  [[nodiscard]] int rank_steps(std::size_t kind) const;

  std::unique_ptr<Session> session_;
  Curtain curtain_;
  KeyPad pad_;
  int naming_ = 0;  // the slot that the pad asks about
  std::unique_ptr<view::BoardView> board_;
  host::Geometry geometry_;
  std::optional<host::Seat> seat_;
  std::string layout_;
  std::vector<host::Piece> pieces_;
  std::vector<host::Point> half_;  // the points of the own half
  host::Point cursor_ = 0;
  std::optional<host::Point> picked_;
  std::vector<host::Point> places_;
  bool on_board_ = true;
  bool down_ = false, fresh_ = false;  // a pointer is down on the board; it picked the piece just now
  std::optional<SDL_FPoint> drag_;
  SDL_FPoint down_at_{};
  Sheet sheet_ = Sheet::kNone;
  std::string said_;
  bool refused_ = false;  // what is said is a refusal
  std::uint64_t said_until_ = 0;
  SDL_Rect heading_{}, area_{}, rail_{};
};

// The screen on which a match goes on: its set-up where a hand owes one, else its table. A hand whose game
// has nothing to ask about its set-ups gets one of the game's choice.
[[nodiscard]] std::unique_ptr<Screen> screen_of(House& house, std::unique_ptr<seat::Table> table);

}  // namespace qitai::menu
