#include "config/schema.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "config/raw.hpp"

using namespace qitai::config;

TEST_CASE("every key is there once, its member too, and its default is one it takes") {
  std::set<std::string_view> paths;
  const Values defaults;
  for (const Key& key : schema()) {
    INFO(key.path);
    CHECK(paths.insert(key.path).second);
    CHECK(&key_of(key.member) == &key);
    CHECK(key.help.size() > 10);
    Values values;
    const Raw raw = std::visit(
        [&](auto member) -> Raw {
          if constexpr (std::is_same_v<decltype(member), int Values::*>)
            return std::int64_t{defaults.*member};
          else
            return defaults.*member;
        },
        key.member);
    CHECK(put(key, raw, values));
    CHECK(values == defaults);
  }
}

TEST_CASE("the nearest word by insertions, deletions, changes and swaps, or none") {
  const std::vector<std::string_view> words{"wood", "ink", "contrast"};
  CHECK(nearest("wodo", words) == "wood");
  CHECK(nearest("contast", words) == "contrast");
  CHECK(nearest("contrasst", words) == "contrast");
  CHECK(nearest("inc", words) == "ink");
  CHECK(nearest("plastic", words).empty());
  CHECK(nearest("", words).empty());
  CHECK(nearest(std::string(1000, 'w'), words).empty());
}

TEST_CASE("a key in the wrong section is found by its last part") {
  CHECK(nearest_key("match.first_limit") == "time.first_limit");
  CHECK(nearest_key("fullscren") == "display.fullscreen");
  CHECK(nearest_key("time.incrment") == "time.increment");
}
