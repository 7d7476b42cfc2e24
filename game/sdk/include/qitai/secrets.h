/* Qitai plugin ABI, version 1 (draft): extension "qitai.secrets/1" of a variant of two seats whose set-ups
 * are private: how two machines play it that do not trust each other. Each has a *keeper*, which commits to
 * its seat's layout, finds out with the other one, message by message, what the rules must be told of hidden
 * pieces and nothing else, and after the end proves what it did and judges what the other did.
 *
 * What it gives: no machine learns of a hidden piece more than the public facts say; nobody changes a layout,
 * a piece or an outcome without the audit naming who lied; asking again never gives another answer. What it
 * cannot give: some lies are only proved after the end, and the proof convinces one's own machine, not a
 * third.
 *
 * The course of a match, the same on both sides; `->` is a message to the other machine:
 *   begin, commit -> root; take_root
 *   each draw of chance: draw
 *   each move: turn; whatever look.said counts that the other has not heard: message -> hear; then facts, for
 *     apply
 *   declare, where a seat says that it has no moves left; dispute, where one says that an answer was false
 *   open -> take_opening; audit
 * A match that is to go on another day opens nothing.
 *
 * The journal. A keeper is what was done with it: journal writes that as bytes that only grow at their end,
 * and restore makes the same keeper of them. After each call that changes a keeper, what is new of its
 * journal must be on the disk before any message made since leaves the machine. It holds the seat's secrets.
 * A restored keeper says every message again byte for byte.
 *
 * Threads: a keeper is used by one thread at a time; different keepers may run side by side. Ownership: the
 * plugin's, from begin or restore to end. Errors: QITAI_REFUSED changes nothing, and what was refused may be
 * followed by something better; after QITAI_ERROR only end may be called. Everything heard is hostile. Ids of
 * refusals: "malformed", "out-of-turn", "another-message" (not what was said before in the same place),
 * "replayed-message" (of another move), "bad-point" (no point that could hide anything), "false-outcome" (a
 * token that the answer did not hold), "forged-path" (not what was committed to), "opened", and those of the
 * variant.
 *
 * Messages are of the plugin's own form, at most QITAI_SECRETS_MESSAGE bytes, and neither encrypted nor bound
 * to their sender: the game does that, keeps them in order and tells the keeper which one it is. Their sizes
 * depend on nothing that is hidden. */
#ifndef QITAI_SECRETS_H
#define QITAI_SECRETS_H

#include <qitai/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QITAI_SECRETS_ID "qitai.secrets/1"
#define QITAI_SECRETS_MESSAGE 576      /* bytes, the most of any message, openings too */
#define QITAI_SECRETS_JOURNAL 16777216 /* bytes, the most that restore reads */

typedef struct qitai_keeper qitai_keeper; /* the plugin's own */

/* How a keeper begins. All but `secret` and `seat` is the same on both machines. */
typedef struct qitai_secrets_start {
  uint32_t struct_size;
  uint32_t option_count; /* as in qitai_start, with the next two */
  const int64_t* options;
  qitai_str position;
  uint8_t seed[32];   /* qitai_start.seed of both machines' states: public */
  uint8_t match[32];  /* the match's id, of both machines' keys and the terms; never used for another match */
  uint8_t secret[32]; /* from the system's secure source, never used for another match */
  int32_t seat;       /* whose keeper this is: 0 or 1 */
  int32_t reserved;   /* 0 */
} qitai_secrets_start;

/* One move. Frozen, 56 bytes. */
typedef struct qitai_ply {
  uint64_t number;   /* of the intent in the match: ascending, and for ever of this one move */
  uint8_t chain[32]; /* the chained hash of the public events before it */
  qitai_move move;
  int32_t seat;     /* who makes it */
  int32_t reserved; /* 0 */
} qitai_ply;

/* How the talk about the last move stands. The caller sets struct_size. */
typedef struct qitai_secrets_look {
  uint32_t struct_size;
  int32_t owes;      /* the seat whose message is awaited, as far as this keeper has heard, or -1: none is */
  uint64_t number;   /* of the last turn, 0 before the first */
  uint32_t said;     /* how many messages about it this seat has: message gives them */
  uint32_t heard;    /* how many of the other seat's were taken */
  uint32_t state;    /* QITAI_SECRETS_… */
  uint32_t reserved; /* 0 */
} qitai_secrets_look;
#define QITAI_SECRETS_IDLE 0    /* no move yet, or the last one was withdrawn */
#define QITAI_SECRETS_OPEN 1    /* somebody owes a message */
#define QITAI_SECRETS_SETTLED 2 /* all is known that the move needs; the keeper has made it */
#define QITAI_SECRETS_DISPUTED \
  3 /* an answer opens to nothing, or cannot be: both open now, the audit tells who lied */

typedef struct qitai_secrets {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */

  /* QITAI_REFUSED: option value or position, as of create. QITAI_UNSUPPORTED: under these options there are
   * no private set-ups. */
  qitai_status (*begin)(const qitai_secrets_start* start, qitai_keeper** out, qitai_refusal* why);
  /* From the whole journal of a keeper. The bytes are hostile: anything malformed is QITAI_REFUSED. */
  qitai_status (*restore)(const void* journal, uint64_t size, qitai_keeper** out, qitai_refusal* why);
  void (*end)(qitai_keeper* keeper); /* NULL is allowed; wipes the secrets from memory */
  /* The journal's bytes from offset `from`, at most its size. */
  qitai_status (*journal)(const qitai_keeper* keeper, uint64_t from, const qitai_sink* out);

  /* Commits to a layout that setup_apply takes: the 32 bytes of `root` are for the other seat. The same
   * layout again answers the same root. */
  qitai_status (*commit)(qitai_keeper* keeper, const void* layout, uint64_t size, uint8_t root[32],
                         qitai_refusal* why);
  /* The other seat's root; the same again is taken. No move before both are there. */
  qitai_status (*take_root)(qitai_keeper* keeper, const uint8_t root[32], qitai_refusal* why);
  /* A draw of chance, as chance_apply. */
  qitai_status (*draw)(qitai_keeper* keeper, uint32_t index, qitai_refusal* why);

  /* A move of either seat. Of the own seat it must be legal, of the other it must be able to be; refusals are
   * the variant's. The same ply again is taken. Not while another one is open. */
  qitai_status (*turn)(qitai_keeper* keeper, const qitai_ply* ply, qitai_refusal* why);
  /* Takes back a turn of the own seat about which nothing was heard: the match has given its number to
   * another intent. That number is then used up. */
  qitai_status (*withdraw)(qitai_keeper* keeper, uint64_t number, qitai_refusal* why);
  qitai_status (*look)(const qitai_keeper* keeper, qitai_secrets_look* out);
  /* The own message `index` (from 0, below look.said at that time) about move `number`, also of moves long
   * made: for sending again. */
  qitai_status (*message)(const qitai_keeper* keeper, uint64_t number, uint32_t index, const qitai_sink* out);
  /* The other seat's message `index` about move `number`; one that was taken already is taken again if it is
   * the same. */
  qitai_status (*hear)(qitai_keeper* keeper, uint64_t number, uint32_t index, const void* bytes,
                       uint64_t size, qitai_refusal* why);
  /* What was settled about move `number`, public: the answers to all that any partial state asks of it; of an
   * open move those so far. Manner of qitai_variant.legal. */
  qitai_status (*facts)(const qitai_keeper* keeper, uint64_t number, qitai_fact* out, uint32_t capacity,
                        uint32_t* count);

  /* A seat says how the game has ended where only it can know: the reason's id ("no-moves"). Refused where
   * this keeper knows better. Nothing is played after it. */
  qitai_status (*declare)(qitai_keeper* keeper, int32_t seat, qitai_str reason, qitai_refusal* why);
  /* The other seat says that what it was answered about move `number`, the last one, cannot be. */
  qitai_status (*dispute)(qitai_keeper* keeper, uint64_t number, qitai_refusal* why);

  /* The own secrets and layout, for the other seat: only when the match is over for good. From then on
   * nothing is played and nothing about a move is heard. */
  qitai_status (*open)(qitai_keeper* keeper, const qitai_sink* out, qitai_refusal* why);
  /* The other seat's. What is well formed is taken, true or not. */
  qitai_status (*take_opening)(qitai_keeper* keeper, const void* bytes, uint64_t size, qitai_refusal* why);
  /* Whether a seat was honest in all that this keeper has seen of it. QITAI_OK: it was. QITAI_REFUSED: it
   * lied: *number is the move (0: no move, but its layout, opening or declaration), and `how` says in what
   * way, points marked: "refused-to-open", "wrong-salt" (its secret is not the one committed to),
   * "changed-rank" (its layout is not), "illegal-layout", "impossible-move" (its piece cannot do that),
   * "false-rank" (it asked as another piece), "bad-table" (its answer was not its piece's),
   * "false-announcement" (something shown, withheld or declared against the truth), "false-accusation" (its
   * dispute). Text keys "lie.ID". After the first lie of either seat no further move is judged.
   * QITAI_UNSUPPORTED before this keeper itself has opened. */
  qitai_status (*audit)(const qitai_keeper* keeper, int32_t seat, uint64_t* number, qitai_refusal* how);
} qitai_secrets;

#ifdef __cplusplus
}
#endif
#endif
