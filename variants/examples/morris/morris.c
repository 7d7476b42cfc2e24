#include "morris.h"

#include <string.h>

/* The board, point by point from the upper left:
 *
 *   7  0-----------1-----------2
 *   6  |   3-------4-------5   |
 *   5  |   |   6---7---8   |   |
 *   4  9--10--11      12--13--14
 *   3  |   |  15--16--17   |   |
 *   2  |  18------19------20   |
 *   1  21----------22----------23
 *      a   b   c   d   e   f   g    */
const uint8_t mills[MILLS][3] = {
    {0, 1, 2},  {3, 4, 5},   {6, 7, 8},   {9, 10, 11}, {12, 13, 14}, {15, 16, 17}, {18, 19, 20}, {21, 22, 23},
    {0, 9, 21}, {3, 10, 18}, {6, 11, 15}, {1, 4, 7},   {16, 19, 22}, {8, 12, 17},  {5, 13, 20},  {2, 14, 23},
};

static bool in_mill(const game* g, int point) {
  for (int m = 0; m < MILLS; ++m) {
    const uint8_t* line = mills[m];
    const bool on_it = line[0] == point || line[1] == point || line[2] == point;
    if (on_it && g->on[line[0]] != 0 && g->on[line[0]] == g->on[line[1]] &&
        g->on[line[1]] == g->on[line[2]]) {
      return true;
    }
  }
  return false;
}

static bool joined(int a, int b) {
  for (int m = 0; m < MILLS; ++m) {
    const uint8_t* line = mills[m];
    for (int i = 0; i < 2; ++i) {
      if ((line[i] == a && line[i + 1] == b) || (line[i] == b && line[i + 1] == a)) return true;
    }
  }
  return false;
}

int game_men(const game* g, int seat) {
  int men = 0;
  for (int p = 0; p < POINTS; ++p)
    men += g->on[p] == 1 + seat;
  return men;
}

/* A man outside all mills can be taken; any, if there is none. */
static bool any_outside(const game* g, int seat) {
  for (int p = 0; p < POINTS; ++p) {
    if (g->on[p] == 1 + seat && !in_mill(g, p)) return true;
  }
  return false;
}

static bool may_fly(const game* g) {
  return g->flying && game_men(g, g->turn) == FEWEST;
}

const char* game_why_not(const game* g, qitai_move move, uint16_t points[2], uint32_t* count) {
  const bool sets = move.from == QITAI_NO_POINT && move.to < POINTS;
  const bool takes = move.from < POINTS && move.to == QITAI_NO_POINT;
  const bool moves = move.from < POINTS && move.to < POINTS;
  *count = 0;
  if ((!sets && !takes && !moves) || move.choice != 0 || move.flags != 0) return "no-such-move";
  const uint16_t first = sets ? move.to : move.from;
  points[(*count)++] = first;
  if (g->removing) {
    const int other = 1 - g->turn;
    if (!takes) return "take-first";
    if (g->on[first] != 1 + other) return "not-theirs";
    return in_mill(g, first) && any_outside(g, other) ? "in-a-mill" : NULL;
  }
  if (takes) return "no-mill";
  if (g->hand[g->turn] != 0) {
    if (!sets) return "set-first";
    return g->on[first] != 0 ? "not-empty" : NULL;
  }
  if (sets) return "none-in-hand";
  if (g->on[move.from] != 1 + g->turn) return "not-yours";
  points[(*count)++] = move.to;
  if (g->on[move.to] != 0) return "not-empty";
  return joined(move.from, move.to) || may_fly(g) ? NULL : "not-next";
}

/* All that could be named, in order, and of these what may be done: there are few enough. */
uint32_t game_moves(const game* g, qitai_move out[MOST_MOVES]) {
  const bool one_point = g->removing || g->hand[g->turn] != 0;
  uint16_t points[2];
  uint32_t count = 0, ignored = 0;
  for (uint16_t a = 0; a < POINTS; ++a) {
    if (one_point) {
      const qitai_move take = {a, QITAI_NO_POINT, 0, 0}, set = {QITAI_NO_POINT, a, 0, 0};
      const qitai_move move = g->removing ? take : set;
      if (game_why_not(g, move, points, &ignored) == NULL) out[count++] = move;
      continue;
    }
    if (g->on[a] != 1 + g->turn) continue;
    for (uint16_t b = 0; b < POINTS; ++b) {
      const qitai_move move = {a, b, 0, 0};
      if (game_why_not(g, move, points, &ignored) == NULL) out[count++] = move;
    }
  }
  return count;
}

/* FNV-1a over what decides how it can go on: the same number on every machine. */
uint64_t game_hash(const game* g) {
  uint64_t hash = 0xCBF29CE484222325u;
  const uint8_t rest[4] = {g->hand[0], g->hand[1], g->turn, g->removing};
  for (int i = 0; i < POINTS + 4; ++i) {
    hash = (hash ^ (i < POINTS ? g->on[i] : rest[i - POINTS])) * 0x100000001B3u;
  }
  return hash;
}

/* The other side's turn. `fresh`: nothing that was on the board before can come again. */
static void end_turn(game* g, bool fresh) {
  g->turn = (uint8_t)(1 - g->turn);
  g->removing = false;
  if (fresh) g->seen_count = 0;
  g->seen[g->seen_count++] = game_hash(g);
}

void game_play(game* g, qitai_move move) {
  if (g->removing) {
    g->on[move.from] = 0;
    end_turn(g, true);
    return;
  }
  const bool set = move.from == QITAI_NO_POINT;
  if (set) {
    --g->hand[g->turn];
  } else {
    g->on[move.from] = 0;
  }
  g->on[move.to] = (uint8_t)(1 + g->turn);
  if (in_mill(g, move.to) && game_men(g, 1 - g->turn) != 0) {
    g->removing = true;
    g->seen_count = 0;
    return;
  }
  end_turn(g, set);
}

void game_begin(game* g) {
  memset(g->on, 0, sizeof g->on);
  g->hand[0] = g->hand[1] = MEN;
  g->turn = 0;
  g->removing = false;
  g->seen_count = 1;
  g->seen[0] = game_hash(g);
}

standing game_standing(const game* g) {
  const standing lost = {GOES_ON, 1 - g->turn};
  standing now = {GOES_ON, -1};
  qitai_move moves[MOST_MOVES];
  if (g->removing) return now;
  now = lost;
  if (game_men(g, g->turn) + g->hand[g->turn] < FEWEST) {
    now.how = FEW_MEN;
  } else if (game_moves(g, moves) == 0) {
    now.how = BLOCKED;
  }
  if (now.how != GOES_ON) return now;
  now.winner = -1;
  int times = 0;
  for (uint16_t i = 0; i < g->seen_count; ++i)
    times += g->seen[i] == g->seen[g->seen_count - 1];
  if (g->repetition && times >= 3) now.how = REPEATED;
  /* The first of them stood there before anything quiet was done. */
  if (now.how == GOES_ON && g->seen_count > g->quiet_limit) now.how = QUIET;
  return now;
}

bool game_sound(const game* g) {
  if (g->turn > 1 || g->hand[0] > MEN || g->hand[1] > MEN) return false;
  if (g->quiet_limit < QUIET_LEAST || g->quiet_limit > QUIET_MOST) return false;
  for (int p = 0; p < POINTS; ++p) {
    if (g->on[p] > 2) return false;
  }
  for (int seat = 0; seat < 2; ++seat) {
    if (game_men(g, seat) + g->hand[seat] > MEN) return false;
  }
  /* They set in turn, White first; and the one who has to take a man has set his already. */
  const bool even = (g->turn == 0) == !g->removing;
  if ((g->hand[0] != 0 || g->hand[1] != 0) && g->hand[1] != g->hand[0] + (even ? 0 : 1)) return false;
  if (g->removing) {
    bool closed = false;
    for (int p = 0; p < POINTS; ++p)
      closed = closed || (g->on[p] == 1 + g->turn && in_mill(g, p));
    return closed && g->seen_count == 0 && game_men(g, 1 - g->turn) != 0;
  }
  /* Men are set, so nothing repeats; and the last that was seen is what is there now. */
  if (g->seen_count == 0 || g->seen_count > g->quiet_limit + 1) return false;
  if ((g->hand[0] != 0 || g->hand[1] != 0) && g->seen_count != 1) return false;
  return g->seen[g->seen_count - 1] == game_hash(g);
}
