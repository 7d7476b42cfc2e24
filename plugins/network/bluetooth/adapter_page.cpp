#include "network/bluetooth/adapter_page.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <exception>
#include <initializer_list>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "network/bluetooth/bluez_record.hpp"

namespace qitai::bluetooth {
namespace {

constexpr std::size_t kMostRows = QITAI_PAGE_MAX_CHOICES;
constexpr std::size_t kMostOfName = 64;  // bytes

constexpr qitai_str str(std::string_view text) {
  return {text.data(), text.size()};
}

// A text with the arguments that it has; keeps what they point to.
class Text {
 public:
  explicit Text(std::string_view key,
                std::initializer_list<std::pair<std::string_view, std::string>> args = {})
      : key_(key) {
    for (const auto& [name, text] : args) {
      if (count_ == args_.size()) break;
      names_.at(count_) = name;
      args_.at(count_++) = text;
    }
  }
  // Points into this object.
  [[nodiscard]] qitai_words words() {
    for (std::size_t i = 0; i < count_; ++i)
      raw_.at(i) = {str(names_.at(i)), str(args_.at(i))};
    return {str(key_), raw_.data(), static_cast<std::uint32_t>(count_), 0};
  }

 private:
  std::string key_;
  std::array<std::string_view, 2> names_{};
  std::array<std::string, 2> args_{};
  std::array<qitai_word_arg, 2> raw_{};
  std::size_t count_ = 0;
};

qitai_page_item item(std::string_view id, Text& label, std::string_view help, std::string_view why = {}) {
  qitai_page_item out{};
  out.struct_size = sizeof out;
  out.flags = why.empty() ? 0 : QITAI_ITEM_DISABLED;
  out.id = str(id);
  out.label = label.words();
  out.help = {str(help), nullptr, 0, 0};
  out.why = {str(why), nullptr, 0, 0};
  return out;
}

void say(const qitai_page_ui& ui, Text text) {
  const qitai_words words = text.words();
  ui.text(ui.ctx, &words);
}

void heading(const qitai_page_ui& ui, std::string_view key) {
  Text text(key);
  const qitai_words words = text.words();
  ui.heading(ui.ctx, &words);
}

bool button(const qitai_page_ui& ui, std::string_view id, Text label, std::string_view help,
            std::string_view why = {}) {
  const qitai_page_item raw = item(id, label, help, why);
  std::int32_t pressed = 0;
  ui.button(ui.ctx, &raw, &pressed);
  return pressed == 1;
}

std::vector<qitai_words> all_of(std::vector<Text>& texts) {
  std::vector<qitai_words> words;
  words.reserve(texts.size());
  for (Text& text : texts)
    words.push_back(text.words());
  return words;
}

// As it came from outside, fit to be shown.
std::string shown(const std::string& name, const std::string& address) {
  std::string tidy = tidy_name(name, kMostOfName);
  return tidy.empty() ? address : tidy;
}

}  // namespace

AdapterPage::AdapterPage(BluezSettings settings)
    : bluez_([&] {
        settings.agent = false;  // questions are the endpoint's
        return std::move(settings);
      }()) {}

void AdapterPage::draw(const qitai_page_ui& ui, std::int64_t now) {
  bluez_.pump(now);
  while (bluez_.take()) {
  }
  choose(ui);
  ui.area(ui.ctx, QITAI_AREA_MAIN);
  hindrance(ui);
  chosen(ui);
  known(ui);
}

// Which adapter is to be used.
void AdapterPage::choose(const qitai_page_ui& ui) {
  const std::vector<Adapter>& adapters = bluez_.adapters();
  const std::string choice = bluez_.choice();
  std::vector<Text> texts{Text("adapter.first")};
  std::vector<std::string> addresses{""};
  for (const Adapter& adapter : adapters) {
    const std::string_view key = adapter.failure.empty() ? "adapter.row" : "adapter.row.off";
    texts.emplace_back(
        key, std::initializer_list<std::pair<std::string_view, std::string>>{
                 {"name", shown(adapter.name, adapter.address)}, {"number", std::to_string(adapter.hci)}});
    addresses.push_back(adapter.address);
  }
  if (std::find(addresses.begin(), addresses.end(), choice) == addresses.end()) {
    texts.emplace_back("adapter.row.gone",
                       std::initializer_list<std::pair<std::string_view, std::string>>{{"address", choice}});
    addresses.push_back(choice);
  }
  const std::vector<qitai_words> words = all_of(texts);
  auto index =
      static_cast<std::int32_t>(std::find(addresses.begin(), addresses.end(), choice) - addresses.begin());
  ui.area(ui.ctx, QITAI_AREA_SIDE);
  Text label("adapters");
  qitai_page_item raw = item("link.adapter", label, "help.adapters");
  raw.flags |= QITAI_ITEM_FIRST;
  std::int32_t pressed = 0;
  ui.list(ui.ctx, &raw, words.data(), static_cast<std::uint32_t>(words.size()), &index, &pressed);
  if (pressed == 1 && index >= 0 && static_cast<std::size_t>(index) < addresses.size())
    bluez_.choose(addresses.at(static_cast<std::size_t>(index)));
}

void AdapterPage::hindrance(const qitai_page_ui& ui) {
  const std::string& failure = bluez_.failure();
  if (failure.empty()) {
    if (bluez_.adapter() == nullptr) say(ui, Text("looking"));
    return;
  }
  Text what("failure." + failure);
  const qitai_words words = what.words();
  ui.badge(ui.ctx, &words, QITAI_TONE_BAD);
  say(ui, Text("failure." + failure + ".help"));
  // With a radio that is switched off the adapter itself may be out of sight.
  if (failure == "blocked" && bluez_.adapters().empty() &&
      button(ui, "link.let_go", Text("let_go"), "help.let_go"))
    (void)bluez_.power("", true);
}

// The adapter that is used.
void AdapterPage::chosen(const qitai_page_ui& ui) {
  const std::vector<Adapter>& adapters = bluez_.adapters();
  const auto at =
      std::find_if(adapters.begin(), adapters.end(), [](const Adapter& one) { return one.chosen; });
  if (at == adapters.end()) return;
  Text label("power");
  const qitai_page_item raw =
      item("link.power", label, "help.power", at->failure == "blocked-hard" ? "failure.blocked-hard" : "");
  const std::int32_t before = at->powered ? 1 : 0;
  std::int32_t on = before;
  ui.toggle(ui.ctx, &raw, &on);
  if (on != before) (void)bluez_.power(at->address, on == 1);
  say(ui, Text("adapter.name", {{"name", shown(at->name, at->address)}, {"address", at->address}}));
}

// The machines that were paired with.
void AdapterPage::known(const qitai_page_ui& ui) {
  const std::vector<Partner>& partners = bluez_.partners();
  const auto at = std::find_if(partners.begin(), partners.end(),
                               [&](const Partner& one) { return one.address == partner_; });
  if (at == partners.end()) {
    partner_.clear();
    forgetting_ = false;
  }
  if (bluez_.adapter() == nullptr && partners.empty()) return;
  ui.spacing(ui.ctx, 1);
  heading(ui, "partners");
  if (partners.empty()) {
    say(ui, Text("partners.none"));
    return;
  }
  if (forgetting_) {
    forgetting(ui);
    return;
  }
  std::vector<Text> texts;
  for (std::size_t i = 0; i < partners.size() && i < kMostRows; ++i) {
    const Partner& one = partners[i];
    texts.emplace_back(one.connected ? "partner.connected" : "partner",
                       std::initializer_list<std::pair<std::string_view, std::string>>{
                           {"name", shown(one.name, one.address)}});
  }
  const std::vector<qitai_words> words = all_of(texts);
  auto index = at == partners.end() ? -1 : static_cast<std::int32_t>(at - partners.begin());
  if (index >= static_cast<std::int32_t>(words.size())) index = -1;
  Text label("");
  const qitai_page_item raw = item("link.partner", label, "help.partner");
  std::int32_t pressed = 0;
  ui.list(ui.ctx, &raw, words.data(), static_cast<std::uint32_t>(words.size()), &index, &pressed);
  if (pressed == 0 || index < 0 || static_cast<std::size_t>(index) >= partners.size()) return;
  partner_ = partners[static_cast<std::size_t>(index)].address;
  forgetting_ = true;
  ui.focus(ui.ctx, str("link.keep"));
}

void AdapterPage::forgetting(const qitai_page_ui& ui) {
  const std::vector<Partner>& partners = bluez_.partners();
  const auto at = std::find_if(partners.begin(), partners.end(),
                               [&](const Partner& one) { return one.address == partner_; });
  if (at == partners.end()) return;
  const std::string name = shown(at->name, at->address);
  say(ui, Text("forget.ask", {{"name", name}, {"address", at->address}}));
  const bool keep = button(ui, "link.keep", Text("keep"), "help.keep");
  const bool forget = button(ui, "link.forget", Text("forget"), "help.forget");
  if (forget) (void)bluez_.forget(at->address);
  if (!keep && !forget) return;
  forgetting_ = false;
  partner_.clear();
  ui.focus(ui.ctx, str("link.adapter.0"));
}

namespace {

std::int64_t now() {
  timespec at{};
  ::clock_gettime(CLOCK_BOOTTIME, &at);
  return std::int64_t{at.tv_sec} * 1'000'000 + at.tv_nsec / 1000;
}

// No exception crosses the border.
template <typename Call>
qitai_status guarded(Call call) noexcept {
  try {
    call();
    return QITAI_OK;
  } catch (const std::exception& problem) {
    try {
      sdk::log(QITAI_LOG_ERROR, std::string("the page of the adapters: ") + problem.what());
    } catch (...) {  // no memory for the sentence: the status alone has to do
    }
    return QITAI_ERROR;
  }
}

qitai_status open(qitai_page_state** out) noexcept {
  return guarded([&] { *out = reinterpret_cast<qitai_page_state*>(new AdapterPage(read_bluez_settings())); });
}

void close(qitai_page_state* state) noexcept {
  delete reinterpret_cast<AdapterPage*>(state);
}

qitai_status draw(qitai_page_state* state, const qitai_page_ui* ui) noexcept {
  return guarded([&] { reinterpret_cast<AdapterPage*>(state)->draw(*ui, now()); });
}

}  // namespace

const qitai_page* adapter_page() {
  static const qitai_page page{sizeof(qitai_page),
                               0,
                               str("bluetooth-adapters"),
                               str(QITAI_PLACE_ADAPTERS),
                               str("title"),
                               {adapter_page_texts().data(),
                                static_cast<std::uint32_t>(adapter_page_texts().size()), sizeof(qitai_text)},
                               &open,
                               &close,
                               &draw};
  return &page;
}

}  // namespace qitai::bluetooth
