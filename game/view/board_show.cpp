// What BoardView shows besides pieces and marks of a move: notes on pieces, places of a set-up, fights.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "view/board_view_impl.hpp"
#include "view/fight_art.hpp"

namespace qitai::view {

namespace {

// The word for an outcome: looked up under this key.
std::string_view outcome_key(std::int64_t value) {
  switch (value) {
    case QITAI_FIGHT_WON:
      return "fight.won";
    case QITAI_FIGHT_LOST:
      return "fight.lost";
    case QITAI_FIGHT_BOTH:
      return "fight.both";
    default:
      return "fight.flag";
  }
}

SDL_Rect centred(SDL_FPoint at, int width, int height) {
  return {static_cast<int>(std::floor(at.x)) - width / 2, static_cast<int>(std::floor(at.y)) - height / 2,
          width, height};
}

}  // namespace

void BoardView::Impl::bake_show() {
  notes.clear();
  for (TexturePtr& stroke : strokes) {
    stroke.reset();
  }
  if (geometry.style() != BoardGeometry::Style::kPosts || geometry.window()) {
    return;  // nobody fights there
  }
  for (std::size_t i = 0; i < strokes.size(); ++i) {
    const Canvas canvas = bake_stroke(geometry.body(), colour(theme.line), static_cast<int>(i));
    stroke_size = {canvas.width(), canvas.height()};
    strokes[i] = upload(renderer, canvas.surface());
  }
}

// Under everything that moves, on the pieces at rest.
void BoardView::Impl::draw_places() {
  for (const host::Point point : marks.places) {
    if (geometry.shown(point)) {
      mark_pictures.draw(renderer, MarkKind::kPlace, geometry.centre(point));
    }
  }
  for (const host::Point point : marks.barred) {
    if (geometry.shown(point)) {
      mark_pictures.draw(renderer, MarkKind::kBarred, geometry.centre(point));
    }
  }
}

void BoardView::Impl::draw_notes(std::uint64_t now) {
  if (marks.notes.empty()) {
    return;
  }
  const std::vector<host::Piece> resting = motion.resting(now);
  const BoardGeometry::Body body = geometry.body();
  for (const BoardMarks::Note& note : marks.notes) {
    const bool there = std::any_of(resting.begin(), resting.end(),
                                   [&](const host::Piece& piece) { return piece.point == note.at; });
    if (!there || !geometry.shown(note.at)) {
      continue;
    }
    Slip& slip = notes[{note.words, note.sure}];
    if (slip.texture == nullptr) {
      const SurfacePtr picture = bake_note(type, note.words, note.sure, geometry.u());
      slip.size = picture != nullptr ? SDL_Point{picture->w, picture->h} : SDL_Point{};
      slip.texture = upload(renderer, picture);
    }
    // Its right end a little over the piece's lower right corner.
    const SDL_FPoint c = geometry.centre(note.at);
    const SDL_Rect where{static_cast<int>(c.x + body.hx + 3 * geometry.u()) - slip.size.x,
                         static_cast<int>(c.y + body.hy + 2 * geometry.u()) - slip.size.y, slip.size.x,
                         slip.size.y};
    if (slip.texture != nullptr) {
      SDL_RenderCopy(renderer, slip.texture.get(), nullptr, &where);
    }
  }
}

void BoardView::Impl::draw_fight(std::uint64_t now) {
  const std::optional<FightScene> scene = motion.fight(now);
  if (!scene) {
    return;
  }
  if (scene->stroke >= 0 && scene->stroke < kStrokeFrames) {
    if (SDL_Texture* const stroke = strokes[static_cast<std::size_t>(scene->stroke)].get()) {
      const SDL_Rect where = centred(scene->ink_at, stroke_size.x, stroke_size.y);
      SDL_RenderCopy(renderer, stroke, nullptr, &where);
    }
  }
  if (!scene->verdict) {
    return;
  }
  const int colour = scene->value == QITAI_FIGHT_BOTH ? host::kNoColour : scene->colour;
  // It covers what stands there: a rank may be read again when the outcome was.
  const BoardGeometry::Body body = geometry.body();
  const float rim = 4 * geometry.u();
  const int height = static_cast<int>(std::lround(2 * (body.hy + rim))),
            least = static_cast<int>(std::lround(2 * (body.hx + rim)));
  const PieceArt::Picture seal =
      art.word_seal(renderer, info, text(outcome_key(scene->value)), colour, height, least);
  if (seal.texture != nullptr) {
    const auto size = [&](int pixels) {
      return static_cast<int>(std::lround(static_cast<float>(pixels) * scene->stamp));
    };
    const SDL_Rect where = centred(scene->at, size(seal.width), size(seal.height));
    SDL_SetTextureScaleMode(seal.texture, SDL_ScaleModeLinear);
    SDL_RenderCopy(renderer, seal.texture, nullptr, &where);
  }
}

}  // namespace qitai::view
