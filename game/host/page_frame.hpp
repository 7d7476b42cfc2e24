// Host: the table of functions that a page calls during one frame, each argument checked before the game
// looks at it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "host/page.hpp"

namespace qitai::host {

class PageFrame {
 public:
  explicit PageFrame(PageUi& ui);
  PageFrame(const PageFrame&) = delete;
  PageFrame& operator=(const PageFrame&) = delete;

  [[nodiscard]] const qitai_page_ui* raw() const { return &raw_; }
  // The first thing that was wrong: the function and what was expected; empty: nothing.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  struct Table;  // the functions
  // Calls `body(frame)` unless something was wrong before; no exception gets out.
  template <typename Body>
  static qitai_status call(void* ctx, std::string_view function, Body body) noexcept;
  void refuse(std::string_view what);
  [[nodiscard]] bool count_item();
  // Each answers false after refuse().
  [[nodiscard]] bool read_str(std::string_view what, qitai_str raw, bool may_be_empty, std::string& out);
  [[nodiscard]] bool read_words(std::string_view what, const qitai_words* raw, bool may_be_empty, Words& out);
  [[nodiscard]] bool read_item(const qitai_page_item* raw, bool may_lack_label, PageItem& out);
  [[nodiscard]] bool read_number(const qitai_page_number* raw, const std::int64_t* value, PageNumber& out);
  [[nodiscard]] bool read_choices(const qitai_words* raw, std::uint32_t count, std::vector<Words>& out);

  PageUi& ui_;
  qitai_page_ui raw_{};
  std::string fault_;
  std::string_view function_;
  bool full_ = false;
  unsigned items_ = 0;
  std::set<std::string, std::less<>> ids_;
};

}  // namespace qitai::host
