/* Qitai plugin ABI, version 1 (draft): a page of the menus that a plugin draws. Factory id "qitai.menu-page/1" answers a
 * const qitai_page*.
 *
 * Words. A *place* is where in the menus a page stands; the game shows one page there and has one of its own where no plugin
 * brings any. A *frame* is one call of draw: the page says from top to bottom what there is, each time anew, and each call
 * answers at once what a player did with that item (the manner of immediate interfaces). The game decides where things
 * stand and how they look, on every shape of screen, for stick, keyboard, mouse and touch; a page knows no pixels.
 *
 * Places of this version, and what a page finds there:
 *   "terms.time"     the time limits of a match. terms_get and terms_set work, fields below.
 *   "link.adapters"  the adapters of a link and what was paired with; drawn at least four times a second. No terms.
 *   "service"        a section of the operator's menu. No terms.
 *
 * Texts. Whatever a player reads is a key (qitai_words): looked up first among the place's words (below), then in the page's
 * own `texts` in the language that is set, then in its English ones; a key that nobody knows stands as it is. Names that come
 * from outside (of a device, of a player) are arguments: "{name}" in the text is replaced by the argument of that name, and
 * arguments are not looked into again.
 *
 * Everything that a page hands over is checked: counts and lengths have the limits named here, texts are UTF-8 without control
 * characters. QITAI_BAD_ARGUMENT from a function of the table means that something was wrong. A page that was answered so,
 * that opens no state, whose draw answers something else than QITAI_OK, is dropped for as long as the program runs: the place
 * shows a sentence and the game's own page.
 *
 * Threads: the main thread only, for every function on either side. Memory and strings: abi.h; what a page hands over in a
 * frame is used during that call only. */
#ifndef QITAI_PAGE_H
#define QITAI_PAGE_H

#include <qitai/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QITAI_PAGE_ID "qitai.menu-page/1"

#define QITAI_PLACE_TIME "terms.time"
#define QITAI_PLACE_ADAPTERS "link.adapters"
#define QITAI_PLACE_SERVICE "service"

/* Limits. */
#define QITAI_PAGE_MAX_ITEMS 200   /* of one frame, rows of lists included */
#define QITAI_PAGE_MAX_CHOICES 64  /* of one choice or list */
#define QITAI_PAGE_MAX_ARGS 8      /* of one text */
#define QITAI_PAGE_MAX_BYTES 512   /* of a key, an argument, a text */
#define QITAI_PAGE_MAX_ENTRY 64    /* bytes that a player may type into a text entry */
#define QITAI_PAGE_MAX_FIELDS 16   /* of one terms_set */
#define QITAI_PAGE_MAX_SPACING 8   /* of one spacing */

/* What stands for "{name}" in a text. Frozen. */
typedef struct qitai_word_arg {
  qitai_str name;
  qitai_str text; /* for people, in the form in which it is shown */
} qitai_word_arg;

/* A text by its key. An empty key: no text. Frozen. */
typedef struct qitai_words {
  qitai_str key;
  const qitai_word_arg *args; /* may be NULL if arg_count is 0 */
  uint32_t arg_count;         /* at most QITAI_PAGE_MAX_ARGS */
  uint32_t reserved;          /* 0 */
} qitai_words;

/* Something that can have the focus. */
typedef struct qitai_page_item {
  uint32_t struct_size;
  uint32_t flags;    /* QITAI_ITEM_… */
  qitai_str id;      /* [a-z0-9._-]{1,48}, unique in the frame; the same from frame to frame, or the focus goes astray */
  qitai_words label; /* not empty */
  qitai_words help;  /* one sentence about it, shown while it has the focus; may be empty */
  qitai_words why;   /* disabled: the sentence that says why; then it stands instead of `help` */
} qitai_page_item;
#define QITAI_ITEM_DISABLED 1u /* shown, can have the focus, cannot be changed */
#define QITAI_ITEM_FIRST 2u    /* has the focus when the page comes up; the first such item counts */

/* A whole number that players set. */
typedef struct qitai_page_number {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  int64_t min, max;  /* both included; 0 ≤ min ≤ max ≤ 1,000,000,000. Nobody can enter anything else. */
  qitai_words unit;  /* behind the number, "min"; may be empty */
  qitai_words zero;  /* shown instead of 0; may be empty */
} qitai_page_number;

/* A value of the terms. Frozen. */
typedef struct qitai_page_field {
  qitai_str id;
  int64_t value;
} qitai_page_field;

/* Where the items that follow stand. A frame begins in MAIN. Each area may be returned to; its items stay in their order. */
#define QITAI_AREA_MAIN 0 /* the middle */
#define QITAI_AREA_SIDE 1 /* a column beside it, or above it on screens that are higher than wide: what is chosen first */
#define QITAI_AREA_FOOT 2 /* a strip under both, over their whole width */

/* Tones of a badge. */
#define QITAI_TONE_PLAIN 0
#define QITAI_TONE_GOOD 1
#define QITAI_TONE_BAD 2

/* The game's side of one frame. Valid during draw only. Every function answers QITAI_OK; QITAI_BAD_ARGUMENT when what it was
 * given breaks a rule of this header, which drops the page; QITAI_NO_SPACE past QITAI_PAGE_MAX_ITEMS, likewise.
 *
 * Values are handed over at every frame, by pointer, as the page has them; the call changes one when a player did, and the
 * page keeps it. An item that a player just changed glows until the focus leaves it; that is the game's doing. */
typedef struct qitai_page_ui {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  void *ctx;         /* passed back as first argument */

  qitai_status (*area)(void *ctx, int32_t area); /* QITAI_AREA_… */

  /* Without focus. */
  qitai_status (*heading)(void *ctx, const qitai_words *words);
  qitai_status (*text)(void *ctx, const qitai_words *words); /* of at most four lines */
  qitai_status (*badge)(void *ctx, const qitai_words *words, int32_t tone);
  qitai_status (*progress)(void *ctx, const qitai_words *label, int32_t permille); /* 0…1000; -1: nobody knows how far */
  qitai_status (*spacing)(void *ctx, int32_t halves);       /* 1…QITAI_PAGE_MAX_SPACING half rows */
  /* "terms.time": the limits of a seat as they stand drawn along the moves, and said in one sentence. -1: of all seats. */
  qitai_status (*time_line)(void *ctx, int32_t seat);

  /* With focus. */
  qitai_status (*button)(void *ctx, const qitai_page_item *item, int32_t *pressed); /* pressed: 1 in one frame a press */
  qitai_status (*toggle)(void *ctx, const qitai_page_item *item, int32_t *on);      /* 0 or 1 */
  /* A row with − and +: left and right change it by one, by ten when held for 600 ms; select opens a pad of digits. */
  qitai_status (*number)(void *ctx, const qitai_page_item *item, const qitai_page_number *number, int64_t *value);
  /* The same, drawn as a bar, for numbers of which nobody cares exactly how large they are. */
  qitai_status (*slider)(void *ctx, const qitai_page_item *item, const qitai_page_number *number, int64_t *value);
  /* One of `count` (1…QITAI_PAGE_MAX_CHOICES) in one row, left and right go through them. *index: 0…count-1. */
  qitai_status (*choice)(void *ctx, const qitai_page_item *item, const qitai_words *choices, uint32_t count, int32_t *index);
  /* One of `count`, each a row of its own with the id ITEM.INDEX under the item's label (which may be empty). *index: the one
   * that is chosen, -1: none. *pressed: 1 in the frame in which a player chose one, be it the one that was chosen already. */
  qitai_status (*list)(void *ctx, const qitai_page_item *item, const qitai_words *rows, uint32_t count, int32_t *index,
                       int32_t *pressed);
  /* Letters a-z, digits, '.', '-', '_' by a pad of keys or a keyboard. `buffer` holds *size bytes, has room for `capacity`
   * (1…QITAI_PAGE_MAX_ENTRY), and is changed, *size with it, when the player is done; *done is then 1 in that frame. */
  qitai_status (*text_entry)(void *ctx, const qitai_page_item *item, char *buffer, uint32_t capacity, uint32_t *size,
                             int32_t *done);
  /* Gives an item of the next frame the focus. */
  qitai_status (*focus)(void *ctx, qitai_str id);

  /* What the players agree on, by field. "terms.time" has, in the order of config.toml's [time]:
   *   first_limit (minutes), first_moves, second_limit (minutes), second_moves, step_limit (seconds), increment (seconds),
   *   setup_limit (minutes; only where the game has a private set-up), carry (0 or 1): of every seat; get answers seat 0's.
   *   FIELD.SEAT ("first_limit.1"): of that seat alone.
   *   seats: how many there are; read only.
   * And the words seat.0, seat.1…: what each is called.
   * QITAI_UNSUPPORTED: no such field in this place, or not for this game; that is no fault of the page. */
  qitai_status (*terms_get)(void *ctx, qitai_str field, int64_t *value);
  /* Sets all of them (1…QITAI_PAGE_MAX_FIELDS) or, if together they are not allowed, none: QITAI_REFUSED; the game shows the
   * sentence to the player, which also goes into `sentence` (may be NULL) in the language that is set. In which order they
   * stand does not matter. */
  qitai_status (*terms_set)(void *ctx, const qitai_page_field *fields, uint32_t count, const qitai_sink *sentence);
} qitai_page_ui;

typedef struct qitai_page_state qitai_page_state; /* the plugin's own: one page that is open */

/* A page. Lives as long as the plugin; the same answer of the factory each time. */
typedef struct qitai_page {
  uint32_t struct_size;
  uint32_t reserved;   /* 0 */
  qitai_str id;        /* [a-z0-9-]{1,32}, unique among the plugin's pages */
  qitai_str place;     /* [a-z0-9.-]{1,32}; a page for a place that this game does not have is never shown */
  qitai_str title_key; /* not empty */
  qitai_array texts;   /* of qitai_text, at most 4,096; keys at most 128 bytes */
  /* A player comes to the page, or the vetting program tries it. */
  qitai_status (*open)(qitai_page_state **out);
  void (*close)(qitai_page_state *state); /* NULL is allowed */
  /* One frame. Called as often as the game needs it, also several times for one picture; only what a call answered may change
   * anything. Bounded: it neither waits nor blocks. */
  qitai_status (*draw)(qitai_page_state *state, const qitai_page_ui *ui);
} qitai_page;

#ifdef __cplusplus
}
#endif
#endif
