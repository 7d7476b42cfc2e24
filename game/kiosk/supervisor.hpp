// Kiosk: the process that starts the game of a cabinet, watches it, and starts it again when it has died.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace qitai::kiosk {

// What one start of the game is told.
struct Start {
  bool go_on = false;                  // the game died under a match: straight back to it
  bool safe = false;                   // built-in settings and plugins only
  bool ran = false;                    // a game was up before without them
  std::vector<std::string> set_aside;  // ids of plugins that must not be loaded
  std::vector<std::string> deaths;     // not counted yet: the plugin that was running, or empty, of each
  std::function<void()> counted;       // to be called once they are counted and on the disk
  // To be called at least once a second, with whether a match is under way; false: the game is to end.
  std::function<bool(bool plays)> beat;
};

struct Supervision {
  // The game, run in a process of its own; its result is an exit status (0 to 255). menu::kAgain: it is
  // started again at once, without a death being counted.
  std::function<int(const Start&)> game;
  std::filesystem::path state;  // for log, lock and quarantine; empty: they are not kept
  // A game that does not beat for so long is killed, and one that did not begin to.
  std::chrono::milliseconds silence = std::chrono::seconds(10);
  std::chrono::milliseconds start = std::chrono::seconds(60);
};

// Runs the game until it ends by itself (its exit status) or SIGTERM, SIGINT or SIGHUP came (0). 2: it could
// not be started, or another supervisor has the state folder. The game is a fork of this process, which must
// have no other threads, and dies with it.
int supervise(const Supervision& options);

}  // namespace qitai::kiosk
