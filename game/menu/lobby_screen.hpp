// Menu: where far players meet: who is near, what one would play, and the cards on which a challenge is
// asked, changed and answered.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "menu/company.hpp"
#include "menu/duel_terms.hpp"
#include "menu/guest_pad.hpp"
#include "menu/key_pad.hpp"
#include "menu/screen.hpp"

namespace qitai::menu {

class LobbyScreen final : public Screen {
 public:
  enum class Begin : std::uint8_t {
    kHere,   // looks who is near
    kOffer,  // the draft is offered at once to whoever it was put together for
  };
  // Opens the company, unless it is open. `variant`: the game to challenge with, by id; empty: as before.
  explicit LobbyScreen(House& house, std::string_view variant = {}, Begin begin = Begin::kHere);
  ~LobbyScreen() override;
  [[nodiscard]] std::string_view name() const override { return "lobby"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t now) override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override;
  void draw(std::uint64_t now) override;
  [[nodiscard]] Idle idle() const override;

  // What lies over the lower part of the screen.
  enum class Card : std::uint8_t {
    kNone,
    kCalling,   // somebody is dialled, or greets
    kTogether,  // the partner is there, and nothing is on the table
    kAsked,     // he offers a match, or other terms
    kAsking,    // he is to answer
    kSettling,  // both have accepted
    kNotice,    // something did not come about: notice()
    kBlocked,   // the list of those who are blocked
  };
  [[nodiscard]] Card card() const;
  [[nodiscard]] const std::optional<Notice>& notice() const { return notice_; }

 private:
  static constexpr std::uint32_t kVisible = 120;  // seconds that one is seen
  static constexpr std::uint32_t kSlide = 180;    // ms in which a card comes
  struct Record {
    std::int64_t won = 0, lost = 0, drawn = 0;
  };
  using Variants = std::vector<std::shared_ptr<const host::Variant>>;

  void open_company(const std::shared_ptr<const host::Transport>& transport);
  void next_transport(int step);
  void leave_lobby();
  void read_books();
  void bake_discs();
  void forget_discs();

  // What happens.
  void take(const duel::Event& event);
  void take_end(const seat::Partner& partner);
  void to_table();
  void call(const std::string& address);
  void offer();
  void hang_up();
  void block_partner();
  void ask_name();
  void rename(const std::string& name);
  void keep(std::string config::Values::*which, const std::string& value);
  void say(Notice notice) { notice_ = std::move(notice); }
  [[nodiscard]] Notice failure_notice(const std::string& failure) const;
  // Of the lobby itself: why nobody can be found or call; nothing: all is well.
  [[nodiscard]] std::optional<Notice> hindrance() const;
  void retry();
  void power_on();

  // Drawing. Left: who is near.
  void draw_list(const SDL_Rect& rect);
  void draw_peer(const host::PeerInfo& peer, const SDL_Rect& rect);
  void draw_bars(host::Signal signal, const SDL_Rect& rect);
  [[nodiscard]] std::vector<const host::PeerInfo*> shown_peers() const;
  enum class Near : std::uint8_t { kAsking, kFree, kBusy, kOtherVersion };
  [[nodiscard]] Near near_of(const host::PeerInfo& peer) const;
  [[nodiscard]] std::string name_of(const host::PeerInfo& peer) const;
  void draw_three_parts(const SDL_Rect& rect, const Notice& notice);
  // Right: oneself, and what one would play.
  void draw_own(const SDL_Rect& rect);
  void draw_own_buttons(const SDL_Rect& rename, const SDL_Rect& other, float size);
  [[nodiscard]] std::string visible_words() const;
  void draw_composer(const SDL_Rect& rect);
  [[nodiscard]] std::string terms_sentence(bool brief) const;
  // Cards.
  void draw_card(std::uint64_t now);
  [[nodiscard]] bool slides(std::uint64_t now) const;
  [[nodiscard]] std::uint64_t shown_clock(std::uint64_t now) const;
  void draw_offer(const SDL_Rect& rect);
  int draw_legend(const SDL_Rect& rect);
  [[nodiscard]] int offer_height(int width) const;
  void draw_blocked(const SDL_Rect& rect);
  struct Button {
    std::string_view id, label, help;
    bool gold = false;
    bool enabled = true;
  };
  [[nodiscard]] std::vector<Button> buttons(Card card, std::uint64_t now) const;
  void do_button(std::string_view id);
  [[nodiscard]] std::string card_title(Card card) const;
  [[nodiscard]] std::string card_words(Card card) const;

  [[nodiscard]] const host::Variant* game(std::string_view id) const;
  [[nodiscard]] const duel::Agreement* agreement() const;
  [[nodiscard]] Draft& draft() { return *house_.company->draft; }
  void choose_game(int step);

  Variants games_;
  Begin begin_;
  std::string trouble_;  // why there is no company: "none", "unopened"
  std::optional<Notice> notice_;
  bool left_ = false;      // the partner was left from here: nothing is said of his end
  bool involved_ = false;  // he was called or has offered something: what becomes of it is said
  std::string dial_next_;  // as soon as the last partner is gone
  bool blocked_shown_ = false;
  std::map<std::string, Record, std::less<>> records_;  // by device
  std::map<std::string, SDL_Texture*, std::less<>> discs_;
  int disc_size_ = 0;
  bool tight_ = false;  // small and upright: one line for oneself, no headings
  KeyPad pad_;
  GuestPad guest_;  // instead of it, at a cabinet
  std::size_t first_peer_ = 0;
  Card shown_card_ = Card::kNone;
  std::uint64_t card_at_ = 0;
  std::uint64_t invited_at_ = 0;  // when a challenge that waits was heard last
  std::uint64_t clock_ = 0;       // what was shown of instants that go by
  SDL_Rect heading_{}, list_{}, own_{}, composer_{};
};

}  // namespace qitai::menu
