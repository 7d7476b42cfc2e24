#include "view/fonts.hpp"

#include <algorithm>
#include <utility>

#include "base/log.hpp"
#include "base/utf8.hpp"
#include "view/line_break.hpp"

namespace qitai::view {
namespace {

// Advances and kernings are taken at 1,000 px to the em: hinting and rounding vanish there.
constexpr int kMeasuringSize = 1000;

// Faces inside the Noto CJK collections: 0 JP, 1 KR, 2 SC, 3 TC, 4 HK.
constexpr long kFaceKr = 1;
constexpr long kFaceSc = 2;
constexpr long kFaceTc = 3;

// Signs that are a whole em wide in Chinese fonts and narrow in Latin text.
bool is_shared_punctuation(char32_t c) {
  return c == 0x2018 || c == 0x2019 || c == 0x201C || c == 0x201D || c == 0x00B7;
}

constexpr std::uint64_t key(unsigned a, char32_t b, char32_t c = 0) {
  return std::uint64_t{a} << 48 | std::uint64_t{b} << 24 | std::uint64_t{c};
}

std::array<FontId, 4> chain(Face face, Script script) {
  const FontId sans = script == Script::kTraditional ? FontId::kSansTc : FontId::kSansSc;
  const FontId bold = script == Script::kTraditional ? FontId::kBoldTc : FontId::kBoldSc;
  switch (face) {
    case Face::kKai:
      return {FontId::kKai, bold, sans, FontId::kSymbols};
    case Face::kSansBold:
      return {bold, sans, FontId::kKai, FontId::kSymbols};
    case Face::kSans:
      break;
  }
  return {sans, bold, FontId::kKai, FontId::kSymbols};
}

}  // namespace

Fonts::Fonts(FontFiles files) : files_(std::move(files)), ready_(TTF_Init() == 0) {
  if (!ready_) log_error("The font library did not start ({}): texts are shown as boxes.", TTF_GetError());
}

Fonts::~Fonts() {
  for (Slot& slot : slots_)
    slot.font.reset();
  if (ready_) TTF_Quit();
}

TTF_Font* Fonts::open(FontId id) {
  if (id == FontId::kBox || !ready_) return nullptr;
  Slot& slot = slots_[static_cast<std::size_t>(id)];
  if (slot.tried) return slot.font.get();
  slot.tried = true;
  const std::string* file = &files_.sans;
  long index = 0;
  switch (id) {
    case FontId::kKai:
      file = &files_.kai;
      break;
    case FontId::kSymbols:
      file = &files_.symbols;
      break;
    case FontId::kBoldSc:
    case FontId::kBoldTc:
    case FontId::kBoldKr:
      file = &files_.sans_bold;
      [[fallthrough]];
    default:
      index = id == FontId::kSansTc || id == FontId::kBoldTc   ? kFaceTc
              : id == FontId::kSansKr || id == FontId::kBoldKr ? kFaceKr
                                                               : kFaceSc;
      break;
  }
  if (file->empty()) return nullptr;
  slot.font.reset(TTF_OpenFontIndex(file->c_str(), kMeasuringSize, index));
  if (!slot.font) {
    log_warning("The font {} cannot be read as face {} ({}); another face stands in for it.", *file, index,
                TTF_GetError());
    return nullptr;
  }
  slot.size = kMeasuringSize;
  // Vertical hinting only: strokes stay crisp and widths stay true to the measures above.
  TTF_SetFontHinting(slot.font.get(), id == FontId::kKai ? TTF_HINTING_NONE : TTF_HINTING_LIGHT);
  return slot.font.get();
}

TTF_Font* Fonts::sized(FontId id, int size) {
  TTF_Font* font = open(id);
  if (font == nullptr) return nullptr;
  Slot& slot = slots_[static_cast<std::size_t>(id)];
  if (slot.size != size) {
    if (TTF_SetFontSize(font, size) != 0) return nullptr;
    slot.size = size;
  }
  return font;
}

FontId Fonts::choose(Face face, Script script, char32_t c, bool in_word) {
  const bool latin = is_shared_punctuation(c) && (script == Script::kLatin || (c == 0x2019 && in_word));
  const std::uint64_t wanted =
      key(static_cast<unsigned>(face) << 4 | static_cast<unsigned>(script) << 1 | (latin ? 1U : 0U), c);
  if (const auto found = chosen_.find(wanted); found != chosen_.end()) return found->second;
  FontId chosen = FontId::kBox;
  const auto provides = [&](FontId id) {
    TTF_Font* font = open(id);
    return font != nullptr && TTF_GlyphIsProvided32(font, c) != 0;
  };
  if (latin && face != Face::kKai) {
    const FontId narrow = face == Face::kSansBold ? FontId::kBoldKr : FontId::kSansKr;
    if (provides(narrow)) chosen = narrow;
  }
  for (const FontId id : chain(face, script)) {
    if (chosen != FontId::kBox) break;
    if (provides(id)) chosen = id;
  }
  if (chosen == FontId::kBox) {
    log_warning("No font has the character U+{:04X}: a box is shown.", static_cast<unsigned>(c));
  }
  chosen_.emplace(wanted, chosen);
  return chosen;
}

bool Fonts::has(Face face, char32_t c) {
  for (const FontId id : chain(face, Script::kSimplified)) {
    TTF_Font* font = open(id);
    if (font != nullptr && TTF_GlyphIsProvided32(font, c) != 0) return true;
  }
  return false;
}

float Fonts::advance(FontId id, char32_t c) {
  if (id == FontId::kBox) return is_wide(c) ? 1.0F : 0.6F;
  const std::uint64_t wanted = key(static_cast<unsigned>(id), c);
  if (const auto found = advances_.find(wanted); found != advances_.end()) return found->second;
  int advance = kMeasuringSize;
  TTF_Font* font = sized(id, kMeasuringSize);
  if (font != nullptr) TTF_GlyphMetrics32(font, c, nullptr, nullptr, nullptr, nullptr, &advance);
  const float ems = static_cast<float>(advance) / static_cast<float>(kMeasuringSize);
  advances_.emplace(wanted, ems);
  return ems;
}

int Fonts::measure(TTF_Font* font, std::u32string_view text) const {
  std::string bytes;
  for (const char32_t c : text)
    utf8::append(bytes, c);
  int width = 0;
  TTF_SizeUTF8(font, bytes.c_str(), &width, nullptr);
  return width;
}

float Fonts::kerning(FontId id, char32_t before, char32_t after) {
  // Only Latin letters and signs are kerned.
  if (id == FontId::kBox || before <= U' ' || after <= U' ' || before >= 0x250 || after >= 0x250) return 0;
  const std::uint64_t wanted = key(static_cast<unsigned>(id), before, after);
  if (const auto found = kernings_.find(wanted); found != kernings_.end()) return found->second;
  float ems = 0;
  if (TTF_Font* font = sized(id, kMeasuringSize); font != nullptr) {
    // The library shapes whole strings only (OpenType kerning has no call of its own); between two H, which
    // are kerned with nothing, side bearings cancel out.
    const int pair = measure(font, std::u32string{U'H', before, after, U'H'});
    const int apart = measure(font, std::u32string{U'H', before, U'H'}) +
                      measure(font, std::u32string{U'H', after, U'H'}) - measure(font, U"HH");
    ems = static_cast<float>(pair - apart) / static_cast<float>(kMeasuringSize);
  }
  kernings_.emplace(wanted, ems);
  return ems;
}

GlyphBitmap Fonts::box(int size, char32_t c) {
  GlyphBitmap bitmap;
  const int stroke = std::max(1, size / 16);
  bitmap.width = std::max(3 * stroke, size * (is_wide(c) ? 84 : 48) / 100);
  bitmap.height = std::max(3 * stroke, size * 74 / 100);
  bitmap.left = size * (is_wide(c) ? 8 : 6) / 100;
  bitmap.top = -bitmap.height;
  bitmap.alpha.assign(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height), 0);
  std::size_t at = 0;
  for (int y = 0; y < bitmap.height; ++y) {
    for (int x = 0; x < bitmap.width; ++x, ++at) {
      const bool rim = x < stroke || y < stroke || x >= bitmap.width - stroke || y >= bitmap.height - stroke;
      if (rim) bitmap.alpha[at] = 255;
    }
  }
  return bitmap;
}

GlyphBitmap Fonts::raster(FontId id, int size, char32_t c) {
  if (c == U' ' || c == 0x00A0 || c == 0x3000) return {};
  TTF_Font* font = sized(id, size);
  if (font == nullptr) return box(size, c);
  int min_x = 0;
  int max_y = 0;
  if (TTF_GlyphMetrics32(font, c, &min_x, nullptr, nullptr, &max_y, nullptr) != 0) return box(size, c);
  SDL_Surface* surface = TTF_RenderGlyph32_Blended(font, c, SDL_Color{255, 255, 255, 255});
  if (surface == nullptr) return {};  // no ink and no width
  GlyphBitmap bitmap;
  const auto alpha_at = [&](int x, int y) {
    const auto* row =
        static_cast<const Uint8*>(surface->pixels) + static_cast<std::ptrdiff_t>(y) * surface->pitch;
    Uint32 pixel = 0;
    SDL_memcpy(&pixel, row + static_cast<std::ptrdiff_t>(x) * 4, sizeof pixel);
    return static_cast<std::uint8_t>(pixel >> 24);
  };
  int left = surface->w;
  int right = -1;
  int top = surface->h;
  int bottom = -1;
  for (int y = 0; y < surface->h; ++y) {
    for (int x = 0; x < surface->w; ++x) {
      if (alpha_at(x, y) == 0) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  }
  if (right >= left) {
    bitmap.width = right - left + 1;
    bitmap.height = bottom - top + 1;
    // The surface starts at the pen and at the ascent, moved where ink reaches beyond either.
    const int ascent = TTF_FontAscent(font);
    bitmap.left = left - std::max(0, -min_x);
    bitmap.top = top - std::max(0, max_y - ascent) - ascent;
    bitmap.alpha.reserve(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height));
    for (int y = top; y <= bottom; ++y) {
      for (int x = left; x <= right; ++x)
        bitmap.alpha.push_back(alpha_at(x, y));
    }
  }
  SDL_FreeSurface(surface);
  return bitmap;
}

}  // namespace qitai::view
