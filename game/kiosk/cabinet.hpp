// Kiosk: what a machine does that strangers touch and leave: the attract screen is where it begins and where
// it goes back to once nobody is there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "config/config.hpp"
#include "menu/keeper.hpp"

namespace qitai::kiosk {

class Cabinet final : public menu::Keeper {
 public:
  // `records`: matches of this machine may be shown, and not only the computer's.
  explicit Cabinet(menu::House& house, bool records = true);

  [[nodiscard]] std::unique_ptr<menu::Screen> first() override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  bool tick(const menu::Screen& screen, std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(const menu::Screen& screen, std::uint64_t now) const override;
  void draw() override;
  [[nodiscard]] bool asks() const override { return seconds_ > 0; }

  // After how many ms without a touch the guest of that kind of screen counts as gone; UINT64_MAX: never.
  [[nodiscard]] std::uint64_t patience(menu::Screen::Idle idle) const;

 private:
  // Only where coins are taken (menu/till.hpp).
  void take_coin(platform::Action action);

  menu::House& house_;
  bool records_;
  config::Config fresh_;  // as it was before any guest
  const menu::Screen* screen_ = nullptr;
  std::uint64_t touched_ = 0;
  int seconds_ = 0;      // that the warning shows; 0: there is none
  std::string focused_;  // when it came
};

}  // namespace qitai::kiosk
