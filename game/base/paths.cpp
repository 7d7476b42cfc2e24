#include "base/paths.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#include "base/file.hpp"

namespace qitai {
namespace {

namespace fs = std::filesystem;

Result<fs::path> home_folder() {
  if (const auto home = environment("HOME"); home && fs::path(*home).is_absolute()) return fs::path(*home);
  std::array<char, 4096> room{};
  passwd entry{};
  passwd* found = nullptr;
  if (getpwuid_r(getuid(), &entry, room.data(), room.size(), &found) == 0 && found != nullptr &&
      found->pw_dir != nullptr && found->pw_dir[0] == '/') {
    return fs::path(found->pw_dir);
  }
  return Error{"no-home",
               "this user has no home folder; set HOME, or QITAI_DATA, QITAI_CONFIG and QITAI_STATE"};
}

// `own` names the folder itself, `base` the XDG parent; relative values of the latter are ignored (XDG 0.8).
Result<fs::path> user_folder(const char* own, const char* base, const char* below_home) {
  if (const auto given = environment(own)) {
    const fs::path path(*given);
    if (path.is_absolute()) return path;
    return Error{"relative-path", fmt::format("{} is \"{}\"; an absolute path was expected", own, *given)};
  }
  if (const auto given = environment(base); given && fs::path(*given).is_absolute()) {
    return fs::path(*given) / "qitai";
  }
  auto home = home_folder();
  if (!home) return home.error();
  return *home / below_home / "qitai";
}

Result<fs::path> made(Result<fs::path> folder) {
  if (!folder) return folder;
  if (auto there = ensure_folder(*folder); !there) return there.error();
  return folder;
}

}  // namespace

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing in the game calls setenv
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

Status ensure_folder(const fs::path& folder) {
  std::error_code failed;
  if (fs::is_directory(folder, failed)) return {};
  fs::path made_so_far;
  for (const auto& part : folder) {
    made_so_far /= part;
    if (::mkdir(made_so_far.c_str(), 0700) == 0) continue;
    const int why = errno;
    // On a read-only disk or without permission mkdir may say so for a folder that is there already.
    if (fs::is_directory(made_so_far, failed)) continue;
    if (why == EEXIST) {
      return Error{"not-a-folder",
                   fmt::format("{} is not a folder; a folder was expected", made_so_far.string())};
    }
    return file_error("make the folder", made_so_far, why);
  }
  return {};
}

Result<fs::path> data_folder() {
  return made(user_folder("QITAI_DATA", "XDG_DATA_HOME", ".local/share"));
}

Result<fs::path> config_folder() {
  return user_folder("QITAI_CONFIG", "XDG_CONFIG_HOME", ".config");
}

std::optional<fs::path> system_config_folder() {
  if (environment("QITAI_CONFIG")) return std::nullopt;
  const auto program = program_folder();
  if (!program) return std::nullopt;
  const fs::path prefix = program->parent_path();
  return (prefix == "/usr" ? fs::path("/") : prefix) / "etc/qitai";
}

Result<fs::path> state_folder() {
  return made(user_folder("QITAI_STATE", "XDG_STATE_HOME", ".local/state"));
}

Result<fs::path> program_folder() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return file_error("read", "/proc/self/exe", failed.value());
  return program.parent_path();
}

Result<fs::path> assets_folder() {
  std::error_code failed;
  if (const auto given = environment("QITAI_ASSETS")) {
    if (fs::is_directory(*given, failed)) return fs::path(*given);
    return Error{"no-assets",
                 fmt::format("QITAI_ASSETS is \"{}\", which is not a folder; the folder with the "
                             "game's boards, pieces, fonts, sounds and translations was expected",
                             *given)};
  }
  auto program = program_folder();
  if (!program) return program.error();
  fs::path beside = program->parent_path() / "share" / "qitai";
  if (fs::is_directory(beside, failed)) return beside;
  return Error{"no-assets",
               fmt::format("the game's pictures, fonts, sounds and texts were expected in {}, which is "
                           "not there; install the game whole, or set QITAI_ASSETS to their folder",
                           beside.string())};
}

}  // namespace qitai
