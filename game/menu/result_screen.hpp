// Menu: how a match ended and why. The board stays: it shows what the rules say of the end, and can be looked
// through from here.
#pragma once

#include <memory>
#include <string>
#include <vector>

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
  [[nodiscard]] bool focus_on_board() const override { return session_->browsed() || studying_; }

  [[nodiscard]] Session& session() { return *session_; }
  [[nodiscard]] const Replay& replay() const { return replay_; }

 private:
  void bake_seal(int size);
  void draw_verdict(const SDL_Rect& rect);
  void rematch();
  [[nodiscard]] bool beside() const { return layout_.kind == TableLayout::Kind::kLandscape; }
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
  bool studying_ = false;  // the replay has the inputs
  std::vector<SDL_Texture*> diagrams_;
  TableLayout layout_;
  SDL_Rect verdict_{}, seal_rect_{};
  SDL_Texture* seal_ = nullptr;
  std::uint64_t entered_ = 0;
};

}  // namespace qitai::menu
