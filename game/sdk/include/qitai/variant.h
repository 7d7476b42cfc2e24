/* Qitai plugin ABI, version 1 (draft): a game. Factory id "qitai.variant/1" answers a const qitai_variant*.
 *
 * Words. A *seat* is who plays (index from 0; seat 0 is named first). A *colour* is whose a piece is; which seat has which
 * colour may be undecided at first (flip junqi). A *point* is a place of the board (crossing, cell, node; index from 0).
 * A *kind* is a kind of piece (index into qitai_variant_info.kinds). A *viewer* is a seat index or QITAI_PUBLIC.
 * A state is *full* (it knows everything) or *partial*: what one seat knows, its own set-up and the public facts.
 *
 * A game that has only geometry, create, clone, destroy, acting, legal, apply, outcome, view, save, load and hash plays;
 * members marked "optional" may be NULL. Rules on memory, threads and strings: abi.h.
 *
 * Hidden games. What a seat may not know never reaches its view, hash, legal list, marks, explanation or changes, not even
 * in a length. The public changes (audience bit QITAI_PUBLIC) of one call are the same, in the same order, on a full state
 * and on every partial one, so that machines which know different things can compare them. How they are kept in step:
 * for each intent, the referee asks a partial state what it `needs`, fetches that from whoever knows (a full state's
 * `facts`, or the far machine), and gives it to `apply`. */
#ifndef QITAI_VARIANT_H
#define QITAI_VARIANT_H

#include <qitai/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QITAI_VARIANT_ID "qitai.variant/1"

#define QITAI_MAX_SEATS 8
#define QITAI_MAX_POINTS 1024
#define QITAI_NO_POINT 0xFFFFu
#define QITAI_NO_KIND 0xFFFFu    /* a piece whose kind the viewer does not know */
#define QITAI_NO_COLOUR 0xFFu    /* undecided, or a piece whose colour the viewer does not know */
#define QITAI_PUBLIC 31          /* the viewer who knows only what is public; bit 31 of an audience */
#define QITAI_CHANCE_SEAT 30     /* in `acting`: chance has to draw before anybody moves; bit 30 */
#define QITAI_ACTING_SETUP (1u << 29) /* in `acting`: what the acting seats owe is their private set-up, not a move */

/* ---------------------------------------------------------------- description (filled by the plugin, read-only) */

/* Texts: keys the game looks up are those named in the structs below, and "refusal.ID" and "reason.ID" where a refusal or
 * reason is the plugin's own (the game has texts for the common ones). */

/* A seat. Element of an array, may grow. */
typedef struct qitai_seat_info {
  qitai_str id;       /* on the command line and in records: "red"; [a-z0-9-] */
  qitai_str name_key; /* "Red" */
  qitai_str turn_key; /* "Red to move": one string, not built from parts */
  int32_t colour;     /* index of its colour, or -1: decided during the game (colour_of) */
  int32_t facing;     /* degrees by which the board is turned so that this seat looks at it from below: 0, 90, 180, 270 */
} qitai_seat_info;

/* A colour of pieces. Element of an array, may grow. */
typedef struct qitai_colour_info {
  qitai_str id;       /* "red" */
  qitai_str name_key;
  qitai_str seal_key; /* one character for the seat's seal: 红, 黑; in English one or two letters */
  uint32_t rgb;       /* 0xRRGGBB, a hint for themes that don't know the id */
  uint32_t flags;     /* QITAI_COLOUR_DARK */
} qitai_colour_info;
#define QITAI_COLOUR_DARK 1u /* the darker of two sides: drawn filled where a theme tells sides by fill */

/* A kind of piece. Element of an array, may grow. */
typedef struct qitai_kind_info {
  qitai_str id;        /* "R"; unique among kinds; its letter in position texts where the game has one-letter pieces */
  qitai_str name_key;  /* "Chariot"; the key with ".COLOURID" appended is looked up first (帅 and 将) */
  qitai_str glyph_key; /* the character drawn on the piece; ".COLOURID" first, as above */
  qitai_str picture;   /* name of a picture for picture sets, without path or ending; may be empty */
  int32_t value;       /* material in hundredths of a soldier for the difference on the tray; 0: not counted */
  int32_t order;       /* place in the tray of captured pieces, ascending */
  uint32_t flags;      /* QITAI_KIND_ROYAL */
  uint32_t reserved;   /* 0 */
} qitai_kind_info;
#define QITAI_KIND_ROYAL 1u  /* its capture or mate ends the game */

/* One choice of an option. Element of an array, may grow. */
typedef struct qitai_choice_info {
  qitai_str id; /* [a-z0-9_-], used in config.toml, command line and records */
  qitai_str name_key;
} qitai_choice_info;

/* One option of the rules. The same table makes the menu, config.toml ([rules.VARIANT]), the command line (k=v), the digest
 * that two machines compare, and the record. A value is always an int64: toggle 0 or 1, choice its index, number itself.
 * A greyed option keeps its value and the rules do not look at it. No option depends on itself, through others neither.
 * Element of an array, may grow. */
typedef struct qitai_option_info {
  qitai_str id; /* [a-z0-9_] */
  qitai_str name_key;
  qitai_str help_key; /* one sentence: what it does */
  int32_t kind;       /* QITAI_OPTION_… */
  int32_t depends_on; /* index of another option, or -1 */
  uint64_t depends_mask; /* greyed unless bit v of this mask is set, v being the value (0…63) of that option */
  int64_t fallback;   /* default value */
  int64_t min, max;   /* range of a number, both inclusive; step 1; of toggles and choices not read */
  qitai_array choices; /* of qitai_choice_info, 1…64 for a choice, else none */
} qitai_option_info;
#define QITAI_OPTION_TOGGLE 0
#define QITAI_OPTION_CHOICE 1
#define QITAI_OPTION_NUMBER 2

/* A way to write moves. Element of an array, may grow. The first one is the players' default. What ends a text of it to say
 * that the move checks ("+"), if anything does, is found in texts under "notation.ID.check": where a table does not announce
 * checks the record leaves it out. */
typedef struct qitai_notation_info {
  qitai_str id; /* "chinese", "san", …; "coordinates" or "uci" if it writes what -1 writes: else that is offered as well */
  qitai_str name_key;
} qitai_notation_info;

typedef struct qitai_variant_info {
  uint32_t struct_size;
  uint32_t rules_revision; /* raised whenever the same moves could end otherwise (a search bound counts) */
  qitai_str id;            /* "xiangqi"; [a-z0-9-]{1,32}, unique among variants */
  qitai_str name_key;
  qitai_str blurb_key;     /* one line: what it is */
  qitai_array seats;       /* of qitai_seat_info, 1…QITAI_MAX_SEATS */
  qitai_array colours;     /* of qitai_colour_info, 1…32 */
  qitai_array kinds;       /* of qitai_kind_info, 1…256 */
  qitai_array options;     /* of qitai_option_info, 0…64 */
  qitai_array notations;   /* of qitai_notation_info, 0…16 */
  qitai_array texts;       /* of qitai_text, at most 10,000 */
  uint32_t flags;          /* QITAI_VARIANT_… */
  uint32_t minutes_min, minutes_max; /* usual length of a game, for the title screen; 0: not said */
  uint32_t reserved;       /* 0; no struct ends in padding, or a member added later could seem to be there */
} qitai_variant_info;
#define QITAI_VARIANT_HIDDEN 1u /* there are things that one seat may not see */
#define QITAI_VARIANT_SETUP 2u  /* the game begins with a private set-up of every seat */
#define QITAI_VARIANT_CHANCE 4u /* chance takes part */

/* ---------------------------------------------------------------- geometry */

/* The board as a graph with coordinates. Lengths are in thousandths of the pitch (the usual distance of two neighbouring
 * points), x to the right, y down, as the seat with facing 0 sees it from below. The drawing's bounds are `width`×`height`
 * with the origin at the upper left; the view adds the frame. */
typedef struct qitai_point {
  int32_t x, y;
  qitai_str name;  /* coordinate in move texts: "a0"; [a-z0-9]{1,8}, unique */
  uint32_t kind;   /* QITAI_POINT_… */
  uint32_t reserved; /* 0 */
} qitai_point;     /* element of an array, may grow */
#define QITAI_POINT_CROSSING 0
#define QITAI_POINT_CELL 1         /* pieces stand in fields: light or dark by regions */
#define QITAI_POINT_POST 2         /* junqi */
#define QITAI_POINT_CAMP 3
#define QITAI_POINT_HEADQUARTERS 4

typedef struct qitai_line {
  int32_t x1, y1, x2, y2;
  uint32_t kind; /* QITAI_LINE_… */
} qitai_line;    /* element of an array, may grow */
#define QITAI_LINE_PLAIN 0
#define QITAI_LINE_EDGE 1 /* the outermost lines; the theme draws its frame around them */
#define QITAI_LINE_ROAD 2
#define QITAI_LINE_RAIL 3

typedef struct qitai_region {
  int32_t x, y, width, height;
  uint32_t kind; /* QITAI_REGION_… */
} qitai_region;  /* element of an array, may grow */
#define QITAI_REGION_LIGHT 0
#define QITAI_REGION_DARK 1
#define QITAI_REGION_RIVER 2
#define QITAI_REGION_PALACE 3
#define QITAI_REGION_FRONT 4

typedef struct qitai_decoration {
  uint32_t kind; /* QITAI_DECOR_… */
  int32_t x, y;  /* centre */
  int32_t size;  /* height of the text or figure, in thousandths of the pitch */
  int32_t turn;  /* degrees clockwise relative to the board: 0, 90, 180, 270 */
  uint32_t arms; /* for corner marks: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right */
  qitai_str text_key; /* for text */
} qitai_decoration;   /* element of an array, may grow */
#define QITAI_DECOR_TEXT 0     /* drawn on the board, turned with it */
#define QITAI_DECOR_CORNERS 1  /* the small marks at the points of cannons and soldiers */
#define QITAI_DECOR_MOUNTAIN 2

/* Coordinates along the edge: outside the frame, drawn upright for whoever looks. */
typedef struct qitai_label {
  int32_t x, y;    /* the point on the board's bounds that it belongs to */
  uint32_t side;   /* 0 bottom, 1 right, 2 top, 3 left (for facing 0) */
  uint32_t reserved; /* 0 */
  qitai_str text;
} qitai_label;     /* element of an array, may grow */

typedef struct qitai_geometry {
  uint32_t struct_size;
  uint32_t reserved;       /* 0 */
  int32_t width, height;   /* bounds, thousandths of the pitch, each 1…100,000 */
  qitai_array points;      /* of qitai_point, 1…QITAI_MAX_POINTS */
  qitai_array lines;       /* of qitai_line; this array and the next four: at most 8,192 each */
  qitai_array regions;     /* of qitai_region */
  qitai_array decorations; /* of qitai_decoration */
  qitai_array labels;      /* of qitai_label */
  qitai_array neighbours;  /* of qitai_edge: which points a cursor may step between; empty: found by direction */
} qitai_geometry;

typedef struct qitai_edge {
  uint16_t a, b; /* point indices, different; stands for both directions */
} qitai_edge;    /* frozen */

/* ---------------------------------------------------------------- moves, refusals, changes */

/* A move. Frozen, 8 bytes; order: from, to, choice, flags, each ascending. A value once given for a move keeps its meaning
 * as long as the variant exists (records hold it). Chess castling: `to` is the king's target, under chess960 the rook's
 * square. */
typedef struct qitai_move {
  uint16_t from;   /* point, or QITAI_NO_POINT (a piece from the hand) */
  uint16_t to;     /* point, or QITAI_NO_POINT (turn something over where it stands: from alone) */
  uint16_t choice; /* 0, or 1 + kind chosen (promotion, drop), or the variant's own number */
  uint16_t flags;  /* the variant's own; 0 if unused */
} qitai_move;

/* A move that a piece can make by its way of moving. Frozen. */
typedef struct qitai_playable {
  qitai_move move;
  uint32_t flags;    /* QITAI_PLAYABLE_… */
  uint32_t reserved; /* 0 */
} qitai_playable;
#define QITAI_PLAYABLE_ILLEGAL 1u  /* the rules forbid it (leaves the general in check, say); refuse() tells why */

/* Why not. Filled by the callee; the caller sets struct_size and detail first. The id is a description: it lives as long as
 * the plugin, and says nothing that the asking seat may not know. */
#define QITAI_REFUSAL_POINTS 16
typedef struct qitai_refusal {
  uint32_t struct_size;
  uint32_t point_count;                  /* at most QITAI_REFUSAL_POINTS */
  qitai_str id;                          /* "horse-leg"; [a-z0-9-]; the text is found under "refusal.ID" */
  uint16_t points[QITAI_REFUSAL_POINTS]; /* what the board should mark: the horse's leg, the checking piece */
  int64_t offset;                        /* of a refused text: byte position, or -1 */
  const qitai_sink *detail;              /* may be NULL; gets one English sentence for logs and error streams */
} qitai_refusal;

/* One thing that changed on the board. A set of changes that one call emits happens at once. Frozen, 32 bytes.
 * A viewer reads the changes that have its own bit or bit QITAI_PUBLIC. The public ones alone are a whole account (a hidden
 * piece moves with kind QITAI_NO_KIND, and whoever knew it still does); a private one only adds what its seats learn beyond
 * that, mostly REVEALED, and never repeats a public one. */
typedef struct qitai_change {
  uint32_t what;     /* QITAI_CHANGE_… */
  uint32_t audience; /* who may see it: bit per seat; 1u << QITAI_PUBLIC alone: everybody */
  uint16_t from, to; /* points, or QITAI_NO_POINT */
  uint16_t kind;     /* of the piece, as this audience may know it; QITAI_NO_KIND: hidden */
  uint16_t other;    /* CAPTURED: kind of the piece that took it, or QITAI_NO_KIND; PROMOTED: the former kind */
  uint8_t colour;    /* of the piece; QITAI_NO_COLOUR: not known */
  uint8_t flags;     /* QITAI_CHANGE_IRREVERSIBLE */
  uint16_t step;     /* order of showing inside the set, from 0 */
  uint32_t reserved; /* 0 */
  int64_t value;     /* RESERVE: how many are in hand now; FACT: the fact's value; else 0 */
} qitai_change;
#define QITAI_CHANGE_MOVED 1      /* from → to */
#define QITAI_CHANGE_CAPTURED 2   /* the piece on `from` leaves the board */
#define QITAI_CHANGE_PLACED 3     /* a piece appears on `to` */
#define QITAI_CHANGE_PROMOTED 4   /* the piece on `to` becomes `kind` */
#define QITAI_CHANGE_REVEALED 5   /* the piece on `to` is shown: kind and colour */
#define QITAI_CHANGE_RESERVE 6    /* pieces in hand */
#define QITAI_CHANGE_FACT 7       /* something became known that is not a kind: a fight of `from` against `to`, QITAI_FIGHT_… */
#define QITAI_CHANGE_COLOUR 8     /* seat `from` has colour `colour` from now on */
#define QITAI_CHANGE_IRREVERSIBLE 1u /* takeback never crosses this set */

/* Where changes go: may be called several times, each call appends; during the call, on its thread. At most 4,096 changes a
 * call. What was emitted counts only if the call answers QITAI_OK. Frozen. */
typedef struct qitai_change_sink {
  void *ctx;
  qitai_status (*emit)(void *ctx, const qitai_change *changes, uint32_t count);
} qitai_change_sink;

/* Something that must be settled from outside before a partial state can go on with a move. Frozen, 16 bytes.
 * As an answer of `needs` it is a question, and value is 0; given to `apply` it is the answer, with the same what and seat
 * and, unless the question's point is QITAI_NO_POINT, the same point. A full state needs nothing; its `facts` are the answers
 * to whatever a partial state of the same game may ask for that move. */
typedef struct qitai_fact {
  uint32_t what;  /* QITAI_FACT_…, or the variant's own from 0x10000 on */
  uint16_t point; /* where; QITAI_NO_POINT: the answer says where */
  uint16_t seat;  /* whose knowledge settles it: the owner of the piece there */
  int64_t value;
} qitai_fact;
#define QITAI_FACT_FIGHT 1  /* value: QITAI_FIGHT_… */
#define QITAI_FACT_REVEAL 2 /* value: kind of the piece on `point` (| colour << 16 where that was unknown too) */
#define QITAI_FACT_SHOW 3   /* what the rules now make `seat` show: point and value as REVEAL; value -1: nothing */
#define QITAI_FIGHT_WON 1   /* for the attacker */
#define QITAI_FIGHT_LOST 2
#define QITAI_FIGHT_BOTH 3  /* both fall */
#define QITAI_FIGHT_FLAG 4  /* the flag is taken */

/* ---------------------------------------------------------------- outcome, marks, view */

#define QITAI_RESULT_LOSS (-1)
#define QITAI_RESULT_DRAW 0
#define QITAI_RESULT_WIN 1

/* An end that a seat may claim now. A claim together with the move that completes it is judged by what outcome says after
 * that move. Frozen, 40 bytes. */
typedef struct qitai_claim {
  qitai_str id;     /* "threefold" */
  qitai_str reason; /* reason of the end if it is claimed: "repetition" */
  uint32_t seats;   /* bit per seat that may claim it; not 0 */
  int32_t result;   /* of the seat that claims it: QITAI_RESULT_DRAW, or QITAI_RESULT_WIN (the others lose) */
} qitai_claim;

#define QITAI_MAX_CLAIMS 4
/* How the game stands. The caller sets struct_size. */
typedef struct qitai_outcome {
  uint32_t struct_size;
  int32_t over;                   /* 0 goes on, 1 ended (forced), -1 this partial state cannot know: it goes on here until
                                     somebody who knows says otherwise */
  int32_t result[QITAI_MAX_SEATS];/* per seat QITAI_RESULT_…, meaningful if over is 1 */
  qitai_str reason;               /* id: "checkmate", [a-z0-9-]; empty while the game goes on */
  uint32_t claim_count;           /* ends that are there for the claiming while it goes on */
  uint32_t reserved;
  qitai_claim claims[QITAI_MAX_CLAIMS];
  qitai_str notice;               /* id of a warning while the game goes on, [a-z0-9-], or empty: what will end it if it is
                                     done again, and what would clear it; a sentence under "notice.ID" in texts */
  uint32_t notice_seats;          /* bit per seat that the warning is for; 0: for everybody */
  uint32_t reserved2;
} qitai_outcome;

/* Something the board should show about the position. Frozen, 12 bytes. */
typedef struct qitai_mark {
  uint32_t kind; /* QITAI_MARK_… */
  uint16_t point;
  uint16_t other; /* a second point, or QITAI_NO_POINT */
  uint32_t value;
} qitai_mark;
#define QITAI_MARK_CHECK 1  /* the royal piece on `point` is in check from the piece on `other`; one mark per attacker */
#define QITAI_MARK_GUARD 2  /* after mate: the empty or enemy `point` is no flight, the piece on `other` guards it */
#define QITAI_MARK_STUCK 3  /* after a stalemate loss: the piece on `point` cannot move */

/* A piece as one viewer sees it. Frozen, 8 bytes. */
typedef struct qitai_piece {
  uint16_t point;  /* or QITAI_NO_POINT: in the hand of its colour */
  uint16_t kind;   /* or QITAI_NO_KIND */
  uint8_t colour;  /* or QITAI_NO_COLOUR */
  uint8_t flags;   /* QITAI_PIECE_… */
  uint16_t count;  /* 1; in the hand: how many */
} qitai_piece;
#define QITAI_PIECE_FACE_DOWN 1u /* not known to this viewer */
#define QITAI_PIECE_SHOWN 2u     /* was hidden and is public now */

/* ---------------------------------------------------------------- state */

typedef struct qitai_state qitai_state; /* the plugin's own */

/* How a state begins. */
typedef struct qitai_start {
  uint32_t struct_size;
  uint32_t option_count;     /* must be the info's; values outside their range are refused */
  const int64_t *options;    /* in the order of the table */
  uint8_t seed[32];          /* the only source of randomness of this state */
  int32_t knower;            /* -1: a full state; a seat: the partial state of that seat; QITAI_PUBLIC: of a spectator */
  int32_t reserved;
  qitai_str position;        /* text of the first position; empty: the usual one */
} qitai_start;

/* Purposes of save. */
#define QITAI_SAVE_SNAPSHOT 0  /* everything, for load by the same build */
#define QITAI_SAVE_JOURNAL 1   /* everything, for load by any later build of the same rules_revision */
#define QITAI_SAVE_SEAT_VIEW 2 /* only what the viewer may know: loads as a partial state */

typedef struct qitai_variant {
  uint32_t struct_size;
  uint32_t reserved;
  const qitai_variant_info *info;

  /* An extension of this variant by id and revision ("qitai.perft/1"), or NULL. Optional. */
  const void *(*extension)(qitai_str id);

  /* The board under these options; lives as long as the plugin. */
  qitai_status (*geometry)(const int64_t *options, uint32_t option_count, const qitai_geometry **out);

  /* Makes a state into *out. QITAI_REFUSED: option value or position text; the refusal says which. */
  qitai_status (*create)(const qitai_start *start, qitai_state **out, qitai_refusal *why);
  qitai_status (*clone)(const qitai_state *state, qitai_state **out);
  void (*destroy)(qitai_state *state); /* NULL is allowed */

  /* Writes the state, history included, in a form of the plugin's own. `viewer` counts for QITAI_SAVE_SEAT_VIEW only. */
  qitai_status (*save)(const qitai_state *state, int32_t purpose, int32_t viewer, const qitai_sink *out);
  /* Reads what save wrote. The bytes are hostile: anything malformed is QITAI_REFUSED. */
  qitai_status (*load)(const void *bytes, uint64_t size, qitai_state **out, qitai_refusal *why);

  /* The position as text for `viewer` (FEN where the game has it). Optional; `start.position` reads it back. */
  qitai_status (*position_write)(const qitai_state *state, int32_t viewer, const qitai_sink *out);

  /* Who has to act: bit per seat (several where seats act at the same time, in any order), or bit QITAI_CHANCE_SEAT alone;
   * with the seats QITAI_ACTING_SETUP while they owe their set-up; 0 after the end. */
  qitai_status (*acting)(const qitai_state *state, uint32_t *seats);
  /* Colour of a seat, or -1 while undecided. Optional: then it is qitai_seat_info.colour. */
  qitai_status (*colour_of)(const qitai_state *state, int32_t seat, int32_t *colour);

  /* The private set-up of an acting seat as one intent, while QITAI_ACTING_SETUP: bytes in the variant's own form
   * (position_write's grammar of one side). On a partial state that may not know it, `bytes` is empty: that seat is ready.
   * Where set-ups are open to all once every seat has made its own, partial states must be told them: they refuse empty
   * bytes as "layout-needed".
   * On a full state, empty bytes ask for a legal layout of the variant's own choice, drawn from the seed: the set-up limit
   * has run out (refused where it has none to give: the seat then loses by time).
   * Refused as a whole, with offset or points, or taken as a whole. Optional unless QITAI_VARIANT_SETUP. */
  qitai_status (*setup_apply)(qitai_state *state, int32_t seat, const void *bytes, uint64_t size,
                              const qitai_change_sink *changes, qitai_refusal *why);

  /* The legal moves of a seat in one stable order (ascending by qitai_move's order). Writes at most `capacity` of them and
   * the whole number to *count; QITAI_NO_SPACE if that is more. A seat that is not acting or owes its set-up has none.
   * QITAI_UNKNOWN on a partial state that cannot know. `out` may be NULL if capacity is 0. */
  qitai_status (*legal)(const qitai_state *state, int32_t seat, qitai_move *out, uint32_t capacity, uint32_t *count);
  /* Every move that a piece can make, legal or not, same order and manner. apply takes them all. Optional: then the legal
   * ones are all. */
  qitai_status (*playable)(const qitai_state *state, int32_t seat, qitai_playable *out, uint32_t capacity, uint32_t *count);
  /* Why a move of a seat is not legal: QITAI_REFUSED with `why`, or QITAI_OK if it is legal. Any value of move. Optional. */
  qitai_status (*refuse)(const qitai_state *state, int32_t seat, qitai_move move, qitai_refusal *why);

  /* What must still be settled, beyond the facts `known`, before apply can go on with a move; manner of `legal`. One answer
   * may lead to the next question (a fight is lost, so its owner has to show something): ask until nothing is left, at most
   * 8 times. Optional: nothing ever. */
  qitai_status (*needs)(const qitai_state *state, int32_t seat, qitai_move move, const qitai_fact *known,
                        uint32_t known_count, qitai_fact *out, uint32_t capacity, uint32_t *count);
  /* On a full state: all answers that partial states of this game may need for this move; each is given those that it asks
   * for. QITAI_UNSUPPORTED on a partial state. Optional, with needs. */
  qitai_status (*facts)(const qitai_state *state, int32_t seat, qitai_move move, qitai_fact *out, uint32_t capacity,
                        uint32_t *count);
  /* Plays a move of an acting seat. Always validates: what is not playable is QITAI_REFUSED and nothing has changed; so is
   * a set of facts that does not answer `needs` or cannot be. Emits what changed, for every audience this state knows of. */
  qitai_status (*apply)(qitai_state *state, int32_t seat, qitai_move move, const qitai_fact *facts, uint32_t fact_count,
                        const qitai_change_sink *changes, qitai_refusal *why);
  /* Takes the last apply, setup_apply or chance_apply back. Optional: the game replays instead. QITAI_UNSUPPORTED at the
   * beginning. */
  qitai_status (*undo)(qitai_state *state);

  /* While QITAI_CHANCE_SEAT acts: how many equally likely draws there are (at least 1), and taking the index-th. Draws are
   * public: full and partial states are given the same one. A move that turns over what nobody knows puts chance on turn.
   * Optional unless QITAI_VARIANT_CHANCE. */
  qitai_status (*chance_count)(const qitai_state *state, uint32_t *count);
  qitai_status (*chance_apply)(qitai_state *state, uint32_t index, const qitai_change_sink *changes, qitai_refusal *why);

  /* How it stands: forced ends apart from those that may be claimed. */
  qitai_status (*outcome)(const qitai_state *state, qitai_outcome *out);
  /* How it ends if the flag of `seat` falls now, where that is not simply a loss (FIDE 6.9); `over` 0: it is. Optional.
   * Why is found in texts under "rule.REASON" of the outcome, after a loss under "rule.time". */
  qitai_status (*timeout_outcome)(const qitai_state *state, int32_t seat, qitai_outcome *out);
  /* Why it ended, as a JSON object for the result screen and `judge`; nothing written: nothing to say. Optional.
   * Plies count from 1 (the first move of this state), points and seats stand by name and id, kinds by id; members that do
   * not apply are absent and unknown ones are skipped:
   *   "kind"     "checkmate", "stalemate", "repetition", "dead-position", "limit", "time", …
   *   "rule"     id of the rule in force; a sentence that names its article is found under "rule.ID" in texts
   *   "fault"    ids of the seats at fault: ["red"]
   *   "sentence" id of one sentence more under "sentence.ID" in texts (why a position is dead, say)
   *   "cycle"    {"first": ply of its first move, "last": ply of its last, "occurrences": [number of plies that stood each
   *              time the repeated position was on the board]}
   *   "plies"    of the cycle, in order: {"ply":13,"seat":"red","move":"h2e2","does":"check"|"kill"|"chase"|"exchange"|
   *              "offer"|"block"|"follow"|"idle","victims":[{"at":"e5","kind":"R","by":["e2"],"protected":false}]};
   *              points are those after the ply was played. Of a man who is not attacked yet, but would be won by a
   *              check whatever answers it: "check":{"from":"c3","to":"c0"}, and "by" is where he is taken from then
   *   "rulings"  what each rule set would have said of the same plies: [{"option":"repetition","choice":"axf",
   *              "result":"draw"|ID OF THE SEAT THAT WINS|"none" (goes on),"reason":"perpetual-chase"}]
   *   "limit"    of a limit of moves, what was counted: {"plies": 120, "checks": {"red": 14, "black": 0}}; "checks", by seat,
   *              only where they count
   *   "checks"   of a mate: [{"at":"e9","by":"e5"}]
   *   "flights"  of a mate: [{"at":"d9","guards":["d2"]}]; of a stalemate the men that cannot move are "stuck": ["a9",…] */
  qitai_status (*explain)(const qitai_state *state, int32_t viewer, const qitai_sink *json);

  /* The pieces as a viewer may see them, ascending by point, then those in hand; manner of `legal`. */
  qitai_status (*view)(const qitai_state *state, int32_t viewer, qitai_piece *out, uint32_t capacity, uint32_t *count);
  /* What the board should mark in this position for a viewer; manner of `legal`. Optional. */
  qitai_status (*marks)(const qitai_state *state, int32_t viewer, qitai_mark *out, uint32_t capacity, uint32_t *count);

  /* A playable move of an acting seat as text, and back. `notation` is an index into info.notations, or -1 for coordinates.
   * move_read with -1 reads coordinates first and then every notation. Texts tell only what is public. Optional: then the
   * game writes and reads point names, with the id of the kind chosen in small letters behind: "e7e8q". */
  qitai_status (*move_write)(const qitai_state *state, int32_t seat, qitai_move move, int32_t notation,
                             const qitai_sink *out);
  qitai_status (*move_read)(const qitai_state *state, int32_t seat, qitai_str text, int32_t notation, qitai_move *out,
                            qitai_refusal *why);

  /* A hash of what `viewer` knows of the position: pieces, who acts, and every right that decides which moves are possible;
   * neither counters nor history. Equal on every machine of one rules_revision; the public one on every state of a game. */
  qitai_status (*hash)(const qitai_state *state, int32_t viewer, uint64_t *out);

  /* What the piece on `point` may be as far as `viewer` can be sure of it: bit per kind (of the first 64), from the public
   * facts and what the viewer has itself. A piece that it knows has one bit, an empty point none; one of whose kind nothing
   * is known, all kinds that are still about. Never narrower than what follows for sure. Optional. */
  qitai_status (*candidates)(const qitai_state *state, int32_t viewer, uint16_t point, uint64_t *kinds);
} qitai_variant;

#ifdef __cplusplus
}
#endif
#endif
