// Kiosk: every device that is there, and every action while it is held. Nothing that is pressed does anything
// but show itself; back held for two seconds leads out.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kiosk/desk.hpp"
#include "platform/input.hpp"

namespace qitai::kiosk {

class InputTest final : public menu::Screen {
 public:
  static constexpr std::string_view kName = "input-test";
  static constexpr std::uint64_t kHold = 2000;  // ms

  explicit InputTest(Desk& desk);
  ~InputTest() override;
  [[nodiscard]] std::string_view name() const override { return kName; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t /*now*/) override {}
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override;
  void draw(std::uint64_t now) override;
  [[nodiscard]] Idle idle() const override { return Idle::kWaits; }
  [[nodiscard]] bool focus_on_board() const override { return true; }

  [[nodiscard]] bool lit(platform::Action action) const { return held_.contains(action); }

 private:
  struct Lit {
    platform::Action action;
    platform::Device device;
    int pad;
    auto operator<=>(const Lit&) const = default;
  };

  void show();

  Desk& desk_;
  std::set<Lit> lit_;                  // what holds which action down
  std::set<platform::Action> held_;    // actions of lit_
  std::set<platform::Action> seen_;    // were held since this was opened
  std::string last_;                   // the control that was touched last, by its name
  std::optional<SDL_FPoint> pointer_;  // while it is down
  std::vector<std::string> pads_;
  std::uint64_t back_since_ = 0;  // 0: it is not held
  SDL_Rect devices_{}, cells_{}, foot_{};
};

}  // namespace qitai::kiosk
