#include "view/bake_plate.hpp"

#include <algorithm>
#include <array>

#include "view/grain.hpp"
#include "view/posts_ground.hpp"

namespace qitai::view {

namespace {

class PlateBaker {
 public:
  PlateBaker(Type& type, const BoardGeometry& geometry, const BoardTheme& theme,
             const std::function<std::string(std::string_view)>& text, bool both)
      : type_(type),
        geometry_(geometry),
        theme_(theme),
        text_(text),
        canvas_(geometry.plate().w, geometry.plate().h),
        u_(geometry.u()),
        line_(colour(theme.line)),
        both_(both) {}

  SurfacePtr bake() {
    field();
    rim();
    for (const auto& region : geometry_.table().regions) {
      this->region(region);
    }
    if (geometry_.style() == BoardGeometry::Style::kCells) {
      cell_edge();
    } else {
      frame();
    }
    for (const auto& line : geometry_.table().lines) {
      this->line(line);
    }
    nodes();
    for (const auto& decoration : geometry_.table().decorations) {
      this->decoration(decoration);
    }
    for (const auto& label : geometry_.table().labels) {
      this->label(label);
    }
    return canvas_.surface();
  }

 private:
  // A length of the design in whole pixels, never nothing.
  [[nodiscard]] int px(float design) const { return std::max(1, static_cast<int>(std::lround(design * u_))); }
  [[nodiscard]] float pitch() const { return static_cast<float>(geometry_.pitch()); }

  // Board place to pixels of the canvas.
  [[nodiscard]] SDL_FPoint at(int x, int y) const {
    const SDL_FPoint p = geometry_.at(x, y);
    return {p.x - static_cast<float>(geometry_.plate().x), p.y - static_cast<float>(geometry_.plate().y)};
  }
  // The bounds on the canvas: from the first to the last pixel of the outermost lines' middles.
  [[nodiscard]] SDL_Rect bounds() const {
    SDL_Rect rect = geometry_.bounds();
    rect.x -= geometry_.plate().x;
    rect.y -= geometry_.plate().y;
    return rect;
  }

  void field() {
    const SDL_Rect whole{0, 0, canvas_.width(), canvas_.height()};
    if (theme_.wood_grain) {
      lay_field(whole);
      return;
    }
    if (brightness(colour(theme_.field)) > 0.3F) {
      lay_paper(canvas_, whole, colour(theme_.field), colour(theme_.grain), u_, 5);
    } else {
      canvas_.fill(whole, colour(theme_.field));
    }
  }

  void lay_field(const SDL_Rect& whole);
  void rim();
  void frame();
  void cell_edge();
  void region(const host::Geometry::Region& region);
  void line(const host::Geometry::Line& line);
  void nodes();
  void decoration(const host::Geometry::Decoration& decoration);
  void corners(const host::Geometry::Decoration& decoration);
  void label(const host::Geometry::Label& label);
  [[nodiscard]] SDL_FPoint label_at(const host::Geometry::Label& label) const;
  [[nodiscard]] Ground ground() { return {canvas_, u_, theme_}; }

  // An upright or level stroke on whole pixels, `width` wide around the middles a and b, both ends included.
  void straight(SDL_FPoint a, SDL_FPoint b, int width, Colour c) {
    const int x0 = static_cast<int>(std::floor(std::min(a.x, b.x))),
              x1 = static_cast<int>(std::floor(std::max(a.x, b.x)));
    const int y0 = static_cast<int>(std::floor(std::min(a.y, b.y))),
              y1 = static_cast<int>(std::floor(std::max(a.y, b.y)));
    const int before = width / 2;
    canvas_.fill({x0 - before, y0 - before, x1 - x0 + width, y1 - y0 + width}, c);
  }
  // A frame of `width` whose inner edge is `inset` pixels inside `rect` (negative: outside).
  void border(SDL_Rect rect, int inset, int width, Colour c) {
    rect = {rect.x + inset, rect.y + inset, rect.w - 2 * inset, rect.h - 2 * inset};
    canvas_.fill({rect.x, rect.y, rect.w, width}, c);
    canvas_.fill({rect.x, rect.y + rect.h - width, rect.w, width}, c);
    canvas_.fill({rect.x, rect.y + width, width, rect.h - 2 * width}, c);
    canvas_.fill({rect.x + rect.w - width, rect.y + width, width, rect.h - 2 * width}, c);
  }

  Type& type_;
  const BoardGeometry& geometry_;
  const BoardTheme& theme_;
  const std::function<std::string(std::string_view)>& text_;
  Canvas canvas_;
  float u_;
  Colour line_;
  bool both_;  // it is read from the upper edge too
};

void PlateBaker::lay_field(const SDL_Rect& whole) {
  // The grain turns with the board: it is the same piece of wood from every seat.
  lay_wood(canvas_, whole,
           {.light = mix(colour(theme_.field), {1, 0.94F, 0.80F, 1}, 0.12F),
            .dark = colour(theme_.grain),
            .along_x = geometry_.turn() % 180 != 0,
            .seed = 7,
            .u = u_});
  // One warm light from above on the left; the far corner lies a little in the shade.
  const auto w = static_cast<float>(canvas_.width()), h = static_cast<float>(canvas_.height());
  canvas_.shade({0, 0, w, h}, [&](float x, float y) {
    const float dx = (x / w - 0.42F) * 0.9F, dy = y / h - 0.36F, d2 = dx * dx + dy * dy;
    return d2 < 0.12F ? Colour{1, 0.95F, 0.82F, 0.10F * (1 - d2 / 0.12F)}
                      : Colour{0.30F, 0.16F, 0.06F, std::min(0.14F, 0.22F * (d2 - 0.12F))};
  });
}

void PlateBaker::rim() {
  const SDL_Rect whole{0, 0, canvas_.width(), canvas_.height()};
  const Colour edge = colour(theme_.edge), band = colour(theme_.frame);
  const int rim = px(3), width = px(geometry_.style() == BoardGeometry::Style::kCrossings ? 12 : 8);
  if (!theme_.wood_grain) {
    border(whole, 0, rim, edge);
    return;
  }
  const int inner = rim + width;
  const auto plank = [&](SDL_Rect rect, bool along_x, std::uint32_t seed) {
    lay_wood(canvas_, rect,
             {.light = scaled(band, 1.05F),
              .dark = scaled(band, 0.80F),
              .along_x = along_x,
              .seed = seed,
              .u = u_ * 0.6F});
  };
  const int w = whole.w, h = whole.h;
  plank({rim, rim, w - 2 * rim, width}, true, 31);
  plank({rim, h - inner, w - 2 * rim, width}, true, 32);
  plank({rim, inner, width, h - 2 * inner}, false, 33);
  plank({w - inner, inner, width, h - 2 * inner}, false, 34);
  border(whole, 0, rim, edge);
  const auto r = static_cast<float>(rim), in = static_cast<float>(inner), fw = static_cast<float>(w),
             fh = static_cast<float>(h);
  // Mitred corners.
  const std::array<std::pair<SDL_FPoint, SDL_FPoint>, 4> mitres{{{{r, r}, {in, in}},
                                                                 {{fw - r, r}, {fw - in, in}},
                                                                 {{r, fh - r}, {in, fh - in}},
                                                                 {{fw - r, fh - r}, {fw - in, fh - in}}}};
  for (const auto& mitre : mitres) {
    const SDL_FPoint a = mitre.first, b = mitre.second;
    canvas_.paint({std::min(a.x, b.x), std::min(a.y, b.y), in, in}, faded(edge, 0.55F),
                  [&](float x, float y) { return stroke(x, y, a, b, 0.45F * u_); });
  }
  // Light catches the upper and left arris of the frame, its lower and right sides fall off.
  const int arris = px(1);
  const Colour light{1, 0.92F, 0.72F, 0.38F}, shade{0.20F, 0.10F, 0.03F, 0.38F};
  canvas_.fill({rim, rim, w - 2 * rim, arris}, light);
  canvas_.fill({rim, rim, arris, h - 2 * rim}, faded(light, 0.6F));
  canvas_.fill({rim, h - rim - arris, w - 2 * rim, arris}, shade);
  canvas_.fill({w - rim - arris, rim, arris, h - 2 * rim}, faded(shade, 0.7F));
  // The field lies deeper: a dark joint, and the frame's soft shadow along its upper and left sides.
  border(whole, inner - arris, arris, faded(scaled(edge, 0.7F), 0.75F));
  const float reach = 9 * u_, side = 6 * u_, low = 3 * u_;
  const Colour dark{0.22F, 0.11F, 0.03F, 1};
  const int top = static_cast<int>(reach) + 1, flank = static_cast<int>(side) + 1,
            foot = static_cast<int>(low) + 1;
  const auto falling = [](int step, float over) {
    const float t = std::max(0.0F, 1 - (static_cast<float>(step) + 0.5F) / over);
    return t * t;
  };
  for (int i = 0; i < top; ++i) {
    canvas_.fill({inner, inner + i, w - 2 * inner, 1}, faded(dark, 0.34F * falling(i, reach)));
  }
  for (int i = 0; i < flank; ++i) {
    canvas_.fill({inner + i, inner, 1, h - 2 * inner}, faded(dark, 0.24F * falling(i, side)));
  }
  for (int i = 0; i < foot; ++i) {
    canvas_.fill({inner, h - inner - 1 - i, w - 2 * inner, 1}, faded(dark, 0.12F * falling(i, low)));
    canvas_.fill({w - inner - 1 - i, inner, 1, h - 2 * inner}, faded(dark, 0.12F * falling(i, low)));
  }
}

void PlateBaker::frame() {
  if (geometry_.style() != BoardGeometry::Style::kCrossings) {
    return;
  }
  // 6u outside, the edge lines inside, 8u between.
  const int thin = px(3), gap = px(8), thick = px(6);
  SDL_Rect edge = bounds();
  edge = {edge.x - thin / 2, edge.y - thin / 2, edge.w + thin, edge.h + thin};
  border(edge, -(gap + thick), thick, line_);
}

void PlateBaker::cell_edge() {
  const SDL_Rect inner = bounds();
  border(inner, -px(3), px(3), line_);
}

void PlateBaker::region(const host::Geometry::Region& region) {
  const SDL_FPoint a = at(region.x, region.y), b = at(region.x + region.width, region.y + region.height);
  SDL_Rect rect{static_cast<int>(std::min(a.x, b.x)), static_cast<int>(std::min(a.y, b.y)),
                static_cast<int>(std::abs(a.x - b.x)), static_cast<int>(std::abs(a.y - b.y))};
  const SDL_Rect whole{0, 0, canvas_.width(), canvas_.height()};
  if (SDL_IntersectRect(&rect, &whole, &rect) == SDL_FALSE) {
    return;
  }
  switch (region.kind) {
    case QITAI_REGION_LIGHT:
    case QITAI_REGION_DARK: {
      const Colour c = colour(region.kind == QITAI_REGION_LIGHT ? theme_.cell_light : theme_.cell_dark);
      if (theme_.wood_grain) {
        const auto seed = static_cast<std::uint32_t>(region.x * 31 + region.y * 7 + 100);
        lay_wood(canvas_, rect,
                 {.light = scaled(c, 1.03F),
                  .dark = scaled(c, 0.93F),
                  .along_x = geometry_.turn() % 180 != 0,
                  .seed = seed,
                  .u = u_,
                  .strength = 0.8F});
      } else {
        canvas_.fill(rect, c);
      }
      break;
    }
    case QITAI_REGION_FRONT: {
      // Told from row to row, it is what lies between the pieces; and it goes on as far as the frame.
      const SDL_Rect inside = bounds();
      const int more = static_cast<int>(0.35F * pitch()), pieces = geometry_.pitch() / 2;
      const bool level = rect.w >= rect.h;
      int& thick = level ? rect.h : rect.w;
      if (geometry_.style() == BoardGeometry::Style::kPosts && thick > geometry_.pitch() * 5 / 4) {
        thick -= 2 * pieces;
        (level ? rect.y : rect.x) += pieces;
      }
      if (level && rect.w >= inside.w) {
        rect = {rect.x - more, rect.y, rect.w + 2 * more, rect.h};
      } else if (!level && rect.h >= inside.h) {
        rect = {rect.x, rect.y - more, rect.w, rect.h + 2 * more};
      }
      lay_front(ground(), rect);
      break;
    }
    default:  // river and palace are told by their lines; what is unknown is skipped
      break;
  }
}

void PlateBaker::line(const host::Geometry::Line& line) {
  const SDL_FPoint a = at(line.x1, line.y1), b = at(line.x2, line.y2);
  if (line.kind == QITAI_LINE_RAIL) {
    lay_rail(ground(), a, b);
    return;
  }
  const int width = px(3);
  if (std::abs(a.x - b.x) < 0.5F || std::abs(a.y - b.y) < 0.5F) {
    straight(a, b, width, line_);
    return;
  }
  const float half = 0.5F * std::max(1.0F, 2.7F * u_);
  canvas_.paint({std::min(a.x, b.x) - half, std::min(a.y, b.y) - half, std::abs(a.x - b.x) + 2 * half,
                 std::abs(a.y - b.y) + 2 * half},
                line_, [&](float x, float y) { return stroke(x, y, a, b, half); });
}

void PlateBaker::nodes() {
  const auto& points = geometry_.table().points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (geometry_.shown(static_cast<host::Point>(i))) {
      lay_post(ground(), points[i].kind, at(points[i].x, points[i].y), geometry_.body());
    }
  }
}

void PlateBaker::decoration(const host::Geometry::Decoration& decoration) {
  switch (decoration.kind) {
    case QITAI_DECOR_CORNERS:
      corners(decoration);
      break;
    case QITAI_DECOR_MOUNTAIN:
      lay_mountain(ground(), at(decoration.x, decoration.y),
                   static_cast<float>(decoration.size) * pitch() / 1000);
      break;
    case QITAI_DECOR_TEXT: {
      const std::string words = text_(decoration.text_key);
      const int size = static_cast<int>(std::lround(static_cast<float>(decoration.size) * pitch() / 1000));
      if (words.empty() || size < 4 || size > 4 * geometry_.pitch()) {
        break;
      }
      const Mask mask = turned(text_mask(type_, Face::kKai, size, words, 0.5F * pitch()),
                               (decoration.turn + geometry_.turn()) % 360);
      const SDL_FPoint c = at(decoration.x, decoration.y);
      if (theme_.wood_grain) {
        canvas_.stamp(mask, c.x, c.y, {1, 0.94F, 0.78F, 0.45F}, 1.2F * u_);
      }
      canvas_.stamp(mask, c.x, c.y, mix(line_, colour(theme_.field), theme_.wood_grain ? 0.18F : 0.10F));
      break;
    }
    default:  // an unknown ornament is left out
      break;
  }
}

void PlateBaker::corners(const host::Geometry::Decoration& decoration) {
  const SDL_FPoint c = at(decoration.x, decoration.y);
  const int gap = std::max(2, static_cast<int>(std::lround(0.08F * pitch()))),
            arm = std::max(2, static_cast<int>(std::lround(0.16F * pitch()))), width = px(2.6F);
  const std::array<SDL_Point, 4> quarters{{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
  for (unsigned i = 0; i < 4; ++i) {
    if ((decoration.arms >> i & 1U) == 0) {
      continue;
    }
    SDL_Point way = quarters[i];
    for (int turn = 0; turn < geometry_.turn(); turn += 90) {
      way = {-way.y, way.x};
    }
    const auto sx = static_cast<float>(way.x), sy = static_cast<float>(way.y);
    const SDL_FPoint corner{c.x + sx * static_cast<float>(gap), c.y + sy * static_cast<float>(gap)};
    straight(corner, {corner.x + sx * static_cast<float>(arm), corner.y}, width, line_);
    straight(corner, {corner.x, corner.y + sy * static_cast<float>(arm)}, width, line_);
  }
}

// Middle of a label on the canvas. Where plates fill the board up to its frame, it stands to the lower
// right of its post (like a station's name), clear of a headquarters' frame, or beside the plate.
SDL_FPoint PlateBaker::label_at(const host::Geometry::Label& label) const {
  const SDL_FPoint edge = at(label.x, label.y), out{static_cast<float>(geometry_.outward(label.side).x),
                                                    static_cast<float>(geometry_.outward(label.side).y)};
  if (geometry_.style() == BoardGeometry::Style::kPosts) {
    const BoardGeometry::Body body = geometry_.body();
    if (out.x == 0) {
      // On that side of its post where the rows' numbers do not stand.
      const auto& labels = geometry_.table().labels;
      const bool right = std::any_of(labels.begin(), labels.end(), [&](const host::Geometry::Label& other) {
        return geometry_.outward(other.side).x > 0;
      });
      return {edge.x + (right ? -1.0F : 1.0F) * (body.hx + 22 * u_), edge.y + out.y * 0.66F * body.hy};
    }
    return {edge.x + out.x * (body.hx + 22 * u_), edge.y};
  }
  const float away = geometry_.style() == BoardGeometry::Style::kCells ? 16 * u_ : 0.665F * pitch();
  return {edge.x + out.x * away, edge.y + out.y * away};
}

void PlateBaker::label(const host::Geometry::Label& label) {
  const bool cells = geometry_.style() == BoardGeometry::Style::kCells;
  const int size = std::clamp(px(cells ? 24 : 20), std::min(18, static_cast<int>(0.40F * pitch())), 64);
  const Mask mask = text_mask(type_, Face::kSans, size, label.text);
  const SDL_FPoint place = label_at(label);
  const float x = place.x;
  float y = place.y;
  const bool small_letter = label.text.size() == 1 && label.text[0] >= 'a' && label.text[0] <= 'z';
  if (small_letter) {
    // Small letters share a base line; those with a tail hang below it.
    const Mask flat = text_mask(type_, Face::kSans, size, "x"),
               tall = text_mask(type_, Face::kSans, size, "h");
    const bool tail = std::string_view("gjpqy").find(label.text[0]) != std::string_view::npos;
    const int above = tail ? flat.height : mask.height;
    y +=
        static_cast<float>(tall.height) / 2 - static_cast<float>(above) + static_cast<float>(mask.height) / 2;
    if (cells) {
      // A narrow edge: the tails too keep off its frame.
      const Mask tailed = text_mask(type_, Face::kSans, size, "g");
      y -= static_cast<float>(tailed.height - flat.height) / 2;
    }
  }
  const bool opposite = both_ && geometry_.outward(label.side).y < 0;
  canvas_.stamp(opposite ? turned(mask, 180) : mask, x, opposite ? 2 * place.y - y : y,
                mix(line_, colour(theme_.field), 0.08F));
}

}  // namespace

SurfacePtr bake_plate(Type& type, const BoardGeometry& geometry, const BoardTheme& theme,
                      const std::function<std::string(std::string_view)>& text, bool both) {
  return PlateBaker(type, geometry, theme, text, both).bake();
}

}  // namespace qitai::view
