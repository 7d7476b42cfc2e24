// Menu: the time limits of a match: the page at "terms.time", a plugin's or the game's own.
#pragma once

#include <functional>
#include <memory>

#include "menu/plugin_page.hpp"
#include "menu/screen.hpp"
#include "menu/time_terms.hpp"

namespace qitai::menu {

// The game's own page: a row for each of match::limit_fields() and what it draws.
void draw_limits_page(host::PageUi& ui);

class TimeScreen final : public Screen {
 public:
  // `back`: the screen to go back to, with what was chosen.
  using Back = std::function<std::unique_ptr<Screen>(match::Terms)>;
  TimeScreen(House& house, std::shared_ptr<const host::Variant> variant, match::Terms terms, Back back);
  [[nodiscard]] std::string_view name() const override { return "time"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override { return page_.input(input, now); }
  void back(std::uint64_t now) override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override { return page_.next_wake(now); }
  void draw(std::uint64_t now) override;
  [[nodiscard]] const match::Terms& terms() const { return terms_; }
  [[nodiscard]] const PluginPage& page() const { return page_; }

 private:
  std::shared_ptr<const host::Variant> variant_;
  match::Terms terms_;
  Back back_;
  TimeTerms limits_;
  PluginPage page_;
  PagePlaces places_;
};

}  // namespace qitai::menu
