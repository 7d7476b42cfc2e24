// Tests: a cabinet in the middle of a match, whose game, supervisor or both are killed at random instants.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <thread>

#include "../scratch.hpp"
#include "supervised.hpp"

namespace qitai::testing {

// What a cabinet says of its match: how many were over when it sat down, how many plies are durable.
struct Seen {
  long ended = -1, ply = -1;
};

// The last of that in the whole lines from `from` on, or with `first` the first.
inline Seen seen(const std::string& out, std::size_t from, bool first = false) {
  Seen last;
  std::istringstream in(out.substr(from, std::max(from, out.rfind('\n') + 1) - from));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("ended ")) last = {std::stol(line.substr(6)), -1};
    if (line.starts_with("ply ")) last.ply = std::stol(line.substr(4));
    if (first && last.ply >= 0) break;
  }
  return last;
}

// What was durable before each death is there after it: by itself where the supervisor lives, and as an offer
// where the cabinet had to be started anew.
inline void kill_a_cabinet(int kills) {
  using namespace std::chrono_literals;
  const Scratch folder;
  const Environment with{{"QITAI_TEST_DATA", folder.path().string()},
                         {"DISPLAY", ""},
                         {"WAYLAND_DISPLAY", ""},
                         {"NOTIFY_SOCKET", ""}};
  std::mt19937 random(2026);
  auto cabinet = std::make_unique<Process>(kMatch, with);
  REQUIRE(cabinet->wait_for("ply ", 60s));
  int gone_on = 0, begun = 1, in_a_row = 0;
  for (int kill = 0; kill < kills; ++kill) {
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 400'000));
    Seen before;
    const int whom = static_cast<int>(random() % 3);  // the game, the supervisor, both
    const pid_t game = game_of(*cabinet);
    if (whom != 1) ::kill(game, SIGKILL);
    if (whom != 0) {
      cabinet->send(SIGKILL);
      (void)cabinet->finish(20s);
      before = seen(cabinet->out, 0);
      cabinet = std::make_unique<Process>(kMatch, with);
      begun = 0;
    }
    in_a_row = whom == 0 ? in_a_row + 1 : 0;
    // What the dead game had said stands before the word of the next one.
    ++begun;
    const auto end = std::chrono::steady_clock::now() + 60s;
    std::size_t from = 0;
    do {
      (void)cabinet->wait_for("no such words", 20ms);
      from = cabinet->out.rfind("begin\n");
    } while ((count(cabinet->out, "begin\n") < begun || seen(cabinet->out, from).ply < 0) &&
             std::chrono::steady_clock::now() < end);
    if (whom == 0) before = seen(cabinet->out.substr(0, from), 0);
    const Seen after = seen(cabinet->out, from, true);
    INFO("kill " << kill << " of " << whom << ": " << before.ply << " plies were durable, " << after.ply
                 << " were found again, " << before.ended << " and " << after.ended << " matches over\n"
                 << cabinet->err);
    REQUIRE(after.ply >= 0);
    // A match that had just come to its end is followed by another one.
    const bool over = after.ended == before.ended + 1 && after.ply <= 1;
    CHECK((over || (after.ended == before.ended && after.ply >= before.ply)));
    // The third death in a row within a minute leads to built-in settings, and the match is offered.
    if (whom == 0 && in_a_row < 3 && !over)
      CHECK(cabinet->out.find("screen title", from) == std::string::npos);
    gone_on += after.ply > 0 ? 1 : 0;
  }
  CHECK(gone_on > kills / 2);
}

}  // namespace qitai::testing
