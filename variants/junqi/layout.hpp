// Junqi: the set-up of one side (布阵): its text and its rules.
#pragma once

#include <qitai/texts.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "junqi/position.hpp"

namespace qitai::junqi {

// One half as its owner sees it: row * 5 + column, row 0 the back row, column 0 on the left; kHidden where
// nothing stands.
using Layout = std::array<Kind, kHomePoints>;

// A point of a layout on the board of a side, and back (`at` in that side's half).
[[nodiscard]] constexpr Point board_point(Side side, std::size_t place) {
  const auto at = static_cast<Point>(place);
  return side == Side::kRed ? at : turned(at);
}
[[nodiscard]] constexpr std::size_t layout_place(Side side, Point at) {
  return side == Side::kRed ? at : turned(at);
}

// Six rows of five from the front row to the back row, '/' between them, letters 9 8 7 6 5 4 3 2 E B M F and
// '.' where nothing stands: "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46".
[[nodiscard]] std::string write_layout(const Layout& layout);
// Reads that from bytes of any origin; what the rules say of it is another question. True and `layout`
// filled, or false and `error` filled; ids: layout-empty, layout-row-count, layout-row-length,
// layout-letter.
[[nodiscard]] bool parse_layout(std::string_view text, Layout& layout, sdk::TextError& error);

// A rule that a layout breaks, and the places of the pieces that break it.
struct LayoutFault {
  std::string_view id;
  std::array<std::size_t, kHomePoints> places{};
  std::size_t count = 0;
};
// The first rule that it breaks, in this order: camp-occupied, piece-count (too many of a kind; their
// places), pieces-missing (the empty places), flag-place, mine-place, bomb-place. Nothing if it is legal.
[[nodiscard]] std::optional<LayoutFault> check_layout(const Layout& layout);

}  // namespace qitai::junqi
