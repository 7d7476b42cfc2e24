// Everything an operator or a menu can set, with the defaults of a machine that was never configured.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace qitai::config {

// One member a key; the schema (schema.hpp) says which key fills it, its range and what it means.
struct Values {
  bool fullscreen = true;
  int monitor = 0;
  int rotation = 0;            // degrees clockwise: 0, 90, 180, 270
  std::string table = "off";   // off, long, short: at which edges of a flat screen two players sit
  std::string facing = "own";  // own (each side's pieces face their player), one (all the near one)
  int width = 1280;
  int height = 800;
  std::string theme = "wood";   // wood, ink, contrast
  std::string pieces = "auto";  // auto (by language), traditional, simplified, pictures
  bool reduced_motion = false;

  int volume = 60;           // per cent; 0: silence
  std::string quiet_from{};  // "HH:MM" by the local clock, when a cabinet falls silent; empty: never
  std::string quiet_to{};    // when it is heard again

  std::string language = "auto";  // auto (by the environment), zh-Hans, zh-Hant, en

  // The fields of match::TimeLimits, in its units.
  int first_limit = 0;
  int first_moves = 0;
  int second_limit = 0;
  int second_moves = 0;
  int step_limit = 0;
  int increment = 0;
  int setup_limit = 3;
  bool carry = true;

  // The terms that all games share, by the ids of match::term_ids().
  bool touch_move = false;
  bool takeback = true;
  std::string illegal = "prevent";  // prevent, correct, forfeit, capture
  int illegal_limit = 0;
  bool announce_check = true;
  bool scored = false;

  // What a scored match brings; see match::ScoreRules.
  int score_win = 10;
  int score_loss = -10;
  int score_draw = 0;

  bool menu_stops_clock = false;

  // When the guest of a cabinet counts as gone.
  int idle_seconds = 60;        // in menus
  int idle_table_minutes = 10;  // at a table where no clock runs

  std::string pin;             // of a cabinet's service menu, 4 to 12 digits 1 to 9; empty: it stays closed
  std::string venue;           // where the cabinet stands, as its guests read it; empty: nothing
  bool attract_sound = false;  // what a cabinet shows to nobody is heard, too

  // What a cabinet asks for a match.
  std::string play = "free";  // free, coins
  int coins_per_credit = 1;
  int credits_per_game = 1;
  std::string credits_each = "game";  // game: for all who sit here; player: for each of them

  std::string player_transport;  // id of the way to far players that the lobby begins with; empty: the first
  std::string player_name;       // as far players see it, see duel::check_name; empty: none

  std::vector<std::string> plugin_paths;                             // absolute folders
  std::vector<std::string> game_order{"xiangqi", "chess", "junqi"};  // ids; the other games follow
  std::vector<std::string> plugins_off;                              // ids; they are not loaded
  std::string data_folder;                                           // absolute; empty: the XDG folder

  // Names of keys and buttons ("key:space", "pad:a") for each action; empty: the built-in ones.
  std::vector<std::string> input_up, input_down, input_left, input_right, input_select, input_back,
      input_flip, input_menu, input_browse, input_fullscreen, input_service, input_coin, input_service_credit;

  // Pairs (key or button, action id) as platform::Window::set_bindings takes them: those of every action that
  // the configuration names.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> bindings() const;

  // Whether a cabinet is silent at that minute of the day (0 to 1439) of the local clock. From and to the
  // same: never.
  [[nodiscard]] bool quiet_at(int minute) const;

  friend bool operator==(const Values&, const Values&) = default;
};

}  // namespace qitai::config
