#include "view/type.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/log.hpp"
#include "base/utf8.hpp"
#include "view/fonts.hpp"
#include "view/glyph_atlas.hpp"
#include "view/line_break.hpp"

namespace qitai::view {
namespace {

constexpr float kLineHeight = 1.35F;
// The em box of Chinese fonts: 0.88 above the baseline, 0.12 below; it stands in the middle of its line.
constexpr float kBaseline = (kLineHeight - 1.0F) / 2 + 0.88F;
constexpr int kMaxSize = 2000;
// Larger glyphs are magnified from this size; only a seal on a large screen is.
constexpr int kMaxRaster = 512;
constexpr std::size_t kGeneration = 1024;  // runs; two generations are kept
constexpr std::size_t kMaxText = 8192;     // bytes of one text; longer ones are not for a screen
constexpr char32_t kEllipsis = 0x2026;
constexpr char32_t kEmDash = 0x2014;
constexpr char32_t kTwoEmDash = 0x2E3A;
constexpr float kPunctuationCell = 0.6F;  // of a digit's cell

// What a run depends on besides the text itself.
struct Format {
  Face face = Face::kSans;
  Script script = Script::kSimplified;
  Align align = Align::kLeft;
  bool tabular = false;
  int size = 0, max_width = 0, max_lines = 0;
  bool operator==(const Format&) const = default;
};

struct RunKey {
  Format format;
  std::string text;
};

struct RunView {
  const Format& format;
  std::string_view text;
};

RunView view_of(const RunKey& key) {
  return {key.format, key.text};
}
RunView view_of(const RunView& key) {
  return key;
}

// Lets a lookup do without a copy of the text.
struct RunHash {
  using is_transparent = void;
  template <typename Key>
  std::size_t operator()(const Key& key) const {
    const RunView view = view_of(key);
    const Format& f = view.format;
    std::size_t hash = std::hash<std::string_view>()(view.text);
    const auto mix = [&hash](int part) {
      hash = (hash ^ static_cast<std::size_t>(part)) * 0x9E37'79B9'7F4A'7C15ULL;
      hash ^= hash >> 29;
    };
    mix(static_cast<int>(f.face) | static_cast<int>(f.script) << 4 | static_cast<int>(f.align) << 8 |
        (f.tabular ? 1 << 12 : 0));
    mix(f.size);
    mix(f.max_width);
    mix(f.max_lines);
    return hash;
  }
};

struct RunEqual {
  using is_transparent = void;
  template <typename A, typename B>
  bool operator()(const A& a, const B& b) const {
    return view_of(a).format == view_of(b).format && view_of(a).text == view_of(b).text;
  }
};

using Runs = std::unordered_map<RunKey, std::unique_ptr<TextRun>, RunHash, RunEqual>;

struct Glyph {
  std::optional<GlyphAtlas::Place> place;  // nothing: no ink
  int left = 0, top = 0;
};

bool is_letter(char32_t c) {
  return (c >= U'A' && c <= U'Z') || (c >= U'a' && c <= U'z') || (c >= 0x00C0 && c < 0x0250);
}

// Without ink and width of their own: joiners, marks of direction, variation selectors, the byte order mark.
bool is_invisible(char32_t c) {
  return (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) ||
         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0x00AD;
}

// The signs of a script that the fonts draw by a ligature or for another script: a Chinese dash is one
// unbroken stroke, and the dots of an English ellipsis lie on the baseline.
std::u32string set_for(Script script, std::u32string_view text) {
  std::u32string set;
  set.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (script == Script::kLatin && text[i] == kEllipsis) {
      set += U"...";
    } else if (script != Script::kLatin && text.substr(i, 2) == std::u32string{kEmDash, kEmDash}) {
      set += kTwoEmDash;
      ++i;
    } else {
      set += text[i];
    }
  }
  return set;
}

std::u32string characters_of(std::string_view text) {
  const std::string valid = utf8::repaired(text.substr(0, kMaxText));
  std::u32string characters = utf8::decode(valid).value_or(std::u32string());
  for (char32_t& c : characters) {
    if (c == U'\t') c = U' ';
  }
  std::erase_if(characters, [](char32_t c) { return (c < U' ' && c != U'\n') || (c >= 0x7F && c < 0xA0); });
  return characters;
}

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

  std::vector<Item> items_of(const Format& format, std::u32string_view text);
  const Glyph& glyph(FontId font, int size, char32_t c);
  void place(TextRun& run, const Item& item, int size, float pen, float baseline);
  TextRun make(const Format& format, std::string_view utf8);
  TextRun make_tabular(const Format& format, std::string_view utf8);
  void shorten(const Format& format, std::u32string& text, std::vector<Item>& items,
               std::vector<LineSpan>& lines);
  const TextRun& cached(const Format& format, std::string_view utf8);

  SDL_Renderer* renderer;
  mutable Fonts fonts;
  GlyphAtlas atlas;
  Script script = Script::kSimplified;
  std::unordered_map<std::uint64_t, Glyph> glyphs;
  Runs young, old;
  std::vector<std::unique_ptr<TextRun>> emptied;  // by the atlas beginning anew; somebody may still hold them
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

std::vector<Type::Impl::Item> Type::Impl::items_of(const Format& format, std::u32string_view text) {
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
void Type::Impl::shorten(const Format& format, std::u32string& text, std::vector<Item>& items,
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

TextRun Type::Impl::make(const Format& format, std::string_view utf8) {
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

TextRun Type::Impl::make_tabular(const Format& format, std::string_view utf8) {
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

const TextRun& Type::Impl::cached(const Format& format, std::string_view utf8) {
  const RunView wanted{format, utf8};
  if (const auto found = young.find(wanted); found != young.end()) return *found->second;
  if (young.size() >= kGeneration) {
    old = std::move(young);
    young.clear();
    emptied.clear();
  }
  std::unique_ptr<TextRun> run;
  if (const auto found = old.find(wanted); found != old.end()) {
    run = std::move(found->second);
    old.erase(found);
  } else {
    const std::uint64_t before = epoch;
    run = std::make_unique<TextRun>(format.tabular ? make_tabular(format, utf8) : make(format, utf8));
    if (epoch != before) {
      // The atlas began anew in the middle of this text: all that was set before is void, this text's start
      // too.
      for (Runs* runs : {&young, &old}) {
        for (auto& [key, stale] : *runs) {
          *stale = TextRun{};
          emptied.push_back(std::move(stale));
        }
        runs->clear();
      }
      *run = format.tabular ? make_tabular(format, utf8) : make(format, utf8);
    }
  }
  return *young.emplace(RunKey{format, std::string(utf8)}, std::move(run)).first->second;
}

Type::Type(SDL_Renderer* renderer, std::vector<std::string> folders, std::vector<std::string> system)
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
