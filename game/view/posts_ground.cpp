#include "view/posts_ground.hpp"

#include "view/grain.hpp"

namespace qitai::view {

namespace {

class PostPainter {
 public:
  PostPainter(const Ground& ground, SDL_FPoint at) : ground_(ground), c_(at), u_(ground.u) {}

  // A filled outline of that line width, and a hairline inside it.
  template <typename Distance>
  void outline(float hx, float hy, float width, const Distance& distance, float tint) const {
    const SDL_FRect box{c_.x - hx - 2, c_.y - hy - 2, 2 * hx + 4, 2 * hy + 4};
    ground_.canvas.paint(box, ground_.line(), distance);
    ground_.canvas.paint(box, ground_.tint(tint), [&](float x, float y) { return distance(x, y) + width; });
  }
  template <typename Distance>
  void hairline(float hx, float hy, float inset, float alpha, const Distance& distance) const {
    const float half = std::max(0.5F, 0.6F * u_);
    const SDL_FRect box{c_.x - hx - 2, c_.y - hy - 2, 2 * hx + 4, 2 * hy + 4};
    ground_.canvas.paint(box, faded(ground_.line(), alpha),
                         [&](float x, float y) { return std::abs(distance(x, y) + inset) - half; });
  }

  void post(const BoardGeometry::Body& body) const {
    const auto shape = [&](float x, float y) {
      return rounded_box(x, y, c_.x, c_.y, body.hx, body.hy, body.corner);
    };
    outline(body.hx, body.hy, std::max(1.0F, 2.4F * u_), shape, 0.05F);
    hairline(body.hx, body.hy, 6.5F * u_, 0.45F, shape);
  }
  // A ring of 74u with a second one inside and a rosette: four leaves, one for each way in.
  void camp() const {
    const float radius = 37 * u_;
    const auto shape = [&](float x, float y) { return circle(x, y, c_.x, c_.y, radius); };
    outline(radius, radius, std::max(1.2F, 3.2F * u_), shape, 0.02F);
    hairline(radius, radius, 7.5F * u_, 0.7F, shape);
    const float leaf = 17 * u_;
    ground_.canvas.paint(around(c_.x, c_.y, leaf), faded(ground_.line(), 0.30F), [&](float x, float y) {
      // Each leaf is where two circles meet.
      const float dx = std::abs(x - c_.x), dy = std::abs(y - c_.y);
      const float along = std::max(dx, dy), across = std::min(dx, dy), middle = leaf / 2;
      const float reach = 1.15F * leaf, away = std::sqrt(reach * reach - middle * middle);
      return std::max(length(along - middle, across + away) - reach,
                      length(along - middle, across - away) - reach);
    });
  }
  // Of 132 by 70u around a piece of 118 by 62; a flag on its foot, where a piece leaves room to see it.
  void headquarters(const BoardGeometry::Body& body) const {
    const float hx = body.hx + 7 * u_, hy = body.hy + 4 * u_, corner = 0.62F * hy;
    const auto shape = [&](float x, float y) { return rounded_box(x, y, c_.x, c_.y, hx, hy, corner); };
    outline(hx, hy, std::max(1.2F, 3.4F * u_), shape, 0.09F);
    const auto seat = [&](float x, float y) {
      return rounded_box(x, y, c_.x, c_.y, body.hx, body.hy, body.corner);
    };
    hairline(body.hx, body.hy, 5 * u_, 0.45F, seat);
    const float high = 0.60F * hy, pole = std::max(0.8F, 1.4F * u_);
    const SDL_FPoint foot{c_.x - 0.30F * high, c_.y + high}, top{foot.x, c_.y - high};
    ground_.canvas.paint(
        around(c_.x, c_.y, 1.6F * high), faded(ground_.line(), 0.62F), [&](float x, float y) {
          // Foot: a low mound; cloth: a swallow's tail.
          const float mound = std::max(length((x - foot.x) * 0.55F, y - foot.y) - 0.22F * high, y - foot.y);
          const float wide = 1.15F * high, along = (x - top.x) / wide, middle = top.y + 0.42F * high;
          const float tail = 1 - 0.30F * (1 - std::min(1.0F, std::abs(y - middle) / (0.36F * high)));
          const float cloth =
              std::max({-along * wide, (along - tail) * wide, std::abs(y - middle) - 0.36F * high});
          return std::min({stroke(x, y, foot, top, pole), mound, cloth});
        });
  }

 private:
  const Ground& ground_;
  SDL_FPoint c_;
  float u_;
};

}  // namespace

void lay_rail(const Ground& ground, SDL_FPoint a, SDL_FPoint b) {
  const float half = std::max(2.0F, 5 * ground.u), sleeper = std::max(5.0F, 15 * ground.u);
  const float reach = std::max(1.0F, length(b.x - a.x, b.y - a.y)), wall = std::max(1.0F, 1.9F * ground.u);
  const Colour light =
      mix(ground.tint(0), {1, 0.98F, 0.92F, 1}, brightness(ground.tint(0)) > 0.3F ? 0.45F : 0);
  const SDL_FPoint along{(b.x - a.x) / reach, (b.y - a.y) / reach};
  // Counted from the canvas's corner, whichever end the line is told from.
  const bool forward = along.x + along.y >= 0;
  const SDL_FPoint way{forward ? along.x : -along.x, forward ? along.y : -along.y};
  ground.canvas.shade({std::min(a.x, b.x) - half, std::min(a.y, b.y) - half, std::abs(a.x - b.x) + 2 * half,
                       std::abs(a.y - b.y) + 2 * half},
                      [&](float x, float y) {
                        const float d = stroke(x, y, a, b, half);
                        const float at = x * way.x + y * way.y;
                        const float phase = at - sleeper * std::floor(at / sleeper);
                        const float gap = coverage(std::abs(phase - sleeper / 2) - sleeper / 4);
                        Colour c = mix(ground.line(), light, gap * coverage(d + wall));
                        c.a = coverage(d);
                        return c;
                      });
}

void lay_post(const Ground& ground, std::uint32_t kind, SDL_FPoint at, const BoardGeometry::Body& body) {
  const PostPainter paint(ground, at);
  if (kind == QITAI_POINT_POST) {
    paint.post(body);
  } else if (kind == QITAI_POINT_CAMP) {
    paint.camp();
  } else if (kind == QITAI_POINT_HEADQUARTERS) {
    paint.headquarters(body);
  }
}

void lay_mountain(const Ground& ground, SDL_FPoint at, float size) {
  const float height = 0.66F * size;  // air around it, as around every figure
  // Washes one behind the other: far and pale, near and dark. Each is darkest along its ridge, where the wet
  // brush lay, and runs out towards its foot.
  struct Peak {
    float x, top, slope, depth, seed;
  };
  constexpr Peak kPeaks[]{{0.46F, 0.66F, 0.92F, 0.50F, 11}, {-0.30F, 1.0F, 1.12F, 0.88F, 37}};
  const float foot = at.y + 0.5F * height;
  const SDL_FRect box{at.x - 1.35F * height, at.y - 0.6F * height, 2.7F * height, 1.2F * height};
  for (const Peak& peak : kPeaks) {
    ground.canvas.shade(box, [&](float x, float y) {
      const float dx = (x - at.x) / height - peak.x, dy = (foot - y) / height;
      // The ridge: steeper on the lit side, with a shoulder, a little torn.
      const float side = dx < 0 ? 1.10F : 0.86F;
      const float torn =
          0.030F * noise(dx * 9 + peak.seed, 2, 91) + 0.016F * noise(dx * 24 + peak.seed, 5, 92);
      const float shoulder = 0.10F * smooth(1 - std::abs(dx - 0.34F) / 0.22F);
      const float ridge = peak.top - peak.slope * side * std::abs(dx) + shoulder + torn;
      const float depth = ridge - dy;  // below the ridge, heights
      if (depth < -0.05F || dy < 0) {
        return Colour{0, 0, 0, 0};
      }
      const float edge = coverage(-depth * height);
      const float rim = std::exp(-depth * 13), body = std::max(0.0F, 1 - depth / 0.85F);
      // Furrows run down the slope.
      const float furrow = 0.5F + 0.5F * noise((dx - 0.30F * depth) * 13 + peak.seed, dy * 4, 93);
      const float wash =
          0.80F * rim + body * body * (0.20F + 0.42F * furrow * smooth(dx > -0.02F ? 1.0F : 0.35F));
      const float mist = smooth(dy / 0.34F);
      return faded(ground.line(), std::min(0.94F, peak.depth * edge * wash * mist));
    });
  }
}

void lay_front(const Ground& ground, const SDL_Rect& strip) {
  const bool level = strip.w >= strip.h;
  const auto long_side = static_cast<float>(level ? strip.w : strip.h),
             short_side = static_cast<float>(level ? strip.h : strip.w);
  const bool dark = brightness(ground.tint(0)) < 0.1F;
  ground.canvas.shade(
      {static_cast<float>(strip.x), static_cast<float>(strip.y), static_cast<float>(strip.w),
       static_cast<float>(strip.h)},
      [&](float x, float y) {
        const float along = level ? x - static_cast<float>(strip.x) : y - static_cast<float>(strip.y);
        const float across = level ? y - static_cast<float>(strip.y) : x - static_cast<float>(strip.x);
        const float edge = std::min(across, short_side - across);
        // A pale wash that gathers at both shores and ends softly at the sides.
        const float wash = (dark ? 0.12F : 0.08F) + 0.12F * std::exp(-edge / (5 * ground.u));
        const float shore =
            0.55F * coverage(std::abs(edge - 1.5F * ground.u) - std::max(0.5F, 0.8F * ground.u));
        const float ends = smooth(std::min(along, long_side - along) / (36 * ground.u));
        const float cloud = 1 + 0.25F * noise(along / (60 * ground.u), across / (22 * ground.u), 17);
        return faded(ground.line(), ends * std::max(wash * cloud, shore));
      });
}

}  // namespace qitai::view
