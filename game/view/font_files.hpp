// Where the font files are: the given folders first, then where Debian's packages put them.
#pragma once

#include <string>
#include <vector>

namespace qitai::view {

// Paths; empty where nothing was found.
struct FontFiles {
  std::string kai;        // LXGWWenKai-Bold.ttf
  std::string sans;       // NotoSansCJK-Regular.ttc
  std::string sans_bold;  // NotoSansCJK-Bold.ttc
  std::string symbols;    // DejaVuSans.ttf: chess figures and the like
};

// /usr/share/fonts and /usr/local/share/fonts.
[[nodiscard]] std::vector<std::string> system_font_folders();

// Looks for each file in `folders` as they are, then in `system` with all below. A family that is not found
// is logged once with what is used instead.
[[nodiscard]] FontFiles find_fonts(const std::vector<std::string>& folders,
                                   const std::vector<std::string>& system);

}  // namespace qitai::view
