// Kiosk: pictures that show what a screen is worth: steps of grey, a grid, whole fields of one colour,
// crosses to be touched.
#pragma once

#include <array>
#include <optional>

#include "kiosk/desk.hpp"

namespace qitai::kiosk {

class TestScreen final : public menu::Screen {
 public:
  static constexpr std::string_view kName = "test";
  enum class Kind : std::uint8_t { kGrey, kGrid, kFields, kTouch };

  TestScreen(Desk& desk, Kind kind) : Screen(desk.house), desk_(desk), kind_(kind) {}
  [[nodiscard]] std::string_view name() const override { return kName; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t now) override;
  void draw(std::uint64_t now) override;
  [[nodiscard]] Idle idle() const override { return Idle::kWaits; }
  [[nodiscard]] bool focus_on_board() const override { return true; }

  static constexpr int kCrosses = 9;
  // By how many pixels the touch of that cross (0 to 8, by rows) was off, right and down positive; nothing:
  // it was not touched yet.
  [[nodiscard]] std::optional<SDL_Point> off(int cross) const {
    return off_.at(static_cast<std::size_t>(cross));
  }
  [[nodiscard]] SDL_Point cross(int cross) const;

 private:
  void touched(float x, float y);
  void draw_grey();
  void draw_grid();
  void draw_fields();
  void draw_touch();
  void caption(std::string_view words, SDL_Color ink);

  Desk& desk_;
  Kind kind_;
  int width_ = 0, height_ = 0;
  int field_ = 0;
  std::array<std::optional<SDL_Point>, kCrosses> off_{};
};

}  // namespace qitai::kiosk
