// The conformance check through the real program: what it prints, and its exit status (0 all passed, 1 one
// did not, 2 bad usage). What each check finds: tests/host/conformance_test.cpp.
#include <stdlib.h>

#include <catch2/catch.hpp>
#include <sstream>

#include "qitai.hpp"

using namespace qitai::testing;
using Catch::Matchers::Contains;

namespace {

const std::string kBad = QITAI_BUILD_DIR "/tests/plugins_bad/";

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

struct Breaking {
  explicit Breaking(const char* what) { ::setenv("QITAI_BROKEN", what, 1); }
  Breaking(const Breaking&) = delete;
  Breaking& operator=(const Breaking&) = delete;
  ~Breaking() { ::unsetenv("QITAI_BROKEN"); }
};

}  // namespace

TEST_CASE("check-plugin --list names every check and what it holds") {
  const Finished done = qitai::testing::qitai({"check-plugin", "--list"});
  CHECK(done.status == 0);
  for (const char* id : {"symbols", "structs",   "texts",     "geometry", "options",  "buffers",  "games",
                         "legal",   "refusals",  "questions", "outcome",  "notation", "save",     "hostile",
                         "clone",   "undo",      "replay",    "same",     "hash",     "position", "chance",
                         "setup",   "knowledge", "secrets",   "search",   "perft",    "threads"}) {
    CHECK_THAT("\n" + done.out, Contains("\n" + std::string(id) + " "));
  }
}

TEST_CASE("check-plugin of a sound plugin: a line that passes for each check, exit status 0") {
  const Finished done = qitai::testing::qitai({"check-plugin", kBad + "promises.so", "--games", "8", "--seed",
                                               "5", "--only", "legal", "--only", "perft"});
  INFO(done.out << done.err);
  CHECK(done.status == 0);
  const std::vector<std::string> lines = lines_of(done.out);
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0], Contains("pass   loads      dull 1.0, ABI 1.0; seed 5"));
  CHECK_THAT(lines[1], Contains("pass   legal      legal moves are sorted, unique, stable"));
  CHECK_THAT(lines[2], Contains("skip   perft      the game has no counter of its own"));
}

TEST_CASE("check-plugin of a broken one: what is wrong, how to see it again, exit status 1") {
  const Breaking broken("undo-forgets");
  const std::string file = kBad + "promises.so";
  const Finished done =
      qitai::testing::qitai({"check-plugin", file, "--games", "8", "--only", "undo", "--only", "clone"});
  INFO(done.out << done.err);
  CHECK(done.status == 1);
  const std::vector<std::string> lines = lines_of(done.out);
  REQUIRE(lines.size() == 5);
  CHECK_THAT(lines[1], Contains("pass   clone"));
  CHECK_THAT(lines[2], Contains("FAIL   undo       game "));
  CHECK(lines[3] == "       again: qitai check-plugin " + file + " --seed 1 --games 8 --only undo");
  CHECK(lines[4] == "1 check did not pass.");
  const Finished again =
      qitai::testing::qitai({"check-plugin", file, "--seed", "1", "--games", "8", "--only", "undo"});
  CHECK_THAT(again.out, Contains(lines[2]));
}

TEST_CASE("check-plugin of a file that does not load says why, exit status 1") {
  const Finished done = qitai::testing::qitai({"check-plugin", kBad + "no-legal.so"});
  CHECK(done.status == 1);
  CHECK_THAT(done.out, Contains("FAIL   loads      tables: no-legal.so describes its game 0 wrongly"));
}

TEST_CASE("check-plugin: bad usage is exit status 2 and one sentence") {
  const auto refused = [](const std::vector<std::string>& words, const std::string& sentence) {
    const Finished done = qitai::testing::qitai(words);
    INFO(done.err);
    CHECK(done.status == 2);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, Contains(sentence));
  };
  refused({"check-plugin"}, "the plugin's file is needed");
  refused({"check-plugin", "/nowhere.so"}, "/nowhere.so: there is no such file");
  refused({"check-plugin", "a.so", "b.so"}, "one word too many");
  refused({"check-plugin", kBad + "good.so", "--only", "lega"},
          "There is no check \"lega\": did you mean legal?");
  refused({"check-plugin", kBad + "good.so", "--games", "0"}, "expected a whole number from 1 to");
}
