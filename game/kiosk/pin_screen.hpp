// Kiosk: the pad of nine digits that the PIN of the service menu is entered on. Each direction of a stick is
// a digit, as a pad of numbers lies: up is 8, up and left 7, select in the middle 5.
#pragma once

#include <string>

#include "kiosk/desk.hpp"

namespace qitai::kiosk {

class PinScreen final : public menu::Screen {
 public:
  static constexpr std::string_view kName = "pin";

  explicit PinScreen(Desk& desk) : Screen(desk.house), desk_(desk) {}
  [[nodiscard]] std::string_view name() const override { return kName; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t now) override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override;
  void draw(std::uint64_t now) override;
  [[nodiscard]] Idle idle() const override { return Idle::kWaits; }
  [[nodiscard]] bool focus_on_board() const override { return true; }

  [[nodiscard]] std::size_t entered() const { return entered_.size(); }

 private:
  [[nodiscard]] const std::string& pin() const { return desk_.settings.values().pin; }
  void enter(char digit, std::uint64_t now);
  void follow_stick(std::uint64_t now);
  void draw_pad(const SDL_Rect& rect, std::uint64_t now);

  Desk& desk_;
  std::string entered_;
  bool wrong_ = false;
  int closed_ = 0;  // seconds, as they are shown
  // The way of a stick from the middle and back: which directions are held, and where it has led to.
  bool up_ = false, down_ = false, left_ = false, right_ = false;
  int across_ = 0, along_ = 0;
  SDL_Rect heading_{}, dots_{}, note_{}, pad_{}, back_{};
};

}  // namespace qitai::kiosk
