// Kiosk: a page of the service menu as a list of rows; how they look and how they are walked through is the
// screen's (service_screen.hpp). A new page is a class here and a line in the table of service_pages.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kiosk/desk.hpp"
#include "kiosk/machine.hpp"

namespace qitai::kiosk {

struct Row {
  enum class Tone : std::uint8_t { kPlain, kGood, kBad, kMute };

  std::string id;          // within the page
  std::string label{};     // in the language that is set, as all texts here
  std::string value{};     // empty: the label has the whole row
  std::string usual{};     // the default, where the value is another
  std::string help{};      // what it is, for the line at the bottom
  std::string why{};       // not empty: it cannot be used just now
  bool adjusts = false;    // left and right change it, else select does
  bool dangerous = false;  // held for two seconds, then `change` is stated and has to be confirmed
  Tone tone = Tone::kPlain;
  std::string change{};                 // "128 scores will be deleted"
  std::function<void(int step)> act{};  // −1, 1; of a row that does not adjust always 1; empty: it is read
  std::vector<std::int64_t> bars{};     // drawn under the label instead of a value, one an hour
};

class Page {
 public:
  explicit Page(Desk& desk) : desk_(desk), house_(desk.house) {}
  virtual ~Page() = default;
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  // From the top; asked for several times a frame.
  [[nodiscard]] virtual std::vector<Row> rows() = 0;
  // Before anything else gets it, while the focus is on the page; true: it went no further.
  virtual bool input(const platform::Input& /*input*/, std::uint64_t /*now*/) { return false; }
  // True: draw again.
  virtual bool tick(std::uint64_t /*now*/) { return false; }
  [[nodiscard]] virtual std::uint64_t next_wake(std::uint64_t /*now*/) const { return UINT64_MAX; }
  // A dialog of its own, over the rows.
  virtual void draw_over(std::uint64_t /*now*/) {}

 protected:
  [[nodiscard]] std::string tr(std::string_view key) const { return house_.ui.tr(key); }
  [[nodiscard]] std::string tr(std::string_view key, std::initializer_list<text::Arg> args) const {
    return house_.ui.tr(key, args);
  }
  [[nodiscard]] std::string on_off(bool on) const { return tr(on ? "common.on" : "common.off"); }
  // A row that is only read.
  [[nodiscard]] Row told(std::string_view id, std::string value, Row::Tone tone = Row::Tone::kPlain) const;
  // How hot the machine is, and what is left on its disk.
  [[nodiscard]] Row heat(const Vitals& now) const;
  [[nodiscard]] Row disk(const Vitals& now) const;
  // A row with the label "service.ID" and the help "help.service.ID".
  [[nodiscard]] Row named(std::string_view id, std::string value = {}) const;
  // One for a toggle of the settings.
  [[nodiscard]] Row toggle(std::string_view id, bool config::Values::*member);
  // One for a setting that has a few values: each with its text under PREFIX.VALUE.
  [[nodiscard]] Row choice(std::string_view id, std::string config::Values::*member,
                           std::span<const std::string_view> choices, const std::string& prefix);

  Desk& desk_;
  menu::House& house_;
};

struct PageKind {
  std::string_view id;  // its title is "service.page.ID"
  std::unique_ptr<Page> (*make)(Desk& desk);
};
// In the order of the headings.
[[nodiscard]] std::span<const PageKind> page_kinds();

[[nodiscard]] std::unique_ptr<Page> make_today(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_books(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_coins(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_volume(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_display(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_inputs(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_sounds(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_bluetooth(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_plugins(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_scores(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_language(Desk& desk);
[[nodiscard]] std::unique_ptr<Page> make_system(Desk& desk);

}  // namespace qitai::kiosk
