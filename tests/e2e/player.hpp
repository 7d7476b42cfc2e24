// Tests: somebody who sits before a real window of the game and uses its keys, mouse and pads. The game runs
// in the test's own process, so that the test can look at what it has come to.
#pragma once

#include <SDL.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../display.hpp"
#include "menu/app.hpp"
#include "menu/result_screen.hpp"
#include "menu/table_screen.hpp"

namespace qitai::testing {

// Black is checkmated by Red's nineteenth ply; Fairy-Stockfish finds no legal move at its end either.
[[nodiscard]] const std::vector<std::string>& mating_game();

class Player {
 public:
  // The program with its data in `data`, in a window of its own display. `config`: its config.toml; empty:
  // none.
  explicit Player(const std::filesystem::path& data, const std::filesystem::path& config = {});

  [[nodiscard]] menu::App& app() { return *app_; }
  [[nodiscard]] const Display& display() const { return display_; }
  [[nodiscard]] std::string screen() { return std::string(app_->screen().name()); }
  [[nodiscard]] menu::TableScreen& table();
  [[nodiscard]] std::size_t plies() { return table().session().reader().plies().size(); }

  // Lets the program run until this holds; false: it did not within `time`.
  bool until(const std::function<bool()>& holds, std::chrono::seconds time = std::chrono::seconds(20));
  // Lets it run until it has taken in every input so far and stands still.
  void settle();

  void keys(const std::vector<std::string>& names);
  // Walks the focus to that item by the arrow keys alone. False: it is not there, or not to be reached.
  bool walk_to(std::string_view id);
  // That, and presses it.
  bool press(std::string_view id);
  // Holds a key down for so long.
  void hold(const std::string& name, int ms);
  // The way of the cursor from where it is to the point, as names of directions: "Left", "Up".
  [[nodiscard]] std::vector<std::string> way(std::string_view point);
  void to_table();

  // Each plays one move, "h2e2", and waits until it is on the disk. False: it did not come to that.
  bool play_by_keys(const std::string& move);
  bool play_by_clicks(const std::string& move);
  bool play_by_drag(const std::string& move);

 private:
  [[nodiscard]] SDL_Point pixel(std::string_view point);
  bool played(std::size_t before);

  Display display_;
  std::unique_ptr<menu::App> app_;
};

}  // namespace qitai::testing
