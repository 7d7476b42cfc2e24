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

#include "view/font_files.hpp"

namespace qitai::view {

enum class Face : std::uint8_t {
  kKai,       // LXGW WenKai Bold: titles, pieces, seals, river; never below 30u
  kSans,      // Noto Sans CJK, SC or TC face by language
  kSansBold,  // buttons, clocks
};

enum class Align : std::uint8_t { kLeft, kCentre, kRight };

// One glyph, placed: copy `source` of atlas texture `page` to `target` (pixels), modulated by the text's
// colour.
struct GlyphQuad {
  int page = 0;
  SDL_Rect source{};
  SDL_FRect target{};
};

// A text, laid out. Origin: left end of the first line's top. Whole pixels throughout.
struct TextRun {
  std::vector<GlyphQuad> quads;
  float width = 0, height = 0;  // the widest line; lines × line height (1.35 × size)
  int lines = 1;
  float baseline = 0;  // of the first line, from the top
};

// All text needs. One per renderer; main thread. A missing font file falls back to any face that is there and
// logs it once; if none at all is there, to a small built-in box font, so that nothing dies.
class Type {
 public:
  // `folders`: where to look for the fonts first (assets/fonts); then below `system`. The renderer must
  // outlive this.
  Type(SDL_Renderer* renderer, const std::vector<std::string>& folders,
       const std::vector<std::string>& system = system_font_folders());
  ~Type();
  Type(const Type&) = delete;
  Type& operator=(const Type&) = delete;

  // "zh-Hans", "zh-Hant", "en": chooses the SC or TC face. Drops no glyph that is still right.
  void set_language(std::string_view lang);

  // Lays a text out. `size` in pixels of the em, 1 to 2,000. `max_width` > 0 breaks lines: Latin at spaces,
  // Chinese anywhere but before closing and after opening punctuation (no full-width punctuation at a line's
  // start); '\n' always breaks. `max_lines` > 0 ends with … . Lines are aligned within `max_width`, or within
  // the widest line if that is 0. Ill-formed bytes show as U+FFFD. Runs are cached: use the reference before
  // some 1,000 other new texts are laid out, or ask again.
  const TextRun& layout(Face face, int size, std::string_view utf8, int max_width = 0, int max_lines = 0,
                        Align align = Align::kLeft);
  // One line with digits in equal cells, and ':' and '.' in equal, narrower ones, so that a running clock
  // does not stir. A ':' stands at the digits' middle.
  const TextRun& layout_tabular(Face face, int size, std::string_view utf8);
  [[nodiscard]] float width(Face face, int size, std::string_view utf8);

  // Draws now with the renderer (baking, board). A target it is baked into should have its ground already: on
  // a transparent one the edges of letters would be blended twice.
  void draw(const TextRun& run, float x, float y, SDL_Color colour);
  // Atlas pages as textures, for the menus' draw lists. Pages grow; a page's texture stays the same object.
  [[nodiscard]] SDL_Texture* page(int index) const;
  [[nodiscard]] int pages() const;
  // Another number than before: runs laid out earlier are no longer right (the atlas was full and began
  // anew), so whoever keeps quads or draw lists lays out again.
  [[nodiscard]] std::uint64_t epoch() const;
  // The renderer lost its textures: uploads the pages again (into new textures).
  void restore();

  // One glyph as a white surface with alpha (ARGB8888), tightly cropped to its ink, for engraving pieces.
  // Caller frees. Null if there is no ink or no memory.
  [[nodiscard]] SDL_Surface* ink(Face face, int size, std::string_view utf8_char);
  // Whether every character has a real glyph (in the face or a fall-back face).
  [[nodiscard]] bool covers(std::string_view utf8) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qitai::view
