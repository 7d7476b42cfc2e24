// A board of posts by hand, as the facts of the rules tell it: sixty points in five files and twelve rows,
// roads, railways, camps, headquarters, mountains. The view is tested without any plugin.
#pragma once

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "host/variant.hpp"

namespace qitai::testing {

// Point of a file (0 left … 4) and a row counted from Red's edge (0 … 11).
inline host::Point wp(int file, int row) {
  return static_cast<host::Point>(row * 5 + file);
}

inline host::VariantInfo war_info() {
  host::VariantInfo info;
  info.id = "war";
  info.seats = {{"red", "seat.red", "turn.red", 0, 0}, {"blue", "seat.blue", "turn.blue", 1, 180}};
  info.colours = {{"red", "colour.red", "seal.red", 0x9E1B14, false},
                  {"blue", "colour.blue", "seal.blue", 0x2C4A6E, true}};
  int order = 0;
  for (const char letter : std::string_view("98765432EBMF")) {
    host::KindInfo kind;
    kind.id = std::string(1, letter);
    kind.name_key = "kind." + kind.id;
    kind.glyph_key = "glyph." + kind.id;
    kind.order = order++;
    kind.royal = letter == 'F';
    info.kinds.push_back(kind);
  }
  info.hidden = info.setup = true;
  return info;
}

// language: 0 zh-Hans, 1 zh-Hant, 2 en.
inline std::string war_text(std::string_view key, int language = 0) {
  static const std::map<std::string, std::vector<std::string>, std::less<>> kTexts{
      {"glyph.9", {"司令", "司令", "Marshal"}}, {"glyph.8", {"军长", "軍長", "General"}},
      {"glyph.7", {"师长", "師長", "Maj Gen"}}, {"glyph.6", {"旅长", "旅長", "Brig"}},
      {"glyph.5", {"团长", "團長", "Colonel"}}, {"glyph.4", {"营长", "營長", "Major"}},
      {"glyph.3", {"连长", "連長", "Captain"}}, {"glyph.2", {"排长", "排長", "Lieut"}},
      {"glyph.E", {"工兵", "工兵", "Sapper"}},  {"glyph.B", {"炸弹", "炸彈", "Bomb"}},
      {"glyph.M", {"地雷", "地雷", "Mine"}},    {"glyph.F", {"军旗", "軍旗", "Flag"}},
      {"seal.red", {"红", "紅", "R"}},          {"seal.blue", {"蓝", "藍", "B"}},
      {"fight.won", {"胜", "勝", "Won"}},       {"fight.lost", {"负", "負", "Lost"}},
      {"fight.both", {"同尽", "同盡", "Both"}}, {"fight.flag", {"夺旗", "奪旗", "Flag"}},
  };
  const auto found = kTexts.find(key);
  return found == kTexts.end() ? std::string() : found->second[static_cast<std::size_t>(language)];
}

// y of a row in thousandths of the row pitch: Red's back row lies at the bottom, the front is wider.
inline int war_y(int row) {
  return row < 6 ? 11667 - row * 1000 : (11 - row) * 1000;
}

inline host::Geometry war_geometry() {
  host::Geometry g;
  g.width = 8616;
  g.height = 11667;
  const auto camp = [](int file, int row) {
    const int home = row < 6 ? row : 11 - row;
    return ((home == 2 || home == 4) && (file == 1 || file == 3)) || (home == 3 && file == 2);
  };
  for (int row = 0; row < 12; ++row) {
    for (int file = 0; file < 5; ++file) {
      const bool quarters = (row == 0 || row == 11) && (file == 1 || file == 3);
      g.points.push_back({file * 2154, war_y(row), static_cast<char>('a' + file) + std::to_string(row + 1),
                          static_cast<std::uint32_t>(camp(file, row) ? QITAI_POINT_CAMP
                                                     : quarters      ? QITAI_POINT_HEADQUARTERS
                                                                     : QITAI_POINT_POST)});
    }
  }
  const auto line = [&](int f1, int r1, int f2, int r2, std::uint32_t kind) {
    g.lines.push_back({f1 * 2154, war_y(r1), f2 * 2154, war_y(r2), kind});
  };
  for (int row = 0; row < 12; ++row) {
    const bool rail = row == 1 || row == 5 || row == 6 || row == 10;
    for (int file = 0; file < 4; ++file) {
      line(file, row, file + 1, row, rail ? QITAI_LINE_RAIL : QITAI_LINE_ROAD);
      g.neighbours.emplace_back(wp(file, row), wp(file + 1, row));
    }
  }
  for (int row = 0; row < 11; ++row) {
    for (int file = 0; file < 5; ++file) {
      if (row == 5 && file % 2 == 1) {
        continue;
      }
      const bool rail = (file % 4 == 0 && row > 0 && row < 10) || row == 5;
      line(file, row, file, row + 1, rail ? QITAI_LINE_RAIL : QITAI_LINE_ROAD);
      g.neighbours.emplace_back(wp(file, row), wp(file, row + 1));
    }
  }
  for (int row = 0; row < 12; ++row) {
    for (int file = 0; file < 5; ++file) {
      if (!camp(file, row)) {
        continue;
      }
      for (const int df : {-1, 1}) {
        for (const int dr : {-1, 1}) {
          const bool twice = camp(file + df, row + dr) && df < 0;  // a road of two camps stands once
          if (!twice) {
            line(file, row, file + df, row + dr, QITAI_LINE_ROAD);
            g.neighbours.emplace_back(wp(file, row), wp(file + df, row + dr));
          }
        }
      }
    }
  }
  g.regions.push_back({0, 5000, 8616, 1667, QITAI_REGION_FRONT});
  g.decorations.push_back({QITAI_DECOR_MOUNTAIN, 2154, 5833, 1000, 0, 0, ""});
  g.decorations.push_back({QITAI_DECOR_MOUNTAIN, 3 * 2154, 5833, 1000, 0, 0, ""});
  for (int row = 0; row < 12; ++row) {
    g.labels.push_back({0, war_y(row), 3, std::to_string(row + 1)});
  }
  for (int file = 0; file < 5; ++file) {
    g.labels.push_back({file * 2154, 11667, 0, std::string(1, static_cast<char>('a' + file))});
  }
  return g;
}

// The men of a layout as its owner sees it, front row first ('.': an empty camp); ascending by point.
inline std::vector<host::Piece> war_side(int colour, std::string_view layout, bool hidden = false) {
  std::vector<host::Piece> pieces;
  int file = 0, row = 5;
  for (const char c : layout) {
    if (c == '/') {
      --row;
      file = 0;
      continue;
    }
    if (c != '.') {
      const host::Point own = wp(file, row), point = colour == 0 ? own : static_cast<host::Point>(59 - own);
      const auto kind = static_cast<std::uint16_t>(std::string_view("98765432EBMF").find(c));
      pieces.push_back({point, hidden ? host::kNoKind : kind, static_cast<std::uint8_t>(colour),
                        static_cast<std::uint8_t>(hidden ? QITAI_PIECE_FACE_DOWN : 0), 1});
    }
    ++file;
  }
  return pieces;
}

inline constexpr std::string_view kLayout = "64375/7.3.E/25.82/3.B.2/EM9ME/BFM46";

// Both sides with that layout; Blue's men face down unless `open`.
inline std::vector<host::Piece> war_pieces(bool open = false, std::string_view red = kLayout,
                                           std::string_view blue = kLayout) {
  std::vector<host::Piece> pieces = war_side(0, red);
  const std::vector<host::Piece> others = war_side(1, blue, !open);
  pieces.insert(pieces.end(), others.begin(), others.end());
  return pieces;
}

// Without the man on a point.
inline std::vector<host::Piece> without(std::vector<host::Piece> pieces, host::Point point) {
  std::erase_if(pieces, [&](const host::Piece& piece) { return piece.point == point; });
  return pieces;
}

// The man on one point stands on another now; who stood there is gone.
inline std::vector<host::Piece> stepped(std::vector<host::Piece> pieces, host::Point from, host::Point to) {
  pieces = without(std::move(pieces), to);
  for (host::Piece& piece : pieces) {
    if (piece.point == from) {
      piece.point = to;
    }
  }
  return pieces;
}

// What everybody is told of a ply.
inline host::Change told(std::uint32_t what, host::Point from, host::Point to, std::int64_t value = 0) {
  host::Change change{};
  change.what = what;
  change.audience = 1U << QITAI_PUBLIC;
  change.from = from;
  change.to = to;
  change.kind = host::kNoKind;
  change.value = value;
  return change;
}

}  // namespace qitai::testing
