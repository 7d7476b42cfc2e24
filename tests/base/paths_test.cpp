#include "base/paths.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "../forked.hpp"
#include "../scratch.hpp"

namespace fs = std::filesystem;
using namespace qitai;
using qitai::testing::in_child;
using qitai::testing::Scratch;

namespace {

void clear() {
  for (const char* name : {"QITAI_DATA", "QITAI_CONFIG", "QITAI_STATE", "QITAI_ASSETS", "XDG_DATA_HOME",
                           "XDG_CONFIG_HOME", "XDG_STATE_HOME"}) {
    ::unsetenv(name);
  }
}

int mode_of(const fs::path& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 ? static_cast<int>(facts.st_mode & 07777) : -1;
}

}  // namespace

TEST_CASE("the user's folders follow the XDG specification and are made private") {
  const Scratch scratch;
  CHECK(in_child([&] {
          clear();
          ::setenv("HOME", scratch.path().c_str(), 1);
          if (*data_folder() != scratch / ".local/share/qitai") return 1;
          if (*state_folder() != scratch / ".local/state/qitai") return 2;
          if (*config_folder() != scratch / ".config/qitai") return 3;
          if (mode_of(scratch / ".local/share/qitai") != 0700) return 4;
          if (fs::exists(scratch / ".config")) return 5;  // never made: the game does not write there
          ::setenv("XDG_DATA_HOME", (scratch / "xdg").c_str(), 1);
          if (*data_folder() != scratch / "xdg/qitai") return 6;
          ::setenv("XDG_DATA_HOME", "relative", 1);  // "must be ignored"
          if (*data_folder() != scratch / ".local/share/qitai") return 7;
          ::setenv("QITAI_DATA", (scratch / "own").c_str(), 1);
          if (*data_folder() != scratch / "own") return 8;
          ::setenv("QITAI_DATA", "relative", 1);
          return data_folder().error().code == "relative-path" ? 0 : 9;
        }) == 0);
}

TEST_CASE(
    "the system's configuration is below the prefix of the program, unless QITAI_CONFIG names one folder") {
  CHECK(in_child([] {
          clear();
          if (system_config_folder() != fs::path(QITAI_BUILD_DIR) / "etc/qitai") return 1;
          ::setenv("QITAI_CONFIG", "/somewhere", 1);
          return system_config_folder() ? 2 : 0;
        }) == 0);
}

TEST_CASE("a file in a folder's place is named") {
  const Scratch scratch;
  std::ofstream(scratch / "file") << "x";
  const auto made = ensure_folder(scratch / "file/below");
  REQUIRE_FALSE(made.ok());
  CHECK(made.error().message.find((scratch / "file").string()) != std::string::npos);
  CHECK(ensure_folder(scratch / "a/b/c").ok());
  CHECK(ensure_folder(scratch / "a/b/c").ok());
}

TEST_CASE("assets are found beside the program or where QITAI_ASSETS says, else a sentence tells where") {
  const Scratch scratch;
  CHECK(in_child([&] {
          clear();
          ::setenv("QITAI_ASSETS", scratch.path().c_str(), 1);
          if (*assets_folder() != scratch.path()) return 1;
          ::setenv("QITAI_ASSETS", (scratch / "none").c_str(), 1);
          const auto missing = assets_folder();
          if (missing || missing.error().message.find("QITAI_ASSETS") == std::string::npos) return 2;
          if (program_folder()->filename() != "tests") return 3;
          return 0;
        }) == 0);
}
