// The page of the adapters, driven through its table of functions: what it shows, what each press does, and
// that a name from the air stays a name.
#include <map>
#include <set>

#include "bluez_machine.hpp"
#include "host/page.hpp"
#include "network/bluetooth/adapter_page.hpp"

namespace {

using namespace qitai::testing;
using namespace qitai::bluetooth;

constexpr const char* kStick = "00:11:22:33:44:66";

std::string text_of(qitai_str raw) {
  return {raw.data, static_cast<std::size_t>(raw.size)};
}

// "key name=Wei number=0"
std::string said(const qitai_words& words) {
  std::string out = text_of(words.key);
  for (std::uint32_t i = 0; i < words.arg_count; ++i)
    out += " " + text_of(words.args[i].name) + "=" + text_of(words.args[i].text);
  return out;
}

// One frame after another; `next` is what a player does in the frame to come.
struct Script {
  PrivateBus bus;
  Places places;
  std::unique_ptr<FakeBluetoothd> daemon = std::make_unique<FakeBluetoothd>(bus.address());
  std::optional<AdapterPage> page;
  qitai_page_ui ui{};

  std::vector<std::string> rows, partners, texts;
  std::string badge, focused, why;
  std::set<std::string> items, keys;
  int chosen = -2;
  bool on = false;
  std::optional<std::pair<std::string, int>> next;

  Script() {
    ui.struct_size = sizeof ui;
    ui.ctx = this;
    ui.area = [](void*, std::int32_t) -> qitai_status { return QITAI_OK; };
    ui.spacing = [](void*, std::int32_t) -> qitai_status { return QITAI_OK; };
    ui.heading = [](void* ctx, const qitai_words* words) -> qitai_status { return self(ctx).note(*words); };
    ui.text = [](void* ctx, const qitai_words* words) -> qitai_status {
      self(ctx).texts.push_back(said(*words));
      return self(ctx).note(*words);
    };
    ui.badge = [](void* ctx, const qitai_words* words, std::int32_t) -> qitai_status {
      self(ctx).badge = said(*words);
      return self(ctx).note(*words);
    };
    ui.button = [](void* ctx, const qitai_page_item* item, std::int32_t* pressed) -> qitai_status {
      *pressed = self(ctx).given(*item).has_value() ? 1 : 0;
      return QITAI_OK;
    };
    ui.toggle = [](void* ctx, const qitai_page_item* item, std::int32_t* value) -> qitai_status {
      self(ctx).on = *value == 1;
      self(ctx).why = text_of(item->why.key);
      if (const auto wanted = self(ctx).given(*item)) *value = *wanted;
      return QITAI_OK;
    };
    ui.list = [](void* ctx, const qitai_page_item* item, const qitai_words* words, std::uint32_t count,
                 std::int32_t* index, std::int32_t* pressed) -> qitai_status {
      Script& script = self(ctx);
      const auto wanted = script.given(*item);
      auto& into = text_of(item->id) == "link.adapter" ? script.rows : script.partners;
      for (std::uint32_t i = 0; i < count; ++i) {
        into.push_back(said(words[i]));
        script.note(words[i]);
      }
      if (text_of(item->id) == "link.adapter") script.chosen = *index;
      *pressed = wanted ? 1 : 0;
      if (wanted) *index = *wanted;
      return QITAI_OK;
    };
    ui.focus = [](void* ctx, qitai_str id) -> qitai_status {
      self(ctx).focused = text_of(id);
      return QITAI_OK;
    };
  }
  static Script& self(void* ctx) { return *static_cast<Script*>(ctx); }
  qitai_status note(const qitai_words& words) {
    keys.insert(text_of(words.key));
    return QITAI_OK;
  }
  std::optional<int> given(const qitai_page_item& item) {
    items.insert(text_of(item.id));
    for (const qitai_words& words : {item.label, item.help, item.why})
      note(words);
    if (!next || next->first != text_of(item.id) || (item.flags & QITAI_ITEM_DISABLED) != 0)
      return std::nullopt;
    return next->second;
  }
  void frame() {
    if (!page) {
      BluezSettings settings = places.settings;
      settings.bus = bus.address();
      page.emplace(settings);
    }
    if (daemon) daemon->process();
    rows.clear();
    partners.clear();
    texts.clear();
    items.clear();
    badge.clear();
    page->draw(ui, BluezMachine::now());
  }
  bool until(const std::function<bool()>& so) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    do {
      if (std::chrono::steady_clock::now() > end) return false;
      frame();
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    } while (!so());
    return true;
  }
  void act(const std::string& id, int value = 1) {
    next = {id, value};
    frame();
    next.reset();
  }
};

}  // namespace

TEST_CASE("adapter page: which adapter, on or off, who it is to others") {
  Script script;
  script.daemon->add_adapter(0, {kHere, "Corner table"});
  script.daemon->add_adapter(1, {kStick, "Stick", false});
  REQUIRE(script.until([&] { return script.rows.size() == 3; }));
  CHECK(script.rows == std::vector<std::string>{"adapter.first", "adapter.row name=Corner table number=0",
                                                "adapter.row.off name=Stick number=1"});
  CHECK(script.chosen == 0);
  CHECK(script.on);
  CHECK(script.badge.empty());
  CHECK(std::find(script.texts.begin(), script.texts.end(),
                  "adapter.name name=Corner table address=" + std::string(kHere)) != script.texts.end());

  script.act("link.adapter", 2);
  REQUIRE(script.until([&] { return script.chosen == 2 && script.badge == "failure.off"; }));
  CHECK_FALSE(script.on);
  script.act("link.power", 1);
  REQUIRE(script.until([&] { return script.on && script.badge.empty(); }));
  script.act("link.power", 0);
  REQUIRE(script.until([&] { return script.badge == "failure.off"; }));

  script.daemon->remove_adapter(1);
  REQUIRE(script.until([&] { return script.badge == "failure.no-adapter"; }));
  CHECK(script.rows.back() == "adapter.row.gone address=" + std::string(kStick));
  CHECK(script.chosen == 2);
  script.act("link.adapter", 0);
  REQUIRE(script.until([&] { return script.badge.empty() && script.chosen == 0; }));
  CHECK(script.rows.size() == 2);
}

TEST_CASE("adapter page: a machine is forgotten after a question, and only then") {
  Script script;
  script.daemon->add_adapter(0, {kHere, "Corner table"});
  REQUIRE(script.until([&] {
    return std::find(script.texts.begin(), script.texts.end(), "partners.none") != script.texts.end();
  }));
  script.daemon->add_device(0, {kThere, "Li", true});
  script.daemon->add_device(0, {"66:77:88:99:AA:BC", "Zhao", true, false, true});
  REQUIRE(script.until([&] { return script.partners.size() == 2; }));
  CHECK(script.partners == std::vector<std::string>{"partner name=Li", "partner.connected name=Zhao"});

  script.act("link.partner", 0);
  CHECK(script.focused == "link.keep");
  script.frame();
  CHECK(script.texts.back() == "forget.ask name=Li address=" + std::string(kThere));
  script.act("link.keep");
  script.frame();
  CHECK(script.partners.size() == 2);
  CHECK(script.daemon->has_device(0, kThere));

  script.act("link.partner", 0);
  script.frame();
  script.act("link.forget");
  REQUIRE(script.until([&] { return script.partners.size() == 1; }));
  CHECK_FALSE(script.daemon->has_device(0, kThere));

  // Gone while it is asked about.
  script.act("link.partner", 0);
  script.frame();
  REQUIRE(script.items.contains("link.forget"));
  script.daemon->set_device(0, {"66:77:88:99:AA:BC", "Zhao", false});
  REQUIRE(script.until([&] { return !script.items.contains("link.forget"); }));
}

TEST_CASE("adapter page: what hinders is said, and what can be done here can be done") {
  Script script;
  script.places.radio_switch(3, "maker_bluetooth", true, false);
  std::ofstream(script.places.settings.rfkill_device).flush();
  REQUIRE(script.until([&] { return script.badge == "failure.blocked"; }));
  CHECK(script.texts.back() != "looking");
  script.act("link.let_go");
  CHECK(std::filesystem::file_size(script.places.settings.rfkill_device) > 0);

  script.places.radio_switch(3, "hci0", false, true);
  script.daemon->add_adapter(0, {kHere, "Corner table", false});
  REQUIRE(script.until(
      [&] { return script.items.contains("link.power") && script.badge == "failure.blocked-hard"; }));
  CHECK(script.why == "failure.blocked-hard");
  script.act("link.power", 1);
  for (int i = 0; i < 20; ++i)
    script.frame();
  for (const std::string& call : script.daemon->calls)
    CHECK(call.find("Powered") == std::string::npos);

  script.daemon.reset();
  script.bus.stop();
  REQUIRE(script.until([&] { return script.badge == "failure.no-bus"; }));
}

TEST_CASE("adapter page: a name from the air is shown as text") {
  Script script;
  script.daemon->add_adapter(0, {kHere, "a\nb\t\x01{number}"});
  script.daemon->add_device(0, {kThere, std::string(240, 'x'), true});
  script.daemon->add_device(0, {"66:77:88:99:AA:BC", "", true});
  REQUIRE(script.until([&] { return script.partners.size() == 2; }));
  CHECK(script.rows.at(1) == "adapter.row name=a?b??{number} number=0");
  CHECK(script.partners.at(0) == "partner name=" + std::string(64, 'x'));
  CHECK(script.partners.at(1) == "partner name=66:77:88:99:AA:BC");
}

TEST_CASE("adapter page: every text that it asks for is there in three languages") {
  Script script;
  script.places.settings.rfkill_class = "/nowhere";
  script.daemon->add_adapter(0, {kHere, "Corner table", false});
  script.daemon->add_device(0, {kThere, "Li", true, false, true});
  REQUIRE(script.until([&] { return script.partners.size() == 1; }));
  script.act("link.partner", 0);
  script.frame();
  std::map<std::pair<std::string, std::string>, std::string> texts;
  for (const qitai_text& one : adapter_page_texts())
    texts[{text_of(one.lang), text_of(one.key)}] = text_of(one.text);
  script.keys.erase("");
  CHECK(script.keys.size() > 10);
  for (const FailureTexts& one : bluez_failures())
    script.keys.insert({"failure." + std::string(one.id), "failure." + std::string(one.id) + ".help"});
  for (const std::string& key : script.keys) {
    for (const char* lang : {"zh-Hans", "zh-Hant", "en"}) {
      INFO(lang << " " << key);
      CHECK_FALSE(texts[{lang, key}].empty());
    }
  }
}

TEST_CASE("adapter page: it keeps the contract of pages, whatever this machine has") {
  const auto page = qitai::host::Page::wrap(adapter_page(), "bluetooth");
  REQUIRE(page.ok());
  CHECK((*page)->place() == "link.adapters");
  const qitai::Status tried = qitai::host::try_page(**page);
  INFO((tried.ok() ? std::string() : tried.error().message));
  CHECK(tried.ok());
}
