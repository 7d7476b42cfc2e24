#include "menu/stage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace qitai::menu {
namespace {

constexpr std::uint32_t kCut = 140;  // ms

SDL_Texture* target_texture(SDL_Renderer* renderer, int width, int height) {
  return SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, width, height);
}

}  // namespace

Stage::~Stage() {
  for (SDL_Texture* const texture : {ground_, cut_, dark_}) {
    if (texture != nullptr) SDL_DestroyTexture(texture);
  }
}

void Stage::resize(int width, int height) {
  for (SDL_Texture** const texture : {&ground_, &cut_, &dark_}) {
    if (*texture != nullptr) SDL_DestroyTexture(*texture);
    *texture = nullptr;
  }
  width_ = width;
  height_ = height;
  cut_from_ = 0;
  dark_ready_ = false;
  paint_ground();
  cut_ = target_texture(house_.renderer, width, height);
  dark_ = target_texture(house_.renderer, width, height);
  house_.ui.layer().set_background(ground_);
}

// The table under everything: lacquer with one quiet light over its middle, dithered so that no bands show.
void Stage::paint_ground() {
  SDL_Surface* const surface =
      SDL_CreateRGBSurfaceWithFormat(0, width_, height_, 32, SDL_PIXELFORMAT_ARGB8888);
  if (surface == nullptr) return;
  const view::Palette& c = house_.ui.colours();
  // An ordered pattern: it hides the steps as well as noise does, and pictures of it pack well.
  constexpr std::array<std::array<int, 4>, 4> kPattern{
      {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}};
  const float cx = static_cast<float>(width_) * 0.5F, cy = static_cast<float>(height_) * 0.46F;
  const float reach = std::hypot(cx, cy);
  const auto mixed = [](std::uint8_t dark, std::uint8_t light, float t, float grain) {
    const float value = static_cast<float>(dark) + static_cast<float>(light - dark) * t + grain;
    return static_cast<std::uint32_t>(std::clamp(std::lround(value), 0L, 255L));
  };
  for (int y = 0; y < height_; ++y) {
    auto* const row = reinterpret_cast<std::uint32_t*>(static_cast<std::uint8_t*>(surface->pixels) +
                                                       static_cast<std::ptrdiff_t>(y) * surface->pitch);
    const float dy = (static_cast<float>(y) - cy) * 1.15F;
    for (int x = 0; x < width_; ++x) {
      const float far = std::hypot(static_cast<float>(x) - cx, dy) / reach;
      const float light = std::clamp(1.12F - far * far * 0.95F, 0.0F, 1.0F);
      const float grain =
          (static_cast<float>(kPattern[static_cast<std::size_t>(y % 4)][static_cast<std::size_t>(x % 4)]) -
           7.5F) /
          16.0F;
      row[x] = 0xFF000000U | mixed(c.lacquer0.r, c.lacquer1.r, light, grain) << 16U |
               mixed(c.lacquer0.g, c.lacquer1.g, light, grain) << 8U |
               mixed(c.lacquer0.b, c.lacquer1.b, light, grain);
    }
  }
  ground_ = SDL_CreateTextureFromSurface(house_.renderer, surface);
  SDL_FreeSurface(surface);
  if (ground_ != nullptr) SDL_SetTextureBlendMode(ground_, SDL_BLENDMODE_NONE);
}

void Stage::draw_base(Screen& screen, std::uint64_t now) {
  SDL_RenderCopy(house_.renderer, house_.ui.layer().texture(), nullptr, nullptr);
  if (screen.shows_board()) house_.board.draw(now);
  screen.draw_over(now);
}

void Stage::keep_for_cut(Screen& screen, std::uint64_t now) {
  if (cut_ == nullptr || house_.motion(kCut) == 0) return;
  SDL_Texture* const target = SDL_GetRenderTarget(house_.renderer);
  SDL_SetRenderTarget(house_.renderer, cut_);
  draw_base(screen, now);
  SDL_SetRenderTarget(house_.renderer, target);
  cut_from_ = std::max<std::uint64_t>(now, 1);
}

void Stage::draw_brackets(const SDL_Rect& rect) {
  SDL_Renderer* const renderer = house_.renderer;
  const Ui& ui = house_.ui;
  const int thick = std::max(2, ui.px(5)), arm = std::max(8, ui.px(24)), away = std::max(3, ui.px(6));
  const SDL_Color gold = ui.colours().gold_hi;
  const int x1 = rect.x - away - thick, y1 = rect.y - away - thick;
  const int x2 = rect.x + rect.w + away, y2 = rect.y + rect.h + away;
  const std::vector<SDL_Rect> bars{
      {x1, y1, arm, thick},
      {x1, y1, thick, arm},
      {x2 + thick - arm, y1, arm, thick},
      {x2, y1, thick, arm},
      {x1, y2, arm, thick},
      {x1, y2 + thick - arm, thick, arm},
      {x2 + thick - arm, y2, arm, thick},
      {x2, y2 + thick - arm, thick, arm},
  };
  SDL_SetRenderDrawColor(renderer, gold.r, gold.g, gold.b, 255);
  SDL_RenderFillRects(renderer, bars.data(), static_cast<int>(bars.size()));
}

// The ring of a held press runs round the item's edge, from the middle of its top clockwise.
void Stage::draw_hold(const SDL_Rect& r, float part) {
  SDL_Renderer* const renderer = house_.renderer;
  const int thick = std::max(3, house_.ui.px(8));
  const SDL_Color c = house_.ui.colours().cinnabar_hi;
  SDL_SetRenderDrawColor(renderer, c.r, c.g, c.b, 255);
  int rest = static_cast<int>(part * static_cast<float>(2 * (r.w + r.h)));
  const auto take = [&rest](int most) {
    const int length = std::min(rest, most);
    rest -= length;
    return length;
  };
  const auto fill = [&](SDL_Rect bar) {
    if (bar.w > 0 && bar.h > 0) SDL_RenderFillRect(renderer, &bar);
  };
  const int half = r.w / 2;
  fill({r.x + half, r.y, take(r.w - half), thick});
  fill({r.x + r.w - thick, r.y, thick, take(r.h)});
  const int bottom = take(r.w);
  fill({r.x + r.w - bottom, r.y + r.h - thick, bottom, thick});
  const int left = take(r.h);
  fill({r.x, r.y + r.h - left, thick, left});
  fill({r.x, r.y, take(half), thick});
}

void Stage::draw(Screen& screen, bool ui_changed, std::uint64_t now) {
  SDL_Renderer* const renderer = house_.renderer;
  const SDL_Point shift = screen.shift(now);
  const bool shifted = shift.x != 0 || shift.y != 0;
  if (shifted) {
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
    SDL_RenderClear(renderer);
    const SDL_Rect moved{shift.x, shift.y, width_, height_};
    SDL_RenderSetViewport(renderer, &moved);
  }
  draw_frame(screen, ui_changed, now);
  if (shifted) SDL_RenderSetViewport(renderer, nullptr);
}

void Stage::draw_frame(Screen& screen, bool ui_changed, std::uint64_t now) {
  SDL_Renderer* const renderer = house_.renderer;
  Ui& ui = house_.ui;
  // What lies in the shade of each side's dialog: on a flat screen the half before that side.
  struct Shade {
    SDL_Rect dialog, room;
  };
  std::vector<Shade> shades;
  for (const Side side : kSides) {
    const Facing faced(ui, side);
    const SDL_Rect& dialog = ui.dialog_rect(side);
    if (SDL_RectEmpty(&dialog) == SDL_FALSE) shades.push_back({ui.facing(dialog), ui.facing(ui.room())});
  }
  const bool with_dialog = !shades.empty() && dark_ != nullptr;
  if (with_dialog) {
    const bool board_due = screen.shows_board() && house_.board.next_frame(now) <= now;
    if (ui_changed || !dark_ready_ || board_due || house_.board.moving(now)) {
      SDL_Texture* const target = SDL_GetRenderTarget(renderer);
      SDL_SetRenderTarget(renderer, dark_);
      draw_base(screen, now);
      SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);
      SDL_SetRenderDrawColor(renderer, 0x0E, 0x0B, 0x09, 150);
      for (const Shade& shade : shades)
        SDL_RenderFillRect(renderer, &shade.room);
      SDL_SetRenderTarget(renderer, target);
      SDL_SetTextureBlendMode(dark_, SDL_BLENDMODE_NONE);
      dark_ready_ = true;
    }
    SDL_RenderCopy(renderer, dark_, nullptr, nullptr);
    // The help strip is not darkened by a dialog: it says what the dialog's items do.
    const SDL_Rect strip = ui.help_rect();
    const bool covered = std::ranges::any_of(shades, [&strip](const Shade& shade) {
      return SDL_HasIntersection(&shade.dialog, &strip) == SDL_TRUE;
    });
    if (!covered && ui.help_shown()) SDL_RenderCopy(renderer, ui.layer().texture(), &strip, &strip);
    for (const Shade& shade : shades)
      SDL_RenderCopy(renderer, ui.layer().texture(), &shade.dialog, &shade.dialog);
  } else {
    dark_ready_ = false;
    draw_base(screen, now);
  }

  for (const Side side : kSides) {
    const Facing faced(ui, side);
    const Focus& focus = ui.focus();
    if (ui.focus_shown() && !screen.focus_on_board_of(side)) {
      if (const auto rect = focus.brackets(now, house_.motion(Focus::kSlide)))
        draw_brackets(ui.facing(*rect));
    }
    if (const float held = focus.held(now); held > 0) {
      if (const FocusItem* const item = focus.item(focus.focused())) draw_hold(ui.facing(item->rect), held);
    }
  }

  if (cut_from_ == 0) return;
  if (now >= cut_from_ + kCut) {
    cut_from_ = 0;
    return;
  }
  const float rest = 1.0F - static_cast<float>(now - cut_from_) / static_cast<float>(kCut);
  SDL_SetTextureBlendMode(cut_, SDL_BLENDMODE_BLEND);
  SDL_SetTextureAlphaMod(cut_, static_cast<std::uint8_t>(255.0F * rest));
  SDL_RenderCopy(renderer, cut_, nullptr, nullptr);
}

std::uint64_t Stage::next_frame(const Screen& screen, std::uint64_t now) const {
  std::uint64_t next = screen.next_frame(now);
  for (const Side side : kSides)
    next = std::min(next, house_.ui.focus(side).next_wake(now));
  if (screen.shows_board()) next = std::min(next, house_.board.next_frame(now));
  return cut_from_ != 0 ? now : next;
}

}  // namespace qitai::menu
