// A board of posts: sizes of the design (pitch 78 u, plates 118 by 62 u), where its points are, where the
// cursor goes, what a back tells, a window on one half.
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

#include "offscreen.hpp"
#include "posts_fixture.hpp"
#include "view/bake_piece.hpp"
#include "view/board_geometry.hpp"
#include "view/board_view.hpp"

using namespace qitai;
using namespace qitai::testing;
using view::BoardGeometry;
using view::BoardMarks;
using view::BoardView;
using view::BoardWindow;

namespace {

constexpr SDL_Rect kPlate{10, 20, 906, 1008};

BoardWindow half() {
  BoardWindow window;
  for (host::Point point = 0; point < 30; ++point)
    window.points.push_back(point);
  return window;
}

struct Table {
  explicit Table(std::string_view theme = "wood", SDL_Rect plate = kPlate,
                 std::optional<BoardWindow> window = std::nullopt)
      : screen(plate.x + plate.w + 10, plate.y + plate.h + 10),
        type(screen.renderer, {}),
        board(screen.renderer, type) {
    board.set_window(std::move(window));
    board.set_game(war_info(), war_geometry(), [](std::string_view key) { return war_text(key); });
    board.set_theme(view::load_theme(QITAI_SOURCE_DIR "/assets/themes", theme));
    board.set_reduced_motion(true);
    board.set_rect(plate);
  }
  std::string picture(std::uint64_t now = 0) {
    screen.clear();
    board.draw(now);
    SDL_RenderFlush(screen.renderer);
    return {static_cast<const char*>(screen.surface->pixels),
            static_cast<std::size_t>(screen.surface->pitch) * static_cast<std::size_t>(screen.surface->h)};
  }
  // Without hues.
  std::string grey() {
    const std::string all = picture();
    std::string out;
    for (std::size_t i = 0; i + 3 < all.size(); i += 4) {
      const auto part = [&](std::size_t at) { return static_cast<unsigned char>(all[at]); };
      out.push_back(static_cast<char>((part(i) * 11 + part(i + 1) * 59 + part(i + 2) * 30) / 100));
    }
    return out;
  }

  Offscreen screen;
  view::Type type;
  BoardView board;
};

// How many pixels of two grey pictures differ clearly.
int apart(const std::string& a, const std::string& b) {
  int count = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const int x = static_cast<unsigned char>(a[i]), y = static_cast<unsigned char>(b[i]);
    count += std::abs(x - y) > 40 ? 1 : 0;
  }
  return count;
}

std::string pixels(SDL_Renderer* renderer, SDL_Texture* texture, int side) {
  const SDL_Rect all{0, 0, side, side};
  SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
  SDL_RenderClear(renderer);
  SDL_RenderCopy(renderer, texture, nullptr, &all);
  std::string out(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 4, '\0');
  SDL_RenderReadPixels(renderer, &all, SDL_PIXELFORMAT_ARGB8888, out.data(), side * 4);
  return out;
}

}  // namespace

TEST_CASE("at a row pitch of 78 the plate is 906 by 1008, files 168 apart, pieces 118 by 62") {
  BoardGeometry geometry(war_geometry());
  CHECK(geometry.style() == BoardGeometry::Style::kPosts);
  const SDL_Point plate = geometry.plate_size(78, 0);
  CHECK(plate.x == 906);
  CHECK(plate.y == 1008);
  geometry.place({0, 0, 906, 1008}, 0);
  CHECK(geometry.pitch() == 78);
  CHECK(geometry.u() == Approx(1));
  CHECK(geometry.centre(wp(1, 0)).x - geometry.centre(wp(0, 0)).x == Approx(168));
  CHECK(geometry.centre(wp(0, 0)).y - geometry.centre(wp(0, 1)).y == Approx(78));
  CHECK(geometry.centre(wp(0, 5)).y - geometry.centre(wp(0, 6)).y == Approx(78 + 52));
  CHECK(2 * geometry.body().hx == Approx(118).margin(0.5));
  CHECK(2 * geometry.body().hy == Approx(62).margin(0.5));
}

TEST_CASE("a plate is found by all of it, and nothing between the fronts or beside the board") {
  for (const int turn : {0, 90, 180, 270}) {
    BoardGeometry geometry(war_geometry());
    geometry.place({0, 0, 1008, 1008}, turn);
    const bool upright = turn % 180 == 0;
    const auto body = geometry.body();
    for (host::Point point = 0; point < 60; ++point) {
      const SDL_FPoint c = geometry.centre(point);
      const float hx = 0.98F * (upright ? body.hx : body.hy), hy = 0.98F * (upright ? body.hy : body.hx);
      CHECK(geometry.point_at(c.x, c.y) == point);
      for (const float sx : {-1.0F, 1.0F})
        for (const float sy : {-1.0F, 1.0F})
          CHECK(geometry.point_at(c.x + sx * hx, c.y + sy * hy) == point);
    }
    const SDL_FPoint a = geometry.centre(wp(2, 5)), b = geometry.centre(wp(2, 6));
    CHECK_FALSE(geometry.point_at((a.x + b.x) / 2, (a.y + b.y) / 2));
    CHECK_FALSE(geometry.point_at(1, 1));
  }
}

TEST_CASE("the cursor goes by the ways of the board, across the front only where a way leads") {
  Table table;
  BoardView& board = table.board;
  CHECK(board.step(wp(0, 5), 0, -1) == wp(0, 6));  // a6-a7
  CHECK(board.step(wp(2, 6), 0, 1) == wp(2, 5));   // c7-c6
  CHECK(board.step(wp(1, 5), 0, -1) == wp(1, 5));  // the mountain between b6 and b7
  CHECK(board.step(wp(1, 5), 1, 0) == wp(2, 5));
  CHECK(board.step(wp(0, 1), 1, -1) == wp(1, 2));  // a slanting road into the camp
  CHECK(board.step(wp(0, 1), 0, -1) == wp(0, 2));
  CHECK(board.step(wp(0, 1), 1, 0) == wp(1, 1));
  CHECK(board.step(wp(1, 2), -1, 1) == wp(0, 1));
  CHECK(board.step(wp(0, 0), -1, 0) == wp(0, 0));
  board.set_turn(180);  // Blue looks at it: its own back row is below
  CHECK(board.step(wp(4, 11), 0, -1) == wp(4, 10));
  CHECK(board.step(wp(4, 6), 0, -1) == wp(4, 5));
  CHECK(board.step(wp(3, 6), 0, -1) == wp(3, 6));
}

TEST_CASE("a back is the same for every rank, to the last bit") {
  for (const std::string& theme : view::theme_ids()) {
    Table table(theme);
    std::string first;
    for (std::uint16_t kind = 0; kind <= 12; ++kind) {
      // A game may leave the kind in: what is face down must not tell it.
      const std::uint16_t told = kind == 12 ? host::kNoKind : kind;
      const std::uint8_t flags = QITAI_PIECE_FACE_DOWN;
      table.board.set_pieces({{wp(1, 7), told, 1, flags, 1}, {wp(2, 3), told, 0, flags, 1}});
      BoardMarks marks;
      marks.lifted = wp(2, 3);
      table.board.set_marks(marks, 0);
      const std::string picture = table.picture();
      if (kind == 0) first = picture;
      CHECK(picture == first);
    }
  }
}

TEST_CASE("the sides' backs, faces and small pieces differ without hue, and so does a piece nobody owns") {
  for (const std::string& theme : view::theme_ids()) {
    INFO(theme);
    std::vector<std::string> seen;
    const auto add = [&](const host::Piece& piece) {
      Table table(theme);
      table.board.set_pieces({piece});
      seen.push_back(table.grey());
      for (std::size_t i = 0; i + 1 < seen.size(); ++i)
        CHECK(apart(seen[i], seen.back()) > 60);
    };
    for (const std::uint8_t colour : {std::uint8_t{0}, std::uint8_t{1}}) {
      add({wp(2, 3), host::kNoKind, colour, QITAI_PIECE_FACE_DOWN, 1});
      add({wp(2, 3), 4, colour, 0, 1});
      add({wp(2, 3), 4, colour, QITAI_PIECE_SHOWN, 1});  // with its pennant
    }
    add({wp(2, 3), host::kNoKind, QITAI_NO_COLOUR, QITAI_PIECE_FACE_DOWN, 1});
  }
}

TEST_CASE("small plates stand in squares, one for those face down of each side") {
  Table table;
  SDL_Renderer* const renderer = table.screen.renderer;
  SDL_Texture* const down = table.board.mini(host::kNoKind, 1, 44);
  REQUIRE(down != nullptr);
  int width = 0, height = 0;
  SDL_QueryTexture(down, nullptr, nullptr, &width, &height);
  CHECK(width == 44);
  CHECK(height == 44);
  CHECK(table.board.mini(host::kNoKind, 1, 44) == down);
  const std::string blue = pixels(renderer, down, 44);
  CHECK_FALSE(blue == pixels(renderer, table.board.mini(host::kNoKind, 0, 44), 44));
  CHECK_FALSE(blue == pixels(renderer, table.board.mini(0, 1, 44), 44));
}

TEST_CASE("notes and the places of a set-up are seen without colour, a note only on a piece") {
  std::vector<std::string> seen;
  const auto add = [&](const BoardMarks& marks) {
    Table table;
    table.board.set_pieces(war_pieces());
    table.board.set_marks(marks, 0);
    seen.push_back(table.grey());
    for (std::size_t i = 0; i + 1 < seen.size(); ++i)
      CHECK_FALSE(seen[i] == seen.back());
  };
  add({});
  BoardMarks marks;
  marks.notes = {{wp(0, 6), "司", false}};
  add(marks);
  marks.notes = {{wp(0, 6), "司", true}};
  add(marks);
  marks.notes = {{wp(0, 6), "雷", false}};
  add(marks);
  marks = {};
  marks.places = {wp(0, 5)};
  add(marks);
  marks = {};
  marks.barred = {wp(0, 5)};
  add(marks);
  // Where nobody stands there is nothing to write on; unknown points do no harm.
  marks = {};
  marks.notes = {{wp(1, 4), "司", false}, {60000, "雷", true}, {wp(0, 6), "", false}};
  marks.places = {60000};
  marks.barred = {60000};
  Table table;
  table.board.set_pieces(war_pieces());
  table.board.set_marks(marks, 0);
  CHECK(table.grey() == seen.front());
}

TEST_CASE("a window shows one half at 150 by 236 with pieces of 176 by 92, and nothing else is there") {
  const SDL_Rect plate{0, 0, 1200, 914};
  BoardGeometry geometry(war_geometry(), half());
  CHECK(geometry.plate_size(150, 0).x == 1200);
  CHECK(geometry.plate_size(150, 0).y == 914);
  for (const int turn : {0, 180}) {
    geometry.place(plate, turn);
    CHECK(geometry.pitch() == 150);
    CHECK(geometry.u() == Approx(1));
    CHECK(std::abs(geometry.centre(wp(1, 0)).x - geometry.centre(wp(0, 0)).x) == Approx(236));
    CHECK(std::abs(geometry.centre(wp(0, 5)).y - geometry.centre(wp(0, 4)).y) == Approx(150));
    CHECK((geometry.centre(wp(0, 5)).y < geometry.centre(wp(0, 0)).y) == (turn == 0));
    CHECK(2 * geometry.body().hx == Approx(176));
    CHECK(2 * geometry.body().hy == Approx(92));
    for (host::Point point = 0; point < 60; ++point) {
      CHECK(geometry.shown(point) == (point < 30));
      const SDL_FPoint c = geometry.centre(point);
      if (point < 30) CHECK(geometry.point_at(c.x, c.y) == point);
    }
    CHECK(geometry.step(wp(0, 5), 0, turn == 0 ? -1 : 1) == wp(0, 5));  // the front is the edge
  }
  CHECK(geometry.table().regions.empty());
  CHECK(geometry.table().decorations.empty());
  CHECK(geometry.table().labels.empty());

  Table table("wood", plate, half());
  table.board.set_pieces(war_side(0, kLayout));
  const std::string own = table.picture();
  table.board.set_pieces(war_pieces());
  CHECK(table.picture() == own);
  table.board.set_window(std::nullopt);
  table.board.set_pieces(war_pieces());
  CHECK_FALSE(table.picture() == own);
}

TEST_CASE("Blue's half in a window looks like Red's, but for the sides' own signs") {
  BoardWindow window;
  for (host::Point point = 30; point < 60; ++point)
    window.points.push_back(point);
  BoardGeometry red(war_geometry(), half()), blue(war_geometry(), window);
  red.place({0, 0, 1200, 914}, 0);
  blue.place({0, 0, 1200, 914}, 180);
  for (host::Point point = 0; point < 30; ++point) {
    const SDL_FPoint a = red.centre(point), b = blue.centre(static_cast<host::Point>(59 - point));
    CHECK(a.x == Approx(b.x));
    CHECK(a.y == Approx(b.y));
  }
  CHECK(red.table().lines.size() == blue.table().lines.size());
}

TEST_CASE("a bar tells six ranks apart on the plates of a window") {
  std::vector<std::string> seen;
  for (int steps = 0; steps <= 6; ++steps) {
    BoardWindow window = half();
    window.rank_steps = std::vector<int>(12, steps);
    Table table("wood", {0, 0, 1200, 914}, window);
    table.board.set_pieces({{wp(2, 0), 4, 0, 0, 1}});
    seen.push_back(table.grey());
    for (std::size_t i = 0; i + 1 < seen.size(); ++i)
      CHECK_FALSE(seen[i] == seen.back());
  }
}

TEST_CASE("letters with tails stand on the line of the others") {
  const Offscreen screen(8, 8);
  view::Type type(screen.renderer, {});
  // The feet of both words: the lowest row that has ink under their first letter, a capital.
  const auto feet = [&](std::string_view word) {
    const view::Mask mask = view::text_mask(type, view::Face::kSansBold, 48, word);
    const int column = 8;  // inside the stem of M, F, B
    for (int y = mask.height - 1; y >= 0; --y)
      if (mask.at(column, y) > 0.5F) return std::pair(y + 1, mask.height);
    return std::pair(0, mask.height);
  };
  const auto plain = feet("Bomb"), tailed = feet("Flag"), hooked = feet("Major");
  CHECK(plain.first == plain.second);
  CHECK(tailed.first < tailed.second);
  CHECK(hooked.first < hooked.second);
  // Middles of the capitals are the middles of the pictures.
  CHECK(std::abs(tailed.second / 2 - (tailed.first - plain.second / 2)) <= 1);
  CHECK(view::text_mask(type, view::Face::kSansBold, 48, "a b").width >
        view::text_mask(type, view::Face::kSansBold, 48, "ab").width);
}

TEST_CASE("every theme and turn draws a board of posts, down to a few pixels") {
  for (const std::string& theme : view::theme_ids()) {
    for (const SDL_Rect plate : {SDL_Rect{0, 0, 400, 448}, SDL_Rect{0, 0, 40, 40}, SDL_Rect{0, 0, 1, 1}}) {
      for (const int turn : {0, 90, 180}) {
        Table table(theme, plate);
        table.board.set_turn(turn);
        table.board.set_pieces(war_pieces());
        BoardMarks marks;
        marks.notes = {{wp(0, 6), "司", false}};
        marks.places = {wp(0, 0)};
        marks.barred = {wp(1, 0)};
        table.board.set_marks(marks, 0);
        CHECK_FALSE(table.picture().empty());
        CHECK(table.board.next_frame(0) == UINT64_MAX);
      }
    }
  }
}

TEST_CASE("a move shown once more ends in the same picture, after its outcome has stood") {
  Table table;
  const std::vector<host::Piece> before = war_pieces();
  const std::vector<host::Piece> after = stepped(before, wp(0, 5), wp(0, 6));
  table.board.set_pieces(after);
  const std::string still = table.picture(0);
  host::Change fact{}, moved{};
  fact.what = QITAI_CHANGE_FACT;
  moved.what = QITAI_CHANGE_MOVED;
  fact.from = moved.from = wp(0, 5);
  fact.to = moved.to = wp(0, 6);
  fact.value = QITAI_FIGHT_WON;
  table.board.replay(before, {fact, moved}, after, 1000);
  CHECK_FALSE(table.picture(1000) == still);
  CHECK(table.board.moving(1000));
  CHECK(table.board.next_frame(1001) == 1900);
  CHECK(table.picture(1900) == still);
  CHECK(table.board.next_frame(1901) == UINT64_MAX);
}
