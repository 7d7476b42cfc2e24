/* Qitai plugin ABI, version 1 (draft): extension "qitai.setup/1" of a variant whose seats set up their pieces
 * in private: what a set-up screen and a bot need. A *layout* is the bytes that qitai_variant.setup_apply
 * takes from a seat; it may be one that the rules forbid. Its *pieces* are that seat's, as its own view would
 * show them.
 *
 * Every function is a question about a state in which `seat` owes its set-up (QITAI_UNSUPPORTED otherwise)
 * and tells nothing of the other seats' layouts. Memory, threads and errors: as of the questions in
 * variant.h. */
#ifndef QITAI_SETUP_H
#define QITAI_SETUP_H

#include <qitai/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QITAI_SETUP_ID "qitai.setup/1"

typedef struct qitai_setup {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  /* A legal layout such as a good player might choose, drawn from the seed: the same seed, the same layout.
   */
  qitai_status (*suggest)(const qitai_state* state, int32_t seat, const uint8_t seed[32],
                          const qitai_sink* layout);
  /* The pieces of a layout, ascending by point; manner of qitai_variant.legal. QITAI_REFUSED: the bytes are
   * no layout. */
  qitai_status (*read)(const qitai_state* state, int32_t seat, const void* layout, uint64_t size,
                       qitai_piece* out, uint32_t capacity, uint32_t* count, qitai_refusal* why);
  /* The layout in which these pieces stand so, legal or not. QITAI_REFUSED: a piece that the seat does not
   * have, two on one point, a point that is not the seat's. */
  qitai_status (*write)(const qitai_state* state, int32_t seat, const qitai_piece* pieces, uint32_t count,
                        const qitai_sink* layout, qitai_refusal* why);
  /* QITAI_OK: the rules take it. QITAI_REFUSED: the first rule that it breaks, and the points of the pieces
   * that break it. */
  qitai_status (*check)(const qitai_state* state, int32_t seat, const void* layout, uint64_t size,
                        qitai_refusal* why);
  /* Where the piece on `point` of this layout may go, ascending: points where it may stand while whatever
   * stands there may stand on `point`; never `point` itself. Manner of qitai_variant.legal. */
  qitai_status (*places)(const qitai_state* state, int32_t seat, const void* layout, uint64_t size,
                         uint16_t point, uint16_t* out, uint32_t capacity, uint32_t* count);
} qitai_setup;

#ifdef __cplusplus
}
#endif
#endif
