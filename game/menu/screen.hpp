// Menu: a screen, and the house that all screens share.
#pragma once

#include <SDL.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"
#include "host/loader.hpp"
#include "menu/company.hpp"
#include "menu/ui.hpp"
#include "platform/audio.hpp"
#include "seat/table.hpp"
#include "store/blocked.hpp"
#include "store/identity.hpp"
#include "store/journal.hpp"
#include "store/layouts.hpp"
#include "store/time_choices.hpp"
#include "view/board_view.hpp"

namespace qitai::platform {
class Window;
}

namespace qitai::menu {

class Screen;

// Everything that a screen works with. One per program; main thread.
struct House {
  SDL_Renderer* renderer = nullptr;
  Ui& ui;
  text::Catalog& catalog;
  config::Config& config;
  const host::Plugins& plugins;
  view::BoardView& board;
  store::Journal* journal = nullptr;  // null: nothing is kept, the screens say so
  store::TimeChoices* times =
      nullptr;  // the limits last played with; null: the operator's stand for everybody
  std::set<std::string, std::less<>> dropped_pages{};  // of plugins, that broke their contract: PLUGIN.PAGE
  store::Layouts* layouts = nullptr;                   // the set-ups that players keep; null: none can be
  store::Blocked* blocked = nullptr;   // far machines that are not let in; null: nobody is kept out
  store::Identity identity{};          // of this installation, for far players
  std::unique_ptr<Company> company{};  // null: nobody far is called or awaited
  bool journal_failed = false;         // it was to be kept and cannot be
  std::filesystem::path assets{};
  std::map<std::string, std::int64_t, std::less<>> rules{};  // the operator's, by "variant.option"
  bool kiosk = false;
  std::int64_t returned = 0;            // credits that came back and that nobody was told of yet
  std::array<std::string, 2> guests{};  // what a cabinet's guests at the seats are called; empty: nothing yet
  std::function<void(platform::Sound)> hear{};  // where sounds go; empty: nothing is heard
  std::function<bool()> quiet{};                // nothing is to be heard now; empty: never
  platform::Window* window = nullptr;           // for tests of inputs; null: a screen is tried by itself
  platform::Audio* audio = nullptr;             // where hear() leads to; null: nowhere
  // At a flat screen: the seat at the near edge. Players keep their places when the sides change.
  host::Seat near_edge_seat = 0;
  std::uint32_t curtain_hold = 800;  // ms that select is held to open the curtain; a demo is quicker
  // What whoever looks after this machine should know (a mistake in config.toml, a disk that is full), as
  // sentences in the language that is set.
  std::vector<std::function<std::string()>> notices{};
  std::function<seat::Now()> match_now{};                       // CLOCK_BOOTTIME in µs; tests give their own
  std::function<std::array<std::uint8_t, 32>()> random_seed{};  // unforeseeable; tests give their own
  std::function<void()> toggle_fullscreen{};
  std::function<void()> wake{};  // the loop, from any thread
  // Asked for by screens, done by the loop between two frames.
  std::unique_ptr<Screen> next{};
  bool quit = false;
  bool again = false;         // with quit: whoever started the program is to start it anew
  bool look_changed = false;  // language, theme or pieces: everything is laid out and baked again

  void go(std::unique_ptr<Screen> screen);
  void play(platform::Sound sound) const;
  // A text of the variant in the language that is set, else the game's own text of that key.
  [[nodiscard]] std::string text(const host::Variant& variant, std::string_view key) const;
  // Why the rules say no, and why a match ended: the variant's own text of that id, then the game's, then the
  // id itself.
  [[nodiscard]] std::string refusal_text(const host::Variant& variant, std::string_view id) const;
  // A name of the terms as the reader sees it: one that nobody chose ("Player 1", in whatever language the
  // terms were made) in the language that is set.
  [[nodiscard]] std::string player_text(const std::string& name) const;
  // A name that somebody elsewhere has given, if it can be read with the fonts that are here, and in a kiosk,
  // if it is initials; else what such a player is called.
  [[nodiscard]] std::string readable(const std::string& name) const;
  // "Computer · Easy" in the language that is set.
  [[nodiscard]] std::string bot_text(int level) const;
  [[nodiscard]] std::string reason_text(const host::Variant& variant, std::string_view id) const;
  // What warns of an end that comes near; empty where the variant has no such sentence.
  [[nodiscard]] std::string notice_text(const host::Variant& variant, std::string_view id) const;
  // What a kind of piece is called: of this colour (帅 and 将) where the variant tells them apart.
  [[nodiscard]] std::string kind_text(const host::Variant& variant, int kind, int colour) const;
  // A value of an option in words: "on", a choice's name, a number.
  [[nodiscard]] std::string option_text(const host::Variant& variant, const host::OptionInfo& option,
                                        std::int64_t value) const;
  // The language of the characters on the pieces: "zh-Hans" or "zh-Hant".
  [[nodiscard]] std::string_view piece_language() const;
  // Shows this variant's board in the theme and characters that are set.
  void set_board(const host::Variant& variant, std::span<const std::int64_t> options);
  // The same for a board of a screen's own.
  void dress(view::BoardView& which, const host::Variant& variant, std::span<const std::int64_t> options);
  // The screen lies flat between two who look at it from opposite edges.
  [[nodiscard]] bool flat() const { return config.values().table != "off"; }
  // How long brackets slide, and the like: 0 under reduced motion.
  [[nodiscard]] std::uint32_t motion(std::uint32_t ms) const;
};

// The games that two can play, in the order of the title.
[[nodiscard]] std::vector<std::shared_ptr<const host::Variant>> games_for_two(const House& house);
// Whether the rules look at that option with these values of the others; else it is greyed.
[[nodiscard]] bool option_used(const host::VariantInfo& info, std::span<const std::int64_t> values,
                               std::size_t option);

// The kind whose picture stands for the game: the first royal one, else the first.
[[nodiscard]] int royal_kind(const host::VariantInfo& info);

// At most three capital letters or digits: all that a cabinet shows of a name that a stranger has chosen.
inline constexpr std::size_t kMostInitials = 3;
[[nodiscard]] bool initials(std::string_view name);

class Screen {
 public:
  explicit Screen(House& house) : house_(house) {}
  virtual ~Screen() = default;
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // For pictures and tests: "title", "terms", "table", "result", "settings".
  [[nodiscard]] virtual std::string_view name() const = 0;
  // It became the screen, or size, language, theme changed: choose rectangles, bake.
  virtual void arrange(std::uint64_t now) = 0;
  // An input before the focus gets it; true: it went no further.
  virtual bool input(const platform::Input& input, std::uint64_t now) = 0;
  // The focus could not move that way (dx, dy each −1, 0, 1).
  virtual void edge(int /*dx*/, int /*dy*/, std::uint64_t /*now*/) {}
  // Back was pressed and input() did not take it.
  virtual void back(std::uint64_t now) = 0;
  // Time went on; true when the screen must be drawn again.
  virtual bool tick(std::uint64_t /*now*/) { return false; }
  // When tick is due at the latest; UINT64_MAX: never.
  [[nodiscard]] virtual std::uint64_t next_wake(std::uint64_t /*now*/) const { return UINT64_MAX; }
  // Panels, texts, widgets, and what follows from those that were activated. Called several times a frame
  // until what is shown stands still.
  virtual void draw(std::uint64_t now) = 0;
  // Over panels and board, each frame: only copies of baked textures.
  virtual void draw_over(std::uint64_t /*now*/) {}
  // The next frame of draw_over; UINT64_MAX: none.
  [[nodiscard]] virtual std::uint64_t next_frame(std::uint64_t /*now*/) const { return UINT64_MAX; }
  [[nodiscard]] virtual bool shows_board() const { return false; }
  // What it means on a cabinet that nobody has touched anything for a while.
  enum class Idle : std::uint8_t {
    kAway,    // whoever was here has gone
    kThinks,  // somebody may think for long
    kWaits,   // something goes on that takes its time: a clock, a far player who is awaited
    kNobody,  // nobody is here anyway
  };
  [[nodiscard]] virtual Idle idle() const { return Idle::kAway; }
  // A match is under way at it: where to come back to.
  [[nodiscard]] virtual bool plays() const { return false; }
  // By how many pixels the whole picture is moved, so that nothing burns into the glass.
  [[nodiscard]] virtual SDL_Point shift(std::uint64_t /*now*/) const { return {0, 0}; }
  // The focus brackets are hidden: the cursor on the board is the focus.
  [[nodiscard]] virtual bool focus_on_board() const { return false; }
  // The same on a screen that lies flat between two, for each of them.
  [[nodiscard]] virtual bool focus_on_board_of(Side side) const {
    return side == Side::kFar || focus_on_board();
  }
  // Who of the two gave that input; points of it are the screen's.
  [[nodiscard]] virtual Side side_of(const platform::Input& /*input*/) { return Side::kNear; }
  // Between two at a flat screen: the whole of it faces the far edge.
  [[nodiscard]] virtual bool turned() const { return false; }

 protected:
  House& house_;
};

}  // namespace qitai::menu
