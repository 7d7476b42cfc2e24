// The demo plays a whole game through the real screens and leaves pictures and moves.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "menu/app.hpp"
#include "scratch.hpp"

TEST_CASE("a game whose pieces come from the hand is played on the board like any other") {
  ::setenv("SDL_VIDEODRIVER", "dummy", 1);
  ::setenv("SDL_RENDER_DRIVER", "software", 1);
  const qitai::testing::Scratch scratch;
  for (const std::uint64_t seed : {1, 2, 3}) {
    qitai::menu::AppOptions options;
    options.windowed = true;
    options.width = 800;
    options.height = 480;
    options.journal = false;
    options.data_folder = scratch.path();
    options.plugin_files = {QITAI_TEST_PLUGINS "/tictactoe.so"};
    options.demo.emplace();
    options.demo->variant = "tictactoe";
    options.demo->seed = seed;
    CHECK(qitai::menu::run_app(options) == 0);
  }
}

TEST_CASE("the demo plays to an end and leaves a picture of each screen") {
  ::setenv("SDL_VIDEODRIVER", "dummy", 1);
  ::setenv("SDL_RENDER_DRIVER", "software", 1);
  const qitai::testing::Scratch scratch;
  qitai::menu::AppOptions options;
  options.windowed = true;
  options.width = 800;
  options.height = 480;
  options.journal = false;
  options.data_folder = scratch.path();
  options.demo.emplace();
  options.demo->seed = 3;
  options.demo->shots = scratch / "shots";
  CHECK(qitai::menu::run_app(options) == 0);
  for (const char* const name : {"title.png", "terms.png", "table.png", "result.png", "moves.txt"}) {
    INFO(name);
    CHECK(std::filesystem::file_size(scratch.path() / "shots" / name) > 100);
  }
}
