// The page "display": how it looks, on which monitor, and pictures that show what the screen is worth.
#include <SDL.h>

#include <algorithm>
#include <array>

#include "kiosk/service_page.hpp"
#include "kiosk/test_screen.hpp"

namespace qitai::kiosk {
namespace {

using config::Values;

class DisplayPage final : public Page {
 public:
  using Page::Page;
  std::vector<Row> rows() override;

 private:
  Row monitor();
  Row test(std::string_view id, TestScreen::Kind kind);
};

Row DisplayPage::monitor() {
  const int now = desk_.settings.values().monitor, count = std::max(1, SDL_GetNumVideoDisplays());
  // One that was taken away may be set still.
  const int most = std::max(count - 1, std::min(now, 15));
  const auto name = [this](int number) { return tr("service.monitor.number", {{"n", number + 1}}); };
  Row row = named("monitor", name(now));
  if (now != Values{}.monitor) row.usual = name(Values{}.monitor);
  row.adjusts = true;
  if (most == 0) row.why = tr("service.monitor.one");
  row.act = [this, now, most](int step) {
    const int next = ((now + (step > 0 ? 1 : -1)) % (most + 1) + most + 1) % (most + 1);
    if (desk_.took(desk_.settings.set(&Values::monitor, next))) desk_.say(tr("service.next_start"));
  };
  return row;
}

Row DisplayPage::test(std::string_view id, TestScreen::Kind kind) {
  Row row = named(id, tr("service.test.show"));
  row.act = [this, kind](int) { house_.go(std::make_unique<TestScreen>(desk_, kind)); };
  return row;
}

std::vector<Row> DisplayPage::rows() {
  static constexpr std::array<std::string_view, 3> kThemes{"wood", "ink", "contrast"};
  static constexpr std::array<std::string_view, 4> kPieces{"auto", "traditional", "simplified", "pictures"};
  std::vector<Row> rows;
  rows.push_back(choice("theme", &Values::theme, kThemes, "settings.theme"));
  rows.push_back(choice("pieces", &Values::pieces, kPieces, "settings.pieces"));
  rows.push_back(toggle("reduced_motion", &Values::reduced_motion));
  rows.push_back(monitor());
  rows.push_back(test("test_grey", TestScreen::Kind::kGrey));
  rows.push_back(test("test_grid", TestScreen::Kind::kGrid));
  rows.push_back(test("test_fields", TestScreen::Kind::kFields));
  rows.push_back(test("test_touch", TestScreen::Kind::kTouch));
  return rows;
}

}  // namespace

std::unique_ptr<Page> make_display(Desk& desk) {
  return std::make_unique<DisplayPage>(desk);
}

}  // namespace qitai::kiosk
