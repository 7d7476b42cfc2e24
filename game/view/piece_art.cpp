#include "view/piece_art.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/utf8.hpp"
#include "view/fight_art.hpp"
#include "view/motion.hpp"

namespace qitai::view {

namespace {

constexpr int kWordMini = 36;   // pixels: a smaller plate shows one sign
constexpr float kNominal = 92;  // pitch at which what does not depend on the board is designed

SDL_Color from_rgb(std::uint32_t rgb) {
  return {static_cast<Uint8>(rgb >> 16U & 0xFFU), static_cast<Uint8>(rgb >> 8U & 0xFFU),
          static_cast<Uint8>(rgb & 0xFFU), 255};
}

const host::ColourInfo* colour_of(const host::VariantInfo& info, int colour) {
  return colour >= 0 && static_cast<std::size_t>(colour) < info.colours.size()
             ? &info.colours[static_cast<std::size_t>(colour)]
             : nullptr;
}

// The themes know these sides; others bring their own colour.
bool known(const host::ColourInfo& colour) {
  return colour.id == "red" || colour.id == "black" || colour.id == "white";
}

std::string glyph(const host::VariantInfo& info, const PieceArt::Text& text, PieceArt::Face face) {
  if (face.kind < 0 || static_cast<std::size_t>(face.kind) >= info.kinds.size()) {
    return {};
  }
  const host::KindInfo& kind = info.kinds[static_cast<std::size_t>(face.kind)];
  if (const host::ColourInfo* colour = colour_of(info, face.colour)) {
    std::string own = text(kind.glyph_key + "." + colour->id);
    if (!own.empty()) {
      return own;
    }
  }
  return text(kind.glyph_key);
}

// Ground and character of a side's seal; without a side, ink.
std::pair<SDL_Color, SDL_Color> seal_colours(const host::ColourInfo* side) {
  const Palette& colours = palette();
  const SDL_Color ink_char{0x1A, 0x15, 0x12, 255};
  if (side == nullptr) {
    return {ink_char, colours.paper};
  }
  const SDL_Color fill = known(*side) ? (side->dark ? ink_char : colours.cinnabar) : from_rgb(side->rgb);
  return side->id == "white" || brightness(view::colour(fill)) > 0.6F ? std::pair(colours.paper, ink_char)
                                                                      : std::pair(fill, colours.paper);
}

// A sign that still reads where a word is too small: in letters the kind's own sign, in characters the first
// one that no kind before it has.
std::string short_glyph(const host::VariantInfo& info, const PieceArt::Text& text, PieceArt::Face face) {
  const auto first = [](std::string_view& rest) {
    const std::string_view whole = rest;
    if (!utf8::next(rest)) {
      rest = {};
    }
    return std::string(whole.substr(0, whole.size() - rest.size()));
  };
  std::set<std::string> taken;
  for (int kind = 0; kind <= face.kind; ++kind) {
    const std::string word = glyph(info, text, {kind, face.colour});
    std::string_view rest = word;
    std::string sign = first(rest);
    while (taken.contains(sign) && !rest.empty()) {
      sign = first(rest);
    }
    if (kind == face.kind) {
      const bool letters = !word.empty() && static_cast<unsigned char>(word.front()) < 0x80;
      return letters ? info.kinds[static_cast<std::size_t>(kind)].id : sign;
    }
    taken.insert(sign);
  }
  return {};
}

PieceArt::Face face_of(const host::Piece& piece) {
  const bool hidden = (piece.flags & QITAI_PIECE_FACE_DOWN) != 0 || piece.kind == host::kNoKind;
  const bool fallen = (piece.flags & kPieceFallen) != 0;
  constexpr int kTilts[]{-9, 6, -4, 11, -7, 4, 8};
  return {hidden ? -1 : piece.kind, piece.colour == QITAI_NO_COLOUR ? -1 : piece.colour,
          !hidden && (piece.flags & QITAI_PIECE_SHOWN) != 0,
          fallen ? kTilts[piece.point % std::size(kTilts)] : 0};
}

}  // namespace

PieceLook PieceArt::look_of(const host::VariantInfo& info, const BoardTheme& theme, const Text& text,
                            const BoardGeometry& geometry, Face face) {
  PieceLook look;
  const host::ColourInfo* colour = colour_of(info, face.colour);
  look.side = colour != nullptr && colour->dark ? theme.dark : theme.light;
  if (colour == nullptr) {
    // Nobody's yet: plain wood, stained dark on its back.
    look.side.ink = theme.line;
    if (theme.wood_grain) {
      look.side.back = theme.edge;
    }
  } else if (!known(*colour) && look.side.engraved) {
    look.side.ink = look.side.back = from_rgb(colour->rgb);
  }
  look.emblem = colour == nullptr ? Emblem::kNone : colour->dark ? Emblem::kLozenge : Emblem::kStar;
  look.glyph = glyph(info, text, face);
  if (face.kind >= 0 && static_cast<std::size_t>(face.kind) < info.kinds.size()) {
    look.figure = figures_.find(theme.pictures, info.kinds[static_cast<std::size_t>(face.kind)].picture);
  }
  // In fields pieces are pictures and nothing else; those on crossings are discs, and plates bear words.
  const BoardGeometry::Style style = geometry.style();
  look.on_disc = style == BoardGeometry::Style::kCrossings;
  const bool pictured = style == BoardGeometry::Style::kCells || (look.on_disc && theme.figures_on_discs);
  if (!pictured && !look.glyph.empty()) {
    look.figure = nullptr;
  }
  look.back = look.glyph.empty() && look.figure == nullptr;
  look.pennant = face.shown;
  look.turned = face.turned;
  if (const auto& window = geometry.window(); window && face.kind >= 0) {
    const auto kind = static_cast<std::size_t>(face.kind);
    look.rank_room = !window->rank_steps.empty();
    look.rank_steps = kind < window->rank_steps.size() ? std::clamp(window->rank_steps[kind], 0, 6) : 0;
  }
  look.turned_wood = theme.wood_grain;
  const float field = brightness(view::colour(theme.field));
  look.shadow = field < 0.1F ? 0 : theme.wood_grain ? 1 : 0.55F;
  look.body = geometry.body();
  look.plate = geometry.style() == BoardGeometry::Style::kPosts;
  // Plates of any size are cut alike: by their height, 62u at a pitch of 78u.
  look.pitch = look.plate ? 2 * look.body.hy * 78 / 62
                          : static_cast<float>(geometry.pitch()) *
                                std::min(1.0F, std::min(geometry.row_step(), geometry.file_step()));
  return look;
}

void PieceArt::set(SDL_Renderer* renderer, const host::VariantInfo& info, const BoardTheme& theme,
                   const Text& text, const BoardGeometry& geometry) {
  renderer_ = renderer;
  info_ = &info;
  theme_ = &theme;
  text_ = &text;
  geometry_ = &geometry;
  art_.clear();
  bodies_.clear();
  const PieceLook blank = look_of(info, theme, [](std::string_view) { return std::string(); }, geometry, {});
  rest_size_ = bake_body(blank, Pose::kRest).width();
}

void PieceArt::clear() {
  art_.clear();
  bodies_.clear();
  minis_.clear();
  seals_.clear();
  words_.clear();
}

PieceArt::Face PieceArt::lying(const host::Piece& piece) const {
  Face face = face_of(piece);
  face.turned = face.colour >= 0 && face.colour == turned_;
  return face;
}

PieceArt::Art& PieceArt::art(const host::Piece& piece) {
  const Face face = lying(piece);
  const auto found = art_.find(face);
  if (found != art_.end()) {
    return found->second;
  }
  // The lifted one too: the first lift of a piece must not cost a frame.
  Art& made = art_[face];
  make(face, made, Pose::kRest);
  make(face, made, Pose::kLifted);
  return made;
}

void PieceArt::make(Face face, Art& art, Pose pose) {
  const PieceLook look = look_of(*info_, *theme_, *text_, *geometry_, face);
  SurfacePtr picture = look.figure != nullptr && !look.on_disc ? bake_figure(look, pose) : nullptr;
  if (picture == nullptr) {
    const std::tuple key{face.colour, look.back, pose};
    auto body = bodies_.find(key);
    if (body == bodies_.end()) {
      body = bodies_.emplace(key, bake_body(look, pose)).first;
    }
    picture = bake_piece(type_, look, pose, body->second);
  }
  if (face.tilt != 0 && picture != nullptr) {
    picture = fallen(*picture, face.tilt);
  }
  const auto index = static_cast<std::size_t>(pose);
  art.poses[index] = upload(renderer_, picture);
  art.sizes[index] = picture != nullptr ? picture->w : 0;
  if (pose == Pose::kRest && picture != nullptr) {
    SDL_SetSurfaceBlendMode(picture.get(), SDL_BLENDMODE_BLEND);
    art.rest = std::move(picture);
  }
}

SDL_Surface* PieceArt::surface(const host::Piece& piece) {
  return art(piece).rest.get();
}

PieceArt::Picture PieceArt::texture(const host::Piece& piece, Pose pose) {
  Art& of = art(piece);
  const auto index = static_cast<std::size_t>(pose);
  if (of.poses[index] == nullptr) {
    make(lying(piece), of, pose);
  }
  return {of.poses[index].get(), of.sizes[index], of.sizes[index]};
}

SDL_Texture* PieceArt::mini(SDL_Renderer* renderer, const host::VariantInfo& info, const BoardTheme& theme,
                            const Text& text, const BoardGeometry& geometry, int kind, int colour,
                            int diameter) {
  if (diameter <= 0) {
    return nullptr;
  }
  const Face face{kind == host::kNoKind ? -1 : kind, colour == QITAI_NO_COLOUR ? -1 : colour, false};
  TexturePtr& kept = minis_[{face, diameter}];
  if (kept == nullptr) {
    PieceLook look = look_of(info, theme, text, geometry, face);
    const float scale = kNominal / std::max(look.pitch, 0.1F);
    look.body = {look.body.hx * scale, look.body.hy * scale, look.body.corner * scale};
    look.pitch = kNominal;
    look.pennant = false;
    look.rank_room = false;
    look.rank_steps = 0;
    if (look.plate) {
      // Higher than on the board: two characters must be read in a tray.
      look.body.hy = 0.72F * look.body.hx;
      look.pitch = 2 * look.body.hy * 78 / 62 * 0.8F;
      const bool letters = !look.glyph.empty() && static_cast<unsigned char>(look.glyph.front()) < 0x80;
      if (!look.back && (letters || diameter < kWordMini)) {
        look.glyph = short_glyph(info, text, face);
      }
    }
    // On a dark rail a dark piece needs a light rim to be seen.
    if (brightness(view::colour(look.side.disc)) < 0.25F && brightness(view::colour(look.side.rim)) < 0.25F) {
      look.side.rim = look.side.ink;
    }
    // An outline as dark as the rail would eat what is thin: there the body or its lines are the outline.
    if (brightness(view::colour(look.side.figure_edge)) < 0.25F) {
      const bool dark = brightness(view::colour(look.side.figure)) < 0.25F;
      look.side.figure_edge = dark ? look.side.figure_line : look.side.figure;
    }
    kept = upload(renderer, bake_mini(type_, look, diameter));
  }
  return kept.get();
}

SDL_Texture* PieceArt::seal(SDL_Renderer* renderer, const host::VariantInfo& info, const Text& text,
                            int colour, int size) {
  const host::ColourInfo* side = colour_of(info, colour);
  if (side == nullptr || size <= 0) {
    return nullptr;
  }
  TexturePtr& kept = seals_[{colour, size}];
  if (kept == nullptr) {
    const auto [fill, paper] = seal_colours(side);
    kept = upload(renderer,
                  bake_seal(type_, text(side->seal_key), view::colour(fill), view::colour(paper), size));
  }
  return kept.get();
}

PieceArt::Picture PieceArt::word_seal(SDL_Renderer* renderer, const host::VariantInfo& info,
                                      const std::string& word, int colour, int height, int least) {
  if (word.empty() || height <= 0) {
    return {};
  }
  Word& kept = words_[{word, colour, height}];
  if (kept.texture == nullptr) {
    const auto [fill, paper] = seal_colours(colour_of(info, colour));
    const SurfacePtr picture =
        bake_word_seal(type_, word, view::colour(fill), view::colour(paper), height, least);
    kept.width = picture != nullptr ? picture->w : 0;
    kept.texture = upload(renderer, picture);
  }
  return {kept.texture.get(), kept.width, height};
}

}  // namespace qitai::view
