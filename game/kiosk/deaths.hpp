// Kiosk: what follows when the game has died: which plugin is set aside, when it is time for built-in
// settings.
#pragma once

#include <chrono>
#include <deque>
#include <string>
#include <string_view>

namespace qitai::kiosk {

class Deaths {
 public:
  using Time = std::chrono::milliseconds;  // since any start, never set back
  // Two deaths in a plugin within this time: it is set aside.
  static constexpr Time kPluginTime = std::chrono::minutes(10);
  static constexpr int kPluginDeaths = 2;
  // Three with no plugin to blame within this time, or of a game that never came to run within the longer
  // one: it goes on with built-in settings.
  static constexpr Time kBlamelessTime = std::chrono::minutes(1);
  static constexpr Time kStartTime = std::chrono::minutes(5);
  static constexpr int kBlamelessDeaths = 3;

  struct Verdict {
    std::string set_aside;  // id of the plugin that is set aside from now on; empty: none
    bool safe = false;      // from now on and until the cabinet is started anew
    Time pause{};           // before the game is started again
  };
  // `plugin`: whose code was running; empty: the game's own, or nobody knows. `ran`: its loop was reached.
  Verdict died(Time now, std::string_view plugin, bool ran = true);

 private:
  struct Death {
    Time at{};
    std::string plugin;
    bool ran = true;
  };
  std::deque<Death> recent_;
  bool safe_ = false;
};

}  // namespace qitai::kiosk
