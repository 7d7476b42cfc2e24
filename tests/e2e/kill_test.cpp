// kill -9 at random instants of the whole program, and a disk that fills up: what was on the disk is there
// when it starts again.
#include "kill.hpp"

using namespace qitai::testing;
using namespace std::chrono_literals;

TEST_CASE("kill -9 at five random instants of the program: every durable ply is found again") {
  kill_and_go_on(5);
}

TEST_CASE("The disk fills up during a game: it goes on, and what was durable is found again") {
  const Scratch folder;
  const std::string disk = (folder / "disk").string();
  std::filesystem::create_directory(disk);
  const std::string mount = "mount -t tmpfs -o size=192k tmpfs " + disk;
  if (run({"unshare", "-r", "-m", "sh", "-c", mount}).status != 0) {
    WARN("skipped: no file system may be mounted here");
    return;
  }
  const std::string game = kChild[0] + " '" + kChild[1] + "'";
  const Finished done =
      run({"unshare", "-r", "-m", "sh", "-c", mount + " && " + game + " && echo SECOND && " + game},
          child(disk, 5, 90), 120s);
  INFO(done.out << done.err);
  CHECK(done.status == 0);
  CHECK(done.out.find("trouble disk-full\n") != std::string::npos);
  const std::size_t second = done.out.find("SECOND");
  REQUIRE(second != std::string::npos);
  const std::vector<long> first = numbers(done.out.substr(0, second), "ply");
  const std::vector<long> unrecorded = numbers(done.out.substr(0, second), "unrecorded");
  REQUIRE_FALSE(first.empty());
  REQUIRE_FALSE(unrecorded.empty());
  CHECK(unrecorded.back() == 90);
  const std::vector<long> again = numbers(done.out.substr(second), "ply");
  REQUIRE_FALSE(again.empty());
  CHECK(again.front() == first.back());
}
