// Menu: how a match ended and why. The board stays: it shows what the rules say of the end, and can be looked
// through from here. After a match with a far player it waits until what was hidden is open, and both may ask
// for another round.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "menu/phrase_sheet.hpp"
#include "menu/replay.hpp"
#include "menu/screen.hpp"
#include "menu/session.hpp"
#include "menu/table_layout.hpp"

namespace qitai::menu {

class ResultScreen final : public Screen {
 public:
  ResultScreen(House& house, std::unique_ptr<Session> session);
  ~ResultScreen() override;
  [[nodiscard]] std::string_view name() const override { return "result"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t now) override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override;
  void draw(std::uint64_t now) override;
  void draw_over(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_frame(std::uint64_t now) const override;
  [[nodiscard]] bool shows_board() const override { return true; }
  [[nodiscard]] bool focus_on_board() const override {
    return session_ != nullptr && (session_->browsed() || studying_);
  }

  [[nodiscard]] bool focus_on_board_of(Side side) const override {
    return flat_ || side == Side::kNear ? focus_on_board() : true;
  }
  [[nodiscard]] Side side_of(const platform::Input& input) override;

  [[nodiscard]] Session& session() { return *session_; }
  [[nodiscard]] const Replay& replay() const { return replay_; }
  // What goes on between this player and the far one, in words; empty: nothing, or all sit here.
  [[nodiscard]] std::string news_far() const;
  // More about the reason than its name says; empty: nothing.
  [[nodiscard]] std::string explained() const;

 private:
  [[nodiscard]] std::string meaning() const;
  // Whether there may be another round with the far player: nobody has asked, this side has, the other side
  // has, it offers something else, what was hidden is not open yet, nobody is there.
  enum class Again : std::uint8_t { kMay, kAsking, kAsked, kOtherTerms, kSettling, kGone };
  [[nodiscard]] Again again() const;
  [[nodiscard]] std::int64_t price_of_rematch() const;
  [[nodiscard]] std::string price_again() const;
  [[nodiscard]] std::string no_rematch() const;  // why not; empty: there may be one
  void rematch_far();
  void back_far();
  bool tick_far(std::uint64_t now);
  void bake_seal(int size);
  struct Button {
    std::string id, label, help, why;
    bool enabled = true;
  };
  [[nodiscard]] std::vector<Button> buttons() const;
  void draw_buttons(std::uint64_t now);
  void draw_verdict(const SDL_Rect& rect);
  [[nodiscard]] int text_height(const std::string& words, float size, int width, int lines) const;
  void rematch();
  [[nodiscard]] bool beside() const { return layout_.kind == TableLayout::Kind::kLandscape && !flat_; }
  void draw_side(std::uint64_t now);  // of a flat screen: verdict and buttons before each of the two
  void draw_seal(std::uint64_t now);
  // The button that leads to the replay is there.
  [[nodiscard]] bool can_study() const;
  void study(bool on, std::uint64_t now);
  bool study_input(const platform::Input& input, std::uint64_t now);
  // The verdict in words, and what the board shows as rows; answers the ply of the record that was asked for.
  std::optional<std::uint32_t> draw_sheet(const SDL_Rect& rect);
  void draw_rows(const SDL_Rect& rect, int row_height);
  // A column of the rule, its sentence and the rulings; answers its height.
  int draw_words(const SDL_Rect& rect, bool draw);
  void draw_diagrams();
  void forget_diagrams();
  [[nodiscard]] std::optional<host::Seat> winner() const;

  std::unique_ptr<Session> session_;
  Replay replay_;
  PhraseSheet phrases_;
  bool settling_;          // it waits until what was hidden is open
  std::string dropped_;    // key of why nothing came of another round
  bool studying_ = false;  // the replay has the inputs
  std::vector<SDL_Texture*> diagrams_;
  TableLayout layout_;
  bool flat_ = false;  // the screen lies between two, and both read how it ended
  SDL_Rect verdict_{}, seal_rect_{};
  SDL_Texture* seal_ = nullptr;
  std::uint64_t entered_ = 0;
};

}  // namespace qitai::menu
