/* Qitai plugin ABI, version 1 (draft): what every plugin shares. C11; also valid C++20.
 *
 * A plugin is a shared library with one exported symbol, `qitai_plugin_entry`. Everything else is reached from there by
 * string id with a revision, e.g. "qitai.variant/1". An id that one side does not know is answered with NULL and skipped.
 *
 * Rules that hold for every member of every header here, unless the member says otherwise:
 *  - Structs. Each begins with `struct_size`, the sizeof of the version its filler was compiled with. Structs only grow at
 *    their end; a reader uses a member only if QITAI_HAS says that it is there. Structs marked "frozen" have no size and
 *    never change. Arrays described by a plugin come as qitai_array with their stride, so their elements may grow too.
 *  - Integers are of fixed width. Unknown kinds, flags and text keys are skipped by whoever meets them.
 *  - Memory. What one side allocates, it alone frees. Results go into a buffer of the caller (count, then fill) or a sink.
 *  - Strings are UTF-8, pointer and length, never NULL with a length above 0, not NUL-terminated. Strings in descriptions
 *    live as long as the plugin (for ever: plugins are never unloaded); others until the next call on the same state.
 *  - Every function returns a qitai_status. No exception crosses the border, in either direction.
 *  - Threads. Functions of the plugin may be called from any thread. One state is used by one thread at a time; calls on
 *    different states, and const calls on different states, may run side by side. No global may change after init.
 *  - Randomness comes only from the seed given at creation or from qitai_host.random; time never enters the rules.
 *
 * Since: every member stands since 1.0 unless it says "since 1.N". */
#ifndef QITAI_ABI_H
#define QITAI_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A plugin with another major is refused; a higher minor only adds. */
#define QITAI_ABI_MAJOR 1
#define QITAI_ABI_MINOR 0

#if defined(__GNUC__)
#define QITAI_EXPORT __attribute__((visibility("default")))
#else
#define QITAI_EXPORT
#endif

/* Whether `member` of the struct behind `ptr` is there for this reader (struct_size reaches past it). */
#ifdef __cplusplus
#define QITAI_HAS(ptr, type, member) \
  ((ptr)->struct_size >= static_cast<uint32_t>(offsetof(type, member) + sizeof(type::member)))
#else
#define QITAI_HAS(ptr, type, member) \
  ((ptr)->struct_size >= (uint32_t)(offsetof(type, member) + sizeof(((type *)0)->member)))
#endif

/* What every function answers. Negative: not done, nothing changed. Unknown negative values mean QITAI_ERROR. */
typedef int32_t qitai_status;
#define QITAI_OK 0             /* done */
#define QITAI_ERROR (-1)       /* failed inside (out of memory, a defect); the error sink says more */
#define QITAI_REFUSED (-2)     /* the rules or the text's grammar say no; the qitai_refusal says why */
#define QITAI_UNKNOWN (-3)     /* a partial state cannot know this */
#define QITAI_UNSUPPORTED (-4) /* not offered by this variant or for these options */
#define QITAI_BAD_ARGUMENT (-5)/* a caller's mistake: index or size out of range, NULL where none may be */
#define QITAI_NO_SPACE (-6)    /* the caller's buffer is too small; the count needed has been written */
#define QITAI_WOULD_BLOCK (-7) /* not now; the function says how one hears that it goes again */

/* A string. Frozen. */
typedef struct qitai_str {
  const char *data; /* UTF-8, not NUL-terminated; may be NULL if size is 0 */
  uint64_t size;    /* bytes */
} qitai_str;

/* An array that a plugin describes: `count` elements, `stride` bytes apart (the sizeof of the element type the plugin was
 * compiled with). Owned by the plugin, as long-lived as its strings. Frozen. */
typedef struct qitai_array {
  const void *data; /* may be NULL if count is 0 */
  uint32_t count;
  uint32_t stride; /* bytes */
} qitai_array;

/* One text in one language. Which keys are looked up stands with the struct that has the texts. Element of an array, may
 * grow. */
typedef struct qitai_text {
  qitai_str lang; /* "zh-Hans", "zh-Hant", "en"; a language that lacks a key falls back to "en" */
  qitai_str key;
  qitai_str text;
} qitai_text;

/* Where bytes go. `write` may be called several times, each call appends; a negative answer tells the writer to stop and
 * return that status. Called only during the call that the sink was given to, on that call's thread. Frozen. */
typedef struct qitai_sink {
  void *ctx;
  qitai_status (*write)(void *ctx, const void *bytes, uint64_t size);
} qitai_sink;

/* Levels of qitai_host.log. */
#define QITAI_LOG_DEBUG 0
#define QITAI_LOG_INFO 1
#define QITAI_LOG_WARNING 2
#define QITAI_LOG_ERROR 3

/* The game's side, given to init. Lives as long as the process. Every function may be called from any thread. */
typedef struct qitai_host {
  uint32_t struct_size;
  uint16_t abi_major; /* of the game */
  uint16_t abi_minor;
  void *ctx; /* passed back as first argument */
  /* One line into the game's log, marked with the plugin's id. */
  void (*log)(void *ctx, int32_t level, qitai_str line);
  /* Wakes the game's loop, which then lets the plugin do its work on the main thread. */
  void (*wake)(void *ctx);
  /* A value of the plugin's own section [plugin.ID] in config.toml as text; QITAI_UNSUPPORTED where the key is absent. */
  qitai_status (*setting)(void *ctx, qitai_str key, const qitai_sink *value);
  /* Fills `size` bytes from the system's secure source. */
  qitai_status (*random)(void *ctx, void *bytes, uint64_t size);
  /* A further service of the game by id and revision, or NULL. */
  const void *(*extension)(void *ctx, qitai_str id);
} qitai_host;

/* The one exported symbol is a const struct of this type. `struct_size`, `abi_major` and `abi_minor` are read before
 * anything else and keep their place in every major. */
typedef struct qitai_plugin {
  uint32_t struct_size;
  uint16_t abi_major; /* QITAI_ABI_MAJOR at the plugin's compilation */
  uint16_t abi_minor; /* QITAI_ABI_MINOR at the plugin's compilation */
  qitai_str id;       /* [a-z0-9-]{1,32}, unique among plugins */
  qitai_str version;  /* of the plugin, e.g. "1.2.0"; at most 32 bytes */
  qitai_str author;   /* for people; may be empty; at most 128 bytes */
  /* Called once, before anything else, on the main thread. Not QITAI_OK: the plugin is not used. May be NULL. */
  qitai_status (*init)(const qitai_host *host);
  /* The index-th thing of kind `id` that this plugin makes ("qitai.variant/1": a const qitai_variant*), or NULL past the
   * last one and for ids unknown to it. Pure: the same answer each time. */
  const void *(*factory)(qitai_str id, uint32_t index);
} qitai_plugin;

extern QITAI_EXPORT const qitai_plugin qitai_plugin_entry;

#ifdef __cplusplus
}
#endif
#endif
