// A walk through all screens of the real program, by inputs alone, on a clock of the test's own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "menu/app.hpp"
#include "menu/result_screen.hpp"
#include "menu/setup_screen.hpp"
#include "menu/table_screen.hpp"

namespace qitai::testing {

struct TourOptions {
  int width = 1280, height = 800;
  std::string language = "zh-Hans";
  std::string theme;   // empty: the usual one
  std::string pieces;  // the same: what stands on them
  bool timed = false;
  bool journal = false;
  bool reduced_motion = true;
  std::filesystem::path data;    // a scratch folder
  std::filesystem::path config;  // of a config.toml; empty: none
  bool kiosk = false;
  bool fullscreen = false;                                    // else a window of that size
  menu::MakeKeeper keeper{};                                  // whoever looks after it
  std::uint8_t seed = 0;                                      // of what chance and suggested set-ups bring
  bool two_games = false;                                     // the game of the tests' own comes first
  std::vector<std::pair<std::string, std::string>> settings;  // more of them, key and value
  std::vector<std::string> plugins;                           // more games of tests/plugins, by file name
  std::function<std::int64_t()> seconds{};                    // the wall clock; empty: the machine's
  std::vector<std::string> set_aside{}, deaths{};             // what a supervisor tells, of plugins
  bool safe = false, ran = false;                             // the same, with built-in settings
  std::function<bool(bool)> beat{};                           // what it is told, as its supervisor has it
};

class Tour {
 public:
  explicit Tour(const TourOptions& options);

  [[nodiscard]] menu::App& app() { return *app_; }
  [[nodiscard]] menu::TableScreen& table();
  [[nodiscard]] menu::ResultScreen& result();
  [[nodiscard]] menu::SetupScreen& setup();
  [[nodiscard]] std::string_view screen() { return app_->screen().name(); }

  // Whether the frame has a text with this in it.
  [[nodiscard]] bool says(std::string_view words) const;

  // Turns until nothing moves any more.
  void settle();
  void press(platform::Action action);
  void press_many(platform::Action action, int times);
  // Holds select for `ms`.
  void hold_select(int ms);
  void focus(std::string_view id);
  // Gives the item the focus and presses it.
  void activate(std::string_view id);
  void pass(int ms);  // time goes by, with turns
  void jump(int ms);  // at once
  // Called after each turn of the program: a frame may have been drawn.
  std::function<void()> watch;

  // Whoever sits at the table resigns; then time for the result to come.
  void resign();

  // From the title to a table with the default terms.
  void to_table();
  // A move by the cursor, "h2e2".
  void play(std::string_view move);
  void cursor_to(std::string_view point);
  // A finger on a point of the board.
  void finger(platform::Input::Kind kind, std::string_view point);
  // With two games: a match of the tests' own game, up to the choice of what a pawn becomes.
  void to_choice();

  // A table of this game with these terms, without the screens before it.
  void table_of(std::string_view variant, const std::function<void(match::Terms&)>& change = {});
  // Moves in coordinates, or "claim", blanks between them, given to the table at once until the match is
  // over; then time for the result to come.
  void submit(std::string_view moves);

  // The title with this game in the middle.
  void title_of(std::string_view variant);
  // Behind a curtain: whoever is called holds select until the doors are open.
  void open_curtain();
  // Two hands at one screen: from the title to the curtain before the first set-up.
  void to_setup(std::string_view variant);
  // Whoever sits at the set-up is ready.
  void hand_over();
  // Both set-ups as the game suggests them, up to the curtain before the first move.
  void set_up_both();
  // A move of whoever sits here, by the cursor; then time for the doors to close.
  void play_hidden(const host::Move& move);
  // The first legal move that attacks something, else the first that goes forward, else the first.
  [[nodiscard]] host::Move some_move();

  // Walks through the replay of a verdict: the loop stands still at the step that is reached.
  void verdict(int steps);

  // Calls `visit` with a name at every screen there is.
  void everywhere(const std::function<void(std::string_view name)>& visit);
  // The time limits of a match, from its terms.
  void times(const std::function<void(std::string_view name)>& visit);
  // A finger on an item of that side of a flat screen.
  void tap(menu::Side side, std::string_view id);
  // A table of this game with the time limits of the configuration and nothing hidden.
  void open_table_of(std::string_view variant);
  // The same flat between two (settings: display.table), and what happens at it.
  void flat(std::string_view variant, const std::function<void(std::string_view name)>& visit);
  // The screens of a game with secrets.
  void secrets(const std::function<void(std::string_view name)>& visit);

 private:
  void turn();
  void games(const std::function<void(std::string_view name)>& visit);

  std::shared_ptr<std::uint64_t> ms_ = std::make_shared<std::uint64_t>(1000);
  std::unique_ptr<menu::App> app_;
};

}  // namespace qitai::testing
