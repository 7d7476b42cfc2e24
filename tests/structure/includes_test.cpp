// The order of the folders, held by reading every #include: a folder includes only itself and what stands
// above it, and each outside library has the few folders that may know it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const fs::path kRoot = QITAI_SOURCE_DIR;

// From the top: each includes only what stands before it. sdk is included as <qitai/…>.
const std::vector<std::string> kOrder{"sdk",  "base", "text",     "config", "host", "match", "store",
                                      "duel", "seat", "platform", "view",   "menu", "kiosk", "cli"};

struct Library {
  std::string name;
  std::regex header;
  std::set<std::string> folders;  // of game/ and "variants", "plugins"
};

const std::vector<Library> kLibraries{
    {"SDL", std::regex("SDL.*|SDL2/.*"), {"platform", "view", "menu", "kiosk", "cli"}},
    {"Dear ImGui", std::regex("(imgui/)?imgui.*|(imgui/)?misc/.*"), {"menu", "kiosk"}},
    {"SQL", std::regex("SQLiteCpp/.*|sqlite3\\.h"), {"store"}},
    {"dlopen", std::regex("dlfcn\\.h"), {"host"}},
    {"protobuf", std::regex("google/protobuf/.*|.*\\.pb\\.h"), {"duel"}},
    {"toml++", std::regex("toml\\+\\+/.*"), {"config", "view"}},
    {"sockets",
     std::regex("sys/socket\\.h|sys/un\\.h|netinet/.*|arpa/.*|netdb\\.h|bluetooth/.*"),
     {"plugins", "kiosk"}},  // kiosk: systemd's
};

// The referee and a duel get time as a number and read no file: the same input gives the same output
// everywhere.
const std::regex kNotPure(
    "chrono|ctime|time\\.h|sys/time\\.h|base/time\\.hpp|fstream|filesystem|cstdio|base/file\\.hpp|base/"
    "paths\\.hpp|"
    "unistd\\.h|fcntl\\.h|random|thread|mutex|atomic");

struct Include {
  fs::path file;  // from the root
  int line = 0;
  std::string header;
  bool quoted = false;
  // The part of the tree that the file belongs to: a folder of game/, "variants" or "plugins".
  std::string folder;
  // For variants and plugins the one it is of: "xiangqi".
  std::string unit;

  [[nodiscard]] std::string where() const {
    return file.string() + ":" + std::to_string(line) + " includes " + header;
  }
};

std::vector<fs::path> sources() {
  std::vector<fs::path> files;
  for (const char* top : {"game", "variants", "plugins"}) {
    if (!fs::exists(kRoot / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / top)) {
      const std::string ending = entry.path().extension();
      if (entry.is_regular_file() &&
          (ending == ".cpp" || ending == ".hpp" || ending == ".c" || ending == ".h")) {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Include> all_includes() {
  static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> includes;
  for (const fs::path& path : sources()) {
    const fs::path file = path.lexically_relative(kRoot);
    std::vector<std::string> parts;
    for (const auto& part : file)
      parts.push_back(part);
    std::ifstream stream(path);
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
      ++number;
      std::smatch match;
      if (!std::regex_search(line, match, pattern)) continue;
      Include include{file, number, match[2], match[1] == "\"", parts[0], parts.size() > 2 ? parts[1] : ""};
      // A file directly in game/ is the program's main: the last of the order.
      if (parts[0] == "game") include.folder = parts.size() > 2 ? parts[1] : "cli";
      includes.push_back(include);
    }
  }
  return includes;
}

std::string first_part(const std::string& header) {
  return header.substr(0, header.find('/'));
}

std::optional<std::size_t> place(const std::string& folder) {
  const auto found = std::find(kOrder.begin(), kOrder.end(), folder);
  if (found == kOrder.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kOrder.begin());
}

}  // namespace

TEST_CASE("every folder of game/ has its place in the order") {
  for (const auto& entry : fs::directory_iterator(kRoot / "game")) {
    if (!entry.is_directory()) continue;
    INFO(entry.path());
    CHECK(place(entry.path().filename()));
  }
}

TEST_CASE("a folder includes only itself and what stands above it") {
  const auto includes = all_includes();
  REQUIRE(includes.size() > 100);
  for (const Include& include : includes) {
    const auto own = place(include.folder);
    const auto other = place(first_part(include.header));
    if (!own || !other || !include.quoted || include.header.find('/') == std::string::npos) continue;
    INFO(include.where());
    CHECK(*other <= *own);
  }
}

TEST_CASE("the SDK, variants and plugins include nothing of the game but the SDK, nor one another") {
  for (const Include& include : all_includes()) {
    if (include.folder != "sdk" && include.folder != "variants" && include.folder != "plugins") continue;
    INFO(include.where());
    // Their own headers may stand beside a file or under the unit's name.
    const std::string first = first_part(include.header);
    const bool with_folder = include.header.find('/') != std::string::npos;
    if (with_folder && first != include.unit) CHECK_FALSE(place(first));
    if (include.quoted && with_folder) CHECK((first == include.unit || first == "qitai" || first == ".."));
    CHECK(include.header.find("/game/") == std::string::npos);
  }
}

TEST_CASE("each outside library is known to few folders") {
  for (const Include& include : all_includes()) {
    for (const Library& library : kLibraries) {
      if (!std::regex_match(include.header, library.header)) continue;
      INFO(include.where() << ", which is " << library.name);
      CHECK(library.folders.count(include.folder) == 1);
    }
  }
}

TEST_CASE("the referee and the duel include no clock, file, thread or chance") {
  for (const Include& include : all_includes()) {
    if (include.folder != "match" && include.folder != "duel") continue;
    INFO(include.where());
    CHECK_FALSE(std::regex_match(include.header, kNotPure));
  }
}

TEST_CASE("no source file is longer than 600 lines") {
  for (const fs::path& path : sources()) {
    std::ifstream stream(path);
    const auto lines = std::count(std::istreambuf_iterator<char>(stream), {}, '\n');
    INFO(path.lexically_relative(kRoot));
    CHECK(lines <= 600);
  }
}
