// Menu: what both sides agree on before the first move: who has which side, and the rules.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "match/terms.hpp"
#include "menu/duel_terms.hpp"
#include "menu/guest_pad.hpp"
#include "menu/screen.hpp"
#include "menu/time_screen.hpp"

namespace qitai::menu {

class TermsScreen final : public Screen {
 public:
  // Who sits at the seats to begin with: a hand and a bot, or two hands; the cards change that.
  enum class Players : std::uint8_t { kOne, kTwo };
  TermsScreen(House& house, std::shared_ptr<const host::Variant> variant, Players players);
  // Back from what comes after.
  TermsScreen(House& house, std::shared_ptr<const host::Variant> variant, match::Terms terms);
  // What the terms are for: a match here, a challenge to a far player, other terms in answer to his.
  enum class For : std::uint8_t { kHere, kChallenge, kCounter };
  TermsScreen(House& house, std::shared_ptr<const host::Variant> variant, Draft draft, For what);
  // The fields that the far player changed just now: their rows say so.
  void mark(std::vector<std::string> fields) { marked_ = std::move(fields); }
  [[nodiscard]] std::string_view name() const override { return "terms"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t now) override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override;
  void draw(std::uint64_t now) override;
  [[nodiscard]] const match::Terms& terms() const { return terms_; }

 private:
  void draw_sides(const SDL_Rect& rect);
  void draw_seat(const SDL_Rect& rect, std::size_t seat);
  // Where a guest of a cabinet signs; not over a link.
  [[nodiscard]] bool signs(std::size_t seat) const;
  void draw_sign(const SDL_Rect& rect, std::size_t seat);
  void take_names();
  void change_holder(std::size_t seat, int step);
  // The button that shows the next rules.
  void draw_more(const SDL_Rect& place);
  void draw_rules(const SDL_Rect& rect);
  void draw_rule(std::size_t row, const SDL_Rect& rect);
  void draw_shared_rule(const std::string& id, const SDL_Rect& rect);
  bool draw_time(const SDL_Rect& rect);
  // Of a duel: who moves first, where the seats' cards are; back to the lobby; how long the answer may take.
  void draw_first(const SDL_Rect& rect);
  void to_lobby(bool offers);
  [[nodiscard]] TimeScreen::Back way_back();
  [[nodiscard]] std::string rest_of_answer() const;
  [[nodiscard]] bool is_marked(std::string_view id) const;
  void keep_limits();
  void start();
  [[nodiscard]] std::size_t rule_rows() const { return shared_.size() + variant_->info().options.size(); }
  [[nodiscard]] std::string rule_id(std::size_t row) const;

  std::shared_ptr<const host::Variant> variant_;
  match::Terms terms_;
  For for_ = For::kHere;
  First first_ = First::kCoin;       // of a duel
  std::vector<std::string> marked_;  // fields that the far player changed
  std::string rest_;                 // of the time for an answer, as it was shown last
  std::vector<std::string> shared_;  // rules of play that this game shares with all others, by their ids
  std::string trouble_;              // why they cannot be begun with
  GuestPad pad_;
  std::size_t signing_ = 0;    // whose pad it is
  std::size_t first_row_ = 0;  // of the rules that are seen
  std::size_t seen_rows_ = 1;
  int rules_head_ = 0, row_height_ = 0;
  bool flat_ = false;  // narrow and low: the sides stand beside each other, without headings
  SDL_Rect heading_{}, sides_{}, rules_{}, start_{};
};

// The operator's time limits as the match knows them; whether they go together is match::check's to say.
[[nodiscard]] match::TimeLimits usual_limits(const config::Values& values);
// The terms that a match of this variant begins with: the operator's values over the variant's defaults.
[[nodiscard]] match::Terms usual_terms(const House& house, const host::Variant& variant);

}  // namespace qitai::menu
