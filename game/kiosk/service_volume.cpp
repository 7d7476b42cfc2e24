// The page "volume": how loud, from when to when not at all.
#include <fmt/format.h>

#include <algorithm>

#include "kiosk/service_page.hpp"

namespace qitai::kiosk {
namespace {

using config::Values;

constexpr int kVolumeStep = 5;  // per cent
constexpr int kTimeStep = 15;   // minutes
constexpr int kDay = 24 * 60;   // minutes
// What the hours begin with where none were set.
constexpr std::string_view kUsualFrom = "22:00", kUsualTo = "08:00";

int minutes_of(const std::string& time) {
  return std::stoi(time.substr(0, 2)) * 60 + std::stoi(time.substr(3, 2));
}

class VolumePage final : public Page {
 public:
  using Page::Page;
  std::vector<Row> rows() override;

 private:
  Row time(std::string_view id, std::string Values::*member);
  void set_hours(std::string_view from, std::string_view to);
};

// Both at once: one alone would be no time at all.
void VolumePage::set_hours(std::string_view from, std::string_view to) {
  if (desk_.took(desk_.settings.set(&Values::quiet_from, from)))
    desk_.took(desk_.settings.set(&Values::quiet_to, to));
}

Row VolumePage::time(std::string_view id, std::string Values::*member) {
  const std::string value = desk_.settings.values().*member;
  Row row = named(id, value);
  row.adjusts = true;
  row.act = [this, member, value](int step) {
    const int next = ((minutes_of(value) + step * kTimeStep) % kDay + kDay) % kDay;
    desk_.took(desk_.settings.set(member, fmt::format("{:02}:{:02}", next / 60, next % 60)));
  };
  return row;
}

std::vector<Row> VolumePage::rows() {
  const Values& values = desk_.settings.values();
  std::vector<Row> rows;
  const auto percent = [&](int volume) {
    return volume == 0 ? tr("common.off") : fmt::format("{} %", volume);
  };
  Row volume = named("volume", percent(values.volume));
  if (values.volume != Values{}.volume) volume.usual = percent(Values{}.volume);
  volume.adjusts = true;
  volume.act = [this, now = values.volume](int step) {
    const int next = std::clamp((now + step * kVolumeStep) / kVolumeStep * kVolumeStep, 0, 100);
    desk_.took(desk_.settings.set(&Values::volume, next));
    // How loud that is is to be heard, in hours of silence as well.
    if (house_.hear) house_.hear(platform::Sound::kSetDown);
  };
  rows.push_back(std::move(volume));
  const bool hours = !values.quiet_from.empty() && !values.quiet_to.empty();
  Row quiet = named("quiet", on_off(hours));
  if (hours) quiet.usual = on_off(false);
  quiet.adjusts = true;
  quiet.act = [this, hours](int) { set_hours(hours ? "" : kUsualFrom, hours ? "" : kUsualTo); };
  rows.push_back(std::move(quiet));
  if (hours) {
    rows.push_back(time("quiet_from", &Values::quiet_from));
    rows.push_back(time("quiet_to", &Values::quiet_to));
    const bool now = values.quiet_at(local_time(desk_.wall()).minute_of_day());
    rows.push_back(told("quiet_now", now ? tr("service.quiet_now.yes", {{"time", values.quiet_to}})
                                         : tr("service.quiet_now.no", {{"time", values.quiet_from}})));
  }
  rows.push_back(toggle("attract_sound", &Values::attract_sound));
  return rows;
}

}  // namespace

std::unique_ptr<Page> make_volume(Desk& desk) {
  return std::make_unique<VolumePage>(desk);
}

}  // namespace qitai::kiosk
