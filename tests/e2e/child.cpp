// The game in a process of its own, without a display, for the tests that kill it or take its disk away: sits
// down (or goes on with the match that was interrupted) and plays random moves through the screens. Says on
// standard output "ended N", how many matches had come to their end when it sat down, then "ply N" when N
// plies are on the disk, "trouble CODE" when the journal has failed, and
// "unrecorded N" for plies after that.
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "base/paths.hpp"
#include "menu/app.hpp"
#include "menu/table_screen.hpp"
#include "seat/random.hpp"

using namespace qitai;

namespace {

class Restless final : public menu::Driver {
 public:
  Restless(std::uint64_t seed, std::size_t most) : player_(seed), most_(most) {}

  bool turn(menu::App& app) override {
    const std::string_view screen = app.screen().name();
    if (screen == "result") return false;
    if (screen != "table") {
      // Go on or two players, then what has the focus: begin.
      if (!app.settled()) return true;
      if (screen == "title" && app.ui().focus().item("title.resume") == nullptr)
        app.ui().focus().set("title.two", app.now());
      app.press(platform::Action::kSelect);
      return true;
    }
    auto& table = dynamic_cast<menu::TableScreen&>(app.screen());
    const seat::Table& match = table.session().table();
    if (!said_) std::printf("ended %zu\n", app.house().journal->finished(1000)->size());
    report(match);
    if (!table.session().ready() || !app.settled() || table.session().over()) return true;
    if (match.referee().ply() >= most_) return false;
    play(app, table);
    return true;
  }

 private:
  void report(const seat::Table& match) {
    if (!match.all_durable()) return;
    if (!match.journal_trouble().empty() && !trouble_) {
      trouble_ = true;
      std::printf("trouble %s\n", match.journal_trouble().c_str());
    }
    if (said_ == match.referee().ply()) return;
    said_ = match.referee().ply();
    std::printf("%s %u\n", trouble_ ? "unrecorded" : "ply", *said_);
    std::fflush(stdout);
  }

  // Taps the piece, then its target.
  void play(menu::App& app, menu::TableScreen& table) {
    const view::BoardView& board = app.house().board;
    if (!wanted_ || table.hand().lifted() != wanted_->from) {
      wanted_ = player_.choose(table.session().table().referee().legal(*table.session().mover()));
      const SDL_FPoint from = board.centre(wanted_->from);
      app.tap(from.x, from.y, platform::Device::kTouch);
      return;
    }
    const SDL_FPoint to = board.centre(wanted_->to);
    wanted_.reset();
    app.tap(to.x, to.y, platform::Device::kTouch);
  }

  seat::RandomPlayer player_;
  std::size_t most_;
  std::optional<host::Move> wanted_;
  std::optional<std::uint32_t> said_;
  bool trouble_ = false;
};

}  // namespace

TEST_CASE("A game to be killed", "[.child]") {
  ::setenv("SDL_VIDEODRIVER", "dummy", 1);
  ::setenv("SDL_RENDER_DRIVER", "software", 1);
  menu::AppOptions options;
  options.windowed = true;
  options.width = 800;
  options.height = 480;
  options.data_folder = environment("QITAI_TEST_DATA").value();
  options.settings.emplace_back("display.reduced_motion", "true");
  const auto number = [](const char* name) { return std::stoull(environment(name).value()); };
  options.driver = std::make_shared<Restless>(number("QITAI_TEST_SEED"), number("QITAI_TEST_PLIES"));
  CHECK(menu::run_app(options) == 0);
}
