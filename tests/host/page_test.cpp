// A page that breaks a rule of qitai/page.h is dropped with a sentence that names it, the call and what was
// expected; nothing of what it handed over reaches the screen unchecked.
#include <functional>
#include <set>

#include "host/page.hpp"
#include "plugins.hpp"

namespace {

using namespace qitai::host;

qitai_str str(std::string_view text) {
  return {text.data(), text.size()};
}
qitai_words words(std::string_view key) {
  return {str(key), nullptr, 0, 0};
}
qitai_page_item item(std::string_view id) {
  qitai_page_item out{};
  out.struct_size = sizeof out;
  out.id = str(id);
  out.label = words("label");
  return out;
}

// What the page of a test does in its frame; C functions have no captures.
std::function<qitai_status(const qitai_page_ui&)> script;

qitai_status open_page(qitai_page_state** out) {
  static int state = 0;
  *out = reinterpret_cast<qitai_page_state*>(&state);
  return QITAI_OK;
}
void close_page(qitai_page_state* /*state*/) {}
qitai_status draw_page(qitai_page_state* /*state*/, const qitai_page_ui* ui) {
  return script(*ui);
}

const qitai_text kTexts[] = {{{"en", 2}, {"label", 5}, {"Label", 5}},
                             {{"zh-Hans", 7}, {"label", 5}, {"标签", 6}},
                             {{"en", 2}, {"only", 4}, {"Only English", 12}}};

qitai_page sound() {
  return {sizeof(qitai_page), 0,
          str("test"),        str("service"),
          str("label"),       {kTexts, std::size(kTexts), sizeof kTexts[0]},
          &open_page,         &close_page,
          &draw_page};
}

// Notes what reached it and changes every value as far as it goes.
class Notes final : public PageUi {
 public:
  std::vector<std::string> seen;
  std::int64_t number_answer = 7;
  std::string typed = "name";

  void area(PageArea area) override { seen.push_back("area " + std::to_string(static_cast<int>(area))); }
  void heading(const Words& words) override { seen.push_back("heading " + words.key); }
  void text(const Words& words) override {
    seen.push_back("text " + words.key);
    for (const auto& [name, value] : words.args)
      seen.back() += " " + name + "=" + value;
  }
  void badge(const Words& words, Tone /*tone*/) override { seen.push_back("badge " + words.key); }
  void progress(const Words& label, int permille) override {
    seen.push_back("progress " + label.key + " " + std::to_string(permille));
  }
  void spacing(int halves) override { seen.push_back("spacing " + std::to_string(halves)); }
  void time_line(int seat) override { seen.push_back("time_line " + std::to_string(seat)); }
  bool button(const PageItem& item) override {
    seen.push_back("button " + item.id);
    return true;
  }
  bool toggle(const PageItem& item, bool on) override {
    seen.push_back("toggle " + item.id);
    return !on;
  }
  std::int64_t number(const PageItem& item, const PageNumber& number, std::int64_t /*value*/) override {
    seen.push_back("number " + item.id + " " + std::to_string(number.max) + " " + number.unit.key);
    return number_answer;
  }
  std::int64_t slider(const PageItem& item, const PageNumber& /*number*/, std::int64_t value) override {
    seen.push_back("slider " + item.id);
    return value;
  }
  int choice(const PageItem& item, std::span<const Words> choices, int /*index*/) override {
    seen.push_back("choice " + item.id);
    return static_cast<int>(choices.size()) - 1;
  }
  Listed list(const PageItem& item, std::span<const Words> /*rows*/, int /*index*/) override {
    seen.push_back("list " + item.id);
    return {0, true};
  }
  std::optional<std::string> text_entry(const PageItem& item, std::string_view text,
                                        std::size_t /*capacity*/) override {
    seen.push_back("entry " + item.id + " " + std::string(text));
    return typed;
  }
  void focus(std::string_view id) override { seen.push_back("focus " + std::string(id)); }
  std::optional<std::int64_t> terms_get(std::string_view field) override {
    return field == "seats"   ? std::optional<std::int64_t>(2)
           : field == "known" ? std::optional<std::int64_t>(5)
                              : std::nullopt;
  }
  TermsAnswer terms_set(std::span<const PageField> fields) override {
    using Kind = TermsAnswer::Kind;
    if (fields.front().id != "known") return {Kind::kUnsupported, {}};
    return fields.front().value > 9 ? TermsAnswer{Kind::kRefused, "Too much."} : TermsAnswer{};
  }
};

qitai::Status drawn(Notes& notes, std::function<qitai_status(const qitai_page_ui&)> what) {
  script = std::move(what);
  const qitai_page raw = sound();
  const auto page = Page::wrap(&raw, "tester");
  REQUIRE(page.ok());
  auto state = (*page)->open();
  REQUIRE(state.ok());
  return state->draw(notes);
}

// The sentence of what is wrong with a frame; empty: nothing.
std::string fault(std::function<qitai_status(const qitai_page_ui&)> what) {
  Notes notes;
  const qitai::Status status = drawn(notes, std::move(what));
  return status.ok() ? std::string() : status.error().message;
}

constexpr std::string_view kHead = "the page \"test\" of the plugin \"tester\" broke its contract: ";

}  // namespace

TEST_CASE("a page: what it says of itself is copied, texts fall back to English") {
  const qitai_page raw = sound();
  const auto page = Page::wrap(&raw, "tester");
  REQUIRE(page.ok());
  CHECK((*page)->id() == "test");
  CHECK((*page)->place() == "service");
  CHECK((*page)->text("zh-Hans", "label") == "标签");
  CHECK((*page)->text("zh-Hant", "label") == "Label");
  CHECK((*page)->text("zh-Hans", "only") == "Only English");
  CHECK((*page)->text("en", "nothing").empty());
}

TEST_CASE("a page: tables that break a rule are refused") {
  const auto error = [](const std::function<void(qitai_page&)>& change) {
    qitai_page raw = sound();
    change(raw);
    const auto page = Page::wrap(&raw, "tester");
    REQUIRE_FALSE(page.ok());
    CHECK(page.error().code == "tables");
    return page.error().message;
  };
  CHECK_FALSE(Page::wrap(nullptr, "tester").ok());
  CHECK(error([](qitai_page& p) { p.struct_size = 16; }) == "qitai_page has 16 bytes, expected at least 96");
  CHECK(error([](qitai_page& p) { p.draw = nullptr; }) == "qitai_page lacks open, close or draw");
  CHECK(error([](qitai_page& p) { p.id = str("Bad Id"); }) ==
        "page id \"Bad Id\" has other characters than [a-z0-9-]");
  CHECK(error([](qitai_page& p) { p.place = str(""); }) == "place is empty");
  CHECK(error([](qitai_page& p) { p.title_key = {nullptr, 4}; }) == "title_key has 4 bytes at NULL");
  CHECK(error([](qitai_page& p) { p.texts.count = 4097; }) ==
        "table texts has 4097 entries, expected 0 to 4096");
  CHECK(error([](qitai_page& p) { p.texts.stride = 8; }) ==
        "table texts has a stride of 8 bytes, expected 48 to 4096");
  static const qitai_text twice[] = {kTexts[0], kTexts[0]};
  CHECK(error([](qitai_page& p) {
          p.texts = {twice, 2, sizeof twice[0]};
        }) == "table texts, entry 1: key \"label\" stands twice in language en");
}

TEST_CASE("a page: every function reaches the game and brings its answer back") {
  Notes notes;
  const qitai::Status status = drawn(notes, [](const qitai_page_ui& ui) -> qitai_status {
    const qitai_word_arg arg{str("n"), str("3")};
    const qitai_words filled{str("label"), &arg, 1, 0}, one = words("label");
    CHECK(ui.area(ui.ctx, QITAI_AREA_SIDE) == QITAI_OK);
    CHECK(ui.heading(ui.ctx, &one) == QITAI_OK);
    CHECK(ui.text(ui.ctx, &filled) == QITAI_OK);
    CHECK(ui.badge(ui.ctx, &one, QITAI_TONE_GOOD) == QITAI_OK);
    CHECK(ui.progress(ui.ctx, &one, -1) == QITAI_OK);
    CHECK(ui.spacing(ui.ctx, 1) == QITAI_OK);
    CHECK(ui.time_line(ui.ctx, 1) == QITAI_OK);
    std::int32_t pressed = 0, on = 0, index = 0, chosen = -1, done = 0;
    const qitai_page_item a = item("a"), b = item("b"), c = item("c"), d = item("d"), e = item("e"),
                          f = item("f");
    CHECK(ui.button(ui.ctx, &a, &pressed) == QITAI_OK);
    CHECK(pressed == 1);
    CHECK(ui.toggle(ui.ctx, &b, &on) == QITAI_OK);
    CHECK(on == 1);
    qitai_page_number range{};
    range.struct_size = sizeof range;
    range.max = 180;
    range.unit = words("unit");
    std::int64_t value = 3;
    CHECK(ui.number(ui.ctx, &c, &range, &value) == QITAI_OK);
    CHECK(value == 7);
    const qitai_words three[] = {one, one, one};
    CHECK(ui.choice(ui.ctx, &d, three, 3, &index) == QITAI_OK);
    CHECK(index == 2);
    CHECK(ui.list(ui.ctx, &e, three, 3, &chosen, &pressed) == QITAI_OK);
    CHECK(chosen == 0);
    char buffer[8] = "old";
    std::uint32_t size = 3;
    CHECK(ui.text_entry(ui.ctx, &f, buffer, sizeof buffer, &size, &done) == QITAI_OK);
    CHECK(done == 1);
    CHECK(std::string_view(buffer, size) == "name");
    CHECK(ui.focus(ui.ctx, str("e.1")) == QITAI_OK);
    std::int64_t field = 0;
    CHECK(ui.terms_get(ui.ctx, str("known"), &field) == QITAI_OK);
    CHECK(field == 5);
    CHECK(ui.terms_get(ui.ctx, str("unknown"), &field) == QITAI_UNSUPPORTED);
    const qitai_page_field good{str("known"), 9}, bad{str("known"), 10}, none{str("other"), 1};
    CHECK(ui.terms_set(ui.ctx, &good, 1, nullptr) == QITAI_OK);
    CHECK(ui.terms_set(ui.ctx, &none, 1, nullptr) == QITAI_UNSUPPORTED);
    std::string sentence;
    const qitai_sink sink{&sentence, [](void* ctx, const void* bytes, std::uint64_t count) -> qitai_status {
                            static_cast<std::string*>(ctx)->append(static_cast<const char*>(bytes), count);
                            return QITAI_OK;
                          }};
    CHECK(ui.terms_set(ui.ctx, &bad, 1, &sink) == QITAI_REFUSED);
    CHECK(sentence == "Too much.");
    return QITAI_OK;
  });
  CHECK(status.ok());
  CHECK(notes.seen == std::vector<std::string>{"area 1", "heading label", "text label n=3", "badge label",
                                               "progress label -1", "spacing 1", "time_line 1", "button a",
                                               "toggle b", "number c 180 unit", "choice d", "list e",
                                               "entry f old", "focus e.1"});
}

TEST_CASE("a page: the game's answer never leaves the range that the page named") {
  Notes notes;
  notes.number_answer = 9000;
  notes.typed = std::string(65, 'x');
  CHECK(drawn(notes, [](const qitai_page_ui& ui) -> qitai_status {
          qitai_page_number range{};
          range.struct_size = sizeof range;
          range.max = 180;
          std::int64_t value = 3;
          const qitai_page_item a = item("a"), b = item("b");
          ui.number(ui.ctx, &a, &range, &value);
          CHECK(value == 180);
          char buffer[4] = "old";
          std::uint32_t size = 3;
          std::int32_t done = 1;
          ui.text_entry(ui.ctx, &b, buffer, 3, &size, &done);
          CHECK(done == 0);
          CHECK(size == 3);
          return QITAI_OK;
        }).ok());
}

TEST_CASE("a page: whatever breaks a rule of the header is answered at once and drops it") {
  using Ui = const qitai_page_ui&;
  const auto head = [](std::string_view rest) { return std::string(kHead).append(rest); };
  CHECK(fault([](Ui) { return QITAI_ERROR; }) == head("draw() answered QITAI_ERROR"));
  CHECK(fault([](Ui ui) {
          CHECK(ui.area(ui.ctx, 3) == QITAI_BAD_ARGUMENT);
          return QITAI_OK;
        }) == head("area() got the area 3, expected 0 to 2"));
  CHECK(fault([](Ui ui) {
          const qitai_words one = {{nullptr, 9}, nullptr, 0, 0};
          CHECK(ui.heading(ui.ctx, &one) == QITAI_BAD_ARGUMENT);
          return QITAI_OK;
        }) == head("heading() got a heading that is not UTF-8 text of at most 512 bytes"));
  CHECK(fault([](Ui ui) { return ui.text(ui.ctx, nullptr), QITAI_OK; }) ==
        head("text() got NULL for a text"));
  CHECK(fault([](Ui ui) {
          const qitai_words one = words("\xC0\xAF");
          return ui.text(ui.ctx, &one), QITAI_OK;
        }) == head("text() got a text that is not UTF-8 text of at most 512 bytes"));
  CHECK(fault([](Ui ui) {
          const qitai_words one = {str("key"), nullptr, 9, 0};
          return ui.text(ui.ctx, &one), QITAI_OK;
        }) == head("text() got a text with 9 arguments, expected at most 8"));
  CHECK(fault([](Ui ui) {
          const qitai_words one = words("key");
          return ui.badge(ui.ctx, &one, 3), QITAI_OK;
        }) == head("badge() got the tone 3, expected 0 to 2"));
  CHECK(fault([](Ui ui) {
          const qitai_words one = words("key");
          return ui.progress(ui.ctx, &one, 1001), QITAI_OK;
        }) == head("progress() got 1001 permille, expected -1 to 1000"));
  CHECK(fault([](Ui ui) { return ui.spacing(ui.ctx, 9), QITAI_OK; }) ==
        head("spacing() got 9 half rows, expected 1 to 8"));
  CHECK(fault([](Ui ui) { return ui.time_line(ui.ctx, 2), QITAI_OK; }) ==
        head("time_line() got the seat 2, expected -1 to 1"));
  CHECK(fault([](Ui ui) {
          std::int32_t pressed = 0;
          const qitai_page_item a = item("Bad Id");
          return ui.button(ui.ctx, &a, &pressed), QITAI_OK;
        }) == head("button() got an id that is not 1 to 48 of [a-z0-9._-]"));
  CHECK(fault([](Ui ui) {
          std::int32_t pressed = 0;
          qitai_page_item a = item("a");
          a.struct_size = 8;
          return ui.button(ui.ctx, &a, &pressed), QITAI_OK;
        }) == head("button() got no qitai_page_item of at least 120 bytes"));
  CHECK(fault([](Ui ui) {
          std::int32_t pressed = 0;
          const qitai_page_item a = item("a");
          ui.button(ui.ctx, &a, &pressed);
          return ui.button(ui.ctx, &a, &pressed), QITAI_OK;
        }) == head("button() got the id \"a\" for the second time in a frame"));
  CHECK(fault([](Ui ui) {
          std::int32_t on = 2;
          const qitai_page_item a = item("a");
          return ui.toggle(ui.ctx, &a, &on), QITAI_OK;
        }) == head("toggle() got neither 0 nor 1"));
  const auto number = [](std::int64_t min, std::int64_t max, std::int64_t value) {
    return fault([=](Ui ui) {
      qitai_page_number range{};
      range.struct_size = sizeof range;
      range.min = min;
      range.max = max;
      std::int64_t now = value;
      const qitai_page_item a = item("a");
      return ui.number(ui.ctx, &a, &range, &now), QITAI_OK;
    });
  };
  CHECK(number(0, 180, 181) == head("number() got the value 181, expected 0 to 180"));
  CHECK(number(5, 4, 5) == head("number() got the range 5 to 4, expected one within 0 to 1000000000"));
  CHECK(number(-1, 4, 1) == head("number() got the range -1 to 4, expected one within 0 to 1000000000"));
  CHECK(fault([](Ui ui) {
          std::int32_t index = 1;
          const qitai_words one[] = {words("a")};
          const qitai_page_item a = item("a");
          return ui.choice(ui.ctx, &a, one, 1, &index), QITAI_OK;
        }) == head("choice() got no index from 0 to 0"));
  CHECK(fault([](Ui ui) {
          std::int32_t index = 0, pressed = 0;
          const qitai_words one[] = {words("a")};
          const qitai_page_item a = item("a");
          return ui.list(ui.ctx, &a, one, 65, &index, &pressed), QITAI_OK;
        }) == head("list() got 65 choices, expected 1 to 64"));
  CHECK(fault([](Ui ui) {
          char buffer[] = "two words";
          std::uint32_t size = 9;
          std::int32_t done = 0;
          const qitai_page_item a = item("a");
          return ui.text_entry(ui.ctx, &a, buffer, 9, &size, &done), QITAI_OK;
        }) ==
        head("text_entry() got no buffer of 1 to 64 bytes that holds letters a-z, digits, '.', '-', '_'"));
  CHECK(fault([](Ui ui) { return ui.focus(ui.ctx, str("")), QITAI_OK; }) ==
        head("focus() got no id of an item"));
  CHECK(fault([](Ui ui) { return ui.terms_set(ui.ctx, nullptr, 17, nullptr), QITAI_OK; }) ==
        head("terms_set() got 17 fields, expected 1 to 16"));
  CHECK(fault([](Ui ui) {
          const qitai_words one = words("key");
          for (int i = 0; i < 200; ++i)
            CHECK(ui.text(ui.ctx, &one) == QITAI_OK);
          CHECK(ui.text(ui.ctx, &one) == QITAI_NO_SPACE);
          // Nothing is done any more, whatever comes.
          CHECK(ui.spacing(ui.ctx, 1) == QITAI_NO_SPACE);
          return QITAI_OK;
        }) == head("text() is one more than 200 items in a frame"));
}

TEST_CASE("a page that opens no state is no page, and the vetting program's trial finds it") {
  qitai_page raw = sound();
  raw.open = [](qitai_page_state** out) -> qitai_status {
    *out = nullptr;
    return QITAI_OK;
  };
  const auto page = Page::wrap(&raw, "tester");
  REQUIRE(page.ok());
  CHECK((*page)->open().error().message == std::string(kHead) + "open() answered QITAI_OK without a state");
  CHECK(try_page(**page).error().code == "page");
}

TEST_CASE("a plugin of the tree with a page and no game is loaded, and its page is found by its place") {
  const Plugins plugins = qitai::testing::load_plugins({QITAI_BUILD_DIR "/lib/qitai/plugins/network.so"});
  REQUIRE(plugins.reports().size() == 1);
  INFO(plugins.reports().front().refusal.message);
  CHECK(plugins.reports().front().loaded);
  CHECK(plugins.reports().front().variants.empty());
  CHECK(plugins.reports().front().pages == std::vector<std::string>{"time"});
  REQUIRE(plugins.page("terms.time") != nullptr);
  CHECK(plugins.page("terms.time")->plugin() == "network");
  CHECK(plugins.page("service") == nullptr);
}
