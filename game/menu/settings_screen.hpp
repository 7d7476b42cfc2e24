// Menu: the settings of this machine.
#pragma once

#include <functional>

#include "menu/screen.hpp"

namespace qitai::menu {

class SettingsScreen final : public Screen {
 public:
  explicit SettingsScreen(House& house) : Screen(house) {}
  [[nodiscard]] std::string_view name() const override { return "settings"; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t now) override;
  void draw(std::uint64_t now) override;
};

}  // namespace qitai::menu
