#include "view/font_files.hpp"

#include <filesystem>
#include <system_error>

#include "base/log.hpp"

namespace qitai::view {
namespace {

namespace fs = std::filesystem;

// A font tree is small; a link that leads into something large must not hold up the start.
constexpr int kMaxEntries = 20'000;

bool is_file(const fs::path& path) {
  std::error_code problem;
  return fs::is_regular_file(path, problem);
}

std::string search_below(const fs::path& folder, const std::string& name) {
  std::error_code problem;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, problem);
  int seen = 0;
  while (!problem && entry != fs::recursive_directory_iterator() && ++seen < kMaxEntries) {
    if (entry->path().filename() == name && is_file(entry->path())) return entry->path().string();
    entry.increment(problem);
  }
  return {};
}

// `usual`: where Debian's package puts it, below a system folder; saves walking the tree.
std::string find_file(const std::vector<std::string>& folders, const std::vector<std::string>& system,
                      const std::string& usual) {
  const std::string name = fs::path(usual).filename().string();
  for (const std::string& folder : folders) {
    if (const fs::path path = fs::path(folder) / name; is_file(path)) return path.string();
  }
  for (const std::string& folder : system) {
    if (const fs::path path = fs::path(folder) / usual; is_file(path)) return path.string();
  }
  for (const std::string& folder : system) {
    if (std::string path = search_below(folder, name); !path.empty()) return path;
  }
  return {};
}

void note_missing(const std::string& path, std::string_view name, std::string_view package,
                  std::string_view instead) {
  if (path.empty()) log_warning("The font {} was not found (Debian: {}); {}.", name, package, instead);
}

}  // namespace

std::vector<std::string> system_font_folders() {
  return {"/usr/share/fonts", "/usr/local/share/fonts"};
}

FontFiles find_fonts(const std::vector<std::string>& folders, const std::vector<std::string>& system) {
  FontFiles files;
  files.kai = find_file(folders, system, "truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf");
  files.sans = find_file(folders, system, "opentype/noto/NotoSansCJK-Regular.ttc");
  files.sans_bold = find_file(folders, system, "opentype/noto/NotoSansCJK-Bold.ttc");
  files.symbols = find_file(folders, system, "truetype/dejavu/DejaVuSans.ttf");
  if (files.kai.empty() && files.sans.empty() && files.sans_bold.empty() && files.symbols.empty()) {
    log_error(
        "No font was found at all: texts are shown as boxes. Debian: fonts-lxgw-wenkai, fonts-noto-cjk.");
    return files;
  }
  note_missing(files.kai, "LXGWWenKai-Bold.ttf", "fonts-lxgw-wenkai", "another face stands in for it");
  note_missing(files.sans, "NotoSansCJK-Regular.ttc", "fonts-noto-cjk", "another face stands in for it");
  note_missing(files.sans_bold, "NotoSansCJK-Bold.ttc", "fonts-noto-cjk", "another face stands in for it");
  return files;
}

}  // namespace qitai::view
