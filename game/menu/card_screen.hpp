// Menu: the card of house rules. Games with secrets are played by many rules: both sides see which ones hold
// here and say that they agree, before anybody puts up a piece.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "match/terms.hpp"
#include "menu/screen.hpp"

namespace qitai::menu {

class CardScreen final : public Screen {
 public:
  CardScreen(House& house, std::shared_ptr<const host::Variant> variant, match::Terms terms);
  [[nodiscard]] std::string_view name() const override { return "card"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& /*input*/, std::uint64_t /*now*/) override { return false; }
  void back(std::uint64_t now) override;
  void draw(std::uint64_t now) override;

  // Whether a match of this game and these terms begins with the card.
  [[nodiscard]] static bool belongs_to(const host::VariantInfo& info);

 private:
  // The time limits: one line for all, or one for each seat that has its own.
  struct Limits {
    std::string label, words, help;
  };
  [[nodiscard]] std::vector<Limits> limits() const;
  void draw_rows();
  void draw_seats();
  void begin();

  std::shared_ptr<const host::Variant> variant_;
  match::Terms terms_;
  std::vector<host::Seat> hands_;  // who is asked
  std::vector<bool> agreed_;
  std::string trouble_;
  int columns_ = 1;
  bool one_limit_ = false;  // all time limits stand in one row
  SDL_Rect heading_{}, card_{}, seats_{};
};

}  // namespace qitai::menu
