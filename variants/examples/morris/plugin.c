/* Nine men's morris: what the game is asked for, by the functions of qitai/variant.h. */
#include <stdlib.h>
#include <string.h>

#include "morris.h"

/* ------------------------------------------------------------------ descriptions: they live as long as the
 * plugin */

#define STR(text) \
  { text, sizeof(text) - 1 }
#define ARRAY(elements) \
  { elements, sizeof(elements) / sizeof(elements[0]), sizeof(elements[0]) }

/* Every text that a player reads, in the three languages of the game. */
#define TEXTS(key, en, hans, hant)                                         \
  {STR("en"), STR(key), STR(en)}, {STR("zh-Hans"), STR(key), STR(hans)}, { \
    STR("zh-Hant"), STR(key), STR(hant)                                    \
  }
static const qitai_text texts[] = {
    TEXTS("name", "Nine men's morris", "九子棋", "九子棋"),
    TEXTS("blurb", "Three in a row take a man.", "三子成线，吃对方一子。", "三子成線，吃對方一子。"),
    TEXTS("white", "White", "白方", "白方"),
    TEXTS("white.turn", "White to move", "白方走", "白方走"),
    TEXTS("white.seal", "W", "白", "白"),
    TEXTS("black", "Black", "黑方", "黑方"),
    TEXTS("black.turn", "Black to move", "黑方走", "黑方走"),
    TEXTS("black.seal", "B", "黑", "黑"),
    TEXTS("man", "Man", "棋子", "棋子"),
    TEXTS("glyph.white", "W", "白", "白"),
    TEXTS("glyph.black", "B", "黑", "黑"),
    TEXTS("flying", "Flying", "飞子", "飛子"),
    TEXTS("flying.help", "A side with three men may move to any empty point.",
          "只剩三子的一方可走到任意空位。", "只剩三子的一方可走到任意空位。"),
    TEXTS("repetition", "Repetition", "重复局面", "重複局面"),
    TEXTS("repetition.help", "The same position for the third time is a draw.", "同一局面第三次出现为和棋。",
          "同一局面第三次出現為和棋。"),
    TEXTS("quiet_limit", "Moves without a capture", "无吃子步数", "無吃子步數"),
    TEXTS("quiet_limit.help", "After so many moves of both sides without a capture the game is drawn.",
          "双方共走这么多步而无吃子，即为和棋。", "雙方共走這麼多步而無吃子，即為和棋。"),
    TEXTS("reason.few-men", "fewer than three men", "不足三子", "不足三子"),
    TEXTS("reason.blocked", "no move left", "无子可走", "無子可走"),
    TEXTS("reason.repetition", "repetition", "重复局面", "重複局面"),
    TEXTS("reason.no-capture", "no capture for too long", "长时间无吃子", "長時間無吃子"),
    TEXTS("notice.take", "A mill: take one of the other side's men.", "成三：请吃对方一子。",
          "成三：請吃對方一子。"),
    TEXTS("refusal.not-your-turn", "It is the other side's turn.", "轮到对方。", "輪到對方。"),
    TEXTS("refusal.no-such-move", "There is no such move.", "没有这种走法。", "沒有這種走法。"),
    TEXTS("refusal.take-first", "You closed a mill: take a man first.", "已成三，请先吃对方一子。",
          "已成三，請先吃對方一子。"),
    TEXTS("refusal.not-theirs", "No man of the other side stands there.", "那里没有对方的棋子。",
          "那裡沒有對方的棋子。"),
    TEXTS("refusal.in-a-mill", "That man stands in a mill, and another does not.",
          "对方还有不在三连中的棋子。", "對方還有不在三連中的棋子。"),
    TEXTS("refusal.no-mill", "A man is taken only when a mill was closed.", "成三之后才能吃子。",
          "成三之後才能吃子。"),
    TEXTS("refusal.set-first", "Set your men first.", "请先把手中的棋子放完。", "請先把手中的棋子放完。"),
    TEXTS("refusal.not-empty", "Another man stands there.", "那里已有棋子。", "那裡已有棋子。"),
    TEXTS("refusal.none-in-hand", "All your men are on the board.", "手中已没有棋子。", "手中已沒有棋子。"),
    TEXTS("refusal.not-yours", "That is not your man.", "那不是你的棋子。", "那不是你的棋子。"),
    TEXTS("refusal.not-next", "A man moves along a line to the next point.", "棋子沿线走到相邻的空位。",
          "棋子沿線走到相鄰的空位。"),
    TEXTS("refusal.malformed", "This is no game of nine men's morris.", "不是有效的九子棋局面。",
          "不是有效的九子棋局面。"),
    TEXTS("refusal.bad-option", "The rules have no such value.", "规则没有这个值。", "規則沒有這個值。"),
};

static const qitai_seat_info seats[] = {
    {STR("white"), STR("white"), STR("white.turn"), 0, 0},
    {STR("black"), STR("black"), STR("black.turn"), 1, 180},
};
static const qitai_colour_info colours[] = {
    {STR("white"), STR("white"), STR("white.seal"), 0xF2EBDC, 0},
    {STR("black"), STR("black"), STR("black.seal"), 0x26221E, QITAI_COLOUR_DARK},
};
/* "glyph" itself has no text: "glyph.white" and "glyph.black" are looked up first. */
static const qitai_kind_info kinds[] = {{STR("M"), STR("man"), STR("glyph"), STR("man"), 100, 0, 0, 0}};

enum { FLYING, REPETITION, QUIET_LIMIT, OPTIONS };
static const qitai_option_info options[OPTIONS] = {
    {STR("flying"), STR("flying"), STR("flying.help"), QITAI_OPTION_TOGGLE, -1, 0, 1, 0, 1, {0, 0, 0}},
    {STR("repetition"),
     STR("repetition"),
     STR("repetition.help"),
     QITAI_OPTION_TOGGLE,
     -1,
     0,
     1,
     0,
     1,
     {0, 0, 0}},
    {STR("quiet_limit"),
     STR("quiet_limit"),
     STR("quiet_limit.help"),
     QITAI_OPTION_NUMBER,
     -1,
     0,
     100,
     QUIET_LEAST,
     QUIET_MOST,
     {0, 0, 0}},
};

static const qitai_variant_info info = {
    .struct_size = sizeof info,
    .rules_revision = 1,
    .id = STR("morris"),
    .name_key = STR("name"),
    .blurb_key = STR("blurb"),
    .seats = ARRAY(seats),
    .colours = ARRAY(colours),
    .kinds = ARRAY(kinds),
    .options = ARRAY(options),
    .texts = ARRAY(texts),
    .minutes_min = 10,
    .minutes_max = 20,
};

/* Column and row in thousandths of the distance of two lines, y downwards. */
#define AT(column, row, name) \
  { column * 1000, (7 - row) * 1000, STR(name), QITAI_POINT_CROSSING, 0 }
static const qitai_point points[POINTS] = {
    AT(0, 7, "a7"), AT(3, 7, "d7"), AT(6, 7, "g7"), AT(1, 6, "b6"), AT(3, 6, "d6"), AT(5, 6, "f6"),
    AT(2, 5, "c5"), AT(3, 5, "d5"), AT(4, 5, "e5"), AT(0, 4, "a4"), AT(1, 4, "b4"), AT(2, 4, "c4"),
    AT(4, 4, "e4"), AT(5, 4, "f4"), AT(6, 4, "g4"), AT(2, 3, "c3"), AT(3, 3, "d3"), AT(4, 3, "e3"),
    AT(1, 2, "b2"), AT(3, 2, "d2"), AT(5, 2, "f2"), AT(0, 1, "a1"), AT(3, 1, "d1"), AT(6, 1, "g1"),
};
#define SQUARE(near, far, kind)                                    \
  {near * 1000, near * 1000, far * 1000, near * 1000, kind},       \
      {near * 1000, far * 1000, far * 1000, far * 1000, kind},     \
      {near * 1000, near * 1000, near * 1000, far * 1000, kind}, { \
    far * 1000, near * 1000, far * 1000, far * 1000, kind          \
  }
static const qitai_line lines[] = {
    SQUARE(0, 6, QITAI_LINE_EDGE),
    SQUARE(1, 5, QITAI_LINE_PLAIN),
    SQUARE(2, 4, QITAI_LINE_PLAIN),
    {3000, 0, 3000, 2000, QITAI_LINE_PLAIN},
    {3000, 4000, 3000, 6000, QITAI_LINE_PLAIN},
    {0, 3000, 2000, 3000, QITAI_LINE_PLAIN},
    {4000, 3000, 6000, 3000, QITAI_LINE_PLAIN},
};
#define LETTER(column, text) \
  { column * 1000, 6000, 0, 0, STR(text) }
#define NUMBER(row, text) \
  { 0, (7 - row) * 1000, 3, 0, STR(text) }
static const qitai_label labels[] = {
    LETTER(0, "a"), LETTER(1, "b"), LETTER(2, "c"), LETTER(3, "d"), LETTER(4, "e"),
    LETTER(5, "f"), LETTER(6, "g"), NUMBER(1, "1"), NUMBER(2, "2"), NUMBER(3, "3"),
    NUMBER(4, "4"), NUMBER(5, "5"), NUMBER(6, "6"), NUMBER(7, "7"),
};
/* The cursor walks along the lines: the pairs that stand in `mills`. */
static const qitai_edge edges[] = {
    {0, 1},   {1, 2},   {3, 4},   {4, 5},   {6, 7},   {7, 8},   {9, 10},  {10, 11},
    {12, 13}, {13, 14}, {15, 16}, {16, 17}, {18, 19}, {19, 20}, {21, 22}, {22, 23},
    {0, 9},   {9, 21},  {3, 10},  {10, 18}, {6, 11},  {11, 15}, {1, 4},   {4, 7},
    {16, 19}, {19, 22}, {8, 12},  {12, 17}, {5, 13},  {13, 20}, {2, 14},  {14, 23},
};
static const qitai_geometry board = {
    .struct_size = sizeof board,
    .width = 6000,
    .height = 6000,
    .points = ARRAY(points),
    .lines = ARRAY(lines),
    .labels = ARRAY(labels),
    .neighbours = ARRAY(edges),
};

/* ------------------------------------------------------------------ small helpers */

/* The state that the game holds is this plugin's own struct. */
static const game* read(const qitai_state* state) {
  return (const game*)state;
}

/* Says why not. The caller set struct_size and detail; both may be older or absent. `id` is a literal. */
static qitai_status refused(qitai_refusal* why, const char* id, const char* detail) {
  if (why == NULL || !QITAI_HAS(why, qitai_refusal, detail)) return QITAI_REFUSED;
  why->id.data = id;
  why->id.size = strlen(id);
  why->point_count = 0;
  why->offset = -1;
  if (why->detail != NULL && detail != NULL)
    (void)why->detail->write(why->detail->ctx, detail, strlen(detail));
  return QITAI_REFUSED;
}

static qitai_status new_state(const game* from, qitai_state** out) {
  game* copy = malloc(sizeof *copy);
  if (copy == NULL) return QITAI_ERROR;
  *copy = *from;
  *out = (qitai_state*)copy;
  return QITAI_OK;
}

/* Count, then fill: what fits goes into the buffer, the whole number to *count. */
static qitai_status fill(void* out, uint32_t capacity, uint32_t* count, const void* list, uint32_t length,
                         size_t size) {
  const uint32_t fits = length < capacity ? length : capacity;
  if (fits != 0) memcpy(out, list, fits * size);
  *count = length;
  return length > capacity ? QITAI_NO_SPACE : QITAI_OK;
}

static bool is_seat(int32_t seat) {
  return seat == 0 || seat == 1;
}

/* ------------------------------------------------------------------ a state's life */

static qitai_status geometry(const int64_t* values, uint32_t count, const qitai_geometry** out) {
  (void)values; /* one board under all options */
  (void)count;
  *out = &board;
  return QITAI_OK;
}

static bool read_options(const int64_t* values, uint32_t count, game* g) {
  if (count != OPTIONS) return false;
  for (int i = 0; i < OPTIONS; ++i) {
    if (values[i] < options[i].min || values[i] > options[i].max) return false;
  }
  g->flying = values[FLYING] != 0;
  g->repetition = values[REPETITION] != 0;
  g->quiet_limit = (uint16_t)values[QUIET_LIMIT];
  return true;
}

/* A position text: 24 letters, W, B or '.', from the upper left; who is to act; the men in hand of White and
 * of Black; and an x if a man has to be taken: "........................ w 9 9". */
static const char letters[] = ".WB";
enum { TEXT_SIZE = POINTS + 6 };

static qitai_status write_position(const game* g, const qitai_sink* out) {
  char text[TEXT_SIZE + 2];
  size_t size = TEXT_SIZE;
  for (int p = 0; p < POINTS; ++p)
    text[p] = letters[g->on[p]];
  memcpy(text + POINTS, g->turn == 0 ? " w " : " b ", 3);
  text[POINTS + 3] = (char)('0' + g->hand[0]);
  text[POINTS + 4] = ' ';
  text[POINTS + 5] = (char)('0' + g->hand[1]);
  if (g->removing) {
    memcpy(text + TEXT_SIZE, " x", 2);
    size += 2;
  }
  return out->write(out->ctx, text, size);
}

/* Strict, so that a position has one text. The offset of the first wrong byte, or -1. */
static int64_t read_position(qitai_str text, game* g) {
  if (text.size < TEXT_SIZE) return (int64_t)text.size;
  for (int p = 0; p < POINTS; ++p) {
    const char* letter = memchr(letters, text.data[p], 3);
    if (letter == NULL) return p;
    g->on[p] = (uint8_t)(letter - letters);
  }
  const char* rest = text.data + POINTS;
  if (rest[0] != ' ' || rest[2] != ' ' || rest[4] != ' ') return POINTS;
  if (rest[1] != 'w' && rest[1] != 'b') return POINTS + 1;
  for (int i = 3; i <= 5; i += 2) {
    if (rest[i] < '0' || rest[i] > '9') return POINTS + i;
  }
  g->turn = rest[1] == 'b';
  g->hand[0] = (uint8_t)(rest[3] - '0');
  g->hand[1] = (uint8_t)(rest[5] - '0');
  g->removing = text.size != TEXT_SIZE;
  if (g->removing && (text.size != TEXT_SIZE + 2 || memcmp(text.data + TEXT_SIZE, " x", 2) != 0))
    return TEXT_SIZE;
  g->seen_count = g->removing ? 0 : 1;
  g->seen[0] = game_hash(g);
  return -1;
}

static qitai_status create(const qitai_start* start, qitai_state** out, qitai_refusal* why) {
  game g = {0};
  /* Nothing is hidden and nothing drawn: the knower and the seed do not matter. */
  if (!read_options(start->options, start->option_count, &g)) {
    return refused(why, "bad-option", "an option is out of range");
  }
  game_begin(&g);
  if (start->position.size != 0) {
    const int64_t wrong = read_position(start->position, &g);
    if (wrong >= 0 || !game_sound(&g)) {
      (void)refused(why, "malformed",
                    "expected 24 of W, B and '.', then such as \" w 9 9\", of a position that can be");
      if (why != NULL && QITAI_HAS(why, qitai_refusal, offset)) why->offset = wrong;
      return QITAI_REFUSED;
    }
  }
  return new_state(&g, out);
}

static qitai_status clone_state(const qitai_state* state, qitai_state** out) {
  return new_state(read(state), out);
}
static void destroy(qitai_state* state) {
  free(state);
}

/* The bytes of a saved game: every member in the order of the struct, numbers with their lowest byte first,
 * so that they are the same on every machine. */
enum { HEAD_SIZE = POINTS + 10, SAVED_MOST = HEAD_SIZE + 8 * (QUIET_MOST + 1) };

static qitai_status save(const qitai_state* state, int32_t purpose, int32_t viewer, const qitai_sink* out) {
  const game* g = read(state);
  uint8_t bytes[SAVED_MOST];
  size_t size = HEAD_SIZE;
  (void)purpose; /* nothing is hidden: all purposes want everything */
  (void)viewer;
  memcpy(bytes, g->on, POINTS);
  const uint8_t head[HEAD_SIZE - POINTS] = {g->hand[0],
                                            g->hand[1],
                                            g->turn,
                                            g->removing,
                                            g->flying,
                                            g->repetition,
                                            (uint8_t)(g->quiet_limit & 0xFF),
                                            (uint8_t)(g->quiet_limit >> 8),
                                            (uint8_t)(g->seen_count & 0xFF),
                                            (uint8_t)(g->seen_count >> 8)};
  memcpy(bytes + POINTS, head, sizeof head);
  for (uint16_t i = 0; i < g->seen_count; ++i) {
    for (int byte = 0; byte < 8; ++byte)
      bytes[size++] = (uint8_t)(g->seen[i] >> (8 * byte));
  }
  return out->write(out->ctx, bytes, size);
}

/* The bytes may come from anywhere: nothing of them is used before it has been checked. */
static qitai_status load(const void* bytes, uint64_t size, qitai_state** out, qitai_refusal* why) {
  const uint8_t* in = bytes;
  if (size < HEAD_SIZE || size > SAVED_MOST)
    return refused(why, "malformed", "a saved game of an impossible length");
  const uint8_t* head = in + POINTS;
  game g = {0};
  memcpy(g.on, in, POINTS);
  g.hand[0] = head[0];
  g.hand[1] = head[1];
  g.turn = head[2];
  if (head[3] > 1 || head[4] > 1 || head[5] > 1) return refused(why, "malformed", "neither yes nor no");
  g.removing = head[3] != 0;
  g.flying = head[4] != 0;
  g.repetition = head[5] != 0;
  g.quiet_limit = (uint16_t)(head[6] | head[7] << 8);
  g.seen_count = (uint16_t)(head[8] | head[9] << 8);
  if (g.seen_count > QUIET_MOST + 1 || size != HEAD_SIZE + 8u * g.seen_count) {
    return refused(why, "malformed", "a saved game of another length than it says");
  }
  for (uint16_t i = 0; i < g.seen_count; ++i) {
    for (int byte = 0; byte < 8; ++byte)
      g.seen[i] |= (uint64_t)in[HEAD_SIZE + 8 * i + byte] << (8 * byte);
  }
  if (!game_sound(&g)) return refused(why, "malformed", "no such game can be");
  return new_state(&g, out);
}

static qitai_status position_write(const qitai_state* state, int32_t viewer, const qitai_sink* out) {
  (void)viewer;
  return write_position(read(state), out);
}

/* ------------------------------------------------------------------ playing */

static qitai_status acting(const qitai_state* state, uint32_t* bits) {
  *bits = game_standing(read(state)).how == GOES_ON ? 1u << read(state)->turn : 0;
  return QITAI_OK;
}

static bool acts(const game* g, int32_t seat) {
  return seat == g->turn && game_standing(g).how == GOES_ON;
}

static qitai_status legal(const qitai_state* state, int32_t seat, qitai_move* out, uint32_t capacity,
                          uint32_t* count) {
  qitai_move moves[MOST_MOVES];
  const uint32_t length = acts(read(state), seat) ? game_moves(read(state), moves) : 0;
  return fill(out, capacity, count, moves, length, sizeof moves[0]);
}

static qitai_status refuse(const qitai_state* state, int32_t seat, qitai_move move, qitai_refusal* why) {
  uint16_t marked[2];
  uint32_t count = 0;
  if (!is_seat(seat) || !acts(read(state), seat)) return refused(why, "not-your-turn", NULL);
  const char* id = game_why_not(read(state), move, marked, &count);
  if (id == NULL) return QITAI_OK;
  (void)refused(why, id, NULL);
  if (why != NULL && QITAI_HAS(why, qitai_refusal, points)) {
    memcpy(why->points, marked, count * sizeof marked[0]);
    why->point_count = count;
  }
  return QITAI_REFUSED;
}

static qitai_change change(uint32_t what, uint16_t from, uint16_t to, uint8_t colour) {
  const qitai_change c = {.what = what,
                          .audience = 1u << QITAI_PUBLIC,
                          .from = from,
                          .to = to,
                          .kind = 0,
                          .other = QITAI_NO_KIND,
                          .colour = colour};
  return c;
}

static qitai_status apply(qitai_state* state, int32_t seat, qitai_move move, const qitai_fact* facts,
                          uint32_t fact_count, const qitai_change_sink* changes, qitai_refusal* why) {
  (void)facts; /* nothing is hidden, so nothing has to be settled from outside */
  (void)fact_count;
  const qitai_status allowed = refuse(state, seat, move, why);
  if (allowed != QITAI_OK) return allowed;
  game* g = (game*)state;
  const uint8_t colour = (uint8_t)seat;
  qitai_change shown[2];
  uint32_t count = 1;
  if (g->removing) {
    /* What was taken does not come back: the game asks before a takeback goes beyond it. */
    shown[0] = change(QITAI_CHANGE_CAPTURED, move.from, QITAI_NO_POINT, (uint8_t)(1 - seat));
  } else if (move.from == QITAI_NO_POINT) {
    shown[0] = change(QITAI_CHANGE_PLACED, QITAI_NO_POINT, move.to, colour);
    shown[1] = change(QITAI_CHANGE_RESERVE, QITAI_NO_POINT, QITAI_NO_POINT, colour);
    shown[1].value = g->hand[seat] - 1;
    count = 2;
  } else {
    shown[0] = change(QITAI_CHANGE_MOVED, move.from, move.to, colour);
  }
  /* First what can fail: a negative answer means that nothing has changed. */
  const qitai_status told = changes->emit(changes->ctx, shown, count);
  if (told != QITAI_OK) return told;
  game_play(g, move);
  return QITAI_OK;
}

static qitai_status outcome(const qitai_state* state, qitai_outcome* out) {
  static const qitai_str reasons[] = {STR(""), STR("few-men"), STR("blocked"), STR("repetition"),
                                      STR("no-capture")};
  static const qitai_str take = STR("take");
  const standing now = game_standing(read(state));
  const uint32_t size = out->struct_size;
  memset(out, 0, sizeof *out);
  out->struct_size = size;
  out->over = now.how != GOES_ON;
  out->reason = reasons[now.how];
  for (int seat = 0; seat < 2 && now.winner >= 0; ++seat) {
    out->result[seat] = seat == now.winner ? QITAI_RESULT_WIN : QITAI_RESULT_LOSS;
  }
  if (read(state)->removing) {
    out->notice = take;
    out->notice_seats = 1u << read(state)->turn;
  }
  return QITAI_OK;
}

static qitai_status view(const qitai_state* state, int32_t viewer, qitai_piece* out, uint32_t capacity,
                         uint32_t* count) {
  const game* g = read(state);
  qitai_piece pieces[POINTS + 2];
  uint32_t length = 0;
  (void)viewer; /* everybody sees everything */
  for (uint16_t p = 0; p < POINTS; ++p) {
    if (g->on[p] == 0) continue;
    const qitai_piece man = {p, 0, (uint8_t)(g->on[p] - 1), 0, 1};
    pieces[length++] = man;
  }
  for (uint8_t seat = 0; seat < 2; ++seat) {
    if (g->hand[seat] == 0) continue;
    const qitai_piece reserve = {QITAI_NO_POINT, 0, seat, 0, g->hand[seat]};
    pieces[length++] = reserve;
  }
  return fill(out, capacity, count, pieces, length, sizeof pieces[0]);
}

static qitai_status hash(const qitai_state* state, int32_t viewer, uint64_t* out) {
  (void)viewer;
  *out = game_hash(read(state));
  return QITAI_OK;
}

/* Left out, because the game has an answer of its own: undo (it replays), move texts ("@d2" sets, "d2d3"
 * moves, "d3" takes), playable (the legal moves are all), and everything about hidden pieces and chance. */
static const qitai_variant variant = {
    .struct_size = sizeof variant,
    .info = &info,
    .geometry = geometry,
    .create = create,
    .clone = clone_state,
    .destroy = destroy,
    .save = save,
    .load = load,
    .position_write = position_write,
    .acting = acting,
    .legal = legal,
    .refuse = refuse,
    .apply = apply,
    .outcome = outcome,
    .view = view,
    .hash = hash,
};

static const void* factory(qitai_str id, uint32_t index) {
  static const char made[] = QITAI_VARIANT_ID;
  const bool known = id.size == sizeof made - 1 && memcmp(id.data, made, sizeof made - 1) == 0;
  return known && index == 0 ? &variant : NULL;
}

const qitai_plugin qitai_plugin_entry = {
    .struct_size = sizeof qitai_plugin_entry,
    .abi_major = QITAI_ABI_MAJOR,
    .abi_minor = QITAI_ABI_MINOR,
    .id = STR("morris"),
    .version = STR("1.0.0"),
    .author = STR("Qitai"),
    .factory = factory,
};
