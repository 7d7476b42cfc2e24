/* A small sound plugin in plain C; with one of the macros below it is broken in one way. For tests only. */
#include <qitai/variant.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STR(text) \
  { text, sizeof(text) - 1 }
#define ARRAY(elements) \
  { elements, sizeof(elements) / sizeof(elements[0]), sizeof(elements[0]) }

#ifndef PLUGIN_ID
#define PLUGIN_ID "good"
#endif
#ifndef VARIANT_ID
#define VARIANT_ID "good"
#endif

#ifdef BAD_TEXT_UTF8
#define WORD "\xC0\xAF"
#else
#define WORD "Good"
#endif
#ifdef BAD_KIND_TWICE
#define SECOND_KIND "k"
#else
#define SECOND_KIND "l"
#endif
#ifdef BAD_SEAT_COLOUR
#define SEAT_COLOUR 1
#else
#define SEAT_COLOUR 0
#endif
#ifdef BAD_OPTION_DEFAULT
#define DEFAULT_NUMBER 10
#else
#define DEFAULT_NUMBER 5
#endif
#ifdef BAD_OPTION_CIRCLE
#define FIRST_DEPENDS_ON 1
#else
#define FIRST_DEPENDS_ON (-1)
#endif
#ifdef BAD_NEIGHBOUR
#define NEIGHBOUR 2
#else
#define NEIGHBOUR 1
#endif

static const qitai_text texts[] = {{STR("en"), STR("name"), STR(WORD)}};
static const qitai_seat_info seats[] = {{STR("one"), STR("one"), STR("one.turn"), SEAT_COLOUR, 0}};
static const qitai_colour_info colours[] = {{STR("red"), STR("red"), STR("red.seal"), 0xFF0000, 0}};
static const qitai_kind_info kinds[] = {
    {STR("k"), STR("k"), STR("k"), STR("k"), 0, 0, 0, 0},
    {STR(SECOND_KIND), STR("l"), STR("l"), STR("l"), 0, 1, 0, 0},
};
static const qitai_option_info options[] = {
    {STR("first"), STR("first"), STR(""), QITAI_OPTION_TOGGLE, FIRST_DEPENDS_ON, 2, 1, 0, 0, {0, 0, 0}},
    {STR("second"), STR("second"), STR(""), QITAI_OPTION_NUMBER, 0, 2, DEFAULT_NUMBER, 1, 9, {0, 0, 0}},
};
static const qitai_point points[] = {{0, 0, STR("a"), 0, 0}, {1000, 1000, STR("b"), 0, 0}};
static const qitai_edge edges[] = {{0, NEIGHBOUR}};
static const qitai_geometry board = {.struct_size = sizeof board,
                                     .width = 1000,
                                     .height = 1000,
                                     .points = ARRAY(points),
                                     .neighbours = ARRAY(edges)};

static const qitai_variant_info info = {
#ifdef BAD_INFO_SIZE
    .struct_size = 16,
#else
    .struct_size = sizeof info,
#endif
    .rules_revision = 1,
    .id = STR(VARIANT_ID),
    .name_key = STR("name"),
    .blurb_key = STR(""),
#ifdef BAD_SEATS_STRIDE
    .seats = {seats, 1, 4},
#else
    .seats = ARRAY(seats),
#endif
#ifdef BAD_COLOURS_NONE
    .colours = {colours, 0, sizeof colours[0]},
#else
    .colours = ARRAY(colours),
#endif
#ifdef BAD_KINDS_HUGE
    .kinds = {kinds, 4000000000u, sizeof kinds[0]},
#else
    .kinds = ARRAY(kinds),
#endif
    .options = ARRAY(options),
#ifdef BAD_TEXTS_NULL
    .texts = {NULL, 9000, sizeof(qitai_text)},
#else
    .texts = ARRAY(texts),
#endif
};

/* One piece stands on `a`; nobody can do anything. */
static qitai_status geometry(const int64_t* values, uint32_t count, const qitai_geometry** out) {
  (void)values;
  (void)count;
#ifdef BAD_BOARD_NULL
  *out = NULL;
#else
  *out = &board;
#endif
  return QITAI_OK;
}
static qitai_status create(const qitai_start* start, qitai_state** out, qitai_refusal* why) {
  (void)start;
  (void)why;
  *out = (qitai_state*)calloc(1, 1);
  return *out == NULL ? QITAI_ERROR : QITAI_OK;
}
static qitai_status clone_state(const qitai_state* state, qitai_state** out) {
  (void)state;
  return create(NULL, out, NULL);
}
static void destroy(qitai_state* state) {
  free(state);
}
static qitai_status save(const qitai_state* state, int32_t purpose, int32_t viewer, const qitai_sink* out) {
  (void)state;
  (void)purpose;
  (void)viewer;
  (void)out;
  return QITAI_OK;
}
static qitai_status load(const void* bytes, uint64_t size, qitai_state** out, qitai_refusal* why) {
  (void)bytes;
  (void)size;
  return create(NULL, out, why);
}
static qitai_status acting(const qitai_state* state, uint32_t* bits) {
  (void)state;
  *bits = 0;
#ifdef BAD_ACTING
  return QITAI_ERROR;
#else
  return QITAI_OK;
#endif
}
static qitai_status legal(const qitai_state* state, int32_t seat, qitai_move* out, uint32_t room,
                          uint32_t* count) {
  (void)state;
  (void)seat;
  (void)out;
  (void)room;
  *count = 0;
  return QITAI_OK;
}
static qitai_status apply(qitai_state* state, int32_t seat, qitai_move move, const qitai_fact* facts,
                          uint32_t count, const qitai_change_sink* changes, qitai_refusal* why) {
  (void)state;
  (void)seat;
  (void)move;
  (void)facts;
  (void)count;
  (void)changes;
  (void)why;
  return QITAI_REFUSED;
}
static qitai_status outcome(const qitai_state* state, qitai_outcome* out) {
  (void)state;
  out->over = 0;
  return QITAI_OK;
}
static qitai_status view(const qitai_state* state, int32_t viewer, qitai_piece* out, uint32_t room,
                         uint32_t* count) {
  static const qitai_piece piece = {0, 0, 0, 0, 1};
  (void)state;
  (void)viewer;
  *count = 1;
  if (room == 0) return QITAI_NO_SPACE;
  *out = piece;
  return QITAI_OK;
}
static qitai_status hash(const qitai_state* state, int32_t viewer, uint64_t* out) {
  (void)state;
  (void)viewer;
  *out = 1;
  return QITAI_OK;
}

static const qitai_variant variant = {
    .struct_size = sizeof variant,
    .info = &info,
    .geometry = geometry,
    .create = create,
    .clone = clone_state,
    .destroy = destroy,
    .save = save,
    .load = load,
    .acting = acting,
#ifndef BAD_NO_LEGAL
    .legal = legal,
#endif
    .apply = apply,
    .outcome = outcome,
    .view = view,
    .hash = hash,
};

static void crash(void) {
  volatile int* volatile nowhere = NULL;
  *nowhere = 1;
}

static const void* factory(qitai_str id, uint32_t index) {
#ifdef BAD_CRASH_FACTORY
  crash();
#endif
  /* Whatever else there is to make, this plugin makes none. */
  if (id.size != sizeof QITAI_VARIANT_ID - 1 || memcmp(id.data, QITAI_VARIANT_ID, id.size) != 0) return NULL;
#ifdef BAD_ENDLESS_FACTORY
  return &variant;
#else
  return index == 0 ? &variant : NULL;
#endif
}

static qitai_status init(const qitai_host* host) {
#ifdef BAD_HANG_INIT
  for (;;)
    pause();
#endif
#ifdef BAD_INIT
  return QITAI_ERROR;
#endif
  /* The game's side is whole. */
  if (host->struct_size < sizeof *host || host->log == NULL || host->wake == NULL || host->setting == NULL ||
      host->random == NULL || host->extension == NULL) {
    return QITAI_ERROR;
  }
  unsigned char bytes[300] = {0};
  unsigned sum = 0;
  if (host->random(host->ctx, bytes, sizeof bytes) != QITAI_OK) return QITAI_ERROR;
  for (unsigned i = 0; i < sizeof bytes; ++i)
    sum += bytes[i];
  return sum == 0 ? QITAI_ERROR : QITAI_OK;
}

#if defined(BAD_CRASH_CONSTRUCTOR) || defined(BAD_ABORT_CONSTRUCTOR) || defined(BAD_EXIT_CONSTRUCTOR) || \
    defined(BAD_HANG_CONSTRUCTOR)
__attribute__((constructor)) static void construct(void) {
#if defined(BAD_CRASH_CONSTRUCTOR)
  crash();
#elif defined(BAD_ABORT_CONSTRUCTOR)
  abort();
#elif defined(BAD_EXIT_CONSTRUCTOR)
  _exit(3);
#else
  signal(SIGTERM, SIG_IGN);
  for (;;)
    pause();
#endif
}
#endif
#ifdef BAD_CRASH_DESTRUCTOR
__attribute__((destructor)) static void destruct(void) {
  crash();
}
#endif
#ifdef BAD_EXIT_DESTRUCTOR
__attribute__((destructor)) static void destruct(void) {
  _exit(4);
}
#endif
#ifdef BAD_UNDEFINED
extern void nowhere_defined(void);
__attribute__((constructor)) static void construct(void) {
  nowhere_defined();
}
#endif

#ifndef BAD_NO_SYMBOL
const qitai_plugin qitai_plugin_entry = {
#ifdef BAD_ENTRY_SIZE
    .struct_size = 24,
#else
    .struct_size = sizeof qitai_plugin_entry,
#endif
#ifdef BAD_MAJOR
    .abi_major = 2,
    .abi_minor = 7,
#else
    .abi_major = QITAI_ABI_MAJOR,
    .abi_minor = QITAI_ABI_MINOR,
#endif
    .id = STR(PLUGIN_ID),
    .version = STR("1.0"),
    .author = STR("tests"),
    .init = init,
    .factory = factory,
};
#else
/* Kept, so that only the symbol is missing. */
__attribute__((used)) static const void* keep[] = {(const void*)&factory, (const void*)&init};
#endif
