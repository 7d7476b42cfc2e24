// Menu: the program with its window: the loop that waits, hands inputs to the screen and draws what changed.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "menu/keeper.hpp"
#include "menu/pairing.hpp"
#include "menu/screen.hpp"
#include "menu/stage.hpp"
#include "platform/window.hpp"

namespace qitai::menu {

class App;

// Plays instead of people: called between frames; gives inputs by App::give and looks at what the screens
// show. Demos and tests are drivers.
class Driver {
 public:
  virtual ~Driver() = default;
  // False: it has seen enough, the program ends.
  virtual bool turn(App& app) = 0;
  // Whether it has come to its end; false makes the program's exit status 1.
  [[nodiscard]] virtual bool content() const { return true; }
};

struct DemoOptions {
  std::string variant;  // id; empty: the first game
  std::uint64_t seed = 1;
  std::filesystem::path shots;  // folder for a picture of each screen; empty: none
  bool quick = true;            // without motion
};

struct AppOptions {
  bool windowed = false;
  bool kiosk = false;
  // What a supervisor knows (game/kiosk).
  struct Supervised {
    bool go_on = false;  // straight back to the match in the journal
    // Neither plugins of others nor what config.toml and settings.toml say, but the PIN and what coins are.
    bool safe = false;
    std::vector<std::string> set_aside;  // ids of plugins that are not loaded, and told
    // Called at least once a second, with whether a match is under way; false: the program is to end.
    std::function<bool(bool plays)> beat;
    // How the program died before, not counted in the ledger yet: the plugin that was running, or empty, of
    // each.
    std::vector<std::string> deaths{};
    // Called once they are counted and on the disk.
    std::function<void()> counted{};
    bool ran = false;  // it was up with those files before: to read them is no risk
  } supervised;
  int width = 0, height = 0;  // of the window; 0: as configured
  std::optional<std::filesystem::path> config_file;
  std::filesystem::path data_folder;  // journal and settings; empty: the usual one
  bool sound = false;                 // played on the machine's device, as loud as configured
  bool journal = true;                // false: nothing is kept (demo)
  std::string language;               // empty: as configured
  std::vector<std::filesystem::path> plugin_files;
  // Further settings, key path and value as text ("display.theme", "ink").
  std::vector<std::pair<std::string, std::string>> settings;
  int video_frames = -1;             // draw that many frames and leave; −1: no end
  std::filesystem::path screenshot;  // PNG of the last frame
  std::optional<DemoOptions> demo;
  MakeKeeper keeper{};  // empty: nobody looks after it
  // For tests: who plays, and whose clocks; empty: nobody, the machine's.
  std::shared_ptr<Driver> driver;
  std::function<std::uint64_t()> ticks;   // ms
  std::function<seat::Now()> match_now;   // µs
  std::function<std::int64_t()> seconds;  // since 1970, as the journal writes them down; on any thread
  std::function<std::array<std::uint8_t, 32>()> random_seed;
};

class App {
 public:
  // Window, fonts, texts, plugins, journal. Errors: no window, or a configuration that was named and cannot
  // be read; all else has a fall-back that is logged and shown.
  static Result<std::unique_ptr<App>> open(const AppOptions& options);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // One turn: waits for something to do, does it, draws. False: the program is to end.
  bool turn();
  // As if a device had given it; done in the next turn.
  void give(const platform::Input& input) { given_.push_back(input); }
  // A short press and release of an action on a device.
  void press(platform::Action action, platform::Device device = platform::Device::kKeyboard);
  // A tap or click.
  void tap(float x, float y, platform::Device device = platform::Device::kMouse);
  // PNG of what is shown.
  Status screenshot(const std::filesystem::path& file);

  [[nodiscard]] Screen& screen() { return *screen_; }
  [[nodiscard]] House& house() { return *house_; }
  [[nodiscard]] Ui& ui() { return *ui_; }
  [[nodiscard]] platform::Window& window() { return *window_; }
  // Nothing moves and no input waits.
  [[nodiscard]] bool settled() const;
  // Whether the driver, if there is one, has come to its end, and the picture that was asked for is written.
  [[nodiscard]] bool content() const {
    return !picture_lost_ && (options_.driver == nullptr || options_.driver->content());
  }
  [[nodiscard]] std::uint64_t frames() const { return frames_; }
  [[nodiscard]] std::uint64_t now() const;

 private:
  App() = default;
  void open_house(const AppOptions& options, const std::filesystem::path& assets);
  void open_journal(const std::filesystem::path& folder);
  void notice_journal(const std::string& code, const std::string& file);
  void arrange();
  // How the picture lies on the panel, as the configuration has it and the screen wants it.
  [[nodiscard]] platform::Turn lie() const;
  // The window shows its picture turned like that from here on; true: the picture has another size.
  bool take_turn();
  void change_screen();
  void handle(const platform::Input& input);
  void draw_panels();
  void draw_frame();
  void play_sounds();
  [[nodiscard]] int wait_for() const;
  [[nodiscard]] int wait_for_something() const;
  void pump_company();

  AppOptions options_;
  std::unique_ptr<platform::Window> window_;
  // What plugins may wake: they outlive the program's window.
  struct Waker;
  std::shared_ptr<Waker> waker_;
  std::unique_ptr<platform::Audio> audio_;
  config::Config config_;
  text::Catalog catalog_;
  std::unique_ptr<view::Type> type_;
  host::Plugins plugins_;
  std::unique_ptr<store::Journal> journal_;
  store::Layouts layouts_;
  store::TimeChoices times_;
  store::Blocked blocked_;
  std::optional<std::filesystem::path> data_;          // where things are kept
  std::int64_t returned_ = 0;                          // credits, of matches in a damaged journal
  std::vector<std::function<std::string()>> notices_;  // until the house has them
  std::unique_ptr<Ui> ui_;
  std::unique_ptr<view::BoardView> board_;
  std::unique_ptr<House> house_;
  std::unique_ptr<Stage> stage_;
  std::unique_ptr<Pairing> pairing_;
  std::unique_ptr<Keeper> keeper_;
  std::unique_ptr<Screen> screen_;
  platform::Turn lie_;  // as the window was last told
  std::string shown_;   // the name of the screen of the last frame, as the log has it
  std::deque<platform::Input> given_;
  std::uint64_t frames_ = 0;
  std::uint64_t last_frame_ = 0;
  bool panels_due_ = true;
  bool frame_due_ = true;
  bool ui_changed_ = false;
  bool picture_lost_ = false;
  bool company_told_ = false;  // something that no screen has seen yet
};

// Exit statuses of a cabinet's game: it is to be started again at once; its operator has left it.
inline constexpr int kAgain = 75;
inline constexpr int kLeft = 100;

// Opens the program and runs it to its end; the process's exit status (0, of a cabinet kAgain
// or kLeft; 1: a driver did not come to
// its end, or a picture could not be written; 2: it could not be opened, the sentence is on standard error).
int run_app(const AppOptions& options);

}  // namespace qitai::menu
