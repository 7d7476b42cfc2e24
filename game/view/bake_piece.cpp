#include "view/bake_piece.hpp"

#include "view/figure.hpp"
#include "view/grain.hpp"

namespace qitai::view {

namespace {

constexpr float kDegree = 3.14159265F / 180;

// Light comes from above on the left.
constexpr float kLightX = -0.60F, kLightY = -0.80F;

class PieceBaker {
 public:
  PieceBaker(const PieceLook& look, float scale, Canvas canvas)
      : look_(look),
        canvas_(std::move(canvas)),
        s_(look.pitch * scale),
        u_(s_ / (look.plate ? 78 : 92)),
        hx_(look.body.hx * scale),
        hy_(look.body.hy * scale),
        corner_(look.body.corner * scale),
        cx_(static_cast<float>(canvas_.width()) / 2),
        cy_(static_cast<float>(canvas_.height()) / 2),
        wall_(look.turned_wood ? 0.016F * s_ : 0),
        fy_(cy_ - wall_),
        face_inset_(look.turned_wood ? 0.022F * s_ : std::max(1.5F, 0.028F * s_)) {}

  // A soft patch of shade, `depth` of a point away from the light.
  void shadow(float depth, float strength) {
    const float drop = depth * s_, blur = std::max(1.5F, 1.15F * depth * s_);
    const float x0 = cx_ + 0.45F * drop, y0 = cy_ + drop;
    const float reach = std::max(hx_, hy_) + blur + drop;
    canvas_.shade(around(x0, y0, reach), [&](float x, float y) {
      const float d = rounded_box(x, y, x0, y0, hx_, hy_, corner_);
      return Colour{0.10F, 0.05F, 0.02F, strength * (1 - smooth((d + blur * 0.75F) / (1.6F * blur)))};
    });
  }

  // All but what is its own: the character, and what tells of its rank and standing.
  void body() {
    look_.turned_wood ? wooden() : flat();
    if (look_.back) {
      lay_back(canvas_, face_box(), look_.emblem, colour(look_.side.back), colour(look_.side.back_ink));
    } else {
      rings();
    }
  }
  void own(Type& type) {
    float left = 0;
    if (look_.plate && look_.rank_steps > 0 && !look_.back) {
      left = lay_rank_bar(canvas_, face_box(), look_.rank_steps, faded(colour(look_.side.ink), 0.85F));
    }
    if (look_.plate) {
      plate_glyph(type, left);
    } else if (look_.figure == nullptr || !figure(type)) {
      glyph(type);
    }
    if (look_.pennant) {
      const bool filled = brightness(colour(look_.side.disc)) < 0.25F;  // then its ink is light
      lay_pennant(canvas_, face_box(), colour(look_.side.ink),
                  colour(filled ? look_.side.disc : SDL_Color{0xFB, 0xF3, 0xDE, 255}));
    }
  }

  Canvas take() { return std::move(canvas_); }
  SurfacePtr surface() const { return canvas_.surface(); }

 private:
  // Distance to the edge of the face, `inset` pixels inside it.
  [[nodiscard]] float face(float x, float y, float inset) const {
    const float cut = face_inset_ + inset;
    return rounded_box(x, y, cx_, fy_, hx_ - cut, hy_ - cut, std::max(corner_ - cut, 0.5F));
  }

  [[nodiscard]] FaceBox face_box() const {
    return {cx_, fy_, hx_ - face_inset_, hy_ - face_inset_, std::max(corner_ - face_inset_, 0.5F), u_};
  }
  [[nodiscard]] Colour face_colour() const { return colour(look_.back ? look_.side.back : look_.side.disc); }

  void wooden();
  void flat();
  void rings();
  void glyph(Type& type);
  void plate_glyph(Type& type, float left);
  // False: the picture cannot be drawn.
  bool figure(Type& type);
  // `cut`: how deep, against the characters of discs.
  void write(const Mask& upright, float x, float y, float cut);

  const PieceLook& look_;
  Canvas canvas_;
  float s_, u_, hx_, hy_, corner_, cx_, cy_;
  float wall_;        // how much of the piece's side is seen below its face
  float fy_;          // middle of the face
  float face_inset_;  // from the outline
};

void PieceBaker::wooden() {
  const Colour disc = face_colour(), rim = look_.back ? scaled(disc, 0.55F) : colour(look_.side.rim);
  // Lacquer shines less than cut wood and shows less of its fibres.
  const float shine = look_.back ? 0.42F : 0.62F, fibres = look_.back ? 0.6F : 1;
  const SDL_FRect box = around(cx_, cy_, std::max(hx_, hy_) + 1);
  // Side: lit above on the left, dark below.
  canvas_.shade(box, [&](float x, float y) {
    const float d = rounded_box(x, y, cx_, cy_, hx_, hy_, corner_);
    const float way = ((x - cx_) * kLightX + (y - cy_) * kLightY) / std::max(hx_, hy_);
    Colour c = scaled(rim, 0.92F + 0.34F * way);
    c = mix(c, scaled(rim, 0.50F), smooth((d + 1.6F * u_) / (1.6F * u_)) * 0.60F);
    c.a = coverage(d);
    return c;
  });
  // Face: fibres, a gentle dome, a bevel towards the edge.
  const float bevel = 0.024F * s_;
  canvas_.shade(box, [&](float x, float y) {
    const float d = face(x, y, 0);
    Colour c = disc;
    const float dx = (x - cx_) / hx_, dy = (y - fy_) / hy_;
    const float way = dx * kLightX + dy * kLightY;
    const float fibre = 0.55F * noise((x - cx_) / (2.1F * u_) + 40, (y - fy_) / (58 * u_) + 9, 71) +
                        0.45F * noise((x - cx_) / (7.5F * u_) + 10, (y - fy_) / (95 * u_) + 5, 72);
    c = scaled(c, 1 + 0.045F * way + 0.020F * fibres * fibre);
    const float near_edge = smooth((d + bevel) / bevel);
    c = way > 0 ? mix(c, {1, 0.97F, 0.87F, 1}, shine * near_edge * std::min(1.0F, way * 1.4F))
                : mix(c, scaled(rim, 0.92F), 0.55F * near_edge * std::min(1.0F, -way * 1.4F));
    c.a = coverage(d);
    return c;
  });
}

void PieceBaker::flat() {
  const SDL_FRect box = around(cx_, cy_, std::max(hx_, hy_) + 1);
  canvas_.paint(box, colour(look_.side.rim),
                [&](float x, float y) { return rounded_box(x, y, cx_, cy_, hx_, hy_, corner_); });
  canvas_.paint(box, face_colour(), [&](float x, float y) { return face(x, y, 0); });
}

void PieceBaker::rings() {
  // Ring at 0.39 of a point, 0.03 wide; on the darker side broken in four places.
  const int rings = look_.side.rings;
  const Colour ink = colour(look_.side.ink);
  const float width = std::max(1.2F, (rings > 1 ? 0.020F : 0.026F) * s_);
  for (int i = 0; i < rings; ++i) {
    const float inset = (look_.plate ? 0.045F : 0.06F) * s_ - face_inset_ +
                        static_cast<float>(i) * 0.042F * s_ - (rings > 1 ? 0.012F * s_ : 0);
    const auto ring = [&](float shift, Colour c) {
      canvas_.shade(around(cx_, fy_, std::max(hx_, hy_)), [&](float x, float y) {
        const float px = x - shift, py = y - shift;
        float d = std::abs(face(px, py, inset)) - width / 2;
        if (look_.side.broken && look_.plate) {
          // Open in the middle of each side.
          d = std::max(d, 0.11F * s_ - std::min(std::abs(px - cx_), std::abs(py - fy_)));
        } else if (look_.side.broken) {
          // Distance along the ring to the nearest diagonal.
          const float angle = std::atan2(std::abs(py - fy_), std::abs(px - cx_)) - 45 * kDegree;
          const float along = std::abs(angle) * length(px - cx_, py - fy_);
          d = std::max(d, 0.040F * s_ - along);
        }
        return faded(c, coverage(d));
      });
    };
    if (look_.side.engraved) {
      ring(1.1F * u_, {1, 0.94F, 0.80F, 0.55F});
    }
    ring(0, ink);
  }
}

void PieceBaker::glyph(Type& type) {
  if (!look_.glyph.empty()) {
    const int size = std::max(6, static_cast<int>(std::lround(0.60F * s_)));
    write(heavier(text_mask(type, Face::kKai, size, look_.glyph), std::max(0.35F, u_)), cx_, fy_, 1);
  }
}

// One or two characters, or a short word in letters, as large as the plate takes it.
void PieceBaker::plate_glyph(Type& type, float left) {
  if (look_.glyph.empty()) {
    return;
  }
  const bool letters = static_cast<unsigned char>(look_.glyph.front()) < 0x80;
  const float room = 2 * hx_ - 24 * u_ - left, middle = cx_ + left / 2;
  const Face face = letters ? Face::kSansBold : Face::kKai;
  // Letters are fitted by their width at a trial size.
  const bool single = look_.glyph.size() == 1 || (!letters && look_.glyph.size() <= 4);
  float em = 2 * hy_ *
             (letters           ? (single ? 0.64F : 0.44F)
              : single          ? 0.84F
              : look_.rank_room ? 0.56F
                                : 0.72F);
  const auto set = [&] {
    const int size = std::max(6, static_cast<int>(std::lround(em)));
    return text_mask(type, face, size, look_.glyph, letters ? 0 : 0.06F * em);
  };
  Mask mask = set();
  if (static_cast<float>(mask.width) > room) {
    em *= room / static_cast<float>(mask.width);
    mask = set();
  }
  write(heavier(mask, letters ? 0.2F : std::max(0.30F, 0.75F * u_)), middle, fy_, letters ? 0.45F : 0.82F);
}

// The picture, and below it the character for those who read it; where that would be too small to be read,
// the picture has the disc to itself.
bool PieceBaker::figure(Type& type) {
  // Parts of a point, less where a second ring takes room; pixels.
  const float part = look_.side.rings > 1 ? 0.92F * s_ : s_, caption = 0.19F * part;
  constexpr float kLeastCaption = 11;
  const bool captioned = !look_.glyph.empty() && caption >= kLeastCaption;
  const float side = (captioned ? 0.56F : 0.68F) * part;
  const Mask mask = figure_mask(*look_.figure, std::max(1, static_cast<int>(std::lround(side))));
  if (mask.width == 0) {
    return false;
  }
  write(mask, cx_, captioned ? fy_ - 0.08F * part : fy_, 0.6F);
  if (captioned) {
    const int size = static_cast<int>(std::lround(caption));
    write(heavier(text_mask(type, Face::kSansBold, size, look_.glyph), 0.2F), cx_, fy_ + 0.265F * part, 0.3F);
  }
  return true;
}

void PieceBaker::write(const Mask& upright, float x0, float y0, float cut) {
  if (upright.width == 0) {
    return;
  }
  const Mask mask = look_.turned ? turned(upright, 180) : upright;
  if (look_.turned) {
    x0 = 2 * cx_ - x0;
    y0 = 2 * fy_ - y0;
  }
  const Colour ink = colour(look_.side.ink);
  const float left = std::round(x0 - static_cast<float>(mask.width) / 2),
              top = std::round(y0 - static_cast<float>(mask.height) / 2);
  if (!look_.side.engraved) {
    canvas_.stamp(mask, x0, y0, ink);
    return;
  }
  // Cut into the wood: the far lip dark, the near lip bright, and shade inside along the upper left walls.
  // Small characters get less of it: there clear strokes count more than depth.
  const float lip = 1.7F * u_ * cut, wall = 1.6F * u_ * cut,
              depth = std::clamp((u_ - 0.3F) / 0.45F, 0.0F, 1.0F);
  canvas_.stamp(mask, x0, y0, faded(colour(SDL_Color{0x6A, 0x4A, 0x22, 255}), 0.25F + 0.30F * depth), -lip);
  canvas_.stamp(mask, x0, y0, faded(colour(SDL_Color{0xFF, 0xF0, 0xCC, 255}), 0.70F), lip);
  canvas_.shade({left, top, static_cast<float>(mask.width), static_cast<float>(mask.height)}, [&](float x,
                                                                                                  float y) {
    const float mx = x - left, my = y - top, inside = mask.sample(mx, my);
    if (inside <= 0) {
      return Colour{0, 0, 0, 0};
    }
    const float shade = std::max(0.0F, inside - mask.sample(mx - wall, my - wall));
    const float shine = std::max(0.0F, inside - mask.sample(mx + wall, my + wall));
    Colour c = mix(scaled(ink, 1 - 0.42F * depth * shade), {0.95F, 0.62F, 0.48F, 1}, 0.20F * depth * shine);
    c.a = inside;
    return c;
  });
}

float scale_of(Pose pose) {
  return pose == Pose::kLifted ? 1.08F : pose == Pose::kPressed ? 0.97F : 1.0F;
}

int odd(float pixels) {
  return 2 * static_cast<int>(std::ceil(pixels / 2)) + 1;
}

}  // namespace

Canvas bake_body(const PieceLook& look, Pose pose) {
  const float scale = scale_of(pose);
  // Shadow from 5 % of a point at rest to 12 % lifted.
  const float depth = pose == Pose::kLifted ? 0.12F : pose == Pose::kPressed ? 0.03F : 0.05F;
  const float reach = std::max(look.body.hx, look.body.hy) * scale + 2.2F * depth * look.pitch + 2;
  const int size = odd(2 * reach);
  PieceBaker baker(look, scale, Canvas(size, size));
  if (look.shadow > 0) {
    baker.shadow(depth, (pose == Pose::kLifted ? 0.42F : 0.50F) * look.shadow);
    if (pose != Pose::kLifted) {
      baker.shadow(0.02F, 0.40F * look.shadow);
    }
  }
  baker.body();
  return baker.take();
}

SurfacePtr bake_piece(Type& type, const PieceLook& look, Pose pose, Canvas body) {
  PieceBaker baker(look, scale_of(pose), std::move(body));
  baker.own(type);
  return baker.surface();
}

SurfacePtr bake_figure(const PieceLook& look, Pose pose) {
  // A picture has air around its piece; it fills nearly the whole field.
  const int side = static_cast<int>(std::lround(0.94F * scale_of(pose) * look.pitch));
  const SurfacePtr figure = figure_surface(*look.figure, look.side, side);
  if (figure == nullptr) {
    return nullptr;
  }
  if (look.turned) {
    turn_over(*figure);
  }
  const float depth = (pose == Pose::kLifted ? 0.12F : pose == Pose::kPressed ? 0.03F : 0.045F) * look.pitch;
  const float blur = 0.75F * depth;
  const int room = static_cast<int>(std::ceil(depth + 2 * blur)) + 1;
  Canvas canvas(odd(static_cast<float>(side + 2 * room)), odd(static_cast<float>(side + 2 * room)));
  const int left = (canvas.width() - side) / 2, top = (canvas.height() - side) / 2;
  if (look.shadow > 0) {
    const Mask shape = softened(ink_of(*figure), blur);
    const float middle = static_cast<float>(canvas.width()) / 2;
    canvas.stamp(shape, middle + 0.45F * depth, middle + depth,
                 {0.10F, 0.05F, 0.02F, (pose == Pose::kLifted ? 0.40F : 0.55F) * look.shadow});
  }
  canvas.lay(*figure, left, top);
  return canvas.surface();
}

SurfacePtr bake_mini(Type& type, const PieceLook& look, int diameter) {
  if (look.figure != nullptr && !look.on_disc) {
    if (SurfacePtr figure = figure_surface(*look.figure, look.side, diameter)) {
      return figure;
    }
  }
  const float scale = (static_cast<float>(diameter) - 0.5F) / (2 * std::max(look.body.hx, 1.0F));
  // A plate lies in the middle of a square, so that trays need not know of which kind the pieces are.
  const int height = look.plate ? diameter : static_cast<int>(std::ceil(2 * look.body.hy * scale));
  PieceBaker baker(look, scale, Canvas(diameter, height));
  baker.body();
  baker.own(type);
  return baker.surface();
}

SurfacePtr bake_seal(Type& type, std::string_view text, Colour fill, Colour paper, int size) {
  Canvas canvas(size, size);
  const auto side = static_cast<float>(size);
  const float u = side / 72;
  canvas.fill({0, 0, size, size}, fill);
  const int inset = std::max(1, static_cast<int>(std::lround(4 * u))),
            line = std::max(1, static_cast<int>(std::lround(1.6F * u)));
  const int far = size - 2 * inset;
  if (size >= 28) {
    canvas.fill({inset, inset, far, line}, paper);
    canvas.fill({inset, size - inset - line, far, line}, paper);
    canvas.fill({inset, inset + line, line, far - 2 * line}, paper);
    canvas.fill({size - inset - line, inset + line, line, far - 2 * line}, paper);
  }
  // Two letters stand smaller than one character.
  const bool letters = text.size() == 2;
  const int em = std::max(6, static_cast<int>(std::lround(side * (letters      ? 0.54F
                                                                  : size >= 28 ? 0.68F
                                                                               : 0.86F))));
  canvas.stamp(heavier(text_mask(type, Face::kKai, em, text), std::max(0.3F, 0.7F * u)), side / 2, side / 2,
               paper);
  return canvas.surface();
}

}  // namespace qitai::view
