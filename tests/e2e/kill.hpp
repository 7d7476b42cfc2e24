// Tests: the whole program in a process of its own (child.cpp), killed at random instants.
#pragma once

#include <catch2/catch.hpp>
#include <chrono>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "../process.hpp"
#include "../scratch.hpp"

namespace qitai::testing {

inline Environment child(const std::string& data, int seed, int plies) {
  return {{"QITAI_TEST_DATA", data},
          {"QITAI_TEST_SEED", std::to_string(seed)},
          {"QITAI_TEST_PLIES", std::to_string(plies)},
          {"DISPLAY", ""},
          {"WAYLAND_DISPLAY", ""}};
}

inline const std::vector<std::string> kChild{QITAI_BUILD_DIR "/tests/test_e2e", "[.child]"};

// The numbers behind every whole line that begins with this word.
inline std::vector<long> numbers(const std::string& out, const std::string& word) {
  std::vector<long> all;
  std::istringstream in(out.substr(0, out.rfind('\n') + 1));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(word + " ")) all.push_back(std::stol(line.substr(word.size() + 1)));
  }
  return all;
}

// What was on the disk before each kill is found again after it.
inline void kill_and_go_on(int kills) {
  using namespace std::chrono_literals;
  const Scratch folder;
  std::mt19937 random(64);
  long durable = 0;
  long ended = 0;
  int with_plies = 0;
  for (int kill = 0; kill < kills; ++kill) {
    Process game(kChild, child(folder.path().string(), kill, 1'000'000));
    REQUIRE(game.wait_for("ply ", 60s));
    // The first ply that it reports is the one it found again, but for a match that had come to its end.
    const long found = numbers(game.out, "ply").front();
    const long ended_now = numbers(game.out, "ended").front();
    INFO("kill " << kill << ": " << durable << " plies were durable, " << found << " were found again, "
                 << ended << " and " << ended_now << " matches over");
    CHECK(ended_now <= ended + 1);
    CHECK((found >= durable || (found <= 1 && ended_now == ended + 1)));
    ended = ended_now;
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 400'000));
    game.send(SIGKILL);
    (void)game.finish(20s);
    durable = numbers(game.out, "ply").back();
    with_plies += durable > found ? 1 : 0;
  }
  CHECK(with_plies > kills / 3);
}

}  // namespace qitai::testing
