// What a plugin says of a page, and its states. The functions that a page calls: page_frame.cpp.
#include "host/page.hpp"

#include <set>

#include "host/call.hpp"
#include "host/page_frame.hpp"
#include "host/table_reader.hpp"

namespace qitai::host {
namespace {

constexpr std::uint32_t kMaxTexts = 4096;

// Draws nothing, lets nobody do anything, and knows terms of nothing but zeros, every change of which is
// fine.
class Nowhere final : public PageUi {
 public:
  void area(PageArea /*area*/) override {}
  void heading(const Words& /*words*/) override {}
  void text(const Words& /*words*/) override {}
  void badge(const Words& /*words*/, Tone /*tone*/) override {}
  void progress(const Words& /*label*/, int /*permille*/) override {}
  void spacing(int /*halves*/) override {}
  void time_line(int /*seat*/) override {}
  bool button(const PageItem& /*item*/) override { return false; }
  bool toggle(const PageItem& /*item*/, bool on) override { return on; }
  std::int64_t number(const PageItem& /*item*/, const PageNumber& /*number*/, std::int64_t value) override {
    return value;
  }
  std::int64_t slider(const PageItem& /*item*/, const PageNumber& /*number*/, std::int64_t value) override {
    return value;
  }
  int choice(const PageItem& /*item*/, std::span<const Words> /*choices*/, int index) override {
    return index;
  }
  Listed list(const PageItem& /*item*/, std::span<const Words> /*rows*/, int index) override {
    return {index, false};
  }
  std::optional<std::string> text_entry(const PageItem& /*item*/, std::string_view /*text*/,
                                        std::size_t /*capacity*/) override {
    return std::nullopt;
  }
  void focus(std::string_view /*id*/) override {}
  std::optional<std::int64_t> terms_get(std::string_view field) override { return field == "seats" ? 2 : 0; }
  TermsAnswer terms_set(std::span<const PageField> /*fields*/) override { return {}; }
};

Error broken(const Page& page, std::string_view what) {
  return {"page", fmt::format("the page \"{}\" of the plugin \"{}\" broke its contract: {}", page.id(),
                              page.plugin(), what)};
}

}  // namespace

Result<std::shared_ptr<const Page>> Page::wrap(const qitai_page* raw, std::string plugin) {
  if (raw == nullptr) return Error{"tables", "the page is NULL"};
  if (raw->struct_size < sizeof(qitai_page)) {
    return Error{"tables", fmt::format("qitai_page has {} bytes, expected at least {}", raw->struct_size,
                                       sizeof(qitai_page))};
  }
  std::shared_ptr<Page> page(new Page());
  std::memcpy(&page->api_, raw, sizeof page->api_);
  const qitai_page& api = page->api_;
  if (api.open == nullptr || api.close == nullptr || api.draw == nullptr)
    return Error{"tables", "qitai_page lacks open, close or draw"};
  page->plugin_ = std::move(plugin);
  TableReader read;
  page->id_ = read.id("page id", api.id, "-", 32);
  page->place_ = read.id("place", api.place, ".-", 32);
  page->title_key_ = read.key("title_key", api.title_key);
  read.table<qitai_text>("texts", api.texts, 0, kMaxTexts, [&](std::uint32_t, const qitai_text& t) {
    std::pair key{read.text("lang", t.lang, 16, false), read.key("key", t.key)};
    std::string text = read.text("text", t.text, QITAI_PAGE_MAX_BYTES, true);
    if (read.error().empty() && page->texts_.contains(key))
      read.fail(fmt::format("key \"{}\" stands twice in language {}", key.second, key.first));
    page->texts_.emplace(std::move(key), std::move(text));
  });
  if (!read.error().empty()) return Error{"tables", read.error()};
  return std::shared_ptr<const Page>(std::move(page));
}

std::string_view Page::text(std::string_view lang, std::string_view key) const {
  for (const std::string_view one : {lang, std::string_view("en")}) {
    const auto found = texts_.find(std::pair<std::string, std::string>(one, key));
    if (found != texts_.end()) return found->second;
  }
  return {};
}

Result<PageState> Page::open() const {
  qitai_page_state* state = nullptr;
  const qitai_status status = api_.open(&state);
  if (status != QITAI_OK) return broken(*this, "open() answered " + status_name(status));
  if (state == nullptr) return broken(*this, "open() answered QITAI_OK without a state");
  return PageState(shared_from_this(), state);
}

PageState::PageState(PageState&& other) noexcept
    : page_(std::move(other.page_)), raw_(std::exchange(other.raw_, nullptr)) {}

PageState& PageState::operator=(PageState&& other) noexcept {
  if (this != &other) {
    close();
    page_ = std::move(other.page_);
    raw_ = std::exchange(other.raw_, nullptr);
  }
  return *this;
}

PageState::~PageState() {
  close();
}

void PageState::close() {
  if (raw_ != nullptr) page_->api_.close(std::exchange(raw_, nullptr));
}

Status PageState::draw(PageUi& ui) {
  PageFrame frame(ui);
  const qitai_status status = page_->api_.draw(raw_, frame.raw());
  if (!frame.fault().empty()) return broken(*page_, frame.fault());
  if (status != QITAI_OK) return broken(*page_, "draw() answered " + status_name(status));
  return {};
}

Status try_page(const Page& page) {
  Result<PageState> state = page.open();
  if (!state) return state.error();
  Nowhere nowhere;
  for (int frame = 0; frame < 2; ++frame) {
    if (Status drawn = state->draw(nowhere); !drawn) return drawn;
  }
  return {};
}

}  // namespace qitai::host
