// A renderer without a display: a surface in memory.
#pragma once

#include <SDL.h>

namespace qitai::testing {

class Offscreen {
 public:
  Offscreen(int width, int height)
      : surface(SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888)),
        renderer(SDL_CreateSoftwareRenderer(surface)) {}
  ~Offscreen() {
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
  }
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  // How many pixels are not black.
  int lit() {
    SDL_RenderFlush(renderer);
    int count = 0;
    for (int y = 0; y < surface->h; ++y) {
      const auto* row = reinterpret_cast<const Uint32*>(static_cast<const Uint8*>(surface->pixels) +
                                                        static_cast<std::ptrdiff_t>(y) * surface->pitch);
      for (int x = 0; x < surface->w; ++x) {
        if ((row[x] & 0x00FFFFFFU) != 0) ++count;
      }
    }
    return count;
  }
  void clear() {
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
    SDL_RenderClear(renderer);
  }

  SDL_Surface* surface;
  SDL_Renderer* renderer;
};

}  // namespace qitai::testing
