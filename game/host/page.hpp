// Host: a page of the menus that a plugin draws (qitai/page.h): its tables copied and checked once, each
// frame of it checked call by call. What draws it implements PageUi; the game's own pages use that, too.
#pragma once

#include <qitai/page.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace qitai::host {

// A text by its key, with what stands for {name} in it. An empty key: no text.
struct Words {
  std::string key;
  std::vector<std::pair<std::string, std::string>> args = {};  // by name
};

// Something that can have the focus.
struct PageItem {
  std::string id;
  Words label, help = {}, why = {};  // why: shown instead of the help while it is disabled
  bool enabled = true;
  bool first = false;  // has the focus when the page comes up
};

struct PageNumber {
  std::int64_t min = 0, max = 0;
  Words unit = {}, zero = {};
};

struct PageField {
  std::string id;
  std::int64_t value = 0;
};

enum class PageArea : std::uint8_t { kMain, kSide, kFoot };
enum class Tone : std::uint8_t { kPlain, kGood, kBad };

// What became of a wish to change the terms.
struct TermsAnswer {
  enum class Kind : std::uint8_t { kDone, kRefused, kUnsupported };
  Kind kind = Kind::kDone;
  std::string sentence = {};  // kRefused: why, for players
};

// Where a frame of a page is drawn; the functions of qitai_page_ui in the words of C++. Whoever calls keeps
// page.h's limits.
class PageUi {
 public:
  virtual ~PageUi() = default;

  virtual void area(PageArea area) = 0;
  virtual void heading(const Words& words) = 0;
  virtual void text(const Words& words) = 0;
  virtual void badge(const Words& words, Tone tone) = 0;
  virtual void progress(const Words& label, int permille) = 0;  // −1: nobody knows how far
  virtual void spacing(int halves) = 0;
  virtual void time_line(int seat) = 0;  // −1: of all seats

  // Each answers what is so after this frame: a press, the value that a player gave it.
  virtual bool button(const PageItem& item) = 0;
  virtual bool toggle(const PageItem& item, bool on) = 0;
  virtual std::int64_t number(const PageItem& item, const PageNumber& number, std::int64_t value) = 0;
  virtual std::int64_t slider(const PageItem& item, const PageNumber& number, std::int64_t value) = 0;
  virtual int choice(const PageItem& item, std::span<const Words> choices, int index) = 0;
  struct Listed {
    int index = -1;
    bool pressed = false;
  };
  virtual Listed list(const PageItem& item, std::span<const Words> rows, int index) = 0;
  // Nothing: not done, or not changed.
  virtual std::optional<std::string> text_entry(const PageItem& item, std::string_view text,
                                                std::size_t capacity) = 0;
  virtual void focus(std::string_view id) = 0;

  // Nothing: no such field here.
  [[nodiscard]] virtual std::optional<std::int64_t> terms_get(std::string_view field) = 0;
  virtual TermsAnswer terms_set(std::span<const PageField> fields) = 0;
};

class Page;

// A page that is open. Main thread.
class PageState {
 public:
  PageState(PageState&& other) noexcept;
  PageState& operator=(PageState&& other) noexcept;
  PageState(const PageState&) = delete;
  PageState& operator=(const PageState&) = delete;
  ~PageState();

  // One frame. Error code "page": it broke its contract, with one English sentence that names the plugin, the
  // page, the function and what was expected; nobody should draw it any more.
  Status draw(PageUi& ui);

 private:
  friend class Page;
  PageState(std::shared_ptr<const Page> page, qitai_page_state* raw) : page_(std::move(page)), raw_(raw) {}
  void close();

  std::shared_ptr<const Page> page_;
  qitai_page_state* raw_;
};

// Texts of a plugin are looked up in its own languages' codes, "zh-Hans", "zh-Hant", "en".
class Page : public std::enable_shared_from_this<Page> {
 public:
  // Checks and copies what the factory of the plugin `plugin` answered. Error code "tables".
  static Result<std::shared_ptr<const Page>> wrap(const qitai_page* raw, std::string plugin);

  [[nodiscard]] const std::string& plugin() const { return plugin_; }
  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] const std::string& title_key() const { return title_key_; }
  // In that language, else in English, else empty.
  [[nodiscard]] std::string_view text(std::string_view lang, std::string_view key) const;
  // Error code "page".
  [[nodiscard]] Result<PageState> open() const;

 private:
  friend class PageState;
  Page() = default;

  qitai_page api_{};
  std::string plugin_, id_, place_, title_key_;
  std::map<std::pair<std::string, std::string>, std::string, std::less<>> texts_;  // by language and key
};

// Opens the page, draws it twice where nobody sees it, and closes it, as the vetting program does with every
// page. Error code "page".
[[nodiscard]] Status try_page(const Page& page);

}  // namespace qitai::host
