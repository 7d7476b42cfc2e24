// Kiosk: what is shown while nobody is there: games replay on the real board, recorded ones of this machine
// and ones that the computer plays, with who is best at them and what they are. Any input leads to the title.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "menu/scores_screen.hpp"
#include "menu/screen.hpp"
#include "menu/session.hpp"
#include "store/journal.hpp"

namespace qitai::kiosk {

class AttractScreen final : public menu::Screen {
 public:
  // `records`: matches that were played at this machine are shown, too.
  explicit AttractScreen(menu::House& house, bool records = true);
  ~AttractScreen() override;

  [[nodiscard]] std::string_view name() const override { return "attract"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t /*now*/) override {}
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override;
  void draw(std::uint64_t now) override;
  [[nodiscard]] bool shows_board() const override { return session_ != nullptr; }
  [[nodiscard]] bool focus_on_board() const override { return true; }
  [[nodiscard]] Idle idle() const override { return Idle::kNobody; }
  [[nodiscard]] SDL_Point shift(std::uint64_t now) const override;

  // What is played; null: there is no game that could be.
  [[nodiscard]] menu::Session* session() { return session_.get(); }
  // It is a match that was played at this machine.
  [[nodiscard]] bool recorded() const { return recorded_; }

 private:
  void next_game(std::uint64_t now);
  // The newest match of that game that was not shown lately and is worth looking at.
  [[nodiscard]] std::unique_ptr<seat::Table> recorded_match(const host::Variant& variant);
  [[nodiscard]] std::unique_ptr<seat::Table> bots_match(const std::shared_ptr<const host::Variant>& variant);
  void step(std::uint64_t now);
  [[nodiscard]] bool shows_scores(std::uint64_t now) const;
  [[nodiscard]] std::string move_words(text::Language language) const;
  void draw_brand(const SDL_Rect& rect, bool upright);
  void draw_side(const SDL_Rect& rect, std::uint64_t now);
  void draw_scores(const SDL_Rect& rect);
  void draw_move(const SDL_Rect& rect);
  void draw_start(const SDL_Rect& rect);

  bool records_;
  std::vector<std::shared_ptr<const host::Variant>> games_;
  std::size_t game_ = 0;                                      // that comes next
  std::map<std::string, std::vector<store::MatchId>> shown_;  // by game
  std::unique_ptr<menu::Session> session_;
  std::vector<menu::ScoreLine> scores_;
  bool recorded_ = false;
  bool laid_out_ = false;
  std::uint64_t entered_ = 0, due_ = 0;
  bool ending_ = false;  // its end stands for a while
  std::uint64_t face_ = 0;
  SDL_Rect plate_{}, brand_{}, side_{}, move_{}, start_{};
};

}  // namespace qitai::kiosk
