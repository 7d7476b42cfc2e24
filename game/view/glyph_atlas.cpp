#include "view/glyph_atlas.hpp"

#include <algorithm>

#include "base/log.hpp"

namespace qitai::view {
namespace {

constexpr int kGap = 1;  // keeps neighbours out of filtered copies

std::size_t offset(int x, int y) {
  return static_cast<std::size_t>(y) * GlyphAtlas::kPageSize + static_cast<std::size_t>(x);
}

}  // namespace

SDL_Texture* GlyphAtlas::texture(int page) const {
  if (page < 0 || page >= pages()) return nullptr;
  return pages_[static_cast<std::size_t>(page)].texture.get();
}

std::optional<SDL_Point> GlyphAtlas::reserve(Page& page, int width, int height) const {
  const int need = width + kGap;
  for (Shelf& shelf : page.shelves) {
    // A shelf much higher than the glyph would waste its rest.
    const bool fits = shelf.height >= height && shelf.height <= height + height / 3 + 2;
    if (fits && shelf.used + need <= kPageSize) {
      const SDL_Point at{shelf.used, shelf.y};
      shelf.used += need;
      return at;
    }
  }
  if (need > kPageSize || page.bottom + height + kGap > kPageSize) return std::nullopt;
  page.shelves.push_back({page.bottom, height, need});
  const SDL_Point at{0, page.bottom};
  page.bottom += height + kGap;
  return at;
}

bool GlyphAtlas::make_texture(Page& page) {
  page.texture.reset(
      SDL_CreateTexture(renderer_, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, kPageSize, kPageSize));
  if (!page.texture) {
    log_error("A page for {}×{} pixels of type could not be made: {}.", kPageSize, kPageSize, SDL_GetError());
    return false;
  }
  SDL_SetTextureBlendMode(page.texture.get(), SDL_BLENDMODE_BLEND);
  // At their own size glyphs are copied pixel by pixel either way; the largest ones are magnified.
  SDL_SetTextureScaleMode(page.texture.get(), SDL_ScaleModeLinear);
  upload(page, {0, 0, kPageSize, kPageSize});
  return true;
}

void GlyphAtlas::upload(const Page& page, const SDL_Rect& area) {
  pixels_.clear();
  for (int y = area.y; y < area.y + area.h; ++y) {
    for (int x = area.x; x < area.x + area.w; ++x) {
      pixels_.push_back(Uint32{page.alpha[offset(x, y)]} << 24 | 0x00FFFFFFU);
    }
  }
  SDL_UpdateTexture(page.texture.get(), &area, pixels_.data(), area.w * 4);
}

std::optional<GlyphAtlas::Place> GlyphAtlas::add(const GlyphBitmap& bitmap) {
  std::optional<SDL_Point> at;
  int index = 0;
  for (; index < pages() && !at; ++index) {
    at = reserve(pages_[static_cast<std::size_t>(index)], bitmap.width, bitmap.height);
  }
  if (!at) {
    if (pages() >= kMaxPages || bitmap.width + kGap > kPageSize || bitmap.height + kGap > kPageSize) {
      return std::nullopt;
    }
    Page page;
    page.alpha.assign(offset(0, kPageSize), 0);
    if (!make_texture(page)) return std::nullopt;
    pages_.push_back(std::move(page));
    at = reserve(pages_.back(), bitmap.width, bitmap.height);
    index = pages();
  }
  Page& page = pages_[static_cast<std::size_t>(index - 1)];
  const SDL_Rect area{at->x, at->y, bitmap.width, bitmap.height};
  for (int y = 0; y < area.h; ++y) {
    const auto row = bitmap.alpha.begin() + static_cast<std::ptrdiff_t>(y) * area.w;
    std::copy(row, row + area.w,
              page.alpha.begin() + static_cast<std::ptrdiff_t>(offset(area.x, area.y + y)));
  }
  if (page.texture) upload(page, area);
  return Place{index - 1, area};
}

void GlyphAtlas::clear() {
  for (Page& page : pages_) {
    std::fill(page.alpha.begin(), page.alpha.end(), std::uint8_t{0});
    page.shelves.clear();
    page.bottom = 0;
    if (page.texture) upload(page, {0, 0, kPageSize, kPageSize});
  }
}

void GlyphAtlas::restore() {
  for (Page& page : pages_)
    make_texture(page);
}

}  // namespace qitai::view
