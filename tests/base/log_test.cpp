#include "base/log.hpp"

#include <fcntl.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <sstream>
#include <thread>
#include <vector>

#include "../forked.hpp"
#include "../scratch.hpp"
#include "base/file.hpp"

using namespace qitai;
using qitai::testing::in_child;
using qitai::testing::Scratch;

namespace {

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::istringstream text(*read_file(path, 16 << 20));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  return lines;
}

// stderr must stay open: the next file opened would take its number.
void silence() {
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDERR_FILENO);
}

}  // namespace

TEST_CASE("a message is one line whatever it holds, below the level it is dropped") {
  const Scratch scratch;
  const auto path = scratch / "log";
  REQUIRE(in_child([&] {
            silence();
            if (!log_to_file(path)) return 1;
            log_debug("not asked for");
            log_warning("name {} said", "a\nb\x1b[2J");
            return 0;
          }) == 0);
  const auto lines = lines_of(path);
  REQUIRE(lines.size() == 1);
  CHECK(std::regex_match(
      lines[0], std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z warning name a\\x0Ab\\x1B\[2J said)")));
}

TEST_CASE("lines of several threads stay whole") {
  const Scratch scratch;
  const auto path = scratch / "log";
  REQUIRE(in_child([&] {
            silence();
            if (!log_to_file(path)) return 1;
            std::vector<std::thread> threads;
            for (int t = 0; t < 4; ++t) {
              threads.emplace_back([t] {
                for (int i = 0; i < 200; ++i)
                  log_info("thread {} {}", t, std::string(100, 'x'));
              });
            }
            for (auto& thread : threads)
              thread.join();
            return 0;
          }) == 0);
  const auto lines = lines_of(path);
  CHECK(lines.size() == 800);
  const std::string tail(100, 'x');
  CHECK(std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.size() == lines[0].size() && line.compare(line.size() - 100, 100, tail) == 0;
  }));
}

TEST_CASE("a long log is kept in two files of bounded size") {
  const Scratch scratch;
  const auto path = scratch / "log";
  REQUIRE(in_child([&] {
            silence();
            if (!log_to_file(path)) return 1;
            for (int i = 0; i < 100; ++i)
              log_line(LogLevel::kInfo, std::string(100'000, 'x'));
            return 0;
          }) == 0);
  CHECK(std::filesystem::file_size(path) < 4'400'000);
  CHECK(std::filesystem::file_size(scratch / "log.1") < 4'400'000);
  CHECK(std::distance(std::filesystem::directory_iterator(scratch.path()), {}) == 2);
}
