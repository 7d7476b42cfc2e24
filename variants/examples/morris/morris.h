/* Nine men's morris in plain C: the rules, apart from how the game asks for them (plugin.c).
 *
 * Each side has nine men. White begins; in turn one sets a man on an empty point until all are set, then one
 * moves a man along a line to the next point. Three men of one side on a line are a mill: who closes one
 * takes a man of the other side, none out of a mill while there is one outside. With two closed at once it is
 * still one. A side with three men may fly to any point (an option). Who has fewer than three men, or cannot
 * move, has lost. */
#ifndef MORRIS_H
#define MORRIS_H

#include <stdbool.h>
#include <stdint.h>

#include <qitai/variant.h>

enum { POINTS = 24, MEN = 9, MILLS = 16, FEWEST = 3 };
enum { QUIET_LEAST = 20, QUIET_MOST = 200 }; /* range of the option */
/* The most moves of one position: three men fly to all the rest, or nine step along four lines each. */
enum { MOST_MOVES = 72 };

/* The points of each mill in their order on the line: the first is next to the second, the second to the
 * third. Every line of the board is one of them, so who is next to whom stands here too. */
extern const uint8_t mills[MILLS][3];

/* A state has no pointers: a copy of the bytes is a copy of the state. */
typedef struct game {
  uint8_t on[POINTS]; /* 0: empty, else 1 + the seat whose man stands there */
  uint8_t hand[2];    /* men still to be set */
  uint8_t turn;       /* the seat to act */
  bool removing;      /* it closed a mill and has to take a man */
  bool flying;        /* options */
  bool repetition;
  uint16_t quiet_limit;
  /* What stood on the board since the last man was set or taken, this position included: the same again could
   * only come after that. None while a man has to be taken, which cannot be undone. */
  uint16_t seen_count;
  uint64_t seen[QUIET_MOST + 1];
} game;

/* How a game stands. */
enum { GOES_ON, FEW_MEN, BLOCKED, REPEATED, QUIET };
typedef struct standing {
  int how;
  int winner; /* seat, or -1 */
} standing;

void game_begin(game* g);
/* Whether such a game can be, for what was read from outside. */
bool game_sound(const game* g);
uint64_t game_hash(const game* g);
standing game_standing(const game* g);
/* The moves of the seat to act, ascending, as many as fit; how many there are. */
uint32_t game_moves(const game* g, qitai_move out[MOST_MOVES]);
/* Why the seat to act may not do this: an id and the points to mark, or NULL: it may. */
const char* game_why_not(const game* g, qitai_move move, uint16_t points[2], uint32_t* count);
/* Plays a move that may be played; whether it closed a mill. */
void game_play(game* g, qitai_move move);
/* Men of a seat on the board. */
int game_men(const game* g, int seat);

#endif
