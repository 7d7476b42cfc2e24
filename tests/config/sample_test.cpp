// The sample config.toml at the root shows every key of the schema at its default.
#include <catch2/catch.hpp>
#include <sstream>

#include "base/file.hpp"
#include "config/config.hpp"
#include "config/layers.hpp"

using namespace qitai;
using namespace qitai::config;

namespace {

std::string sample() {
  return *read_file(QITAI_SOURCE_DIR "/config.toml", 100'000);
}

// The sample with the # taken from every line that shows a default.
std::string opened() {
  std::istringstream lines(sample());
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 1 && line[0] == '#' && line[1] != ' ') line.erase(0, 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("the sample as it stands changes nothing") {
  Layers layers;
  read_layer(sample(), "config.toml", false, layers);
  CHECK(layers.problems.empty());
  CHECK(layers.places.empty());
  CHECK(layers.values == Values{});
}

TEST_CASE("the sample names every key with its default and no other") {
  Layers layers;
  read_layer(opened(), "config.toml", false, layers);
  CHECK(layers.problems.empty());
  CHECK(layers.values == Values{});
  for (const Key& key : schema()) {
    INFO(key.path);
    CHECK(layers.places.count(key.path) == 1);
  }
  REQUIRE(layers.rules.count("xiangqi.repetition") == 1);
  CHECK(std::get<std::string>(layers.rules.at("xiangqi.repetition").raw) == "axf");
  REQUIRE(layers.rules.count("xiangqi.natural_limit") == 1);
  CHECK(std::get<std::int64_t>(layers.rules.at("xiangqi.natural_limit").raw) == 120);
}
