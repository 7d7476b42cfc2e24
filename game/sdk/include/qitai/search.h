/* Qitai plugin ABI, version 1 (draft): extension "qitai.search/1" of a variant: what a search for good moves needs, fast.
 *
 * A *walker* is a light copy of a full state for one search: it plays moves and takes them back by the hundred thousand a
 * second, without changes, texts or refusals. It knows the history of the state it was opened from, so that repetitions and
 * counters are seen. It never changes that state and may outlive it.
 *
 * Threads: a walker is used by one thread at a time; different walkers, also of one state, may run side by side.
 * Ownership: the plugin's, from open to close. Errors: QITAI_ERROR leaves a walker that only close may be called on. A game
 * without this extension is played by trial games through legal and apply. */
#ifndef QITAI_SEARCH_H
#define QITAI_SEARCH_H

#include <qitai/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QITAI_SEARCH_ID "qitai.search/1"

typedef struct qitai_walker qitai_walker; /* the plugin's own */

/* A move that a walker can play, and how promising it looks before anybody has searched it. Frozen, 16 bytes. */
typedef struct qitai_step {
  qitai_move move;
  int32_t hint;   /* of noisy moves: what they take or win, in hundredths of the weakest piece, less a little for what they
                     risk, so that the best exchanges come first; of others 0 */
  uint32_t flags; /* QITAI_STEP_… */
} qitai_step;
#define QITAI_STEP_NOISY 1u   /* changes the material at once: takes something or promotes */
#define QITAI_STEP_CAPTURE 2u /* takes something on move.to */

/* Which moves are asked for. */
#define QITAI_STEPS_ALL 0   /* every legal move */
#define QITAI_STEPS_NOISY 1 /* the noisy ones; all of them while the seat to move is in check */

/* How the position of a walker stands. Frozen, 32 bytes. */
typedef struct qitai_look {
  uint64_t key;   /* of pieces, seat to move and rights: equal positions have equal keys, on every machine */
  int32_t seat;   /* who moves */
  int32_t over;   /* 1: it has ended by something else than a lack of moves (a counter, a repetition, a dead position);
                     what stood there before or may be claimed now can be taken for ended already */
  int32_t result; /* of `seat` if over: QITAI_RESULT_… */
  int32_t stuck;  /* what `seat` gets if it turns out to have no legal move: QITAI_RESULT_… */
  uint32_t flags; /* QITAI_LOOK_… */
  uint32_t reserved; /* 0 */
} qitai_look;
#define QITAI_LOOK_CHECK 1u  /* `seat` is in check: it is no place to stop searching */
#define QITAI_LOOK_BARE 2u   /* `seat` may have nothing but bad moves (few pieces): passing would be a lie */

typedef struct qitai_search {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  /* A walker of a full state in which exactly one of two seats that take turns acts by moving. QITAI_UNSUPPORTED: there
   * is none of this state. */
  qitai_status (*open)(const qitai_state *state, qitai_walker **out);
  void (*close)(qitai_walker *walker); /* NULL is allowed */
  /* The steps of `which`, in any stable order; manner of qitai_variant.legal. A position that is over may list some. */
  qitai_status (*steps)(const qitai_walker *walker, int32_t which, qitai_step *out, uint32_t capacity, uint32_t *count);
  /* Plays a move that steps listed or legal lists; anything else is QITAI_REFUSED and nothing has changed. */
  qitai_status (*play)(qitai_walker *walker, qitai_move move);
  /* Takes the last play back; QITAI_UNSUPPORTED where open began. */
  qitai_status (*undo)(qitai_walker *walker);
  /* Passes the turn, for searches that ask whether a threat is there at all; undo takes it back. Never asked for in check or
   * where BARE is set. Optional. */
  qitai_status (*pass)(qitai_walker *walker);
  qitai_status (*look)(const qitai_walker *walker, qitai_look *out);
  /* How good the position is for the seat to move by its looks alone, in hundredths of the weakest piece, -20,000…20,000. */
  qitai_status (*evaluate)(const qitai_walker *walker, int32_t *score);
  /* Hidden games: a full state that agrees with all that the knower of this partial state knows, what it does not know drawn
   * from the seed, so that a bot can think about what may be there without ever seeing what is. The more likely a case, the
   * more often it is drawn; if this state goes on or cannot know, the drawn one goes on where that is possible.
   * QITAI_UNSUPPORTED: the state is full, or what it was told cannot all be true (a far side that lied). Optional; open may
   * then be NULL with the walker's other members. */
  qitai_status (*resample)(const qitai_state *partial, const uint8_t seed[32], qitai_state **out);
} qitai_search;

#ifdef __cplusplus
}
#endif
#endif
