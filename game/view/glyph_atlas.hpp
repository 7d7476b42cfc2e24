// Pages of glyph pictures as textures: white with alpha, filled shelf by shelf.
#pragma once

#include <SDL.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "view/fonts.hpp"

namespace qitai::view {

class GlyphAtlas {
 public:
  static constexpr int kPageSize = 1024;
  static constexpr int kMaxPages = 16;  // 64 MiB of texture: beyond that something asks for ever new sizes

  struct Place {
    int page = 0;
    SDL_Rect source{};
  };

  explicit GlyphAtlas(SDL_Renderer* renderer) : renderer_(renderer) {}

  // Puts a picture in; nothing if every page is full or it is larger than one. The pages' textures never
  // move.
  std::optional<Place> add(const GlyphBitmap& bitmap);
  // Forgets every picture and keeps the textures.
  void clear();
  // Makes the textures anew after the renderer lost them.
  void restore();

  [[nodiscard]] SDL_Texture* texture(int page) const;
  [[nodiscard]] int pages() const { return static_cast<int>(pages_.size()); }

 private:
  struct TextureCloser {
    void operator()(SDL_Texture* texture) const { SDL_DestroyTexture(texture); }
  };
  struct Shelf {
    int y = 0, height = 0, used = 0;
  };
  struct Page {
    std::unique_ptr<SDL_Texture, TextureCloser> texture;
    std::vector<std::uint8_t> alpha;  // what the texture holds, to upload it again
    std::vector<Shelf> shelves;
    int bottom = 0;
  };

  std::optional<SDL_Point> reserve(Page& page, int width, int height) const;
  bool make_texture(Page& page);
  void upload(const Page& page, const SDL_Rect& area);

  SDL_Renderer* renderer_;
  std::vector<Page> pages_;
  std::vector<Uint32> pixels_;  // for uploads
};

}  // namespace qitai::view
