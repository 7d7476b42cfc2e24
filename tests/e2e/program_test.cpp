// The installed program as it stands in the build tree, under a display, by its keys and signals.
#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>

#include "../display.hpp"
#include "../scratch.hpp"
#include "match/intent.hpp"
#include "store/journal.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;

namespace {

std::vector<std::string> program(const Scratch& folder, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {QITAI_BUILD_DIR "/bin/qitai", "--windowed", "--data", folder.path().string()});
  return more;
}

// The moves of the unfinished match, as points of the journal: how many plies it has.
std::size_t kept_plies(const Scratch& folder) {
  const auto journal = store::Journal::open(folder / "journal.db", {});
  REQUIRE(journal);
  const auto match = (*journal)->resumable();
  REQUIRE(match);
  if (!*match) return 0;
  std::size_t plies = 0;
  for (const std::string& entry : (*match)->entries) {
    const auto intent = match::decode_intent(entry);
    REQUIRE(intent);
    plies += intent->kind == match::IntentKind::kMove ? 1 : 0;
  }
  return plies;
}

// Width and height that a PNG's header gives; 0, 0: no PNG.
std::pair<unsigned, unsigned> png_size(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<unsigned char, 24> head{};
  in.read(reinterpret_cast<char*>(head.data()), head.size());
  if (!in || head[1] != 'P' || head[2] != 'N' || head[3] != 'G') return {0, 0};
  const auto number = [&](std::size_t at) {
    return (unsigned{head[at]} << 24) | (unsigned{head[at + 1]} << 16) | (unsigned{head[at + 2]} << 8) |
           head[at + 3];
  };
  return {number(16), number(20)};
}

}  // namespace

TEST_CASE("The program is played by keys, killed, started again and goes on with the match") {
  const Scratch folder;
  const Display display;
  std::size_t plies = 0;
  {
    Process game(program(folder), display.environment());
    REQUIRE(display.focus());
    // The game, beside one player two, begin.
    REQUIRE(game.wait_for("screen: title", 20s));
    display.keys({"Return", "Right", "Return"});
    REQUIRE(game.wait_for("screen: terms", 20s));
    display.keys({"Return"});
    REQUIRE(game.wait_for("screen: table", 20s));
    // To the lower left corner: a0-a1. Then up: a9-a8, and a second for each to come to the disk.
    display.keys(std::vector<std::string>(9, "Left"));
    display.keys(std::vector<std::string>(10, "Down"));
    display.keys({"Return", "Up", "Return"});
    std::this_thread::sleep_for(1s);
    display.keys(std::vector<std::string>(9, "Up"));
    display.keys({"Return", "Down", "Return"});
    std::this_thread::sleep_for(1s);
    game.send(SIGKILL);
    CHECK(game.finish(20s) == -SIGKILL);
    plies = kept_plies(folder);
    CHECK(plies == 2);
  }
  {
    Process game(program(folder), display.environment());
    REQUIRE(display.focus());
    // To go on has the focus.
    REQUIRE(game.wait_for("screen: title", 20s));
    display.keys({"Return"});
    REQUIRE(game.wait_for("screen: table", 20s));
    display.keys(std::vector<std::string>(9, "Right"));
    display.keys(std::vector<std::string>(10, "Down"));
    display.keys({"Return", "Up", "Return"});
    std::this_thread::sleep_for(1s);
    // As systemd and a session's end would ask.
    game.send(SIGTERM);
    CHECK(game.finish(20s) == 0);
    CHECK(kept_plies(folder) == plies + 1);
  }
}

TEST_CASE("The system asks the program to end, in a cabinet too: it does, at once and in order") {
  const std::string kiosk = GENERATE("", "--kiosk");
  const int signal = GENERATE(SIGTERM, SIGINT);
  const Scratch folder;
  const Display display;
  Process game(program(folder, kiosk.empty() ? std::vector<std::string>() : std::vector{kiosk}),
               display.environment());
  REQUIRE(game.wait_for("screen: ", 30s));
  game.send(signal);
  const int status = game.finish(10s);
  INFO(game.err);
  CHECK(status == 0);
}

TEST_CASE("So many frames are drawn as --video-frames says, and --screenshot saves the last") {
  const Scratch folder;
  const Finished done = run(program(folder, {"--video-frames", "5", "--screenshot",
                                             (folder / "shot.png").string(), "--lang", "en"}),
                            {{"SDL_VIDEODRIVER", "offscreen"}, {"DISPLAY", ""}});
  INFO(done.err);
  CHECK(done.status == 0);
  CHECK(png_size(folder / "shot.png") == std::pair(1280U, 800U));
}

TEST_CASE("demo plays a whole game through the real screens without a display and leaves its pictures") {
  const Scratch folder;
  const Finished done = run({QITAI_BUILD_DIR "/bin/qitai", "demo", "--variant", "xiangqi", "--seed", "1",
                             "--shots", folder.path().string()},
                            {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"SDL_VIDEODRIVER", ""}}, 280s);
  INFO(done.err);
  CHECK(done.status == 0);
  const std::string last = done.out.substr(done.out.rfind('\n', done.out.size() - 2) + 1);
  CHECK(last.starts_with("ended after "));
  for (const char* name : {"title.png", "terms.png", "table.png", "result.png"})
    CHECK(png_size(folder / name).first > 0);
  CHECK(std::filesystem::file_size(folder / "moves.txt") > 0);
}
