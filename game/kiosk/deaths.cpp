#include "kiosk/deaths.hpp"

#include <algorithm>

namespace qitai::kiosk {
namespace {

constexpr Deaths::Time kPause{200};
// Where built-in settings do not help either, a machine shall not be kept busy with starting.
constexpr Deaths::Time kLongPause{10'000};

}  // namespace

Deaths::Verdict Deaths::died(Time now, std::string_view plugin, bool ran) {
  std::erase_if(recent_, [&](const Death& death) { return now - death.at > kPluginTime; });
  recent_.push_back({now, std::string(plugin), ran});
  const auto within = [&](Time time) {
    return std::ranges::count_if(
        recent_, [&](const Death& death) { return death.plugin == plugin && now - death.at <= time; });
  };
  const auto starts = std::ranges::count_if(recent_, [&](const Death& death) {
    return !death.ran && death.plugin.empty() && now - death.at <= kStartTime;
  });
  Verdict verdict;
  verdict.pause = kPause;
  if (!plugin.empty()) {
    if (within(kPluginTime) >= kPluginDeaths) {
      verdict.set_aside = plugin;
      std::erase_if(recent_, [&](const Death& death) { return death.plugin == plugin; });
    }
  } else if (within(kBlamelessTime) >= kBlamelessDeaths || starts >= kBlamelessDeaths) {
    if (safe_) verdict.pause = kLongPause;
    safe_ = true;
  }
  verdict.safe = safe_;
  return verdict;
}

}  // namespace qitai::kiosk
