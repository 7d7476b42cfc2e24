// Draws the board to a PNG for looking at: view_shot FILE WIDTH HEIGHT THEME[+]  (+: discs bear pictures)
// [start|marks|captures|check|mate|cells|posts|chess|chess_marks|chess_mate|war|war_open|war_marks|war_setup]
// [TURN [LANGUAGE]].
#include <SDL.h>
#include <SDL_image.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "fixture.hpp"
#include "offscreen.hpp"
#include "posts_fixture.hpp"
#include "view/board_view.hpp"

using namespace qitai;
using namespace qitai::testing;

namespace {

// Time on the processor: what other programs do on this machine does not count.
double since(std::clock_t start) {
  return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// A fight in the middle of the board, landed at 1,000 ms: won, lost, both; flag: Blue's flag is taken;
// shown: Blue's marshal falls and his flag is shown.
void war_fight(view::BoardView& board, const std::string& how) {
  const bool flag = how == "war_flag";
  const host::Point from = flag ? wp(3, 10) : wp(0, 5), to = flag ? wp(3, 11) : wp(0, 6);
  std::vector<host::Piece> before = war_pieces(flag);
  if (flag) before = stepped(before, wp(2, 1), from);
  board.set_pieces(before);
  std::vector<host::Change> changes;
  std::vector<host::Piece> after;
  if (how == "war_lost") {
    changes = {told(QITAI_CHANGE_FACT, from, to, QITAI_FIGHT_LOST),
               told(QITAI_CHANGE_CAPTURED, from, host::kNoPoint)};
    after = without(before, from);
  } else if (how == "war_both") {
    changes = {told(QITAI_CHANGE_FACT, from, to, QITAI_FIGHT_BOTH),
               told(QITAI_CHANGE_CAPTURED, from, host::kNoPoint),
               told(QITAI_CHANGE_CAPTURED, to, host::kNoPoint)};
    after = without(without(before, from), to);
  } else {
    changes = {told(QITAI_CHANGE_FACT, from, to, flag ? QITAI_FIGHT_FLAG : QITAI_FIGHT_WON),
               told(QITAI_CHANGE_CAPTURED, to, host::kNoPoint), told(QITAI_CHANGE_MOVED, from, to)};
    after = stepped(before, from, to);
    if (how == "war_shown") {
      changes.push_back(told(QITAI_CHANGE_REVEALED, host::kNoPoint, wp(3, 11)));
      for (host::Piece& piece : after) {
        if (piece.point == wp(3, 11)) {
          piece.kind = 11;
          piece.flags = QITAI_PIECE_SHOWN;
        }
      }
    }
  }
  board.set_tray(0, {200, 900});
  board.set_tray(1, {200, 200});
  board.play(changes, after, 500);
  board.draw(900);
  board.land();
  board.draw(1000);
}

void war_scene(view::BoardView& board, view::BoardMarks& marks, const std::string& name) {
  board.set_pieces(war_pieces(name != "war" && name != "war_marks"));
  if (name == "war_marks") {
    std::vector<host::Piece> pieces = war_pieces();
    pieces = stepped(pieces, wp(2, 5), wp(2, 4));
    pieces = stepped(pieces, wp(4, 6), wp(3, 7));
    pieces = without(stepped(pieces, wp(0, 6), wp(1, 7)), wp(2, 8));
    for (host::Piece& piece : pieces) {
      if (piece.point == wp(3, 11)) {
        piece.kind = 11;
        piece.flags = QITAI_PIECE_SHOWN;
      }
    }
    board.set_pieces(pieces);
    marks.lifted = wp(0, 5);
    marks.targets = {wp(0, 6), wp(0, 7), wp(0, 4), wp(2, 6), wp(1, 4)};
    marks.last_move = {wp(0, 6), wp(1, 7)};
    marks.cursor = wp(0, 7);
    marks.notes = {{wp(1, 6), "司", false}, {wp(2, 6), "动", true}, {wp(3, 6), "?", false},
                   {wp(3, 9), "雷", false}, {wp(4, 7), "工", true}, {wp(1, 10), "弹", false}};
    marks.crosses = {wp(3, 5)};
    marks.hint = {wp(4, 5), wp(4, 8)};
  } else if (name == "war_setup") {
    marks.lifted = wp(1, 0);
    marks.cursor = wp(2, 1);
    for (host::Point point = 0; point < 30; ++point) {
      const int file = point % 5, row = point / 5;
      (row < 2 ? marks.places : marks.barred).push_back(wp(file, row));
    }
    std::erase(marks.places, wp(1, 0));
    std::erase_if(marks.barred,
                  [](host::Point point) { return war_geometry().points[point].kind == QITAI_POINT_CAMP; });
  }
}

void scene(view::BoardView& board, const std::string& name) {
  view::BoardMarks marks;
  if (name == "marks") {
    board.set_pieces(xiangqi_pieces("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R"));
    marks.lifted = xq(6, 7);
    marks.targets = {xq(5, 5), xq(7, 5), xq(4, 8), xq(8, 8)};
    marks.last_move = {xq(7, 0), xq(6, 2)};
    marks.cursor = xq(7, 5);
  } else if (name == "captures") {
    board.set_pieces(xiangqi_pieces("rnbakab1r/9/1c4nc1/p1p1R1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB2"));
    marks.lifted = xq(4, 3);
    marks.targets = {xq(4, 2), xq(4, 1), xq(3, 3), xq(2, 3), xq(5, 3),
                     xq(6, 3), xq(4, 4), xq(4, 5), xq(4, 0)};
    marks.last_move = {xq(5, 3), xq(6, 3)};
    marks.cursor = xq(6, 3);
    marks.crosses = {xq(4, 6), xq(1, 8)};
    marks.hint = {xq(1, 7), xq(1, 4)};
    marks.premove = {xq(0, 6), xq(0, 5)};
  } else if (name == "check" || name == "mate") {
    board.set_pieces(xiangqi_pieces("rnbakabnr/9/1c5c1/p1p1C1p1p/9/9/P1P1P1P1P/4C4/9/RNBAKABNR"));
    marks.last_move = {xq(4, 6), xq(4, 3)};
    marks.check = {{QITAI_MARK_CHECK, xq(4, 0), xq(4, 3), 0}};
    if (name == "mate") {
      marks.mate = true;
      marks.check.push_back({QITAI_MARK_CHECK, xq(4, 0), xq(4, 7), 0});
      marks.check.push_back({QITAI_MARK_GUARD, xq(4, 1), xq(4, 3), 0});
      marks.check.push_back({QITAI_MARK_STUCK, xq(3, 0), host::kNoPoint, 0});
    }
  } else if (name == "cells" || name == "posts") {
    std::vector<host::Piece> pieces;
    for (host::Point point = 0; point < 14; ++point) {
      pieces.push_back({static_cast<host::Point>(point + 5), static_cast<std::uint16_t>(point % 7),
                        static_cast<std::uint8_t>(point / 7),
                        static_cast<std::uint8_t>(point == 3 ? QITAI_PIECE_FACE_DOWN : 0), 1});
    }
    board.set_pieces(pieces);
    marks.lifted = 7;
    marks.targets = {20, 21, 8, 9};
    marks.last_move = {22, 10};
    marks.check = {{QITAI_MARK_CHECK, 12, 20, 0}};
    marks.cursor = 16;
  } else if (name.starts_with("war")) {
    war_scene(board, marks, name);
  } else if (name == "chess") {
    board.set_pieces(chess_pieces());
  } else if (name == "chess_marks") {
    board.set_pieces(chess_pieces("r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R"));
    marks.lifted = ch(5, 5);
    marks.targets = {ch(4, 3), ch(3, 4), ch(7, 4), ch(6, 3), ch(3, 6), ch(6, 7)};
    marks.last_move = {ch(5, 0), ch(1, 4)};
    marks.cursor = ch(6, 3);
    marks.hint = {ch(2, 0), ch(7, 5)};
    marks.premove = {ch(0, 6), ch(0, 4)};
    marks.crosses = {ch(2, 5)};
  } else if (name == "chess_mate") {
    board.set_pieces(chess_pieces("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR"));
    marks.last_move = {ch(7, 3), ch(5, 1)};
    marks.mate = true;
    marks.check = {{QITAI_MARK_CHECK, ch(4, 0), ch(5, 1), 0},
                   {QITAI_MARK_GUARD, ch(4, 1), ch(5, 1), 0},
                   {QITAI_MARK_STUCK, ch(3, 0), host::kNoPoint, 0}};
  } else {
    board.set_pieces(xiangqi_pieces());
  }
  board.set_marks(marks, 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr,
                 "view_shot FILE WIDTH HEIGHT THEME "
                 "[start|marks|captures|check|mate|cells|posts|chess|chess_marks|chess_mate|war|war_open|war_"
                 "marks|war_setup|war_won|war_lost|war_both|war_flag|war_shown] "
                 "[TURN [LANGUAGE [MS]]]\n");
    return 2;
  }
  const int width = std::atoi(argv[2]), height = std::atoi(argv[3]);
  const std::string name = argc > 5 ? argv[5] : "start";
  const Offscreen screen(width, height);
  view::Type type(screen.renderer, {});
  view::BoardView board(screen.renderer, type);
  board.set_game(xiangqi_info(), xiangqi_geometry(), [](std::string_view key) { return xiangqi_text(key); });
  if (name == "cells" || name == "posts") {
    board.set_game(xiangqi_info(), name == "cells" ? cells_geometry() : posts_geometry(),
                   [](std::string_view key) { return xiangqi_text(key); });
  }
  if (name.starts_with("chess")) {
    board.set_game(chess_info(), cells_geometry(), chess_text);
  }
  if (name.starts_with("war")) {
    const int language = argc > 7 ? std::atoi(argv[7]) : 0;
    board.set_game(war_info(), war_geometry(),
                   [language](std::string_view key) { return war_text(key, language); });
    if (name == "war_setup") {
      view::BoardWindow window;
      for (host::Point point = 0; point < 30; ++point) {
        window.points.push_back(point);
      }
      window.rank_steps = {6, 6, 5, 5, 4, 3, 2, 2, 1};
      board.set_window(window);
    }
  }
  const std::string_view dress = argv[4];
  const bool figures = dress.ends_with('+');
  view::BoardTheme theme =
      view::load_theme(QITAI_SOURCE_DIR "/assets/themes", dress.substr(0, dress.size() - (figures ? 1 : 0)));
  theme.figures_on_discs = figures;
  board.set_theme(theme);
  board.set_turn(argc > 6 ? std::atoi(argv[6]) : 0);
  // As the table does: 36u of margin above and below in landscape, 24u beside in portrait.
  const float u = static_cast<float>(std::min(width, height)) / 1080;
  const bool portrait = height > width;
  const bool square = name.starts_with("chess");
  SDL_Rect plate{0, 0,
                 static_cast<int>(portrait ? 1032 * u
                                  : square ? 1008 * u
                                           : 906 * u),
                 static_cast<int>(portrait ? 1140 * u : 1008 * u)};
  if (std::min(width, height) < 720 && !portrait) {
    const SDL_Point size = board.plate_size(static_cast<float>(height) / (square                    ? 8.8F
                                                                          : name.starts_with("war") ? 13.1F
                                                                                                    : 11.2F));
    plate = {0, 0, size.x, size.y};
  }
  if (name == "war_setup" && !portrait) {
    plate = {0, 0, static_cast<int>(1200 * u), static_cast<int>(914 * u)};
  }
  plate.x = (width - plate.w) / 2;
  plate.y = (height - plate.h) / 2;
  board.set_rect(plate);
  scene(board, name);
  SDL_SetRenderDrawColor(screen.renderer, 0x1B, 0x13, 0x10, 255);
  SDL_RenderClear(screen.renderer);
  const std::clock_t start = std::clock();
  board.draw(100);
  SDL_RenderFlush(screen.renderer);
  std::printf("pitch %.0f, baking and first frame %.1f ms\n", static_cast<double>(board.pitch()),
              since(start));
  const std::clock_t again = std::clock();
  for (int i = 0; i < 100; ++i) {
    board.draw(101 + static_cast<std::uint64_t>(i));
  }
  SDL_RenderFlush(screen.renderer);
  std::printf("a frame at rest %.2f ms\n", since(again) / 100);
  // What a frame costs while a piece glides; the scene is put back afterwards.
  host::Change glide{};
  glide.what = QITAI_CHANGE_MOVED;
  glide.from = 0;
  glide.to = 20;
  const std::clock_t flying = std::clock();
  constexpr int kFrames = 120;
  for (int i = 0; i < kFrames; ++i) {
    const auto now = static_cast<std::uint64_t>(10000 + 1000 * i);
    board.play({glide}, {}, now);
    board.draw(now + 80);
    SDL_RenderFlush(screen.renderer);
  }
  std::printf("a frame of a glide %.2f ms\n", since(flying) / kFrames);
  scene(board, name);
  board.skip();
  SDL_RenderClear(screen.renderer);
  board.draw(100);
  // The side pieces and seals, as the rails show them.
  int x = 8;
  const int kinds = name.starts_with("war") ? 12 : square ? 6 : 7;
  for (int kind = 0; kind < kinds; ++kind) {
    for (int colour = 0; colour < 2; ++colour) {
      const int size = static_cast<int>(44 * u);
      const SDL_Rect at{x, 8 + colour * (size + 4), size, size};
      SDL_RenderCopy(screen.renderer, board.mini(kind, colour, size), nullptr, &at);
    }
    x += static_cast<int>(48 * u);
  }
  for (int colour = 0; colour < 2; ++colour) {
    const int size = static_cast<int>(72 * u);
    const SDL_Rect at{8 + colour * (size + 12), static_cast<int>(130 * u), size, size};
    SDL_RenderCopy(screen.renderer, board.seal(colour, size), nullptr, &at);
  }
  SDL_RenderFlush(screen.renderer);
  if (argc > 8) {
    // A fight so many milliseconds after its landing, as frames have come before it.
    war_fight(board, name);
    const auto end = static_cast<std::uint64_t>(1000 + std::atoi(argv[8]));
    for (std::uint64_t now = 1000; now < end; now += 15) {
      board.draw(now);
    }
    SDL_SetRenderDrawColor(screen.renderer, 0x1B, 0x13, 0x10, 255);
    SDL_RenderClear(screen.renderer);
    board.draw(end);
    SDL_RenderFlush(screen.renderer);
  }
  if (IMG_SavePNG(screen.surface, argv[1]) != 0) {
    std::fprintf(stderr, "%s cannot be written: %s\n", argv[1], IMG_GetError());
    return 1;
  }
  return 0;
}
