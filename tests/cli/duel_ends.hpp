// Tests: two programs that play a duel over a link of this machine, as a tester would start them.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "qitai.hpp"

namespace qitai::testing {

// The two ends: each its own folder, both the same meeting place.
class Ends {
 public:
  // Where they meet.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] std::unique_ptr<Process> start(const std::string& who, std::vector<std::string> words) const {
    const std::string own = (folder_ / who).string();
    words.insert(words.begin(), {program(), "duel", "--link", "local", "--data", own});
    return std::make_unique<Process>(words, Environment{{"HOME", own},
                                                        {"XDG_RUNTIME_DIR", folder_.path().string()},
                                                        {"XDG_CONFIG_HOME", ""},
                                                        {"XDG_DATA_HOME", ""},
                                                        {"XDG_STATE_HOME", ""},
                                                        {"LC_ALL", "C.UTF-8"}});
  }

 private:
  Scratch folder_;
};

// Whole lines only: a killed program may have written half of one.
inline std::vector<nlohmann::json> events(const std::string& out) {
  std::istringstream in(out.substr(0, out.rfind('\n') + 1));
  std::vector<nlohmann::json> all;
  for (std::string line; std::getline(in, line);)
    all.push_back(nlohmann::json::parse(line));
  return all;
}

inline std::vector<std::string> moves(const std::vector<nlohmann::json>& all) {
  std::vector<std::string> out;
  for (const nlohmann::json& event : all) {
    if (event["event"] == "move") out.push_back(event["move"]);
  }
  return out;
}

inline const nlohmann::json& only(const std::vector<nlohmann::json>& all, const std::string& what) {
  const auto is_it = [&](const nlohmann::json& event) { return event["event"] == what; };
  INFO(what);
  REQUIRE(std::ranges::count_if(all, is_it) == 1);
  return *std::ranges::find_if(all, is_it);
}

}  // namespace qitai::testing
