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
  void add_key(std::vector<Row>& rows, std::string_view path, std::string_view id);
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

// A choice of the configuration by its path, where this build has it.
void DisplayPage::add_key(std::vector<Row>& rows, std::string_view path, std::string_view id) {
  const config::Key* const key = config::find_key(path);
  if (key == nullptr || key->choices.empty()) return;
  if (const auto* const member = std::get_if<std::string Values::*>(&key->member)) {
    rows.push_back(choice(id, *member, key->choices, "service." + std::string(id)));
    return;
  }
  const auto* const member = std::get_if<int Values::*>(&key->member);
  if (member == nullptr) return;
  const int now = desk_.settings.values().**member, usual = Values{}.**member;
  const auto words = [&](int value) {
    return tr("service." + std::string(id) + "." + std::to_string(value));
  };
  Row row = named(id, words(now));
  if (now != usual) row.usual = words(usual);
  row.adjusts = true;
  row.act = [this, key, set = *member, now](int step) {
    const auto found = std::ranges::find(key->choices, std::to_string(now));
    const auto count = static_cast<int>(key->choices.size());
    const int at = found == key->choices.end() ? 0 : static_cast<int>(found - key->choices.begin());
    const auto next = static_cast<std::size_t>(((at + step) % count + count) % count);
    desk_.took(desk_.settings.set(set, std::stoi(std::string(key->choices[next]))));
  };
  rows.push_back(std::move(row));
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
  add_key(rows, "display.rotation", "rotation");
  add_key(rows, "display.table", "table");
  add_key(rows, "display.facing", "facing");
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
