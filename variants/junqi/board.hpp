// Junqi: the board as a graph. 60 points in five columns and twelve rows, joined by roads and railways; camps
// protect, headquarters hold. Row 0 (named 1) is Red's back row; Blue's half is Red's turned by 180 degrees.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace qitai::junqi {

// A point: row * 5 + column, 0 (a1) to 59 (e12).
using Point = std::uint8_t;
// Points as bits.
using PointSet = std::uint64_t;

inline constexpr int kColumns = 5;
inline constexpr int kRows = 12;
inline constexpr int kPoints = 60;
inline constexpr int kHomePoints = kPoints / 2;
inline constexpr Point kNowhere = 0xFF;

[[nodiscard]] constexpr Point point_at(int column, int row) {
  return static_cast<Point>(row * kColumns + column);
}
[[nodiscard]] constexpr int column_of(Point at) {
  return at % kColumns;
}
[[nodiscard]] constexpr int row_of(Point at) {
  return at / kColumns;
}
[[nodiscard]] constexpr PointSet bit(Point at) {
  return PointSet{1} << at;
}
[[nodiscard]] constexpr bool contains(PointSet set, Point at) {
  return (set >> at & 1U) != 0;
}
// Takes the lowest point out of a set that is not empty.
constexpr Point take_first(PointSet& set) {
  const auto at = static_cast<Point>(std::countr_zero(set));
  set &= set - 1;
  return at;
}

// The same point as the other side sees it.
[[nodiscard]] constexpr Point turned(Point at) {
  return static_cast<Point>(kPoints - 1 - at);
}
// Whose half it is: 0 Red's, 1 Blue's.
[[nodiscard]] constexpr int half_of(Point at) {
  return at < kHomePoints ? 0 : 1;
}
// The row as the owner of that half counts it: 0 the back row, 5 the front row.
[[nodiscard]] constexpr int home_row(Point at) {
  return half_of(at) == 0 ? row_of(at) : kRows - 1 - row_of(at);
}

namespace detail {

constexpr PointSet both_halves(std::initializer_list<Point> red) {
  PointSet set = 0;
  for (const Point at : red)
    set |= bit(at) | bit(turned(at));
  return set;
}

}  // namespace detail

// 行营 b3 d3 c4 b5 d5 and 大本营 b1 d1 of each half.
inline constexpr PointSet kCamps =
    detail::both_halves({point_at(1, 2), point_at(3, 2), point_at(2, 3), point_at(1, 4), point_at(3, 4)});
inline constexpr PointSet kHeadquarters = detail::both_halves({point_at(1, 0), point_at(3, 0)});
inline constexpr std::array<PointSet, 2> kHalf{(PointSet{1} << kHomePoints) - 1,
                                               ((PointSet{1} << kHomePoints) - 1) << kHomePoints};

[[nodiscard]] constexpr bool is_camp(Point at) {
  return contains(kCamps, at);
}
[[nodiscard]] constexpr bool is_headquarters(Point at) {
  return contains(kHeadquarters, at);
}

// Along one straight railway line: the next points in one direction, nearest first.
struct Run {
  std::array<Point, 9> points{};
  std::size_t size = 0;
};

struct Graph {
  std::array<PointSet, kPoints> roads{};  // one step by road
  std::array<PointSet, kPoints> rails{};  // one step by rail
  // Straight on by rail in each of up to four directions.
  std::array<std::array<Run, 4>, kPoints> runs{};
  std::array<std::size_t, kPoints> run_count{};
};

namespace detail {

// Rows 2, 6, 7, 11 whole, columns a and e from row 2 to row 11, and c6-c7.
constexpr bool is_rail(int column, int row, int to_column, int to_row) {
  if (row == to_row) return row == 1 || row == 5 || row == 6 || row == 10;
  const int low = row < to_row ? row : to_row;
  if (column == 0 || column == kColumns - 1) return low >= 1 && low + 1 <= 10;
  return column == 2 && to_column == 2 && low == 5;
}

constexpr bool is_link(int column, int row, int to_column, int to_row) {
  if (to_column < 0 || to_column >= kColumns || to_row < 0 || to_row >= kRows) return false;
  if (column != to_column && row != to_row)  // the diagonals of the camps
    return (row < kRows / 2) == (to_row < kRows / 2) &&
           (is_camp(point_at(column, row)) || is_camp(point_at(to_column, to_row)));
  const bool across = (row < kRows / 2) != (to_row < kRows / 2);
  return !across || column % 2 == 0;  // 山界: no way over the front between b and d
}

constexpr Graph make_graph() {
  Graph graph;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const Point at = point_at(column, row);
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if ((dx == 0 && dy == 0) || !is_link(column, row, column + dx, row + dy)) continue;
          const Point to = point_at(column + dx, row + dy);
          const bool straight = dx == 0 || dy == 0;
          if (!straight || !is_rail(column, row, column + dx, row + dy)) {
            graph.roads[at] |= bit(to);
            continue;
          }
          graph.rails[at] |= bit(to);
          Run run;
          int x = column;
          int y = row;
          while (is_link(x, y, x + dx, y + dy) && is_rail(x, y, x + dx, y + dy)) {
            x += dx;
            y += dy;
            run.points[run.size++] = point_at(x, y);
          }
          graph.runs[at][graph.run_count[at]++] = run;
        }
      }
    }
  }
  return graph;
}

}  // namespace detail

inline constexpr Graph kGraph = detail::make_graph();

}  // namespace qitai::junqi
