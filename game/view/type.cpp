#include "view/type.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/log.hpp"
#include "base/utf8.hpp"
#include "view/characters.hpp"
#include "view/fonts.hpp"
#include "view/glyph_atlas.hpp"
#include "view/line_break.hpp"
#include "view/run_cache.hpp"

namespace qitai::view {
namespace {

constexpr float kLineHeight = 1.35F;
// The em box of Chinese fonts: 0.88 above the baseline, 0.12 below; it stands in the middle of its line.
constexpr float kBaseline = (kLineHeight - 1.0F) / 2 + 0.88F;
constexpr int kMaxSize = 2000;
// Larger glyphs are magnified from this size; only a seal on a large screen is.
constexpr int kMaxRaster = 512;
constexpr char32_t kEllipsis = 0x2026;
constexpr float kPunctuationCell = 0.6F;  // of a digit's cell

struct Glyph {
  std::optional<GlyphAtlas::Place> place;  // nothing: no ink
  int left = 0, top = 0;
};

float rounded(float value) {
  return std::round(value);
}

}  // namespace

struct Type::Impl {
  Impl(SDL_Renderer* used_renderer, FontFiles files)
      : renderer(used_renderer), fonts(std::move(files)), atlas(used_renderer) {}

  // A character of a text being laid out.
  struct Item {
    char32_t c = 0;
    FontId font = FontId::kBox;
    float advance = 0;  // pixels, kerning with the one before included
  };

  std::vector<Item> items_of(const RunFormat& format, std::u32string_view text);
  const Glyph& glyph(FontId font, int size, char32_t c);
  void place(TextRun& run, const Item& item, int size, float pen, float baseline);
  TextRun make(const RunFormat& format, std::string_view utf8);
  TextRun make_tabular(const RunFormat& format, std::string_view utf8);
  void shorten(const RunFormat& format, std::u32string& text, std::vector<Item>& items,
               std::vector<LineSpan>& lines);
  const TextRun& cached(const RunFormat& format, std::string_view utf8);

  SDL_Renderer* renderer;
  mutable Fonts fonts;
  GlyphAtlas atlas;
  Script script = Script::kSimplified;
  std::unordered_map<std::uint64_t, Glyph> glyphs;
  RunCache runs;
  std::uint64_t epoch = 0;
};

const Glyph& Type::Impl::glyph(FontId font, int size, char32_t c) {
  const std::uint64_t key =
      std::uint64_t{static_cast<std::uint8_t>(font)} << 48 | static_cast<std::uint64_t>(size) << 32 | c;
  if (const auto found = glyphs.find(key); found != glyphs.end()) return found->second;
  const GlyphBitmap bitmap = fonts.raster(font, size, c);
  Glyph glyph;
  glyph.left = bitmap.left;
  glyph.top = bitmap.top;
  if (bitmap.width > 0) {
    glyph.place = atlas.add(bitmap);
    if (!glyph.place && atlas.pages() == GlyphAtlas::kMaxPages) {
      log_info("The type atlas is full and begins anew.");
      atlas.clear();
      glyphs.clear();
      ++epoch;
      glyph.place = atlas.add(bitmap);
    }
  }
  return glyphs.emplace(key, glyph).first->second;
}

std::vector<Type::Impl::Item> Type::Impl::items_of(const RunFormat& format, std::u32string_view text) {
  std::vector<Item> items(text.size());
  const auto size = static_cast<float>(format.size);
  for (std::size_t i = 0; i < text.size(); ++i) {
    Item& item = items[i];
    item.c = text[i];
    if (item.c == U'\n' || is_invisible(item.c)) continue;
    const bool in_word = i > 0 && i + 1 < text.size() && is_letter(text[i - 1]) && is_letter(text[i + 1]);
    item.font = fonts.choose(format.face, format.script, item.c, in_word);
    item.advance = fonts.advance(item.font, item.c) * size;
    if (i > 0 && items[i - 1].font == item.font) {
      item.advance += fonts.kerning(item.font, items[i - 1].c, item.c) * size;
    }
  }
  return items;
}

// `pen`: where the glyph's advance starts.
void Type::Impl::place(TextRun& run, const Item& item, int size, float pen, float baseline) {
  if (item.c == U'\n' || is_invisible(item.c)) return;
  const int raster = std::min(size, kMaxRaster);
  const float scale = static_cast<float>(size) / static_cast<float>(raster);
  const Glyph& picture = glyph(item.font, raster, item.c);
  if (!picture.place) return;
  const SDL_Rect source = picture.place->source;
  run.quads.push_back(
      {picture.place->page, source,
       SDL_FRect{rounded(pen + static_cast<float>(picture.left) * scale),
                 rounded(baseline + static_cast<float>(picture.top) * scale),
                 static_cast<float>(source.w) * scale, static_cast<float>(source.h) * scale}});
}

// Cuts the text after its last permitted line and ends that with an ellipsis that fits.
void Type::Impl::shorten(const RunFormat& format, std::u32string& text, std::vector<Item>& items,
                         std::vector<LineSpan>& lines) {
  const auto allowed = static_cast<std::size_t>(format.max_lines);
  if (allowed == 0 || lines.size() <= allowed) return;
  lines.resize(allowed);
  LineSpan& last = lines.back();
  const std::u32string ellipsis = set_for(format.script, std::u32string{kEllipsis});
  const std::vector<Item> dots = items_of(format, ellipsis);
  float width = 0;
  for (const Item& dot : dots)
    width += dot.advance;
  for (std::size_t i = last.begin; i < last.end; ++i)
    width += items[i].advance;
  const auto loose = [&](char32_t c) {
    return c == U' ' || c == 0x3000 || (is_wide(c) && forbidden_at_start(c)) || forbidden_at_end(c);
  };
  while (last.end > last.begin && ((format.max_width > 0 && width > static_cast<float>(format.max_width)) ||
                                   loose(text[last.end - 1]))) {
    width -= items[last.end - 1].advance;
    --last.end;
  }
  text.resize(last.end);
  items.resize(last.end);
  text += ellipsis;
  items.insert(items.end(), dots.begin(), dots.end());
  last.end = text.size();
}

TextRun Type::Impl::make(const RunFormat& format, std::string_view utf8) {
  std::u32string text = set_for(format.script, characters_of(utf8));
  std::vector<Item> items = items_of(format, text);
  std::vector<LineSpan> lines = break_lines(text, static_cast<float>(format.max_width),
                                            [&items](std::size_t i) { return items[i].advance; });
  shorten(format, text, items, lines);

  TextRun run;
  const auto size = static_cast<float>(format.size);
  const float line_height = rounded(size * kLineHeight);
  run.lines = static_cast<int>(lines.size());
  run.height = line_height * static_cast<float>(lines.size());
  run.baseline = rounded(size * kBaseline);
  std::vector<float> widths;
  for (const LineSpan& line : lines) {
    float width = 0;
    for (std::size_t i = line.begin; i < line.end; ++i)
      width += items[i].advance;
    widths.push_back(width);
    run.width = std::max(run.width, std::ceil(width));
  }
  const float room = format.max_width > 0 ? static_cast<float>(format.max_width) : run.width;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    float pen = 0;
    if (format.align == Align::kCentre) pen = rounded((room - widths[n]) / 2);
    if (format.align == Align::kRight) pen = rounded(room - widths[n]);
    const float baseline = run.baseline + static_cast<float>(n) * line_height;
    for (std::size_t i = lines[n].begin; i < lines[n].end; ++i) {
      // An item's kerning moves the item itself, so its glyph starts where its own advance ends.
      const float own = fonts.advance(items[i].font, items[i].c) * size;
      place(run, items[i], format.size, pen + items[i].advance - own, baseline);
      pen += items[i].advance;
    }
  }
  return run;
}

TextRun Type::Impl::make_tabular(const RunFormat& format, std::string_view utf8) {
  std::u32string text = characters_of(utf8);
  std::erase_if(text, [](char32_t c) { return c == U'\n' || is_invisible(c); });
  std::vector<Item> items = items_of(format, text);
  const auto size = static_cast<float>(format.size);
  float digit = 0;
  for (char32_t c = U'0'; c <= U'9'; ++c) {
    digit = std::max(digit, fonts.advance(fonts.choose(format.face, format.script, c, false), c));
  }
  digit = std::ceil(digit * size);
  TextRun run;
  run.height = rounded(size * kLineHeight);
  run.baseline = rounded(size * kBaseline);
  float pen = 0;
  for (const Item& item : items) {
    const float own = fonts.advance(item.font, item.c) * size;
    float cell = std::ceil(own);
    if (item.c >= U'0' && item.c <= U'9') cell = digit;
    if (item.c == U':' || item.c == U'.') cell = std::ceil(digit * kPunctuationCell);
    float baseline = run.baseline;
    if (item.c == U':') {
      // Half the difference between the middles of a digit and of the colon's two points (x-height).
      const GlyphQuad* zero = nullptr;
      TextRun probe;
      place(probe, {U'0', fonts.choose(format.face, format.script, U'0', false), 0}, format.size, 0, 0);
      place(probe, {item.c, item.font, 0}, format.size, 0, 0);
      if (probe.quads.size() == 2) {
        zero = &probe.quads[0];
        const SDL_FRect& points = probe.quads[1].target;
        baseline += rounded(zero->target.y + zero->target.h / 2 - points.y - points.h / 2);
      }
    }
    place(run, item, format.size, pen + (cell - own) / 2, baseline);
    pen += cell;
  }
  run.width = pen;
  return run;
}

const TextRun& Type::Impl::cached(const RunFormat& format, std::string_view utf8) {
  if (const TextRun* run = runs.find(format, utf8); run != nullptr) return *run;
  const auto set = [&] { return format.tabular ? make_tabular(format, utf8) : make(format, utf8); };
  const std::uint64_t before = epoch;
  TextRun run = set();
  if (epoch != before) {
    // The atlas began anew in the middle of this text: all that was set before is void, this text's start
    // too.
    runs.empty_all();
    run = set();
  }
  return runs.keep(format, utf8, std::move(run));
}

Type::Type(SDL_Renderer* renderer, const std::vector<std::string>& folders,
           const std::vector<std::string>& system)
    : impl_(std::make_unique<Impl>(renderer, find_fonts(folders, system))) {}

Type::~Type() = default;

void Type::set_language(std::string_view lang) {
  impl_->script = lang == "zh-Hant"   ? Script::kTraditional
                  : lang == "zh-Hans" ? Script::kSimplified
                                      : Script::kLatin;
}

const TextRun& Type::layout(Face face, int size, std::string_view utf8, int max_width, int max_lines,
                            Align align) {
  return impl_->cached({.face = face,
                        .script = impl_->script,
                        .align = align,
                        .size = std::clamp(size, 1, kMaxSize),
                        .max_width = std::max(max_width, 0),
                        .max_lines = std::max(max_lines, 0)},
                       utf8);
}

const TextRun& Type::layout_tabular(Face face, int size, std::string_view utf8) {
  return impl_->cached(
      {.face = face, .script = impl_->script, .tabular = true, .size = std::clamp(size, 1, kMaxSize)}, utf8);
}

float Type::width(Face face, int size, std::string_view utf8) {
  return layout(face, size, utf8).width;
}

void Type::draw(const TextRun& run, float x, float y, SDL_Color colour) {
  x = rounded(x);
  y = rounded(y);
  int coloured = -1;
  for (const GlyphQuad& quad : run.quads) {
    SDL_Texture* texture = impl_->atlas.texture(quad.page);
    if (quad.page != coloured) {
      SDL_SetTextureColorMod(texture, colour.r, colour.g, colour.b);
      SDL_SetTextureAlphaMod(texture, colour.a);
      coloured = quad.page;
    }
    const SDL_FRect target{x + quad.target.x, y + quad.target.y, quad.target.w, quad.target.h};
    SDL_RenderCopyF(impl_->renderer, texture, &quad.source, &target);
  }
}

SDL_Texture* Type::page(int index) const {
  return impl_->atlas.texture(index);
}

int Type::pages() const {
  return impl_->atlas.pages();
}

std::uint64_t Type::epoch() const {
  return impl_->epoch;
}

void Type::restore() {
  impl_->atlas.restore();
}

SDL_Surface* Type::ink(Face face, int size, std::string_view utf8_char) {
  const std::optional<char32_t> c = utf8::next(utf8_char);
  if (!c) return nullptr;
  const FontId font = impl_->fonts.choose(face, impl_->script, *c, false);
  const GlyphBitmap bitmap = impl_->fonts.raster(font, std::clamp(size, 1, kMaxSize), *c);
  if (bitmap.width == 0) return nullptr;
  SDL_Surface* surface =
      SDL_CreateRGBSurfaceWithFormat(0, bitmap.width, bitmap.height, 32, SDL_PIXELFORMAT_ARGB8888);
  if (surface == nullptr) return nullptr;
  auto alpha = bitmap.alpha.begin();
  for (int y = 0; y < bitmap.height; ++y) {
    auto* row = reinterpret_cast<Uint32*>(static_cast<Uint8*>(surface->pixels) +
                                          static_cast<std::ptrdiff_t>(y) * surface->pitch);
    for (int x = 0; x < bitmap.width; ++x, ++alpha)
      row[x] = Uint32{*alpha} << 24 | 0x00FFFFFFU;
  }
  return surface;
}

bool Type::covers(std::string_view utf8) const {
  const std::u32string text = characters_of(utf8);
  return std::all_of(text.begin(), text.end(), [this](char32_t c) {
    return c == U'\n' || is_invisible(c) || impl_->fonts.has(Face::kSans, c);
  });
}

}  // namespace qitai::view
