/* Qitai plugin ABI, version 1 (draft): extension "qitai.perft/1" of a variant: node counts by the plugin's own fastest way.
 * The same counts come out of legal and apply alone; the two are compared in tests. */
#ifndef QITAI_PERFT_H
#define QITAI_PERFT_H

#include <qitai/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QITAI_PERFT_ID "qitai.perft/1"

typedef struct qitai_perft {
  uint32_t struct_size;
  uint32_t reserved;
  /* Number of legal move sequences of exactly `depth` plies (0: one) from `state`, which is as before afterwards. Ends by
   * the rules of movement alone stop a line (checkmate, stalemate); counters and repetition do not. Any thread. */
  qitai_status (*nodes)(const qitai_state *state, uint32_t depth, uint64_t *nodes);
} qitai_perft;

#ifdef __cplusplus
}
#endif
#endif
