// Supervised processes for the tests that kill them: cases that only run by name, in a process of their own.
// QITAI_TEST_DATA is the state folder.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/paths.hpp"
#include "kiosk/quarantine.hpp"
#include "kiosk/supervisor.hpp"
#include "menu/app.hpp"
#include "menu/table_screen.hpp"
#include "menu/title_screen.hpp"
#include "seat/random.hpp"

using namespace qitai;
using namespace std::chrono_literals;

namespace {

template <typename... Words>
void say(fmt::format_string<Words...> format, Words&&... words) {
  fmt::print(format, std::forward<Words>(words)...);
  std::fflush(stdout);
}

// Sits down and plays random moves. Says "screen NAME" at each screen, "ended N" at each table, where N
// matches have come to their end, "ply N" when N plies are on the disk, and "notice TEXT".
class Guest final : public menu::Driver {
 public:
  bool turn(menu::App& app) override {
    const std::string_view screen = app.screen().name();
    if (screen != screen_) {
      screen_ = screen;
      say("screen {}\n", screen_);
      if (screen == "table") {
        said_.reset();
        say("ended {}\n", app.house().journal->finished(1000)->size());
      }
    }
    if (screen != "table") {
      if (!app.settled()) return true;
      if (const auto* const title = dynamic_cast<menu::TitleScreen*>(&app.screen());
          title != nullptr && !title->notice().empty()) {
        say("notice {}\n", title->notice());
      }
      if (screen == "title" && app.ui().focus().item("title.resume") == nullptr)
        app.ui().focus().set("title.two", app.now());
      app.press(platform::Action::kSelect);
      return true;
    }
    auto& table = dynamic_cast<menu::TableScreen&>(app.screen());
    const seat::Table& match = table.session().table();
    if (match.all_durable() && said_ != match.referee().ply()) {
      said_ = match.referee().ply();
      say("ply {}\n", *said_);
    }
    if (table.session().ready() && app.settled() && !table.session().over()) play(app, table);
    return true;
  }

 private:
  void play(menu::App& app, menu::TableScreen& table) {
    const view::BoardView& board = app.house().board;
    if (!wanted_ || (wanted_->from != host::kNoPoint && table.hand().lifted() != wanted_->from)) {
      wanted_ = player_.choose(table.session().table().referee().legal(*table.session().mover()));
      if (wanted_->from != host::kNoPoint) return tap(app, board.centre(wanted_->from));
    }
    const SDL_FPoint to = board.centre(wanted_->to);
    wanted_.reset();
    tap(app, to);
  }
  static void tap(menu::App& app, SDL_FPoint at) { app.tap(at.x, at.y, platform::Device::kTouch); }

  seat::RandomPlayer player_{64};
  std::string screen_;
  std::optional<host::Move> wanted_;
  std::optional<std::uint32_t> said_;
};

kiosk::Supervision supervision() {
  kiosk::Supervision out;
  out.state = environment("QITAI_TEST_DATA").value();
  // A busy machine is slow, and no game that hangs.
  out.silence = environment("QITAI_FRAGILE") == "hang" ? 3s : 30s;
  return out;
}

int play(const kiosk::Start& start) {
  say("begin\n");
  menu::AppOptions options;
  options.windowed = options.kiosk = true;
  options.width = 800;
  options.height = 480;
  options.data_folder = environment("QITAI_TEST_DATA").value();
  if (const auto plugin = environment("QITAI_TEST_PLUGIN")) {
    options.plugin_files.emplace_back(*plugin);
    options.config_file = options.data_folder / "config.toml";
    std::ofstream(*options.config_file) << "[plugins]\norder = [\"tictactoe\"]\n";
  }
  options.settings.emplace_back("display.reduced_motion", "true");
  options.supervised = {start.go_on,  start.safe,    start.set_aside, start.beat,
                        start.deaths, start.counted, start.ran};
  options.driver = std::make_shared<Guest>();
  return menu::run_app(options);
}

// Beats until it is told to end, and does meanwhile what QITAI_TEST_DOES says.
int simple(const kiosk::Start& start) {
  const std::string does = environment("QITAI_TEST_DOES").value_or("");
  if (does == "early") {
    const auto tried = std::filesystem::path(environment("QITAI_TEST_DATA").value()) / "tried";
    if (!std::filesystem::exists(tried)) {
      std::ofstream(tried) << "once";
      std::_Exit(1);
    }
  }
  // The second start counts what it is told, and dies before it is up as the first did.
  if (does == "counts") {
    say("told {}\n", start.deaths.size());
    const auto starts = std::filesystem::path(environment("QITAI_TEST_DATA").value()) / "starts";
    std::ofstream(starts, std::ios::app) << 'x';
    const auto number = std::filesystem::file_size(starts);
    if (number == 2) start.counted();
    if (number < 3) std::_Exit(1);
  }
  // What it says comes after its first beat.
  if (!start.beat(does != "alone")) return 0;
  say("start{}{}\n", start.go_on ? " go-on" : "", start.safe ? " safe" : "");
  for (int beat = 0; start.beat(does != "alone"); ++beat) {
    if (does == "leave" && beat == 3) return 7;
    // As the service menu does: what is set aside is said, one is let back, the game asks for a new start.
    if (does == "again" && beat == 1) {
      for (const std::string& id : start.set_aside)
        say("aside {}\n", id);
      if (start.set_aside.empty()) return menu::kLeft;
      const auto file = std::filesystem::path(environment("QITAI_TEST_DATA").value()) / "plugins-set-aside";
      std::vector<std::string> rest = start.set_aside;
      rest.pop_back();
      return kiosk::write_quarantine(file, rest) ? menu::kAgain : 1;
    }
    if (does == "segv" && beat == 1) *static_cast<volatile int*>(nullptr) = 1;
    if (does == "exit" && beat == 1) std::exit(0);
    if (does == "hang" && beat == 1) std::this_thread::sleep_for(1h);
    if (does == "deaf" && beat == 1) {
      std::signal(SIGABRT, SIG_IGN);
      std::this_thread::sleep_for(1h);
    }
    std::this_thread::sleep_for(20ms);
  }
  say("end\n");
  return 0;
}

}  // namespace

TEST_CASE("A supervised match", "[.match]") {
  ::setenv("SDL_VIDEODRIVER", "dummy", 1);
  ::setenv("SDL_RENDER_DRIVER", "software", 1);
  kiosk::Supervision options = supervision();
  options.game = play;
  std::exit(kiosk::supervise(options));
}

TEST_CASE("A supervised process", "[.simple]") {
  kiosk::Supervision options = supervision();
  options.game = simple;
  const std::string does = environment("QITAI_TEST_DOES").value_or("");
  options.silence = does == "hang" || does == "deaf" ? 1s : 10s;
  std::exit(kiosk::supervise(options));
}
