// The board that a variant describes.
#include <cstring>

#include "host/table_reader.hpp"

namespace qitai::host {
namespace {

constexpr std::int64_t kFar = 200'000;  // twice the largest board, both ways: what a drawing may reach

int coordinate(TableReader& read, std::string_view what, int value) {
  return read.number(what, value, -kFar, kFar);
}

int quarter_turn(TableReader& read, int degrees) {
  read.number("turn", degrees, 0, 270);
  read.expect(degrees % 90 == 0, "turn is not 0, 90, 180 or 270");
  return degrees;
}

void read_points(TableReader& read, const qitai_geometry& raw, Geometry& board) {
  std::set<std::string> names;
  read.table<qitai_point>(
      "points", raw.points, 1, QITAI_MAX_POINTS, [&](std::uint32_t, const qitai_point& p) {
        board.points.push_back({read.number("x", p.x, 0, board.width), read.number("y", p.y, 0, board.height),
                                read.id("name", p.name, "", 8, &names), p.kind});
      });
}

void read_drawing(TableReader& read, const qitai_geometry& raw, Geometry& board) {
  read.table<qitai_line>("lines", raw.lines, 0, kMaxDrawn, [&](std::uint32_t, const qitai_line& l) {
    board.lines.push_back({coordinate(read, "x1", l.x1), coordinate(read, "y1", l.y1),
                           coordinate(read, "x2", l.x2), coordinate(read, "y2", l.y2), l.kind});
  });
  read.table<qitai_region>("regions", raw.regions, 0, kMaxDrawn, [&](std::uint32_t, const qitai_region& r) {
    board.regions.push_back({coordinate(read, "x", r.x), coordinate(read, "y", r.y),
                             read.number("width", r.width, 1, kFar), read.number("height", r.height, 1, kFar),
                             r.kind});
  });
  read.table<qitai_decoration>(
      "decorations", raw.decorations, 0, kMaxDrawn, [&](std::uint32_t, const qitai_decoration& d) {
        board.decorations.push_back({d.kind, coordinate(read, "x", d.x), coordinate(read, "y", d.y),
                                     read.number("size", d.size, 1, kFar), quarter_turn(read, d.turn), d.arms,
                                     read.key("text_key", d.text_key, d.kind != QITAI_DECOR_TEXT)});
      });
  read.table<qitai_label>("labels", raw.labels, 0, kMaxDrawn, [&](std::uint32_t, const qitai_label& l) {
    board.labels.push_back({coordinate(read, "x", l.x), coordinate(read, "y", l.y),
                            static_cast<std::uint32_t>(read.number("side", l.side, 0, 3)),
                            read.text("text", l.text, 32, false)});
  });
}

}  // namespace

Result<Geometry> read_geometry(const qitai_geometry* raw) {
  if (raw == nullptr) return Error{"tables", "the geometry is NULL"};
  if (raw->struct_size < sizeof(qitai_geometry)) {
    return Error{"tables", fmt::format("qitai_geometry has {} bytes, expected at least {}", raw->struct_size,
                                       sizeof(qitai_geometry))};
  }
  qitai_geometry copy;
  std::memcpy(&copy, raw, sizeof copy);
  TableReader read;
  Geometry board;
  board.width = read.number("geometry's width", copy.width, 1, 100'000);
  board.height = read.number("geometry's height", copy.height, 1, 100'000);
  read_points(read, copy, board);
  read_drawing(read, copy, board);
  const auto last = static_cast<std::int64_t>(board.points.size()) - 1;
  read.table<qitai_edge>("neighbours", copy.neighbours, 0, kMaxDrawn,
                         [&](std::uint32_t, const qitai_edge& e) {
                           const int a = read.number("a", e.a, 0, last), b = read.number("b", e.b, 0, last);
                           read.expect(a != b, "joins a point with itself");
                           board.neighbours.emplace_back(static_cast<Point>(a), static_cast<Point>(b));
                         });
  if (!read.error().empty()) return Error{"tables", read.error()};
  return board;
}

Point Geometry::point(std::string_view name) const {
  const auto it = std::find_if(points.begin(), points.end(), [&](const auto& p) { return p.name == name; });
  return it == points.end() ? kNoPoint : static_cast<Point>(it - points.begin());
}

}  // namespace qitai::host
