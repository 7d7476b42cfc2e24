#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kiosk/service_page.hpp"

namespace qitai::kiosk {

std::span<const PageKind> page_kinds() {
  static constexpr std::array kKinds{
      PageKind{"today", make_today},       PageKind{"books", make_books},
      PageKind{"coins", make_coins},       PageKind{"volume", make_volume},
      PageKind{"display", make_display},   PageKind{"inputs", make_inputs},
      PageKind{"sounds", make_sounds},     PageKind{"bluetooth", make_bluetooth},
      PageKind{"plugins", make_plugins},   PageKind{"scores", make_scores},
      PageKind{"language", make_language}, PageKind{"system", make_system},
  };
  return kKinds;
}

Row Page::named(std::string_view id, std::string value) const {
  Row row;
  row.id = id;
  row.label = tr("service." + row.id);
  row.value = std::move(value);
  row.help = tr("help.service." + row.id);
  return row;
}

Row Page::told(std::string_view id, std::string value, Row::Tone tone) const {
  Row row;
  row.id = id;
  row.label = tr("service." + row.id);
  row.value = std::move(value);
  row.tone = tone;
  return row;
}

Row Page::heat(const Vitals& now) const {
  return told("heat", now.heat ? fmt::format("{} °C", *now.heat) : "—",
              now.hot() ? Row::Tone::kBad : Row::Tone::kPlain);
}

Row Page::disk(const Vitals& now) const {
  return told("disk", now.disk ? size_text(now.disk->left) + " / " + size_text(now.disk->all) : "—",
              now.little_disk() ? Row::Tone::kBad : Row::Tone::kPlain);
}

Row Page::toggle(std::string_view id, bool config::Values::*member) {
  const bool on = desk_.settings.values().*member, usual = config::Values{}.*member;
  Row row = named(id, on_off(on));
  if (on != usual) row.usual = on_off(usual);
  row.adjusts = true;
  row.act = [this, member, on](int) { desk_.took(desk_.settings.set(member, !on)); };
  return row;
}

Row Page::choice(std::string_view id, std::string config::Values::*member,
                 std::span<const std::string_view> choices, const std::string& prefix) {
  const std::string now = desk_.settings.values().*member, usual = config::Values{}.*member;
  Row row = named(id, tr(prefix + "." + now));
  if (now != usual) row.usual = tr(prefix + "." + usual);
  row.adjusts = true;
  row.act = [this, member, now, choices](int step) {
    const auto found = std::ranges::find(choices, now);
    const auto count = static_cast<int>(choices.size());
    const int at = found == choices.end() ? 0 : static_cast<int>(found - choices.begin());
    const auto next = static_cast<std::size_t>(((at + step) % count + count) % count);
    desk_.took(desk_.settings.set(member, choices[next]));
  };
  return row;
}

}  // namespace qitai::kiosk
