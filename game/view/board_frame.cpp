#include <algorithm>
#include <cmath>

#include "view/bake_plate.hpp"
#include "view/board_view_impl.hpp"

namespace qitai::view {

namespace {

bool same_piece(const host::Piece& a, const host::Piece& b) {
  return a.point == b.point && a.kind == b.kind && a.colour == b.colour && a.flags == b.flags;
}

}  // namespace

void BoardView::Impl::bake() {
  stale = false;
  composed_valid = false;
  lines_stale = true;
  art.set(renderer, info, theme, text, geometry);
  plate = bake_plate(type, geometry, theme, text, art.turned() >= 0);
  bake_show();
  std::string seal = text("mark.check");
  mark_pictures.bake(renderer, type, geometry, theme, seal.empty() ? "将" : seal);

  // Without an alpha channel copies of the board are plain where the renderer has such a format.
  SDL_RendererInfo about{};
  Uint32 format = SDL_PIXELFORMAT_ARGB8888;
  if (SDL_GetRendererInfo(renderer, &about) == 0) {
    for (Uint32 i = 0; i < about.num_texture_formats; ++i) {
      if (about.texture_formats[i] == SDL_PIXELFORMAT_RGB888) {
        format = SDL_PIXELFORMAT_RGB888;
      }
    }
  }
  board_texture.reset();
  board.reset();
  if (plate == nullptr) {
    return;
  }
  plate.reset(SDL_ConvertSurfaceFormat(plate.get(), format, 0));
  if (plate == nullptr) {
    return;
  }
  SDL_SetSurfaceBlendMode(plate.get(), SDL_BLENDMODE_NONE);
  lit.reset();
  dim();
  board.reset(SDL_CreateRGBSurfaceWithFormat(0, plate->w, plate->h, 32, format));
  board_texture.reset(SDL_CreateTexture(renderer, format, SDL_TEXTUREACCESS_STATIC, plate->w, plate->h));
  if (board_texture != nullptr) {
    SDL_SetTextureBlendMode(board_texture.get(), SDL_BLENDMODE_NONE);
  }
}

void BoardView::Impl::dim() {
  if (!dimmed) {
    if (lit != nullptr) {
      plate = std::move(lit);
    }
    return;
  }
  constexpr Uint8 kLight = 120;  // of 255
  if (plate == nullptr || lit != nullptr) {
    return;
  }
  lit.reset(SDL_ConvertSurface(plate.get(), plate->format, 0));
  if (lit == nullptr) {
    return;
  }
  SDL_SetSurfaceBlendMode(lit.get(), SDL_BLENDMODE_NONE);
  SDL_SetSurfaceColorMod(lit.get(), kLight, kLight, kLight);
  SDL_BlitSurface(lit.get(), nullptr, plate.get(), nullptr);
  SDL_SetSurfaceColorMod(lit.get(), 255, 255, 255);
}

SDL_Rect BoardView::Impl::area_of(host::Point point) const {
  const SDL_FPoint c = geometry.centre(point);
  const int size = art.rest_size();
  return {static_cast<int>(std::floor(c.x)) - geometry.plate().x - size / 2,
          static_cast<int>(std::floor(c.y)) - geometry.plate().y - size / 2, size, size};
}

// Puts plate and resting pieces of `area` into the board's picture.
void BoardView::Impl::compose_at(const SDL_Rect& area, const std::vector<host::Piece>& pieces) {
  SDL_SetClipRect(board.get(), &area);
  SDL_Rect source = area, target = area;
  SDL_BlitSurface(plate.get(), &source, board.get(), &target);
  for (const host::Piece& piece : pieces) {
    SDL_Rect place = area_of(piece.point);
    SDL_Surface* picture = art.surface(piece);
    if (picture != nullptr && SDL_HasIntersection(&place, &area) == SDL_TRUE) {
      place.x += (place.w - picture->w) / 2;
      place.y += (place.h - picture->h) / 2;
      SDL_BlitSurface(picture, nullptr, board.get(), &place);
    }
  }
  SDL_SetClipRect(board.get(), nullptr);
  const SDL_Rect whole{0, 0, board->w, board->h};
  SDL_Rect inside{};
  if (SDL_IntersectRect(&area, &whole, &inside) == SDL_TRUE) {
    const auto* pixels =
        static_cast<const std::uint8_t*>(board->pixels) + inside.y * board->pitch + inside.x * 4;
    SDL_UpdateTexture(board_texture.get(), &inside, pixels, board->pitch);
  }
}

TexturePtr BoardView::Impl::diagram(const std::vector<host::Piece>& pieces, int width) {
  if (stale) {
    bake();
  }
  if (plate == nullptr || width < 1) {
    return nullptr;
  }
  const SurfacePtr whole(SDL_ConvertSurfaceFormat(plate.get(), SDL_PIXELFORMAT_ARGB8888, 0));
  if (whole == nullptr) {
    return nullptr;
  }
  for (const host::Piece& piece : seen(pieces)) {
    SDL_Rect place = area_of(piece.point);
    if (SDL_Surface* const picture = art.surface(piece)) {
      place.x += (place.w - picture->w) / 2;
      place.y += (place.h - picture->h) / 2;
      SDL_BlitSurface(picture, nullptr, whole.get(), &place);
    }
  }
  const int height = std::max(1, whole->h * width / std::max(1, whole->w));
  return upload(renderer, smaller(*whole, width, height));
}

void BoardView::Impl::compose(std::uint64_t now) {
  if (board == nullptr || board_texture == nullptr) {
    return;
  }
  std::vector<host::Piece> pieces = motion.resting(now);
  if (composed_valid &&
      std::equal(pieces.begin(), pieces.end(), composed.begin(), composed.end(), same_piece)) {
    return;
  }
  std::vector<host::Point> changed;
  const auto missing = [&](const std::vector<host::Piece>& from, const std::vector<host::Piece>& in) {
    for (const host::Piece& piece : from) {
      if (std::none_of(in.begin(), in.end(),
                       [&](const host::Piece& other) { return same_piece(piece, other); })) {
        changed.push_back(piece.point);
      }
    }
  };
  if (composed_valid) {
    missing(pieces, composed);
    missing(composed, pieces);
  }
  // Upper pieces first: the shadow of one falls under the next below it.
  std::vector<host::Piece> order = pieces;
  std::stable_sort(order.begin(), order.end(), [&](const host::Piece& a, const host::Piece& b) {
    return geometry.centre(a.point).y < geometry.centre(b.point).y;
  });
  if (!composed_valid || changed.size() > 12) {
    compose_at({0, 0, board->w, board->h}, order);
  } else {
    for (const host::Point point : changed) {
      compose_at(area_of(point), order);
    }
  }
  composed = std::move(pieces);
  composed_valid = true;
}

void BoardView::Impl::bake_lines() {
  lines.clear();
  lines_stale = false;
  const auto add = [&](TexturePtr texture, const SDL_Rect& where) {
    if (texture != nullptr) {
      lines.push_back({std::move(texture), where});
    }
  };
  std::vector<BoardMarks::Attack> attacks = marks.attacks;
  if (marks.mate) {
    for (const host::Mark& mark : marks.check) {
      if (mark.kind == QITAI_MARK_CHECK && mark.other != host::kNoPoint) {
        attacks.push_back({mark.other, mark.point, false});
      }
    }
  }
  for (const BoardMarks::Attack& attack : attacks) {
    std::vector<SDL_FPoint> others;
    for (const host::Piece& piece : motion.resting(kNever)) {
      if (piece.point != attack.from && piece.point != attack.to) {
        others.push_back(geometry.centre(piece.point));
      }
    }
    SDL_Rect where{};
    TexturePtr texture = Marks::attack_line(renderer, geometry, theme, geometry.centre(attack.from),
                                            geometry.centre(attack.to), others, attack.dashed, &where);
    add(std::move(texture), where);
  }
  if (marks.hint) {
    SDL_Rect where{};
    TexturePtr texture = Marks::chevrons(renderer, geometry, theme, geometry.centre(marks.hint->first),
                                         geometry.centre(marks.hint->second), &where);
    add(std::move(texture), where);
  }
}

// Marks that lie under whatever moves.
void BoardView::Impl::draw_under(std::uint64_t now) {
  draw_places();
  if (marks.last_move) {
    mark_pictures.draw(renderer, MarkKind::kLastFrom, geometry.centre(marks.last_move->first));
    mark_pictures.draw(renderer, MarkKind::kLastTo, geometry.centre(marks.last_move->second));
  }
  if (marks.premove) {
    mark_pictures.draw(renderer, MarkKind::kPremoveFrom, geometry.centre(marks.premove->first));
    mark_pictures.draw(renderer, MarkKind::kPremove, geometry.centre(marks.premove->second));
  }
  if (lines_stale) {
    bake_lines();
  }
  for (const Line& line : lines) {
    SDL_RenderCopy(renderer, line.texture.get(), nullptr, &line.where);
  }
  draw_check(now);
  for (const BoardMarks::Attack& attack : marks.attacks) {
    // Between neighbours there is no room for a line; a king in check has his ring.
    const bool ringed = std::any_of(marks.check.begin(), marks.check.end(),
                                    [&](const host::Mark& mark) { return mark.point == attack.to; });
    if (!ringed && motion.piece_at(attack.to) != nullptr) {
      mark_pictures.draw(renderer, MarkKind::kCapture, geometry.centre(attack.to));
    }
  }
  if (marks.flash) {
    mark_pictures.draw_pulse(renderer, 1, geometry.centre(*marks.flash));
  }
  for (const host::Point target : marks.targets) {
    const bool enemy = motion.piece_at(target) != nullptr;
    mark_pictures.draw(renderer, enemy ? MarkKind::kCapture : MarkKind::kTarget, geometry.centre(target));
  }
}

void BoardView::Impl::draw_check(std::uint64_t now) {
  if (!same_marks(marks.check, pulsed)) {
    pulsed = marks.check;
    const bool any = std::any_of(pulsed.begin(), pulsed.end(),
                                 [](const host::Mark& mark) { return mark.kind == QITAI_MARK_CHECK; });
    pulse_start = any && !reduced ? now : kNever;
  }
  std::vector<host::Point> done;  // several attackers: one ring
  const auto once = [&](host::Point point) {
    const bool first = std::find(done.begin(), done.end(), point) == done.end();
    done.push_back(point);
    return first;
  };
  for (const host::Mark& mark : marks.check) {
    const SDL_FPoint at = geometry.centre(mark.point);
    if (mark.kind == QITAI_MARK_GUARD) {
      mark_pictures.draw(renderer, MarkKind::kGuard, at);
    } else if (mark.kind == QITAI_MARK_STUCK) {
      mark_pictures.draw(renderer, MarkKind::kStuck, at);
    } else if (mark.kind == QITAI_MARK_CHECK && once(mark.point)) {
      mark_pictures.draw(renderer, MarkKind::kCheck, at);
      if (pulse_start != kNever && now < pulse_start + kPulse) {
        mark_pictures.draw_pulse(renderer, static_cast<int>((now - pulse_start) * kPulseSteps / kPulse), at);
      }
    }
  }
}

void BoardView::Impl::draw_sprites(std::uint64_t now) {
  for (const Sprite& sprite : motion.sprites(now)) {
    const PieceArt::Picture picture = art.texture(sprite.piece, sprite.pose);
    if (picture.texture == nullptr) {
      continue;
    }
    const bool whole = sprite.wide >= 1 && sprite.high >= 1;
    const auto part = [](int pixels, float share) {
      return std::max(1, static_cast<int>(std::lround(static_cast<float>(pixels) * share)));
    };
    const int width = whole ? picture.width : part(picture.width, sprite.wide),
              height = whole ? picture.height : part(picture.height, sprite.high);
    const SDL_Rect target{static_cast<int>(std::floor(sprite.at.x)) - width / 2,
                          static_cast<int>(std::floor(sprite.at.y)) - height / 2, width, height};
    SDL_SetTextureAlphaMod(picture.texture,
                           static_cast<Uint8>(sprite.fade == 0 ? 255 : 255 - 64 * sprite.fade));
    SDL_RenderCopy(renderer, picture.texture, nullptr, &target);
    if (sprite.in_hand) {
      mark_pictures.draw(renderer, MarkKind::kLifted, sprite.at);
    }
  }
}

SDL_FPoint BoardView::Impl::cursor_at(std::uint64_t now) const {
  const SDL_FPoint end = geometry.centre(*marks.cursor);
  if (!sliding(now)) {
    return end;
  }
  const float left = 1 - static_cast<float>(now - slide_start) / static_cast<float>(kSlide);
  const float rest = left * left * left;
  return {end.x + (cursor_from->x - end.x) * rest, end.y + (cursor_from->y - end.y) * rest};
}

// A word on a small flag at the upper right of its piece, at the left where the board ends.
void BoardView::Impl::draw_tag(const BoardMarks::Tag& tag) {
  const float u = geometry.u();
  const TextRun& run =
      type.layout(Face::kKai, std::max(18, static_cast<int>(std::lround(30 * u))), tag.words);
  const int pad = std::max(4, static_cast<int>(std::lround(9 * u))), edge = std::max(1, pad / 4);
  const int width = static_cast<int>(std::ceil(run.width)) + 2 * pad, height = static_cast<int>(run.height);
  const SDL_FPoint at = geometry.centre(tag.at);
  const BoardGeometry::Body body = geometry.body();
  const SDL_Rect& plate_rect = geometry.plate();
  int x = static_cast<int>(at.x + 0.62F * body.hx);
  if (x + width > plate_rect.x + plate_rect.w) {
    x = static_cast<int>(at.x - 0.62F * body.hx) - width;
  }
  const int y = std::max(plate_rect.y, static_cast<int>(at.y - body.hy) - height / 2);
  const Palette& colours = palette();
  const auto fill = [this](const SDL_Rect& area, SDL_Color c) {
    SDL_SetRenderDrawColor(renderer, c.r, c.g, c.b, 255);
    SDL_RenderFillRect(renderer, &area);
  };
  fill({x - edge, y - edge, width + 2 * edge, height + 2 * edge}, colours.paper);
  fill({x, y, width, height}, tag.quiet ? colours.lacquer3 : colours.cinnabar);
  type.draw(run, static_cast<float>(x + pad), static_cast<float>(y), colours.paper);
}

void BoardView::Impl::draw_over(std::uint64_t now) {
  if (!motion.in_flight()) {
    if (marks.tag) {
      draw_tag(*marks.tag);
    }
    std::vector<host::Point> done;
    for (const host::Mark& mark : marks.check) {
      if (mark.kind == QITAI_MARK_CHECK && std::find(done.begin(), done.end(), mark.point) == done.end()) {
        const SDL_FPoint at = geometry.centre(mark.point), aside = mark_pictures.seal_offset();
        mark_pictures.draw(renderer, MarkKind::kSeal, {at.x + aside.x, at.y + aside.y});
        done.push_back(mark.point);
      }
    }
  }
  if (now >= crosses_until) {
    crosses.clear();
  }
  for (const host::Point point : crosses) {
    mark_pictures.draw(renderer, MarkKind::kCross, geometry.centre(point));
  }
  if (marks.cursor) {
    mark_pictures.draw(renderer, MarkKind::kCursor, cursor_at(now));
    // The brackets must not hide that the piece there may be taken.
    const bool target =
        std::find(marks.targets.begin(), marks.targets.end(), *marks.cursor) != marks.targets.end();
    if (target && !motion.in_flight() && motion.piece_at(*marks.cursor) != nullptr) {
      mark_pictures.draw(renderer, MarkKind::kCapture, geometry.centre(*marks.cursor));
    }
  }
}

void BoardView::Impl::draw_loupe(host::Point point, const SDL_Rect& where, std::uint64_t now) {
  constexpr float kZoom = 1.5F;
  const int side = static_cast<int>(std::lround(static_cast<float>(where.w) / kZoom));
  if (loupe == nullptr || loupe_side != side) {
    loupe_side = side;
    loupe.reset(SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, side, side));
  }
  if (loupe == nullptr || board_texture == nullptr) {
    return;
  }
  SDL_SetTextureScaleMode(loupe.get(), SDL_ScaleModeLinear);
  SDL_SetTextureBlendMode(loupe.get(), SDL_BLENDMODE_NONE);
  SDL_Texture* const target = SDL_GetRenderTarget(renderer);
  SDL_SetRenderTarget(renderer, loupe.get());
  const Palette& colours = palette();
  const auto ink = [this](SDL_Color c) { SDL_SetRenderDrawColor(renderer, c.r, c.g, c.b, 255); };
  ink(colours.lacquer1);
  SDL_RenderClear(renderer);
  // The board is drawn as always, but moved so that the point lies in the middle; what is in hand is not.
  const SDL_FPoint middle = geometry.centre(point);
  const SDL_Rect view{side / 2 - static_cast<int>(middle.x), side / 2 - static_cast<int>(middle.y),
                      geometry.plate().x + geometry.plate().w, geometry.plate().y + geometry.plate().h};
  SDL_RenderSetViewport(renderer, &view);
  SDL_RenderCopy(renderer, board_texture.get(), nullptr, &geometry.plate());
  draw_under(now);
  draw_notes(now);
  draw_over(now);
  SDL_RenderSetViewport(renderer, nullptr);
  SDL_SetRenderTarget(renderer, target);
  SDL_RenderCopy(renderer, loupe.get(), nullptr, &where);
  const int rim = std::max(3, static_cast<int>(std::lround(8 * geometry.u())));
  const auto frame = [&](int inset, int width) {
    const SDL_Rect r{where.x + inset, where.y + inset, where.w - 2 * inset, where.h - 2 * inset};
    const SDL_Rect bars[]{{r.x, r.y, r.w, width},
                          {r.x, r.y + r.h - width, r.w, width},
                          {r.x, r.y, width, r.h},
                          {r.x + r.w - width, r.y, width, r.h}};
    SDL_RenderFillRects(renderer, bars, 4);
  };
  ink(colours.lacquer0);
  frame(0, rim);
  ink(colours.gold);
  frame(rim / 3, std::max(1, rim / 3));
}

void BoardView::Impl::draw(std::uint64_t now) {
  if (stale) {
    bake();
  }
  motion.advance(now);
  compose(now);
  if (board_texture != nullptr) {
    SDL_RenderCopy(renderer, board_texture.get(), nullptr, &geometry.plate());
  }
  // After a move begins, nothing of what follows from it is shown before it has landed.
  if (!motion.in_flight()) {
    draw_under(now);
  }
  draw_notes(now);
  draw_sprites(now);
  draw_fight(now);
  draw_over(now);
  dirty = false;
  settled = !motion.animating(now) && !sliding(now);
}

std::uint64_t BoardView::Impl::next_frame(std::uint64_t now) const {
  if (stale || dirty || !settled || motion.animating(now) || sliding(now)) {
    return now;
  }
  std::uint64_t next = motion.wakes_at() == kNever ? kNever : std::max(now, motion.wakes_at());
  if (!crosses.empty()) {
    next = std::min(next, std::max(now, crosses_until));
  }
  if (pulse_start != kNever && !motion.in_flight() && now < pulse_start + kPulse) {
    const std::uint64_t step = (now - std::min(now, pulse_start)) * kPulseSteps / kPulse + 1;
    next = std::min(next, pulse_start + (step * kPulse + kPulseSteps - 1) / kPulseSteps);
  }
  return next;
}

}  // namespace qitai::view
