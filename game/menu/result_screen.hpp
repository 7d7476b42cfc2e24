// Menu: how a match ended. The board stays; it can be looked through from here.
#pragma once

#include <memory>
#include <string>

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
  [[nodiscard]] bool focus_on_board() const override { return session_->browsed().has_value(); }

  [[nodiscard]] Session& session() { return *session_; }

 private:
  void bake_seal(int size);
  void draw_verdict(const SDL_Rect& rect);
  void rematch();
  [[nodiscard]] std::optional<host::Seat> winner() const;

  std::unique_ptr<Session> session_;
  TableLayout layout_;
  SDL_Rect verdict_{}, seal_rect_{};
  SDL_Texture* seal_ = nullptr;
  std::uint64_t entered_ = 0;
};

}  // namespace qitai::menu
