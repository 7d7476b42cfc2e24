/* A small plugin in plain C that brings a transport and no game; with a macro it is broken in one way. For tests only. */
#include <qitai/transport.h>
#include <string.h>

#define STR(text) \
  { text, sizeof(text) - 1 }
#define ARRAY(elements) \
  { elements, sizeof(elements) / sizeof(elements[0]), sizeof(elements[0]) }

#ifndef PLUGIN_ID
#define PLUGIN_ID "wire"
#endif

static const qitai_failure_info failures[] = {{STR("absent"), STR("name"), STR("name"), QITAI_FAILURE_RETRY, 0}};
static const qitai_text texts[] = {
    {STR("en"), STR("name"), STR("Wire")},
    {STR("zh-Hans"), STR("name"), STR("电线")},
#ifndef BAD_LANGUAGE
    {STR("zh-Hant"), STR("name"), STR("電線")},
#endif
};
static const qitai_transport_info info = {
    .struct_size = sizeof info,
    .flags = 0,
    .id = STR("wire"),
    .name_key = STR("name"),
    .blurb_key = STR("name"),
    .links_max = 1,
    .failures = ARRAY(failures),
    .texts = ARRAY(texts),
};

struct qitai_endpoint {
  int unused;
};

static qitai_status begin(const qitai_endpoint_start* start, qitai_endpoint** out) {
  static qitai_endpoint only;
  *out = &only;
  return start->struct_size >= sizeof *start ? QITAI_OK : QITAI_BAD_ARGUMENT;
}
static void end(qitai_endpoint* endpoint) {}
static qitai_status descriptors(const qitai_endpoint* endpoint, qitai_descriptor* out, uint32_t capacity, uint32_t* count) {
  *count = 0;
  return QITAI_OK;
}
static qitai_status next(const qitai_endpoint* endpoint, int64_t* at) {
  *at = QITAI_NEVER;
  return QITAI_OK;
}
static qitai_status pump(qitai_endpoint* endpoint, int64_t now, const qitai_transport_events* events) { return QITAI_OK; }
static qitai_status take_calls(qitai_endpoint* endpoint, uint32_t on) { return QITAI_OK; }
static qitai_status dial(qitai_endpoint* endpoint, qitai_str address, uint64_t* link) { return QITAI_REFUSED; }
static qitai_status send(qitai_endpoint* endpoint, uint64_t link, const void* bytes, uint64_t size) {
  return QITAI_BAD_ARGUMENT;
}
static qitai_status hang_up(qitai_endpoint* endpoint, uint64_t link, uint32_t at_once) { return QITAI_BAD_ARGUMENT; }

static const qitai_transport transport = {
    .struct_size = sizeof transport,
    .info = &info,
    .open = begin,
    .close = end,
    .descriptors = descriptors,
    .next = next,
    .pump = pump,
    .listen = take_calls,
#ifndef BAD_NO_DIAL
    .dial = dial,
#endif
    .send = send,
    .hang_up = hang_up,
};

static const void* factory(qitai_str id, uint32_t index) {
  if (id.size != sizeof QITAI_TRANSPORT_ID - 1 || memcmp(id.data, QITAI_TRANSPORT_ID, id.size) != 0) return NULL;
#ifdef BAD_ENDLESS
  return &transport;
#else
  return index == 0 ? &transport : NULL;
#endif
}

const qitai_plugin qitai_plugin_entry = {
    .struct_size = sizeof qitai_plugin_entry,
    .abi_major = QITAI_ABI_MAJOR,
    .abi_minor = QITAI_ABI_MINOR,
    .id = STR(PLUGIN_ID),
    .version = STR("1.0"),
    .author = STR(""),
    .factory = factory,
};
