// Menu: what scored matches have come to, game by game: each player of this machine and each far one with his
// wins, losses, draws and points, and how often he left or was cut off.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "menu/screen.hpp"

namespace qitai::menu {

// What one player's scored matches of one game have come to.
struct ScoreLine {
  std::string player, place;  // as they are shown; place: "here", or far away
  bool seal = false;          // the player signs with one
  std::int64_t won = 0, lost = 0, drawn = 0, points = 0, left = 0, disconnected = 0;
};
// Those who played last, whoever has the most points first. Errors: those of store::Journal::books().
[[nodiscard]] Result<std::vector<ScoreLine>> score_lines(const House& house, const host::Variant& variant);

class ScoresScreen final : public Screen {
 public:
  // `variant`: the game to show first, by id; empty: the first one. Leads back to the title.
  explicit ScoresScreen(House& house, std::string_view variant = {});
  [[nodiscard]] std::string_view name() const override { return "scores"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& /*input*/, std::uint64_t /*now*/) override { return false; }
  void back(std::uint64_t now) override;
  void draw(std::uint64_t now) override;

  [[nodiscard]] const std::vector<ScoreLine>& lines() const { return lines_; }

 private:
  void turn(int step);
  void read();
  [[nodiscard]] int pages() const;
  void draw_table();
  void draw_line(const SDL_Rect& rect, const ScoreLine& line, std::size_t number);
  void draw_columns(const SDL_Rect& rect, const std::vector<std::string>& texts, bool head);
  void draw_empty();

  std::vector<std::shared_ptr<const host::Variant>> games_;
  std::size_t game_ = 0;
  std::vector<ScoreLine> lines_;
  std::string trouble_;  // why the books cannot be read
  int page_ = 0, rows_ = 1;
  bool stacked_ = false;  // numbers below the names
  int name_w_ = 0, column_w_ = 0;
  SDL_Rect heading_{}, choice_{}, sheet_{}, foot_{};
};

}  // namespace qitai::menu
