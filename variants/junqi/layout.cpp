#include "junqi/layout.hpp"

#include <utility>

namespace qitai::junqi {
namespace {

constexpr int kHomeRows = kRows / 2;

// The place of the text's row (0 the front one) and column.
constexpr std::size_t place_of(int row, int column) {
  return static_cast<std::size_t>((kHomeRows - 1 - row) * kColumns + column);
}

}  // namespace

std::string write_layout(const Layout& layout) {
  std::string text;
  for (int row = 0; row < kHomeRows; ++row) {
    if (row != 0) text += '/';
    for (int column = 0; column < kColumns; ++column) {
      const Kind kind = layout[place_of(row, column)];
      text += kind == Kind::kHidden ? '.' : kLetters[index(kind)];
    }
  }
  return text;
}

bool parse_layout(std::string_view text, Layout& layout, sdk::TextError& error) {
  if (text.empty())
    return sdk::fail(error, "layout-empty", "The layout is empty; six rows were expected.", 0);
  Layout read;
  read.fill(Kind::kHidden);
  int row = 0;
  int column = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/') {
      if (column != kColumns)
        return sdk::fail(error, "layout-row-length", "A row of the layout has not five places.", i);
      if (++row == kHomeRows)
        return sdk::fail(error, "layout-row-count", "The layout has more than six rows.", i);
      column = 0;
      continue;
    }
    if (column == kColumns)
      return sdk::fail(error, "layout-row-length", "A row of the layout has more than five places.", i);
    const std::size_t kind = kLetters.find(text[i]);
    if (kind == std::string_view::npos && text[i] != '.')
      return sdk::fail(error, "layout-letter",
                       sdk::shown(text[i]) + " is no piece; 9 8 7 6 5 4 3 2 E B M F or . was expected.", i);
    if (kind != std::string_view::npos) read[place_of(row, column)] = static_cast<Kind>(kind);
    ++column;
  }
  if (column != kColumns)
    return sdk::fail(error, "layout-row-length", "The last row of the layout has not five places.",
                     text.size());
  if (row != kHomeRows - 1)
    return sdk::fail(error, "layout-row-count", "The layout has fewer than six rows.", text.size());
  layout = read;
  return true;
}

std::optional<LayoutFault> check_layout(const Layout& layout) {
  const auto fault = [&](std::string_view id, auto breaks) -> std::optional<LayoutFault> {
    LayoutFault found{id, {}, 0};
    for (std::size_t place = 0; place < layout.size(); ++place) {
      if (breaks(static_cast<Point>(place), layout[place])) found.places[found.count++] = place;
    }
    if (found.count == 0) return std::nullopt;
    return found;
  };
  const auto stands = [](Kind kind) { return kind != Kind::kHidden; };
  if (auto found = fault("camp-occupied", [&](Point at, Kind kind) { return is_camp(at) && stands(kind); }))
    return found;
  std::array<int, kKinds> count{};
  for (const Kind kind : layout) {
    if (stands(kind)) ++count[index(kind)];
  }
  if (auto found = fault("piece-count", [&](Point, Kind kind) {
        return stands(kind) && count[index(kind)] > kKindCount[index(kind)];
      }))
    return found;
  if (auto found =
          fault("pieces-missing", [&](Point at, Kind kind) { return !is_camp(at) && !stands(kind); }))
    return found;
  const std::array<std::pair<std::string_view, Kind>, 3> places{
      {{"flag-place", Kind::kFlag}, {"mine-place", Kind::kMine}, {"bomb-place", Kind::kBomb}}};
  for (const auto& [id, wanted] : places) {
    const Kind kind_wanted = wanted;
    if (auto found = fault(id, [&](Point at, Kind kind) {
          return kind == kind_wanted && !contains(kinds_at_setup(at), kind);
        }))
      return found;
  }
  return std::nullopt;
}

}  // namespace qitai::junqi
