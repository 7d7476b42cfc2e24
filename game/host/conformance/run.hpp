// Host, conformance: runs the checks, each in a process of its own with a time limit.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "host/conformance/check.hpp"

namespace qitai::host::conformance {

enum class Verdict : std::uint8_t { kPass, kFail, kSkip, kCrash };

struct Finding {
  Verdict verdict = Verdict::kCrash;
  // Pass: what was looked at, may be empty. Fail and crash: what was found, one sentence. Skip: why.
  std::string sentence;
};

struct Order {
  std::filesystem::path file;
  std::filesystem::path vetter;  // the program whose check_main runs a check
  std::uint64_t seed = 1;
  unsigned games = 200;
  std::chrono::seconds limit{60};  // of one check; a process that takes longer is ended
};

// Makes one check of the index-th game of the plugin. The same order and seed: the same finding.
Finding make_check(const Order& order, const Check& check, unsigned game);

// The other side, in the vetting program: `words` are what make_check started it with, behind "--check". The
// process's exit status.
int check_main(const std::vector<std::string>& words);

}  // namespace qitai::host::conformance
