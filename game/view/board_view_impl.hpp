// Inside of BoardView: its pictures and what they show now. Seen by board_view.cpp (what it is told) and
// board_frame.cpp (what it draws) alone.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "view/board_geometry.hpp"
#include "view/board_view.hpp"
#include "view/marks.hpp"
#include "view/motion.hpp"
#include "view/piece_art.hpp"

namespace qitai::view {

// Milliseconds: crosses of a refused move, the pulse of check, the cursor's way to the next point.
inline constexpr std::uint64_t kCrosses = 900, kPulse = 320, kSlide = 90;

[[nodiscard]] inline bool same_marks(const std::vector<host::Mark>& a, const std::vector<host::Mark>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const host::Mark& m, const host::Mark& n) {
    return m.kind == n.kind && m.point == n.point && m.other == n.other && m.value == n.value;
  });
}

struct BoardView::Impl {
  Impl(SDL_Renderer* the_renderer, Type& the_type) : renderer(the_renderer), type(the_type), art(the_type) {}

  // What makes pictures invalid.
  void relayout() {
    geometry.place(rect, turn);
    motion.set_board([this](host::Point point) { return geometry.centre(point); },
                     static_cast<float>(geometry.pitch()));
    cursor_from.reset();
    stale = dirty = true;
  }
  // Only what stands inside the window.
  [[nodiscard]] std::vector<host::Piece> seen(std::vector<host::Piece> pieces) const {
    std::erase_if(pieces, [this](const host::Piece& piece) {
      return piece.point != host::kNoPoint && !geometry.shown(piece.point);
    });
    return pieces;
  }
  void bake();
  void dim();
  void compose(std::uint64_t now);
  void compose_at(const SDL_Rect& area, const std::vector<host::Piece>& pieces);
  [[nodiscard]] TexturePtr diagram(const std::vector<host::Piece>& pieces, int width);
  [[nodiscard]] SDL_Rect area_of(host::Point point) const;
  void bake_lines();
  void bake_show();

  void draw(std::uint64_t now);
  void draw_under(std::uint64_t now);
  void draw_check(std::uint64_t now);
  void draw_sprites(std::uint64_t now);
  void draw_over(std::uint64_t now);
  void draw_places();
  void draw_notes(std::uint64_t now);
  void draw_fight(std::uint64_t now);
  void draw_tag(const BoardMarks::Tag& tag);
  void draw_loupe(host::Point point, const SDL_Rect& where, std::uint64_t now);
  [[nodiscard]] bool sliding(std::uint64_t now) const {
    return cursor_from && !reduced && now < slide_start + kSlide;
  }
  [[nodiscard]] SDL_FPoint cursor_at(std::uint64_t now) const;
  [[nodiscard]] std::uint64_t next_frame(std::uint64_t now) const;

  SDL_Renderer* renderer;
  Type& type;
  PieceArt art;
  host::VariantInfo info;
  host::Geometry full_board;  // as the variant has it
  std::optional<BoardWindow> window;
  TextLookup text = [](std::string_view) { return std::string(); };
  BoardTheme theme;
  BoardGeometry geometry;
  Motion motion;
  Marks mark_pictures;
  std::map<int, SDL_FPoint> trays;

  SDL_Rect rect{0, 0, 1, 1};
  int turn = 0;
  bool reduced = false;
  bool dimmed = false;

  bool stale = true;     // pictures have to be baked
  bool dirty = true;     // something changed since the last frame
  bool settled = false;  // the last frame showed everything at its end

  SurfacePtr plate, board;  // without pieces; with those at rest
  SurfacePtr lit;           // the plate as it is in the light, while it is dimmed
  TexturePtr board_texture;
  std::vector<host::Piece> composed;
  bool composed_valid = false;

  BoardMarks marks;
  std::vector<host::Point> crosses;  // shown until then
  std::uint64_t crosses_until = 0;
  std::uint64_t pulse_start = kNever;
  std::vector<host::Mark> pulsed;  // the check that was already announced
  std::optional<SDL_FPoint> cursor_from;
  std::uint64_t slide_start = 0;
  struct Line {
    TexturePtr texture;
    SDL_Rect where{};
  };
  std::vector<Line> lines;
  struct Slip {
    TexturePtr texture;
    SDL_Point size{};
  };
  std::map<std::pair<std::string, bool>, Slip> notes;  // by words and whether they are sure
  std::array<TexturePtr, kStrokeFrames> strokes;       // of ink over a fight
  SDL_Point stroke_size{};
  TexturePtr loupe;
  int loupe_side = 0;
  bool lines_stale = true;
};

}  // namespace qitai::view
