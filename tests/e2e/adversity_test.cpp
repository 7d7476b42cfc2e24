// What is missing, broken or refused: the program says a sentence, and goes on wherever it can.
#include <catch2/catch.hpp>
#include <fstream>
#include <optional>

#include "../process.hpp"
#include "../scratch.hpp"

using namespace qitai::testing;
using Catch::Matchers::Contains;

namespace {

const std::string kProgram = QITAI_BUILD_DIR "/bin/qitai";

// Draws a few frames without a display, with this environment over the usual one.
Finished start(std::vector<std::string> more, Environment environment = {}) {
  more.insert(more.begin(), {kProgram, "--video-frames", "3"});
  environment.insert(environment.begin(), {{"SDL_VIDEODRIVER", "offscreen"}, {"DISPLAY", ""}});
  return run(more, environment);
}

// The same in a mount namespace of its own, after `prepare`; nothing where that is not allowed.
std::optional<Finished> start_prepared(const std::string& prepare, const std::string& more) {
  if (run({"unshare", "-r", "-m", "true"}).status != 0) {
    WARN("skipped: no mount namespace may be made here");
    return std::nullopt;
  }
  return run(
      {"unshare", "-r", "-m", "sh", "-c", prepare + " && exec " + kProgram + " --video-frames 3 " + more},
      {{"SDL_VIDEODRIVER", "offscreen"}, {"DISPLAY", ""}});
}

}  // namespace

TEST_CASE("No display, or one that does not answer: a sentence that says what to do, exit status 2") {
  for (const std::string display : {"", ":4711"}) {
    const Finished done = run({kProgram, "--windowed"}, {{"DISPLAY", display},
                                                         {"WAYLAND_DISPLAY", ""},
                                                         {"SDL_VIDEODRIVER", ""},
                                                         {"XDG_RUNTIME_DIR", "/nonexistent"}});
    INFO(done.err);
    CHECK(done.status == 2);
    CHECK_THAT(done.err, Contains("No display"));
    CHECK_THAT(done.err, Contains("SDL_VIDEODRIVER"));
  }
}

TEST_CASE("No sound device, or a driver that there is not: the game starts all the same") {
  for (const std::string driver : {"alsa", "nothing"}) {
    const Scratch folder;
    const Finished done = start({"--data", folder.path().string()},
                                {{"SDL_AUDIODRIVER", driver}, {"AUDIODEV", "/nonexistent"}});
    INFO(driver << ": " << done.err);
    CHECK(done.status == 0);
  }
}

TEST_CASE("Missing assets: the game starts with what is built in and says where it looked") {
  const Scratch folder;
  const Finished done =
      start({"--data", folder.path().string()}, {{"QITAI_ASSETS", (folder / "nothing").string()}});
  INFO(done.err);
  CHECK(done.status == 0);
  CHECK_THAT(done.err, Contains((folder / "nothing").string()));
}

TEST_CASE("Missing fonts: the game starts and names the packages") {
  const Scratch folder;
  const auto done = start_prepared(
      "mount -t tmpfs tmpfs /usr/share/fonts && mkdir -p /usr/local/share/fonts && "
      "mount -t tmpfs tmpfs /usr/local/share/fonts",
      "--data " + folder.path().string());
  if (!done) return;
  INFO(done->err);
  CHECK(done->status == 0);
  CHECK_THAT(done->err, Contains("fonts-noto-cjk"));
}

TEST_CASE("A data folder that can't be written: the game starts and says so") {
  const Scratch folder;
  const std::string path = folder.path().string();
  const auto done = start_prepared("mount -t tmpfs -o ro tmpfs " + path, "--data " + path);
  if (!done) return;
  INFO(done->err);
  CHECK(done->status == 0);
  CHECK_THAT(done->err, Contains(path));
  CHECK_THAT(done->err, Contains("ead-only"));
}

TEST_CASE("A data folder that is a file: the game starts and says so") {
  const Scratch folder;
  std::ofstream(folder / "file") << "not a folder";
  const Finished done = start({"--data", (folder / "file").string()});
  INFO(done.err);
  CHECK(done.status == 0);
  CHECK_THAT(done.err, Contains((folder / "file").string()));
}

TEST_CASE("A journal that is no database is set aside, the game starts with a new one") {
  const Scratch folder;
  std::ofstream(folder / "journal.db") << std::string(8192, 'x');
  const Finished done = start({"--data", folder.path().string()});
  INFO(done.err);
  CHECK(done.status == 0);
  bool set_aside = false;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    set_aside |= entry.path().filename().string().find(".broken-") != std::string::npos;
  CHECK(set_aside);
}

TEST_CASE("A broken config.toml: file, line and what was expected, the game starts") {
  const Scratch folder;
  const std::string file = (folder / "config.toml").string();
  SECTION("a value out of its range and a key nobody knows") {
    std::ofstream(file) << "[display]\ntheme = \"glass\"\n[time]\nfirst_limit = 999\nfirst_limits = 3\n";
    const Finished done = start({"--data", folder.path().string(), "--config", file});
    INFO(done.err);
    CHECK(done.status == 0);
    CHECK_THAT(done.err, Contains("config.toml, line 2") && Contains("wood"));
    CHECK_THAT(done.err, Contains("config.toml, line 4") && Contains("180"));
    CHECK_THAT(done.err, Contains("config.toml, line 5") && Contains("first_limit"));
  }
  SECTION("time limits that do not go together") {
    std::ofstream(file) << "[time]\nstep_limit = 30\nincrement = 5\n";
    const Finished done = start({"--data", folder.path().string(), "--config", file});
    INFO(done.err);
    CHECK(done.status == 0);
    CHECK_THAT(done.err,
               Contains("config.toml, line 3: increment is 5: expected 0 while both limits are 0."));
  }
  SECTION("a window larger than any screen") {
    std::ofstream(file) << "[display]\nfullscreen = false\nwidth = 16384\nheight = 16384\n";
    const Finished done = start({"--data", folder.path().string(), "--config", file});
    INFO(done.err);
    CHECK(done.status == 0);
    CHECK_THAT(done.err,
               Contains("config.toml, line 3") && Contains("from 480 to 7680") && Contains("1280 is used"));
    CHECK_THAT(done.err,
               Contains("config.toml, line 4") && Contains("from 480 to 4320") && Contains("800 is used"));
  }
  SECTION("a file too big to be one") {
    std::ofstream(file) << "language = \"en\"\n#" << std::string(1'500'000, 'x') << "\n";
    const Finished done = start({"--data", folder.path().string(), "--config", file});
    INFO(done.err);
    CHECK(done.status == 0);
    CHECK_THAT(done.err, Contains("config.toml is larger than the 1000000 bytes"));
  }
  SECTION("no TOML at all") {
    std::ofstream(file) << "display = {{{\n";
    const Finished done = start({"--data", folder.path().string(), "--config", file});
    INFO(done.err);
    CHECK(done.status == 0);
    CHECK_THAT(done.err, Contains("config.toml, line 1"));
  }
}

TEST_CASE("A second program on the same data folder: a sentence, and it is played unrecorded") {
  const Scratch folder;
  Process first({kProgram, "--windowed", "--data", folder.path().string()},
                {{"SDL_VIDEODRIVER", "offscreen"}, {"DISPLAY", ""}});
  const std::string journal = (folder / "journal.db").string();
  for (int i = 0; i < 200 && !std::filesystem::exists(journal); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const Finished second = start({"--data", folder.path().string()});
  INFO(second.err);
  CHECK(second.status == 0);
  CHECK_THAT(second.err, Contains("another Qitai is using " + folder.path().string()));
}

TEST_CASE("A broken plugin beside the good ones: it is named, the game starts") {
  const Scratch folder;
  std::ofstream(folder / "broken.so") << "\x7f"
                                      << "ELF but not really";
  const Finished done =
      start({"--data", folder.path().string(), "--plugin", (folder / "broken.so").string()});
  INFO(done.err);
  CHECK(done.status == 0);
  CHECK_THAT(done.err, Contains("broken.so"));
}
