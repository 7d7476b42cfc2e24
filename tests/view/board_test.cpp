// The board on the screen: where its points are, where the cursor goes, when a frame is due, and that what is
// shown piecewise equals what is shown at once.
#include "view/board_view.hpp"

#include <catch2/catch.hpp>

#include <cstring>
#include <memory>

#include "fixture.hpp"
#include "offscreen.hpp"

using namespace qitai;
using namespace qitai::testing;
using view::BoardMarks;
using view::BoardView;

namespace {

constexpr std::uint64_t kNever = UINT64_MAX;
constexpr SDL_Rect kPlate{51, 36, 906, 1008};

struct Table {
  explicit Table(const host::Geometry& geometry = xiangqi_geometry(), SDL_Rect plate = kPlate)
      : screen(1008, 1080), type(screen.renderer, {}), board(screen.renderer, type) {
    board.set_game(xiangqi_info(), geometry, [](std::string_view key) { return xiangqi_text(key); });
    board.set_rect(plate);
    board.set_pieces(xiangqi_pieces());
  }
  void draw(std::uint64_t now) {
    SDL_SetRenderDrawColor(screen.renderer, 0, 0, 0, 255);
    SDL_RenderClear(screen.renderer);
    board.draw(now);
    SDL_RenderFlush(screen.renderer);
  }
  [[nodiscard]] std::string picture() {
    return {static_cast<const char*>(screen.surface->pixels),
            static_cast<std::size_t>(screen.surface->pitch) * static_cast<std::size_t>(screen.surface->h)};
  }
  // Frames as the loop draws them, until none is due by itself; the time then.
  std::uint64_t settle(std::uint64_t now) {
    for (int frames = 0; board.next_frame(now) != kNever; ++frames) {
      REQUIRE(frames < 1000);
      now = std::max(now + 16, board.next_frame(now));
      draw(now);
    }
    return now;
  }

  Offscreen screen;
  view::Type type;
  BoardView board;
};

host::Change change(std::uint32_t what, host::Point from, host::Point to) {
  host::Change out{};
  out.what = what;
  out.audience = 1U << QITAI_PUBLIC;
  out.from = from;
  out.to = to;
  return out;
}

}  // namespace

TEST_CASE("the plate of a pitch of 92 is 906 by 1008, of chess's 116 a square of 1008") {
  Table table;
  CHECK(table.board.plate_size(92).x == 906);
  CHECK(table.board.plate_size(92).y == 1008);
  CHECK(table.board.pitch() == 92);
  table.board.set_turn(90);
  CHECK(table.board.plate_size(92).x == 1008);
  table.board.set_turn(0);
  table.board.set_game(xiangqi_info(), cells_geometry(),
                       [](std::string_view key) { return xiangqi_text(key); });
  CHECK(table.board.plate_size(116).x == 1008);
  CHECK(table.board.plate_size(116).y == 1008);
}

TEST_CASE("every point is found at its own place and around it, for every turn") {
  for (const int turn : {0, 90, 180, 270}) {
    Table table;
    table.board.set_turn(turn);
    const float reach = table.board.pitch() * 0.45F;
    for (host::Point point = 0; point < 90; ++point) {
      const SDL_FPoint c = table.board.centre(point);
      CHECK(table.board.point_at(c.x, c.y) == point);
      CHECK(table.board.point_at(c.x + reach, c.y - reach) == point);
      CHECK(c.x >= kPlate.x);
      CHECK(c.x <= kPlate.x + kPlate.w);
    }
    CHECK_FALSE(table.board.point_at(5, 5));
    const SDL_FPoint corner = table.board.centre(xq(0, 0));
    const float out = turn == 0 || turn == 270 ? -1.0F : 1.0F;
    CHECK_FALSE(table.board.point_at(corner.x + out * table.board.pitch() * 0.6F, corner.y));
  }
}

TEST_CASE("Red sees his chariot below on the left, Black sees his own there") {
  Table table;
  const SDL_FPoint red = table.board.centre(xq(0, 9)), black = table.board.centre(xq(8, 0));
  CHECK(red.x < black.x);
  CHECK(red.y > black.y);
  table.board.set_turn(180);
  CHECK(table.board.centre(xq(8, 0)).x == red.x);
  CHECK(table.board.centre(xq(8, 0)).y == red.y);
}

TEST_CASE("the cursor steps by points of the screen and stays at the edge") {
  Table table;
  CHECK(table.board.step(xq(4, 5), 0, -1) == xq(4, 4));
  CHECK(table.board.step(xq(4, 5), 1, 0) == xq(5, 5));
  CHECK(table.board.step(xq(4, 5), -1, 1) == xq(3, 6));
  CHECK(table.board.step(xq(0, 0), -1, 0) == xq(0, 0));
  CHECK(table.board.step(xq(8, 9), 0, 1) == xq(8, 9));
  CHECK(table.board.step(xq(8, 9), 0, 0) == xq(8, 9));
  CHECK(table.board.step(host::kNoPoint, 1, 0) == host::kNoPoint);
  table.board.set_turn(180);
  CHECK(table.board.step(xq(4, 5), 0, -1) == xq(4, 6));
  CHECK(table.board.step(xq(4, 5), 1, 0) == xq(3, 5));
  table.board.set_turn(90);  // Black's edge lies on the right
  CHECK(table.board.step(xq(4, 5), 1, 0) == xq(4, 4));
}

TEST_CASE("where a board has a table of neighbours, the cursor keeps to it") {
  Table table(posts_geometry());
  CHECK(table.board.step(7, 1, 0) == 8);
  CHECK(table.board.step(7, 0, -1) == 2);
  CHECK(table.board.step(12, 0, 1) == 12);  // nothing leads across the gap
  CHECK(table.board.step(13, 0, 1) == 18);
}

TEST_CASE("nothing moves: no frame") {
  Table table;
  CHECK(table.board.next_frame(0) == 0);
  table.draw(0);
  CHECK(table.board.next_frame(0) == kNever);
  CHECK(table.board.next_frame(100000) == kNever);
  BoardMarks marks;
  marks.cursor = xq(4, 9);
  table.board.set_marks(marks, 10);
  CHECK(table.board.next_frame(10) == 10);
  table.draw(10);
  CHECK(table.board.next_frame(10) == kNever);
  table.board.set_marks(marks, 20);  // the same marks change nothing
  CHECK(table.board.next_frame(20) == kNever);
  table.board.set_rect(kPlate);
  CHECK(table.board.next_frame(20) == kNever);
}

TEST_CASE("the cursor slides for 90 ms") {
  Table table;
  BoardMarks marks;
  marks.cursor = xq(4, 9);
  table.board.set_marks(marks, 0);
  table.draw(0);
  marks.cursor = xq(5, 9);
  table.board.set_marks(marks, 100);
  table.draw(100);
  CHECK(table.board.next_frame(150) == 150);
  const std::uint64_t end = table.settle(150);
  CHECK(end >= 190);
  CHECK(end < 190 + 32);
}

TEST_CASE("no frame is due while a landing waits, and the last move is marked only after it") {
  Table table;
  table.draw(0);
  const auto after = xiangqi_pieces("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR");
  table.board.play({change(QITAI_CHANGE_MOVED, xq(7, 7), xq(4, 7))}, after, 1000);
  BoardMarks marks;
  marks.last_move = {xq(7, 7), xq(4, 7)};
  table.board.set_marks(marks, 1000);
  table.draw(1000);
  CHECK(table.board.next_frame(1050) == 1050);
  const std::uint64_t hovering = table.settle(1050);
  CHECK(hovering >= 1152);
  CHECK(hovering < 1152 + 32);
  CHECK(table.board.moving(hovering));
  const std::string waiting = table.picture();

  // The same flight without marks looks the same: nothing of what follows is shown.
  Table bare;
  bare.board.play({change(QITAI_CHANGE_MOVED, xq(7, 7), xq(4, 7))}, after, 1000);
  bare.draw(hovering);
  CHECK(bare.picture() == waiting);

  table.board.land();
  CHECK(table.board.next_frame(2000) == 2000);
  table.draw(2000);
  table.settle(2000);
  CHECK_FALSE(table.board.moving(3000));
  Table still;
  still.board.set_pieces(after);
  still.board.set_marks(marks, 0);
  still.draw(3000);
  CHECK(still.picture() == table.picture());
}

TEST_CASE("pieces lifted, moved and taken leave the same picture as a board set up at once") {
  Table table;
  table.draw(0);
  const std::string_view positions[] = {
      "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR",
      "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR",
      "r1bakabnr/9/1cn4c1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR",
  };
  const std::pair<host::Point, host::Point> moves[] = {
      {xq(7, 7), xq(4, 7)}, {xq(1, 0), xq(2, 2)}, {xq(4, 7), xq(4, 3)}};
  std::uint64_t now = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    BoardMarks marks;
    marks.lifted = moves[i].first;
    table.board.set_marks(marks, now);
    now = table.settle(now);
    std::vector<host::Change> changes{change(QITAI_CHANGE_MOVED, moves[i].first, moves[i].second)};
    if (i == 2) {
      changes.insert(changes.begin(), change(QITAI_CHANGE_CAPTURED, moves[i].second, host::kNoPoint));
    }
    table.board.play(changes, xiangqi_pieces(positions[i]), now);
    table.board.set_marks({}, now);
    table.board.land();
    now = table.settle(now);
  }
  Table still;
  still.board.set_pieces(xiangqi_pieces(positions[2]));
  still.draw(0);
  CHECK(still.picture() == table.picture());
}

TEST_CASE("crosses of a refused move stand for 900 ms and wake the loop once") {
  Table table;
  table.draw(0);
  const std::string before = table.picture();
  table.board.refuse(xq(1, 9), {xq(1, 8)}, 1000);
  table.draw(1000);
  CHECK(table.settle(1000) == 1900);  // settled only when they are gone
  CHECK(table.picture() == before);
  table.board.refuse(xq(1, 9), {xq(1, 8)}, 5000);
  table.draw(5500);
  CHECK(table.board.next_frame(5500) == 5900);
  CHECK_FALSE(table.picture() == before);
  table.draw(5900);
  CHECK(table.board.next_frame(5900) == kNever);
  CHECK(table.picture() == before);
}

TEST_CASE("check pulses once for 320 ms, with reduced motion it is a steady ring at once") {
  BoardMarks marks;
  marks.check = {{QITAI_MARK_CHECK, xq(4, 0), xq(4, 7), 0}};
  Table table;
  table.draw(0);
  table.board.set_marks(marks, 100);
  table.draw(100);
  CHECK(table.board.next_frame(100) > 100);
  CHECK(table.board.next_frame(100) < 200);
  const std::uint64_t end = table.settle(100);
  CHECK(end >= 420);
  CHECK(end < 420 + 40);

  Table reduced;
  reduced.board.set_reduced_motion(true);
  reduced.board.set_marks(marks, 0);
  reduced.draw(0);
  CHECK(reduced.board.next_frame(0) == kNever);
  CHECK(reduced.picture() == table.picture());
}

TEST_CASE("each mark changes the picture, and no two are alike without colour") {
  // Grey pictures of one crossing and one piece under each mark.
  const auto shot = [](const BoardMarks& marks) {
    Table table;
    table.board.set_reduced_motion(true);
    table.board.set_marks(marks, 0);
    table.draw(0);
    std::string grey;
    const std::string all = table.picture();
    for (std::size_t i = 0; i + 3 < all.size(); i += 4) {
      const auto part = [&](std::size_t at) { return static_cast<unsigned char>(all[at]); };
      grey.push_back(static_cast<char>((part(i) * 11 + part(i + 1) * 59 + part(i + 2) * 30) / 100));
    }
    return grey;
  };
  std::vector<std::string> pictures{shot({})};
  const host::Point empty = xq(4, 5), piece = xq(4, 6);
  BoardMarks marks;
  const auto add = [&](const BoardMarks& one) {
    pictures.push_back(shot(one));
    for (std::size_t i = 0; i + 1 < pictures.size(); ++i) {
      INFO("picture " << pictures.size() - 1 << " against " << i);
      CHECK_FALSE(pictures[i] == pictures.back());
    }
  };
  marks.cursor = piece;
  add(marks);
  marks = {};
  marks.lifted = piece;
  add(marks);
  marks = {};
  marks.targets = {empty};
  add(marks);
  marks = {};
  marks.targets = {piece};
  add(marks);
  marks = {};
  marks.last_move = {empty, piece};
  add(marks);
  marks = {};
  marks.check = {{QITAI_MARK_CHECK, piece, xq(4, 3), 0}};
  add(marks);
  marks.mate = true;
  add(marks);
  marks = {};
  marks.check = {{QITAI_MARK_GUARD, empty, xq(4, 3), 0}};
  add(marks);
  marks.check = {{QITAI_MARK_STUCK, piece, host::kNoPoint, 0}};
  add(marks);
  marks = {};
  marks.crosses = {empty};
  add(marks);
  marks = {};
  marks.hint = {piece, empty};
  add(marks);
  marks = {};
  marks.premove = {piece, empty};
  add(marks);
}

TEST_CASE("small pieces and seals are kept, and unknown ones do no harm") {
  Table table;
  SDL_Texture* const mini = table.board.mini(3, 1, 44);
  REQUIRE(mini != nullptr);
  CHECK(table.board.mini(3, 1, 44) == mini);
  int width = 0;
  SDL_QueryTexture(mini, nullptr, nullptr, &width, nullptr);
  CHECK(width == 44);
  CHECK(table.board.mini(999, 7, 44) != nullptr);
  CHECK(table.board.mini(0, 0, 0) == nullptr);
  CHECK(table.board.seal(0, 72) != nullptr);
  CHECK(table.board.seal(9, 72) == nullptr);
}

TEST_CASE("every theme, size and turn draws, down to a plate of a few pixels") {
  for (const std::string& id : view::theme_ids()) {
    for (const SDL_Rect plate : {SDL_Rect{0, 0, 470, 476}, SDL_Rect{0, 0, 60, 60}, SDL_Rect{0, 0, 1, 1}}) {
      for (const int turn : {0, 90, 180}) {
        Table table(xiangqi_geometry(), plate);
        table.board.set_theme(view::load_theme(QITAI_SOURCE_DIR "/assets/themes", id));
        table.board.set_turn(turn);
        table.draw(0);
        CHECK(table.board.next_frame(0) == kNever);
      }
    }
  }
  Table cells(cells_geometry(), kPlate);
  cells.draw(0);
  Table posts(posts_geometry(), kPlate);
  posts.draw(0);
}

TEST_CASE("after the renderer lost its textures the picture is the same again") {
  Table table;
  table.draw(0);
  const std::string before = table.picture();
  table.board.restore(table.screen.renderer);
  CHECK(table.board.next_frame(1) == 1);
  table.draw(1);
  CHECK(table.picture() == before);
}

TEST_CASE("discs bear characters until pictures are asked for, then and back at once, in trays too") {
  Table table;
  view::BoardTheme theme = view::load_theme(QITAI_SOURCE_DIR "/assets/themes", "wood");
  const auto mini = [&](int kind, int colour) {
    table.screen.clear();
    const SDL_Rect at{0, 0, 44, 44};
    SDL_RenderCopy(table.screen.renderer, table.board.mini(kind, colour, 44), nullptr, &at);
    SDL_RenderFlush(table.screen.renderer);
    return table.picture();
  };
  const auto board = [&] {
    table.draw(0);
    return table.picture();
  };
  table.board.set_theme(theme);
  const std::string characters = board(), tray = mini(3, 0);
  theme.figures_on_discs = true;
  table.board.set_theme(theme);
  const std::string pictures = board();
  CHECK_FALSE(pictures == characters);
  CHECK_FALSE(mini(3, 0) == tray);
  // The character below is the one of the language; a tray has no room for it.
  const std::string small = mini(0, 0);
  table.board.set_game(xiangqi_info(), xiangqi_geometry(),
                       [](std::string_view key) { return xiangqi_text(key, false); });
  CHECK_FALSE(board() == pictures);
  CHECK(mini(0, 0) == small);
  // A folder without pictures, and a theme that wants none: characters.
  table.board.set_game(xiangqi_info(), xiangqi_geometry(),
                       [](std::string_view key) { return xiangqi_text(key); });
  view::BoardTheme none = theme;
  none.pictures = QITAI_SOURCE_DIR "/assets/themes";
  table.board.set_theme(none);
  CHECK(board() == characters);
  none.pictures.clear();
  table.board.set_theme(none);
  CHECK(board() == characters);
  theme.figures_on_discs = false;
  table.board.set_theme(theme);
  CHECK(board() == characters);
  CHECK(mini(3, 0) == tray);
}

TEST_CASE("with pictures too the sides differ by more than their ink") {
  for (const std::string_view id : {"wood", "ink", "contrast"}) {
    INFO(id);
    Table table;
    view::BoardTheme theme = view::load_theme(QITAI_SOURCE_DIR "/assets/themes", id);
    theme.figures_on_discs = true;
    theme.light.ink = theme.dark.ink;
    table.board.set_theme(theme);
    const auto mini = [&](int colour) {
      table.screen.clear();
      const SDL_Rect at{0, 0, 44, 44};
      SDL_RenderCopy(table.screen.renderer, table.board.mini(5, colour, 44), nullptr, &at);
      SDL_RenderFlush(table.screen.renderer);
      return table.picture();
    };
    CHECK_FALSE(mini(0) == mini(1));
  }
}
