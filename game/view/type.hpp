// Type on the screen: two families, a growing glyph atlas with fall-back faces, measuring and line breaking.
// Used by the baked board and by every menu, so that there is one way to set a text in the house.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace qitai::view {

enum class Face : std::uint8_t {
  kKai,       // LXGW WenKai Bold: titles, pieces, seals, river; never below 30u
  kSans,      // Noto Sans CJK, SC or TC face by language
  kSansBold,  // buttons, clocks
};

// One glyph, placed: copy `source` of atlas texture `page` to `target` (pixels), modulated by the text's
// colour.
struct GlyphQuad {
  int page = 0;
  SDL_Rect source{};
  SDL_FRect target{};
};

// A text, laid out. Origin: left end of the first line's top.
struct TextRun {
  std::vector<GlyphQuad> quads;
  float width = 0, height = 0;  // height: lines × line height (1.35 × size)
  int lines = 1;
};

// All text needs. One per renderer; main thread. A missing font file falls back to any face that is there and
// logs it once; if none at all is there, to a small built-in box font, so that nothing dies.
class Type {
 public:
  // `folders`: where to look for the fonts (assets/fonts, then the system's).
  Type(SDL_Renderer* renderer, std::vector<std::string> folders);
  ~Type();

  // "zh-Hans", "zh-Hant", "en": chooses the SC or TC face. Drops no glyph that is still right.
  void set_language(std::string_view lang);

  // Lays a text out. `size` in pixels of the em. `max_width` > 0 breaks lines: Latin at spaces, Chinese
  // anywhere but before closing and after opening punctuation (no full-width punctuation at a line's start);
  // '\n' always breaks. `max_lines` > 0 ends with … . The reference stays valid until the next set_language;
  // runs are cached.
  const TextRun& layout(Face face, int size, std::string_view utf8, int max_width = 0, int max_lines = 0);
  // Digits, ':' and '.' in equal cells (clocks, tables of numbers).
  const TextRun& layout_tabular(Face face, int size, std::string_view utf8);
  [[nodiscard]] float width(Face face, int size, std::string_view utf8);

  // Draws now with the renderer (baking, board).
  void draw(const TextRun& run, float x, float y, SDL_Color colour);
  // Atlas pages as textures, for the menus' draw lists. Pages grow; a page's texture stays the same object.
  [[nodiscard]] SDL_Texture* page(int index) const;
  // The targets were lost or the renderer is new: upload again.
  void restore();

  // One glyph as a white surface with alpha, tightly cropped to its ink, for engraving pieces. Caller frees.
  [[nodiscard]] SDL_Surface* ink(Face face, int size, std::string_view utf8_char);
  // Whether every character has a real glyph (in the face or a fall-back face).
  [[nodiscard]] bool covers(std::string_view utf8) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::view
