// Nothing is lost: a player in a process of its own is killed at random instants; its disk fills up.
#include <catch2/catch.hpp>
#include <chrono>
#include <random>
#include <sstream>
#include <thread>

#include "../process.hpp"
#include "../scratch.hpp"
#include "games.hpp"
#include "store/journal.hpp"

using namespace qitai;
using namespace qitai::testing;
using namespace std::chrono_literals;

namespace {

const std::vector<std::string> kChild{QITAI_BUILD_DIR "/tests/test_seat", "[.child]"};

Environment child(const std::string& journal, int seed, int plies, bool thinks = false) {
  return {{"QITAI_TEST_JOURNAL", journal},
          {"QITAI_TEST_SEED", std::to_string(seed)},
          {"QITAI_TEST_PLIES", std::to_string(plies)},
          {"QITAI_TEST_THINKS", thinks ? "1" : "0"}};
}

// The number behind the last whole line that begins with this word, or −1.
std::int64_t last(const std::string& out, const std::string& word) {
  std::int64_t number = -1;
  std::istringstream in(out.substr(0, out.rfind('\n') + 1));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(word + " ")) number = std::stoll(line.substr(word.size() + 1));
  }
  return number;
}

// How many matches of this journal came to their end.
std::size_t finished(const std::string& file) {
  const auto journal = store::Journal::open(file, {});
  REQUIRE(journal.ok());
  return (*journal)->finished(1000)->size();
}

}  // namespace

TEST_CASE("kill -9 at fifty random instants of play: no ply reported durable is lost") {
  const Scratch folder;
  const std::string file = (folder / "journal.db").string();
  std::mt19937 random(20240601);
  std::int64_t durable = 0;
  int kills_with_plies = 0;
  // Matches that had come to their end after this kill, the one before, and the one before that.
  std::size_t ended = 0, ended_before = 0, ended_two_before = 0;
  for (int kill = 0; kill < 50; ++kill) {
    Process player(kChild, child(file, kill, 1'000'000));
    REQUIRE(player.wait_for("began ", 20s));
    const std::int64_t began = last(player.out, "began");
    INFO("kill " << kill << ", durable before " << durable << ", found again " << began);
    // Every other one is killed in the middle of its plies for sure, however slow the machine.
    if (kill % 2 == 0) REQUIRE(player.wait_for("ply ", 20s));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
    player.send(SIGKILL);
    const bool own_ended = player.finish(20s) == 0;
    ended_before = ended;
    ended = finished(file);
    // A game that ended meanwhile makes place for a new one; where the kill came between its last ply and its
    // result, the next start writes the result.
    if (began == 0 && kill > 0) {
      const bool over = durable == 0 || ended - (own_ended ? 1 : 0) > ended_two_before;
      CHECK(over);
    } else {
      CHECK(began >= durable);
    }
    ended_two_before = ended_before;
    const std::int64_t reported = last(player.out, "ply");
    durable = reported >= 0 ? reported : began;
    kills_with_plies += reported > began ? 1 : 0;
  }
  CHECK(kills_with_plies >= 25);
}

TEST_CASE("kill -9 while a player thinks: the clock is right to within a second") {
  const Scratch folder;
  const std::string file = (folder / "journal.db").string();
  std::int64_t left = -1;
  for (const auto time : {1700ms, 2300ms, 400ms}) {
    Process player(kChild, child(file, 1, left < 0 ? 2 : 0, true));
    REQUIRE(player.wait_for("left ", 20s));
    if (left >= 0) {
      // What it says first after going on: at most a second more than before the kill, and less only by what
      // has passed since.
      const std::int64_t first = std::stoll(player.out.substr(player.out.find("left ") + 5));
      CHECK(first <= left + 1'000'000);
      CHECK(first >= left - 300'000);
    }
    (void)player.finish(time);
    left = last(player.out, "left");
    REQUIRE(left > 0);
  }
}

TEST_CASE("A full disk: the game says so and goes on unrecorded, what was durable is still there") {
  const Scratch folder;
  const std::string disk = (folder / "disk").string();
  std::filesystem::create_directory(disk);
  // A small disk in a mount namespace of the player's own, looked at from there too.
  const std::string mount = "mount -t tmpfs -o size=192k tmpfs " + disk;
  if (run({"unshare", "-r", "-m", "sh", "-c", mount}).status != 0) {
    WARN("skipped: no file system may be mounted here");
    return;
  }
  const std::string child_command = kChild[0] + " '" + kChild[1] + "'";
  Environment environment = child(disk + "/journal.db", 3, 3000);
  const Finished done = run({"unshare", "-r", "-m", "sh", "-c",
                             mount + " && " + child_command + " && echo SECOND && rm -f " + disk +
                                 "/filler && QITAI_TEST_PLIES=0 " + child_command},
                            environment, 110s);
  INFO(done.out.substr(0, 2000) << done.err);
  CHECK(done.status == 0);
  CHECK(done.out.find("trouble disk-full\n") != std::string::npos);
  const std::size_t second = done.out.find("SECOND");
  REQUIRE(second != std::string::npos);
  // It went on playing after the disk was full.
  const std::int64_t recorded = last(done.out.substr(0, second), "ply");
  CHECK(last(done.out.substr(0, second), "unrecorded") > recorded);
  CHECK(last(done.out.substr(second), "began") == recorded);
}
