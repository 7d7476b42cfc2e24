// Pictures of pieces: SVG files in four colours that a theme replaces for each side (docs/look.md).
#pragma once

#include <SDL.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "view/paint.hpp"
#include "view/theme.hpp"

namespace qitai::view {

// The pictures of one folder as texts, each read once. A file is hostile until it was checked: at most
// 64 KiB, a regular file, no name but [a-z0-9_-].
class Figures {
 public:
  // The SVG of `folder`/`picture`.svg, or null: no such name or file. What is there and no
  // picture is said once in the log.
  [[nodiscard]] const std::string* find(const std::filesystem::path& folder, std::string_view picture);

 private:
  std::map<std::filesystem::path, std::string> kept_;  // empty: there is none
};

// The picture in the colours of a side, in a square of `size` pixels (1 to 2,048). Null if it cannot be read.
[[nodiscard]] SurfacePtr figure_surface(const std::string& svg, const BoardTheme::Side& side, int size);

// The picture as it is cut into a disc, in one ink: body and outline are ink, the side away from the light is
// thinner, the lines on the body are left out. A square of `size` pixels (1 to 2,048); empty if it cannot be
// read.
[[nodiscard]] Mask figure_mask(const std::string& svg, int size);

}  // namespace qitai::view
