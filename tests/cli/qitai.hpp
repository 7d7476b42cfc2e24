// Tests: the program itself, in an environment where nothing was ever configured.
#pragma once

#include <string>
#include <vector>

#include "../process.hpp"
#include "../scratch.hpp"

namespace qitai::testing {

inline std::string program() {
  return QITAI_BUILD_DIR "/bin/qitai";
}

inline Finished qitai(std::vector<std::string> words) {
  static const Scratch home;
  words.insert(words.begin(), program());
  return run(words, {{"HOME", home.path().string()},
                     {"XDG_CONFIG_HOME", ""},
                     {"XDG_DATA_HOME", ""},
                     {"XDG_STATE_HOME", ""},
                     {"LC_ALL", "C.UTF-8"}});
}

}  // namespace qitai::testing
