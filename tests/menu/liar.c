/* The plugin of a game as somebody has it who cheats with it: all that the honest one (the file HONEST) says, but for one lie.
 * LIES_OPENING: what is opened at the end is not what was committed to. LIES_POSITION: whenever the
 * second seat is to move it is a draw. */
#include <dlfcn.h>
#include <qitai/secrets.h>
#include <qitai/variant.h>
#include <string.h>

#define STR(text) \
  { text, sizeof(text) - 1 }

static const qitai_plugin *honest;
static qitai_variant variant;

#ifdef LIES_OPENING
static qitai_secrets secrets;
static const qitai_secrets *honest_secrets;

/* What the honest one opens, before it is passed on. */
typedef struct opening {
  uint8_t bytes[65536];
  uint64_t size;
} opening;

static qitai_status keep(void *ctx, const void *bytes, uint64_t size) {
  opening *const kept = ctx;
  if (size > sizeof kept->bytes - kept->size) return QITAI_BAD_ARGUMENT;
  memcpy(kept->bytes + kept->size, bytes, size);
  kept->size += size;
  return QITAI_OK;
}

static qitai_status open_falsely(qitai_keeper *keeper, const qitai_sink *out, qitai_refusal *why) {
  static opening kept;
  const qitai_sink sink = {&kept, keep};
  kept.size = 0;
  const qitai_status opened = honest_secrets->open(keeper, &sink, why);
  if (opened != QITAI_OK || kept.size == 0) return opened;
  kept.bytes[8] ^= 1; /* of its secret */
  return out->write(out->ctx, kept.bytes, kept.size);
}

static const void *extension(qitai_str id) {
  const qitai_variant *const plain = honest->factory((qitai_str)STR(QITAI_VARIANT_ID), 0);
  if (id.size != sizeof QITAI_SECRETS_ID - 1 || memcmp(id.data, QITAI_SECRETS_ID, id.size) != 0)
    return plain->extension(id);
  return &secrets;
}
#endif

#ifdef LIES_POSITION
static qitai_status act_falsely(const qitai_state *state, uint32_t *seats) {
  const qitai_variant *const plain = honest->factory((qitai_str)STR(QITAI_VARIANT_ID), 0);
  const qitai_status told = plain->acting(state, seats);
  if (told == QITAI_OK && *seats == 2U) *seats = 0;
  return told;
}

static qitai_status tell_falsely(const qitai_state *state, qitai_outcome *out) {
  const qitai_variant *const plain = honest->factory((qitai_str)STR(QITAI_VARIANT_ID), 0);
  uint32_t seats = 0;
  const qitai_status told = plain->outcome(state, out);
  if (told != QITAI_OK || out->over != 0 || act_falsely(state, &seats) != QITAI_OK || seats != 0U) return told;
  out->over = 1;
  out->result[0] = out->result[1] = 0;
  out->reason = (qitai_str)STR("dead-position");
  out->claim_count = 0;
  return QITAI_OK;
}
#endif

static qitai_status init(const qitai_host *host) {
  void *const file = dlopen(HONEST, RTLD_NOW | RTLD_LOCAL);
  if (file == NULL) return QITAI_UNSUPPORTED;
  honest = dlsym(file, "qitai_plugin_entry");
  if (honest == NULL) return QITAI_UNSUPPORTED;
  if (honest->init != NULL && honest->init(host) != QITAI_OK) return QITAI_UNSUPPORTED;
  const qitai_variant *const plain = honest->factory((qitai_str)STR(QITAI_VARIANT_ID), 0);
  variant = *plain;
#ifdef LIES_OPENING
  honest_secrets = plain->extension((qitai_str)STR(QITAI_SECRETS_ID));
  secrets = *honest_secrets;
  secrets.open = open_falsely;
  variant.extension = extension;
#endif
#ifdef LIES_POSITION
  variant.acting = act_falsely;
  variant.outcome = tell_falsely;
#endif
  return QITAI_OK;
}

static const void *factory(qitai_str id, uint32_t index) {
  const int wanted = id.size == sizeof QITAI_VARIANT_ID - 1 && memcmp(id.data, QITAI_VARIANT_ID, id.size) == 0;
  return wanted && index == 0 ? &variant : NULL;
}

const qitai_plugin qitai_plugin_entry = {.struct_size = sizeof qitai_plugin_entry,
                                         .abi_major = QITAI_ABI_MAJOR,
                                         .abi_minor = QITAI_ABI_MINOR,
                                         .id = STR("liar"),
                                         .version = STR("1.0.0"),
                                         .author = STR(""),
                                         .init = init,
                                         .factory = factory};
