// Menu: the adapters of a link and what was paired with: the page at "link.adapters".
#pragma once

#include <functional>
#include <memory>

#include "menu/plugin_page.hpp"
#include "menu/screen.hpp"

namespace qitai::menu {

// Whether there is such a page to be shown: some plugin brings one.
[[nodiscard]] bool has_adapters(const House& house);
// What that page is called in the language that is set.
[[nodiscard]] std::string adapters_title(const House& house);

class AdaptersScreen final : public Screen {
 public:
  // `origin` makes the screen that this one goes back to.
  AdaptersScreen(House& house, std::function<std::unique_ptr<Screen>()> origin);
  [[nodiscard]] std::string_view name() const override { return "adapters"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override { return page_.input(input, now); }
  void back(std::uint64_t now) override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override;
  void draw(std::uint64_t now) override;
  [[nodiscard]] const PluginPage& page() const { return page_; }

 private:
  std::function<std::unique_ptr<Screen>()> origin_;
  PluginPage page_;
  std::uint64_t next_look_ = 0;  // what the page shows changes by itself
  PagePlaces places_;
};

}  // namespace qitai::menu
