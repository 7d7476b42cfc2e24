// The open fonts behind type: which font has a character, how far it advances, what its picture is. No
// renderer.
#pragma once

#include <SDL.h>
#include <SDL_ttf.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "view/characters.hpp"
#include "view/font_files.hpp"
#include "view/type.hpp"

namespace qitai::view {

// One face of one file. kBox is drawn by us and has every character.
enum class FontId : std::uint8_t {
  kKai,
  kSansSc,
  kSansTc,
  kSansKr,  // its quotation marks are as wide as Latin ones; used for those alone
  kBoldSc,
  kBoldTc,
  kBoldKr,
  kSymbols,
  kBox,
};
inline constexpr std::size_t kFonts = 8;  // without kBox

// A glyph's picture, cropped to its ink. `left` and `top`: from the pen on the baseline to the first pixel, y
// downwards.
struct GlyphBitmap {
  int width = 0, height = 0;
  int left = 0, top = 0;
  std::vector<std::uint8_t> alpha;
};

class Fonts {
 public:
  explicit Fonts(FontFiles files);
  ~Fonts();
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;

  // The first font of the face's chain that has the character; kBox if none has. `in_word`: a letter stands
  // on either side, which makes an apostrophe of a closing quotation mark.
  [[nodiscard]] FontId choose(Face face, Script script, char32_t c, bool in_word);
  [[nodiscard]] bool has(Face face, char32_t c);
  // In ems, unrounded.
  [[nodiscard]] float advance(FontId font, char32_t c);
  [[nodiscard]] float kerning(FontId font, char32_t before, char32_t after);
  [[nodiscard]] GlyphBitmap raster(FontId font, int size, char32_t c);

 private:
  struct Closer {
    void operator()(TTF_Font* font) const { TTF_CloseFont(font); }
  };
  struct Slot {
    std::unique_ptr<TTF_Font, Closer> font;
    bool tried = false;
    int size = 0;
  };

  TTF_Font* open(FontId id);
  TTF_Font* sized(FontId id, int size);
  int measure(TTF_Font* font, std::u32string_view text) const;
  static GlyphBitmap box(int size, char32_t c);

  FontFiles files_;
  bool ready_ = false;
  std::array<Slot, kFonts> slots_;
  std::unordered_map<std::uint64_t, FontId> chosen_;
  std::unordered_map<std::uint64_t, float> advances_;
  std::unordered_map<std::uint64_t, float> kernings_;
};

}  // namespace qitai::view
