/* A plugin whose page keeps its contract for three frames, so that it is loaded, and breaks it in the fourth. */
#include <qitai/page.h>
#include <string.h>

#define STR(text) \
  { text, sizeof(text) - 1 }

static const qitai_text texts[] = {{STR("en"), STR("title"), STR("Turncoat")}};
static int frames;

static qitai_status open_page(qitai_page_state** out) {
  *out = (qitai_page_state*)&frames;
  return QITAI_OK;
}
static void close_page(qitai_page_state* state) {
  (void)state;
}
static qitai_status draw(qitai_page_state* state, const qitai_page_ui* ui) {
  const qitai_page_item item = {.struct_size = sizeof item, .id = STR("turncoat"), .label = {.key = STR("title")}};
  const qitai_page_number number = {.struct_size = sizeof number, .max = 9};
  int64_t value = ++frames > 3 ? 10 : 9;
  (void)state;
  ui->number(ui->ctx, &item, &number, &value);
  return QITAI_OK;
}

static const qitai_page page = {.struct_size = sizeof page,
                                .id = STR("turncoat"),
                                .place = STR(QITAI_PLACE_TIME),
                                .title_key = STR("title"),
                                .texts = {texts, 1, sizeof texts[0]},
                                .open = open_page,
                                .close = close_page,
                                .draw = draw};

static const void* factory(qitai_str id, uint32_t index) {
  const int wanted = id.size == sizeof QITAI_PAGE_ID - 1 && memcmp(id.data, QITAI_PAGE_ID, id.size) == 0;
  return wanted && index == 0 ? &page : NULL;
}

const qitai_plugin qitai_plugin_entry = {.struct_size = sizeof qitai_plugin_entry,
                                         .abi_major = QITAI_ABI_MAJOR,
                                         .abi_minor = QITAI_ABI_MINOR,
                                         .id = STR("turncoat"),
                                         .version = STR("1.0.0"),
                                         .author = STR(""),
                                         .factory = factory};
