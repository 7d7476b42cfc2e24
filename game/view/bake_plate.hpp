// The board without its pieces, baked once per size, theme, turn and language into one opaque picture.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "view/board_geometry.hpp"
#include "view/paint.hpp"
#include "view/theme.hpp"

namespace qitai::view {

// A picture of the size of geometry.plate(). `text` gives the variant's words for a key (river). `both`: it
// lies between two, and what stands at the upper edge is turned to whoever sits there.
[[nodiscard]] SurfacePtr bake_plate(Type& type, const BoardGeometry& geometry, const BoardTheme& theme,
                                    const std::function<std::string(std::string_view)>& text,
                                    bool both = false);

}  // namespace qitai::view
