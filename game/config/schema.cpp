#include "config/schema.hpp"

#include <algorithm>
#include <array>

namespace qitai::config {
namespace {

// The largest screens there are; a picture of more pixels would only fill the memory.
constexpr int kMostWidth = 7680;
constexpr int kMostHeight = 4320;

Key toggle(std::string_view path, bool Values::*member, std::string_view help, bool menu = false) {
  Key key{.path = path, .member = member, .help = help};
  key.menu = menu;
  return key;
}

Key number(std::string_view path, int Values::*member, int least, int most, std::string_view help) {
  return {.path = path, .member = member, .help = help, .least = least, .most = most};
}

// A number that menus change.
Key setting(std::string_view path, int Values::*member, int least, int most, std::string_view help) {
  Key key = number(path, member, least, most, help);
  key.menu = true;
  return key;
}

// Quarter turns.
Key degrees(std::string_view path, int Values::*member, std::string_view help) {
  Key key = setting(path, member, 0, 270, help);
  key.choices = {"0", "90", "180", "270"};
  return key;
}

Key choice(std::string_view path, std::string Values::*member, std::vector<std::string_view> choices,
           std::string_view help) {
  Key key{.path = path, .member = member, .help = help};
  key.choices = std::move(choices);
  key.menu = true;
  return key;
}

// A choice that menus make for one match, not for the machine.
Key rule(std::string_view path, std::string Values::*member, std::vector<std::string_view> choices,
         std::string_view help) {
  Key key = choice(path, member, std::move(choices), help);
  key.menu = false;
  return key;
}

Key path_of(std::string_view path, std::string Values::*member, std::string_view help) {
  Key key{.path = path, .member = member, .help = help};
  key.form = Form::kAbsolutePath;
  return key;
}

Key free_text(std::string_view path, std::string Values::*member, std::string_view help) {
  Key key{.path = path, .member = member, .help = help};
  key.menu = true;
  return key;
}

Key pin(std::string_view path, std::string Values::*member, std::string_view help) {
  Key key{.path = path, .member = member, .help = help};
  key.form = Form::kPin;
  return key;
}

// A text of that form, or an empty one, that menus change.
Key text_of(std::string_view path, std::string Values::*member, Form form, std::string_view help) {
  Key key = free_text(path, member, help);
  key.form = form;
  return key;
}

Key list(std::string_view path, std::vector<std::string> Values::*member, int most, Form form,
         std::string_view help) {
  return {.path = path, .member = member, .help = help, .most = most, .form = form};
}

Key off(std::string_view path, std::vector<std::string> Values::*member, std::string_view help) {
  Key key = list(path, member, 64, Form::kGameId, help);
  key.menu = true;
  return key;
}

Key input(std::string_view path, std::vector<std::string> Values::*member, std::string_view help) {
  Key key = list(path, member, 16, Form::kInputName, help);
  key.menu = true;
  return key;
}

std::vector<Key> make_schema() {
  return {
      choice("language", &Values::language, {"auto", "zh-Hans", "zh-Hant", "en"},
             "The language of every screen; auto: that of the environment (LC_ALL, LC_MESSAGES, LANG)."),

      toggle("display.fullscreen", &Values::fullscreen, "Full screen, without a border.", true),
      setting("display.monitor", &Values::monitor, 0, 15, "Which monitor, counted from 0."),
      degrees("display.rotation", &Values::rotation,
              "By how many degrees the picture is turned on its panel, clockwise."),
      choice("display.table", &Values::table, {"off", "long", "short"},
             "A flat screen with a player at each of its long edges, or of its short ones; off: both look at "
             "it from one side."),
      choice("display.facing", &Values::facing, {"own", "one"},
             "On a flat screen each side's pieces face their own player, or all of them the near one."),
      number("display.width", &Values::width, 480, kMostWidth,
             "Width of the window in pixels, when not full screen."),
      number("display.height", &Values::height, 480, kMostHeight,
             "Height of the window in pixels, when not full screen."),
      choice("display.theme", &Values::theme, {"wood", "ink", "contrast"}, "How board and pieces look."),
      choice("display.pieces", &Values::pieces, {"auto", "traditional", "simplified", "pictures"},
             "What stands on the pieces: characters (auto: by the language), or pictures where a game has "
             "them."),
      toggle("display.reduced_motion", &Values::reduced_motion, "Pieces appear in their place at once.",
             true),

      setting("sound.volume", &Values::volume, 0, 100, "How loud the sounds are, in per cent; 0: silence."),
      text_of("sound.quiet_from", &Values::quiet_from, Form::kDayTime,
              "When a cabinet falls silent, by the local clock (\"22:00\"); empty: never."),
      text_of("sound.quiet_to", &Values::quiet_to, Form::kDayTime, "When it is heard again (\"08:00\")."),

      number("time.first_limit", &Values::first_limit, 0, 180, "First limit in minutes; 0: no first stage."),
      number("time.first_moves", &Values::first_moves, 0, 999,
             "Own moves to make before the first limit runs out; 0: it lasts the whole game."),
      number("time.second_limit", &Values::second_limit, 0, 180,
             "Limit of each later stage in minutes; 0: nothing is added."),
      number("time.second_moves", &Values::second_moves, 0, 999,
             "Moves of each later stage; 0: the rest of the game."),
      number("time.step_limit", &Values::step_limit, 0, 999,
             "Limit of each single move in seconds; 0: none."),
      number("time.increment", &Values::increment, 0, 180, "Seconds added after each own move; 0: none."),
      number("time.setup_limit", &Values::setup_limit, 0, 30,
             "Minutes to set up, in games that begin with a set-up; 0: no limit."),
      toggle("time.carry", &Values::carry, "Unspent time goes into the next stage."),

      free_text("player.name", &Values::player_name,
                "What far players see of whoever plays here, at most 16 characters; empty: no name."),

      free_text(
          "player.transport", &Values::player_transport,
          "Which way to far players the lobby begins with (\"bluetooth\", \"local\"); empty: the first there "
          "is."),

      toggle("match.menu_stops_clock", &Values::menu_stops_clock,
             "An open menu stops the clock when both players sit at this machine."),

      number("kiosk.idle_seconds", &Values::idle_seconds, 20, 3600,
             "After how many seconds without a touch a cabinet goes back from its menus to the games that it "
             "shows."),
      number(
          "kiosk.idle_table_minutes", &Values::idle_table_minutes, 10, 240,
          "After how many minutes it does so at a table where no clock runs; the match can be gone on with."),
      choice("kiosk.play", &Values::play, {"free", "coins"},
             "Whether a match on a cabinet costs nothing or credits."),
      setting("kiosk.coins_per_credit", &Values::coins_per_credit, 1, 20, "How many coins make a credit."),
      setting("kiosk.credits_per_game", &Values::credits_per_game, 1, 20, "How many credits a match costs."),
      choice("kiosk.credits_each", &Values::credits_each, {"game", "player"},
             "Whether that is for all who play it at this machine or for each of them; the computer pays "
             "nothing."),

      pin("kiosk.pin", &Values::pin,
          "Opens the service menu of a cabinet: 4 to 12 digits from 1 to 9; empty: it stays closed."),
      text_of("kiosk.venue", &Values::venue, Form::kShort,
              "Where the cabinet stands, for its guests to read, at most 40 characters; empty: nothing."),
      toggle("kiosk.attract_sound", &Values::attract_sound,
             "The games that a cabinet shows while nobody is there are heard.", true),

      toggle("rules.touch_move", &Values::touch_move, "A piece taken up must move if it can."),
      toggle("rules.takeback", &Values::takeback, "A takeback may be asked for; the other side must agree."),
      rule("rules.illegal", &Values::illegal, {"prevent", "correct", "forfeit", "capture"},
           "What becomes of a move that leaves the own general in check."),
      number("rules.illegal_limit", &Values::illegal_limit, 0, 9,
             "Which corrected move of a side loses the game; 0: none does."),
      toggle("rules.announce_check", &Values::announce_check, "A check is said and shown."),
      toggle("rules.scored", &Values::scored, "The result counts: no takebacks and no hints."),

      number("scores.win", &Values::score_win, -1000, 1000, "Points for a scored match that was won."),
      number("scores.loss", &Values::score_loss, -1000, 1000,
             "Points for one that was lost, or left before its end."),
      number("scores.draw", &Values::score_draw, -1000, 1000, "Points for one that was drawn."),

      list("plugins.paths", &Values::plugin_paths, 16, Form::kAbsolutePath,
           "More folders to look for games and plugins in, after the usual ones."),
      list("plugins.order", &Values::game_order, 16, Form::kGameId,
           "Ids of the games that come first on the title; the others follow by id."),
      off("plugins.off", &Values::plugins_off, "Ids of games and plugins that are not loaded."),
      path_of("data.folder", &Values::data_folder,
              "Where the matches are kept; empty: the folder of settings.toml."),

      input("input.up", &Values::input_up, "Keys and buttons for up."),
      input("input.down", &Values::input_down, "Keys and buttons for down."),
      input("input.left", &Values::input_left, "Keys and buttons for left."),
      input("input.right", &Values::input_right, "Keys and buttons for right."),
      input("input.select", &Values::input_select, "Keys and buttons to select."),
      input("input.back", &Values::input_back, "Keys and buttons to go back."),
      input("input.flip", &Values::input_flip, "Keys and buttons to turn the board."),
      input("input.menu", &Values::input_menu, "Keys and buttons to open the menu."),
      input("input.browse", &Values::input_browse, "Keys and buttons to look through the moves."),
      input("input.fullscreen", &Values::input_fullscreen, "Keys to switch full screen on and off."),
      input("input.service", &Values::input_service, "Keys and buttons to open a cabinet's service menu."),
      input("input.coin", &Values::input_coin,
            "Keys and buttons that a coin presses; on a cabinet that takes them."),
      input("input.service_credit", &Values::input_service_credit,
            "Keys and buttons that give a credit; on a cabinet that takes coins."),
  };
}

}  // namespace

std::span<const Key> schema() {
  static const std::vector<Key> keys = make_schema();
  return keys;
}

const Key* find_key(std::string_view path) {
  const auto keys = schema();
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.path == path; });
  return found == keys.end() ? nullptr : &*found;
}

const Key& key_of(const Member& member) {
  const auto keys = schema();
  // Every member has a key (a test holds it), so the search always ends at one.
  return *std::find_if(keys.begin(), keys.end() - 1, [&](const Key& key) { return key.member == member; });
}

std::vector<std::pair<std::string, std::string>> Values::bindings() const {
  std::vector<std::pair<std::string, std::string>> pairs;
  constexpr std::string_view section = "input.";
  for (const Key& key : schema()) {
    if (key.path.rfind(section, 0) != 0) continue;
    for (const std::string& name : this->*std::get<std::vector<std::string> Values::*>(key.member)) {
      pairs.emplace_back(name, key.path.substr(section.size()));
    }
  }
  return pairs;
}

namespace {

// "HH:MM" in minutes; the schema lets nothing else in.
int minutes_of(std::string_view time) {
  const auto digit = [&](std::size_t at) { return time[at] - '0'; };
  return (digit(0) * 10 + digit(1)) * 60 + digit(3) * 10 + digit(4);
}

}  // namespace

bool Values::quiet_at(int minute) const {
  if (quiet_from.empty() || quiet_to.empty()) return false;
  const int from = minutes_of(quiet_from), to = minutes_of(quiet_to);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

}  // namespace qitai::config
