// Tests: a supervisor with its game (supervised.cpp) as other processes see them.
#pragma once

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "../process.hpp"

namespace qitai::testing {

inline const std::vector<std::string> kMatch{QITAI_BUILD_DIR "/tests/test_kiosk", "[.match]"};
inline const std::vector<std::string> kSimple{QITAI_BUILD_DIR "/tests/test_kiosk", "[.simple]"};

inline int count(const std::string& text, const std::string& word) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size())
    ++found;
  return found;
}

// The process of the game that was started last; −1: none was.
inline pid_t game_of(Process& cabinet) {
  const std::string words = "the game runs as process ";
  (void)cabinet.wait_for(words, std::chrono::seconds(20));
  const std::size_t at = cabinet.err.rfind(words);
  return at == std::string::npos ? -1 : static_cast<pid_t>(std::stol(cabinet.err.substr(at + words.size())));
}

}  // namespace qitai::testing
