// Kiosk: the service menu behind the PIN: headings left, the page of one of them right; on small and upright
// screens first the headings, then the page. Plain on purpose.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kiosk/desk.hpp"
#include "kiosk/service_page.hpp"

namespace qitai::kiosk {

class ServiceScreen final : public menu::Screen {
 public:
  static constexpr std::string_view kName = "service";
  static constexpr std::uint32_t kHold = 2000;  // ms that a dangerous row is held

  // With the page that was open last and, of it, the focus on that row; empty: on the headings.
  explicit ServiceScreen(Desk& desk, std::string_view row = {});
  [[nodiscard]] std::string_view name() const override { return kName; }
  void arrange(std::uint64_t now) override;
  bool input(const platform::Input& input, std::uint64_t now) override;
  void back(std::uint64_t now) override;
  bool tick(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_wake(std::uint64_t now) const override;
  void draw(std::uint64_t now) override;
  [[nodiscard]] Idle idle() const override { return Idle::kWaits; }

  [[nodiscard]] const Page& page() const { return *page_; }

 private:
  // A change that was asked for and is stated.
  struct Asked {
    std::string row, change;
    std::function<void(int)> act;
  };

  [[nodiscard]] bool beside() const { return columns_.w > 0; }
  [[nodiscard]] bool on_row() const;
  [[nodiscard]] std::string row_id(const Row& row) const { return "row." + row.id; }
  void show(std::size_t page);
  void enter(std::uint64_t now);
  void to_headings(std::uint64_t now);
  bool walk(int step, std::uint64_t now);
  [[nodiscard]] int height_of(const Row& row) const;
  // Which rows fit, so that the one that has or wants the focus is among them.
  void scroll(const std::vector<Row>& rows);
  void draw_headings(std::uint64_t now);
  void draw_page(std::uint64_t now);
  void draw_turn(std::size_t count, std::uint64_t now);
  void draw_row(const Row& row, const SDL_Rect& rect);
  void draw_bars(const Row& row, const SDL_Rect& rect);
  void ask(std::uint64_t now);

  Desk& desk_;
  std::unique_ptr<Page> page_;
  std::size_t index_ = 0;
  bool inside_ = false;  // the page is shown, where it is not beside the headings
  std::string begins_;   // the item that has the focus first; empty: the usual one
  std::size_t top_ = 0, shown_ = 0;
  std::optional<Asked> asked_;
  std::vector<Row> rows_;  // of the last frame
  int minute_ = -1;        // that the clock shows
  SDL_Rect title_{}, columns_{}, page_rect_{};
};

}  // namespace qitai::kiosk
