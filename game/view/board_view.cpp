#include "view/board_view.hpp"

#include <algorithm>

#include "view/board_view_impl.hpp"

namespace qitai::view {

namespace {

bool same(const std::optional<SDL_FPoint>& a, const std::optional<SDL_FPoint>& b) {
  return a.has_value() == b.has_value() && (!a || (a->x == b->x && a->y == b->y));
}
bool same(const BoardMarks& a, const BoardMarks& b) {
  return a.cursor == b.cursor && a.lifted == b.lifted && a.targets == b.targets &&
         a.last_move == b.last_move && same_marks(a.check, b.check) && a.mate == b.mate &&
         a.crosses == b.crosses && same(a.drag, b.drag) && a.hint == b.hint && a.premove == b.premove &&
         a.attacks == b.attacks && a.tag == b.tag && a.flash == b.flash && a.notes == b.notes &&
         a.places == b.places && a.barred == b.barred;
}

}  // namespace

BoardView::BoardView(SDL_Renderer* renderer, Type& type) : impl_(std::make_unique<Impl>(renderer, type)) {
  Impl* const impl = impl_.get();
  impl->motion.set_tray([impl](int colour) {
    const auto tray = impl->trays.find(colour);
    return tray == impl->trays.end() ? std::optional<SDL_FPoint>() : tray->second;
  });
  impl->relayout();
}

BoardView::~BoardView() = default;

void BoardView::set_game(const host::VariantInfo& info, const host::Geometry& geometry, TextLookup text) {
  const bool other = impl_->info.id != info.id;
  impl_->info = info;
  impl_->text = std::move(text);
  impl_->full_board = geometry;
  impl_->geometry = BoardGeometry(geometry, impl_->window);
  if (other) {
    impl_->motion.set_pieces({});
    impl_->marks = {};
    impl_->crosses.clear();
    impl_->pulsed.clear();
  }
  impl_->art.set_turned(-1);
  impl_->art.clear();
  impl_->relayout();
}

void BoardView::set_window(std::optional<BoardWindow> window) {
  if (window == impl_->window) {
    return;
  }
  impl_->window = std::move(window);
  impl_->geometry = BoardGeometry(impl_->full_board, impl_->window);
  impl_->motion.set_pieces({});
  impl_->art.clear();
  impl_->relayout();
}

void BoardView::set_theme(const BoardTheme& theme) {
  impl_->theme = theme;
  impl_->art.clear();
  impl_->stale = impl_->dirty = true;
}

void BoardView::set_reduced_motion(bool reduced) {
  impl_->reduced = reduced;
  impl_->motion.set_reduced(reduced);
  impl_->dirty = true;
}

void BoardView::set_dimmed(bool dimmed) {
  if (dimmed == impl_->dimmed) {
    return;
  }
  impl_->dimmed = dimmed;
  if (!impl_->stale) {
    impl_->dim();
  }
  impl_->composed_valid = false;
  impl_->dirty = true;
}

void BoardView::set_rect(const SDL_Rect& plate) {
  if (SDL_RectEquals(&plate, &impl_->rect) == SDL_FALSE) {
    const bool moved_only = plate.w == impl_->rect.w && plate.h == impl_->rect.h && !impl_->stale;
    impl_->rect = plate;
    impl_->relayout();
    if (moved_only) {
      impl_->stale = false;  // the same pictures at another place
      impl_->lines_stale = true;
    }
  }
}

void BoardView::set_turn(int degrees) {
  const int turn = ((degrees % 360 + 360) % 360) / 90 * 90;
  if (turn != impl_->turn) {
    impl_->turn = turn;
    impl_->relayout();
  }
}

void BoardView::set_turned_colour(int colour) {
  impl_->art.set_turned(colour);
  impl_->art.clear();
  impl_->stale = impl_->dirty = true;
}

void BoardView::restore(SDL_Renderer* renderer) {
  impl_->renderer = renderer;
  impl_->loupe.reset();
  impl_->art.clear();
  impl_->stale = impl_->dirty = true;
}

void BoardView::set_tray(int colour, SDL_FPoint middle) {
  impl_->trays[colour] = middle;
}

SDL_Point BoardView::plate_size(float pitch) const {
  return impl_->geometry.plate_size(pitch, impl_->turn);
}

void BoardView::set_pieces(const std::vector<host::Piece>& pieces) {
  impl_->motion.set_pieces(impl_->seen(pieces));
  // What is in hand stays in hand.
  impl_->motion.set_hand(impl_->marks.lifted, impl_->marks.drag, 0);
  impl_->motion.skip();
  impl_->lines_stale = impl_->dirty = true;
}

void BoardView::play(const std::vector<host::Change>& changes, const std::vector<host::Piece>& after,
                     std::uint64_t now) {
  impl_->motion.play(changes, impl_->seen(after), now);
  impl_->lines_stale = impl_->dirty = true;
}

void BoardView::land() {
  impl_->motion.land();
  impl_->lines_stale = impl_->dirty = true;
}

void BoardView::replay(const std::vector<host::Piece>& before, const std::vector<host::Change>& changes,
                       const std::vector<host::Piece>& after, std::uint64_t now) {
  set_pieces(before);
  play(changes, after, now);
  land();
}

std::vector<platform::Sound> BoardView::take_sounds() {
  return impl_->motion.take_sounds();
}

void BoardView::refuse(host::Point piece, const std::vector<host::Point>& points, std::uint64_t now) {
  impl_->motion.send_back(piece, now);
  impl_->crosses = points;
  impl_->crosses_until = now + kCrosses;
  impl_->dirty = true;
}

void BoardView::set_marks(const BoardMarks& marks, std::uint64_t now) {
  Impl& impl = *impl_;
  if (same(marks, impl.marks)) {
    return;
  }
  if (marks.cursor && impl.marks.cursor && marks.cursor != impl.marks.cursor) {
    impl.cursor_from = impl.cursor_at(now);
    impl.slide_start = now;
  } else if (!marks.cursor) {
    impl.cursor_from.reset();
  }
  if (marks.crosses != impl.marks.crosses) {
    impl.crosses = marks.crosses;
    impl.crosses_until = now + kCrosses;
  }
  impl.motion.set_hand(marks.lifted, marks.drag, now);
  impl.marks = marks;
  impl.lines_stale = impl.dirty = true;
}

void BoardView::skip() {
  impl_->motion.skip();
  impl_->cursor_from.reset();
  impl_->pulse_start = kNever;
  impl_->dirty = true;
}

void BoardView::draw(std::uint64_t now) {
  impl_->draw(now);
}

SDL_Texture* BoardView::diagram(const std::vector<host::Piece>& pieces, int width) {
  return impl_->diagram(pieces, width).release();
}

void BoardView::draw_loupe(host::Point point, const SDL_Rect& where, std::uint64_t now) {
  impl_->draw_loupe(point, where, now);
}

std::uint64_t BoardView::next_frame(std::uint64_t now) const {
  return impl_->next_frame(now);
}

bool BoardView::moving(std::uint64_t now) const {
  return impl_->motion.moving(now);
}

std::optional<host::Point> BoardView::point_at(float x, float y) const {
  return impl_->geometry.point_at(x, y);
}

SDL_FPoint BoardView::centre(host::Point point) const {
  return impl_->geometry.centre(point);
}

float BoardView::pitch() const {
  return static_cast<float>(impl_->geometry.pitch());
}

host::Point BoardView::step(host::Point from, int dx, int dy) const {
  return impl_->geometry.step(from, dx, dy);
}

SDL_Texture* BoardView::mini(int kind, int colour, int diameter) {
  return impl_->art.mini(impl_->renderer, impl_->info, impl_->theme, impl_->text, impl_->geometry, kind,
                         colour, diameter);
}

SDL_Texture* BoardView::seal(int colour, int size) {
  return impl_->art.seal(impl_->renderer, impl_->info, impl_->text, colour, size);
}

}  // namespace qitai::view
