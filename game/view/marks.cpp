#include "view/marks.hpp"

#include "view/bake_piece.hpp"

namespace qitai::view {

namespace {

constexpr float kPi = 3.14159265F;

// Paints marks around the middle of an odd square, lengths in pixels of this board.
class Painter {
 public:
  Painter(const BoardGeometry& geometry, const BoardTheme& theme)
      : s_(geometry.style() == BoardGeometry::Style::kPosts
               ? 2 * geometry.body().hy * 78 / 62  // plates of any size have the same marks
               : static_cast<float>(geometry.pitch()) *
                     std::min(1.0F, std::min(geometry.row_step(), geometry.file_step()))),
        u_(s_ / 92),
        body_(geometry.body()),
        theme_(theme),
        edged_(geometry.style() == BoardGeometry::Style::kCells || !theme.wood_grain) {}

  [[nodiscard]] Canvas canvas(float reach) const {
    const int size = 2 * static_cast<int>(std::ceil(reach + 2)) + 1;
    return {size, size};
  }
  // Distance to the outline of a resting piece, `out` pixels outside it, from the canvas's middle.
  [[nodiscard]] float around_body(float x, float y, float middle, float out) const {
    return rounded_box(x, y, middle, middle, body_.hx + out, body_.hy + out, body_.corner + out);
  }
  [[nodiscard]] float body_reach() const { return std::max(body_.hx, body_.hy); }

  // A shape in its colour with an edge around it that keeps it apart from whatever lies under it.
  template <typename Distance>
  void edged(Canvas& canvas, SDL_Color c, float edge, const Distance& distance, float alpha = 1) const {
    const SDL_FRect all{0, 0, static_cast<float>(canvas.width()), static_cast<float>(canvas.height())};
    if (edge > 0) {
      canvas.paint(all, colour(theme_.marks.edge, alpha),
                   [&](float x, float y) { return distance(x, y) - edge; });
    }
    canvas.paint(all, colour(c, alpha), distance);
  }
  // On one even field of wood rings need no edge; on chess's fields, paper and black they have one.
  [[nodiscard]] float ring_edge() const { return edged_ ? std::max(1.0F, 2 * u_) : 0; }

  [[nodiscard]] Canvas lifted() const {
    const float half = 0.025F * s_, out = 0.085F * s_;
    Canvas c = canvas(body_reach() + out + half + 3 * u_);
    const float m = middle(c);
    edged(c, theme_.marks.allowed, ring_edge(),
          [&](float x, float y) { return std::abs(around_body(x, y, m, out)) - half; });
    return c;
  }
  [[nodiscard]] Canvas target() const {
    const float edge = std::max(1.0F, 0.02F * s_), radius = 0.12F * s_;
    Canvas c = canvas(radius + edge + 2);
    const float m = middle(c);
    // A breath of shade under the edge, so that the dot lies on the board and not in it.
    c.shade(around(m, m, radius + edge + 2), [&](float x, float y) {
      const float d = circle(x, y, m, m + 0.6F * u_, radius + edge);
      return Colour{0.1F, 0.05F, 0.02F, 0.35F * (1 - smooth((d + 1) / (2.2F * u_ + 1)))};
    });
    edged(c, theme_.marks.allowed, edge, [&](float x, float y) { return circle(x, y, m, m, radius); });
    return c;
  }
  [[nodiscard]] Canvas capture() const {
    const float half = std::max(1.2F, 3.2F * u_), edge = std::max(1.0F, 2 * u_);
    const float inner_x = body_.hx * (body_.corner >= body_.hx ? 0.7071F : 1) + 0.045F * s_,
                inner_y = body_.hy * (body_.corner >= body_.hx ? 0.7071F : 1) + 0.045F * s_;
    const float tick = 0.2F * s_ * 0.7071F;
    Canvas c = canvas(std::max(inner_x, inner_y) + tick + half + edge);
    const float m = middle(c);
    edged(c, theme_.marks.danger, edge, [&](float x, float y) {
      const float px = m + std::abs(x - m), py = m + std::abs(y - m);  // all four alike
      return stroke(px, py, {m + inner_x, m + inner_y}, {m + inner_x + tick, m + inner_y + tick}, half);
    });
    return c;
  }
  [[nodiscard]] Canvas last_from() const {
    const float radius = 0.25F * s_, half = std::max(1.0F, 2.5F * u_);
    Canvas c = canvas(radius + half + 3 * u_);
    const float m = middle(c);
    constexpr float kDashes = 12;
    edged(c, theme_.marks.last, ring_edge() * 0.75F, [&](float x, float y) {
      const float ring = std::abs(circle(x, y, m, m, radius)) - half;
      const float turn = std::atan2(y - m, x - m) / (2 * kPi) * kDashes;
      const float off = std::abs(turn - std::round(turn)) / kDashes * 2 * kPi * length(x - m, y - m);
      const float dash = 0.30F / kDashes * 2 * kPi * radius;
      return std::max(ring, off - dash);
    });
    return c;
  }
  // An L in one corner: middle line at (hx, hy) from the middle, arms inwards.
  // On a low plate the upright arms are shorter, so that those of two corners do not meet.
  [[nodiscard]] static float corner(float x, float y, float hx, float hy, float arm, float half) {
    const float up = hy < 0.8F * hx ? std::min(arm, 0.45F * hy) : arm;
    return std::min(stroke(x, y, {hx, hy}, {hx - arm, hy}, half),
                    stroke(x, y, {hx, hy}, {hx, hy - up}, half));
  }
  [[nodiscard]] Canvas last_to() const {
    const float half = std::max(1.0F, 3 * u_), hx = body_.hx + 0.05F * s_, hy = body_.hy + 0.05F * s_;
    Canvas c = canvas(std::max(hx, hy) + half + 4 * u_);
    const float m = middle(c);
    edged(c, theme_.marks.last, ring_edge(), [&](float x, float y) {
      const bool upper_left = x + y < 2 * m;
      return upper_left ? corner(m - x, m - y, hx, hy, 0.22F * s_, half)
                        : corner(x - m, y - m, hx, hy, 0.22F * s_, half);
    });
    return c;
  }
  [[nodiscard]] Canvas cursor() const {
    const float outer = std::max(2.2F, 5.5F * u_), core = std::max(0.9F, 2.2F * u_);
    const float hx = body_.hx + 0.05F * s_, hy = body_.hy + 0.05F * s_, arm = 0.24F * s_;
    Canvas c = canvas(std::max(hx, hy) + outer + 1);
    const float m = middle(c);
    const SDL_FRect all = around(m, m, m);
    const auto brackets = [&](float half) {
      return [=](float x, float y) { return corner(std::abs(x - m), std::abs(y - m), hx, hy, arm, half); };
    };
    c.paint(all, colour(theme_.marks.cursor), brackets(outer));
    c.paint(all, colour(theme_.marks.cursor_core), brackets(core));
    return c;
  }
  [[nodiscard]] Canvas check() const {
    const float thick = std::max(1.1F, 2.6F * u_), thin = std::max(0.8F, 1.5F * u_);
    Canvas c = canvas(body_reach() + 0.14F * s_ + thick + 3 * u_);
    const float m = middle(c);
    edged(c, theme_.marks.danger, std::max(1.0F, 1.3F * u_), [&](float x, float y) {
      return std::min(std::abs(around_body(x, y, m, 0.032F * s_)) - thick,
                      std::abs(around_body(x, y, m, 0.092F * s_)) - thin);
    });
    return c;
  }
  [[nodiscard]] Canvas pulse(int step) const {
    const float t = static_cast<float>(step) / (kPulseSteps - 1),
                half = std::max(1.0F, (4.5F - 2.5F * t) * u_);
    const float out = (0.13F + 0.30F * (1 - (1 - t) * (1 - t))) * s_;
    Canvas c = canvas(body_reach() + out + half);
    const float m = middle(c);
    edged(
        c, theme_.marks.danger, 0,
        [&](float x, float y) { return std::abs(around_body(x, y, m, out)) - half; }, 0.9F * (1 - t) + 0.08F);
    return c;
  }
  [[nodiscard]] Canvas cross() const {
    const float half = std::max(1.5F, 4 * u_), arm = 0.17F * s_, edge = std::max(1.0F, 2.5F * u_);
    Canvas c = canvas(arm + half + edge);
    const float m = middle(c);
    edged(c, theme_.marks.danger, edge, [&](float x, float y) { return saltire(x, y, m, arm, half); });
    return c;
  }
  [[nodiscard]] Canvas guard() const {
    const float half = std::max(0.9F, 1.8F * u_), arm = 0.07F * s_, radius = 0.15F * s_;
    Canvas c = canvas(radius + half + 3 * u_);
    const float m = middle(c);
    edged(c, theme_.marks.danger, std::max(1.0F, 1.5F * u_), [&](float x, float y) {
      return std::min(std::abs(circle(x, y, m, m, radius)) - half, saltire(x, y, m, arm, half));
    });
    return c;
  }
  [[nodiscard]] Canvas stuck() const {
    // Drawn beside the middle, at the piece's lower right edge.
    const float offset = 0.30F * s_, w = 0.085F * s_, h = 0.065F * s_, half = std::max(0.8F, 1.7F * u_);
    Canvas c = canvas(offset + 0.2F * s_);
    const float m = middle(c), x0 = m + offset, y0 = m + offset + 0.03F * s_;
    edged(c, theme_.marks.danger, std::max(1.0F, 2 * u_), [&](float x, float y) {
      const float box = rounded_box(x, y, x0, y0, w, h, 0.015F * s_);
      const float bow = std::max(std::abs(circle(x, y, x0, y0 - h, 0.055F * s_)) - half, y - y0 + h);
      return std::min(box, bow);
    });
    return c;
  }
  [[nodiscard]] Canvas premove() const {
    Canvas c = canvas(body_reach() + 3 * u_);
    const float m = middle(c), half = std::max(0.9F, 1.6F * u_), step = 0.12F * s_;
    edged(c, theme_.marks.last, ring_edge() * 0.5F, [&](float x, float y) {
      const float body = around_body(x, y, m, 0), way = (x - m + y - m) * 0.7071F;
      const float hatch = std::abs(way - step * std::round(way / step)) - half;
      return std::min(std::abs(body + half) - half, std::max(hatch, body));
    });
    return c;
  }
  [[nodiscard]] Canvas premove_from() const {
    const float half = std::max(1.0F, 2.5F * u_), out = 0.06F * s_;
    Canvas c = canvas(body_reach() + out + half + 3 * u_);
    const float m = middle(c);
    edged(c, theme_.marks.last, ring_edge() * 0.75F, [&](float x, float y) {
      // A ring open at its sides: not the closed ring of a piece in hand.
      return std::max(std::abs(around_body(x, y, m, out)) - half, 0.16F * s_ - std::abs(y - m));
    });
    return c;
  }
  [[nodiscard]] Canvas place() const {
    const float half = std::max(1.0F, 2.2F * u_), out = 0.05F * s_;
    Canvas c = canvas(body_reach() + out + 2 * half);
    const float m = middle(c);
    c.paint(around(m, m, m), colour(palette().jade, 0.17F),
            [&](float x, float y) { return around_body(x, y, m, out); });
    edged(c, theme_.marks.allowed, ring_edge() * 0.6F,
          [&](float x, float y) { return std::abs(around_body(x, y, m, out)) - half; });
    return c;
  }
  [[nodiscard]] Canvas barred() const {
    Canvas c = canvas(body_reach() + 3 * u_);
    const float m = middle(c), half = std::max(0.6F, 1.1F * u_), step = 0.15F * s_;
    // A veil of the field with lines in it: what lies under it is still read.
    c.paint(around(m, m, m), colour(theme_.field, 0.30F),
            [&](float x, float y) { return around_body(x, y, m, 0); });
    c.paint(around(m, m, m), colour(theme_.line, 0.42F), [&](float x, float y) {
      const float way = (x - m - y + m) * 0.7071F;
      return std::max(std::abs(way - step * std::round(way / step)) - half, around_body(x, y, m, 0));
    });
    return c;
  }
  [[nodiscard]] int seal_size() const { return 2 * static_cast<int>(std::lround(0.17F * s_)) + 1; }
  [[nodiscard]] SDL_FPoint seal_offset() const {
    return {body_.hx * 0.80F + 0.04F * s_, -body_.hy * 0.80F - 0.04F * s_};
  }

 private:
  [[nodiscard]] static float middle(const Canvas& c) { return static_cast<float>(c.width()) / 2; }
  [[nodiscard]] static float saltire(float x, float y, float m, float arm, float half) {
    return stroke(m + std::abs(x - m), m + std::abs(y - m), {m, m}, {m + arm, m + arm}, half);
  }

  float s_, u_;
  BoardGeometry::Body body_;
  const BoardTheme& theme_;
  bool edged_;
};

// The bounding rectangle of two places with room around them.
SDL_Rect bounding(SDL_FPoint a, SDL_FPoint b, float room) {
  const int x0 = static_cast<int>(std::floor(std::min(a.x, b.x) - room)),
            y0 = static_cast<int>(std::floor(std::min(a.y, b.y) - room));
  return {x0, y0, static_cast<int>(std::ceil(std::max(a.x, b.x) + room)) - x0,
          static_cast<int>(std::ceil(std::max(a.y, b.y) + room)) - y0};
}

}  // namespace

void Marks::put(SDL_Renderer* renderer, std::size_t index, const Canvas& canvas) {
  pictures_[index] = {upload(renderer, canvas.surface()), canvas.width(), canvas.height()};
}

void Marks::bake(SDL_Renderer* renderer, Type& type, const BoardGeometry& geometry, const BoardTheme& theme,
                 std::string_view seal) {
  const Painter paint(geometry, theme);
  const auto set = [&](MarkKind kind, const Canvas& canvas) {
    put(renderer, static_cast<std::size_t>(kind), canvas);
  };
  set(MarkKind::kLifted, paint.lifted());
  set(MarkKind::kTarget, paint.target());
  set(MarkKind::kCapture, paint.capture());
  set(MarkKind::kLastFrom, paint.last_from());
  set(MarkKind::kLastTo, paint.last_to());
  set(MarkKind::kCheck, paint.check());
  set(MarkKind::kCursor, paint.cursor());
  set(MarkKind::kCross, paint.cross());
  set(MarkKind::kGuard, paint.guard());
  set(MarkKind::kStuck, paint.stuck());
  set(MarkKind::kPremove, paint.premove());
  set(MarkKind::kPremoveFrom, paint.premove_from());
  set(MarkKind::kPlace, paint.place());
  set(MarkKind::kBarred, paint.barred());
  for (int step = 0; step < kPulseSteps; ++step) {
    put(renderer, static_cast<std::size_t>(MarkKind::kPulse0) + static_cast<std::size_t>(step),
        paint.pulse(step));
  }
  const int size = paint.seal_size();
  const Palette& colours = palette();
  pictures_[static_cast<std::size_t>(MarkKind::kSeal)] = {
      upload(renderer, bake_seal(type, seal, colour(colours.cinnabar), colour(colours.paper), size)), size,
      size};
  seal_offset_ = paint.seal_offset();
}

void Marks::draw(SDL_Renderer* renderer, MarkKind kind, SDL_FPoint at) const {
  const Picture& picture = pictures_[static_cast<std::size_t>(kind)];
  if (picture.texture == nullptr) {
    return;
  }
  const SDL_Rect target{static_cast<int>(std::floor(at.x)) - picture.width / 2,
                        static_cast<int>(std::floor(at.y)) - picture.height / 2, picture.width,
                        picture.height};
  SDL_RenderCopy(renderer, picture.texture.get(), nullptr, &target);
}

void Marks::draw_pulse(SDL_Renderer* renderer, int step, SDL_FPoint at) const {
  draw(renderer,
       static_cast<MarkKind>(static_cast<int>(MarkKind::kPulse0) + std::clamp(step, 0, kPulseSteps - 1)), at);
}

TexturePtr Marks::attack_line(SDL_Renderer* renderer, const BoardGeometry& geometry, const BoardTheme& theme,
                              SDL_FPoint from, SDL_FPoint to, const std::vector<SDL_FPoint>& others,
                              bool dashed, SDL_Rect* where) {
  const float half = std::max(1.0F, 3 * geometry.u()), edge = std::max(1.0F, 1.5F * geometry.u());
  const BoardGeometry::Body body = geometry.body();
  *where = bounding(from, to, half + edge + 1);
  if (SDL_IntersectRect(where, &geometry.plate(), where) == SDL_FALSE) {
    return nullptr;
  }
  Canvas canvas(where->w, where->h);
  const auto local = [&](SDL_FPoint p) {
    return SDL_FPoint{p.x - static_cast<float>(where->x), p.y - static_cast<float>(where->y)};
  };
  const SDL_FPoint a = local(from), b = local(to);
  const float clear = 0.03F * static_cast<float>(geometry.pitch());
  const float reach = std::max(1.0F, length(b.x - a.x, b.y - a.y));
  const SDL_FPoint along{(b.x - a.x) / reach, (b.y - a.y) / reach};
  const auto line = [&](float x, float y) {
    float d = stroke(x, y, a, b, half);
    if (dashed) {
      const float step = 30 * geometry.u(), way = (x - a.x) * along.x + (y - a.y) * along.y;
      d = std::max(d, std::abs(way - step * std::round(way / step)) - 0.27F * step);
    }
    // From the attacker's ring to the outer ring of the one attacked, nowhere over a piece.
    const auto leave = [&](SDL_FPoint p, float out) {
      d = std::max(d, -rounded_box(x, y, p.x, p.y, body.hx + out, body.hy + out, body.corner + out));
    };
    leave(a, 3 * clear);
    leave(b, 4.5F * clear);
    for (const SDL_FPoint& other : others) {
      leave(local(other), 2.5F * clear);
    }
    return d;
  };
  const SDL_FRect all{0, 0, static_cast<float>(where->w), static_cast<float>(where->h)};
  canvas.paint(all, colour(theme.marks.edge), [&](float x, float y) { return line(x, y) - edge; });
  canvas.paint(all, colour(theme.marks.danger), line);
  return upload(renderer, canvas.surface());
}

TexturePtr Marks::chevrons(SDL_Renderer* renderer, const BoardGeometry& geometry, const BoardTheme& theme,
                           SDL_FPoint from, SDL_FPoint to, SDL_Rect* where) {
  const float u = geometry.u(), half = std::max(1.2F, 3 * u), edge = std::max(1.0F, 2 * u), arm = 11 * u;
  *where = bounding(from, to, arm + half + edge + 2);
  if (SDL_IntersectRect(where, &geometry.plate(), where) == SDL_FALSE) {
    return nullptr;
  }
  Canvas canvas(where->w, where->h);
  const SDL_FPoint a{from.x - static_cast<float>(where->x), from.y - static_cast<float>(where->y)};
  const float reach = std::max(1.0F, length(to.x - from.x, to.y - from.y));
  const SDL_FPoint way{(to.x - from.x) / reach, (to.y - from.y) / reach};
  const float body =
      std::max(geometry.body().hx, geometry.body().hy) * std::min(1.0F, reach / 3 / geometry.body().hx);
  const auto row = [&](float x, float y) {
    const float along = (x - a.x) * way.x + (y - a.y) * way.y,
                across = std::abs((x - a.x) * way.y - (y - a.y) * way.x);
    float d = 1e6F;
    for (int i = 0; i < 5; ++i) {
      const float tip = body + (reach - 2 * body) * (static_cast<float>(i) + 0.5F) / 5 + arm / 2;
      d = std::min(d, stroke(along, across, {tip, 0}, {tip - arm, arm}, half));
    }
    return d;
  };
  const SDL_FRect all{0, 0, static_cast<float>(where->w), static_cast<float>(where->h)};
  canvas.paint(all, colour(theme.marks.edge), [&](float x, float y) { return row(x, y) - edge; });
  canvas.paint(all, colour(theme.marks.allowed), row);
  return upload(renderer, canvas.surface());
}

}  // namespace qitai::view
