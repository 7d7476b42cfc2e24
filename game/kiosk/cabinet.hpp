// Kiosk: what a machine does that strangers touch and leave: the attract screen is where it begins and where
// it goes back to once nobody is there. Behind a PIN its operator finds the service menu.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kiosk/desk.hpp"
#include "kiosk/pin_lock.hpp"
#include "kiosk/settings.hpp"
#include "menu/keeper.hpp"

namespace qitai::kiosk {

struct CabinetOptions {
  bool records = true;                 // matches of this machine may be shown, and not only the computer's
  std::filesystem::path state;         // the supervisor's folder; empty: nothing is kept there
  std::filesystem::path root = "/";    // where /proc and /sys are; tests give their own
  std::function<std::int64_t()> wall;  // seconds since 1970; empty: the machine's clock
};

class Cabinet final : public menu::Keeper {
 public:
  static constexpr std::uint64_t kHoldBack = 5000;       // ms that back opens the service menu after
  static constexpr std::uint64_t kPinPatience = 20'000;  // ms without a touch
  static constexpr std::uint64_t kMenuPatience = 120'000;

  explicit Cabinet(menu::House& house, CabinetOptions options = {});
  ~Cabinet() override;
  Cabinet(const Cabinet&) = delete;
  Cabinet& operator=(const Cabinet&) = delete;

  [[nodiscard]] std::unique_ptr<menu::Screen> first() override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  bool tick(const menu::Screen& screen, std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(const menu::Screen& screen, std::uint64_t now) const override;
  void draw() override;
  [[nodiscard]] bool asks() const override { return seconds_ > 0; }
  [[nodiscard]] bool plays() const override;
  void left(std::unique_ptr<menu::Screen> screen) override;

  // After how many ms without a touch the guest of that kind of screen counts as gone; UINT64_MAX: never.
  [[nodiscard]] std::uint64_t patience(menu::Screen::Idle idle) const;
  // The operator is at the PIN or in the service menu.
  [[nodiscard]] bool serves() const { return serves_; }

 private:
  void open_service();
  void leave_service();
  bool tick_service(const menu::Screen& screen, std::uint64_t now);
  // Only where coins are taken (menu/till.hpp).
  void book(platform::Action action);
  void take_coin(platform::Action action);
  void take_held();

  menu::House& house_;
  bool records_;
  Settings settings_;
  PinLock lock_;
  Desk desk_;
  const menu::Screen* screen_ = nullptr;
  std::uint64_t touched_ = 0;
  int seconds_ = 0;               // that the warning shows; 0: there is none
  std::string focused_;           // when it came
  std::uint64_t back_since_ = 0;  // it is held since it was pressed where nobody plays; 0: it is not
  // What the service menu covers; its match goes on.
  std::unique_ptr<menu::Screen> under_;
  bool under_runs_ = false;
  bool opens_ = false, leaves_ = false;  // the next change of screens is that
  bool serves_ = false;
  bool at_pin_ = false;                 // the page of the PIN is shown
  std::vector<platform::Action> held_;  // coins that were pressed there by keys with digits on them
};

}  // namespace qitai::kiosk
