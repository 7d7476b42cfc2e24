// A xiangqi board by hand, as the plates of the standard describe it: nine files, ten ranks, a river, two
// palaces. The view is tested without any plugin.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "host/variant.hpp"

namespace qitai::testing {

// Point of a file (0 left … 8) and a rank counted from Black's edge (0 … 9).
inline host::Point xq(int file, int row) {
  return static_cast<host::Point>(row * 9 + file);
}

inline host::VariantInfo xiangqi_info() {
  host::VariantInfo info;
  info.id = "xiangqi";
  info.seats = {{"red", "seat.red", "turn.red", 0, 0}, {"black", "seat.black", "turn.black", 1, 180}};
  info.colours = {{"red", "colour.red", "seal.red", 0x9E1B14, false},
                  {"black", "colour.black", "seal.black", 0x1A1512, true}};
  const std::vector<std::pair<std::string, std::string>> kinds{
      {"K", "general"}, {"A", "advisor"}, {"B", "elephant"}, {"N", "horse"},
      {"R", "chariot"}, {"C", "cannon"},  {"P", "soldier"}};
  for (const auto& [letter, picture] : kinds) {
    host::KindInfo kind;
    kind.id = letter;
    kind.name_key = "kind." + letter;
    kind.glyph_key = "glyph." + letter;
    kind.picture = picture;
    kind.royal = letter == "K";
    info.kinds.push_back(kind);
  }
  return info;
}

inline std::string xiangqi_text(std::string_view key, bool traditional = true) {
  static const std::map<std::string, std::pair<std::string, std::string>, std::less<>> kTexts{
      {"glyph.K.red", {"帥", "帅"}},     {"glyph.A.red", {"仕", "仕"}},   {"glyph.B.red", {"相", "相"}},
      {"glyph.N.red", {"傌", "马"}},     {"glyph.R.red", {"俥", "车"}},   {"glyph.C.red", {"炮", "炮"}},
      {"glyph.P.red", {"兵", "兵"}},     {"glyph.K.black", {"將", "将"}}, {"glyph.A.black", {"士", "士"}},
      {"glyph.B.black", {"象", "象"}},   {"glyph.N.black", {"馬", "马"}}, {"glyph.R.black", {"車", "车"}},
      {"glyph.C.black", {"砲", "炮"}},   {"glyph.P.black", {"卒", "卒"}}, {"river.left", {"楚河", "楚河"}},
      {"river.right", {"漢界", "汉界"}}, {"seal.red", {"紅", "红"}},      {"seal.black", {"黑", "黑"}},
      {"mark.check", {"將", "将"}},
  };
  const auto found = kTexts.find(key);
  return found == kTexts.end() ? std::string() : traditional ? found->second.first : found->second.second;
}

inline host::Geometry xiangqi_geometry() {
  host::Geometry g;
  g.width = 8000;
  g.height = 9000;
  for (int row = 0; row < 10; ++row) {
    for (int file = 0; file < 9; ++file) {
      g.points.push_back({file * 1000, row * 1000,
                          std::string(1, static_cast<char>('a' + file)) + static_cast<char>('9' - row),
                          QITAI_POINT_CROSSING});
    }
  }
  for (int row = 0; row < 10; ++row) {
    g.lines.push_back(
        {0, row * 1000, 8000, row * 1000,
         row == 0 || row == 9 ? static_cast<std::uint32_t>(QITAI_LINE_EDGE) : QITAI_LINE_PLAIN});
  }
  for (int file = 0; file < 9; ++file) {
    if (file == 0 || file == 8) {
      g.lines.push_back({file * 1000, 0, file * 1000, 9000, QITAI_LINE_EDGE});
    } else {
      g.lines.push_back({file * 1000, 0, file * 1000, 4000, QITAI_LINE_PLAIN});
      g.lines.push_back({file * 1000, 5000, file * 1000, 9000, QITAI_LINE_PLAIN});
    }
  }
  for (const int top : {0, 7000}) {
    g.lines.push_back({3000, top, 5000, top + 2000, QITAI_LINE_PLAIN});
    g.lines.push_back({5000, top, 3000, top + 2000, QITAI_LINE_PLAIN});
  }
  g.regions.push_back({0, 4000, 8000, 1000, QITAI_REGION_RIVER});
  const auto corners = [&](int file, int row) {
    const std::uint32_t arms = (file > 0 ? 5U : 0U) | (file < 8 ? 10U : 0U);
    g.decorations.push_back({QITAI_DECOR_CORNERS, file * 1000, row * 1000, 160, 0, arms, ""});
  };
  for (const int file : {1, 7}) {
    corners(file, 2);
    corners(file, 7);
  }
  for (int file = 0; file < 9; file += 2) {
    corners(file, 3);
    corners(file, 6);
  }
  g.decorations.push_back({QITAI_DECOR_TEXT, 2000, 4500, 620, 0, 0, "river.left"});
  g.decorations.push_back({QITAI_DECOR_TEXT, 6000, 4500, 620, 180, 0, "river.right"});
  const std::vector<std::string> red{"九", "八", "七", "六", "五", "四", "三", "二", "一"};
  const std::vector<std::string> black{"１", "２", "３", "４", "５", "６", "７", "８", "９"};
  for (int file = 0; file < 9; ++file) {
    g.labels.push_back({file * 1000, 9000, 0, red[static_cast<std::size_t>(file)]});
    g.labels.push_back({file * 1000, 0, 2, black[static_cast<std::size_t>(file)]});
  }
  return g;
}

// Eight by eight fields, as chess has them.
inline host::Geometry cells_geometry() {
  host::Geometry g;
  g.width = g.height = 8000;
  for (int row = 0; row < 8; ++row) {
    for (int file = 0; file < 8; ++file) {
      g.points.push_back({file * 1000 + 500, row * 1000 + 500,
                          std::string(1, static_cast<char>('a' + file)) + static_cast<char>('8' - row),
                          QITAI_POINT_CELL});
      g.regions.push_back({file * 1000, row * 1000, 1000, 1000,
                           (file + row) % 2 == 0 ? static_cast<std::uint32_t>(QITAI_REGION_LIGHT)
                                                 : static_cast<std::uint32_t>(QITAI_REGION_DARK)});
    }
  }
  for (int i = 0; i < 8; ++i) {
    g.labels.push_back({i * 1000 + 500, 8000, 0, std::string(1, static_cast<char>('a' + i))});
    g.labels.push_back({0, i * 1000 + 500, 3, std::string(1, static_cast<char>('8' - i))});
  }
  return g;
}

// Chess by hand: kinds in the order king to pawn, each with the name of its picture.
inline host::VariantInfo chess_info() {
  host::VariantInfo info;
  info.id = "chess";
  info.seats = {{"white", "seat.white", "turn.white", 0, 0}, {"black", "seat.black", "turn.black", 1, 180}};
  info.colours = {{"white", "colour.white", "seal.white", 0xF3E9D2, false},
                  {"black", "colour.black", "seal.black", 0x1A1512, true}};
  const std::vector<std::pair<std::string, std::string>> kinds{
      {"K", "king"}, {"Q", "queen"}, {"R", "rook"}, {"B", "bishop"}, {"N", "knight"}, {"P", "pawn"}};
  for (const auto& [letter, picture] : kinds) {
    host::KindInfo kind;
    kind.id = letter;
    kind.name_key = "kind." + letter;
    kind.glyph_key = "glyph." + letter;
    kind.picture = picture;
    kind.royal = letter == "K";
    info.kinds.push_back(kind);
  }
  return info;
}

inline std::string chess_text(std::string_view key) {
  static const std::map<std::string, std::string, std::less<>> kTexts{
      {"glyph.K", "王"}, {"glyph.Q", "后"}, {"glyph.R", "车"},   {"glyph.B", "象"},
      {"glyph.N", "马"}, {"glyph.P", "兵"}, {"mark.check", "将"}};
  const auto found = kTexts.find(key);
  return found == kTexts.end() ? std::string() : found->second;
}

// Point of a file (0 left … 7) and a row counted from Black's edge (0 … 7).
inline host::Point ch(int file, int row) {
  return static_cast<host::Point>(row * 8 + file);
}

inline std::vector<host::Piece> chess_pieces(
    std::string_view fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") {
  std::vector<host::Piece> pieces;
  int file = 0, row = 0;
  for (const char c : fen) {
    if (c == '/') {
      ++row;
      file = 0;
    } else if (c >= '1' && c <= '8') {
      file += c - '0';
    } else {
      const bool black = c >= 'a';
      const auto kind = std::string_view("KQRBNP").find(static_cast<char>(black ? c - 'a' + 'A' : c));
      pieces.push_back({ch(file++, row), static_cast<std::uint16_t>(kind),
                        static_cast<std::uint8_t>(black ? 1 : 0), 0, 1});
    }
  }
  return pieces;
}

// Posts, camps, rails and mountains: half of a junqi board, with a table of neighbours (file 2 has a gap
// between rows 2 and 3, as at the front).
inline host::Geometry posts_geometry() {
  host::Geometry g;
  g.width = 8616;
  g.height = 5000;
  for (int row = 0; row < 6; ++row) {
    for (int file = 0; file < 5; ++file) {
      const bool camp = (row == 2 || row == 4) && (file == 1 || file == 3);
      const bool quarters = row == 5 && (file == 1 || file == 3);
      g.points.push_back({file * 2154, row * 1000,
                          std::string(1, static_cast<char>('a' + file)) + static_cast<char>('6' - row),
                          static_cast<std::uint32_t>(camp       ? QITAI_POINT_CAMP
                                                     : quarters ? QITAI_POINT_HEADQUARTERS
                                                                : QITAI_POINT_POST)});
      const auto here = static_cast<host::Point>(row * 5 + file);
      if (file < 4) {
        g.neighbours.emplace_back(here, static_cast<host::Point>(here + 1));
      }
      if (row < 5 && !(file == 2 && row == 2)) {
        g.neighbours.emplace_back(here, static_cast<host::Point>(here + 5));
      }
    }
  }
  for (int row = 0; row < 6; ++row) {
    const bool rail = row == 1 || row == 4;
    g.lines.push_back({0, row * 1000, 8616, row * 1000,
                       rail ? static_cast<std::uint32_t>(QITAI_LINE_RAIL) : QITAI_LINE_ROAD});
  }
  for (int file = 0; file < 5; ++file) {
    const bool rail = file == 0 || file == 4;
    g.lines.push_back({file * 2154, 0, file * 2154, 5000,
                       rail ? static_cast<std::uint32_t>(QITAI_LINE_RAIL) : QITAI_LINE_ROAD});
  }
  g.lines.push_back({2154, 2000, 0, 1000, QITAI_LINE_ROAD});
  g.decorations.push_back({QITAI_DECOR_MOUNTAIN, 3231, 500, 900, 0, 0, ""});
  return g;
}

inline host::Piece piece(host::Point point, char letter) {
  const std::string_view letters = "KABNRCP";
  const bool black = letter >= 'a';
  const auto kind = letters.find(static_cast<char>(black ? letter - 'a' + 'A' : letter));
  return {point, static_cast<std::uint16_t>(kind), static_cast<std::uint8_t>(black ? 1 : 0), 0, 1};
}

// Pieces of a position text's first field; ascending by point.
inline std::vector<host::Piece> xiangqi_pieces(
    std::string_view fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR") {
  std::vector<host::Piece> pieces;
  int file = 0, row = 0;
  for (const char c : fen) {
    if (c == '/') {
      ++row;
      file = 0;
    } else if (c >= '1' && c <= '9') {
      file += c - '0';
    } else {
      pieces.push_back(piece(xq(file++, row), c));
    }
  }
  return pieces;
}

}  // namespace qitai::testing
