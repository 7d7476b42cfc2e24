// Menu: the title: the games as a carousel, what can be done with them, the match that can be gone on with.
#pragma once

#include <SDL.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "menu/screen.hpp"

namespace qitai::menu {

class TitleScreen final : public Screen {
 public:
  // `variant`: the game to show first, by id; empty: the first one.
  explicit TitleScreen(House& house, std::string_view variant = {});
  ~TitleScreen() override;
  [[nodiscard]] std::string_view name() const override { return "title"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t now) override;
  void draw(std::uint64_t now) override;

  // Goes on with the match that was interrupted, if there is one, as if it had been chosen.
  void go_on();
  // What is wrong, as a sentence for players; empty: nothing.
  [[nodiscard]] std::string notice() const;

 private:
  using Variants = std::vector<std::shared_ptr<const host::Variant>>;
  [[nodiscard]] const Variants& games() const { return games_; }
  [[nodiscard]] const host::Variant* game(int offset) const;
  [[nodiscard]] std::size_t place(int offset) const;  // in games(), going round
  [[nodiscard]] SDL_Texture* corner(int offset);
  [[nodiscard]] SDL_Texture* bake_corner(const host::Variant& variant);
  void forget_corners();
  void turn(int step);
  struct Entry {
    std::string_view id, label, help;
  };
  [[nodiscard]] std::vector<Entry> entries() const;
  void draw_card(const SDL_Rect& card);
  void draw_neighbour(const SDL_Rect& card, int step);
  void draw_couplet(const SDL_Rect& card, bool left, bool right);
  void draw_notice();
  // A match with a far player that can be gone on with.
  struct Far {
    std::shared_ptr<const host::Transport> transport;
    std::shared_ptr<const host::Variant> variant;
    std::string names;
  };
  void give_back_far();
  void find_far();
  void draw_far(const SDL_Rect& rect);
  void resume_far();
  [[nodiscard]] bool resumes() const { return resumable_.has_value() || far_.has_value(); }
  void draw_resume(const SDL_Rect& rect);
  void draw_entries(const SDL_Rect& rect);
  void resume();

  Variants games_;  // those that can be played on one screen in the open
  std::size_t index_ = 0;
  std::optional<seat::Resumable> resumable_;
  std::optional<Far> far_;  // it is offered in place of the other one
  std::string trouble_;     // why the last match cannot be gone on with
  bool told_ = false;       // of credits that came back
  SDL_Rect card_{}, picture_{}, resume_{}, entries_{};
  int entry_columns_ = 1;
  bool narrow_ = false;                // no room for the neighbours' cards: arrows stand for them
  std::vector<SDL_Texture*> corners_;  // of each game's board, as far as they were shown
};

}  // namespace qitai::menu
